package formula_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func of(field string, node int32) reading.Column { return reading.Column{Field: field, Node: node} }

// vessel returns the change in settlement of a vessel between two readings of it and its reference.
func vessel(t *testing.T, s formula.Setting, init, now values) float64 {
	t.Helper()
	p := compile(t, s)
	return changes(observe(p, init, nil), observe(p, now, nil), nil)[of("settlement", 0)]
}

// The worked example of formulas.md section 15.
func TestWorkedHydrostaticLevel(t *testing.T) {
	line := formula.Setting{Rules: []formula.Rule{{System: "HSL"}}, Reference: "P1"}
	surveyed := line
	surveyed.Rules = []formula.Rule{{System: "HSL", Params: coefs{"S_ref": -0.35}}}
	for i, v := range []struct{ init, now, want, surveyed float64 }{
		{48.867, 50.112, -0.863, -1.213}, {52.031, 52.377, 0.036, -0.314}, {49.550, 51.884, -1.952, -2.302},
	} {
		init, now := values{"level": v.init, "P1.level": 50.214}, values{"level": v.now, "P1.level": 50.596}
		near(t, fmt.Sprintf("P%d", i+1), vessel(t, line, init, now), v.want)
		near(t, fmt.Sprintf("P%d over a reference that settles", i+1), vessel(t, surveyed, init, now), v.surveyed)
	}
	near(t, "ρ(20)", formula.Liquid{}.Density(20), 998.206746)
	near(t, "ρ(31.5)", formula.Liquid{}.Density(31.5), 995.185998)
	reduced := compile(t, formula.Setting{Rules: []formula.Rule{{System: "HSL", Params: coefs{"T0": 31.5}}}})
	near(t, "500 mm at 20 °C, at 31.5 °C", observe(reduced, values{"level": 500, "temp": 20}, nil).at("level", 0), 501.51768)

	pressed := compile(t, formula.Setting{Rules: []formula.Rule{{System: "HSL", Options: map[string]string{"input": "pressure"}}}})
	h := func(kPa float64) float64 {
		return observe(pressed, values{"pressure": kPa, "temp": 20}, nil).at("level", 0)
	}
	line.Rules = []formula.Rule{{System: "HSL", Options: map[string]string{"input": "pressure"}}}
	got := vessel(t, line, values{"pressure": 14.9871, "temp": 20, "P1.level": h(10.1042)}, values{"pressure": 15.2364, "temp": 20, "P1.level": h(10.1180)})
	near(t, "pressure", got, -24.0574580)
}

// A vessel without a reading of its reference has a level but no settlement. The reference itself settles as surveyed.
func TestVesselWithoutReference(t *testing.T) {
	p := compile(t, formula.Setting{Rules: []formula.Rule{{System: "HSL"}}, Reference: "P7", ReferenceWithin: 300_000})
	got := observe(p, values{"level": 50}, nil)
	if got.flag != 0 || got.reason != "missing:P7.level" || got.at("level", 0) != 50 || !reading.IsMissing(got.at("settlement", 0)) {
		t.Errorf("flag %v, reason %q, level %v, settlement %v", got.flag.Names(), got.reason, got.at("level", 0), got.at("settlement", 0))
	}
	for _, input := range p.Inputs() {
		if want := int64(300_000); input.Role == "P7" && input.Within != want {
			t.Errorf("the reference tolerance is %d ms", input.Within)
		}
	}
	reference := formula.Setting{Rules: []formula.Rule{{System: "HSL", Options: map[string]string{"survey": "mark"}}}}
	near(t, "reference", vessel(t, reference, values{"level": 50, "mark.settlement": -1}, values{"level": 58, "mark.settlement": -3.5}), -2.5)

	computed := compile(t, formula.Setting{
		Rules: []formula.Rule{{System: "MA_LINEAR", ComputedField: "level"}, {System: "HSL"}}, Coefficients: coefs{"fullscale": 200}, Reference: "P1",
	})
	near(t, "a level that another rule computes", observe(computed, values{"ma": 12, "P1.level": 90}, nil).at("settlement", 0), -10)
}

// Liquid changes common to all vessels, such as topping up, cause no settlement.
func TestCommonLiquidChangeCausesNoSettlement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mm := rapid.Float64Range(10, 150)
		p, err := formula.Compile(formula.Setting{Rules: []formula.Rule{{System: "HSL"}}, Reference: "P1", Field: exact})
		if err != nil {
			t.Fatal(err)
		}
		h, ref, more := mm.Draw(t, "h"), mm.Draw(t, "ref"), rapid.Float64Range(-50, 50).Draw(t, "more")
		change := changes(observe(p, values{"level": h, "P1.level": ref}, nil), observe(p, values{"level": h + more, "P1.level": ref + more}, nil), nil)
		if got := change[of("settlement", 0)]; math.Abs(got) > 1e-9 {
			t.Fatalf("settled %v", got)
		}
	})
}

func segmentsOf(n int, length float64) (list []formula.Segment) {
	for i := range n {
		list = append(list, formula.Segment{No: int32(i + 1), Len: length})
	}
	return list
}

