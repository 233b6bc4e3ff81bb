package storetest

import (
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/testing/apptest"
)

// helpingPoints checks that a point used in the processing of another is suitable, in the same project and not part of
// a cycle. It cannot be deleted while in use.
func helpingPoints(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	line := make([]point.New, 3)
	for i, name := range []string{"SL-1", "SL-2", "SL-3"} {
		line[i] = point.New{
			Point: point.Point{ProjectID: s.Project.ID, StructureID: s.Structure.ID, Name: name, Kind: point.Normal, Measurement: "DBCJ", Category: "HSL"},
		}
	}
	made := must(s.Points.Create(ctx, admin, s.Project.ID, line))(t)
	refer := func(from int64, p definition.Processor) error {
		_, err := s.Points.Record(ctx, admin, from, apptest.Draft(t, string(definition.AspectProcessor), 0, p))
		return err
	}
	ok(t, refer(made[1].ID, definition.Processor{RefPoint: made[0].ID}))
	ok(t, refer(made[2].ID, definition.Processor{RefPoint: made[1].ID}))
	refused(t, refer(made[0].ID, definition.Processor{RefPoint: made[2].ID}), errs.FormulaIncomplete, "value.refPoint")
	refused(t, refer(made[0].ID, definition.Processor{RefPoint: made[0].ID}), errs.MustExist, "value.refPoint")
	refused(t, refer(made[0].ID, definition.Processor{RefPoint: s.Level.ID}), errs.NotAReference, "value.refPoint")
	refused(t, refer(s.Level.ID, definition.Processor{RefPoint: made[0].ID}), errs.Unexpected, "value.refPoint")
	refused(t, refer(made[0].ID, definition.Processor{TopShiftSource: made[1].ID}), errs.TopFixedOnly, "value.topShiftSource")
	if err := s.Points.Delete(ctx, admin, made[0].ID); !errs.Is(err, errs.StillComputed) {
		t.Errorf("a reference was deleted: %v", err)
	}
}

// presetUnits checks that standard thresholds use the unit of each point's changes and design values from its
// engineering configuration.
func presetUnits(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	service := pointconfig.New(s.Store, s.Points, s.Corrections, sides{})
	order := pointconfig.PresetOrder{
		PointIDs: []int64{s.Level.ID}, Item: "groundwater", Grade: 1, Mode: pointconfig.DefaultMode,
		ValueTypes: []alarm.ValueType{alarm.Accumulated}, ValidFrom: day,
	}
	red := func() float64 {
		results, _, err := service.PlanPreset(ctx, admin.Scope, s.Project.ID, order)
		ok(t, err)
		return *results[0].Thresholds[0].Red
	}
	meters := red()
	must(s.Points.Record(ctx, admin, s.Level.ID, apptest.Draft(t, string(definition.AspectProcessor), 0, definition.Processor{ChangeUnit: "mm"})))(t)
	same(t, "in mm", red(), meters*1000)
	same(t, "units", must(service.ChangeUnits(ctx, admin.Scope, s.Project.ID, []int64{s.Level.ID, s.Crack.ID}, day))(t), map[int64]string{s.Level.ID: "mm"})

	order.Item, order.ValueTypes = "porePressure", []alarm.ValueType{alarm.Observed}
	_, _, err := service.PlanPreset(ctx, admin.Scope, s.Project.ID, order)
	refused(t, err, errs.DesignValue, "designValues.f1")
	must(s.Points.Record(ctx, admin, s.Level.ID,
		apptest.Draft(t, string(point.AspectEngineering), 0, point.Engineering{DesignValues: map[string]float64{"f1": 100}})))(t)
	known := red()
	order.Design = map[string]float64{"f1": 200}
	same(t, "what the order says goes first", red(), 2*known)
}
