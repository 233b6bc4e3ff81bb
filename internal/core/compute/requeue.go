package compute

import (
	"context"
	"slices"

	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
)

// triesTogether is how often a transaction is tried while the database takes others,
// before its points are tried one by one.
const triesTogether = 3

// Failures lists the points that cannot be computed or stored, by id. Safe for
// concurrent use.
func (w *Worker) Failures() []Failure { return w.quarantine.failures() }

// takesWrites reports whether the database stores anything at all: when it does not,
// no point is to blame.
func (w *Worker) takesWrites(ctx context.Context) bool {
	seq := int64(0)
	err := w.DB.Write(ctx, func(tx *database.Tx) (err error) {
		if seq, err = marks.Add(ctx, tx.Tx, []marks.Mark{{Point: 0}}); err != nil {
			return err
		}
		return marks.Clear(ctx, tx.Tx, []int64{seq})
	})
	return err == nil
}

// advanced is a job with what it was before a piece.
type advanced struct {
	*job
	marks  []int64
	resume int64
	spans  []span
}

func (j *job) remember() advanced {
	a := advanced{job: j, marks: slices.Clone(j.marks), resume: j.resume, spans: slices.Clone(j.spans)}
	if j.fold != nil { // it goes on behind what is stored
		a.spans = addSpan(a.spans, span{j.lower + 1, j.lower + 1})
	}
	return a
}

// requeue queues a point again as it was before a piece that could not be stored,
// when its rows of marks have been dropped; its next piece is stored alone.
func (w *Worker) requeue(a advanced) {
	id := a.p.Definition.Point.ID
	w.forget(id)
	if w.jobs[id] != nil {
		delete(w.jobs, id)
		w.queue = slices.DeleteFunc(w.queue, func(queued int64) bool { return queued == id })
		w.figures.refolds.Add(-1)
	}
	w.retake(append(a.marks, a.resume))
	for _, s := range a.spans {
		w.again(a.p, s, 0, a.cause)
	}
	for _, mark := range a.marks {
		w.again(a.p, a.spans[0], mark, a.cause)
	}
	j := w.jobs[id]
	j.alone = true
	if a.resume != 0 {
		j.resume, w.open[a.resume] = a.resume, 1
	}
}

// retake takes rows of marks out of those that the next transaction clears.
func (w *Worker) retake(list []int64) {
	w.cleared = slices.DeleteFunc(w.cleared, func(seq int64) bool { return slices.Contains(list, seq) })
}

// backOff quarantines a point that failed alone, so that it does not delay others: its rows of marks are
// replaced by one of its own.
func (w *Worker) backOff(ctx context.Context, id int64, cause error) {
	j := w.jobs[id]
	a, pause := w.quarantine.fail(id, w.now(), cause)
	w.queue = slices.DeleteFunc(w.queue, func(queued int64) bool { return queued == id })
	w.Log.Error("a point cannot be computed or stored, others go on", "point", id, "attempt", a.Attempts, "again in", pause, "error", cause)
	if j == nil || len(j.spans) == 0 || j.resume != 0 && a.from <= j.spans[0].from {
		return
	}
	from, seq := j.spans[0].from, int64(0)
	err := w.DB.Write(ctx, func(tx *database.Tx) (err error) {
		if seq, err = marks.Add(ctx, tx.Tx, []marks.Mark{{Point: id, From: from}}); err != nil || j.resume == 0 {
			return err
		}
		return marks.Clear(ctx, tx.Tx, []int64{j.resume})
	})
	if err != nil {
		return // the rows that it waits for are still there
	}
	delete(w.open, j.resume)
	j.resume, a.from = seq, from
	w.open[seq] = 1
	for _, mark := range j.marks {
		w.drop(mark)
	}
	j.marks = j.marks[:0]
}

// retry queues the points whose pause is over.
func (w *Worker) retry() {
	for _, id := range w.quarantine.due(w.now()) {
		if w.jobs[id] != nil {
			w.queue = append(w.queue, id)
		} else {
			w.quarantine.release(id)
		}
	}
}
