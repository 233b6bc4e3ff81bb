package storetest

import (
	"testing"

	"plumbline/internal/database"
	"plumbline/internal/fault"
	"plumbline/internal/point"
	"plumbline/internal/reading"
	"plumbline/internal/series"
	"plumbline/internal/testkit/fixture"
)

// formulaNames holds that a name which nothing can send is refused when a formula
// is saved, with its place, and that all that can come is taken.
func formulaNames(t *testing.T, s *fixture.Site) {
	save := func(p int64, field, text string) error {
		_, err := s.Points.Record(ctx, fixture.Actor(s.Admin), p, fixture.Draft(t, string(point.AspectFormula), day, point.Formula{
			Rules: []point.Rule{{FormulaType: point.CustomFormula, ComputedField: field, Text: text}},
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
	err := save(s.Level.ID, "level", "2*frq")
	refused(t, err, fault.FormulaIllegal, "value.rules[0].formula")
	if e, found := fault.As(err); !found || e.Fields[0].Args["column"] != 3 {
		t.Errorf("the place of the name is not told: %v", err)
	}
	write(t, s, func(tx *database.Tx) error {
		_, apply, err := s.Series.Write(ctx, tx.Tx, series.Batch{Raw: []series.Put{{
			Series: series.RawID(s.Collector.ID, 1), Time: day, Received: day, Columns: reading.Intern([]reading.Column{{Field: "frq"}}), Values: []float64{1},
		}}})
		tx.AfterCommit(apply)
		return err
	})
	ok(t, save(s.Level.ID, "level", "2*frq")) // it has come
	ok(t, save(s.Crack.ID, "width", "2*frq")) // nothing is bound yet
	bind := fixture.Draft(t, string(point.AspectBinding), 0, point.Binding{Sources: []point.Source{{Role: "main", DeviceID: s.Spare.ID}}})
	must(s.Points.Record(ctx, fixture.Actor(s.Admin), s.Crack.ID, bind))(t)
	refused(t, save(s.Crack.ID, "width", "2*frq"), fault.FormulaIllegal)
	refused(t, save(s.Crack.ID, "width", "2*pulse"), fault.FormulaIllegal) // no collector brings it
	ok(t, save(s.Crack.ID, "width", "2*disp"))
}
