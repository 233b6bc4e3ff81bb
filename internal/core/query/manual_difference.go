package query

import (
	"math"
	"slices"
)

// ManualPair is the result of a manual and an automatic inclinometer at the depth of a node of the automatic one; NaN:
// none.
type ManualPair struct {
	No                int32
	Depth             float64 // m
	Manual, Automatic float64 // mm
}

// Difference returns manual minus automatic, mm; NaN if one is missing.
func (p ManualPair) Difference() float64 { return p.Manual - p.Automatic }

// ManualStatistics describes the differences of the pairs that have both results.
type ManualStatistics struct {
	Count         int
	Max, MaxDepth float64 // the largest difference by its size, with its sign, mm, and its depth, m; NaN without any
	Mean, RMS     float64 // mm; NaN without any
	Correlation   float64 // Pearson's, of manual and automatic; NaN for fewer than three pairs or one that does not vary
}

// resample interpolates values at rising depths linearly; NaN outside them, and next to a missing value.
func resample(depths, values []float64, at float64) float64 {
	i, found := slices.BinarySearch(depths, at)
	switch {
	case found:
		return values[i]
	case i == 0 || i == len(depths):
		return math.NaN()
	}
	share := (at - depths[i-1]) / (depths[i] - depths[i-1])
	return values[i-1] + share*(values[i]-values[i-1])
}

// sameToe shifts the manual results so that both are equal at the deepest pair that has both.
func sameToe(pairs []ManualPair) {
	for i := len(pairs) - 1; i >= 0; i-- {
		off := pairs[i].Difference()
		if math.IsNaN(off) {
			continue
		}
		for k := range pairs {
			pairs[k].Manual -= off
		}
		return
	}
}

// manualStatistics describes the differences of pairs.
func manualStatistics(pairs []ManualPair) ManualStatistics {
	none := math.NaN()
	s := ManualStatistics{Max: none, MaxDepth: none, Mean: none, RMS: none, Correlation: none}
	var sum, squares, m, a float64
	for _, p := range pairs {
		d := p.Difference()
		if math.IsNaN(d) {
			continue
		}
		if s.Count == 0 || math.Abs(d) > math.Abs(s.Max) {
			s.Max, s.MaxDepth = d, p.Depth
		}
		s.Count++
		sum, squares, m, a = sum+d, squares+d*d, m+p.Manual, a+p.Automatic
	}
	if s.Count == 0 {
		return s
	}
	n := float64(s.Count)
	s.Mean, s.RMS, m, a = sum/n, math.Sqrt(squares/n), m/n, a/n
	var mm, aa, ma float64
	for _, p := range pairs {
		if math.IsNaN(p.Difference()) {
			continue
		}
		dm, da := p.Manual-m, p.Automatic-a
		mm, aa, ma = mm+dm*dm, aa+da*da, ma+dm*da
	}
	if s.Count > 2 && mm > 0 && aa > 0 {
		s.Correlation = ma / math.Sqrt(mm*aa)
	}
	return s
}
