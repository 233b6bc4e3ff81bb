package formula_test

import (
	"testing"

	"plumbline/internal/core/formula"
)

func BenchmarkCustom(b *testing.B) {
	s := customSetting("K*(f0^2-freq^2)+Kt*(temp-t0)")
	s.Coefficients = coefs{"K": 1.1534e-4, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4}
	benchmark(b, s, values{"freq": 2671.8, "temp": 15.7})
}

func BenchmarkCustomOfFieldsAlone(b *testing.B) {
	s := formula.Setting{Rules: []formula.Rule{{ComputedField: "y", Text: "k*(g*g-h*h)+kt*(x-t1)"}}}
	benchmark(b, s, values{"k": 1.1534e-4, "h": 2671.8, "g": 2934.5, "kt": -0.0512, "x": 15.7, "t1": 22.4})
}

func BenchmarkVWLinear(b *testing.B) {
	s := formula.Setting{
		Rules: []formula.Rule{{ComputedField: "y", System: "VW_LINEAR"}}, Coefficients: coefs{"K": 1.1534e-4, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4},
	}
	benchmark(b, s, values{"freq": 2671.8, "temp": 15.7})
}

func BenchmarkInclinoChain(b *testing.B) { benchmark(b, chainSetting("bottom"), chainReading(true)) }

// benchmark reports the target figure: a custom formula under 150 ns, without allocation.
func benchmark(b *testing.B, s formula.Setting, v values) {
	p, err := formula.Compile(s)
	if err != nil {
		b.Fatal(err)
	}
	in, out, env := v.in(p), make([]float64, p.Observed().Len()), &formula.Env{Elapsed: 300}
	b.ReportAllocs()
	for b.Loop() {
		p.Observe(in, env, out)
	}
}

func TestObservingAllocatesNothing(t *testing.T) {
	settings := map[string]formula.Setting{
		"custom": customSetting("K*(f0^2-freq^2)+(temp>1?ln(temp):prev.y)"),
		"chain":  chainSetting("bottom"),
		"gnss":   {Rules: []formula.Rule{{System: "GNSS_ENU"}}},
		"prism":  {Rules: []formula.Rule{stationRule()}},
		"space":  array3D("joint", "far"),
		"tilt":   {Rules: []formula.Rule{{System: "TILT"}}, Coefficients: coefs{"installHeight": 32}},
		"load":   loadCell("eccentricity"),
		"strut":  {Rules: []formula.Rule{{System: "AXIAL_STEEL", ComputedField: "force", Params: coefs{"diameter": 609, "wall": 16}, Options: strutSources}}},
		"crack":  {Rules: []formula.Rule{{System: "CRACK_3D", Options: map[string]string{"gaugeY": "P7", "gaugeZ": "P8"}}}},
		"rain":   {Rules: []formula.Rule{{System: "RAIN", Options: map[string]string{"input": "counter"}}}},
		"track":  {Rules: []formula.Rule{{System: "TRAJECTORY"}}},
		"cold":   {Rules: []formula.Rule{{System: "PT100", ComputedField: "temp"}}},
		"prisms": {Rules: []formula.Rule{{System: "STATION_SECTION", ComputedField: "chord", Options: map[string]string{"other": "P2"}}}},
	}
	for name, s := range settings {
		p := compile(t, s)
		in := make([]float64, len(p.Inputs()))
		for i := range in {
			in[i] = 4
		}
		out, changed, env := make([]float64, p.Observed().Len()), make([]float64, p.Changed().Len()), &formula.Env{Elapsed: 300}
		if n := testing.AllocsPerRun(100, func() {
			p.Observe(in, env, out)
			p.Change(out, out, changed)
			p.Derive(changed)
		}); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
