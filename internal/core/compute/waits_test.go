package compute

import (
	"testing"

	"plumbline/internal/core/compiled"
)

// TestLagOfPartitions: a batch of readings delays the partitions that the server holds, a refold only its own, and a
// failing point none.
func TestLagOfPartitions(t *testing.T) {
	now := utcNow()
	w := &Worker{writer: writer{&placed{}}, quarantine: newQuarantine(), refolds: &refolds{jobs: map[int64]*job{}}}
	if l := w.Lag(); l.Oldest != 0 || len(l.Parts) != 0 {
		t.Fatalf("idle: %+v", l)
	}
	waits := func(id int64, part int, since int64) {
		w.refolds.jobs[id] = &job{refold: refold{p: &compiled.Point{Part: part}}, asked: since}
	}
	waits(1, 7, now-40_000)
	waits(2, 7, now-60_000)
	waits(3, 9, now-90_000)
	w.quarantine.points[3] = &quarantined{}
	w.noteWaits()
	if l := w.Lag(); l.Oldest < 60_000 || l.Oldest > 80_000 || len(l.Parts) != 1 || l.Parts[7] != l.Oldest {
		t.Errorf("with refolds: %+v", l)
	}
	w.held[7].Store(true)
	w.held[8].Store(true)
	w.waits.enter(now - 5_000)
	w.waits.enter(now - 1_000)
	if l := w.Lag(); len(l.Parts) != 2 || l.Parts[8] < 5_000 || l.Parts[8] > 30_000 || l.Parts[7] < 60_000 {
		t.Errorf("with batches: %+v", l)
	}
	clear(w.refolds.jobs)
	w.noteWaits()
	w.waits.leave(2)
	if l := w.Lag(); l.Oldest != 0 || len(l.Parts) != 0 {
		t.Errorf("done: %+v", l)
	}
}
