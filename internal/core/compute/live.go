package compute

import (
	"cmp"
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
)

// livePath folds the readings of a batch that arrive in order, each from the state in memory. All other readings
// become refolds.
type livePath struct {
	*placed
	states  *states
	dirty   *dirtyRows
	refolds *refolds
	aux     auxiliary

	rows    []int64      // rows of marks of the current batch
	touched []*live      // points with readings in the batch
	reports reports      // devices with reports in the batch
	stored  []*live      // points whose results the current transaction stores
	puts    []series.Put // memory reused by transactions
	others  []int64      // the same
}

// offer passes the rows of a batch to the points that read them.
func (l *livePath) offer(ctx context.Context, stored *marks.Stored) {
	l.dirty.hold(stored.Mark)
	for i := range stored.Rows {
		if stored.Outcomes[i] == series.Duplicate {
			continue
		}
		row := &stored.Rows[i]
		if l.Directory.JudgesVoltage(row.Series) {
			device, _ := row.Series.Channel()
			if l.judges(device) {
				l.reports.add(device, row.Time)
			}
		}
		for _, p := range l.Directory.FedBy(row.Series) {
			if !l.holds(p) {
				l.passOn(stored.Marks, p.Definition.Point.ID, row.Time)
				continue
			}
			if one := l.states.of(p.Definition.Point.ID); one != nil && one.seen[stored.Mark] && row.Time > one.after {
				continue
			}
			l.give(ctx, p, row, stored.Outcomes[i], stored.Mark)
		}
		if l.alone() {
			continue
		}
		l.others = l.Directory.AppendAway(l.others[:0], row.Series, row.Time)
		for _, id := range l.others {
			l.passOn(stored.Marks, id, row.Time)
		}
	}
	l.rows = append(l.rows, stored.Mark)
}

// passOn passes a reading on to the server that folds a point, unless stage 1 did so: own are the marks of this server's
// row.
func (l *livePath) passOn(own []marks.Mark, id, t int64) {
	if _, mine := slices.BinarySearchFunc(own, id, func(m marks.Mark, id int64) int { return cmp.Compare(m.Point, id) }); mine {
		l.forward = append(l.forward, marks.Mark{Point: id, From: t})
	}
}

// give folds a reading if it is the next one of its point; otherwise it schedules a refold.
func (l *livePath) give(ctx context.Context, p *compiled.Point, row *series.Put, outcome series.Outcome, mark int64) {
	id, t := p.Definition.Point.ID, row.Time
	one := l.states.of(id)
	var s *compiled.Segment
	if one != nil && one.fold.p == p && t < one.fold.until && t >= one.fold.state.time {
		s = one.fold.segment
	} else {
		s = p.At(t)
	}
	if s.Main != row.Series {
		if s.Reads(row.Series) {
			from := t - s.Interval
			if one == nil || one.fold.p != p || from <= one.fold.state.time || l.refolds.of(id) != nil {
				l.refolds.again(p, span{from, t + s.Interval}, mark, alarm.ByLateData)
			}
		}
		return
	}
	if one == nil || one.fold.p != p || outcome != series.Stored || t <= one.fold.state.time || l.refolds.of(id) != nil {
		l.refolds.again(p, span{t, t}, mark, alarm.ByLateData)
		return
	}
	if !one.batch {
		one.batch, one.before, one.judged, one.first = true, one.fold.state.time, one.fold.alarms.State.Time, t
		one.fold.lookback.ctx = ctx
		l.touched = append(l.touched, one)
	}
	if err := l.aux.load(ctx, s, t, t); err != nil {
		one.fold.err = err
	}
	columns, values, err := s.Summarized(ctx, l.Series, t, row.Columns, row.Values)
	if err != nil {
		one.fold.err, columns, values = err, row.Columns, row.Values
	}
	one.fold.step(t, row.Flag, columns, values, l.aux.at(t))
	if one.since++; one.since >= one.every && one.fold.err == nil && !one.fold.unpaired.pending {
		one.since = 0
		one.checkpoints = append(one.checkpoints, Checkpoint{Point: id, Time: t, Config: p.Fingerprint(t), State: one.fold.snapshot()})
	}
}

// settle returns the changes of the batch. After the transaction that stores them, call committed or failed.
func (l *livePath) settle(now int64) *commit {
	c := &commit{effects: effects{puts: l.puts[:0]}, reports: l.reports}
	l.stored = l.stored[:0]
	for _, one := range l.touched {
		if !one.batch {
			continue // became a refold
		}
		if one.fold.err == nil && len(one.fold.p.Replaces) > 0 {
			one.fold.finish()
		}
		if err := one.fold.err; err != nil {
			l.Log.Error("read back results", "point", one.fold.p.Definition.Point.ID, "error", err)
			l.toRefold(one)
			continue
		}
		e := one.effects(now)
		c.add(one.fold.p, &e)
		c.follow(l.Directory, one.fold.p, &e, "")
		l.stored = append(l.stored, one)
	}
	l.dirty.drop(l.rows...)
	return c
}

// committed starts the next batch after a transaction.
func (l *livePath) committed(c *commit) {
	for _, one := range l.stored {
		one.stored()
	}
	clear(c.puts)
	l.puts = c.puts
	l.reports = nil
	l.end()
}

// failed turns the points of a failed transaction into refolds, each stored alone if so. The reports are kept for the
// next transaction.
func (l *livePath) failed(alone bool) {
	l.dirty.retake(l.rows)
	for _, one := range l.stored {
		if l.toRefold(one) {
			l.refolds.of(one.fold.p.Definition.Point.ID).alone = alone
		}
	}
	for _, row := range l.rows {
		if l.dirty.idle(row) {
			l.dirty.release(row)
		}
	}
	l.end()
}

func (l *livePath) end() {
	clear(l.touched)
	clear(l.stored)
	l.touched, l.stored, l.rows = l.touched[:0], l.stored[:0], l.rows[:0]
}

// toRefold turns a live fold whose readings could not be stored into a refold. It returns false if the point has been
// deleted.
func (l *livePath) toRefold(one *live) bool {
	s, id := span{one.first, one.fold.state.time}, one.fold.p.Definition.Point.ID
	l.states.forget(id)
	p, ok := l.Directory.Point(id)
	if !ok {
		return false
	}
	l.refolds.again(p, s, 0, "")
	for _, row := range l.rows {
		l.refolds.again(p, s, row, "")
	}
	return true
}
