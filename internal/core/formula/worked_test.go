package formula_test

import (
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func TestWorkedScalars(t *testing.T) {
	vw := coefs{"K": 1.1534e-4, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4}
	tests := []struct {
		name  string
		rule  formula.Rule
		coefs coefs
		in    values
		want  float64
	}{
		{"VW_LINEAR", formula.Rule{System: "VW_LINEAR"}, vw, values{"freq": 2671.8, "temp": 15.7}, 170.21291},
		{"VW_LINEAR as a custom formula", formula.Rule{Text: "K*(f0^2-f^2)+Kt*(t-t0)"}, vw, values{"freq": 2671.8, "temp": 15.7}, 170.21291},
		{
			"rebar",
			formula.Rule{System: "VW_LINEAR", Params: coefs{"dir": 1}},
			coefs{"K": 4.315e-5, "f0": 1587.9, "Kt": 0.021, "t0": 24.2},
			values{"freq": 1652.3, "temp": 18.6},
			8.88646217,
		},
		{
			"VW_POLY without corrections",
			formula.Rule{System: "VW_POLY"},
			coefs{"A": -3.4521e-7, "B": -0.11207, "C": 990.6702},
			values{"freq": 2671.8},
			173.065448,
		},
		{
			"VW_POLY",
			formula.Rule{System: "VW_POLY", Options: map[string]string{"barometer": "barometer", "barometerField": "pressure"}},
			coefs{"A": -3.4521e-7, "B": -0.11207, "C": 990.6702, "Kt": -0.0512, "t0": 22.4, "S0": 100.31},
			values{"freq": 2671.8, "temp": 15.7, "barometer.pressure": 101.02},
			172.698488,
		},
		{
			"GK_LINEAR",
			formula.Rule{System: "GK_LINEAR", Options: map[string]string{"barometer": "P12", "barometerField": "pressure"}},
			coefs{"G": -0.1151, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4, "S0": 100.31},
			values{"freq": 2671.8, "temp": 15.7, "P12.pressure": 101.02},
			169.149444,
		},
		{
			"GK_LINEAR with a barometer in hPa",
			formula.Rule{System: "GK_LINEAR", Options: map[string]string{"barometer": "barometer"}},
			coefs{"G": -0.1151, "R0": 8611.290250, "Kt": -0.0512, "t0": 22.4, "S0": 100.31},
			values{"freq": 2671.8, "temp": 15.7, "barometer.airPressure": 1010.2},
			169.149444,
		},
		{
			"GK_LINEAR temperature term",
			formula.Rule{System: "GK_LINEAR"},
			coefs{"G": 1, "R0": 8000, "Kt": 0.1319, "t0": 22},
			values{"digits": 8000, "temp": 15},
			-0.9233,
		},
		{"digits of a period", formula.Rule{Text: "1000/period^2"}, nil, values{"period": 0.354}, 7979.826997},
		{"frequency of digits", formula.Rule{Text: "sqrt(digits*1000)"}, nil, values{"digits": 8000}, 2828.427125},
		{"MA_LINEAR", formula.Rule{System: "MA_LINEAR"}, coefs{"fullscale": 10}, values{"ma": 11.372}, 4.6075},
		{"VOLT_LINEAR", formula.Rule{System: "VOLT_LINEAR"}, coefs{"fullscale": 600}, values{"volt": 2.7183}, 326.196},
		{"THERM_SH 3000", formula.Rule{System: "THERM_SH"}, nil, values{"res": 3000}, 24.9920423},
		{"THERM_SH 5000", formula.Rule{System: "THERM_SH"}, nil, values{"res": 5000}, 13.7295975},
		{"THERM_SH of older programs", formula.Rule{System: "THERM_SH", Params: coefs{"offset": -0.05}}, nil, values{"res": 5000}, 13.6795975},
		{"THERM_SH 9796", formula.Rule{System: "THERM_SH"}, nil, values{"res": 9796}, -0.0177285},
		{
			"THERM_SH from three points",
			formula.Rule{System: "THERM_SH", Params: coefs{"A": 1.125256672e-03, "B": 2.347204473e-04, "C": 8.563052732e-08}},
			nil,
			values{"res": 8000},
			30.1657736,
		},
		{
			"DIRECT", formula.Rule{
				System: "DIRECT", Options: map[string]string{"field": "disp"}, Params: coefs{"scale": 10, "offset": -1},
			}, nil, values{"disp": 1.25}, 11.5,
		},
		{"precedence", formula.Rule{Text: "-2^2+3*4"}, nil, nil, 8},
		{"hypot", formula.Rule{Text: "hypot(3,4)"}, nil, nil, 5},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.rule.ComputedField = "y"
			p := compile(t, formula.Setting{Rules: []formula.Rule{test.rule}, Coefficients: test.coefs})
			got := observe(p, test.in, nil)
			if got.flag != 0 || got.reason != "" {
				t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
			}
			near(t, "y", got.at("y", 0), test.want)
			steps := p.Explain(test.in.in(p), &formula.Env{Elapsed: math.NaN()}, reading.Column{Field: "y"})
			if len(steps) == 0 || steps[len(steps)-1].Value != got.at("y", 0) {
				t.Errorf("the explanation ends in %+v", steps)
			}
		})
	}
}

