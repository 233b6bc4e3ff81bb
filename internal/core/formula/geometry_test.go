package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// prism returns the coordinates of a source as inputs.
func prism(role string, n, e, z float64) values {
	return values{role + "northing": n, role + "easting": e, role + "elevation": z}
}

func together(all ...values) values {
	sum := values{}
	for _, one := range all {
		for name, v := range one {
			sum[name] = v
		}
	}
	return sum
}

func TestWorkedSection(t *testing.T) {
	rule := func(field string) formula.Rule {
		return formula.Rule{
			System: "STATION_SECTION", ComputedField: field, Params: coefs{"Ns": 100, "Es": 50, "Ne": 110, "Ee": 75},
			Options: map[string]string{"other": "P2"},
		}
	}
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{rule("chord"), rule("convergence"), rule("offset"), rule("settlement")}})
	before := together(prism("", 102.4312, 58.2207, 12.3345), prism("P2.", 102.5518, 63.7104, 12.3391))
	now := together(prism("", 102.4310, 58.2231, 12.3329), prism("P2.", 102.5521, 63.7082, 12.3377))
	initial, last := observe(p, before, nil), observe(p, now, nil)
	near(t, "chord0", initial.at("chord", 0), 5.491026462)
	near(t, "chord", last.at("chord", 0), 5.486438759)
	near(t, "offset0", initial.at("offset", 0), 795.778802)
	near(t, "offset", last.at("offset", 0), 796.855835)
	for field, want := range map[string]float64{"convergence": -4.5877030, "offset": 1.0770330, "settlement": -1.6} {
		if got := changes(initial, last, nil)[reading.Column{Field: field}]; math.Abs(got-want) > 1e-7 {
			t.Errorf("%s changed by %.8f, want %.8f", field, got, want)
		}
	}
	for _, field := range []string{"chord", "convergence", "offset", "settlement"} {
		steps := p.Explain(now.in(p), &formula.Env{}, reading.Column{Field: field})
		if len(steps) != 1 || steps[0].Value != last.at(field, 0) || len(steps[0].Inputs) == 0 {
			t.Errorf("%s is explained by %+v", field, steps)
		}
	}

	delete(now, "P2.easting")
	silent := observe(p, now, nil)
	if silent.reason != "missing:P2.easting" || !reading.IsMissing(silent.at("chord", 0)) || reading.IsMissing(silent.at("offset", 0)) {
		t.Errorf("the other prism silent: %q, chord %v, offset %v", silent.reason, silent.at("chord", 0), silent.at("offset", 0))
	}
}

// The coordinates may come from another rule of the point.
func TestSectionReadsTheStation(t *testing.T) {
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{
		{System: "STATION_SECTION", ComputedField: "chord", Options: map[string]string{"other": "P2"}},
		{System: "TS_POLAR", Options: map[string]string{"input": "coordinates"}},
	}})
	got := observe(p, together(values{"n": 102.4312, "e": 58.2207, "z": 12.3345}, prism("P2.", 102.5518, 63.7104, 12.3391)), nil)
	near(t, "chord", got.at("chord", 0), 5.491026462)
}

func TestReferenceLineNeedsLength(t *testing.T) {
	_, err := formula.Compile(formula.Setting{Rules: []formula.Rule{{
		System: "STATION_SECTION", ComputedField: "offset", Params: coefs{"Ns": 1, "Es": 2, "Ne": 1, "Ee": 2},
	}}})
	if wrong, ok := formula.AsError(err); !ok || wrong.Detail != "Ne" {
		t.Errorf("a line without length: %v", err)
	}
}

func TestWorkedRail(t *testing.T) {
	twist := formula.Rule{System: "RAIL", ComputedField: "twist", Options: map[string]string{"behind": "P9"}}
	versine := formula.Rule{System: "RAIL", ComputedField: "alignL", Options: map[string]string{"field": "dy", "behind": "P1", "ahead": "P2"}}
	checkScalars(t, []scalarCase{
		{"gauge", formula.Rule{System: "RAIL", ComputedField: "gauge"}, nil, values{"gauge": 1437.36}, 2.36},
		{"cant", formula.Rule{System: "RAIL", ComputedField: "cant"}, nil, values{"angleX": 0.312}, 8.1953275},
		{"twist", twist, nil, values{"angleX": 0.312, "P9.cant": 3.0995280}, 5.0957995},
		{"versine of offsets", versine, nil, values{"dy": 1.4, "P1.dy": 0, "P2.dy": 0.1}, 1.35},
	})
	ends := map[string]string{"behind": "P1", "ahead": "P2"}
	line := together(prism("P1.", 0, 0, 10), prism("P2.", 6, 8, 10.002))
	checkScalars(t, []scalarCase{
		// 3 mm to the right of the middle of a chord of 10 m with azimuth 53.13°, and 4 mm above it.
		{
			"versine in plan",
			formula.Rule{System: "RAIL", ComputedField: "alignR", Options: ends},
			nil,
			together(line, prism("", 3-0.003*0.8, 4+0.003*0.6, 0)), 3,
		},
		{"versine in height", formula.Rule{System: "RAIL", ComputedField: "profileL", Options: ends}, nil, together(line, prism("", 3, 4, 10.005)), 4},
	})
	p := compile(t, formula.Setting{Rules: []formula.Rule{twist}})
	if got := observe(p, values{"angleX": 0.312}, nil); got.reason != "missing:P9.cant" || got.flag.Valid() {
		t.Errorf("without the point behind: %q, %v", got.reason, got.flag.Names())
	}
	same := compile(t, formula.Setting{Rules: []formula.Rule{{System: "RAIL", ComputedField: "alignL", Options: ends}}})
	at := together(prism("", 1, 1, 1), prism("P1.", 2, 2, 2), prism("P2.", 2, 2, 2))
	if got := observe(same, at, nil); got.reason != formula.DividedByZero {
		t.Errorf("a chord without length: %q", got.reason)
	}
}

