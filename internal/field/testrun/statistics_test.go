package testrun

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// block returns readings of one column.
func block(times []int64, values []float64) *series.Block {
	return &series.Block{Columns: reading.Intern([]reading.Column{{Field: "freq"}}), Times: times, Values: [][]float64{values}}
}

// A vibrating wire gauge that sends each minute loses two readings, and one value is missing.
func TestStatisticsOfAnAcceptanceTest(t *testing.T) {
	const minute = 60_000
	one := newTally(3)
	one.add(block([]int64{0, minute, 2 * minute}, []float64{2671.8, 2671.2, 2672.4}))
	one.add(block([]int64{5*minute + 400, 6 * minute}, []float64{reading.Missing, 2671.0}))
	got := one.channel()
	a := got.Arrivals
	if got.No != 3 || a.Count != 5 || a.Typical != minute || a.Shortest != 59_600 || a.Longest != 3*minute+400 || a.Gaps != 1 || a.Missing != 2 {
		t.Errorf("arrivals %+v", got)
	}
	if len(a.Widest) != 1 || a.Widest[0] != (Gap{2 * minute, 5*minute + 400}) {
		t.Errorf("gaps %+v", a.Widest)
	}
	f := got.Fields[0]
	if f.Count != 4 || f.Min != 2671 || f.Max != 2672.4 || f.Last != 2671 || math.Abs(f.Mean-2671.6) > 1e-9 || math.Abs(f.Std-0.632455532) > 1e-9 {
		t.Errorf("field %+v", f)
	}
}

func TestOneReadingHasNoIntervalAndNoSpread(t *testing.T) {
	one := newTally(0)
	one.add(block([]int64{7}, []float64{1.5}))
	got := one.channel()
	if a := got.Arrivals; a.Typical != 0 || a.Gaps != 0 || a.First != 7 || a.Last != 7 {
		t.Errorf("arrivals %+v", a)
	}
	if f := got.Fields[0]; f.Std != 0 || f.Mean != 1.5 {
		t.Errorf("field %+v", f)
	}
}

// Readings are counted the same in blocks of any size, beyond the number that decides what is typical.
func TestBlocksDoNotChangeStatistics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{2, 50, typicalOf + 50}).Draw(t, "n")
		lost := rapid.IntRange(1, n-1).Draw(t, "lost")
		times, values := make([]int64, n), make([]float64, n)
		for i := range times {
			times[i] = int64(i) * 1000
			if i >= lost {
				times[i] += 60_000
			}
			values[i] = float64(i % 7)
		}
		cut := rapid.IntRange(0, n).Draw(t, "cut")
		whole, parts := newTally(1), newTally(1)
		whole.add(block(times, values))
		parts.add(block(times[:cut], values[:cut]))
		parts.add(block(times[cut:], values[cut:]))
		a, b := whole.channel(), parts.channel()
		if a.Fields[0] != b.Fields[0] || a.Arrivals.Gaps != b.Arrivals.Gaps || a.Arrivals.Missing != b.Arrivals.Missing || a.Arrivals.Typical != b.Arrivals.Typical {
			t.Fatalf("%+v, in parts %+v", a, b)
		}
		if n > 2 && (a.Arrivals.Gaps != 1 || a.Arrivals.Missing != 60) {
			t.Fatalf("%d readings: %+v", n, a.Arrivals)
		}
	})
}
