package compute

import (
	"cmp"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// insertReplaced creates results for replacement values at times without a reading.
func (f *fold) insertReplaced(before int64) {
	replaces := f.p.Replaces
	if len(replaces) == 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(replaces, f.state.time, func(c correction.Correction, t int64) int {
		if c.From <= t {
			return -1
		}
		return 1
	})
	for ; i < len(replaces) && replaces[i].From < before; i++ {
		t := replaces[i].From
		if t <= f.state.time {
			continue // same time: already applied together
		}
		f.moveTo(t)
		f.observeUnpaired() // a manual value between the two readings separates the pair
		f.state.time = t
		if f.segment.Program == nil {
			continue
		}
		values := f.alloc(f.segment.Program.Observed().Len())
		for k := range values {
			values[k] = reading.Missing
		}
		f.record(t, f.correct(t, reading.Invalid, values), values)
	}
}

// correct applies withdrawals and replacement values in the order in which they were recorded; the later one wins.
func (f *fold) correct(t int64, flag reading.Flag, values []float64) reading.Flag {
	f.withdrawn.seek(f.p.Withdrawals, t)
	flag = f.doubt(t, flag, values)
	first, _ := slices.BinarySearchFunc(f.p.Replaces, t, func(c correction.Correction, t int64) int { return cmp.Or(cmp.Compare(c.From, t), 1) })
	last := first
	for last < len(f.p.Replaces) && f.p.Replaces[last].From == t {
		last++
	}
	if len(f.withdrawn.list) == 0 && first == last {
		return flag
	}
	columns := f.segment.Program.Observed()
	n := columns.Len()
	out := slices.Grow(f.scratch.columnWithdrawn[:0], n)[:n]
	clear(out)
	f.scratch.columnWithdrawn = out
	withdrawals, replaces := f.withdrawn.list, f.p.Replaces[first:last]
	for len(withdrawals) > 0 || len(replaces) > 0 {
		if len(replaces) == 0 || len(withdrawals) > 0 && compiled.RecordedBefore(withdrawals[0], &replaces[0]) {
			markColumns(withdrawals[0], columns, out)
			withdrawals = withdrawals[1:]
			continue
		}
		if replaceColumns(&replaces[0], columns, values, out) {
			flag = flag&^(reading.Invalid|reading.OutOfRange|reading.Abnormal) | reading.Replaced
		}
		replaces = replaces[1:]
	}
	return withdrawColumns(flag, columns, values, out)
}

func markColumns(c *correction.Correction, columns *reading.Columns, out []bool) {
	for i, column := range columns.List {
		if c.About(column.Field, column.Node) {
			out[i] = true
		}
	}
}

func replaceColumns(c *correction.Correction, columns *reading.Columns, values []float64, out []bool) (any bool) {
	for i, column := range columns.List {
		if v, ok := c.Replaces(column.Field, column.Node); ok {
			values[i], out[i] = v, false
			any = true
		}
	}
	return any
}

// withdrawColumns removes the withdrawn columns. If all are withdrawn, the row keeps its values and is flagged as
// withdrawn; if only some are, those become missing.
func withdrawColumns(flag reading.Flag, columns *reading.Columns, values []float64, out []bool) reading.Flag {
	left, gone := false, false
	for i := range out {
		switch {
		case formula.Hidden(columns.List[i].Field) || reading.IsMissing(values[i]):
		case out[i]:
			gone = true
		default:
			left = true
		}
	}
	switch {
	case !gone && slices.Contains(out, true) && !left, gone && !left:
		return flag | reading.Withdrawn
	case !gone:
		return flag
	}
	for i := range out {
		if out[i] {
			values[i] = reading.Missing
		}
	}
	return flag | reading.Partial
}

// doubt flags a reading of which a value is suspect.
func (f *fold) doubt(t int64, flag reading.Flag, values []float64) reading.Flag {
	f.suspect.seek(f.p.Suspects, t)
	for _, c := range f.suspect.list {
		for i, column := range f.segment.Program.Observed().List {
			if c.About(column.Field, column.Node) && !reading.IsMissing(values[i]) {
				return flag | reading.Suspect
			}
		}
	}
	return flag
}

// seek finds the corrections of a time range that are in effect at t.
func (a *active) seek(list []correction.Correction, t int64) {
	if t >= a.from && t < a.until {
		return
	}
	a.from, a.until, a.list = compiled.Beginning, compiled.Forever, a.list[:0]
	for i := range list {
		c := &list[i]
		switch {
		case t < c.From:
			a.until = min(a.until, c.From)
		case t > c.To:
			a.from = max(a.from, c.To+1)
		default:
			a.list = append(a.list, c)
			a.from = max(a.from, c.From)
			if c.To < compiled.Forever {
				a.until = min(a.until, c.To+1)
			}
		}
	}
}
