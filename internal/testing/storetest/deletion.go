package storetest

import (
	"fmt"
	"testing"
	"time"

	"plumbline/internal/account/license"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/apptest"
)

// everywhere returns the scope of a user who restores projects of the corporation.
func everywhere(s *apptest.Site) access.Scope { return access.Scope{Corporation: s.Corporation.ID} }

func projectDeletion(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	alert := opened(t, s, day, 4)
	job := must(s.Store.Enqueue(ctx, jobs.New{Kind: "recompute", CorporationID: s.Corporation.ID, ProjectID: s.Project.ID}))(t)
	before := must(s.Store.LicenseUsage(ctx))(t)

	ok(t, s.Projects.Delete(ctx, apptest.Actor(s.Owner), s.Project.ID))
	refused(t, s.Projects.Delete(ctx, admin, s.Project.ID), errs.NothingHere)
	for _, look := range []struct {
		what string
		err  error
	}{
		{"project", last(s.Projects.Get(ctx, s.Admin.Scope(), s.Project.ID))},
		{"structure", last(s.Projects.Structure(ctx, s.Admin.Scope(), s.Structure.ID))},
		{"point", last(s.Points.Get(ctx, s.Admin.Scope(), s.Level.ID))},
		{"alert", last(s.Store.Alert(ctx, s.Admin.Scope(), alert.ID))},
		{"tree", last(s.Projects.Tree(ctx, s.Owner.Scope(), s.Project.ID))},
		{"versions", last(s.Points.Versions(ctx, s.Admin.Scope(), s.Level.ID, ""))},
	} {
		if !errs.Is(look.err, errs.NothingHere) {
			t.Errorf("%s of a deleted project: %v", look.what, look.err)
		}
	}
	same(t, "projects", must(s.Projects.List(ctx, s.Admin.Scope(), paging.Query{}))(t).Total, 0)
	same(t, "points", must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{}))(t).Total, 0)
	same(t, "folded", len(must(s.Store.Definitions(ctx, must(s.Store.PointsAfter(ctx, 0, 10))(t)))(t)), 0)
	same(t, "grants of the owner", len(must(s.Store.Grants(ctx, s.Owner.ID, day))(t)), 0)
	stats := must(s.Stats.Corporation(ctx, s.Admin.Scope(), noneJudged))(t)
	same(t, "counted", []int{stats.Projects, stats.Structures, stats.Points, stats.ActiveAlerts}, []int{0, 0, 0, 0})
	if d := must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t); d.ProjectID != 0 {
		t.Errorf("device of the deleted project is in project %d, want the stock", d.ProjectID)
	}
	same(t, "licensed", must(s.Store.LicenseUsage(ctx))(t), license.Usage{Points: 0, Devices: before.Devices})
	entries := must(s.Audit.List(ctx, s.Admin.Scope(), audit.Filter{ProjectID: s.Project.ID, Action: "delete"}))(t)
	same(t, "the log keeps what was done to it", entries.Total, 1)

	list := must(s.Projects.Deleted(ctx, everywhere(s), paging.Query{}))(t)
	if list.Total != 1 || list.List[0].ID != s.Project.ID || list.List[0].DeletedBy != s.Owner.Name || list.List[0].Points != 2 {
		t.Fatalf("deleted projects %+v", list)
	}
	same(t, "of a stranger", must(s.Projects.Deleted(ctx, s.Stranger.Scope(), paging.Query{}))(t).Total, 0)
	refused(t, last(s.Projects.Restore(ctx, apptest.Actor(s.Stranger), s.Project.ID, "")), errs.NothingHere)

	must(s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: s.Project.Name}))(t) // its name is available again
	refused(t, last(s.Projects.Restore(ctx, admin, s.Project.ID, "")), errs.NameUsed, "name")
	back := must(s.Projects.Restore(ctx, admin, s.Project.ID, "Come back"))(t)
	same(t, "returned", []any{back.Name, back.Devices, len(back.Left), len(back.Unbound)}, []any{"Come back", 2, 0, 0})
	refused(t, last(s.Projects.Restore(ctx, admin, s.Project.ID, "")), errs.NothingHere)
	same(t, "point", must(s.Points.Get(ctx, s.Guest.Scope(), s.Level.ID))(t), s.Level)
	same(t, "alert", must(s.Store.Alert(ctx, s.Guest.Scope(), alert.ID))(t).ID, alert.ID)
	same(t, "device", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).ProjectID, s.Project.ID)
	same(t, "job", must(s.Store.Job(ctx, s.Admin.Scope(), job.ID))(t).State, jobs.Cancelled)
}

