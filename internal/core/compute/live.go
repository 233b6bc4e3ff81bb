package compute

import (
	"bytes"
	"context"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
)

// live is the fold of a point that stands at its newest reading.
type live struct {
	fold    *fold
	since   int    // readings since the last checkpoint
	every   int    // readings between checkpoints
	level   []byte // as stored, encoded
	batch   bool   // has readings in the batch in hand
	before  int64  // time of the last reading before the batch
	judged  int64  // and of the last one that alarms judged
	first   int64  // of the batch
	weighed int
	next    []byte // level as the batch has made it; nil: the same

	checkpoints []Checkpoint // of the batch
}

// mostWeight bounds what the live states hold in memory, in floats: 48 MB.
const mostWeight = 6 << 20

// weigh estimates the floats that a fold holds.
func weigh(f *fold) int {
	n := 200
	if c := f.state.columns; c != nil {
		n += (3 + len(f.state.recent)) * c.Len()
	}
	return n + 16*len(f.p.Keys)
}

// work folds what stage 1 has stored, together with all that waits.
func (w *Worker) work(ctx context.Context, stored marks.Stored) {
	var touched []*live
	rows, batches := 0, int64(0)
	for more := true; more; {
		touched = w.offer(ctx, &stored, touched)
		batches++
		rows += len(stored.Rows)
		stored.Release()
		if more = rows < batchRows; more {
			select {
			case stored = <-w.in:
			default:
				more = false
			}
		}
	}
	w.settle(ctx, touched)
	w.figures.batches.Add(-batches)
	w.figures.readings.Add(int64(rows))
	w.figures.processed.Store(w.now())
}

// offer gives the rows of a batch to the points that read them.
func (w *Worker) offer(ctx context.Context, stored *marks.Stored, touched []*live) []*live {
	w.hold(stored.Mark)
	for i := range stored.Rows {
		if stored.Outcomes[i] == series.Duplicate {
			continue
		}
		row := &stored.Rows[i]
		if w.Directory.JudgesVoltage(row.Series) {
			device, _ := row.Series.Channel()
			w.reports.add(device, row.Time)
		}
		for _, p := range w.Directory.FedBy(row.Series) {
			if l := w.give(ctx, p, row, stored.Outcomes[i], stored.Mark); l != nil {
				touched = append(touched, l)
			}
		}
	}
	w.inBatch = append(w.inBatch, stored.Mark)
	return touched
}

// give hands one reading to one point: to its live fold when it is the next one,
// else to a refold. It answers a live fold that has its first reading of the batch.
func (w *Worker) give(ctx context.Context, p *compiled.Point, row *series.Put, outcome series.Outcome, mark int64) *live {
	id := p.Definition.Point.ID
	t := row.Time
	l := w.live[id]
	var s *compiled.Segment
	if l != nil && l.fold.p == p && t < l.fold.until && t >= l.fold.state.time {
		s = l.fold.segment
	} else {
		s = p.At(t)
	}
	if s.Main != row.Series {
		if s.Reads(row.Series) {
			from := t - s.Interval
			if l == nil || l.fold.p != p || from <= l.fold.state.time || w.jobs[id] != nil {
				w.again(p, span{from, t + s.Interval}, mark, alarm.ByLateData)
			}
		}
		return nil
	}
	if l == nil || l.fold.p != p || outcome != series.Stored || t <= l.fold.state.time || w.jobs[id] != nil {
		w.again(p, span{t, t}, mark, alarm.ByLateData)
		return nil
	}
	isFirst := !l.batch
	if isFirst {
		l.batch, l.before, l.judged, l.first = true, l.fold.state.time, l.fold.alarms.State.Time, t
		l.fold.lookback.ctx = ctx
	}
	if err := w.aux.load(ctx, s, t, t); err != nil {
		l.fold.err = err
	}
	l.fold.step(t, row.Flag, row.Columns, row.Values, w.aux.at(t))
	if l.since++; l.since >= l.every && l.fold.err == nil && !l.fold.unpaired.pending {
		l.since = 0
		l.checkpoints = append(l.checkpoints, Checkpoint{Point: id, Time: t, Config: p.Fingerprint(t), State: l.fold.snapshot()})
	}
	if isFirst {
		return l
	}
	return nil
}

// settle stores what the live folds of a batch have made.
func (w *Worker) settle(ctx context.Context, touched []*live) {
	c := commit{effects: effects{puts: w.puts[:0]}, reports: w.reports}
	now := w.now()
	var stored []*live
	for _, l := range touched {
		if !l.batch {
			continue // became a refold
		}
		if l.fold.err == nil && len(l.fold.p.Replaces) > 0 {
			l.fold.finish()
		}
		if err := l.fold.err; err != nil {
			w.Log.Error("read back results", "point", l.fold.p.Definition.Point.ID, "error", err)
			w.toRefold(l, w.inBatch)
			continue
		}
		e := l.effects(now)
		c.add(l.fold.p, &e)
		w.markDependants(&c, l.fold.p, &e, "")
		stored = append(stored, l)
	}
	batch := w.inBatch
	w.inBatch = w.inBatch[:0]
	for _, mark := range batch {
		w.drop(mark)
	}
	if err := w.commit(ctx, &c); err != nil {
		if ctx.Err() != nil {
			return // the marks are still there
		}
		w.retake(batch)
		for _, l := range stored {
			w.toRefold(l, batch)
			w.jobs[l.fold.p.Definition.Point.ID].alone = true
		}
		for _, mark := range batch {
			if w.open[mark] <= 0 {
				w.release(mark)
			}
		}
		return
	}
	w.reports = nil
	for _, l := range stored {
		l.stored()
	}
	w.scratch.arena = w.scratch.arena[:0]
	clear(c.puts)
	w.puts = c.puts
	w.evict()
}