// Water level from Geokon digits, formulas.md section 4: rules may be written in any order.
func TestWaterLevelIsAChainOfRules(t *testing.T) {
	p := compile(t, formula.Setting{
		Rules: []formula.Rule{
			{ComputedField: "depth", Text: "31.5 - level"},
			{ComputedField: "level", Text: "elevation + head"},
			{ComputedField: "head", Text: "pressure/9.80665"},
			{ComputedField: "pressure", System: "GK_LINEAR", Options: map[string]string{"barometer": "barometer", "barometerField": "pressure"}},
		},
		Coefficients: coefs{"G": -0.1151, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4, "S0": 100.31, "elevation": 12.350},
	})
	in := values{"freq": 2671.8, "temp": 15.7, "barometer.pressure": 101.02}
	got := observe(p, in, nil)
	near(t, "pressure", got.at("pressure", 0), 169.149444)
	near(t, "head", got.at("head", 0), 17.24844301)
	near(t, "level", got.at("level", 0), 29.5984430)
	near(t, "depth", got.at("depth", 0), 31.5-29.5984430)

	var order []string
	for _, step := range p.Explain(in.in(p), &formula.Env{}, reading.Column{Field: "depth"}) {
		if step.Field != "" {
			order = append(order, step.Field)
		}
	}
	if fmt.Sprint(order) != "[pressure head level depth]" {
		t.Errorf("explained in the order %v", order)
	}
}

func TestQualityOfScalars(t *testing.T) {
	vw := formula.Rule{ComputedField: "y", System: "VW_LINEAR"}
	vwCoefs := coefs{"K": 1.1534e-4, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4}
	loop := formula.Rule{ComputedField: "y", System: "MA_LINEAR"}
	volt := formula.Rule{ComputedField: "y", System: "VOLT_LINEAR"}
	full := coefs{"fullscale": 10}
	baro := formula.Rule{ComputedField: "y", System: "GK_LINEAR", Options: map[string]string{"barometer": "barometer"}}
	tests := []struct {
		name   string
		rule   formula.Rule
		coefs  coefs
		in     values
		flag   reading.Flag
		reason string
		has    bool
	}{
		{"no temperature", vw, vwCoefs, values{"freq": 2671.8}, reading.NoTemp, "", true},
		{"temperature is NaN", vw, vwCoefs, values{"freq": 2671.8, "temp": math.NaN()}, reading.NoTemp, "", true},
		{"no temperature needed", vw, coefs{"K": 1, "f0": 2000}, values{"freq": 2671.8}, 0, "", true},
		{"wire too low", vw, vwCoefs, values{"freq": 399, "temp": 20}, reading.OutOfRange, "", true},
		{"wire too high", vw, vwCoefs, values{"freq": 6001, "temp": 20}, reading.OutOfRange, "", true},
		{"no frequency", vw, vwCoefs, values{"temp": 20}, reading.Invalid, "missing:freq", false},
		{"frequency is NaN", vw, vwCoefs, values{"freq": math.NaN(), "temp": 20}, reading.Invalid, "missing:freq", false},
		{"broken loop", loop, full, values{"ma": 3.5}, reading.Invalid, formula.SensorFault, false},
		{"shorted loop", loop, full, values{"ma": 21.5}, reading.Invalid, formula.SensorFault, false},
		{"loop below its range", loop, full, values{"ma": 3.7}, reading.OutOfRange, "", true},
		{"loop above its range", loop, full, values{"ma": 20.8}, reading.OutOfRange, "", true},
		{"loop a little below zero", loop, full, values{"ma": 3.9}, 0, "", true},
		{"voltage a little below zero", volt, full, values{"volt": -0.04}, 0, "", true},
		{"voltage off", volt, full, values{"volt": -0.06}, reading.Invalid, formula.SensorFault, false},
		{"voltage too high", volt, full, values{"volt": 5.2}, reading.Invalid, formula.SensorFault, false},
		{"thermistor shorted", formula.Rule{ComputedField: "y", System: "THERM_SH"}, nil, values{"res": 0}, reading.Invalid, formula.NotPositive, false},
		{"barometer silent", baro, coefs{"G": -0.1, "R0": 8000, "S0": 100}, values{"digits": 8000}, reading.Invalid, "missing:barometer.airPressure", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := compile(t, formula.Setting{Rules: []formula.Rule{test.rule}, Coefficients: test.coefs})
			got := observe(p, test.in, nil)
			if got.flag != test.flag || got.reason != test.reason || test.has == reading.IsMissing(got.at("y", 0)) {
				t.Errorf("flag %v reason %q value %v", got.flag.Names(), got.reason, got.at("y", 0))
			}
		})
	}
}

