package compiled

import (
	"slices"

	"plumbline/internal/core/reading"
)

// Changes derives from observed rows what is not stored: accumulated change, change in period and rate (domain
// measurements.md section 0.1). The fold judges alarms with it and queries display with it, so that both agree. It is
// a cursor: fast for rows in time order, correct in any order, for one goroutine.
type Changes struct {
	point    *Point
	initials []InitialValue

	from, until int64 // the time range in which the fields below are constant
	segment     *Segment
	initial     []float64 // in the order of the observed columns; may be nil
	initialFrom int64
	shift       []float64 // sum for each base column; nil: all zero
	top         bool      // top shifts are interpolated at each time

	remapped []float64
	one, two []float64
}

// NewChanges returns a cursor with the initial values of a point, ordered by From.
func NewChanges(p *Point, initials []InitialValue) *Changes {
	return &Changes{point: p, initials: initials, from: 1, until: 0}
}

// ReplaceInitials replaces the initial values, reusing their memory.
func (c *Changes) ReplaceInitials(initials ...InitialValue) {
	c.initials = append(c.initials[:0], initials...)
	c.from, c.until = 1, 0
}

// Columns returns the columns of accumulated changes, changes in period and rates at a time; nil if the point computes
// nothing.
func (c *Changes) Columns(t int64) *reading.Columns {
	c.seek(t)
	if c.segment.Program == nil {
		return nil
	}
	return c.segment.Program.Changed()
}

// Until returns the first time after t at which configuration, initial value or shifts change.
func (c *Changes) Until(t int64) int64 {
	c.seek(t)
	return c.until
}

// Initial returns the initial value in effect at a time.
func (c *Changes) Initial(t int64) (InitialValue, bool) {
	i := c.initialAt(t)
	if i < 0 {
		return InitialValue{}, false
	}
	return c.initials[i], true
}

func (c *Changes) initialAt(t int64) int {
	i, found := slices.BinarySearchFunc(c.initials, t, func(v InitialValue, t int64) int {
		switch {
		case v.From < t:
			return -1
		case v.From > t:
			return 1
		}
		return 0
	})
	if !found {
		i--
	}
	if i < 0 {
		return i
	}
	// A version whose value is not formed yet has no initial value, and ends the one before it.
	version, ok := c.point.initials.At(t)
	if !ok || version.ID != c.initials[i].Version {
		return -1
	}
	return i
}

func (c *Changes) seek(t int64) {
	if t >= c.from && t < c.until {
		return
	}
	c.segment = c.point.At(t)
	c.from, c.until = c.segment.From, c.segment.Until
	if version, ok := c.point.initials.At(t); ok {
		c.from = max(c.from, version.ValidFrom)
	}
	if next, ok := c.point.initials.Until(t); ok {
		c.until = min(c.until, next)
	}
	c.initial = nil
	if i := c.initialAt(t); i >= 0 && c.segment.Program != nil {
		c.initial = Remap(nil, c.initials[i].Values, c.initials[i].Columns, c.segment.Program.Observed())
		c.initialFrom = c.initials[i].From
	}
	c.seekShifts(t)
}

func (c *Changes) seekShifts(t int64) {
	c.shift, c.top = nil, false
	if c.segment.Program == nil {
		return
	}
	base := c.segment.Program.Changed().List[:c.segment.Program.Base()]
	for i := range c.point.Shifts {
		s := &c.point.Shifts[i]
		if s.From > t {
			c.until = min(c.until, s.From)
			break
		}
		c.from = max(c.from, s.From)
		for k, column := range base {
			if amount, ok := s.Shifts(column.Field, column.Node); ok {
				if c.shift == nil {
					c.shift = make([]float64, len(base))
				}
				c.shift[k] += amount
			}
		}
	}
	c.top = c.segment.TopFixed && len(c.point.TopShifts) > 0
}

// Accumulated computes the accumulated change of an observed row: the change from the initial value plus all shifts up
// to t. observed has the columns of the program at t. ok is false without an initial value.
func (c *Changes) Accumulated(t int64, observed, out []float64) (ok bool) {
	c.seek(t)
	if c.initial == nil {
		return false
	}
	c.segment.Program.Change(observed, c.initial, out)
	c.addShifts(t, c.shift, out)
	return true
}

// AccumulatedOf returns the accumulated changes of an observed row with any columns, and their columns; nil if there
// are none.
func (c *Changes) AccumulatedOf(t int64, values []float64, columns *reading.Columns) (*reading.Columns, []float64) {
	if c.Columns(t) == nil || !c.HasInitial(t) {
		return nil, nil
	}
	out := make([]float64, c.segment.Program.Changed().Len())
	c.Accumulated(t, Remap(nil, values, columns, c.segment.Program.Observed()), out)
	return c.segment.Program.Changed(), out
}

