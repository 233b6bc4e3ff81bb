package query

import (
	"context"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

const dayMS = 24 * 3600_000

// walker visits the results of a point in time order and derives what is not stored, with the functions that the fold
// uses to judge.
type walker struct {
	service  *Service
	point    *compiled.Point
	changes  *compiled.Changes
	initials []compiled.InitialValue
	needs    needs
	base     *pastRow // accumulated change is relative to this row; nil: to the initial value
	moved    []int    // accumulated changes without a common zero: their nodes have another depth than at base

	row      row
	segment  *compiled.Segment
	block    *reading.Columns // of the mapping
	mapping  []int            // observed column of the program -> column of the block
	previous pastRow
	window   ring // rows that may become the earlier one of a rate; with hasOld, the first is the newest that is old enough
	hasOld   bool

	// Rows of one epoch have the same segment and initial value: the differences of their accumulated changes are
	// their changes and need not be computed again.
	epoch      int
	epochUntil int64
	current    []float64 // accumulated change of the row; nil without initial value
}

// needs selects what is derived.
type needs struct{ accumulated, change, rate bool }

func needsOf(kinds []ValueType) (n needs) {
	for _, kind := range kinds {
		n.accumulated = n.accumulated || kind == Accumulated
		n.change = n.change || kind == Change
		n.rate = n.rate || kind == Rate
	}
	return n
}

func (n needs) any() bool { return n.accumulated || n.change || n.rate }

// pastRow is an earlier valid result.
type pastRow struct {
	time    int64
	columns *reading.Columns
	values  []float64

	accumulated []float64 // empty: unknown
	epoch       int
}

// row is one result with its derived values. Vectors are in the order of the program, nil if missing, and valid until
// the next row.
type row struct {
	time        int64
	flag        reading.Flag
	segment     *compiled.Segment
	observed    []float64
	accumulated []float64
	change      []float64
	rate        []float64

	buffers [4][]float64
}

// values returns the vector of a value type.
func (r *row) values(kind ValueType) []float64 {
	switch kind {
	case Observed:
		return r.observed
	case Accumulated:
		return r.accumulated
	case Change:
		return r.change
	case Rate:
		return r.rate
	}
	return nil
}

func (s *Service) newWalker(ctx context.Context, p *compiled.Point, kinds []ValueType) (*walker, error) {
	w := &walker{service: s, point: p, needs: needsOf(kinds)}
	if !w.needs.any() {
		return w, nil
	}
	var err error
	w.changes, w.initials, err = s.changesOf(ctx, p)
	return w, err
}

func (w *walker) id() series.ID { return series.ResultID(w.point.Definition.Point.ID) }

// relativeTo makes accumulated changes relative to the newest result at or before a time.
func (w *walker) relativeTo(ctx context.Context, t int64) error {
	found, ok, err := w.service.before(ctx, w.id(), t+1)
	if err != nil || !ok {
		return err
	}
	w.base = &found
	return nil
}

// before returns the newest valid result before a time.
func (s *Service) before(ctx context.Context, id series.ID, t int64) (found pastRow, ok bool, err error) {
	for ask := 4; ; ask *= 8 {
		count, oldest := 0, t
		err := s.series.Before(ctx, id, t, ask, nil, func(b *series.Block) error {
			count += len(b.Times)
			for i := len(b.Times) - 1; i >= 0; i-- {
				oldest = min(oldest, b.Times[i])
				if !ok && b.Flags[i].Judged() {
					found, ok = rowOf(b, i), true
				}
			}
			return nil
		})
		if err != nil || ok || count < ask {
			return found, ok, err
		}
		t = oldest
	}
}

func rowOf(b *series.Block, i int) pastRow {
	values := make([]float64, len(b.Values))
	for c := range b.Values {
		values[c] = b.Values[c][i]
	}
	return pastRow{time: b.Times[i], columns: b.Columns, values: values}
}

// walk calls visit with each result of [from, to].
func (w *walker) walk(ctx context.Context, from, to int64, visit func(r *row) error) error {
	if w.needs.change {
		before, ok, err := w.service.before(ctx, w.id(), from)
		if err != nil {
			return err
		}
		if ok {
			w.previous = before
		}
	}
	start := from
	if w.needs.rate {
		start -= 7 * dayMS
	}
	return w.service.series.Scan(ctx, w.id(), start, to, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			if !w.enter(b, t) {
				continue
			}
			flag := b.Flags[i]
			w.row.observed = w.fill(b, i)
			w.accumulate(t)
			if t >= from {
				w.row.time, w.row.flag, w.row.segment = t, flagOf(w.point, t, flag), w.segment
				w.derive()
				if err := visit(&w.row); err != nil {
					return err
				}
			}
			if flag.Judged() {
				w.remember(t)
			}
		}
		return nil
	})
}

