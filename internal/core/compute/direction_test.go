package compute_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/definition"
)

// A tensioned wire rises in frequency, a relaxed one falls (domain formulas.md section 2). The device type decides
// which applies if the calibration does not.
func TestWireDirection(t *testing.T) {
	for _, test := range []struct {
		name, kind   string
		coefficients map[string]float64
		want         float64
	}{
		{"a crack gauge", "Crack", map[string]float64{"K": 0.001, "f0": 1000}, 210},
		{"a soil pressure cell", "SPM", map[string]float64{"K": 0.001, "f0": 1000}, -210},
		{"a crack gauge with its own direction", "Crack", map[string]float64{"K": 0.001, "f0": 1000, "dir": -1}, -210},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := gauge(h)
			main := d.Config.Binding.Versions()[0].Value.Sources[0].DeviceID
			d.Devices[main] = definition.Device{
				Type: test.kind, Config: definition.DeviceConfig{Coefficients: versions(h, at(0, definition.Coefficients{Values: test.coefficients}))},
			}
			d.Config.Formula = versions(h, at(0, definition.Formula{Rules: []definition.Rule{
				{ComputedField: "freq", FormulaType: definition.CustomFormula, Text: "raw"},
				{ComputedField: "y", FormulaType: definition.SystemFormula, SysFormula: "VW_LINEAR"},
			}}))
			s := newSite(t, h, d)
			s.hourly(raw, 1100)
			if diff := cmp.Diff([]float64{test.want}, observed(s.results(d.Point.ID), "y")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
