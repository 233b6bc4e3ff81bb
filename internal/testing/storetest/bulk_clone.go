package storetest

import (
	"encoding/json"
	"slices"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

func clonedStructure(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	blue := 5.0
	must(s.Points.Record(ctx, admin, s.Crack.ID, apptest.Draft(t, string(definition.AspectThresholds), 0,
		alarm.Thresholds{List: []alarm.Threshold{{Field: "width", ValueType: "observed", Blue: &blue, Enable: true}}})))(t)
	mean := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{{
		Point: point.Point{StructureID: s.Structure.ID, Name: "Mean", Kind: point.Virtual, Measurement: "Waterlevel", Category: "Virtual"},
		Config: []timeline.Draft{
			apptest.Draft(t, string(definition.AspectBinding), 0,
				definition.Binding{Sources: []definition.Source{{Role: "main", PointID: s.Level.ID, Field: "level"}}}),
		},
	}}))(t)[0]
	before := stateOf(t, s)
	clone := bulk.Clone{StructureID: s.Structure.ID, ProjectID: s.Project.ID, Name: "Lower slope"}
	_, err := s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(clone))
	refused(t, err, errs.NameUsed, "points[0].name", "points[1].name", "points[2].name")
	clone.Prefix = "L-"
	done := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(clone)))(t)
	same(t, "made", []int{len(done.Effects.Structures), len(done.Effects.Points), len(done.Effects.Devices)}, []int{2, 3, 0})
	copies := must(s.Store.PointsUnder(ctx, s.Admin.Scope(), done.Effects.Structures[0]))(t)
	byName := map[string]point.Point{}
	for _, p := range copies {
		byName[p.Name] = p
	}
	same(t, "item", byName["L-SW-09"].ItemID, done.Effects.Structures[1])
	thresholds := must(s.Points.Versions(ctx, s.Admin.Scope(), byName["L-LF-01"].ID, definition.AspectThresholds))(t)
	same(t, "thresholds", len(thresholds), 1)
	same(t, "no device feeds a copy", len(must(s.Points.Versions(ctx, s.Admin.Scope(), byName["L-SW-09"].ID, definition.AspectBinding))(t)), 0)
	bound := must(s.Points.Versions(ctx, s.Admin.Scope(), byName["L-Mean"].ID, definition.AspectBinding))(t)
	var binding definition.Binding
	ok(t, json.Unmarshal(bound[0].Value, &binding))
	same(t, "a copy is computed from copies", binding.Sources[0].PointID, byName["L-SW-09"].ID)
	_ = mean
	checkUndo(t, s, done.ID, before)
}

