package query

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Reducing never loses an extreme, keeps both ends, keeps times rising, invents no point and stays within its limit.
func TestReductionKeepsExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(8, 200).Draw(t, "limit")
		n := rapid.IntRange(1, 2000).Draw(t, "count")
		step := rapid.Int64Range(1, 600_000).Draw(t, "most between readings")
		times := make([]int64, n)
		for i := range times {
			times[i] = 1 + rapid.Int64Range(0, step).Draw(t, "step")
			if i > 0 {
				times[i] += times[i-1]
			}
		}
		c := newCurve(Column{}, limit, times[n-1]+rapid.Int64Range(0, step).Draw(t, "after"))
		there := map[int64]float64{}
		var at, first int64
		most, least := Extreme{}, Extreme{}
		for i := range n {
			at = times[i]
			v := float64(rapid.IntRange(-1000, 1000).Draw(t, "value"))
			if i == 0 {
				first, most, least = at, Extreme{at, v}, Extreme{at, v}
			}
			if v > most.Value {
				most = Extreme{at, v}
			}
			if v < least.Value {
				least = Extreme{at, v}
			}
			there[at] = v
			c.add(at, v)
		}
		s := c.finish()
		if n <= limit && len(s.Times) != n {
			t.Fatalf("%d of %d readings remain", len(s.Times), n)
		}
		if len(s.Times) > limit {
			t.Fatalf("%d points, limit %d", len(s.Times), limit)
		}
		found := map[int64]bool{}
		for i, time := range s.Times {
			if v, ok := there[time]; !ok || v != s.Values[i] {
				t.Fatalf("point %d at %d with %v was never added", i, time, s.Values[i])
			}
			if i > 0 && time <= s.Times[i-1] {
				t.Fatalf("times %v do not rise", s.Times)
			}
			found[time] = true
		}
		if !found[first] || !found[at] || !found[most.Time] || !found[least.Time] {
			t.Fatalf("lost one of first %d, last %d, most %v and least %v", first, at, most, least)
		}
		if s.Statistics.Max != most || s.Statistics.Min != least || s.Statistics.Count != n || s.Statistics.Last.Time != at {
			t.Fatalf("statistics %+v", s.Statistics)
		}
	})
}

func TestLineBreaksAtMissingValues(t *testing.T) {
	c := newCurve(Column{}, 100, 100)
	c.gap = 10
	c.add(1, 1)
	c.miss(5)
	c.add(6, 2) // too short to break the line
	c.miss(10)
	c.miss(15)
	c.add(20, 3)
	s := c.finish()
	if len(s.Times) != 4 || s.Times[2] != 10 || !math.IsNaN(s.Values[2]) {
		t.Errorf("%v %v", s.Times, s.Values)
	}
}

// A bearing that turns through north has no greatest value: each interval keeps its first reading.
func TestReductionOfBearingKeepsOneReadingPerInterval(t *testing.T) {
	c := newCurve(Column{Field: "windDir"}, 20, 999)
	for i := range int64(1000) {
		v := 358.0
		if i%2 == 1 {
			v = 2
		}
		c.add(i, v)
	}
	got := c.finish()
	if len(got.Times) > 12 || !got.Reduced {
		t.Fatalf("%d of 1000 readings are left", len(got.Times))
	}
	for i := 2; i < len(got.Times)-1; i++ {
		if width := got.Times[i] - got.Times[i-1]; width != got.Times[2]-got.Times[1] {
			t.Errorf("reading %d is %d after the previous one", i, width)
		}
	}
}
