package ingest

import (
	"context"
	"sync"
	"sync/atomic"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/database"
)

// Answers stores the answers of devices to commands.
type Answers interface {
	// CommandsAnswered stores answers in the transaction of their frames.
	CommandsAnswered(ctx context.Context, tx *database.Tx, answers []command.Answer) error
}

// watched is how many frames a watcher may lag behind; further ones are skipped, since the journal has them.
const watched = 64

// watchers are the subscribers to frames of devices.
type watchers struct {
	any atomic.Int32

	mu   sync.Mutex
	next int
	list map[int]watcher
}

type watcher struct {
	device int64
	frames chan Logged
}

// Watch sends the frames of a device in both directions once they are stored, until ctx ends. A slow receiver misses
// some.
func (s *Service) Watch(ctx context.Context, device int64) <-chan Logged {
	w := &s.watchers
	frames := make(chan Logged, watched)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.list == nil {
		w.list = map[int]watcher{}
	}
	w.next++
	id := w.next
	w.list[id] = watcher{device, frames}
	w.any.Add(1)
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.list, id)
		w.any.Add(-1)
		close(frames)
	})
	return frames
}

// tell sends the frames of batches to the watchers of their devices.
func (w *watchers) tell(batches []Batch) {
	if w.any.Load() == 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i := range batches {
		for k := range batches[i].Frames {
			f := &batches[i].Frames[k]
			for _, one := range w.list {
				if one.device != f.Device {
					continue
				}
				select {
				case one.frames <- Logged{Entry{Seq: batches[i].Seq, Index: int32(k)}, *f}:
				default: // it will read the journal
				}
			}
		}
	}
}