// Between computes the change from an earlier row to a row: the difference of their accumulated changes from the
// initial value at t, with shifts in between; without an initial value, the difference of the observed values. A row
// of other sources uses its own initial value, see initialOf.
func (c *Changes) Between(t int64, observed []float64, t0 int64, observed0 []float64, columns0 *reading.Columns, out []float64) {
	c.seek(t)
	program := c.segment.Program
	if columns0 != program.Observed() {
		c.remapped = Remap(c.remapped, observed0, columns0, program.Observed())
		observed0 = c.remapped
	}
	initial, initialFrom := c.initial, c.initialFrom
	if initial == nil {
		initial = observed0
	}
	initial0 := initial
	if c.initial != nil && t0 < c.from && !c.point.SameSources(t0, t) {
		initial0, initialFrom = c.initialOf(t0, t)
	}
	n := program.Changed().Len()
	c.one, c.two = slices.Grow(c.one[:0], n)[:n], slices.Grow(c.two[:0], n)[:n]
	program.Change(observed, initial, c.one)
	program.Change(observed0, initial0, c.two)
	shift, top := c.shift, c.top
	c.addShifts(t, shift, c.one)
	if t0 >= c.from {
		c.addShifts(t0, shift, c.two)
	} else {
		earlier := Changes{point: c.point, segment: c.segment, initialFrom: initialFrom, from: Beginning, until: Forever}
		earlier.seekShifts(t0)
		earlier.top = top
		earlier.addShifts(t0, earlier.shift, c.two)
	}
	for i := range out[:n] {
		out[i] = c.round(i, c.one[i]-c.two[i])
	}
}

// initialOf returns the initial value for a row of other sources at t0, compared with one at t: that of t if it
// applies to both, or that of t0 if the change was carried over (domain devices.md section 7). Otherwise the two
// instruments have no common zero, and there is no change between their rows.
func (c *Changes) initialOf(t0, t int64) (values []float64, from int64) {
	then := c.initialAt(t0)
	switch {
	case then == c.initialAt(t):
		return c.initial, c.initialFrom
	case then < 0 || !c.point.carried(t0, t):
		return slices.Repeat([]float64{reading.Missing}, len(c.initial)), c.initialFrom
	}
	own := c.initials[then]
	return Remap(nil, own.Values, own.Columns, c.segment.Program.Observed()), own.From
}

// Rate computes the change rate from an earlier row to a row, per day.
func (c *Changes) Rate(t int64, observed []float64, t0 int64, observed0 []float64, columns0 *reading.Columns, out []float64) {
	c.Between(t, observed, t0, observed0, columns0, out)
	days := float64(t-t0) / Day
	for i := range out[:c.segment.Program.Changed().Len()] {
		out[i] = c.round(i, out[i]/days)
	}
}

// HasInitial reports whether an initial value is in effect at a time.
func (c *Changes) HasInitial(t int64) bool {
	c.seek(t)
	return c.initial != nil
}

// oldestOfRate is the most time between the two rows of a rate, ms.
const oldestOfRate = 7 * Day

// RateWindow returns the time range of the earlier row of a rate at t: it is the newest valid row in [oldest, newest]
// (measurements.md 0.1).
func (p *Point) RateWindow(t int64) (oldest, newest int64) {
	tolerance := min(p.At(t).Interval/2, 3600_000)
	return t - oldestOfRate, t - Day + tolerance
}

func (c *Changes) addShifts(t int64, shift, out []float64) {
	if shift == nil && !c.top {
		return
	}
	program := c.segment.Program
	for i := range program.Base() {
		amount := 0.0
		if shift != nil {
			amount = shift[i]
		}
		if c.top {
			amount += c.topShift(t, program.Changed().List[i].Field)
		}
		if amount != 0 {
			out[i] = c.round(i, out[i]+amount)
		}
	}
	program.Derive(out)
}

// topShift returns the surveyed displacement of the collar since the initial value, linear between records and
// constant after the last.
func (c *Changes) topShift(t int64, field string) float64 {
	before, value := c.initialFrom, 0.0
	for i := range c.point.TopShifts {
		s := &c.point.TopShifts[i]
		amount, ok := s.Values[field]
		if !ok || s.From < c.initialFrom {
			continue
		}
		if s.From > t {
			if s.From > before && t > before {
				value += (amount - value) * float64(t-before) / float64(s.From-before)
			}
			return value
		}
		before, value = s.From, amount
	}
	return value
}

// round rounds a changed column to its declared precision.
func (c *Changes) round(column int, v float64) float64 {
	return RoundTo(v, c.segment.precision[column])
}

// EffectFrom returns the time from which a change at t has effect. A reading of a further source also changes results up
// to an interval before it, and a surveyed displacement of the collar changes the interpolated values before it.
func (p *Point) EffectFrom(t int64) int64 {
	from, topFixed := t, false
	for i := range p.Segments {
		s := &p.Segments[i]
		topFixed = topFixed || s.TopFixed
		if before := t - s.Interval; len(s.Feeds) > 0 && before < from && s.From <= t && s.Until > before {
			from = before
		}
	}
	if !topFixed {
		return from
	}
	if version, ok := p.initials.At(t); ok {
		from = min(from, version.ValidFrom)
	}
	for i := range p.TopShifts {
		if p.TopShifts[i].From < t {
			from = p.TopShifts[i].From
		}
	}
	return from
}