// A clone copies what is selected. An undo removes later additions only after they were shown in the preview.
func clonedPlaces(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	lon, lat := int64(312345678901), int64(123456789012)
	slope, item, level := s.Structure, s.Item, s.Level
	slope.Longitude, slope.Latitude, item.Longitude, item.Latitude, level.Longitude, level.Latitude = &lon, &lat, &lat, &lon, &lon, &lat
	must(s.Projects.UpdateStructure(ctx, admin, slope))(t)
	must(s.Projects.UpdateStructure(ctx, admin, item))(t)
	must(s.Points.Update(ctx, admin, level))(t)
	station, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Base", Kind: device.Measuring, Type: "GNSS", Model: "GNSS-1", SNCode: "GNS-9",
	}, nil)
	ok(t, err)
	task := project.GNSSTask{TaskName: "slope-1", BaseStation: station.ID, Sites: []int64{}, FilterPeriod: 6, Frequency: 1, ProcessInterval: 60}
	must(s.Projects.SetGNSS(ctx, admin, s.Structure.ID, &task))(t)
	width, north := 120.0, 30.0
	overview := must(s.Drawings.Create(ctx, admin,
		drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: "Overview", Kind: drawing.Plan, RealWidth: &width, North: &north}))(t)
	must(s.Drawings.Place(ctx, admin, s.Project.ID, overview.ID,
		[]drawing.Mark{{PointID: s.Level.ID, X: 0.25, Y: 0.5}, {PointID: s.Crack.ID, X: 1, Y: 0}}, nil))(t)
	must(s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: s.Item.ID, Name: "Section A", Kind: drawing.Section}))(t)
	before := stateOf(t, s)

	bare := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(bulk.Clone{StructureID: s.Structure.ID, ProjectID: s.Project.ID, Name: "Bare", Prefix: "B-"})))(t)
	made := must(s.Projects.Structure(ctx, s.Admin.Scope(), bare.Effects.Structures[0]))(t)
	same(t, "left behind", []any{made.Longitude, made.GNSS, len(bare.Effects.Sheets)}, []any{(*int64)(nil), (*project.GNSSTask)(nil), 0})
	checkUndo(t, s, bare.ID, before)

	all := bulk.Clone{StructureID: s.Structure.ID, ProjectID: s.Project.ID, Name: "Whole", Prefix: "W-", Drawings: true, GNSS: true, Coordinates: true}
	elsewhere := all
	elsewhere.ProjectID = must(s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: "Bridge 5"}))(t).ID
	before = stateOf(t, s)
	_, err = s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(elsewhere))
	refused(t, err, errs.GNSSElsewhere, "gnss")
	elsewhere.GNSS = false
	checkUndo(t, s, must(s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(elsewhere)))(t).ID, before)

	whole := must(s.Bulk.Do(ctx, admin, s.Bulk.PlanClone(all)))(t)
	made = must(s.Projects.Structure(ctx, s.Admin.Scope(), whole.Effects.Structures[0]))(t)
	same(t, "came along", []any{*made.Longitude, *made.Latitude, *made.GNSS}, []any{lon, lat, task})
	copies := map[string]point.Point{}
	for _, p := range must(s.Store.PointsUnder(ctx, s.Admin.Scope(), made.ID))(t) {
		copies[p.Name] = p
	}
	same(t, "place of a point", []int64{*copies["W-SW-09"].Longitude, *copies["W-SW-09"].Latitude}, []int64{lon, lat})
	sheet, marks, err := s.Drawings.Get(ctx, s.Admin.Scope(), s.Project.ID, whole.Effects.Sheets[0])
	ok(t, err)
	same(t, "drawing", []any{sheet.Name, sheet.StructureID, *sheet.RealWidth, *sheet.North}, []any{"Overview", made.ID, width, north})
	slices.SortFunc(marks, func(a, b drawing.Mark) int { return int(a.X*100) - int(b.X*100) })
	same(t, "marks", marks, []drawing.Mark{{PointID: copies["W-SW-09"].ID, X: 0.25, Y: 0.5}, {PointID: copies["W-LF-01"].ID, X: 1, Y: 0}})
	same(t, "drawings", len(must(s.Drawings.List(ctx, s.Admin.Scope(), s.Project.ID, whole.Effects.Structures[1]))(t)), 1)

	// Later work on the clone: another drawing, a moved mark, a device, a correction.
	must(s.Drawings.Create(ctx, admin, drawing.Sheet{ProjectID: s.Project.ID, StructureID: made.ID, Name: "Added", Kind: drawing.Plan}))(t)
	must(s.Drawings.Place(ctx, admin, s.Project.ID, sheet.ID, []drawing.Mark{{PointID: copies["W-LF-01"].ID, X: 0.5, Y: 0.5}}, nil))(t)
	crack := copies["W-LF-01"]
	crack.Name = "W-LF-1"
	must(s.Points.Update(ctx, admin, crack))(t)
	must(s.Points.Record(ctx, admin, crack.ID,
		apptest.Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Spare.ID}}})))(t)
	must(s.Corrections.Create(ctx, admin, correction.Correction{
		PointID: crack.ID, Kind: correction.Withdraw, From: 1_700_000_000_000, To: 1_700_000_000_001, Note: "blasting",
	}))(t)
	lines, _, err := s.Bulk.PlanUndo(ctx, admin, whole.ID)
	ok(t, err)
	told := laterOf(lines)
	slices.Sort(told)
	same(t, "told to go along", told, []string{"correction W-LF-1 ", "plan Added create", "plan Overview place", "point W-LF-1 binding", "point W-LF-1 update"})
	_, err = s.Bulk.Undo(ctx, admin, whole.ID, 0)
	refused(t, err, errs.ActionAdded)
	_, err = s.Bulk.Undo(ctx, admin, whole.ID, len(told)-1) // a new addition between preview and confirmation
	refused(t, err, errs.ActionAdded)
	checkUndo(t, s, whole.ID, before)
}
