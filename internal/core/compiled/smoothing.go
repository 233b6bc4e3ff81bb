package compiled

import (
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

const (
	// OutlierWindow is the number of previous values that decide about an outlier; outlierLeast is the minimum.
	OutlierWindow = 20
	OutlierLeast  = 10
)

// directions are the fields without a mean, median or deviation (domain formulas.md section 19).
var directions = map[string]bool{"azi": true, "heading": true, "windDir": true, "windMeanDir": true}

// Smoothing is how the processor of a segment filters observed values and holds outliers.
type Smoothing struct {
	Filter  definition.Smoothing
	Sigma   float64
	Columns []bool // the observed columns to which it applies
	Keep    int    // number of previous observed values needed, unfiltered
}

// smoothingOf returns the smoothing of a segment, or nil.
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

// MeasuresLike reports whether two segments compute values alike: with the same versions of binding, formula,
// calibration and processor. Equal programs may belong to different devices.
func (s *Segment) MeasuresLike(other *Segment) bool { return s.made == other.made }
