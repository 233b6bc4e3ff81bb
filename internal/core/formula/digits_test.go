package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// A vibrating wire piezometer with a barometer: pressure from the frequency, corrected pressure from both, level from
// the corrected pressure. The expected values use all digits; rounding the pressures to their stored digits first
// would move the level by 1e-6 m.
func TestChainedRulesUseAllDigits(t *testing.T) {
	fields := map[string]int{"pressure": 2, "corrected": 2, "level": 3} // decimals shown
	program, err := formula.Compile(formula.Setting{
		Rules: []formula.Rule{
			{ComputedField: "level", Text: "30 + corrected / 9.80665"},
			{ComputedField: "corrected", Text: "pressure - (barometer.pressure - 101.325)"},
			{ComputedField: "pressure", Text: "0.00000012*freq^4/1000000 - 0.148*freq^2/1000 + 1180.5 + 0.0821*(temp - 20.3)"},
		},
		Field: func(name string) (int, string, bool) { d, ok := fields[name]; return d, "", ok },
	})
	if err != nil {
		t.Fatal(err)
	}
	off := 0
	for i := range 200 {
		freq, temp, barometer := 2700+0.37*float64(i), 12.4+0.013*float64(i), 100.9+0.0071*float64(i)
		pressure := 0.00000012*math.Pow(freq, 4)/1000000 - 0.148*freq*freq/1000 + 1180.5 + 0.0821*(temp-20.3)
		corrected := pressure - (barometer - 101.325)
		level := 30 + corrected/9.80665
		in := make([]float64, len(program.Inputs()))
		for k, input := range program.Inputs() {
			in[k] = map[string]float64{"freq": freq, "temp": temp, "pressure": barometer}[input.Field]
		}
		out := make([]float64, program.Observed().Len())
		if _, reason := program.Observe(in, &formula.Env{}, out); reason != "" {
			t.Fatal(reason)
		}
		for field, want := range map[string]float64{"pressure": to(pressure, 5), "corrected": to(corrected, 5), "level": to(level, 6)} {
			got := out[program.Observed().Index(reading.Column{Field: field})]
			if math.Abs(got-want) > 1e-9 {
				t.Fatalf("reading %d: %s %.9f, want %.9f", i, field, got, want)
			}
		}
		if math.Abs(to(30+to(to(pressure, 5)-(barometer-101.325), 5)/9.80665, 6)-to(level, 6)) > 5e-7 {
			off++
		}
		steps := program.Explain(in, &formula.Env{}, reading.Column{Field: "level"})
		if got := steps[len(steps)-1].Value; got != out[program.Observed().Index(reading.Column{Field: "level"})] {
			t.Fatalf("explained %v", got)
		}
	}
	if off == 0 {
		t.Error("rounding at each rule changes no reading: the test proves nothing")
	}
}

func to(v float64, decimals int) float64 {
	p := math.Pow10(decimals)
	return math.Round(v*p) / p
}

// An overflow in one rule does not affect others but is flagged, whatever rule it comes from.
func TestOverflowIsFlagged(t *testing.T) {
	program, err := formula.Compile(formula.Setting{Rules: []formula.Rule{
		{ComputedField: "level", Text: "x * 2"}, {ComputedField: "temp", Text: "y"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 2)
	flag, reason := program.Observe([]float64{1e308, 20}, &formula.Env{}, out)
	if flag != reading.NotComputed || reason != formula.NotANumber || !reading.IsMissing(out[0]) || out[1] != 20 {
		t.Errorf("%v %q %v", flag.Names(), reason, out)
	}
	if flag, _ = program.Observe([]float64{1e308, reading.Missing}, &formula.Env{}, out); flag != reading.NotComputed|reading.Invalid {
		t.Errorf("%v", flag.Names())
	}
}
