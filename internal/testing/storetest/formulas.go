package storetest

import (
	"slices"
	"testing"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

// formulaNames checks that saving a formula rejects a name that no source provides, with its position, and accepts all
// others.
func formulaNames(t *testing.T, s *apptest.Site) {
	save := func(p int64, field, text string) error {
		_, err := s.Points.Record(ctx, apptest.Actor(s.Admin), p, apptest.Draft(t, string(definition.AspectFormula), day, definition.Formula{
			Rules: []definition.Rule{{FormulaType: definition.CustomFormula, ComputedField: field, Text: text}},
		}))
		return err
	}
	for text, why := range map[string]string{
		"freq*2":  "the device type has it",
		"f*2":     "short for freq",
		"res*2":   "its channel can bring it",
		"level*1": "a digital sub-device sends what is measured",
	} {
		if err := save(s.Level.ID, "level", text); err != nil {
			t.Errorf("%s is refused, though %s: %v", text, why, err)
		}
	}
	ok(t, save(s.Level.ID, "level", "2*frq")) // no data yet: an instrument may use any field names
	sends := func(from series.ID, field string) {
		write(t, s, func(tx *database.Tx) error {
			_, apply, err := s.Series.Write(ctx, tx.Tx, series.Batch{Raw: []series.Put{{
				Series: from, Time: day, Received: day, Columns: reading.Intern([]reading.Column{{Field: field}}), Values: []float64{1},
			}}})
			tx.AfterCommit(apply)
			return err
		})
	}
	sends(series.RawID(s.Collector.ID, 1), "frq")
	ok(t, save(s.Level.ID, "level", "2*frq"))
	err := save(s.Level.ID, "level", "2*frk")
	refused(t, err, errs.FormulaIllegal, "value.rules[0].formula")
	if e, found := errs.As(err); !found || e.Fields[0].Args["column"] != 3 {
		t.Errorf("the error lacks the position of the name: %v", err)
	}
	ok(t, save(s.Crack.ID, "width", "2*frq")) // no device is bound yet
	bind := apptest.Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Spare.ID}}})
	must(s.Points.Record(ctx, apptest.Actor(s.Admin), s.Crack.ID, bind))(t)
	ok(t, save(s.Crack.ID, "width", "2*frq"))
	sends(series.RawID(s.Spare.ID, 0), "disp")
	refused(t, save(s.Crack.ID, "width", "2*frq"), errs.FormulaIllegal)
	refused(t, save(s.Crack.ID, "width", "2*pulse"), errs.FormulaIllegal) // no device provides this field
	ok(t, save(s.Crack.ID, "width", "2*disp"))
}

// formulaInputs checks the inputs offered for a formula: recent fields of the device's channel, or the fields of the
// device's type if it has sent nothing. For another point they are the fields of its results.
func formulaInputs(t *testing.T, s *apptest.Site) {
	offered := func(p int64) (names []string, newest map[string]float64) {
		newest = map[string]float64{}
		for _, input := range must(s.Points.Inputs(ctx, s.Admin.Scope(), p, 3*day))(t) {
			names = append(names, input.Name)
			if input.Time != 0 {
				newest[input.Name] = input.Value
			}
			if input.Label.En == "" {
				t.Errorf("%s has no label", input.Name)
			}
		}
		return names, newest
	}
	names, newest := offered(s.Level.ID)
	if want := []string{"freq", "temp", "level", "distance"}; !slices.Equal(names, want) || len(newest) > 0 {
		t.Errorf("before the first reading %v of %v, want %v", newest, names, want)
	}
	write(t, s, func(tx *database.Tx) error {
		row := func(id series.ID, at int64, name string, value float64) series.Put {
			return series.Put{Series: id, Time: at, Received: at, Columns: reading.Intern([]reading.Column{{Field: name}}), Values: []float64{value}}
		}
		raw := series.RawID(s.Collector.ID, 1)
		_, apply, err := s.Series.Write(ctx, tx.Tx, series.Batch{
			Raw:     []series.Put{row(raw, day, "res", 3000), row(raw, day+1, "volt", 2), row(raw, day+2, "volt", 2.5)},
			Results: []series.Put{row(series.ResultID(s.Level.ID), day, "level", 7)},
		})
		tx.AfterCommit(apply)
		return err
	})
	if names, newest = offered(s.Level.ID); !slices.Equal(names, []string{"res", "volt"}) || newest["res"] != 3000 || newest["volt"] != 2.5 {
		t.Errorf("of the channel %v of %v are offered, want volt 2.5 and res 3000", newest, names)
	}
	bind := apptest.Draft(t, string(definition.AspectBinding), 0,
		definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Spare.ID}, {Role: "pool", PointID: s.Level.ID}}})
	must(s.Points.Record(ctx, apptest.Actor(s.Admin), s.Crack.ID, bind))(t)
	if names, newest = offered(s.Crack.ID); !slices.Equal(names, []string{"freq", "temp", "disp", "volt", "pool.level"}) || newest["pool.level"] != 7 {
		t.Errorf("%v of %v are offered, want those of the type and pool.level 7", newest, names)
	}
	_, err := s.Points.Inputs(ctx, s.Stranger.Scope(), s.Level.ID, day)
	refused(t, err, errs.NothingHere)
}

// recordInputs checks that a point on a vibration recorder can compute from what records have, also once the recorder has
// sent one: the stored reading has only the reference to its samples.
func recordInputs(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	recorder, _, err := s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Recorder", Kind: device.Measuring, Type: "VDM", Model: "VDM-3",
		SNCode: "VDM-0001", Register: "VDM-0001",
	}, nil)
	ok(t, err)
	made := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{{
		Point: point.Point{StructureID: s.Structure.ID, Name: "ZD-01", Kind: point.Normal, Measurement: "Vibration", Category: "VDM"},
		Config: []timeline.Draft{
			apptest.Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: recorder.ID}}}),
		},
	}}))(t)
	write(t, s, func(tx *database.Tx) error {
		_, apply, err := s.Series.Write(ctx, tx.Tx, series.Batch{Raw: []series.Put{{
			Series: series.RawID(recorder.ID, 0), Time: day, Received: day,
			Columns: reading.Intern([]reading.Column{{Field: vibration.BlockField}}), Values: []float64{12345},
		}}})
		tx.AfterCommit(apply)
		return err
	})
	var names []string
	for _, input := range must(s.Points.Inputs(ctx, s.Admin.Scope(), made[0].ID, 2*day))(t) {
		names = append(names, input.Name)
		if input.Label.En == "" {
			t.Errorf("%s has no label", input.Name)
		}
	}
	if !slices.Equal(names, vibration.Fields()) {
		t.Errorf("%v are offered, want %v", names, vibration.Fields())
	}
	for field, rule := range map[string]definition.Rule{
		"pvs":        {FormulaType: definition.SystemFormula, SysFormula: "DIRECT"},
		"cableForce": {FormulaType: definition.SystemFormula, SysFormula: "CABLE_FORCE", Params: map[string]float64{"m": 62.3, "L": 128.45}},
	} {
		rule.ComputedField = field
		_, err := s.Points.Record(ctx, admin, made[0].ID, apptest.Draft(t, string(definition.AspectFormula), day, definition.Formula{Rules: []definition.Rule{rule}}))
		ok(t, err)
	}
}