func TestRangeOfTheInstrument(t *testing.T) {
	p := compile(t, formula.Setting{
		Rules: []formula.Rule{{ComputedField: "width", System: "DIRECT", Options: map[string]string{"field": "disp"}}},
		Range: func(field string) (float64, float64, bool) { return -25, 100, field == "disp" },
	})
	for v, want := range map[float64]reading.Flag{-25: 0, 100: 0, 100.01: reading.OutOfRange, -26: reading.OutOfRange} {
		if got := observe(p, values{"disp": v}, nil); got.flag != want || got.at("width", 0) != v {
			t.Errorf("%v mm: flag %v, value %v", v, got.flag.Names(), got.at("width", 0))
		}
	}
}

// A broken thermometer does not invalidate a piezometer, nor a broken segment its array.
func TestCompanionOutOfRangeIsIgnored(t *testing.T) {
	limits := map[string][2]float64{"freq": {400, 6000}, "temp": {-40, 85}, "angleX": {-30, 30}, "angleY": {-30, 30}}
	inside := func(field string) (float64, float64, bool) { l, ok := limits[field]; return l[0], l[1], ok }
	p := compile(t, formula.Setting{
		Rules:        []formula.Rule{{ComputedField: "pressure", System: "VW_LINEAR"}, {ComputedField: "temp", System: "DIRECT"}},
		Coefficients: coefs{"K": 1.1534e-4, "f0": 2934.5, "Kt": -0.0512, "t0": 22.4}, Range: inside,
	})
	in := values{"freq": 2671.8, "temp": -273}
	got := observe(p, in, nil)
	if got.flag != reading.NoTemp || !reading.IsMissing(got.at("temp", 0)) {
		t.Errorf("flag %v, temp %v", got.flag.Names(), got.at("temp", 0))
	}
	near(t, "pressure", got.at("pressure", 0), 169.86987)
	if numbers := in.in(p); observe(p, in, nil).flag == 0 || numbers[1] != -273 && numbers[0] != -273 {
		t.Errorf("the caller's numbers were changed: %v", numbers)
	}

	alone := compile(t, formula.Setting{Rules: []formula.Rule{{ComputedField: "temp", System: "DIRECT"}}, Range: inside})
	if got := observe(alone, values{"temp": 90}, nil); got.flag != reading.OutOfRange || got.at("temp", 0) != 90 {
		t.Errorf("a thermometer: flag %v, temp %v", got.flag.Names(), got.at("temp", 0))
	}

	s := chainSetting("bottom")
	s.Range = inside
	chain := compile(t, s)
	before := observe(chain, chainReading(true), nil)
	broken := chainReading(true)
	broken["angleX/2"] = 31
	if got := observe(chain, broken, &formula.Env{Previous: before.out}); got.flag != reading.Interpolated || got.at("x", 0) != before.at("x", 0) {
		t.Errorf("an array: flag %v, top at %v", got.flag.Names(), got.at("x", 0))
	}
}

func TestWorkedGNSS(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{System: "GNSS_ENU"}}, AxisAzimuth: 320, Field: exact})
	initial := observe(p, values{"lat": 30.527182345, "lon": 114.358901276, "height": 48.3127, "quality": 4}, nil)
	now := observe(p, values{"lat": 30.527182412, "lon": 114.358901173, "height": 48.3051}, nil)
	change := changes(initial, now, nil)
	for field, want := range map[string]float64{
		"e": -9.88521, "n": 7.42777, "u": -7.6, "h2d": 12.36484, "res": 14.51376, "x": 12.04409, "y": -2.79803, "z": -7.6, "azi": 306.9213,
	} {
		if got := change[reading.Column{Field: field}]; math.Abs(got-want) > 1e-4 {
			t.Errorf("%s: %.6f, want %.6f", field, got, want)
		}
	}
}

