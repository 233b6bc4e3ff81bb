package compute

import (
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
)

// remember keeps the unfiltered observed values of a valid result.
func (f *fold) remember(values []float64) {
	s := f.segment.Smoothing
	if s == nil {
		return
	}
	recent := f.state.recent
	if len(recent) < s.Keep {
		f.state.recent = append(recent, slices.Clone(values))
		return
	}
	oldest := recent[0]
	copy(recent, recent[1:])
	copy(oldest, values)
	recent[len(recent)-1] = oldest
}

// unfiltered returns the observed values of the last valid result before the filter.
func (f *fold) unfiltered() []float64 {
	if n := len(f.state.recent); n > 0 {
		return f.state.recent[n-1]
	}
	return f.state.previous
}

// smooth filters the observed values of a result. Manual values are not filtered.
func (f *fold) smooth(flag reading.Flag, values []float64) []float64 {
	s := f.segment.Smoothing
	if s == nil || s.Filter.Kind == "" || flag&reading.Replaced != 0 {
		return values
	}
	out := f.alloc(len(values))
	for i, v := range values {
		out[i] = v
		if s.Columns[i] && !reading.IsMissing(v) {
			out[i] = compiled.RoundTo(f.smoothColumn(s, i, v), f.segment.ObservedPrecision[i])
		}
	}
	return out
}

func (f *fold) smoothColumn(s *compiled.Smoothing, i int, v float64) float64 {
	recent := f.state.recent
	switch s.Filter.Kind {
	case definition.FilterMedian:
		if len(recent) < 2 {
			return v
		}
		a, b := recent[len(recent)-2][i], recent[len(recent)-1][i]
		if a-a != 0 || b-b != 0 {
			return v
		}
		return max(min(a, b), min(max(a, b), v))
	case definition.FilterMean:
		sum, n := v, 1
		for _, row := range recent[max(0, len(recent)-s.Filter.Count+1):] {
			if w := row[i]; w-w == 0 {
				sum, n = sum+w, n+1
			}
		}
		return sum / float64(n)
	}
	if len(recent) == 0 || len(f.state.previous) == 0 {
		return v
	}
	before := f.state.previous[i]
	if before-before != 0 {
		return v
	}
	return before + s.Filter.Alpha*(v-before)
}

// usual returns the mean of a column over the previous values, and how far from it a value may lie: outlierSigma
// standard deviations, at least one unit of the last displayed decimal. ok is false if there are too few values.
func (f *fold) usual(i int) (mean, most float64, ok bool) {
	s := f.segment.Smoothing
	if s == nil || s.Sigma == 0 || !s.Columns[i] {
		return 0, 0, false
	}
	sum, n := 0.0, 0.0
	recent := f.state.recent[max(0, len(f.state.recent)-compiled.OutlierWindow):]
	for _, row := range recent {
		if v := row[i]; v-v == 0 {
			sum, n = sum+v, n+1
		}
	}
	if n < compiled.OutlierLeast {
		return 0, 0, false
	}
	mean = sum / n
	squares := 0.0
	for _, row := range recent {
		if v := row[i]; v-v == 0 {
			squares += (v - mean) * (v - mean)
		}
	}
	const shown = 1000 // results keep three more decimals than displayed
	return mean, max(s.Sigma*math.Sqrt(squares/(n-1)), shown/f.segment.ObservedPrecision[i]), true
}

// outlying reports whether a column of a result lies too far from the previous values.
func (f *fold) outlying(values []float64) bool {
	if f.segment.Smoothing == nil {
		return false
	}
	for i, v := range values {
		if mean, most, ok := f.usual(i); ok && math.Abs(v-mean) > most {
			return true
		}
	}
	return false
}
