package compute

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// fold is the one step function of the product: it takes the readings of a point in time order. Live path,
// recomputation, preview and "as known at" differ only in where readings come from and where rows go.
type fold struct {
	p        *compiled.Point
	segment  *compiled.Segment
	until    int64 // next time at which segment or initial version changes
	state    state
	alarms   *alarm.Fold
	replays  []*replay // further thresholds that judge the same results
	changes  compiled.Changes
	window   window
	past     past
	lookback lookback
	scratch  *scratch
	unpaired unpaired

	rows       []series.Put            // results since the last take
	initials   []compiled.InitialValue // formed since the last take
	heldRow    int                     // index of the held reading in rows, -1: not in rows
	positions  []int32                 // of the inputs in a reading with columns
	columns    *reading.Columns
	positionOf *compiled.Segment
	hashes     []uint64 // of columns hashedFor
	hashedFor  *reading.Columns
	hashedBy   compiled.Repeats
	steps      []float64
	withdrawn  active
	suspect    active
	err        error // of reading back
}

// scratch is working memory shared by the folds of one goroutine.
type scratch struct {
	env               formula.Env
	in                []float64
	accumulated, rate []float64
	columnWithdrawn   []bool
	arena             []float64
	encoded, level    []byte
	hashes            map[*reading.Columns][]uint64
	hashed            int // columns in hashes
}

// mostHashed bounds the cache hashes; column lists beyond it are hashed again each time.
const mostHashed = 1 << 17

// active is the corrections of a time range in effect, cached while time advances.
type active struct {
	from, until int64
	list        []*correction.Correction
}

// newFold continues from a state. base is the time from which rows are not in the store yet.
func newFold(ctx context.Context, p *compiled.Point, s state, store series.Store, base int64, scratch *scratch) *fold {
	f := &fold{p: p, scratch: scratch, heldRow: -1, changes: *compiled.NewChanges(p, nil)}
	f.lookback = lookback{ctx: ctx, store: store, id: series.ResultID(p.Definition.Point.ID), base: base}
	f.alarms = alarm.NewFold(p.Keys, p.Definition.Actions)
	f.withdrawn, f.suspect = active{from: 1, until: 0}, active{from: 1, until: 0}
	f.start(s)
	return f
}

func (f *fold) start(s state) {
	f.state = s
	f.alarms.Start(s.alarms)
	f.segment = f.p.At(s.time)
	f.useInitial()
	f.arrange()
	f.until = f.segment.Until
	if next, ok := f.p.Initials().Until(s.time); ok {
		f.until = min(f.until, next)
	}
	if s.time == compiled.Beginning {
		f.until = compiled.Beginning // the first reading selects its configuration
	}
}

// arrange reorders the vectors of the state to match the segment.
func (f *fold) arrange() {
	if f.segment.Program == nil {
		return
	}
	s, to := &f.state, f.segment.Program.Observed()
	if s.columns == to {
		return
	}
	if from := s.columns; from != nil {
		for _, vector := range []*[]float64{&s.previous, &s.initial.value, &s.held.values, &s.initial.sum, &s.initial.numbers} {
			if len(*vector) > 0 {
				*vector = compiled.Remap(nil, *vector, from, to)
			}
		}
		for i := range s.recent {
			s.recent[i] = compiled.Remap(nil, s.recent[i], from, to)
		}
		for i := range s.initial.numbers {
			if reading.IsMissing(s.initial.numbers[i]) {
				s.initial.sum[i], s.initial.numbers[i] = 0, 0
			}
		}
	}
	s.columns = to
	f.useInitial()
}

// useInitial sets the initial value of the state as the base of changes.
func (f *fold) useInitial() {
	if i := &f.state.initial; i.formed && f.state.columns != nil {
		f.changes.ReplaceInitials(compiled.InitialValue{From: i.from, Version: i.version, Columns: f.state.columns, Values: i.value})
		return
	}
	f.changes.ReplaceInitials()
}

