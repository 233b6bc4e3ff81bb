package query

import (
	"math"

	"plumbline/internal/core/catalog"
)

const (
	defaultPoints = 2400 // per series, ui.md section 9 and storage.md section 4
	leastPoints   = 60
	// mostNumbers bounds the numbers in one chart, whatever is requested.
	mostNumbers = 400_000
)

// curve collects one series: all values while there are few, else the minimum and maximum of equal intervals, so that
// no peak is lost. Of a bearing, whose greatest value is next to its least, it keeps one value of each interval. It
// also keeps statistics over all values.
type curve struct {
	column  Column
	bearing bool
	limit   int
	end     int64 // latest possible time
	gap     int64 // ms without a value after which the line is broken

	stats Statistics
	sum   float64

	times  []int64
	values []float64

	from, width int64 // width 0: all values are kept
	until       int64
	filled      bool
	minT, maxT  int64
	minV, maxV  float64
	lastT       int64
	lastV       float64
	missing     int64 // first time without a value since the last one, 0: none
	absent      bool
}

func newCurve(column Column, limit int, end int64) *curve {
	return &curve{column: column, bearing: catalog.IsBearing(column.Field), limit: limit, end: end}
}

// add adds the next value; times rise.
func (c *curve) add(t int64, v float64) {
	s := &c.stats
	if s.Count == 0 || v > s.Max.Value {
		s.Max = Extreme{t, v}
	}
	if s.Count == 0 || v < s.Min.Value {
		s.Min = Extreme{t, v}
	}
	s.Count++
	c.sum += v
	if c.absent {
		if c.lastT != 0 && t-c.lastT > max(c.gap, 2*c.width) {
			c.cut()
		}
		c.absent = false
	}
	c.lastT, c.lastV = t, v
	c.put(t, v)
}

// miss records that the reading at a time has no such value.
func (c *curve) miss(t int64) {
	if !c.absent {
		c.absent, c.missing = true, t
	}
}

// cut breaks the line where values are missing.
func (c *curve) cut() {
	c.flush()
	c.times, c.values = append(c.times, c.missing), append(c.values, math.NaN())
}

func (c *curve) put(t int64, v float64) {
	if c.width == 0 {
		c.times, c.values = append(c.times, t), append(c.values, v)
		if len(c.times) > c.limit {
			c.reduce()
		}
		return
	}
	if t >= c.until || !c.filled {
		c.flush()
		c.filled, c.until = true, t-(t-c.from)%c.width+c.width
		c.minT, c.minV, c.maxT, c.maxV = t, v, t, v
		return
	}
	if c.bearing {
		return
	}
	if v < c.minV {
		c.minT, c.minV = t, v
	}
	if v > c.maxV {
		c.maxT, c.maxV = t, v
	}
}

// reduce switches from all values to extremes.
func (c *curve) reduce() {
	times, values := c.times, c.values
	buckets := int64(max(c.limit-2, 2) / 2)
	c.from = times[0]
	c.width = (max(c.end, times[len(times)-1])-c.from)/buckets + 1
	// Writing never overtakes reading: an interval yields at most as many values as it took.
	c.times, c.values = times[:1], values[:1]
	for i := range times {
		if math.IsNaN(values[i]) {
			c.flush()
			c.times, c.values = append(c.times, times[i]), append(c.values, values[i])
			continue
		}
		c.put(times[i], values[i])
	}
}

// flush writes the values of the current interval.
func (c *curve) flush() {
	if !c.filled {
		return
	}
	c.filled = false
	t1, v1, t2, v2 := c.minT, c.minV, c.maxT, c.maxV
	if t1 > t2 {
		t1, v1, t2, v2 = t2, v2, t1, v1
	}
	if t1 != c.times[len(c.times)-1] || len(c.times) != 1 {
		c.times, c.values = append(c.times, t1), append(c.values, v1)
	}
	if t2 != t1 {
		c.times, c.values = append(c.times, t2), append(c.values, v2)
	}
}

func (c *curve) finish() Series {
	c.flush()
	if c.stats.Count > 0 {
		if c.width > 0 && c.times[len(c.times)-1] != c.lastT {
			c.times, c.values = append(c.times, c.lastT), append(c.values, c.lastV)
		}
		c.stats.Last = Extreme{c.lastT, c.lastV}
		c.stats.Mean = c.sum / float64(c.stats.Count)
	} else {
		c.stats.Mean = math.NaN()
	}
	return Series{Column: c.column, Times: c.times, Values: c.values, Statistics: c.stats, Reduced: c.width > 0}
}
