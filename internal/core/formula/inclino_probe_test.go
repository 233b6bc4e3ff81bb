package formula_test

import (
	"fmt"
	"math"
	"testing"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// probeSetting is a casing of stations every 500 mm.
func probeSetting(fixed string, stations int) formula.Setting {
	s := formula.Setting{Rules: []formula.Rule{{System: "INCLINO_PROBE"}}, FixedEnd: fixed, Field: exact}
	for no := 1; no <= stations; no++ {
		s.Segments = append(s.Segments, formula.Segment{No: int32(no), Len: 500})
	}
	return s
}

// surveyed returns the readings of stations from first to last, of a casing that leans by lean at every station and a
// probe with a zero offset.
func surveyed(first, last int, lean func(no int) (a, b float64), zero float64) values {
	in := values{}
	for no := first; no <= last; no++ {
		a, b := lean(no)
		for name, v := range map[string]float64{"a0": a + zero, "a180": zero - a, "b0": b + zero, "b180": zero - b} {
			in[fmt.Sprintf("%s/%d", name, no)] = v
		}
	}
	return in
}

func leaning(no int) (a, b float64) { return 1246 - 10*float64(no), 40 * float64(no) }

func moved(no int) (a, b float64) { a, b = leaning(no); return a + 25, b - 5 }

// The worked numbers of formulas.md section 10.
func TestWorkedProbe(t *testing.T) {
	in := values{"a0/1": 1254, "a180/1": -1238, "b0/1": 0, "b180/1": 0}
	got := observe(compile(t, probeSetting("bottom", 1)), in, nil)
	if x := got.at("x", 0); math.Abs(x-24.92) > 1e-9 || got.at("x", 1) != 0 || got.flag != 0 {
		t.Errorf("x %v and %v, want 24.92 and 0; %v", x, got.at("x", 1), got.flag.Names())
	}
	if sum := formula.Checksum(1254, -1238); sum != 16 {
		t.Errorf("checksum %v, want 16", sum)
	}
}

func TestChecksumScatter(t *testing.T) {
	mean, scatter := formula.ChecksumScatter([]float64{16, 18, math.NaN(), 47, 15})
	if mean != 24 || scatter != 23 {
		t.Errorf("mean %v and scatter %v, want 24 and 23", mean, scatter)
	}
	if mean, _ := formula.ChecksumScatter(nil); !math.IsNaN(mean) {
		t.Errorf("mean %v of nothing", mean)
	}
}

func TestProbeCumulatesFromTheFixedEnd(t *testing.T) {
	for _, fixed := range []string{"bottom", "top"} {
		p := compile(t, probeSetting(fixed, 4))
		got := observe(p, surveyed(1, 4, leaning, 8), nil)
		var sum float64
		for k := range 5 {
			if k > 0 {
				a, _ := leaning(k)
				sum += 500 * a / 25000
			}
			want := -sum // top
			if fixed == "bottom" {
				want = 500*(1236+1226+1216+1206)/25000.0 - sum
			}
			if x := got.at("x", int32(k)); math.Abs(x-want) > 1e-9 {
				t.Errorf("%s: node %d at %v, want %v", fixed, k, x, want)
			}
		}
	}
}

// A change does not depend on how deep the other survey went: curves meet at the last station of both.
func TestProbeAlignsUnequalDepths(t *testing.T) {
	for _, c := range []struct {
		fixed       string
		first, last int // of the second survey
		zero        int32
	}{{"bottom", 1, 6, 6}, {"bottom", 2, 8, 8}, {"top", 3, 8, 2}, {"top", 1, 5, 0}} {
		p := compile(t, probeSetting(c.fixed, 8))
		initial, now := observe(p, surveyed(1, 8, leaning, 8), nil), observe(p, surveyed(c.first, c.last, moved, -30), nil)
		if short := c.last-c.first < 7; short != (now.flag&reading.Partial != 0) {
			t.Errorf("%v: flag %v", c, now.flag.Names())
		}
		for _, way := range []struct {
			name string
			sign float64
			byAB map[reading.Column]float64
		}{{"deeper first", 1, changes(initial, now, nil)}, {"deeper second", -1, changes(now, initial, nil)}} {
			for node := int32(0); node <= 8; node++ {
				x := way.byAB[reading.Column{Field: "x", Node: node}]
				want := way.sign * 0.5 * float64(c.zero-node)
				if surveyed := int(node) >= c.first-1 && int(node) <= c.last; !surveyed {
					want = math.NaN()
				}
				if math.IsNaN(want) != reading.IsMissing(x) || math.Abs(x-want) > 1e-9 {
					t.Errorf("%v, %s: node %d moved %v, want %v", c, way.name, node, x, want)
				}
			}
		}
	}
}

func TestProbeEndsAtAMissingStation(t *testing.T) {
	p := compile(t, probeSetting("bottom", 6))
	in := surveyed(1, 6, leaning, 8)
	delete(in, "a0/3")
	got := observe(p, in, nil)
	for node := int32(0); node <= 6; node++ {
		if there := !reading.IsMissing(got.at("x", node)); there != (node >= 3) {
			t.Errorf("node %d has a result: %v", node, there)
		}
		if reading.IsMissing(got.at("y", node)) {
			t.Errorf("node %d needs the other axis", node)
		}
	}
	if got.flag&reading.Partial == 0 || got.reason != formula.SegmentSilent {
		t.Errorf("flag %v, reason %q", got.flag.Names(), got.reason)
	}
}

// A survey in one direction uses the zero offset of the last one in both.
func TestProbeOfOneDirection(t *testing.T) {
	p := compile(t, probeSetting("bottom", 4))
	whole := observe(p, surveyed(1, 4, leaning, 8), nil)
	for _, gone := range []string{"a0", "a180"} {
		half := surveyed(1, 4, moved, 8)
		for no := 1; no <= 4; no++ {
			delete(half, fmt.Sprintf("%s/%d", gone, no))
		}
		if alone := observe(p, half, nil); !reading.IsMissing(alone.at("x", 0)) || reading.IsMissing(alone.at("y", 0)) {
			t.Errorf("without %s and an earlier survey: x %v, y %v", gone, alone.at("x", 0), alone.at("y", 0))
		}
		got := observe(p, half, &formula.Env{Previous: whole.out, Elapsed: 3600})
		if got.flag&reading.Interpolated == 0 {
			t.Errorf("without %s: flag %v", gone, got.flag.Names())
		}
		if x := changes(whole, got, nil)[reading.Column{Field: "x"}]; math.Abs(x-2) > 1e-9 {
			t.Errorf("without %s: moved %v, want 2", gone, x)
		}
		// The next survey in one direction still knows it.
		again := observe(p, half, &formula.Env{Previous: got.out, Elapsed: 3600})
		if again.at("x", 0) != got.at("x", 0) {
			t.Errorf("without %s twice: %v, then %v", gone, got.at("x", 0), again.at("x", 0))
		}
	}
}

func TestProbeExplainsEveryStation(t *testing.T) {
	s := probeSetting("bottom", 3)
	s.Segments[1].Twist = 2
	p := compile(t, s)
	in := surveyed(1, 3, leaning, 8)
	delete(in, "a180/3")
	previous := observe(p, surveyed(1, 3, leaning, 8), nil)
	env := &formula.Env{Previous: previous.out, Elapsed: 3600}
	steps := p.Explain(in.in(p), env, reading.Column{Field: "x", Node: 0})
	if len(steps) != 4 {
		t.Fatalf("%d steps", len(steps))
	}
	want := []string{"a = L·(A0 − A180)/(2·C)", "a = L·(A0 − A180)/(2·C)·cos φ − L·(B0 − B180)/(2·C)·sin φ", "a = L·(A0 − ZA)/C", "D_k = Σ_{i=k+1…N} a_i"}
	sum := 0.0
	for i, step := range steps {
		if step.Text != want[i] {
			t.Errorf("step %d: %s, want %s", i, step.Text, want[i])
		}
		if i < 3 {
			sum += step.Value
		}
	}
	if got := steps[3].Value; math.Abs(got-sum) > 1e-9 || got != observe(p, in, env).at("x", 0) {
		t.Errorf("the sum is %v, the steps sum to %v", got, sum)
	}
	if reads := p.Reads(reading.Column{Field: "x", Node: 2}); len(reads) != 4 {
		t.Errorf("node 2 reads %d numbers, want the 4 of station 3", len(reads))
	}
}
