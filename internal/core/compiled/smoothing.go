package compiled

import (
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

const (
	// outlierWindow is how many values before decide what an outlier is, outlierLeast how many
	// there must be.
	OutlierWindow = 20
	OutlierLeast  = 10
)

// directions are the fields of which no mean, median or deviation is taken (domain
// formulas.md section 19).
var directions = map[string]bool{"azi": true, "heading": true, "windDir": true}

// Smoothing is what the processor of a segment does with observed values: it filters
// them and holds outliers.
type Smoothing struct {
	Filter  definition.Smoothing
	Sigma   float64
	Columns []bool // of the observed columns: those that it is for
	Keep    int    // observed values before the next that it needs, unfiltered
}

// smoothingOf makes the smoothing of a segment; nil: none.
func smoothingOf(processor definition.Processor, observed *reading.Columns) *Smoothing {
	s := &Smoothing{Sigma: processor.OutlierSigma}
	if processor.Filter != nil {
		s.Filter = *processor.Filter
	}
	switch s.Filter.Kind {
	case definition.FilterMedian:
		s.Keep = 2
	case definition.FilterMean:
		s.Keep = s.Filter.Count - 1
	case definition.FilterEWMA:
		s.Keep = 1
	}
	if s.Sigma > 0 {
		s.Keep = OutlierWindow
	}
	if s.Keep == 0 {
		return nil
	}
	for _, column := range observed.List {
		s.Columns = append(s.Columns, !directions[column.Field] && !formula.Hidden(column.Field))
	}
	return s
}

// Filter reports whether and how the observed values of a column are filtered.
func (s *Segment) Filter(column reading.Column) (filter definition.Smoothing, ok bool) {
	if s.Smoothing == nil || s.Smoothing.Filter.Kind == "" {
		return filter, false
	}
	at := s.Program.Observed().Index(column)
	return s.Smoothing.Filter, at >= 0 && s.Smoothing.Columns[at]
}

// MeasuresLike reports whether the values of two segments are made alike: by the same versions
// of binding, formula, calibration and processor. Equal programs may be of other devices.
func (s *Segment) MeasuresLike(other *Segment) bool { return s.made == other.made }
