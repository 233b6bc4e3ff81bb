package compute_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
)

// A point without a source shows and judges manual values: without a formula, with one that lacks its inputs, and with
// one for other fields.
func TestManualValuesNeedNoFormula(t *testing.T) {
	blue := 2.5
	for name, rules := range map[string][]definition.Rule{
		"no formula":                nil,
		"a formula without source":  {{FormulaType: definition.CustomFormula, ComputedField: "width", Text: "disp*2"}},
		"a formula without device":  {{FormulaType: definition.SystemFormula, ComputedField: "width", SysFormula: "VW_LINEAR"}},
		"a formula of other fields": {{FormulaType: definition.CustomFormula, ComputedField: "shearZ", Text: "disp"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := openHarness(t)
			d, _ := gauge(h)
			d.Config.Binding = versions[definition.Binding](h)
			d.Config.Formula = versions(h, at(0, definition.Formula{Rules: rules}))
			d.Config.Initial = versions(h, at(0, definition.Initial{Mode: "auto", Count: 1}))
			d.Thresholds = versions(h,
				at(0, alarm.Thresholds{List: []alarm.Threshold{{Field: "width", ValueType: alarm.Accumulated, Blue: &blue, Enable: true}}}))
			s := newSite(t, h, d)
			for i, values := range []map[string]float64{{"width": 2}, {"width": 4}, {"width": 5, "shearY": 1}, {"width": 5.5}} {
				c := correction.Correction{ID: h.next(), PointID: d.Point.ID, Kind: correction.Replace, From: start + int64(i)*hour, Values: values}
				s.configure(d.Point.ID, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
				s.drain()
			}
			shear := reading.Column{Field: "shearY"}
			check := func(s *site) {
				t.Helper()
				results := s.results(d.Point.ID)
				var values []float64
				for _, r := range results {
					values = append(values, r.Values[width])
				}
				if diff := cmp.Diff([]float64{2, 4, 5, 5.5}, values); diff != "" {
					t.Error(diff)
				}
				if len(results) > 2 && results[2].Values[shear] != 1 {
					t.Errorf("shear %v", results[2].Values)
				}
				p, _ := s.directory.Point(d.Point.ID)
				changes := compiled.NewChanges(p, s.initials(d.Point.ID))
				columns := p.At(start + 3*hour).Program.Observed()
				row, out := make([]float64, columns.Len()), make([]float64, changes.Columns(start+3*hour).Len())
				row[columns.Index(width)] = 5.5
				if !changes.Accumulated(start+3*hour, row, out) || out[changes.Columns(start+3*hour).Index(width)] != 3.5 {
					t.Errorf("accumulated %v", out)
				}
			}
			check(s)
			if episodes := s.records(d.Point.ID); len(episodes) != 1 || episodes[0].Opened != start+2*hour {
				t.Errorf("alerts %+v", episodes)
			}
			before := fmt.Sprint(s.results(d.Point.ID))
			s.configure(d.Point.ID, 0, func(*definition.Definition) {})
			s.drain()
			if after := fmt.Sprint(s.results(d.Point.ID)); after != before {
				t.Errorf("computed again %s, before %s", after, before)
			}
			check(s)
		})
	}
}