func TestWorkedWind(t *testing.T) {
	pressure := formula.Rule{System: "WIND", Options: map[string]string{"result": "pressure"}}
	checkScalars(t, []scalarCase{
		{"pressure", pressure, nil, values{"windSpeed": 28.4}, 0.5041},
		{"height law", formula.Rule{System: "WIND", Params: coefs{"height": 25}}, nil, values{"windSpeed": 6.88}, 5.9964945},
		{
			"of the gusts",
			formula.Rule{System: "WIND", Options: map[string]string{"result": "pressure", "field": "windMax"}},
			nil,
			values{"windMax": 28.4},
			0.5041,
		},
	})
	pressure.ComputedField = "y"
	if got := observe(compile(t, formula.Setting{Rules: []formula.Rule{pressure}}), values{}, nil); got.reason != "missing:windSpeed" {
		t.Errorf("without wind: %q", got.reason)
	}
}

func TestWorkedTrajectory(t *testing.T) {
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{{System: "TRAJECTORY"}}})
	first := values{"lat": 30.527182, "lon": 114.358901, "height": 48, "hdop": 1.2}
	second := values{"lat": 30.528014, "lon": 114.360277, "height": 48, "hdop": 1.2}
	initial := observe(p, first, nil)
	walked := &formula.Env{Previous: initial.out, Elapsed: 600}
	now := observe(p, second, walked)
	change := changes(initial, now, nil)
	for _, field := range []string{"moved", "dist"} {
		if got := change[reading.Column{Field: field}]; math.Abs(got-161.024820) > 1e-6 {
			t.Errorf("%s %.6f m, want 161.024820 m", field, got)
		}
	}
	for _, test := range []struct {
		name   string
		in     values
		env    *formula.Env
		reason string
	}{
		{"a poor fix", together(second, values{"hdop": 5.1}), walked, formula.PoorFix},
		{"a jump", second, &formula.Env{Previous: initial.out, Elapsed: 3}, formula.TooFast},
		{"no position", values{"lat": 30}, nil, "missing:lon"},
	} {
		got := observe(p, test.in, test.env)
		if got.reason != test.reason || got.flag.Valid() {
			t.Errorf("%s: reason %q, flag %v", test.name, got.reason, got.flag.Names())
		}
		if steps := p.Explain(test.in.in(p), orNothing(test.env), reading.Column{Field: "lon"}); steps[0].Reason != test.reason {
			t.Errorf("%s is explained by %q", test.name, steps[0].Reason)
		}
	}
	if got := observe(p, values{"lat": 30, "lon": 114}, nil); got.flag != 0 || !reading.IsMissing(got.at("height", 0)) {
		t.Errorf("a fix without height and HDOP: %v", got.flag.Names())
	}
}

func orNothing(env *formula.Env) *formula.Env {
	if env == nil {
		return &formula.Env{Elapsed: math.NaN()}
	}
	return env
}

func TestRainOfACounter(t *testing.T) {
	rule := formula.Rule{System: "RAIN", Options: map[string]string{"input": "counter"}}
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{rule}, Coefficients: coefs{"Kr": 0.2}})
	var env *formula.Env
	for _, test := range []struct {
		name       string
		pulses     float64
		rain       float64
		flag       reading.Flag
		reason     string
		hasNothing bool
	}{
		{name: "the first reading", pulses: 1000, reason: "missing:prev.total", hasNothing: true},
		{name: "rain", pulses: 1013, rain: 2.6, flag: reading.Partial},
		{name: "no rain", pulses: 1013, flag: reading.Partial},
		{name: "a reset", pulses: 7, rain: 1.4, flag: reading.Partial},
		{name: "after the reset", pulses: 8, rain: 0.2, flag: reading.Partial},
		{name: "a lot", pulses: 4000, rain: 798.4, flag: reading.Partial},
		{name: "a fall to an implausible count", pulses: 3000, flag: reading.Partial},
	} {
		in := values{"pulse": test.pulses}
		got := observe(p, in, env)
		if got.flag != test.flag || got.reason != test.reason || reading.IsMissing(got.at("rain", 0)) != test.hasNothing {
			t.Errorf("%s: rain %v, flag %v, reason %q", test.name, got.at("rain", 0), got.flag.Names(), got.reason)
		}
		if !test.hasNothing {
			near(t, test.name, got.at("rain", 0), test.rain)
		}
		near(t, "total", got.at("total", 0), test.pulses*0.2)
		steps := p.Explain(in.in(p), orNothing(env), reading.Column{Field: "rain"})
		if last := steps[len(steps)-1]; last.Reason != test.reason || last.Value != got.at("rain", 0) && !test.hasNothing {
			t.Errorf("%s is explained by %+v", test.name, last)
		}
		env = &formula.Env{Previous: got.out, Elapsed: 300}
	}
	silent := observe(p, values{}, env)
	if silent.reason != "missing:pulse" || silent.flag.Valid() {
		t.Errorf("a silent counter: %q %v", silent.reason, silent.flag.Names())
	}
}
