package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func loadCell(field string) formula.Setting {
	return formula.Setting{
		Rules: []formula.Rule{{System: "VW_LOADCELL", ComputedField: field}}, Field: exact,
		Coefficients: coefs{"K": 1.9875e-3, "f01": 1521.3, "f02": 1519.8, "f03": 1530.2, "Kt": 0.15, "t0": 16, "lockOff": 550},
	}
}

// loadCellForce is the force of the wires at 19 °C by the equation of formulas.md section 7.
func loadCellForce(zeros, now []float64) float64 {
	m0, m := 0.0, 0.0
	for i := range zeros {
		m0, m = m0+zeros[i]*zeros[i], m+now[i]*now[i]
	}
	return 1.9875e-3*(m0-m)/float64(len(zeros)) + 0.15*3
}

func TestWorkedLoadCell(t *testing.T) {
	in := values{"freq1": 1432.6, "freq2": 1441.9, "freq3": 1425, "temp": 19}
	force := compile(t, loadCell("force"))
	got := observe(force, in, nil)
	near(t, "force", got.at("force", 0), 532.84454)
	if got.flag != 0 {
		t.Errorf("flag %v", got.flag.Names())
	}
	means := map[string]float64{"M0": 2321885.923333, "M": 2054014.456667}
	for _, step := range force.Explain(in.in(force), &formula.Env{}, reading.Column{Field: "force"}) {
		if want, ok := means[step.Key]; ok {
			near(t, step.Key, step.Value, want)
			delete(means, step.Key)
		}
	}
	if len(means) > 0 {
		t.Errorf("the explanation lacks %v", means)
	}
	near(t, "loss", observe(compile(t, loadCell("loss")), in, nil).at("loss", 0), 100*(550-532.84454)/550)

	// Forces of the wires without temperature term: K·(f0² − f²).
	wire := func(zero, freq float64) float64 { return 1.9875e-3 * (zero*zero - freq*freq) }
	a, b, c := wire(1521.3, 1432.6), wire(1519.8, 1441.9), wire(1530.2, 1425)
	near(t, "eccentricity", observe(compile(t, loadCell("eccentricity")), in, nil).at("eccentricity", 0), 100*(c-b)/((a+b+c)/3))
}

func TestLoadCellWithSilentWires(t *testing.T) {
	limits := func(field string) (low, high float64, ok bool) { return 400, 6000, field != "temp" }
	s := loadCell("force")
	s.Range = limits
	p := compile(t, s)
	for name, in := range map[string]values{
		"not sent":        {"freq1": 1432.6, "freq3": 1425, "temp": 19},
		"not a number":    {"freq1": 1432.6, "freq2": math.NaN(), "freq3": 1425, "temp": 19},
		"sent as 0":       {"freq1": 1432.6, "freq2": 0, "freq3": 1425, "temp": 19},
		"above its range": {"freq1": 1432.6, "freq2": 6500, "freq3": 1425, "temp": 19},
	} {
		t.Run(name, func(t *testing.T) {
			got := observe(p, in, nil)
			if got.flag != reading.Partial || got.reason != "" {
				t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
			}
			near(t, "force of two wires", got.at("force", 0), loadCellForce([]float64{1521.3, 1530.2}, []float64{1432.6, 1425}))
		})
	}
	alone := observe(p, values{"freq2": 1441.9, "temp": 19}, nil)
	if !reading.IsMissing(alone.at("force", 0)) || alone.reason != "missing:freq1" || alone.flag.Valid() {
		t.Errorf("one wire of three: %v, flag %v, reason %q", alone.at("force", 0), alone.flag.Names(), alone.reason)
	}
	if cold := observe(p, values{"freq1": 1432.6, "freq2": 1441.9, "freq3": 1425}, nil); cold.flag != reading.NoTemp {
		t.Errorf("without temperature: %v", cold.flag.Names())
	}
	slack := compile(t, loadCell("eccentricity"))
	if got := observe(slack, values{"freq1": 1521.3, "freq2": 1519.8, "freq3": 1530.2, "temp": 16}, nil); got.reason != formula.NotPositive {
		t.Errorf("the eccentricity without load is %v, reason %q", got.at("eccentricity", 0), got.reason)
	}
	without := loadCell("force")
	delete(without.Coefficients, "f01")
	delete(without.Coefficients, "f02")
	delete(without.Coefficients, "f03")
	if _, err := formula.Compile(without); err == nil {
		t.Error("a load cell without zero frequencies was accepted")
	}
}

