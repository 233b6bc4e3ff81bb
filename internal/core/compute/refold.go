package compute

import (
	"bytes"
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

const (
	// checkpointEvery is the number of readings between two checkpoints of a point.
	checkpointEvery = 1024
	// pieceRows is the number of readings in one piece of a refold.
	pieceRows = 8192
	// checkpointsAhead is the number of old checkpoints read at once.
	checkpointsAhead = 64
)

// refold folds a point again from before its first change: from the last checkpoint on, piece by piece, writing the
// differences, until nothing can differ any more (design core.md section 3).
type refold struct {
	p       *compiled.Point
	series  series.Store
	store   Store
	scratch *scratch

	spans []span // still to be folded, sorted
	to    int64  // later readings belong to the live path
	fold  *fold  // nil before the first piece
	cause alarm.Cause

	lower      int64        // results up to here are correct
	old        []Checkpoint // the next stored checkpoints, in order
	oldAfter   int64        // old starts after this time
	oldEnd     bool         // no more are stored
	equalSince int64        // time of the first of the latest run of equal checkpoints; forever: none
	since      int          // readings since the last checkpoint
	every      int          // readings between checkpoints
	rows       int          // readings in a piece
}

// piece is the outcome of one piece of a refold.
type piece struct {
	effects
	readings int  // readings folded
	done     bool // nothing is left
	newest   bool // the fold has reached the newest reading; its state is the live one
}

// effects are the changes that folding a point makes in the stores.
type effects struct {
	puts            []series.Put
	replace         []series.Replacement
	dropCheckpoints []Range
	putCheckpoints  []Checkpoint
	dropInitials    []Range
	putInitials     []compiled.InitialValue
	alarms          []alarm.Refolded
	levels          []alarm.PointLevel
	first, last     int64 // times of the first and last result that changed
}

func (e *effects) changed(from, to int64) {
	if e.first > e.last {
		e.first, e.last = from, to
		return
	}
	e.first, e.last = min(e.first, from), max(e.last, to)
}

// begin loads the state before the first span.
func (r *refold) begin(ctx context.Context) error {
	r.old, r.oldEnd, r.equalSince = nil, false, compiled.Forever
	r.since = 0
	s := newState(len(r.p.Keys))
	checkpoint, found, err := r.store.LastCheckpoint(ctx, r.p.Definition.Point.ID, r.spans[0].from)
	if err != nil {
		return err
	}
	if found {
		decoded, err := decodeState(checkpoint.State, r.p.Keys)
		if err == nil {
			s = decoded // ignore a damaged checkpoint: it is only a cache
		}
	}
	r.fold = newFold(ctx, r.p, s, r.series, s.time, r.scratch)
	if s.time != compiled.Beginning {
		r.fold.lookback.base = s.time + 1
	}
	r.lower, r.oldAfter = s.time, s.time
	// Everything that was folded before is folded again, whatever was announced.
	reach := func(b *series.Block) error {
		if n := len(b.Times); n > 0 {
			r.to = max(r.to, b.Times[n-1])
		}
		return nil
	}
	for i := range r.p.Segments { // a reading that waits for its other half has no result yet
		if s := &r.p.Segments[i]; s.Pairing != nil && s.Main != 0 {
			if err := r.series.Before(ctx, s.Main, s.Until, 1, nil, reach); err != nil {
				return err
			}
		}
	}
	return r.series.Before(ctx, r.fold.lookback.id, compiled.Forever, 1, nil, reach)
}

// proceed continues from a fold that ends before the first span, instead of from a checkpoint.
func (r *refold) proceed(l *live) {
	r.fold = l.fold
	r.old, r.oldEnd, r.equalSince = nil, false, compiled.Forever
	r.since = l.since
	r.lower, r.oldAfter = l.fold.final(), l.fold.state.time
}

// next folds one piece. Store its outcome before the next call.
func (r *refold) next(ctx context.Context, now int64) (piece, error) {
	if r.fold == nil {
		if err := r.begin(ctx); err != nil {
			return piece{}, err
		}
	}
	f := r.fold
	f.lookback.ctx = ctx
	result := piece{effects: effects{first: 1, last: 0}}
	begun, judged, unformed := f.state.time, f.alarms.State.Time, unformedFrom(&f.state)
	lower := r.lower
	stopped := int64(0)
	var stopErr error
	more, err := readings(ctx, r.series, r.p, f.state.time, r.to, r.rows, func(t int64, flag reading.Flag, columns *reading.Columns, raw, aux []float64) error {
		if at, equal, err := r.reachedEqual(ctx, t); err != nil || equal {
			stopped, stopErr = at, err
			return errEnough
		}
		f.step(t, flag, columns, raw, aux)
		result.readings++
		if r.since++; r.since >= r.every && !f.unpaired.pending {
			r.since = 0
			result.putCheckpoints = append(result.putCheckpoints, r.checkpoint(t))
		}
		return nil
	})
	if err = firstError(err, stopErr, f.err); err != nil {
		return piece{}, err
	}
	early := stopped != 0
	upper := f.final()
	switch {
	case early:
		upper = stopped
	case !more:
		f.finish()
		if f.err != nil {
			return piece{}, f.err
		}
		upper = max(r.to, f.state.time)
		result.newest = true
	}
	decided := int64(compiled.Beginning)
	if early && f.state.held.pending {
		decided = f.state.held.time
	}
	if err := r.compare(ctx, lower, upper, decided, &result.effects); err != nil {
		return piece{}, err
	}
	id := r.p.Definition.Point.ID
	dropTo := upper
	if early {
		dropTo = upper - 1 // keep the checkpoint itself
	}
	if lower < dropTo {
		result.dropCheckpoints = append(result.dropCheckpoints, Range{id, lower + 1, dropTo})
	}
	r.initials(&result, begun, max(upper, f.state.time), unformed)
	r.reconcile(&result, lower, upper, judged, early, now)
	if result.newest {
		result.levels = append(result.levels, f.alarms.LevelOf(id, f.segment.Panel))
	}
	f.forgetStored(f.final() + 1)
	r.lower = upper
	if early {
		r.skip(upper)
	}
	result.done = result.newest || early && len(r.spans) == 0
	return result, nil
}

// skip jumps to the next span after a checkpoint where nothing differed.
func (r *refold) skip(at int64) {
	for len(r.spans) > 0 && r.spans[0].to <= at {
		r.spans = r.spans[1:]
	}
	r.fold = nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// unformedFrom returns the start of an initial value that is still being formed.
func unformedFrom(s *state) int64 {
	if s.initial.version != 0 && !s.initial.formed {
		return s.initial.from
	}
	return compiled.Forever
}

// checkpoint returns a checkpoint of the state after the reading at t.
func (r *refold) checkpoint(t int64) Checkpoint {
	return Checkpoint{Point: r.p.Definition.Point.ID, Time: t, Config: r.p.Fingerprint(t), State: r.fold.snapshot()}
}

// reachedEqual reports whether the fold, before the reading at t, equals a stored checkpoint, so that nothing can
// differ from there on.
func (r *refold) reachedEqual(ctx context.Context, t int64) (at int64, equal bool, err error) {
	if r.spans[0].to == compiled.Forever {
		return 0, false, nil
	}
	for {
		if len(r.old) == 0 {
			if r.oldEnd {
				return 0, false, nil
			}
			r.old, err = r.store.Checkpoints(ctx, r.p.Definition.Point.ID, r.oldAfter, checkpointsAhead)
			if err != nil {
				return 0, false, err
			}
			r.oldEnd = len(r.old) < checkpointsAhead
			if len(r.old) == 0 {
				return 0, false, nil
			}
			r.oldAfter = r.old[len(r.old)-1].Time
		}
		if r.old[0].Time >= t {
			return 0, false, nil
		}
		c := r.old[0]
		r.old = r.old[1:]
		if c.Time < r.fold.state.time || c.Time < r.spans[0].to {
			continue
		}
		if r.fold.unpaired.pending || c.Config != r.p.Fingerprint(c.Time) || r.p.LooksBackAfter(c.Time) || !bytes.Equal(c.State, r.fold.snapshot()) {
			r.equalSince = compiled.Forever
			continue
		}
		r.equalSince = min(r.equalSince, c.Time)
		if c.Time-r.changedBefore(c.Time) < r.p.LooksBack {
			continue
		}
		return c.Time, true, nil
	}
}

// changedBefore returns the last time up to t at which results may differ from the stored ones: where the states became
// equal, or a later change that leaves the state equal.
func (r *refold) changedBefore(t int64) int64 {
	last := r.equalSince
	for _, s := range r.spans {
		if s.from <= t {
			last = max(last, s.to)
		}
	}
	return last
}

// initials replaces the stored initial values of the folded time by the new ones. One that is still being formed is
// left to the piece that completes it, or to the checkpoint after which it was formed as before.
func (r *refold) initials(result *piece, begun, ended, unformed int64) {
	id := r.p.Definition.Point.ID
	from, to := min(begun+1, unformed), ended
	if begun == compiled.Beginning {
		from = compiled.Beginning
	}
	if !result.newest {
		to = min(to, unformedFrom(&r.fold.state)-1)
	}
	if from <= to {
		result.dropInitials = append(result.dropInitials, Range{id, from, to})
	}
	result.putInitials = append(result.putInitials, r.fold.initials...)
}

func (r *refold) reconcile(result *piece, from, to, judged int64, early bool, now int64) {
	progress := alarm.Piece
	switch {
	case early:
		progress = alarm.AsBefore
	case result.newest:
		progress = alarm.ToNewest
	}
	refolded := refolded(r.p, r.fold.alarms, from, to, judged, progress, now)
	refolded.By = r.cause
	result.alarms = append(result.alarms, refolded)
}

// refolded describes a folded part of the alarm history. judged is the last reading that alarms have judged.
func refolded(p *compiled.Point, f *alarm.Fold, from, to, judged int64, progress alarm.Progress, now int64) alarm.Refolded {
	r := refoldedEpisodes(p, f.Episodes(progress == alarm.ToNewest), from, to, progress, now)
	r.JudgedFrom, r.JudgedTo = judged, f.State.Time
	return r
}

func refoldedEpisodes(p *compiled.Point, episodes []alarm.Episode, from, to int64, progress alarm.Progress, now int64) alarm.Refolded {
	d := &p.Definition.Point
	p.AddUnits(episodes)
	return alarm.Refolded{
		Place: alarm.Place{
			CorporationID: d.CorporationID, ProjectID: d.ProjectID, StructureID: d.StructureID, ItemID: d.ItemID,
			PointID: d.ID, Measurement: d.Measurement,
		},
		From: from, To: to, Progress: progress, Episodes: episodes, Now: now,
		Cause: p.NewestCorrection, Depth: p.Depth,
	}
}
