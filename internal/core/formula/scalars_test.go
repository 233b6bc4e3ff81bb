package formula_test

import (
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// scalarCase is a formula of one value with its inputs and result.
type scalarCase struct {
	name  string
	rule  formula.Rule
	coefs coefs
	in    values
	want  float64
}

// checkScalars compares results without flags with the wanted ones, and the last step of each explanation with its
// result.
func checkScalars(t *testing.T, tests []scalarCase) {
	t.Helper()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.rule.ComputedField == "" {
				test.rule.ComputedField = "y"
			}
			p := compile(t, formula.Setting{Rules: []formula.Rule{test.rule}, Coefficients: test.coefs, Field: exact})
			got := observe(p, test.in, nil)
			if got.flag != 0 || got.reason != "" {
				t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
			}
			column := p.Observed().List[0]
			near(t, column.Field, got.at(column.Field, 0), test.want)
			steps := p.Explain(test.in.in(p), &formula.Env{Elapsed: math.NaN()}, column)
			if len(steps) == 0 || steps[len(steps)-1].Value != got.at(column.Field, 0) {
				t.Fatalf("the explanation ends in %+v", steps)
			}
			for _, step := range steps {
				for _, term := range step.Inputs {
					if reading.IsMissing(term.Value) {
						t.Errorf("%s is explained without a value of %s", step.Key, term.Name)
					}
				}
			}
		})
	}
}

func TestWorkedWires(t *testing.T) {
	strain := coefs{"Gf": 4.062, "batch": 0.975, "f0": 798.1, "t0": 24.2, "cWire": 12.2, "cStruct": 10, "E": 30000, "area": 720000}
	load := map[string]string{"thermalMode": "loadOnly"}
	compression := map[string]string{"thermalMode": "loadOnly", "positive": "compression"}
	bar := coefs{"K": 4.315e-5, "f0": 1587.9, "Kt": 0.021, "t0": 24.2, "diameter": 25}
	gauge, rebar := values{"freq": 812.4, "temp": 18.6}, values{"freq": 1652.3, "temp": 18.6}
	checkScalars(t, []scalarCase{
		{"apparent strain", formula.Rule{System: "VW_STRAIN", ComputedField: "strain", Params: strain}, nil, values{"freq": 812.4}, 91.2097576},
		{"load strain", formula.Rule{System: "VW_STRAIN", ComputedField: "strain", Params: strain, Options: load}, nil, gauge, 78.8897576},
		{"stress", formula.Rule{System: "VW_STRAIN", ComputedField: "stress", Params: strain, Options: load}, nil, gauge, 2.366692728},
		{"force", formula.Rule{System: "VW_STRAIN", ComputedField: "force", Params: strain, Options: load}, nil, gauge, 1704.01876416},
		{"force of a strut", formula.Rule{System: "VW_STRAIN", ComputedField: "force", Params: strain, Options: compression}, nil, gauge, -1704.01876416},
		{"rebar force", formula.Rule{System: "VW_REBAR", ComputedField: "force"}, bar, rebar, 8.88646217},
		{"rebar stress", formula.Rule{System: "VW_REBAR", ComputedField: "stress"}, bar, rebar, 18.1033521},
		{
			"rebar force of a strut",
			formula.Rule{System: "VW_REBAR", ComputedField: "force", Options: map[string]string{"positive": "compression"}},
			bar, rebar, -8.88646217,
		},
	})
}

func TestWorkedTemperatures(t *testing.T) {
	pt := func(r0 float64) formula.Rule { return formula.Rule{System: "PT100", Params: coefs{"R0": r0}} }
	checkScalars(t, []scalarCase{
		{"THERM_BETA", formula.Rule{System: "THERM_BETA"}, nil, values{"res": 8000}, 30.1078019},
		{"PT100", pt(100), nil, values{"res": 109.73}, 24.9879976},
		{"PT1000", pt(1000), nil, values{"res": 1097.3}, 24.9879976},
		{"PT100 at 0 °C", pt(100), nil, values{"res": 100}, 0},
		// Resistances of the equation of IEC 60751 below 0 °C, with all digits.
		{"PT100 at −10 °C", pt(100), nil, values{"res": 96.085878987}, -10},
		{"PT100 at −50 °C", pt(100), nil, values{"res": 80.306281875}, -50},
		{"PT100 at −200 °C", pt(100), nil, values{"res": 18.52008}, -200},
		{"PT100 with leads", formula.Rule{System: "PT100", Params: coefs{"wire": 0.9}}, nil, values{"res": 110.63}, 24.9879976},
	})
}

