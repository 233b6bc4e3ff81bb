package formula_test

import (
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// The table of formulas.md section 10.
var chainTable = []struct{ twist, a0, b0, a, b float64 }{
	{0, 0.512, -0.21, 0.944, -0.262},
	{1.5, 0.384, -0.155, 0.768, -0.19},
	{-2, 0.251, -0.098, 0.553, -0.105},
	{3, 0.118, 0.02, 0.276, 0.035},
	{0.5, -0.042, 0.061, 0.031, 0.066},
	{-1, -0.105, 0.084, -0.098, 0.083},
}

func chainSetting(fixed string) formula.Setting {
	s := formula.Setting{Rules: []formula.Rule{{System: "INCLINO_CHAIN"}}, MarkAngle: 35, FixedEnd: fixed, Field: exact}
	for i, row := range chainTable {
		s.Segments = append(s.Segments, formula.Segment{No: int32(i + 1), Len: 500, Twist: row.twist})
	}
	return s
}

func chainReading(now bool) values {
	in := values{}
	for i, row := range chainTable {
		a, b := row.a0, row.b0
		if now {
			a, b = row.a, row.b
		}
		in[fmt.Sprintf("angleX/%d", i+1)], in[fmt.Sprintf("angleY/%d", i+1)] = a, b
	}
	return in
}

// changes computes the change between two observations, by column.
func changes(initial, now observation, shift func(map[reading.Column]float64)) map[reading.Column]float64 {
	out := make([]float64, now.p.Changed().Len())
	now.p.Change(now.out, initial.out, out)
	if shift != nil {
		shifts := map[reading.Column]float64{}
		shift(shifts)
		for i, column := range now.p.Changed().List[:now.p.Base()] {
			out[i] += shifts[column]
		}
		now.p.Derive(out)
	}
	byColumn := map[reading.Column]float64{}
	for i, column := range now.p.Changed().List {
		byColumn[column] = out[i]
	}
	return byColumn
}

func TestWorkedChain(t *testing.T) {
	p := compile(t, chainSetting("bottom"))
	initial, now := observe(p, chainReading(false), nil), observe(p, chainReading(true), nil)
	change := changes(initial, now, nil)
	table := []struct{ d0, d, x, y, n, e, res, azi float64 }{
		{9.75713327, 21.58370283, 11.82656957, -0.58213523, 10.02165769, 6.30658437, 11.84088802, 32.18202},
		{5.28914985, 13.34612147, 8.05697162, -0.12835348, 6.67350531, 4.51614805, 8.05799394, 34.08731},
		{1.90388339, 6.60315145, 4.69926806, 0.08925788, 3.79821882, 2.76850520, 4.70011566, 36.08815},
		{-0.25531706, 1.81230903, 2.06762609, 0.24228051, 1.55473375, 1.38440618, 2.08177268, 41.68333},
		{-1.27451502, -0.57695009, 0.69756493, 0.03939933, 0.54881321, 0.43238085, 0.69867671, 38.23270},
		{-0.90336451, -0.84243969, 0.06092482, -0.00979141, 0.05552282, 0.02692439, 0.06170661, math.NaN()},
		{0, 0, 0, 0, 0, 0, 0, math.NaN()},
	}
	for k, want := range table {
		node := int32(k)
		check := func(field string, want float64) {
			t.Helper()
			if got := change[reading.Column{Field: field, Node: node}]; math.Abs(got-want) > 1.1e-8 {
				t.Errorf("node %d %s: %.9f, want %.9f", k, field, got, want)
			}
		}
		if got := initial.at("x", node); math.Abs(got-want.d0) > 1.1e-8 {
			t.Errorf("node %d D init %v, want %v", k, got, want.d0)
		}
		if got := now.at("x", node); math.Abs(got-want.d) > 1.1e-8 {
			t.Errorf("node %d D %v, want %v", k, got, want.d)
		}
		check("x", want.x)
		check("y", want.y)
		check("n", want.n)
		check("e", want.e)
		check("res", want.res)
		azi := change[reading.Column{Field: "azi", Node: node}]
		if math.IsNaN(want.azi) != reading.IsMissing(azi) || math.Abs(azi-want.azi) > 1e-5 {
			t.Errorf("node %d azi %v, want %v", k, azi, want.azi)
		}
	}
	if now.flag != 0 {
		t.Errorf("flag %v", now.flag.Names())
	}
}

func TestWorkedChainFixedAtTheTop(t *testing.T) {
	p := compile(t, chainSetting("top"))
	initial, now := observe(p, chainReading(false), nil), observe(p, chainReading(true), nil)
	want := []float64{0, -3.76959795, -7.12730151, -9.75894347, -11.12900464, -11.76564474, -11.82656957}
	plain := changes(initial, now, nil)
	shifted := changes(initial, now, func(shift map[reading.Column]float64) {
		for k := range want {
			shift[reading.Column{Field: "x", Node: int32(k)}] = 14.2
		}
	})
	for k, x := range want {
		at := reading.Column{Field: "x", Node: int32(k)}
		if math.Abs(plain[at]-x) > 1.1e-8 || math.Abs(shifted[at]-x-14.2) > 1.1e-8 {
			t.Errorf("node %d: x %v and with the collar's shift %v, want %v and %v", k, plain[at], shifted[at], x, x+14.2)
		}
		res := reading.Column{Field: "res", Node: int32(k)}
		y := shifted[reading.Column{Field: "y", Node: int32(k)}]
		if math.Abs(shifted[res]-math.Hypot(x+14.2, y)) > 1e-7 {
			t.Errorf("node %d: the resultant %v does not follow the shift", k, shifted[res])
		}
	}
}

func TestWorkedChainWithoutTwist(t *testing.T) {
	s := chainSetting("bottom")
	s.TwistOff = true
	p := compile(t, s)
	change := changes(observe(p, chainReading(false), nil), observe(p, chainReading(true), nil), nil)
	for k, x := range []float64{11.83276684, 8.06316889, 4.71231233, 2.07693308, 0.69813156, 0.06108643, 0} {
		if got := change[reading.Column{Field: "x", Node: int32(k)}]; math.Abs(got-x) > 1.1e-8 {
			t.Errorf("node %d: %v, want %v", k, got, x)
		}
	}
}

func TestChainHoldsLastTiltForThreeReadings(t *testing.T) {
	for _, fixed := range []string{"bottom", "top"} {
		p := compile(t, chainSetting(fixed))
		before := observe(p, chainReading(true), nil)
		in := chainReading(true)
		delete(in, "angleX/3")
		last := before
		for cycle := 1; cycle <= 3; cycle++ {
			now := observe(p, in, &formula.Env{Previous: last.out})
			if now.flag != reading.Interpolated || now.at(formula.HeldField, 3) != float64(cycle) || !reading.IsMissing(now.at(formula.HeldField, 2)) {
				t.Fatalf("%s, reading %d: flag %v, held %v", fixed, cycle, now.flag.Names(), now.at(formula.HeldField, 3))
			}
			for k := range int32(7) {
				if math.Abs(now.at("x", k)-before.at("x", k)) > 1e-9 {
					t.Errorf("%s, reading %d: node %d moved to %v", fixed, cycle, k, now.at("x", k))
				}
			}
			last = now
		}
		now := observe(p, in, &formula.Env{Previous: last.out})
		if now.flag != reading.Partial || now.reason != formula.SegmentSilent {
			t.Errorf("%s, fourth reading: flag %v, reason %q", fixed, now.flag.Names(), now.reason)
		}
		for k := range int32(7) {
			free := k < 3 // above the silent segment, which ends in node 3
			if fixed == "top" {
				free = k >= 3
			}
			if reading.IsMissing(now.at("x", k)) != free {
				t.Errorf("%s, fourth reading: node %d has %v", fixed, k, now.at("x", k))
			}
		}
		again := observe(p, chainReading(true), &formula.Env{Previous: now.out})
		if again.flag != 0 || math.Abs(again.at("x", 0)-before.at("x", 0)) > 1e-9 {
			t.Errorf("%s: after the segment reported again: flag %v", fixed, again.flag.Names())
		}
		silent := observe(p, values{}, nil)
		if silent.flag != reading.Invalid {
			t.Errorf("%s: a silent array has flag %v", fixed, silent.flag.Names())
		}
	}
}

func TestChainFromOtherInputs(t *testing.T) {
	angles := compile(t, chainSetting("bottom"))
	want := observe(angles, chainReading(true), nil)
	slope, gravity := values{}, values{}
	for i, row := range chainTable {
		sa, sb := math.Sin(row.a*math.Pi/180), math.Sin(row.b*math.Pi/180)
		slope[fmt.Sprintf("slopeX/%d", i+1)], slope[fmt.Sprintf("slopeY/%d", i+1)] = sa*1000, sb*1000
		gravity[fmt.Sprintf("ax/%d", i+1)], gravity[fmt.Sprintf("ay/%d", i+1)], gravity[fmt.Sprintf("az/%d", i+1)] = sa, sb, math.Sqrt(1-sa*sa-sb*sb)
	}
	for input, in := range map[string]values{"slope": slope, "acceleration": gravity} {
		s := chainSetting("bottom")
		s.Rules[0].Options = map[string]string{"input": input}
		got := observe(compile(t, s), in, nil)
		for k := range int32(7) {
			if math.Abs(got.at("x", k)-want.at("x", k)) > 1e-8 || math.Abs(got.at("y", k)-want.at("y", k)) > 1e-8 {
				t.Errorf("%s: node %d at %v %v", input, k, got.at("x", k), got.at("y", k))
			}
		}
	}
	s := chainSetting("bottom")
	s.Rules[0].Options = map[string]string{"axes": "A"}
	s.TwistOff = true
	one := compile(t, s)
	if one.Changed().Len() != 7 || one.Base() != 7 {
		t.Errorf("a string with one axis changes in %v", one.Changed().List)
	}
	in := chainReading(true)
	for i := range chainTable {
		delete(in, fmt.Sprintf("angleY/%d", i+1))
	}
	if got := observe(one, in, nil); got.flag != 0 || reading.IsMissing(got.at("x", 0)) {
		t.Errorf("a string with one axis: flag %v, top at %v", got.flag.Names(), got.at("x", 0))
	}
}

func TestAxesOfAChain(t *testing.T) {
	ab := compile(t, chainSetting("bottom"))
	plain := changes(observe(ab, chainReading(false), nil), observe(ab, chainReading(true), nil), nil)
	for frame, azimuth := range map[string]float64{"NE": 0, "structure": 52} {
		s := chainSetting("bottom")
		s.OutputFrame, s.AxisAzimuth = frame, 52
		p := compile(t, s)
		turned := changes(observe(p, chainReading(false), nil), observe(p, chainReading(true), nil), nil)
		at := func(field string) reading.Column { return reading.Column{Field: field} }
		sin, cos := math.Sincos(azimuth * math.Pi / 180)
		near(t, frame+" x", turned[at("x")], plain[at("n")]*cos+plain[at("e")]*sin)
		near(t, frame+" y", turned[at("y")], -plain[at("n")]*sin+plain[at("e")]*cos)
		near(t, frame+" n", turned[at("n")], plain[at("n")])
		near(t, frame+" e", turned[at("e")], plain[at("e")])
	}
}

func TestNodesOfAChain(t *testing.T) {
	nodes := formula.Nodes(0.5, []formula.Segment{{No: 1, Len: 500}, {No: 2, Len: 1000}, {No: 7, Len: 500}})
	if fmt.Sprint(nodes) != "[{0 0.5} {1 1} {2 2} {7 2.5}]" {
		t.Errorf("nodes %v", nodes)
	}
}
