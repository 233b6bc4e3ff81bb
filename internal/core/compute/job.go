package compute

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
)

// yieldAfter is how long refolds keep the worker from the next batch.
const yieldAfter = 50 * time.Millisecond

// job is the refold of a point with the rows of marks that wait for it.
type job struct {
	refold
	marks  []int64
	resume int64 // row of marks from which an unfinished refold goes on after a kill
	queued bool
	alone  bool // its pieces share no transaction with other points: one of some could not be stored
}

// again has a point folded again where it changed. mark is the row that is cleared
// once that is done.
func (w *Worker) again(p *compiled.Point, s span, mark int64, cause alarm.Cause) {
	id := p.Definition.Point.ID
	l := w.live[id]
	if l != nil && l.batch {
		// Its readings of the batch are not stored yet: they are folded again as well.
		s.from, s.to = min(s.from, l.first), max(s.to, l.fold.state.time)
		l.batch = false
		w.forget(id)
	}
	j := w.jobs[id]
	if j == nil {
		j = &job{refold: refold{p: p, series: w.Series, store: w.Store, scratch: &w.scratch, to: s.to, every: w.spacing(p), rows: w.piece}}
		w.jobs[id] = j
		w.queue = append(w.queue, id)
		w.figures.refolds.Add(1)
	}
	if l != nil {
		j.to = max(j.to, l.fold.state.time)
	}
	if j.fold != nil && (j.p != p || s.from <= j.lower) {
		// What lies behind is folded from an earlier state now; go on from here after that.
		j.spans = addSpan(j.spans, span{j.lower + 1, j.lower + 1})
		j.fold = nil
	}
	if a := w.quarantine.points[id]; a != nil && j.p != p {
		a.Next = 0 // what was wrong may have been put right
	}
	j.p, j.every = p, w.spacing(p)
	if cause != "" && (j.cause == "" || j.cause == alarm.ByLateData) {
		j.cause = cause
	}
	j.spans = addSpan(j.spans, s)
	j.to = max(j.to, s.to)
	if mark != 0 && !w.quarantine.covers(id, s.from) {
		w.hold(mark)
		j.marks = append(j.marks, mark)
	}
}

// refoldSome advances refolds by a piece each, for a short while, and stores that
// together.
func (w *Worker) refoldSome(ctx context.Context) {
	var c commit
	var done []advanced
	begun, rows := time.Now(), 0
	for turns := len(w.queue); turns > 0 && rows < w.piece && time.Since(begun) < yieldAfter; turns-- {
		id := w.queue[0]
		j := w.jobs[id]
		if j.alone && len(done) > 0 {
			break
		}
		w.queue = w.queue[1:]
		if l := w.live[id]; j.fold == nil && l != nil && l.fold.p == j.p && l.fold.state.time < j.spans[0].from {
			j.proceed(l)
			w.forget(id)
		}
		before := j.remember()
		result, err := j.next(ctx, w.now())
		if err != nil {
			if ctx.Err() != nil {
				w.queue = append(w.queue, id)
				return
			}
			w.figures.failures.Add(1)
			for _, mark := range j.marks {
				w.drop(mark)
			}
			w.requeue(before)
			w.backOff(ctx, id, err)
			continue
		}
		rows += result.readings
		c.add(j.p, &result.effects)
		w.markDependants(&c, j.p, &result.effects, j.cause)
		w.conclude(&c, j, &result)
		done = append(done, before)
		if j.alone {
			break
		}
	}
	if err := w.commit(ctx, &c); err != nil {
		if ctx.Err() != nil {
			return
		}
		for _, before := range done {
			w.requeue(before)
		}
		if len(done) == 1 {
			w.backOff(ctx, done[0].p.Definition.Point.ID, err)
		}
		return
	}
	w.figures.refolded.Add(int64(len(done)))
	resumed := 0
	for _, a := range done {
		j := a.job
		if j.queued {
			j.resume = c.resumed[resumed]
			w.open[j.resume] = 1
			resumed++
		}
		w.quarantine.release(j.p.Definition.Point.ID)
		w.tellWatchers(j)
	}
	w.scratch.arena = w.scratch.arena[:0]
	w.evict()
}

// conclude decides what becomes of a refold after a piece: with the transaction its
// marks are done with, or replaced by one from which it goes on.
func (w *Worker) conclude(c *commit, j *job, result *piece) {
	id := j.p.Definition.Point.ID
	for _, mark := range j.marks {
		w.drop(mark)
	}
	j.marks = j.marks[:0]
	w.release(j.resume)
	j.resume = 0
	if j.queued = !result.done; j.queued {
		from := j.lower + 1
		if j.fold == nil {
			from = j.spans[0].from
		}
		c.resume = append(c.resume, marks.Mark{Point: id, From: from})
		w.queue = append(w.queue, id)
		return
	}
	delete(w.jobs, id)
	w.figures.refolds.Add(-1)
	if result.newest {
		w.keep(j.fold, j.since)
	}
}

// remove forgets a point that is no more.
func (w *Worker) remove(id int64) {
	w.forget(id)
	j := w.jobs[id]
	if j == nil {
		return
	}
	for _, mark := range j.marks {
		w.drop(mark)
	}
	w.release(j.resume)
	delete(w.jobs, id)
	w.quarantine.release(id)
	w.queue = slices.DeleteFunc(w.queue, func(queued int64) bool { return queued == id })
	w.figures.refolds.Add(-1)
	j.queued = false
	w.tellWatchers(j)
}
