package computation

import (
	"math"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

const (
	// outlierWindow is how many values before decide what an outlier is, outlierLeast how many
	// there must be.
	outlierWindow = 20
	outlierLeast  = 10
)

// directions are the fields of which no mean, median or deviation is taken (domain
// formulas.md section 19).
var directions = map[string]bool{"azi": true, "heading": true, "windDir": true}

// smoothing is what the processor of a stretch does with observed values: it filters
// them and holds outliers.
type smoothing struct {
	filter  definition.Smoothing
	sigma   float64
	columns []bool // of the observed columns: those that it is for
	keep    int    // observed values before the next that it needs, unfiltered
}

// smoothingOf makes the smoothing of a stretch; nil: none.
func smoothingOf(processor definition.Processor, observed *reading.Columns) *smoothing {
	s := &smoothing{sigma: processor.OutlierSigma}
	if processor.Filter != nil {
		s.filter = *processor.Filter
	}
	switch s.filter.Kind {
	case definition.FilterMedian:
		s.keep = 2
	case definition.FilterMean:
		s.keep = s.filter.Count - 1
	case definition.FilterEWMA:
		s.keep = 1
	}
	if s.sigma > 0 {
		s.keep = outlierWindow
	}
	if s.keep == 0 {
		return nil
	}
	for _, column := range observed.List {
		s.columns = append(s.columns, !directions[column.Field] && !formula.Hidden(column.Field))
	}
	return s
}

// Filter tells whether and how the observed values of a column are filtered.
func (s *Stretch) Filter(column reading.Column) (filter definition.Smoothing, ok bool) {
	if s.smoothing == nil || s.smoothing.filter.Kind == "" {
		return filter, false
	}
	at := s.Program.Observed().Index(column)
	return s.smoothing.filter, at >= 0 && s.smoothing.columns[at]
}

// MeasuresLike tells whether the values of two stretches are made alike: by the same versions
// of binding, formula, calibration and processor. Equal programs may be of other devices.
func (s *Stretch) MeasuresLike(other *Stretch) bool { return s.made == other.made }

// remember keeps the observed values of a result that counts, unfiltered.
func (f *fold) remember(values []float64) {
	s := f.stretch.smoothing
	if s == nil {
		return
	}
	recent := f.state.recent
	if len(recent) < s.keep {
		f.state.recent = append(recent, slices.Clone(values))
		return
	}
	oldest := recent[0]
	copy(recent, recent[1:])
	copy(oldest, values)
	recent[len(recent)-1] = oldest
}

// unfiltered are the observed values of the last result that counts, before the filter.
func (f *fold) unfiltered() []float64 {
	if n := len(f.state.recent); n > 0 {
		return f.state.recent[n-1]
	}
	return f.state.previous
}

// smooth filters the observed values of a result. What people typed stays as it is.
func (f *fold) smooth(flag reading.Flag, values []float64) []float64 {
	s := f.stretch.smoothing
	if s == nil || s.filter.Kind == "" || flag&reading.Replaced != 0 {
		return values
	}
	out := f.alloc(len(values))
	for i, v := range values {
		out[i] = v
		if s.columns[i] && !reading.IsMissing(v) {
			out[i] = roundTo(f.smoothColumn(s, i, v), f.stretch.observedPrecision[i])
		}
	}
	return out
}

func (f *fold) smoothColumn(s *smoothing, i int, v float64) float64 {
	recent := f.state.recent
	switch s.filter.Kind {
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
		for _, row := range recent[max(0, len(recent)-s.filter.Count+1):] {
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
	return before + s.filter.Alpha*(v-before)
}

// usual is the mean of a column over the values before and how far from it a value may
// lie: outlierSigma standard deviations, at least one unit of the last shown decimal. ok
// is false where there are too few.
func (f *fold) usual(i int) (mean, most float64, ok bool) {
	s := f.stretch.smoothing
	if s == nil || s.sigma == 0 || !s.columns[i] {
		return 0, 0, false
	}
	sum, n := 0.0, 0.0
	recent := f.state.recent[max(0, len(f.state.recent)-outlierWindow):]
	for _, row := range recent {
		if v := row[i]; v-v == 0 {
			sum, n = sum+v, n+1
		}
	}
	if n < outlierLeast {
		return 0, 0, false
	}
	mean = sum / n
	squares := 0.0
	for _, row := range recent {
		if v := row[i]; v-v == 0 {
			squares += (v - mean) * (v - mean)
		}
	}
	const shown = 1000 // results are kept three decimals finer than shown
	return mean, max(s.sigma*math.Sqrt(squares/(n-1)), shown/f.stretch.observedPrecision[i]), true
}

// outlying tells whether a column of a result lies too far from the values before.
func (f *fold) outlying(values []float64) bool {
	if f.stretch.smoothing == nil {
		return false
	}
	for i, v := range values {
		if mean, most, ok := f.usual(i); ok && math.Abs(v-mean) > most {
			return true
		}
	}
	return false
}