func TestWorkedCracksAndRanges(t *testing.T) {
	rod := coefs{"L0": 10.233, "alpha": 11.7, "length": 150, "t0": 18.5}
	checkScalars(t, []scalarCase{
		{"CRACK_1D", formula.Rule{System: "CRACK_1D", Params: rod}, nil, values{"disp": 12.684, "temp": 31.2}, 2.4287115},
		{
			"CRACK_1D of another field",
			formula.Rule{System: "CRACK_1D", Params: rod, Options: map[string]string{"field": "lvdt"}},
			nil,
			values{"lvdt": 12.684, "temp": 31.2},
			2.4287115,
		},
		{"RANGE", formula.Rule{System: "RANGE"}, coefs{"Kr": 1, "gamma": 60}, values{"dist": 12.3456}, 6172.8},
	})

	p := compile(t, formula.Setting{
		Rules: []formula.Rule{{ComputedField: "chord", System: "RANGE"}}, Field: func(string) (int, string, bool) { return 4, "m", true },
	})
	near(t, "a chord in m", observe(p, values{"dist": 12.3456}, nil).at("chord", 0), 12.3456)
}

func TestWorkedSpatialCrack(t *testing.T) {
	s := formula.Setting{Field: exact, Rules: []formula.Rule{{
		System: "CRACK_3D", Options: map[string]string{"gaugeY": "P7", "gaugeZ": "z"}, Params: coefs{"alpha": 11.7, "length": 150, "t0": 20},
	}}}
	p := compile(t, s)
	initial := observe(p, values{"disp": 10, "P7.width": 5, "z.disp": 2, "temp": 20}, nil)
	now := observe(p, values{"disp": 11.42, "P7.width": 5.63, "z.disp": 1.12, "temp": 20}, nil)
	change := changes(initial, now, nil)
	for field, want := range map[string]float64{"width": 1.42, "shearY": 0.63, "shearZ": -0.88, "res": 1.78541312} {
		near(t, field, change[reading.Column{Field: field}], want)
	}
	warm := observe(p, values{"disp": 11.42, "P7.width": 5.63, "z.disp": 1.12, "temp": 30}, nil)
	near(t, "at 30 °C", warm.at("shearY", 0), 5.63-11.7e-6*150*10)

	silent := observe(p, values{"disp": 11.42, "z.disp": 1.12, "temp": 20}, nil)
	if silent.flag != reading.Partial || silent.reason != "missing:P7.width" || !reading.IsMissing(silent.at("shearY", 0)) || silent.at("width", 0) != 11.42 {
		t.Errorf("a silent gauge: %v %q %v", silent.flag.Names(), silent.reason, silent.out)
	}
	if change := changes(initial, silent, nil); !reading.IsMissing(change[reading.Column{Field: "res"}]) {
		t.Errorf("the resultant of two of three components is %v", change[reading.Column{Field: "res"}])
	}
	if none := observe(p, values{}, nil); none.flag&reading.Invalid == 0 {
		t.Errorf("no gauge at all: %v", none.flag.Names())
	}
}

func TestTwoGaugesMeasureInAPlane(t *testing.T) {
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{{System: "CRACK_3D", Options: map[string]string{"gaugeY": "y"}}}})
	initial := observe(p, values{"disp": 1, "y.disp": 1}, nil)
	change := changes(initial, observe(p, values{"disp": 4, "y.disp": 5}, nil), nil)
	near(t, "res", change[reading.Column{Field: "res"}], 5)
	if _, there := change[reading.Column{Field: "shearZ"}]; there {
		t.Error("two gauges measure a third direction")
	}
}