// effects is what the readings of the batch changed.
func (l *live) effects(now int64) effects {
	f := l.fold
	e := effects{first: 1, last: 0, puts: f.rows, putInitials: f.initials}
	id := f.p.Definition.Point.ID
	for i := range f.rows {
		e.changed(f.rows[i].Time, f.rows[i].Time)
	}
	for i := range f.initials {
		e.dropInitials = append(e.dropInitials, Range{id, f.initials[i].From, f.initials[i].From})
	}
	if f.alarms.Touched() {
		e.alarms = []alarm.Refolded{refolded(f.p, f.alarms, l.before, f.state.time, l.judged, alarm.ToNewest, now)}
	}
	if encoded := f.encodedLevel(); !bytes.Equal(encoded, l.level) {
		l.next = slices.Clone(encoded)
		e.levels = []alarm.PointLevel{f.alarms.LevelOf(id, f.segment.Panel)}
	}
	e.putCheckpoints = l.checkpoints
	return e
}

// stored begins the next batch.
func (l *live) stored() {
	l.checkpoints = nil
	if l.next != nil {
		l.level, l.next = l.next, nil
	}
	l.batch = false
	l.fold.forgetStored(l.fold.final() + 1)
}

// keep holds the fold of a point that stands at its newest reading.
func (w *Worker) keep(f *fold, since int) {
	id := f.p.Definition.Point.ID
	w.forget(id)
	l := &live{fold: f, every: w.spacing(f.p), since: since, level: slices.Clone(f.encodedLevel()), weighed: weigh(f)}
	w.live[id] = l
	w.weight += l.weighed
	w.figures.inMemory.Store(int64(len(w.live)))
}

// spacing is how many readings of a point lie between its checkpoints: about every,
// another number for each, so that points do not make them together.
func (w *Worker) spacing(p *compiled.Point) int {
	every := w.every
	if p.ManySources() {
		every = max(every/8, 1)
	}
	return every - every/8 + int(p.Definition.Point.ID%int64(every/4+1))
}

func (w *Worker) forget(id int64) {
	if l := w.live[id]; l != nil {
		w.weight -= l.weighed
		delete(w.live, id)
		w.figures.inMemory.Store(int64(len(w.live)))
	}
}

// toRefold gives up a live fold whose readings of the batch, with these rows of
// marks, could not be stored.
func (w *Worker) toRefold(l *live, batch []int64) {
	s := span{l.first, l.fold.state.time}
	w.forget(l.fold.p.Definition.Point.ID)
	w.again(l.fold.p, s, 0, "")
	for _, mark := range batch {
		w.again(l.fold.p, s, mark, "")
	}
}

// evict forgets states, whichever, when there are too many: they are found again
// from their checkpoints.
func (w *Worker) evict() {
	for id := range w.live {
		if w.weight <= mostWeight {
			return
		}
		w.forget(id)
	}
}

// markDependants marks the points that are computed from the results that changed,
// widened by their interval.
func (w *Worker) markDependants(c *commit, p *compiled.Point, e *effects, cause alarm.Cause) {
	if e.first > e.last {
		return
	}
	c.markReports(p, e.first, e.last)
	id := series.ResultID(p.Definition.Point.ID)
	for _, dependant := range w.Directory.FedBy(id) {
		s := span{e.first, e.last}
		for _, at := range []*compiled.Segment{dependant.At(e.first), dependant.At(e.last)} {
			if slices.Contains(at.Feeds, id) {
				s.from = min(s.from, e.first-at.Interval)
				s.to = max(s.to, e.last+at.Interval)
			}
		}
		c.depend(dependant, s, cause)
	}
}

// commit stores, signals, and lets dependants follow. While the database takes
// nothing at all it is tried again for as long as that lasts. An error is that of ctx,
// or why this transaction is refused although the database takes others.
func (w *Worker) commit(ctx context.Context, c *commit) error {
	c.clear = append(c.clear, w.cleared...)
	if c.empty() {
		return nil
	}
	for attempt := 1; ; attempt++ {
		begun := time.Now()
		err := w.store(ctx, c)
		if err == nil {
			w.figures.commitMs.Store(time.Since(begun).Milliseconds())
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		w.figures.failures.Add(1)
		w.Log.Error("store results", "error", err)
		if attempt >= triesTogether && w.takesWrites(ctx) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(w.pause):
		}
	}
	w.figures.commits.Add(1)
	for _, seq := range c.clear {
		delete(w.open, seq)
	}
	w.cleared = w.cleared[:0]
	for _, d := range c.dependants {
		w.again(d.p, d.s, c.marked, d.cause)
	}
	w.noteReports(c)
	w.tell(ctx, c)
	return nil
}