// enter selects the segment of a time and the mapping of a block; false if the point computes nothing.
func (w *walker) enter(b *series.Block, t int64) bool {
	if w.segment == nil || t < w.segment.From || t >= w.segment.Until {
		w.segment, w.block, w.epochUntil = w.point.At(t), nil, t
		if w.base != nil {
			w.moved = moved(w.point.At(w.base.time), w.segment, w.moved[:0])
		}
	}
	if w.segment.Program == nil {
		return false
	}
	if b.Columns != w.block {
		w.block = b.Columns
		observed := w.segment.Program.Observed()
		w.mapping = w.mapping[:0]
		for _, c := range observed.List {
			w.mapping = append(w.mapping, b.Columns.Index(c))
		}
		n := w.segment.Program.Changed().Len()
		for i := range w.row.buffers {
			if cap(w.row.buffers[i]) < n {
				w.row.buffers[i] = make([]float64, n)
			}
			w.row.buffers[i] = w.row.buffers[i][:n]
		}
	}
	return true
}

// fill reorders a row to match the program.
func (w *walker) fill(b *series.Block, i int) []float64 {
	values := slices.Grow(w.row.observed[:0], len(w.mapping))[:len(w.mapping)]
	for k, at := range w.mapping {
		if at >= 0 {
			values[k] = b.Values[at][i]
		} else {
			values[k] = reading.Missing
		}
	}
	return values
}

// accumulate computes the accumulated change of the row. With an initial value, everything else is derived from it.
func (w *walker) accumulate(t int64) {
	if !w.needs.any() {
		return
	}
	if t >= w.epochUntil {
		w.beginEpoch(t)
	}
	w.current = nil
	if w.changes.Accumulated(t, w.row.observed, w.row.buffers[0]) {
		w.current = w.row.buffers[0]
	}
}

func (w *walker) beginEpoch(t int64) {
	w.epoch++
	w.epochUntil = w.segment.Until
	if next, ok := w.point.Initials().Until(t); ok {
		w.epochUntil = min(w.epochUntil, next)
	}
	for i := range w.initials {
		if from := w.initials[i].From; from > t {
			w.epochUntil = min(w.epochUntil, from)
		}
	}
}

// between computes the change from an earlier row.
func (w *walker) between(old *pastRow, out []float64) {
	r := &w.row
	if old.epoch == w.epoch && len(old.accumulated) > 0 && w.current != nil {
		w.changes.Difference(w.current, old.accumulated, out)
		return
	}
	w.changes.Between(r.time, r.observed, old.time, old.values, old.columns, out)
}

func (w *walker) derive() {
	r := &w.row
	r.accumulated, r.change, r.rate = nil, nil, nil
	if w.needs.accumulated {
		r.accumulated = w.current
		if w.base != nil {
			r.accumulated = r.buffers[3]
			w.changes.Between(r.time, r.observed, w.base.time, w.base.values, w.base.columns, r.accumulated)
			for _, i := range w.moved {
				r.accumulated[i] = reading.Missing
			}
		}
	}
	if w.needs.change && w.previous.columns != nil {
		r.change = r.buffers[1]
		w.between(&w.previous, r.change)
	}
	if w.needs.rate && w.current != nil {
		oldest, newest := w.point.RateWindow(r.time)
		w.advance(newest)
		if old := w.window.at(0); w.hasOld && old.time >= oldest {
			r.rate = r.buffers[2]
			w.between(old, r.rate)
			w.changes.RateOf(r.rate, r.time-old.time, r.rate)
		}
	}
}

// advance drops rows from the window until the first is the newest one not newer than a limit.
func (w *walker) advance(newest int64) {
	if !w.hasOld && w.window.count > 0 && w.window.at(0).time <= newest {
		w.hasOld = true
	}
	for w.hasOld && w.window.count > 1 && w.window.at(1).time <= newest {
		w.window.drop()
	}
}

func (w *walker) remember(t int64) {
	if !w.needs.change && !w.needs.rate {
		return
	}
	w.keep(&w.previous, t)
	if w.needs.rate {
		w.advance(t - 7*dayMS) // older rows are never needed again
		w.keep(w.window.push(), t)
	}
}

// keep copies the current row into a past row, reusing its memory.
func (w *walker) keep(row *pastRow, t int64) {
	row.time, row.epoch = t, w.epoch
	if columns := w.segment.Program.Observed(); row.columns != columns {
		row.columns = columns
	}
	row.values = append(row.values[:0], w.row.observed...)
	row.accumulated = append(row.accumulated[:0], w.current...)
}

// ring is a queue of rows that reuses memory.
type ring struct {
	rows         []pastRow
	first, count int
}

func (r *ring) at(i int) *pastRow {
	if len(r.rows) == 0 {
		return &pastRow{}
	}
	return &r.rows[(r.first+i)&(len(r.rows)-1)]
}

func (r *ring) drop() {
	r.first = (r.first + 1) & (len(r.rows) - 1)
	r.count--
}

// push adds a row; the caller fills it.
func (r *ring) push() *pastRow {
	if r.count == len(r.rows) {
		larger := make([]pastRow, max(2*len(r.rows), 64)) // a power of two
		for i := range r.count {
			larger[i] = *r.at(i)
		}
		r.rows, r.first = larger, 0
	}
	r.count++
	return r.at(r.count - 1)
}
