package compute

import (
	"sync"
	"sync/atomic"

	"plumbline/internal/platform/cluster"
)

// waits are since when work waits for results, for operators. It is safe for concurrent use.
type waits struct {
	mu      sync.Mutex
	batches []int64 // UTC ms at which the waiting batches of stage 1 arrived, in order

	parts [cluster.Partitions]atomic.Int64 // UTC ms since which points of a partition wait to be folded again; 0: none
}

func (w *waits) enter(now int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.batches = append(w.batches, now)
}

// withdraw forgets a batch that did not get into the queue because the server stops.
func (w *waits) withdraw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.batches = w.batches[:max(0, len(w.batches)-1)]
}

func (w *waits) leave(n int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.batches = append(w.batches[:0], w.batches[min(int(n), len(w.batches)):]...)
}

func (w *waits) oldestBatch() int64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.batches) == 0 {
		return 0
	}
	return w.batches[0]
}

// noteWaits publishes since when points wait to be folded again. Failing points are not counted: Failures lists them.
func (w *Worker) noteWaits() {
	var since [cluster.Partitions]int64
	for id, j := range w.refolds.jobs {
		if w.quarantine.points[id] == nil && (since[j.p.Part] == 0 || j.asked < since[j.p.Part]) {
			since[j.p.Part] = j.asked
		}
	}
	for part := range since {
		w.waits.parts[part].Store(since[part])
	}
}

// Lag is for how long work waits for results, in ms.
type Lag struct {
	Oldest int64         // of all
	Parts  map[int]int64 // of partitions that wait, by partition
}

// Lag returns for how long work waits. A batch of readings delays all partitions of the server. The part that comes
// from points to be folded again is up to a second old.
func (w *Worker) Lag() Lag {
	now, batch := utcNow(), w.waits.oldestBatch()
	l := Lag{Parts: map[int]int64{}}
	add := func(part int, since int64) {
		if waited := now - since; since != 0 && waited > 0 {
			l.Parts[part] = max(l.Parts[part], waited)
		}
	}
	if batch != 0 {
		l.Oldest = max(0, now-batch)
	}
	for part := range w.waits.parts {
		add(part, w.waits.parts[part].Load())
		if w.held[part].Load() {
			add(part, batch)
		}
		l.Oldest = max(l.Oldest, l.Parts[part])
	}
	return l
}