// moveTo makes the configuration at t current. A held reading is settled as it is, because the next readings are
// measured differently.
func (f *fold) moveTo(t int64) {
	if t < f.until {
		return
	}
	f.observeUnpaired()
	if f.state.held.pending {
		f.settle(true)
	}
	if f.segment.Program != nil && !f.p.SameSources(f.state.time, t) {
		f.endForming()
	}
	before := f.segment
	f.segment = f.p.At(t)
	f.past.loaded = false
	if !f.segment.MeasuresLike(before) {
		f.state.recent = nil // the values before were measured differently
	}
	f.until = f.segment.Until
	f.arrange()
	timeline := f.p.Initials()
	if next, ok := timeline.Until(t); ok {
		f.until = min(f.until, next)
	}
	if version, ok := timeline.At(t); ok && version.ID != f.state.initial.version && f.segment.Program != nil {
		f.beginInitial(version.ID, version.ValidFrom, &version.Value)
	}
}

// step folds the next reading of the main source. aux has the values of inputs from other sources, in the order of the
// program's inputs.
func (f *fold) step(t int64, flag reading.Flag, columns *reading.Columns, raw, aux []float64) {
	f.insertReplaced(t)
	f.moveTo(t)
	f.state.time = t
	if f.segment.Program == nil {
		return
	}
	in, some := f.gather(columns, raw, aux)
	if !some {
		return // a report about the device, not the point
	}
	flag |= f.countRepeats(t, columns, raw)
	if f.p.Amend(t, f.segment, in) {
		flag |= reading.Replaced
	}
	if f.segment.Pairing != nil {
		var ready bool
		if flag, ready = f.pair(t, flag, in); !ready {
			return
		}
	}
	f.observe(t, flag, in)
}

// observe computes the result at t from its inputs.
func (f *fold) observe(t int64, flag reading.Flag, in []float64) {
	env := &f.scratch.env
	env.Initial, env.Previous, env.Elapsed, env.Interval = nil, nil, math.NaN(), f.segment.Collect
	if f.state.initial.formed {
		env.Initial = f.state.initial.value
	}
	if len(f.state.previous) > 0 {
		env.Previous = f.state.previous
		env.Elapsed = float64(t-f.state.at) / 1000
	}
	if env.Past = f.recall(t); env.Past != nil {
		env.Time, env.Zone = t, f.p.Zone
	}
	out := f.alloc(f.segment.Program.Observed().Len())
	observed, _ := f.segment.Program.Observe(in, env, out)
	f.record(t, f.correct(t, flag|observed, out), out)
}

// gather fills the inputs. some is false if the reading has none of the point's own fields.
func (f *fold) gather(columns *reading.Columns, raw, aux []float64) (in []float64, some bool) {
	s := f.segment
	if columns != f.columns || s != f.positionOf {
		f.columns, f.positionOf = columns, s
		f.positions = slices.Grow(f.positions[:0], len(s.Inputs))
		for i := range s.Inputs {
			at := -1
			if s.Inputs[i].Feed == compiled.OfMain {
				at = columns.Index(s.Inputs[i].Column)
			}
			f.positions = append(f.positions, int32(at))
		}
	}
	in = slices.Grow(f.scratch.in[:0], len(s.Inputs))[:len(s.Inputs)]
	f.scratch.in = in
	wanted := false
	for i := range s.Inputs {
		switch at := f.positions[i]; {
		case at >= 0:
			in[i] = raw[at]
			wanted = true
			some = some || !reading.IsMissing(in[i])
		case s.Inputs[i].Feed == compiled.OfMain:
			in[i] = reading.Missing
			wanted = true
		case aux == nil:
			in[i] = reading.Missing
		default:
			in[i] = aux[i]
		}
	}
	return in, some || !wanted
}

// hashesOf returns a hash for each column.
func (s *scratch) hashesOf(columns *reading.Columns) []uint64 {
	if known, ok := s.hashes[columns]; ok {
		return known
	}
	list := make([]uint64, columns.Len())
	for i, column := range columns.List {
		list[i] = compiled.HashOf(column.Field, int64(column.Node))
	}
	if s.hashes == nil || s.hashed+len(list) > mostHashed {
		s.hashes, s.hashed = map[*reading.Columns][]uint64{}, 0
	}
	s.hashes[columns] = list
	s.hashed += len(list)
	return list
}

