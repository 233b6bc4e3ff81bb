package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// A thermometer of a string sends exactly 85 °C until its first measurement after power-up, and −127 °C if it is lost.
func TestPowerOnValue(t *testing.T) {
	p := compile(t, formula.Setting{
		Rules:    []formula.Rule{{ComputedField: "temp", System: "DIRECT", Options: map[string]string{"perNode": "true"}}},
		Segments: []formula.Segment{{No: 1, Len: 500}, {No: 2, Len: 500}},
		Range:    func(string) (low, high float64, ok bool) { return -55, 125, true },
		PowerOn:  func(string) (float64, bool) { return 85, true },
	})
	none, hour := reading.Missing, 3600.0
	for _, test := range []struct {
		name       string
		sent       float64
		previous   []float64
		elapsed    float64
		want       float64
		wantReason string
	}{
		{"first reading", 85, nil, math.NaN(), none, formula.PoweredOn},
		{"still starting", 85, []float64{none, 21}, hour, none, formula.PoweredOn},
		{"after a pause of more than three intervals", 85, []float64{84.9, 21}, 3*hour + 1, none, formula.PoweredOn},
		{"a concrete of 85 °C", 85, []float64{84.9, 21}, 3 * hour, 85, ""},
		{"near 85 °C at the start", 85.0625, nil, math.NaN(), 85.0625, ""},
		{"a lost node", -127, []float64{20, 21}, hour, none, formula.MissingValue + "temp"},
	} {
		t.Run(test.name, func(t *testing.T) {
			env := &formula.Env{Previous: test.previous, Elapsed: test.elapsed, Interval: 3600_000}
			sent := values{"temp/1": test.sent, "temp/2": 22}
			got := observe(p, sent, env)
			if got.flag != 0 || got.reason != test.wantReason || got.at("temp", 2) != 22 {
				t.Errorf("flag %v, reason %q, node 2 %v", got.flag.Names(), got.reason, got.at("temp", 2))
			}
			if value := got.at("temp", 1); value != test.want && !(reading.IsMissing(value) && reading.IsMissing(test.want)) {
				t.Errorf("%v, want %v", value, test.want)
			}
			steps := p.Explain(sent.in(p), env, reading.Column{Field: "temp", Node: 1})
			reason := test.wantReason
			if test.sent == -127 {
				reason = formula.OutsideRange
			}
			if len(steps) != 1 || steps[0].Reason != reason {
				t.Errorf("explained as %+v", steps)
			}
		})
	}
}