func TestWorkedPlane(t *testing.T) {
	rule := formula.Rule{System: "CRACK_PLANE", Params: coefs{"base": 400}, Options: map[string]string{"second": "right"}}
	p := compile(t, formula.Setting{Field: exact, Rules: []formula.Rule{rule}})
	initial := observe(p, values{"disp": 350, "right.disp": 330}, nil)
	near(t, "x", initial.at("x", 0), 217)
	near(t, "y", initial.at("y", 0), 274.610633)
	now := values{"disp": 352.35, "right.disp": 330.85}
	change := changes(initial, observe(p, now, nil), nil)
	near(t, "Δx", change[reading.Column{Field: "x"}], 1.361)
	near(t, "Δy", change[reading.Column{Field: "y"}], 1.9196473)
	steps := p.Explain(now.in(p), &formula.Env{}, reading.Column{Field: "y"})
	if len(steps) != 2 || steps[0].Key != "x" || math.Abs(steps[0].Value-218.361) > 1e-6 {
		t.Errorf("explained by %+v", steps)
	}
	if apart := observe(p, values{"disp": 100, "right.disp": 100}, nil); apart.flag.Valid() || apart.reason != formula.NotANumber {
		t.Errorf("wires that do not meet: %v %q", apart.flag.Names(), apart.reason)
	}

	rule.Params = coefs{"base": 400, "d1": 300, "d2": 280}
	onWall := func(name string) (int, string, bool) {
		return 9, "mm", name == "width" || name == "shearY" || name == "res"
	}
	p = compile(t, formula.Setting{Field: onWall, Rules: []formula.Rule{rule}})
	got := observe(p, values{"disp": 50, "right.disp": 50}, nil)
	near(t, "width", got.at("width", 0), 274.610633)
	near(t, "slip", got.at("shearY", 0), 217)
}

func TestWorkedWeirs(t *testing.T) {
	weir := func(kind string, params coefs) formula.Rule {
		return formula.Rule{System: "WEIR", ComputedField: "flow", Params: params, Options: map[string]string{"weir": kind}}
	}
	head := values{"head": 183}
	level := formula.Rule{System: "WEIR", ComputedField: "flow", Params: coefs{"crest": 36.2}, Options: map[string]string{"input": "level"}}
	checkScalars(t, []scalarCase{
		{"V-notch, 90°", weir("V90", nil), nil, head, 20.0565283},
		{"V-notch", weir("V", nil), nil, head, 19.6259090},
		{"rectangular", weir("rect", coefs{"width": 0.8, "height": 0.5}), nil, head, 116.979959},
		{"trapezoidal", weir("trapezoid", coefs{"width": 0.8}), nil, head, 116.487565},
		{"reading at the crest", weir("V90", coefs{"zeroHead": 17}), nil, values{"head": 200}, 20.0565283},
		{"level over the crest", level, nil, values{"level": 36.383}, 20.0565283},
		{"no head", weir("rect", coefs{"width": 0.8, "height": 0.5}), nil, values{"head": 0}, 0},
		{"water below the crest", weir("V90", nil), nil, values{"head": -12}, 0},
		{"head of a level", formula.Rule{
			System: "WEIR", ComputedField: "head", Params: coefs{"crest": 36.2}, Options: map[string]string{"input": "level"},
		}, nil, values{"level": 36.383}, 183},
	})
}

func TestWorkedSoilMoisture(t *testing.T) {
	soil := func(result string) formula.Rule {
		return formula.Rule{System: "SOIL_MOISTURE", Params: coefs{"density": 1.45}, Options: map[string]string{"result": result, "input": "vwc"}}
	}
	topp := formula.Rule{System: "SOIL_MOISTURE"}
	checkScalars(t, []scalarCase{
		{"Topp 13.7", topp, nil, values{"eps": 13.7}, 25.4867318},
		{"Topp 16.3", topp, nil, values{"eps": 16.3}, 29.5452712},
		{"gravimetric", soil("gravimetric"), nil, values{"vwc": 29.5452712}, 20.3760491},
		{"saturation", soil("saturation"), nil, values{"vwc": 29.5452712}, 65.2458073},
		{"dry soil", topp, nil, values{"eps": 1}, 0},
		{
			"a deeper layer",
			formula.Rule{System: "SOIL_MOISTURE", ComputedField: "vwc40", Options: map[string]string{"role": "deep"}},
			nil,
			values{"deep.eps": 13.7},
			25.4867318,
		},
	})
}

