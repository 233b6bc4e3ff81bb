package files

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// A reading has one time, so only one of several rows with the same time can be stored. Rows whose keys go to
// different fields do not conflict.

// meeting returns a function that groups rows: those with the same text conflict at the same time.
func meeting(l *loggerfile.Layout) func(key string) string {
	owner := map[any]string{}
	for _, m := range l.Columns {
		target := [...]any{m.Channel, m.Node, m.Field}
		if other, taken := owner[target]; m.Key == "" || taken && other != m.Key {
			return func(string) string { return "" }
		}
		owner[target] = m.Key
	}
	return func(key string) string { return key }
}

// moment is a time with conflicting rows.
type moment struct {
	key  string
	time int64
}

// maxRepeated bounds the memory for repeated times of a file.
const maxRepeated = 1 << 20

// repeats are the times that several rows have.
type repeats struct {
	rows    map[moment]int // number of rows
	extra   int            // rows beyond the first of each time
	first   int            // line of the first of them
	ordered bool           // the times only rise
}

// track follows the times of one key while they are monotonic.
type track struct {
	last, step int64
	any        bool
	times      []int64
}

// scanned finds the repeated times. read reads the file once.
func scanned(meets func(string) string, read func(visit func(loggerfile.Row)) error) (repeats, error) {
	found := repeats{rows: map[moment]int{}, ordered: true}
	tracks := map[string]*track{}
	mixed := false
	err := read(func(r loggerfile.Row) {
		key := meets(r.Key)
		t := tracks[key]
		if t == nil {
			t = &track{}
			tracks[key] = t
		}
		step := r.Time - t.last
		switch {
		case !t.any:
		case step == 0:
			found.add(moment{key, r.Time}, r.Line)
		case step < 0 != (t.step < 0) && t.step != 0:
			mixed = true
		default:
			t.step = step
		}
		found.ordered = found.ordered && (!t.any || step >= 0)
		t.last, t.any = r.Time, true
	})
	if err != nil || !mixed {
		return found, err
	}
	return unordered(meets, read)
}

func (f *repeats) add(m moment, line int) {
	if f.rows[m] == 0 {
		f.rows[m] = 1
	}
	f.rows[m]++
	f.extra++
	if f.first == 0 {
		f.first = line
	}
}

// unordered is scanned for a file whose times are not monotonic: it needs 8 bytes per row.
func unordered(meets func(string) string, read func(visit func(loggerfile.Row)) error) (repeats, error) {
	found := repeats{rows: map[moment]int{}}
	tracks := map[string]*track{}
	err := read(func(r loggerfile.Row) {
		key := meets(r.Key)
		if tracks[key] == nil {
			tracks[key] = &track{}
		}
		tracks[key].times = append(tracks[key].times, r.Time)
	})
	if err != nil {
		return found, err
	}
	for key, t := range tracks {
		slices.Sort(t.times)
		for i := 1; i < len(t.times); i++ {
			if t.times[i] == t.times[i-1] {
				found.add(moment{key, t.times[i]}, 0)
			}
		}
	}
	if found.extra == 0 {
		return found, nil
	}
	seen := map[moment]bool{}
	return found, read(func(r loggerfile.Row) {
		m := moment{meets(r.Key), r.Time}
		if found.first > 0 || found.rows[m] == 0 {
			return
		}
		if seen[m] {
			found.first = r.Line
		}
		seen[m] = true
	})
}

// SameTime is a time that several rows have.
type SameTime struct {
	Time  int64  `json:"time" doc:"UTC ms"`
	Key   string `json:"key,omitempty"`
	Rows  int    `json:"rows"`
	Lines []int  `json:"lines" nullable:"false" doc:"The first 20 of them"`
}

// Limits of the displayed rows with the same time.
const (
	shownTimes = 20
	shownMeets = 20
)

// sameTimes returns the first repeated times, in file order.
func (c *conversion) sameTimes(found repeats) ([]SameTime, error) {
	list := []SameTime{}
	if found.extra == 0 {
		return list, nil
	}
	meets, at := meeting(c.layout), map[moment]int{}
	_, err := c.read(func(r loggerfile.Row) error {
		m := moment{meets(r.Key), r.Time}
		rows := found.rows[m]
		i, known := at[m]
		switch {
		case rows == 0 || !known && len(list) == shownTimes:
			return nil
		case !known:
			i = len(list)
			at[m] = i
			list = append(list, SameTime{Time: r.Time, Key: m.key, Rows: rows})
		}
		if one := &list[i]; len(one.Lines) < shownMeets {
			one.Lines = append(one.Lines, r.Line)
		}
		return nil
	}, func(loggerfile.Refused) {})
	return list, err
}

// chooser picks one row of each time.
type chooser struct {
	rule   string
	meets  func(string) string
	rows   map[moment]int
	groups map[moment]*group
	refuse func(loggerfile.Refused)
}

// group is the rows of one time so far.
type group struct {
	left, first int
	sum         []float64
	count       []int
	invalid     []bool
}

// choose returns the row to store for a time; false: another one is, or it comes later.
func (c *chooser) choose(r loggerfile.Row) (loggerfile.Row, bool) {
	m := moment{c.meets(r.Key), r.Time}
	n := c.rows[m]
	if n == 0 {
		return r, true
	}
	g := c.groups[m]
	if g == nil {
		g = &group{left: n, first: r.Line}
		c.groups[m] = g
	}
	g.left--
	switch c.rule {
	case loggerfile.FirstSame:
		if g.left == n-1 {
			return r, true
		}
		c.met(r, g.first)
		return r, false
	case loggerfile.LastSame:
		if g.left == 0 {
			return r, true
		}
		c.met(r, 0)
		return r, false
	}
	g.add(r.Values)
	if g.left > 0 {
		c.met(r, 0)
		return r, false
	}
	g.mean(r.Values)
	return r, true
}

// met reports a row at the time of another; line 0: the other comes later.
func (c *chooser) met(r loggerfile.Row, line int) {
	reason := errs.New(errs.SameTimeLater)
	if line > 0 {
		reason = errs.New(errs.SameTimeRow, "line", line)
	}
	c.refuse(loggerfile.Refused{Line: r.Line, Column: "time", Reason: reason})
}

func (g *group) add(values []float64) {
	if g.sum == nil {
		g.sum, g.count, g.invalid = make([]float64, len(values)), make([]int, len(values)), make([]bool, len(values))
	}
	for i, v := range values {
		switch {
		case reading.IsMissing(v):
		case math.IsNaN(v):
			g.invalid[i] = true
		default:
			g.sum[i] += v
			g.count[i]++
		}
	}
}

// mean writes the mean of the valid values of each column.
func (g *group) mean(values []float64) {
	for i := range values {
		switch {
		case g.count[i] > 0:
			values[i] = g.sum[i] / float64(g.count[i])
		case g.invalid[i]:
			values[i] = invalid
		default:
			values[i] = reading.Missing
		}
	}
}
