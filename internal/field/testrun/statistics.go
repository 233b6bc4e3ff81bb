package testrun

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Channel is what arrived on a channel of a device in a period.
type Channel struct {
	No       int32 // 0: the device itself
	Arrivals Arrivals
	Fields   []Field
}

// Arrivals is when readings were taken.
type Arrivals struct {
	Count       int64
	First, Last int64 // UTC ms
	// Typical is the median of the first intervals (ms); 0: fewer than two readings.
	Typical           int64
	Shortest, Longest int64 // ms
	// Gaps are intervals longer than GapFactor times the typical one.
	Gaps    int64
	Missing int64 // readings that fit into the gaps
	Widest  []Gap // the longest gaps, in order of time
}

// Gap is a long interval between two readings.
type Gap struct {
	From, To int64 // UTC ms
}

// Field is the statistics of the values of one column.
type Field struct {
	Column         reading.Column
	Count          int64
	Min, Max, Mean float64
	Std            float64 // of a sample; 0 for one value
	Last           float64
}

const (
	// GapFactor is how many typical intervals make a gap: jitter does not, one lost reading does.
	GapFactor = 1.5
	// typicalOf is how many of the first intervals decide what is typical, so that a period of any rate fits in memory.
	typicalOf = 10_000
	// mostGaps is how many gaps are listed.
	mostGaps = 20
)

// Statistics returns what arrived from a device at times of [from, to], by channel.
func (s *Service) Statistics(ctx context.Context, device, from, to int64) ([]Channel, error) {
	tallies := map[int32]*tally{}
	err := s.scan(ctx, device, from, to, func(no int32, b *series.Block) error {
		if tallies[no] == nil {
			tallies[no] = newTally(no)
		}
		tallies[no].add(b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := []Channel{}
	for _, no := range slices.Sorted(maps.Keys(tallies)) {
		list = append(list, tallies[no].channel())
	}
	return list, nil
}

// tally counts the readings of a channel as they come, in ascending time.
type tally struct {
	no       int32
	arrivals Arrivals
	first    []int64 // times of the first readings, until the typical interval is known
	fields   map[reading.Column]*spread
}

// spread is the running mean and sum of squares of a column (Welford).
type spread struct {
	Field
	squares float64
}

func newTally(no int32) *tally { return &tally{no: no, fields: map[reading.Column]*spread{}} }

func (t *tally) add(b *series.Block) {
	for _, at := range b.Times {
		t.arrive(at)
	}
	for c, column := range b.Columns.List {
		f := t.fields[column]
		for _, v := range b.Values[c] {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				continue
			}
			if f == nil {
				f = &spread{Field: Field{Column: column, Min: v, Max: v}}
				t.fields[column] = f
			}
			f.add(v)
		}
	}
}

func (f *spread) add(v float64) {
	f.Count++
	f.Min, f.Max, f.Last = min(f.Min, v), max(f.Max, v), v
	off := v - f.Mean
	f.Mean += off / float64(f.Count)
	f.squares += off * (v - f.Mean)
}

func (t *tally) arrive(at int64) {
	a := &t.arrivals
	a.Count++
	before := a.Last
	a.Last = at
	if a.Count == 1 {
		a.First = at
	} else {
		every := at - before
		if a.Count == 2 {
			a.Shortest = every
		}
		a.Shortest, a.Longest = min(a.Shortest, every), max(a.Longest, every)
	}
	switch {
	case a.Typical > 0:
		t.interval(before, at)
	default:
		if t.first = append(t.first, at); len(t.first) > typicalOf {
			t.settle()
		}
	}
}

// settle decides what interval is typical, and looks for gaps in the readings so far.
func (t *tally) settle() {
	if len(t.first) < 2 {
		return
	}
	intervals := make([]int64, len(t.first)-1)
	for i := range intervals {
		intervals[i] = t.first[i+1] - t.first[i]
	}
	slices.Sort(intervals)
	t.arrivals.Typical = intervals[(len(intervals)-1)/2] // the lower of two: a gap between three readings is no rule
	for i := range intervals {
		t.interval(t.first[i], t.first[i+1])
	}
	t.first = nil
}

func (t *tally) interval(from, to int64) {
	a := &t.arrivals
	if float64(to-from) <= GapFactor*float64(a.Typical) {
		return
	}
	a.Gaps++
	a.Missing += int64(math.Round(float64(to-from)/float64(a.Typical))) - 1
	a.Widest = append(a.Widest, Gap{from, to})
	if len(a.Widest) > mostGaps {
		shortest := 0
		for i, g := range a.Widest {
			if g.To-g.From < a.Widest[shortest].To-a.Widest[shortest].From {
				shortest = i
			}
		}
		a.Widest = slices.Delete(a.Widest, shortest, shortest+1)
	}
}

func (t *tally) channel() Channel {
	if t.arrivals.Typical == 0 {
		t.settle()
	}
	c := Channel{No: t.no, Arrivals: t.arrivals}
	for _, f := range t.fields {
		if f.Count > 1 {
			f.Std = math.Sqrt(f.squares / float64(f.Count-1))
		}
		c.Fields = append(c.Fields, f.Field)
	}
	slices.SortFunc(c.Fields, func(a, b Field) int {
		return cmp.Or(cmp.Compare(a.Column.Node, b.Column.Node), cmp.Compare(a.Column.Field, b.Column.Field))
	})
	return c
}