func TestWorkedTilt(t *testing.T) {
	s := formula.Setting{Rules: []formula.Rule{{System: "TILT"}}, Coefficients: coefs{"installHeight": 32}, Field: exact}
	p := compile(t, s)
	initial := observe(p, values{"angleX": 0.3875, "angleY": 0.0114}, nil)
	now := observe(p, values{"angleX": 0.4162, "angleY": 0}, nil)
	change := changes(initial, now, nil)
	for field, want := range map[string]float64{
		"slopeX": 0.50093415, "topX": 16.0287094, "res": 0.030881224, "azi": 338.336403, "angleX": 0.0287, "angleY": -0.0114,
	} {
		near(t, field, change[reading.Column{Field: field}], want)
	}
	near(t, "slope now", now.at("slopeX", 0), 1000*math.Tan(0.4162*math.Pi/180))

	s.AxisAzimuth = 100
	near(t, "azimuth of an axis at 100°", changes(initial, now, nil)[reading.Column{Field: "azi"}], 338.336403)
	turned := compile(t, s)
	first := observe(turned, values{"angleX": 0.3875, "angleY": 0.0114}, nil)
	near(t, "azimuth past north", changes(first, observe(turned, values{"angleX": 0.4162, "angleY": 0}, nil), nil)[reading.Column{Field: "azi"}], 78.336403)
	if same := changes(initial, initial, nil); !reading.IsMissing(same[reading.Column{Field: "azi"}]) || same[reading.Column{Field: "res"}] != 0 {
		t.Errorf("without movement the azimuth is %v", same[reading.Column{Field: "azi"}])
	}

	silent := observe(p, values{"angleX": 0.4162}, nil)
	change = changes(initial, silent, nil)
	if silent.flag != reading.Partial || silent.reason != "missing:angleY" || !reading.IsMissing(change[reading.Column{Field: "res"}]) {
		t.Errorf("one axis silent: %v %q %v", silent.flag.Names(), silent.reason, change)
	}
	near(t, "the other axis", change[reading.Column{Field: "topX"}], 16.0287094)
}

func TestTiltOfOneAxis(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{System: "TILT", Options: map[string]string{"single": "true"}}}})
	got := observe(p, values{"angleX": 1}, nil)
	if got.flag != 0 || got.reason != "" || p.Observed().Len() != 2 || p.Changed().Len() != 2 {
		t.Errorf("%v %q, %v, changes in %v", got.flag.Names(), got.reason, p.Observed().List, p.Changed().List)
	}
}

