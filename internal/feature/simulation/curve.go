package simulation

import (
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
)

const (
	mostDrawn    = 2400 // values of a curve
	gapIntervals = 3    // without a reading, after which a line is broken (domain views.md 0.3)
)

// SimulatedCurve is the value by which each reading is judged.
type SimulatedCurve struct {
	Times   []int64    `json:"times" doc:"UTC ms, rising"`
	Values  []*float64 `json:"values" doc:"null: the line is broken"`
	Reduced bool       `json:"reduced" doc:"The least and greatest value of each of equal parts of the span instead of all"`
}

// curve collects the judged values of a span.
type curve struct {
	from, to int64
	values   []alarm.Deciding
	breaks   []bool // before the value
	last     int64
	any      bool
}

func (c *curve) add(s *compiled.Segment, by alarm.Deciding) {
	if by.Time < c.from || by.Time > c.to {
		return
	}
	c.values = append(c.values, by)
	c.breaks = append(c.breaks, c.any && s.Main != 0 && by.Time-c.last > gapIntervals*s.Interval)
	c.last, c.any = by.Time, true
}

// farthest returns the value farthest from zero.
func (c *curve) farthest() *SimulatedValue {
	if len(c.values) == 0 {
		return nil
	}
	worst := c.values[0]
	for _, v := range c.values {
		if abs(v.Value) > abs(worst.Value) {
			worst = v
		}
	}
	return &SimulatedValue{Time: worst.Time, Value: worst.Value, Node: worst.Node}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}

// drawn returns the curve as it is drawn: all values, or the extremes of equal parts so that no peak is lost.
func (c *curve) drawn() SimulatedCurve {
	out := SimulatedCurve{Times: []int64{}, Values: []*float64{}}
	put := func(v alarm.Deciding) {
		out.Times, out.Values = append(out.Times, v.Time), append(out.Values, &v.Value)
	}
	cut := func(t int64) { out.Times, out.Values = append(out.Times, t), append(out.Values, nil) }
	if len(c.values) <= mostDrawn {
		for i, v := range c.values {
			if c.breaks[i] {
				cut(c.values[i-1].Time + 1)
			}
			put(v)
		}
		return out
	}
	out.Reduced = true
	first := c.values[0].Time
	width := (c.last-first)/(mostDrawn/2) + 1
	low, high := c.values[0], c.values[0]
	flush := func() {
		a, b := low, high
		if a.Time > b.Time {
			a, b = b, a
		}
		put(a)
		if b.Time != a.Time {
			put(b)
		}
	}
	for i, v := range c.values[1:] {
		before := c.values[i]
		switch {
		case c.breaks[i+1] && v.Time-before.Time > 2*width:
			flush()
			cut(before.Time + 1)
			low, high = v, v
		case (v.Time-first)/width != (before.Time-first)/width:
			flush()
			low, high = v, v
		case v.Value < low.Value:
			low = v
		case v.Value > high.Value:
			high = v
		}
	}
	flush()
	return out
}