// last returns the error of a call with a result.
func last[T any](_ T, err error) error { return err }

func reusedInstruments(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	ok(t, s.Projects.Delete(ctx, admin, s.Project.ID))
	next := must(s.Projects.Create(ctx, admin, project.Project{CorporationID: s.Corporation.ID, Name: "Next"}))(t)
	slope := must(s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: next.ID, Name: "Slope", Type: "Slope"}))(t)
	gauge := s.Gauge
	moveTo(t, s, gauge.ID, next.ID)
	must(s.Points.Create(ctx, admin, next.ID, []point.New{{
		Point:  point.Point{StructureID: slope.ID, Name: "N", Kind: point.Normal, Measurement: s.Level.Measurement, Category: s.Level.Category},
		Config: []timeline.Draft{apptest.Draft(t, "binding", 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: gauge.ID}}})},
	}}))(t)

	back := must(s.Projects.Restore(ctx, admin, s.Project.ID, ""))(t)
	same(t, "what stays elsewhere", []any{back.Devices, back.Left, back.Unbound}, []any{1, []string{gauge.SNCode}, []string{s.Level.Name}})
	same(t, "the instrument", must(s.Devices.Get(ctx, s.Admin.Scope(), gauge.ID))(t).ProjectID, next.ID)
	same(t, "its sources now", len(must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{IDs: []int64{s.Level.ID}}))(t).List[0].Sources), 0)
	records := must(s.Points.Versions(ctx, s.Admin.Scope(), s.Level.ID, definition.AspectBinding))(t)
	bindings := must(timeline.Decode[definition.Binding](records, "binding"))(t)
	then, _ := timeline.Of(bindings).At(day)
	same(t, "its history is its own", len(then.Value.Sources), 1)
}

func purge(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	opened(t, s, day, 4)
	ok(t, s.Projects.Delete(ctx, admin, s.Project.ID))
	none := func(int64) error { t.Error("something was purged too early"); return nil }
	ok(t, s.Projects.Purge(ctx, time.Now().Add(-project.KeepDeleted).UnixMilli(), none))

	later := time.Now().Add(time.Hour).UnixMilli()
	more := must(s.Store.PurgePiece(ctx, later))(t) // as if the process were killed here
	same(t, "more", more, true)
	refused(t, last(s.Projects.Restore(ctx, admin, s.Project.ID, "")), errs.NothingHere)
	same(t, "deleted", must(s.Projects.Deleted(ctx, everywhere(s), paging.Query{}))(t).Total, 0)
	var pieces int64
	ok(t, s.Projects.Purge(ctx, later, func(n int64) error { pieces = n; return nil }))
	if pieces < 2 {
		t.Errorf("%d pieces, want points and the rest apart", pieces)
	}
	for _, table := range []string{
		"project", "structure", "point", "alert", "alert_transition", "notification", "project_member", "member_role", "released_device", "version_source",
	} {
		var n int
		if err := s.DB.Reader().QueryRowContext(ctx, "SELECT COUNT(*) FROM "+table).Scan(&n); err != nil || n != 0 && table != "version_source" {
			t.Errorf("%d rows of %s are left (%v)", n, table, err)
		}
	}
	entries := must(s.Audit.List(ctx, s.Admin.Scope(), audit.Filter{ThingID: s.Project.ID, Action: "purge"}))(t)
	same(t, "logged", entries.Total, 1)
	same(t, "devices stay", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).ID, s.Gauge.ID)
}