var strutSources = map[string]string{"gauge1": "P1", "gauge2": "P2", "gauge3": "P3", "gauge4": "P4"}

func TestWorkedAxialForces(t *testing.T) {
	tube := coefs{"diameter": 609, "wall": 16}
	strains := values{"P1.strain": -412.6, "P2.strain": -398.1, "P3.strain": -405.3, "P4.strain": -420.8}
	concrete := coefs{"width": 800, "height": 900, "bars": 8, "diameter": 25}
	bars := values{"P1.force": -21.35, "P2.force": -19.82, "P3.force": -23.07, "P4.force": -20.44}
	steel := func(field string) formula.Rule {
		return formula.Rule{System: "AXIAL_STEEL", ComputedField: field, Params: tube, Options: strutSources}
	}
	area := map[string]string{"section": "area", "gauge1": "P1", "gauge2": "P2", "gauge3": "P3", "gauge4": "P4"}
	checkScalars(t, []scalarCase{
		{"steel force", steel("force"), nil, strains, 2512.623366},
		{"steel strain", steel("strain"), nil, strains, -409.2},
		{"steel stress", steel("stress"), nil, strains, -84.2952},
		{
			"steel of a known area",
			formula.Rule{System: "AXIAL_STEEL", ComputedField: "force", Params: coefs{"area": 29807.43110}, Options: area},
			nil, strains, 2512.623366,
		},
		{"concrete force", formula.Rule{System: "AXIAL_RC", ComputedField: "force", Params: concrete, Options: strutSources}, nil, bars, 4801.690345},
		{"concrete stress", formula.Rule{System: "AXIAL_RC", ComputedField: "stress", Params: concrete, Options: strutSources}, nil, bars, -43.1271699},
	})
}

func TestStrutWithSilentGauges(t *testing.T) {
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{{
		System: "AXIAL_STEEL", ComputedField: "strain", Params: coefs{"diameter": 609, "wall": 16}, Options: strutSources,
	}}})
	half := observe(p, values{"P1.strain": -400, "P3.strain": -410}, nil)
	if half.flag != reading.Partial || half.at("strain", 0) != -405 || half.reason != "" {
		t.Errorf("half of the gauges: %v, flag %v, reason %q", half.at("strain", 0), half.flag.Names(), half.reason)
	}
	few := observe(p, values{"P1.strain": -400}, nil)
	if !reading.IsMissing(few.at("strain", 0)) || few.reason != "missing:P2.strain" {
		t.Errorf("a quarter of the gauges: %v, reason %q", few.at("strain", 0), few.reason)
	}
}

func TestImpossibleSectionsAreRefused(t *testing.T) {
	for _, test := range []struct {
		rule   formula.Rule
		detail string
	}{
		{formula.Rule{System: "AXIAL_STEEL", ComputedField: "force", Params: coefs{"diameter": 609, "wall": 305}, Options: strutSources}, "wall"},
		{formula.Rule{System: "AXIAL_RC", ComputedField: "force", Params: coefs{"width": 100, "height": 100, "bars": 21, "diameter": 25}, Options: strutSources}, "bars"},
		{formula.Rule{System: "AXIAL_RC", ComputedField: "force", Params: coefs{"width": 800, "height": 900, "bars": 8, "diameter": 25}}, "gauge1"},
	} {
		_, err := formula.Compile(formula.Setting{Rules: []formula.Rule{test.rule}})
		if wrong, ok := formula.AsError(err); !ok || wrong.Detail != test.detail {
			t.Errorf("%s: %v, want a refusal that names %s", test.rule.System, err, test.detail)
		}
	}
}