// record handles a result: it is held by the spike filter, or written and, if valid, accepted.
func (f *fold) record(t int64, flag reading.Flag, values []float64) {
	if !flag.Valid() {
		f.emit(t, flag, values)
		return
	}
	if f.state.held.pending {
		f.settle(flag&reading.Replaced == 0 && f.confirms(values))
	}
	shown := f.smooth(flag, values)
	if flag&reading.Replaced == 0 && f.jumps(values) {
		f.state.held = held{pending: true, time: t, flag: flag, values: append(f.state.held.values[:0], values...)}
		f.heldRow = len(f.rows)
		f.emit(t, flag|reading.Provisional, shown)
		return
	}
	f.emit(t, flag, shown)
	f.accept(t, shown, values)
}

// accept processes a valid result: initial value, alarms, and the previous reading of the next. raw has its values
// before the filter.
func (f *fold) accept(t int64, values, raw []float64) {
	if !f.state.initial.formed {
		f.formInitial(t, values)
	}
	f.judge(t, values)
	f.state.previous = append(f.state.previous[:0], values...)
	f.state.at = t
	f.remember(raw)
	f.keep(t, values)
}

func (f *fold) judge(t int64, values []float64) {
	panel := f.segment.Panel
	var accumulated, rate []float64
	n := f.segment.Program.Changed().Len()
	needsChange, needsRate := panel.NeedsChange(), panel.NeedsRate()
	for _, r := range f.replays {
		r.enter(f.p, f.segment)
		needsChange, needsRate = needsChange || r.panel.NeedsChange(), needsRate || r.panel.NeedsRate()
	}
	if needsChange {
		f.scratch.accumulated = slices.Grow(f.scratch.accumulated[:0], n)[:n]
		if f.changes.Accumulated(t, values, f.scratch.accumulated) {
			accumulated = f.scratch.accumulated
		}
	}
	if needsRate && f.changes.HasInitial(t) {
		oldest, newest := f.p.RateWindow(t)
		f.lookback.own = f.rows
		if err := f.window.advance(&f.lookback, oldest, newest, t); err != nil {
			f.err = cmp.Or(f.err, err)
		}
		if row := &f.window.row; row.columns != nil && row.time >= oldest {
			f.scratch.rate = slices.Grow(f.scratch.rate[:0], n)[:n]
			f.changes.Rate(t, values, row.time, row.values, row.columns, f.scratch.rate)
			rate = f.scratch.rate
		}
	}
	f.alarms.Judge(panel, t, values, accumulated, rate)
	for _, r := range f.replays {
		r.judge(t, values, accumulated, rate)
	}
}

// emit writes a result row.
func (f *fold) emit(t int64, flag reading.Flag, values []float64) {
	f.rows = append(f.rows, series.Put{
		Series: f.lookback.id, Time: t, Flag: flag, Columns: f.segment.Program.Observed(), Values: values,
	})
}

const (
	arenaValues = 4096
	// mostKept bounds the row capacity that a fold keeps between batches: there is one fold per point, and each may
	// have had a long refold.
	mostKept = 16
)

// alloc allocates the values of a row from large chunks.
func (f *fold) alloc(n int) []float64 {
	a := &f.scratch.arena
	if cap(*a)-len(*a) < n {
		*a = make([]float64, 0, max(arenaValues, n))
	}
	from := len(*a)
	*a = (*a)[:from+n]
	return (*a)[from : from+n : from+n]
}

// finish completes the fold after the last reading.
func (f *fold) finish() {
	f.insertReplaced(compiled.Forever)
}

// forgetStored drops the rows and initial values that were stored. Rows from base on are not in the store yet.
func (f *fold) forgetStored(base int64) {
	clear(f.rows) // or the rows would keep the memory of their values
	f.rows, f.initials = f.rows[:0], nil
	if cap(f.rows) > mostKept {
		f.rows = nil
	}
	f.heldRow = -1
	f.lookback.own, f.lookback.base = nil, base
	f.lookback.settled.ok = false
	f.alarms.Forget()
}

// encodedLevel encodes the level of the point; the bytes differ if the stored level differs. They are valid until the
// next call.
func (f *fold) encodedLevel() []byte {
	f.scratch.level = f.alarms.AppendDigest(f.scratch.level[:0], f.segment.Panel)
	return f.scratch.level
}

// snapshot encodes the state.
func (f *fold) snapshot() []byte {
	f.state.alarms = f.alarms.State
	f.scratch.encoded = appendState(f.scratch.encoded[:0], f.p.Keys, &f.state)
	return slices.Clone(f.scratch.encoded)
}