func below(t *testing.T, s *apptest.Site) {
	opened(t, s, day, 4)
	write(t, s, func(tx *database.Tx) error {
		return s.Store.SaveLevels(ctx, tx.Tx, []alarm.PointLevel{{PointID: s.Level.ID, Level: 4, Since: 1}})
	})
	got := must(s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{ProjectID: s.Project.ID}))(t)
	same(t, "project", got, project.Subtree{
		Name: s.Project.Name, Structures: 1, Items: 1, Points: 2, Devices: 2, OpenAlerts: 1, Members: 4,
		Branches: []project.Branch{{Kind: project.StructureNode, ID: s.Structure.ID, Name: s.Structure.Name, Points: 2}},
	})
	got = must(s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{StructureID: s.Structure.ID}))(t)
	same(t, "structure", got, project.Subtree{
		Name: s.Structure.Name, Items: 1, Points: 2, Devices: 1, OpenAlerts: 1, Dependants: []project.Branch{},
		Branches: []project.Branch{
			{Kind: project.ItemNode, ID: s.Item.ID, Name: s.Item.Name, Points: 1}, {Kind: project.PointNode, ID: s.Crack.ID, Name: s.Crack.Name},
		},
	})
	virtual := must(s.Points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, []point.New{computed(t, s, "V-1", point.Virtual)}))(t)[0]
	got = must(s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{PointID: s.Level.ID}))(t)
	same(t, "point", got, project.Subtree{
		Name: s.Level.Name, Points: 1, Devices: 1, OpenAlerts: 1, Dependants: []project.Branch{{Kind: project.PointNode, ID: virtual.ID, Name: "V-1"}},
	})
	refused(t, last(s.Projects.Subtree(ctx, s.Stranger.Scope(), project.Place{PointID: s.Level.ID})), errs.NothingHere)

	crowd := make([]point.New, project.MaxBranches)
	for i := range crowd {
		crowd[i] = point.New{
			Point: point.Point{
				StructureID: s.Structure.ID, ItemID: s.Item.ID, Name: fmt.Sprintf("N-%d", i), Kind: point.Normal,
				Measurement: "Waterlevel", Category: s.Level.Category,
			},
		}
	}
	must(s.Points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, crowd))(t)
	got = must(s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{StructureID: s.Item.ID}))(t)
	same(t, "what is named and what is not", []int{got.Points, len(got.Branches), got.More}, []int{project.MaxBranches + 1, project.MaxBranches, 1})

	for i := range crowd {
		crowd[i] = computed(t, s, fmt.Sprintf("V-1%02d", i), point.Virtual)
	}
	must(s.Points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, crowd))(t)
	got = must(s.Projects.Subtree(ctx, s.Admin.Scope(), project.Place{PointID: s.Level.ID}))(t)
	same(t, "dependants that are named and that are not", []int{len(got.Dependants), got.MoreDependants}, []int{project.MaxBranches, 1})
}

// computed returns a point that is computed from the level point.
func computed(t testing.TB, s *apptest.Site, name string, kind point.Kind) point.New {
	category := map[point.Kind]string{point.Virtual: "Virtual", point.Composite: "Composite"}[kind]
	return point.New{
		Point: point.Point{StructureID: s.Structure.ID, Name: name, Kind: kind, Measurement: "Waterlevel", Category: category},
		Config: []timeline.Draft{
			apptest.Draft(t, "binding", 0, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: s.Level.ID, Field: "level"}}}),
		},
	}
}

func structureWithAllBelow(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	other := must(s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: "Other", Type: "Slope"}))(t)
	outside := computed(t, s, "V-1", point.Virtual)
	outside.StructureID = other.ID
	made := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{outside}))(t)
	refused(t, s.Projects.DeleteStructure(ctx, admin, s.Structure.ID, true), errs.StillComputed)
	same(t, "all or nothing", must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{ProjectID: s.Project.ID}))(t).Total, 3)

	ok(t, s.Points.Delete(ctx, admin, made[0].ID))
	ok(t, s.Projects.DeleteStructure(ctx, admin, s.Structure.ID, true))
	same(t, "points", must(s.Points.List(ctx, s.Admin.Scope(), point.Filter{ProjectID: s.Project.ID}))(t).Total, 0)
	same(t, "structures", len(must(s.Projects.Structures(ctx, s.Admin.Scope(), s.Project.ID))(t)), 1)
	same(t, "the instrument stays in the project", must(s.Devices.Get(ctx, s.Admin.Scope(), s.Gauge.ID))(t).ProjectID, s.Project.ID)
}