// The worked example of formulas.md section 12.
func TestWorkedHorizontalArray(t *testing.T) {
	init := []float64{0.312, 0.150, -0.085, -0.240, 0.055, 0.410}
	now := []float64{0.238, 0.081, -0.131, -0.221, 0.148, 0.532}
	read := func(angles []float64) values {
		v := values{}
		for i, a := range angles {
			v[fmt.Sprintf("angleX/%d", i+1)] = a
			v[fmt.Sprintf("ax/%d", i+1)] = math.Sin(a * math.Pi / 180)
		}
		return v
	}
	for end, c := range map[string]struct {
		params coefs
		want   []float64
	}{
		"near": {nil, []float64{0, -1.29152868, -2.49580334, -3.29865335, -2.96704348, -1.34389000, 0.78533934}},
		"far":  {nil, []float64{-0.78533934, -2.07686802, -3.28114268, -4.08399269, -3.75238282, -2.12922934, 0}},
		"both": {coefs{"S0": -1.20, "SN": -0.50}, []float64{-1.2, -2.50575190, -3.72424979, -4.54132302, -4.22393637, -2.61500612, -0.5}},
	} {
		for _, input := range []string{"angle", "acceleration"} {
			p := compile(t, formula.Setting{
				Rules: []formula.Rule{
					{System: "ARRAY_HORIZONTAL", Params: c.params, Options: map[string]string{"input": input}},
				}, Segments: segmentsOf(6, 1000), FixedEnd: end,
			})
			change := changes(observe(p, read(init), nil), observe(p, read(now), nil), nil)
			for k, want := range c.want {
				near(t, fmt.Sprintf("%s, %s, node %d", end, input, k), change[of("settlement", int32(k))], want)
			}
		}
	}
}

// ringReading is a reading of the ring of formulas.md section 13 as accelerations or bends.
func ringReading(moved bool, bend bool) values {
	turns := []float64{0.020, -0.060, -0.110, -0.080, 0.050, 0.150, 0.090, -0.040, -0.130, -0.070, 0.060, 0.120}
	v, before := values{}, 0.0
	for i, turn := range turns {
		phi := 15 + 30*float64(i)
		if moved {
			phi += turn
		}
		if bend {
			v[fmt.Sprintf("angleX/%d", i+1)] = phi - before
		} else {
			v[fmt.Sprintf("ax/%d", i+1)], v[fmt.Sprintf("ay/%d", i+1)] = math.Sincos(phi * math.Pi / 180)
		}
		before = phi
	}
	return v
}

func ringSetting(bend bool) formula.Setting {
	rule := formula.Rule{System: "ARRAY_CIRCULAR"}
	if bend {
		rule.Options = map[string]string{"input": "bend"}
	}
	return formula.Setting{Rules: []formula.Rule{rule}, Segments: segmentsOf(12, 1000)}
}

// The worked example of formulas.md section 13.
func TestWorkedRing(t *testing.T) {
	radial := []float64{
		-1.57889615, -2.54744828, -1.44291547, 0.99529630, 2.79978142, 1.79889101, -1.27337300, -2.96208247, -1.70784043, 1.41581623, 3.00828480, 1.46594498,
	}
	convergence := []float64{-2.85154221, -5.50952856, -3.15013492, 2.41184712, 5.80807036, 3.26549224}
	for _, bend := range []bool{false, true} {
		p := compile(t, ringSetting(bend))
		init, now := observe(p, ringReading(false, bend), nil), observe(p, ringReading(true, bend), nil)
		near(t, "Qx of node 4, initially", init.at("x", 4), 1673.03260748)
		near(t, "Qy of node 8, now", now.at("y", 8), 963.90822309)
		change := changes(init, now, nil)
		for i, want := range radial {
			near(t, fmt.Sprintf("radial %d", i), change[of("radial", int32(i))], want)
		}
		for i, want := range convergence {
			near(t, fmt.Sprintf("chord %d–%d", i, i+6), change[of("convergence", int32(i))], want)
		}
		near(t, "ovality", change[of("ovality", 0)], 2.9292101)
		steps := p.Explain(ringReading(true, bend).in(p), &formula.Env{Elapsed: math.NaN()}, of("x", 8))
		misclosure := 0.0
		for _, step := range steps {
			if step.Key == "e" {
				misclosure = step.Value
			}
		}
		near(t, "misclosure", misclosure, math.Hypot(0.3845838, 1.6733801))
	}
}

// Rotating the whole array in its plane changes no result.
func TestRingIgnoresRotation(t *testing.T) {
	straight := compile(t, ringSetting(true))
	want := changes(observe(straight, ringReading(false, true), nil), observe(straight, ringReading(true, true), nil), nil)
	rapid.Check(t, func(t *rapid.T) {
		s := ringSetting(true)
		s.Rules[0].Params, s.Field = coefs{"phi0": rapid.Float64Range(-360, 360).Draw(t, "turned by")}, exact
		p, err := formula.Compile(s)
		if err != nil {
			t.Fatal(err)
		}
		got := changes(observe(p, ringReading(false, true), nil), observe(p, ringReading(true, true), nil), nil)
		for column, v := range want {
			if column.Field != "x" && column.Field != "y" && math.Abs(got[column]-v) > 1e-6 {
				t.Fatalf("%v: %v, want %v", column, got[column], v)
			}
		}
	})
}

