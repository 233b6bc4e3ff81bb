package computation

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
)

const (
	// triesTogether is how often a transaction is tried while the database takes others,
	// before its points are tried one by one.
	triesTogether = 3
	// The waits of a point that cannot be folded or stored: doubled each time.
	shortestRest = time.Second
	longestRest  = time.Minute
)

// Ailment says that the results of a point cannot be computed or stored at the
// moment. What it waits for stays marked, so that nothing is lost.
type Ailment struct {
	Point    int64
	Since    int64 // UTC ms of the first failure in a row
	Attempts int
	Next     int64  // UTC ms of the next attempt
	Error    string // for people of the log
}

// ailing is a point that rests.
type ailing struct {
	Ailment
	from    int64 // what is marked for it in the database, from this time on
	resting bool
}

// Ailments lists the points that cannot be computed or stored, by id. Safe for
// concurrent use.
func (w *Worker) Ailments() []Ailment {
	if list := w.ailments.Load(); list != nil {
		return *list
	}
	return nil
}

func (w *Worker) publishAilments() {
	list := make([]Ailment, 0, len(w.ailing))
	for _, a := range w.ailing {
		list = append(list, a.Ailment)
	}
	slices.SortFunc(list, func(a, b Ailment) int { return int(a.Point - b.Point) })
	w.ailments.Store(&list)
}

// takesWrites tells whether the database stores anything at all: when it does not,
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

// putBack queues a point again as it was before a piece that could not be stored,
// when its rows of marks have been dropped; its next piece is stored alone.
func (w *Worker) putBack(a advanced) {
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

// rest lets a point that failed alone wait, without holding up others: its rows of
// marks are replaced by one of its own.
func (w *Worker) rest(ctx context.Context, id int64, cause error) {
	j := w.jobs[id]
	a := w.ailing[id]
	if a == nil {
		a = &ailing{Ailment: Ailment{Point: id, Since: w.now()}, from: forever}
		w.ailing[id] = a
	}
	a.Attempts++
	a.Error = cause.Error()
	pause := min(shortestRest<<min(a.Attempts-1, 20), longestRest)
	a.Next = w.now() + pause.Milliseconds()
	a.resting = true
	w.queue = slices.DeleteFunc(w.queue, func(queued int64) bool { return queued == id })
	w.Log.Error("a point cannot be computed or stored, others go on", "point", id, "attempt", a.Attempts, "again in", pause, "error", cause)
	w.publishAilments()
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

// covered tells whether what a point waits for since it fails is marked from a time on.
func (w *Worker) covered(id, from int64) bool {
	a := w.ailing[id]
	return a != nil && a.from <= from
}

// recovered forgets that a point could not be stored.
func (w *Worker) recovered(id int64) {
	if w.ailing[id] != nil {
		delete(w.ailing, id)
		w.publishAilments()
	}
}

// wake queues the points whose rest is over.
func (w *Worker) wake() {
	now := w.now()
	for id, a := range w.ailing {
		if a.resting && a.Next <= now {
			a.resting = false
			if w.jobs[id] != nil {
				w.queue = append(w.queue, id)
			} else {
				w.recovered(id)
			}
		}
	}
}
