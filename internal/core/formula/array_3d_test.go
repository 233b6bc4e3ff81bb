package formula_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

func array3D(input, fixed string) formula.Setting {
	return formula.Setting{
		Rules:    []formula.Rule{{System: "ARRAY_3D", Options: map[string]string{"input": input}}},
		Segments: segmentsOf(4, 500), FixedEnd: fixed, MarkAngle: 30, Field: exact,
	}
}

func jointReading(joints [][3]float64) values {
	in := values{}
	for i, joint := range joints {
		in[fmt.Sprintf("bendX/%d", i+1)], in[fmt.Sprintf("bendY/%d", i+1)], in[fmt.Sprintf("torsion/%d", i+1)] = joint[0], joint[1], joint[2]
	}
	return in
}

var workedJoints = [][3]float64{{0, 0, 0}, {2, 1, 0.5}, {-1.5, 3, -0.8}, {4, -2.5, 1.2}}

// The worked nodes are north, east and down of an array whose mark is at 30°; a straight one is the initial value.
func TestWorkedJoints(t *testing.T) {
	p := compile(t, array3D("joint", "near"))
	initial := observe(p, jointReading(make([][3]float64, 4)), nil)
	now := observe(p, jointReading(workedJoints), nil)
	change := changes(initial, now, nil)
	for node, want := range [][3]float64{
		{0, 0, 0},
		{0, 0, 500},
		{16.37381899, -10.60403919, 999.61930748},
		{48.96633986, 3.13383734, 1498.36673688},
		{80.69858500, -24.25865070, 1996.60635415},
	} {
		got := [3]float64{change[of("n", int32(node))], change[of("e", int32(node))], now.at("z", int32(node))}
		for axis := range got {
			if math.Abs(got[axis]-want[axis]) > 2e-8 {
				t.Errorf("node %d: %.8f, want %.8f", node, got, want)
				break
			}
		}
	}
	far := compile(t, array3D("joint", "far"))
	fromEnd := observe(far, jointReading(workedJoints), nil)
	near(t, "z of node 1 from the far end", fromEnd.at("z", 1), 500-1996.60635415)
	steps := p.Explain(jointReading(workedJoints).in(p), &formula.Env{}, of("z", 2))
	if len(steps) != 3 || steps[2].Value != now.at("z", 2) || math.Abs(steps[0].Value+steps[1].Value-steps[2].Value) > 1e-8 {
		t.Errorf("z of node 2 is explained by %+v", steps)
	}
}

func hangingReading(tilts [][2]float64) values {
	in := values{}
	for i, tilt := range tilts {
		a, b := math.Sin(tilt[0]*math.Pi/180), math.Sin(tilt[1]*math.Pi/180)
		in[fmt.Sprintf("ax/%d", i+1)], in[fmt.Sprintf("ay/%d", i+1)], in[fmt.Sprintf("az/%d", i+1)] = a, b, math.Sqrt(1-a*a-b*b)
	}
	return in
}

// In plan a hanging array moves as an inclinometer chain, whichever end is fixed.
func TestHangingArrayMovesAsAChain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		angle := rapid.Float64Range(-20, 20)
		var tilts [][2]float64
		for range 4 {
			tilts = append(tilts, [2]float64{angle.Draw(t, "A"), angle.Draw(t, "B")})
		}
		in := hangingReading(tilts)
		for _, fixed := range []string{"top", "bottom"} {
			s := array3D("acceleration", fixed)
			for i := range s.Segments {
				s.Segments[i].Twist = rapid.Float64Range(-5, 5).Draw(t, "twist")
			}
			chain := s
			chain.Rules = []formula.Rule{{System: "INCLINO_CHAIN", Options: map[string]string{"input": "acceleration"}}}
			inSpace, err := formula.Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			inPlan, err := formula.Compile(chain)
			if err != nil {
				t.Fatal(err)
			}
			a, b := observe(inSpace, in, nil), observe(inPlan, in, nil)
			for node := range int32(5) {
				for _, field := range []string{"x", "y"} {
					if math.Abs(a.at(field, node)-b.at(field, node)) > 1e-6 {
						t.Fatalf("%s of node %d fixed at the %s: %v, a chain has %v", field, node, fixed, a.at(field, node), b.at(field, node))
					}
				}
			}
		}
	})
}

func TestHangingArrayWithFaults(t *testing.T) {
	p := compile(t, array3D("acceleration", "bottom"))
	whole := hangingReading([][2]float64{{1, 0}, {2, 0}, {3, 1}, {0, 0}})
	good := observe(p, whole, nil)
	near(t, "depth of the collar above the toe", good.at("z", 4)-good.at("z", 0),
		500*(math.Cos(math.Pi/180)+math.Cos(2*math.Pi/180)+math.Sqrt(1-math.Pow(math.Sin(3*math.Pi/180), 2)-math.Pow(math.Sin(math.Pi/180), 2))+1))
	for reason, fault := range map[string]values{
		formula.SegmentSilent: {"ax/2": math.NaN()},
		formula.InMotion:      {"ax/2": 0.3, "az/2": 1},
		formula.TooSteep:      {"ax/2": 0.9, "ay/2": 0, "az/2": math.Sqrt(1 - 0.81)},
	} {
		got := observe(p, together(whole, fault), nil)
		if got.reason != reason || got.flag != reading.Partial || !reading.IsMissing(got.at("x", 1)) || got.at("x", 2) != good.at("x", 2) {
			t.Errorf("%s: reason %q, flag %v, x %v %v", reason, got.reason, got.flag.Names(), got.at("x", 1), got.at("x", 2))
		}
	}
	none := observe(p, values{}, nil)
	if none.flag.Valid() || none.reason != formula.SegmentSilent || !reading.IsMissing(none.at("x", 4)) {
		t.Errorf("a silent array: %v %q", none.flag.Names(), none.reason)
	}
}

func TestSilentJointHidesWhatFollows(t *testing.T) {
	p := compile(t, array3D("joint", "near"))
	in := jointReading(workedJoints)
	delete(in, "bendX/3")
	got := observe(p, in, nil)
	if got.flag != reading.Partial || reading.IsMissing(got.at("x", 2)) || !reading.IsMissing(got.at("x", 3)) || !reading.IsMissing(got.at("x", 4)) {
		t.Errorf("joint 3 silent: %v %v", got.flag.Names(), got.out)
	}
	without := jointReading(workedJoints)
	for i := range 4 {
		delete(without, fmt.Sprintf("torsion/%d", i+1))
	}
	if untwisted := observe(p, without, nil); untwisted.flag != 0 {
		t.Errorf("joints without torsion: %v", untwisted.flag.Names())
	}
}
