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

// reportEvery is how often progress is reported.
const reportEvery = 500 * time.Millisecond

// request is a call that has points folded again and waits for it.
type request struct {
	points []int64
	from   int64
	seq    int64 // row of marks; 0: only watch the refolds in progress

	mu      sync.Mutex
	reached map[int64]int64 // time up to which each point is folded
	left    int
	done    chan struct{}
}

// Recompute folds points again from a time on and waits for it. The work is done in pieces between the batches of the
// live path; after a kill the next process resumes it. resumed says that an earlier call has marked the points, so
// that this one only waits. progress receives thousandths of the points' time span.
func (w *Worker) Recompute(ctx context.Context, points []int64, from int64, resumed bool, progress func(done, total int64) error) error {
	r := &request{points: points, from: from, reached: map[int64]int64{}, done: make(chan struct{})}
	if !resumed {
		err := w.DB.Write(ctx, func(tx *database.Tx) (err error) {
			r.seq, err = marks.Add(ctx, tx.Tx, r.marks())
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

// marks returns the marks of the request: all its points from its time on.
func (r *request) marks() []marks.Mark {
	list := make([]marks.Mark, 0, len(r.points))
	for _, id := range r.points {
		list = append(list, marks.Mark{Point: id, From: r.from})
	}
	return list
}

// thousandths returns the share of the points' time span that is done.
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

// recomputations are the calls waiting for refolds.
type recomputations struct{ points map[int64][]*request }

func newRecomputations() *recomputations { return &recomputations{points: map[int64][]*request{}} }

// add lets a call wait for those of its points that are being folded again; the others are done.
func (c *recomputations) add(r *request, folded func(id int64) bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range r.points {
		if folded(id) {
			c.points[id] = append(c.points[id], r)
			r.left++
		} else {
			r.reached[id] = compiled.Forever
		}
	}
	if r.left == 0 {
		close(r.done)
	}
}

// reached records the time up to which a point is folded; forever: it is done.
func (c *recomputations) reached(id, to int64) {
	list := c.points[id]
	if to == compiled.Forever {
		delete(c.points, id)
	}
	for _, r := range list {
		r.mu.Lock()
		r.reached[id] = to
		if to == compiled.Forever {
			if r.left--; r.left == 0 {
				close(r.done)
			}
		}
		r.mu.Unlock()
	}
}
