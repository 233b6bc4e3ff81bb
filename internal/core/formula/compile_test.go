package formula_test

import (
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// exact gives every field so many decimals that rounding does not affect comparisons at 1e-7.
func exact(string) (int, string, bool) { return 9, "", true }

// near compares as formulas.md asks: relative tolerance 1e-7, absolute below 1.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-7*math.Max(math.Abs(want), 1) {
		t.Errorf("%s: %.10g, want %.10g", what, got, want)
	}
}

func compile(t *testing.T, s formula.Setting) formula.Program {
	t.Helper()
	if s.Field == nil {
		s.Field = exact
	}
	p, err := formula.Compile(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// values are raw numbers by "field", "role.field" or "field/node".
type values map[string]float64

func (v values) in(p formula.Program) []float64 {
	in := make([]float64, len(p.Inputs()))
	for i, input := range p.Inputs() {
		name := input.Field
		if input.Role != "" {
			name = input.Role + "." + name
		}
		if input.Node != 0 {
			name = fmt.Sprintf("%s/%d", name, input.Node)
		}
		in[i] = reading.Missing
		if given, ok := v[name]; ok {
			in[i] = given
		}
	}
	return in
}

type observation struct {
	flag   reading.Flag
	reason string
	out    []float64
	p      formula.Program
}

func observe(p formula.Program, v values, env *formula.Env) observation {
	if env == nil {
		env = &formula.Env{Elapsed: math.NaN()}
	}
	out := make([]float64, p.Observed().Len())
	flag, reason := p.Observe(v.in(p), env, out)
	return observation{flag, reason, out, p}
}

func (o observation) at(field string, node int32) float64 {
	i := o.p.Observed().Index(reading.Column{Field: field, Node: node})
	if i < 0 {
		return math.Inf(1)
	}
	return o.out[i]
}

type coefs = map[string]float64
