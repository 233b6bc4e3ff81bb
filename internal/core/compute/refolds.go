package compute

import (
	"context"
	"errors"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
)

// yieldAfter is how long refolds may delay the next batch.
const yieldAfter = 50 * time.Millisecond

// job is the refold of a point with the rows of marks that it will clear.
type job struct {
	refold
	marks  []int64
	resume int64 // row of marks from which an unfinished refold continues after a kill
	asked  int64 // UTC ms since which the point waits for results
	queued bool
	alone  bool // stored without other points, after a shared transaction failed
}

// refolds are the points to be folded again. They take turns, one piece each.
type refolds struct {
	*placed
	states     *states
	dirty      *dirtyRows
	quarantine *quarantine
	scratch    *scratch
	figures    *figures

	jobs  map[int64]*job
	queue []int64       // points whose job is not in quarantine, in turn
	every int           // readings between checkpoints
	piece int           // readings of a piece
	yield time.Duration // yieldAfter
}

// of returns the job of a point, or nil.
func (r *refolds) of(id int64) *job { return r.jobs[id] }

// again schedules a refold of a point where it changed. mark is the row to clear afterwards; 0: none.
func (r *refolds) again(p *compiled.Point, s span, mark int64, cause alarm.Cause) {
	id := p.Definition.Point.ID
	l := r.states.of(id)
	if l != nil && l.batch {
		// Its readings in the batch are not stored yet: include them.
		s.from, s.to = min(s.from, l.first), max(s.to, l.fold.state.time)
		l.batch = false
		r.states.forget(id)
	}
	j := r.jobs[id]
	if j == nil {
		j = &job{refold: refold{p: p, series: r.Series, store: r.Store, scratch: r.scratch, to: s.to, rows: r.piece}, asked: utcNow()}
		r.jobs[id] = j
		r.queue = append(r.queue, id)
		r.figures.refolds.Add(1)
	}
	if l != nil {
		j.to = max(j.to, l.fold.state.time)
	}
	if j.fold != nil && (j.p != p || s.from <= j.lower) {
		// What lies before is folded again from an earlier state: continue from here afterwards.
		j.spans = addSpan(j.spans, span{j.lower + 1, j.lower + 1})
		j.fold = nil
	}
	if j.p != p {
		r.quarantine.hurry(id) // the cause of a failure may be fixed now
	}
	j.p, j.every = p, r.spacing(p)
	if cause != "" && (j.cause == "" || j.cause == alarm.ByLateData) {
		j.cause = cause
	}
	j.spans = addSpan(j.spans, s)
	j.to = max(j.to, s.to)
	if mark != 0 && !r.quarantine.covers(id, s.from) {
		r.dirty.hold(mark)
		j.marks = append(j.marks, mark)
	}
}

// spacing returns the number of readings between a point's checkpoints. It varies around every, so that points do not
// make checkpoints at the same time.
func (r *refolds) spacing(p *compiled.Point) int {
	every := r.every
	if p.ManySources() {
		every = max(every/8, 1)
	}
	return every - every/8 + int(p.Definition.Point.ID%int64(every/4+1))
}

// advance folds a piece of some points, for a short time. After the transaction that stores the returned commit, call
// committed or failed. ok is false if ctx ended.
func (r *refolds) advance(ctx context.Context, now int64) (c *commit, done []advanced, ok bool) {
	c = &commit{}
	begun, rows := time.Now(), 0
	for turns := len(r.queue); turns > 0 && rows < r.piece && (len(done) == 0 || time.Since(begun) < r.yield); turns-- {
		id := r.queue[0]
		j := r.jobs[id]
		if j.alone && len(done) > 0 {
			break
		}
		r.queue = r.queue[1:]
		if l := r.states.of(id); j.fold == nil && l != nil && l.fold.p == j.p && l.fold.state.time < j.spans[0].from {
			j.proceed(l)
			r.states.forget(id)
		}
		before := j.remember()
		result, err := j.next(ctx, now)
		if err != nil {
			if ctx.Err() != nil {
				r.queue = append(r.queue, id)
				return nil, nil, false
			}
			r.figures.failures.Add(1)
			r.dirty.drop(j.marks...)
			r.requeue(before)
			r.backOff(ctx, id, err)
			continue
		}
		rows += result.readings
		c.add(j.p, &result.effects)
		c.follow(r.Directory, j.p, &result.effects, j.cause)
		r.conclude(c, j, &result)
		done = append(done, before)
		if j.alone {
			break
		}
	}
	return c, done, true
}

// conclude adds the outcome of a piece to a commit: its marks are cleared, or replaced by one from which the refold
// continues.
func (r *refolds) conclude(c *commit, j *job, result *piece) {
	id := j.p.Definition.Point.ID
	r.dirty.drop(j.marks...)
	j.marks = j.marks[:0]
	r.dirty.release(j.resume)
	j.resume = 0
	if j.queued = !result.done; j.queued {
		from := j.lower + 1
		if j.fold == nil {
			from = j.spans[0].from
		}
		c.resume = append(c.resume, marks.Mark{Point: id, From: from})
		r.queue = append(r.queue, id)
		return
	}
	delete(r.jobs, id)
	r.figures.refolds.Add(-1)
	if result.newest {
		r.states.keep(j.fold, j.since, r.spacing(j.p))
	}
}

