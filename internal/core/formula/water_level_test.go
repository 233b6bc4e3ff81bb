package formula_test

import (
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// The worked levels of formulas.md sections 4 and 8, and each output from each input.
func TestWaterLevels(t *testing.T) {
	tests := []struct {
		name, field, input string
		value              float64
		params             coefs
		want               float64
	}{
		{"level over the tip of a piezometer", "level", "", 169.149444, coefs{"elevation": 12.350}, 29.5984430},
		{"level of a submersible gauge", "level", "head", 4.6075, coefs{"elevation": 36.520}, 41.1275},
		{"level below a radar", "level", "distance", 4.6075, coefs{"elevation": 45.735}, 41.1275},
		{"level by a dip meter", "level", "depth", 2.5, coefs{"collar": 43.6275}, 41.1275},
		{"depth below the collar", "depth", "head", 4.6075, coefs{"elevation": 36.520, "collar": 43.6275}, 2.5},
		{"depth from a level", "depth", "level", 41.1275, coefs{"collar": 43.6275}, 2.5},
		{"pressure at the tip", "pressure", "level", 29.598443, coefs{"elevation": 12.350}, 169.149444},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			rule := formula.Rule{ComputedField: test.field, System: "WATER_LEVEL", Params: test.params, Options: map[string]string{"input": test.input}}
			p := compile(t, formula.Setting{Rules: []formula.Rule{rule}, Field: exact})
			name := test.input
			if name == "" {
				name = "pressure"
			}
			in := values{name: test.value}
			near(t, test.field, observe(p, in, nil).at(test.field, 0), test.want)
			if steps := p.Explain(in.in(p), &formula.Env{}, reading.Column{Field: test.field}); len(steps) != 1 || len(steps[0].Inputs) < 2 {
				t.Errorf("explained by %v", steps)
			}
		})
	}
	for _, rule := range []formula.Rule{
		{ComputedField: "temp", System: "WATER_LEVEL", Params: coefs{"elevation": 1}},
		{ComputedField: "pressure", System: "WATER_LEVEL", Params: coefs{"elevation": 1}},
		{ComputedField: "depth", System: "WATER_LEVEL", Params: coefs{"elevation": 1}},
		{ComputedField: "level", System: "WATER_LEVEL"},
	} {
		if _, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}}); err == nil {
			t.Errorf("%+v was accepted", rule)
		}
	}
}