// The ends of an arc do not move, however its segments turn.
func TestArcEndsDoNotMove(t *testing.T) {
	s := ringSetting(false)
	s.Segments, s.Ring = segmentsOf(12, 1000), formula.Ring{Open: true, StartNode: 4, Chords: [][2]int32{{4, 12}, {5, 9}}}
	p := compile(t, s)
	change := changes(observe(p, ringReading(false, false), nil), observe(p, ringReading(true, false), nil), nil)
	for _, c := range []reading.Column{of("radial", 4), of("radial", 12), of("convergence", 4), of("x", 12), of("y", 12)} {
		near(t, fmt.Sprint(c), change[c], 0)
	}
	if v, ok := change[of("convergence", 5)]; !ok || v == 0 {
		t.Errorf("the chord 5–9 changes by %v", v)
	}
	if _, ok := change[of("radial", 3)]; ok {
		t.Error("a segment before the start of the ring has a node on it")
	}
}

// A silent segment reuses its last step three times; after that the ring has no result.
func TestSilentSegmentOfRing(t *testing.T) {
	p := compile(t, ringSetting(false))
	now := observe(p, ringReading(true, false), nil)
	silent := ringReading(true, false)
	delete(silent, "ax/5")
	last := now
	for range 3 {
		got := observe(p, silent, &formula.Env{Previous: last.out, Elapsed: 3600})
		if got.flag != reading.Interpolated {
			t.Fatalf("flag %v, %s", got.flag.Names(), got.reason)
		}
		last = got
	}
	if got := observe(p, silent, &formula.Env{Previous: last.out, Elapsed: 3600}); got.flag&reading.Invalid == 0 || got.reason != formula.SegmentSilent {
		t.Errorf("flag %v, %s", got.flag.Names(), got.reason)
	}
}

func TestInvalidRings(t *testing.T) {
	for name, ring := range map[string]formula.Ring{
		"a missing node":    {Chords: [][2]int32{{1, 40}}},
		"two from one node": {Chords: [][2]int32{{1, 5}, {1, 7}}}, "a missing start node": {StartNode: 40},
	} {
		s := ringSetting(false)
		s.Ring = ring
		if _, err := formula.Compile(s); err == nil {
			t.Errorf("%s: compiled", name)
		}
	}
}

// The worked example of formulas.md section 10 with a top shift of 14.2 mm along A: the collar, at azimuth 35°, is
// surveyed in every way that points can be.
func TestChainTopIsSurveyedByAnotherPoint(t *testing.T) {
	want := []float64{14.2, 10.43040205, 7.07269849, 4.44105653, 3.07099536, 2.43435526, 2.37343043}
	sin, cos := math.Sincos(35 * math.Pi / 180)
	north, east := 0.0142*cos, 0.0142*sin // m
	degree := 110_852.4                   // m per degree of latitude at 30°; covered by the tolerance
	for name, c := range map[string]struct {
		init, now values
		within    float64
	}{
		"total station": {values{"P9.northing": 500, "P9.easting": 1000}, values{"P9.northing": 500 + north, "P9.easting": 1000 + east}, 1e-6},
		"local frame":   {values{"P9.n": 2, "P9.e": 3}, values{"P9.n": 2 + north*1000, "P9.e": 3 + east*1000}, 1e-6},
		"axes":          {values{"P9.x": 0, "P9.y": 0}, values{"P9.x": east * 1000, "P9.y": -north * 1000}, 1e-6},
		"receiver": {
			values{"P9.lat": 30, "P9.lon": 114}, values{"P9.lat": 30 + north/degree, "P9.lon": 114 + east/(111_319.49*math.Cos(30*math.Pi/180)*1.00084)}, 0.01,
		},
	} {
		s := chainSetting("top")
		s.TopSource, s.AxisAzimuth = "P9", 90
		p := compile(t, s)
		with := func(v, more values) values {
			for name, number := range more {
				v[name] = number
			}
			return v
		}
		init, now := observe(p, with(chainReading(false), c.init), nil), observe(p, with(chainReading(true), c.now), nil)
		change := changes(init, now, nil)
		for k, x := range want {
			if got := change[of("x", int32(k))]; !(math.Abs(got-x) <= c.within) {
				t.Errorf("%s, node %d: %v, want %v", name, k, got, x)
			}
		}
		unsurveyed := observe(p, chainReading(true), nil)
		if unsurveyed.reason != "missing:P9" || !reading.IsMissing(changes(init, unsurveyed, nil)[of("x", 0)]) {
			t.Errorf("%s: without a survey %q, x %v", name, unsurveyed.reason, changes(init, unsurveyed, nil)[of("x", 0)])
		}
		other := observe(p, with(chainReading(true), values{"P9.x": 1, "P9.y": 1}), nil)
		if name != "axes" && !reading.IsMissing(changes(init, other, nil)[of("x", 0)]) {
			t.Errorf("%s: a position of another kind caused a movement", name)
		}
	}
}
