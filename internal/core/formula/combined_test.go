package formula_test

import (
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func combination(how string) formula.Rule {
	options := map[string]string{"gauge1": "P1", "gauge2": "P2", "gauge3": "P3"}
	if how != "" {
		options["how"] = how
	}
	return formula.Rule{System: "COMBINED", ComputedField: "force", Options: options}
}

func TestWorkedCombinations(t *testing.T) {
	forces := values{"P1.force": 2, "P2.force": -3, "P3.force": 6}
	checkScalars(t, []scalarCase{
		{"mean by default", combination(""), nil, forces, 5.0 / 3},
		{"mean", combination("mean"), nil, forces, 5.0 / 3},
		{"sum", combination("sum"), nil, forces, 5},
		{"resultant", combination("resultant"), nil, forces, 7},
	})
}

func TestCombinationsWithSilentSubPoints(t *testing.T) {
	for _, test := range []struct {
		how  string
		want float64
		flag reading.Flag
	}{{"mean", 4, reading.Partial}, {"sum", reading.Missing, 0}, {"resultant", reading.Missing, 0}} {
		p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{combination(test.how)}})
		got := observe(p, values{"P1.force": 2, "P3.force": 6}, nil)
		if reading.IsMissing(test.want) {
			if !reading.IsMissing(got.at("force", 0)) || got.reason != "missing:P2.force" {
				t.Errorf("%s without a sub-point: %v, reason %q", test.how, got.at("force", 0), got.reason)
			}
			continue
		}
		if got.at("force", 0) != test.want || got.flag != test.flag || got.reason != "" {
			t.Errorf("%s: %v, flag %v, reason %q", test.how, got.at("force", 0), got.flag.Names(), got.reason)
		}
	}
}
