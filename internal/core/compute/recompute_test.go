package compute

import (
	"testing"

	"plumbline/internal/core/compiled"
)

func isDone(r *request) bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

// A call ends when its last point is folded; points without a refold do not delay it.
func TestRecomputationEndsWithLastPoint(t *testing.T) {
	all := newRecomputations()
	r := &request{points: []int64{1, 2, 3}, from: 0, reached: map[int64]int64{}, done: make(chan struct{})}
	all.add(r, func(id int64) bool { return id != 3 })
	all.reached(1, 500)
	if got := r.thousandths(1000); got != 1500 {
		t.Errorf("%d of 3000 with one point half-way and one done", got)
	}
	all.reached(1, compiled.Forever)
	if isDone(r) {
		t.Fatal("done with one point to go")
	}
	all.reached(2, compiled.Forever)
	if !isDone(r) {
		t.Fatal("not done")
	}
}

// Two calls may wait for the same point, and a call with nothing to wait for ends at once.
func TestCallsShareAPoint(t *testing.T) {
	all := newRecomputations()
	make := func() *request {
		return &request{points: []int64{1}, reached: map[int64]int64{}, done: make(chan struct{})}
	}
	first, second, none := make(), make(), make()
	folded := func(int64) bool { return true }
	all.add(first, folded)
	all.add(second, folded)
	all.add(none, func(int64) bool { return false })
	if !isDone(none) || isDone(first) {
		t.Fatal("a request without points did not end, or one with points did")
	}
	all.reached(1, compiled.Forever)
	if !isDone(first) || !isDone(second) {
		t.Error("a request is still waiting")
	}
}
