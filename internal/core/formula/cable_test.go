package formula_test

import (
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// The worked numbers of domain formulas.md section 26.
func TestCableForce(t *testing.T) {
	cable := func(params coefs, input string) formula.Program {
		rule := formula.Rule{ComputedField: "cableForce", System: "CABLE_FORCE", Params: coefs{"m": 62.3, "L": 128.45}}
		for name, v := range params {
			rule.Params[name] = v
		}
		if input != "" {
			rule.Options = map[string]string{"input": input}
		}
		return compile(t, formula.Setting{Rules: []formula.Rule{rule}})
	}
	for name, test := range map[string]struct {
		program formula.Program
		in      values
		want    float64
	}{
		"first order":    {cable(nil, ""), values{"freqZ": 0.8734}, 3136.480778},
		"third order":    {cable(coefs{"order": 3}, "freqX"), values{"freqX": 2.6355, "freqZ": 9}, 3173.217106},
		"with stiffness": {cable(coefs{"order": 3, "EI": 1.25e6}, ""), values{"freqZ": 2.6355}, 3166.487587},
	} {
		got := observe(test.program, test.in, nil)
		if got.flag != 0 || got.reason != "" {
			t.Errorf("%s: flag %v, reason %q", name, got.flag.Names(), got.reason)
		}
		near(t, name, got.at("cableForce", 0), test.want)
	}
	for name, in := range map[string]values{formula.NotPositive: {"freqZ": 0}, formula.MissingValue + "freqZ": {"freqX": 1}} {
		if got := observe(cable(nil, ""), in, nil); got.flag != reading.Invalid || got.reason != name {
			t.Errorf("%v: flag %v, reason %q", in, got.flag.Names(), got.reason)
		}
	}
}