func conversions(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	twice := []definition.Source{{Role: "main", PointID: s.Level.ID}, {Role: "second", PointID: s.Level.ID, Field: "level"}}
	bad := computed(t, s, "C-1", point.Composite)
	bad.Config = []timeline.Draft{apptest.Draft(t, "binding", 0, definition.Binding{Sources: twice})}
	refused(t, last(s.Points.Create(ctx, admin, s.Project.ID, []point.New{bad})), errs.SubPointRepeated, "points[0].config[0].value.sources[1].pointId")
	bad.Config = []timeline.Draft{apptest.Draft(t, "binding", 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Gauge.ID}}})}
	refused(t, last(s.Points.Create(ctx, admin, s.Project.ID, []point.New{bad})), errs.SubPointsOnly)

	good := must(s.Points.Create(ctx, admin, s.Project.ID,
		[]point.New{
			{Point: point.Point{StructureID: s.Structure.ID, Name: "W-2", Kind: point.Normal, Measurement: "Waterlevel", Category: s.Level.Category}},
		}))(t)[0]
	id := good.ID
	convert := func(c point.Conversion) (point.Point, error) { return s.Points.Convert(ctx, admin, id, c) }
	refused(t, last(convert(point.Conversion{Kind: point.Normal, Category: s.Level.Category})), errs.Unchangeable, "type")
	refused(t, last(convert(point.Conversion{Kind: point.Composite, From: day})), errs.AtLeastOnePoint, "sources")
	refused(t, last(convert(point.Conversion{Kind: point.Composite, From: day, Sources: twice})), errs.SubPointRepeated)
	refused(t, last(convert(point.Conversion{Kind: point.Virtual, From: day})), errs.NotOneOf, "type")
	got := must(convert(point.Conversion{Kind: point.Composite, From: day, Sources: twice[:1]}))(t)
	same(t, "composite", []any{got.Kind, got.Category}, []any{point.Composite, "Composite"})
	refused(t, s.Points.Delete(ctx, admin, s.Level.ID), errs.StillComputed)

	got = must(convert(point.Conversion{Kind: point.Artificial, From: day + 2000}))(t)
	same(t, "artificial", []any{got.Kind, got.Category}, []any{point.Artificial, "Artificial"})
	records := must(s.Points.Versions(ctx, s.Admin.Scope(), id, definition.AspectBinding))(t)
	line := timeline.Of(must(timeline.Decode[definition.Binding](records, "binding"))(t))
	during, _ := line.At(day)
	after, _ := line.At(day + 2000)
	same(t, "what fed it is dated", []int{len(during.Value.Sources), len(after.Value.Sources)}, []int{1, 0})
	refused(t, last(convert(point.Conversion{Kind: point.Normal, Category: "Rain", From: day + 2000})), errs.CategoryMismatch, "category")
	same(t, "normal again", must(convert(point.Conversion{Kind: point.Normal, Category: s.Level.Category, From: day + 3000}))(t).Kind, point.Normal)
	virtual := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{computed(t, s, "V-1", point.Virtual)}))(t)[0]
	id = virtual.ID
	refused(t, last(convert(point.Conversion{Kind: point.Normal, Category: s.Level.Category, From: day})), errs.NoConversion)
}

// returningBindings checks that revoking a version restores the previous one, unless another point now uses its
// source.
func returningBindings(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	feed := func(id int64) definition.Binding {
		return definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: id}}}
	}
	crack := s.Crack.ID
	first := must(s.Points.Record(ctx, admin, crack, apptest.Draft(t, "binding", day, feed(s.Spare.ID))))(t)
	other := must(s.Points.Create(ctx, admin, s.Project.ID,
		[]point.New{{Point: point.Point{StructureID: s.Structure.ID, Name: "LF-09", Kind: point.Normal, Measurement: "Crack", Category: "Crack"}}}))(t)[0]
	virtual := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{{
		Point: point.Point{StructureID: s.Structure.ID, Name: "LF-10", Kind: point.Virtual, Measurement: "Crack", Category: "Virtual"},
	}}))(t)[0]
	second := must(s.Points.Record(ctx, admin, crack,
		apptest.Draft(t, "binding", day+2000, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: virtual.ID}}})))(t)
	must(s.Points.Record(ctx, admin, other.ID, apptest.Draft(t, "binding", day+2000, feed(s.Spare.ID))))(t)

	refused(t, last(s.Points.Supersede(ctx, admin, crack, second.ID, "")), errs.ChannelTaken)
	refused(t, last(s.Points.Correct(ctx, admin, crack, second.ID,
		apptest.Draft(t, "", day+3000, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: virtual.ID}}}))), errs.ChannelTaken)
	must(s.Points.Supersede(ctx, admin, crack, first.ID, ""))(t)
	must(s.Points.Supersede(ctx, admin, crack, second.ID, ""))(t)
}