func TestFaultsOfScalars(t *testing.T) {
	strain := formula.Rule{System: "VW_STRAIN", ComputedField: "strain", Params: coefs{"f0": 800, "t0": 20}, Options: map[string]string{"thermalMode": "loadOnly"}}
	rebar := formula.Rule{System: "VW_REBAR", ComputedField: "force", Params: coefs{"K": 1e-5, "f0": 1500, "Kt": 0.1, "t0": 20}}
	crack := formula.Rule{System: "CRACK_1D", ComputedField: "y", Params: coefs{"alpha": 11.7, "length": 150, "t0": 20}}
	for _, test := range []struct {
		name   string
		rule   formula.Rule
		in     values
		flag   reading.Flag
		reason string
		has    bool
	}{
		{"strain without temperature", strain, values{"freq": 800}, reading.NoTemp, "", true},
		{"strain without a wire", strain, values{"temp": 20}, reading.Invalid, "missing:freq", false},
		{"strain with a broken wire", strain, values{"freq": 300, "temp": 20}, reading.OutOfRange, "", true},
		{"bar without temperature", rebar, values{"freq": 1500}, reading.NoTemp, "", true},
		{"bar without a wire", rebar, values{}, reading.Invalid, "missing:freq", false},
		{"crack without temperature", crack, values{"disp": 3}, reading.NoTemp, "", true},
		{"crack without reading", crack, values{"temp": 3}, reading.Invalid, "missing:disp", false},
		{"beta thermistor shorted", formula.Rule{System: "THERM_BETA", ComputedField: "y"}, values{"res": 0}, reading.Invalid, formula.NotPositive, false},
		{"beta thermistor silent", formula.Rule{System: "THERM_BETA", ComputedField: "y"}, values{}, reading.Invalid, "missing:res", false},
		{"platinum shorted", formula.Rule{System: "PT100", ComputedField: "y"}, values{"res": 0}, reading.Invalid, formula.NotPositive, false},
		{"platinum silent", formula.Rule{System: "PT100", ComputedField: "y"}, values{}, reading.Invalid, "missing:res", false},
		{"platinum too cold", formula.Rule{System: "PT100", ComputedField: "y"}, values{"res": 18}, reading.OutOfRange, "", true},
		{"platinum too hot", formula.Rule{System: "PT100", ComputedField: "y"}, values{"res": 391}, reading.OutOfRange, "", true},
		{"platinum broken", formula.Rule{System: "PT100", ComputedField: "y"}, values{"res": 1e6}, reading.Invalid | reading.NotComputed, formula.NotANumber, false},
		{"range silent", formula.Rule{System: "RANGE", ComputedField: "y"}, values{}, reading.Invalid, "missing:dist", false},
		{"weir silent", formula.Rule{System: "WEIR", ComputedField: "flow"}, values{}, reading.Invalid, "missing:head", false},
		{"soil silent", formula.Rule{System: "SOIL_MOISTURE", ComputedField: "y"}, values{}, reading.Invalid, "missing:eps", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := compile(t, formula.Setting{Rules: []formula.Rule{test.rule}})
			got := observe(p, test.in, nil)
			if v := got.out[0]; got.flag != test.flag || got.reason != test.reason || test.has == reading.IsMissing(v) {
				t.Errorf("flag %v reason %q value %v", got.flag.Names(), got.reason, v)
			}
		})
	}
}

func TestFieldDecidesTheResult(t *testing.T) {
	_, err := formula.Compile(formula.Setting{Rules: []formula.Rule{{System: "VW_REBAR", ComputedField: "width", Params: coefs{"K": 1, "f0": 1}}}})
	wrong, ok := formula.AsError(err)
	if !ok || wrong.Problem != formula.NoComputedField || wrong.Detail != "width" || wrong.Allowed != "stress, force" {
		t.Errorf("a bar computed a width: %v", err)
	}
}

// A formula reads only points of the same project, whichever setting names them.
func TestSourceOutsideTheProjectIsRefused(t *testing.T) {
	own := func(role, field string) (there, has bool) { return role == "P12", field == "width" }
	refused := func(rule formula.Rule) bool {
		_, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}, Source: own, Segments: segmentsOfFour()})
		wrong, ok := formula.AsError(err)
		return ok && wrong.Problem == formula.UnknownName
	}
	for _, f := range formula.SystemFormulas() {
		for _, s := range f.Settings {
			if s.Kind != "source" {
				continue
			}
			t.Run(f.Code+" "+s.Name, func(t *testing.T) {
				rule := formula.Rule{System: f.Code, Params: coefs{}, Options: map[string]string{}}
				for i, other := range f.Settings {
					switch {
					case other.Kind == "source":
						rule.Options[other.Name] = "near"
					case other.Kind == "number" && other.Default == nil:
						rule.Params[other.Name] = float64(i + 1)
						if other.Min != nil {
							rule.Params[other.Name] = *other.Min
						}
					}
				}
				found := false
				for _, rule.ComputedField = range fieldsOf(f) {
					rule.Options[s.Name] = "near"
					if refused(rule) {
						t.Error("a role of the binding was refused")
					}
					rule.Options[s.Name] = "P999"
					found = found || refused(rule)
				}
				if !found {
					t.Error("point 999 of another project was accepted")
				}
			})
		}
	}
}

func TestPointsRead(t *testing.T) {
	got := formula.PointsRead("P3.level + P12.width", map[string]string{"gaugeY": "P7", "barometer": "P8", "gaugeZ": "barometer", "field": "P9"})
	if want := []int64{3, 12, 8, 7}; len(got) != len(want) || got[0] != 3 || got[1] != 12 || got[2] != 8 || got[3] != 7 {
		t.Errorf("%v, want %v", got, want)
	}
}