func TestOnlyFixedSolutionsAreValid(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{System: "GNSS_ENU"}}})
	at := values{"lat": 30.5, "lon": 114.3, "height": 48}
	for quality, want := range map[float64]reading.Flag{4: 0, 5: reading.Abnormal, 1: reading.Invalid, 2: reading.Invalid, 0: reading.Invalid} {
		at["quality"] = quality
		got := observe(p, at, nil)
		if got.flag != want || reading.IsMissing(got.at("lat", 0)) != (want == reading.Invalid) {
			t.Errorf("quality %v: flag %v, lat %v", quality, got.flag.Names(), got.at("lat", 0))
		}
	}
}

func TestGNSSWithENUInput(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{System: "GNSS_ENU", Options: map[string]string{"input": "enu"}}}, AxisAzimuth: 90})
	initial := observe(p, values{"n": 0.001, "e": 0.002, "u": 0.003}, nil)
	now := observe(p, values{"n": 0.004, "e": 0.006, "u": -0.009}, nil)
	change := changes(initial, now, nil)
	for field, want := range map[string]float64{"n": 3, "e": 4, "u": -12, "h2d": 5, "res": 13, "x": 4, "y": -3, "z": -12} {
		near(t, field, change[reading.Column{Field: field}], want)
	}
}

func TestSettlementPointHasOnlySettlement(t *testing.T) {
	only := func(field string) (int, string, bool) { return 2, "mm", field == "settlement" || field == "elevation" }
	for _, rule := range []formula.Rule{
		{System: "GNSS_ENU", Options: map[string]string{"input": "enu"}}, {System: "TS_POLAR", Options: map[string]string{"input": "coordinates"}},
	} {
		p := compile(t, formula.Setting{Rules: []formula.Rule{rule}, Field: only})
		initial := observe(p, values{"n": 1, "e": 2, "u": 3, "z": 3}, nil)
		now := observe(p, values{"n": 1, "e": 2, "u": 2.9876, "z": 2.9876}, nil)
		change := changes(initial, now, nil)
		if len(change) != 1 {
			t.Errorf("%s changes in %v", rule.System, p.Changed().List)
		}
		near(t, rule.System, change[reading.Column{Field: "settlement"}], -12.4)
	}
}

func stationRule() formula.Rule {
	return formula.Rule{System: "TS_POLAR", Params: coefs{
		"N0": 500, "E0": 1000, "Z0": 20, "hi": 1.5620, "ht": 0, "C": 0, "bsN1": 741.2286, "bsE1": 1183.5519, "t": 35, "p": 985, "h": 75,
	}}
}

func TestWorkedTotalStation(t *testing.T) {
	near(t, "ppm(20, 1013.25, 60)", formula.AtmosphericPPM(20, 1013.25, 60), 8.03079445)
	near(t, "ppm(35, 985, 75)", formula.AtmosphericPPM(35, 985, 75), 30.00270692)

	p := compile(t, formula.Setting{Rules: []formula.Rule{stationRule()}, AxisAzimuth: 52, Field: exact})
	in := values{"hz": 127 + 14./60 + 8.2/3600, "v": 88 + 21./60 + 34.5/3600, "sd": 183.2746, "backsight1.hz": 12 + 33./60 + 41.6/3600}
	now := observe(p, in, nil)
	near(t, "N", now.at("northing", 0), 338.32716849)
	near(t, "E", now.at("easting", 0), 1086.1740223)
	near(t, "Z", now.at("elevation", 0), 26.81100720)

	coordinates := compile(t, formula.Setting{
		Rules: []formula.Rule{{System: "TS_POLAR", Options: map[string]string{"input": "coordinates"}}}, AxisAzimuth: 52, Field: exact,
	})
	initial := observe(coordinates, values{"n": 338.3314, "e": 1086.1709, "z": 26.8128}, nil)
	change := changes(initial, now, nil)
	for field, want := range map[string]float64{"x": -0.144768, "y": 5.256757, "z": -1.792799, "h2d": math.Hypot(-4.231509, 3.122305)} {
		if got := change[reading.Column{Field: field}]; math.Abs(got-want) > 1e-6 {
			t.Errorf("%s: %.7f, want %.7f", field, got, want)
		}
	}

	steps := p.Explain(in.in(p), &formula.Env{}, reading.Column{Field: "northing"})
	want := map[string]float64{"ω": 24.70610993, "D": 183.28009873, "HD": 183.20498511, "ΔH": 5.24900720, "az": 151.94172104}
	for _, step := range steps {
		if v, ok := want[step.Key]; ok {
			near(t, step.Key, step.Value, v)
			delete(want, step.Key)
		}
	}
	if len(want) != 0 {
		t.Errorf("the explanation lacks %v", want)
	}
}

