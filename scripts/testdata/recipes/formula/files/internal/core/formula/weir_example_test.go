package formula_test

import (
	"testing"

	"plumbline/internal/core/formula"
)

func TestWeirExample(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{
		System: "WEIR_EXAMPLE", ComputedField: "flow", Params: map[string]float64{"head": 0.1},
	}}})
	near(t, "Q of a head of 0.2 m", observe(p, values{"volt": 2}, nil).at("flow", 0), 0.025043961) // 1.4 × 0.2^2.5
}
