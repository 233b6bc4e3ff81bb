package compiled

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

const Day = 24 * 3600_000 // ms

// Plain reports whether, over a whole range, the accumulated changes of columns are plain differences to the initial
// value, without shifts.
func (p *Point) Plain(start, end int64, columns []reading.Column) bool {
	if len(p.Shifts)+len(p.TopShifts) > 0 {
		return false
	}
	for i := range p.Segments {
		s := &p.Segments[i]
		if s.From > end || s.Until <= start || s.Program == nil {
			continue
		}
		for _, column := range columns {
			if at := s.Program.Changed().Index(column); at >= 0 {
				if _, _, ok := s.Program.Plain(at); !ok {
					return false
				}
			}
		}
	}
	return true
}

// Plain returns the accumulated change of a column as a function of one observed column, exactly as Accumulated
// computes it, valid from t to Until(t). ok is false if it depends on other columns or shifts.
func (c *Changes) Plain(t int64, column int) (observed int, of func(float64) float64, ok bool) {
	c.seek(t)
	if c.segment.Program == nil || c.shift != nil || c.top {
		return 0, nil, false
	}
	observed, difference, ok := c.segment.Program.Plain(column)
	if !ok {
		return 0, nil, false
	}
	before := reading.Missing // so that there is no change without an initial value
	if c.initial != nil {
		before = c.initial[observed]
	}
	return observed, func(now float64) float64 { return difference(now, before) }, true
}

// RoundTo rounds to 1/scale, as formulas do. Infinite values and NaN become Missing.
func RoundTo(v, scale float64) float64 {
	if math.IsNaN(v) {
		return reading.Missing
	}
	scaled := v * scale
	if math.Abs(scaled) >= 1<<53 {
		return v
	}
	return math.Round(scaled)/scale + 0
}

// Remap copies values from one layout of columns to another.
func Remap(dst, values []float64, from, to *reading.Columns) []float64 {
	n := to.Len()
	dst = slices.Grow(dst[:0], n)[:n]
	if from == to {
		copy(dst, values)
		return dst
	}
	for i, column := range to.List {
		dst[i] = reading.Missing
		if k := from.Index(column); k >= 0 {
			dst[i] = values[k]
		}
	}
	return dst
}

// Difference computes what Between returns for two rows of the same segment with the same initial value, from their
// accumulated changes.
func (c *Changes) Difference(now, before, out []float64) {
	for i := range out {
		out[i] = c.round(i, now[i]-before[i])
	}
}

// RateOf computes what Rate returns, from the difference of two rows d milliseconds apart.
func (c *Changes) RateOf(difference []float64, d int64, out []float64) {
	days := float64(d) / Day
	for i := range out {
		out[i] = c.round(i, difference[i]/days)
	}
}

// Unshifted returns the accumulated change of a row in the columns to which shifts apply, without those shifts;
// surveyed displacements of the collar are included.
func (c *Changes) Unshifted(t int64, values []float64, columns *reading.Columns) ([]reading.Column, []float64) {
	c.seek(t)
	if c.initial == nil {
		return nil, nil
	}
	program := c.segment.Program
	observed := Remap(nil, values, columns, program.Observed())
	out := make([]float64, program.Changed().Len())
	program.Change(observed, c.initial, out)
	c.addShifts(t, nil, out)
	n := program.Base()
	for i := range n {
		out[i] = c.round(i, out[i])
	}
	return program.Changed().List[:n], out[:n]
}