func TestTwoFaces(t *testing.T) {
	hz, zenith, c, i := formula.TwoFaces(127.2356111, 307.2367222, 88.3595833, 271.6415278)
	near(t, "hz", hz, 127.23616665)
	near(t, "z", zenith, 88.35902775)
	if math.Abs(c*3600+2) > 1e-3 || math.Abs(i*3600-2) > 1e-3 {
		t.Errorf("collimation %v″, index %v″", c*3600, i*3600)
	}
	if hz, _, c, _ := formula.TwoFaces(359.9998, 180.0004, 90, 270); math.Abs(hz-0.0001) > 1e-9 && math.Abs(hz-360.0001) > 1e-9 || math.Abs(c+0.0003) > 1e-9 {
		t.Errorf("over north: hz %v, collimation %v", hz, c)
	}
}

func TestBacksightsMustAgree(t *testing.T) {
	rule := stationRule()
	rule.Params["bsN2"], rule.Params["bsE2"] = 400, 900
	p := compile(t, formula.Setting{Rules: []formula.Rule{rule}})
	azimuth2 := math.Atan2(-100, -100)*180/math.Pi + 360
	const omega = 24.70610993
	in := values{"hz": 127.235611111, "v": 88.359583333, "sd": 183.2746, "backsight1.hz": 12.561555556, "backsight2.hz": azimuth2 - omega}
	if got := observe(p, in, nil); got.flag != 0 || math.Abs(got.at("residual", 1)) > 0.01 {
		t.Errorf("flag %v %q, residual %v″", got.flag.Names(), got.reason, got.at("residual", 1))
	}
	in["backsight2.hz"] += 60. / 3600
	got := observe(p, in, nil)
	if got.reason != formula.BadOrientation || !reading.IsMissing(got.at("northing", 0)) || math.Abs(math.Abs(got.at("residual", 2))-30) > 0.1 {
		t.Errorf("a backsight off by 60″: flag %v %q, residual %v″", got.flag.Names(), got.reason, got.at("residual", 2))
	}
	delete(in, "backsight2.hz")
	if got := observe(p, in, nil); got.flag != 0 {
		t.Errorf("one backsight is enough: flag %v %q", got.flag.Names(), got.reason)
	}
	delete(in, "backsight1.hz")
	if got := observe(p, in, nil); got.reason != "missing:backsight1.hz" {
		t.Errorf("no backsight: %q", got.reason)
	}
}

func TestEveryChangeHasAnEquation(t *testing.T) {
	settings := map[string]formula.Setting{
		"scalar":      {Rules: []formula.Rule{{ComputedField: "y", Text: "x"}}},
		"chain":       chainSetting("bottom"),
		"gnss":        {Rules: []formula.Rule{{System: "GNSS_ENU"}}},
		"solved gnss": {Rules: []formula.Rule{{System: "GNSS_ENU", Options: map[string]string{"input": "enu"}}}},
		"prism":       {Rules: []formula.Rule{stationRule()}},
	}
	turned := chainSetting("bottom")
	turned.OutputFrame = "NE"
	settings["turned chain"] = turned
	for name, s := range settings {
		p := compile(t, s)
		for i, column := range p.Changed().List {
			text, from := p.ExplainChange(column)
			if text == "" || len(from) == 0 {
				t.Errorf("%s: %v has no equation", name, column)
			}
			for _, c := range from {
				if i < p.Base() && p.Observed().Index(c) < 0 {
					t.Errorf("%s: base column %v comes from %v, which is not observed", name, column, c)
				}
				if at := p.Changed().Index(c); i >= p.Base() && (at < 0 || at >= p.Base()) {
					t.Errorf("%s: %v comes from %v, which is not a base column", name, column, c)
				}
			}
		}
		if text, _ := p.ExplainChange(reading.Column{Field: "none"}); text != "" {
			t.Errorf("%s: an unknown column has equation %q", name, text)
		}
	}
}
