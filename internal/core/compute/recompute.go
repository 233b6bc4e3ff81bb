package compute

import (
	"context"
	"fmt"
	"sync"
	"time"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
)

// reportEvery is how often progress is told.
const reportEvery = 500 * time.Millisecond

// request asks the worker to fold points again and to tell when that is done.
type request struct {
	points []int64
	from   int64
	seq    int64 // row of marks; 0: what is under way is only watched

	mu      sync.Mutex
	reached map[int64]int64 // time up to which a point is done
	left    int
	done    chan struct{}
}

// Recompute folds points again from a time on and waits for it. It goes on in
// pieces between the batches of the live path; killed half-way it is resumed by the
// next process. resumed says that an earlier call has asked for it already: then it
// is only waited for. progress is called with thousandths of the points' time span.
func (w *Worker) Recompute(ctx context.Context, points []int64, from int64, resumed bool, progress func(done, total int64) error) error {
	r := &request{points: points, from: from, reached: map[int64]int64{}, done: make(chan struct{})}
	if !resumed {
		list := make([]marks.Mark, 0, len(points))
		for _, id := range points {
			list = append(list, marks.Mark{Point: id, From: from})
		}
		err := w.DB.Write(ctx, func(tx *database.Tx) (err error) {
			r.seq, err = marks.Add(ctx, tx.Tx, list)
			return err
		})
		if err != nil {
			return fmt.Errorf("mark %d points: %w", len(points), err)
		}
	}
	select {
	case w.requests <- r:
	case <-ctx.Done():
		return ctx.Err()
	}
	tick := time.NewTicker(reportEvery)
	defer tick.Stop()
	total := int64(1000 * len(points))
	for {
		select {
		case <-r.done:
			return progress(total, total)
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
			if err := progress(r.thousandths(time.Now().UnixMilli()), total); err != nil {
				return err
			}
		}
	}
}

// thousandths is how much of the time of all points is done.
func (r *request) thousandths(now int64) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	var sum int64
	for _, id := range r.points {
		reached, known := r.reached[id]
		switch {
		case !known:
		case reached >= now || r.from >= now:
			sum += 1000
		case reached > r.from:
			sum += int64(1000 * (float64(reached) - float64(r.from)) / (float64(now) - float64(r.from)))
		}
	}
	return sum
}

// begin takes a request: its points are folded again and watched.
func (w *Worker) begin(r *request) {
	if r.seq != 0 {
		if _, known := w.open[r.seq]; !known {
			list := make([]marks.Mark, 0, len(r.points))
			for _, id := range r.points {
				list = append(list, marks.Mark{Point: id, From: r.from})
			}
			w.refoldEntry(marks.Entry{Seq: r.seq, Marks: list}, nil)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range r.points {
		if w.jobs[id] != nil {
			w.watched[id] = append(w.watched[id], r)
			r.left++
		} else {
			r.reached[id] = compiled.Forever
		}
	}
	if r.left == 0 {
		close(r.done)
	}
}

// tellWatchers notes how far the refold of a point is.
func (w *Worker) tellWatchers(j *job) {
	id := j.p.Definition.Point.ID
	list := w.watched[id]
	if len(list) == 0 {
		return
	}
	reached := j.lower
	if !j.queued {
		reached = compiled.Forever
		delete(w.watched, id)
	}
	for _, r := range list {
		r.mu.Lock()
		r.reached[id] = reached
		if reached == compiled.Forever {
			if r.left--; r.left == 0 {
				close(r.done)
			}
		}
		r.mu.Unlock()
	}
}