// committed records what the transaction stored.
func (r *refolds) committed(c *commit, done []advanced) {
	r.figures.refolded.Add(int64(len(done)))
	resumed := 0
	for _, a := range done {
		j := a.job
		if j.queued {
			j.resume = c.resumed[resumed]
			r.dirty.own(j.resume)
			resumed++
		}
		r.quarantine.release(j.p.Definition.Point.ID)
	}
}

// failed puts the points of a failed transaction back into the queue. A point that failed alone backs off.
func (r *refolds) failed(ctx context.Context, done []advanced, err error) {
	for _, before := range done {
		r.requeue(before)
	}
	if len(done) == 1 && !errors.Is(err, errStale) {
		r.backOff(ctx, done[0].p.Definition.Point.ID, err)
	}
}

// unfinished returns marks for the rest of the refolds of leaving points.
func (r *refolds) unfinished(leaving func(id int64) bool) (list []marks.Mark) {
	for id, j := range r.jobs {
		if !leaving(id) {
			continue
		}
		from := j.to
		if len(j.spans) > 0 {
			from = j.spans[0].from
		}
		if j.fold != nil {
			from = min(from, j.lower+1)
		}
		list = append(list, marks.Mark{Point: id, From: from})
	}
	return list
}

// leave drops the refolds of points that another server folds now, or that are deleted.
func (r *refolds) leave(leaving func(id int64) bool) {
	r.queue = slices.DeleteFunc(r.queue, leaving)
	for id, j := range r.jobs {
		if leaving(id) {
			r.dirty.drop(j.marks...)
			r.dirty.release(j.resume)
			delete(r.jobs, id)
			r.figures.refolds.Add(-1)
			r.quarantine.release(id)
		}
	}
}

// forget removes a job.
func (r *refolds) forget(id int64) {
	delete(r.jobs, id)
	r.leaveQueue(id)
	r.figures.refolds.Add(-1)
}

func (r *refolds) leaveQueue(id int64) {
	r.queue = slices.DeleteFunc(r.queue, func(queued int64) bool { return queued == id })
}

// advanced is a job with its state before a piece.
type advanced struct {
	*job
	marks  []int64
	resume int64
	spans  []span
}

func (j *job) remember() advanced {
	a := advanced{job: j, marks: slices.Clone(j.marks), resume: j.resume, spans: slices.Clone(j.spans)}
	if j.fold != nil { // continues after what is stored
		a.spans = addSpan(a.spans, span{j.lower + 1, j.lower + 1})
	}
	return a
}

// requeue queues a point as it was before a piece that could not be stored, after its rows of marks were dropped. Its
// next piece is stored alone.
func (r *refolds) requeue(a advanced) {
	id := a.p.Definition.Point.ID
	r.states.forget(id)
	if r.jobs[id] != nil {
		r.forget(id)
	}
	p, ok := r.Directory.Point(id)
	if !ok {
		return // deleted, and its rows of marks with it
	}
	r.dirty.retake(append(a.marks, a.resume))
	for _, s := range a.spans {
		r.again(p, s, 0, a.cause)
	}
	for _, mark := range a.marks {
		r.again(p, a.spans[0], mark, a.cause)
	}
	j := r.jobs[id]
	j.alone, j.asked = true, a.asked
	if a.resume != 0 {
		j.resume = a.resume
		r.dirty.own(a.resume)
	}
}

// backOff quarantines a point that failed alone, so that it does not block others. One row of marks for the point
// replaces its rows.
func (r *refolds) backOff(ctx context.Context, id int64, cause error) {
	j := r.jobs[id]
	a, pause := r.quarantine.fail(id, utcNow(), cause)
	r.leaveQueue(id)
	r.Log.Error("a point cannot be computed or stored, others go on", "point", id, "attempt", a.Attempts, "again in", pause, "error", cause)
	if j == nil || len(j.spans) == 0 || j.resume != 0 && a.from <= j.spans[0].from {
		return
	}
	from, seq := j.spans[0].from, int64(0)
	err := r.DB.Write(ctx, func(tx *database.Tx) error {
		written, err := r.markQueue.Add(ctx, tx.Tx, []marks.Mark{{Point: id, From: from}}, "")
		if seq = written.Own; err != nil || j.resume == 0 {
			return err
		}
		return marks.Clear(ctx, tx.Tx, []int64{j.resume})
	})
	if err != nil {
		return // its rows of marks are still there
	}
	r.dirty.forget(j.resume)
	j.resume, a.from = seq, from
	r.dirty.own(seq)
	r.dirty.drop(j.marks...)
	j.marks = j.marks[:0]
}

// retry queues the points whose delay is over.
func (r *refolds) retry(now int64) {
	for _, id := range r.quarantine.due(now) {
		if r.jobs[id] != nil {
			r.queue = append(r.queue, id)
		} else {
			r.quarantine.release(id)
		}
	}
}
