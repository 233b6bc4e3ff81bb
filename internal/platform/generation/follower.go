package generation

import (
	"context"
	"database/sql"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// followEvery is the interval at which changes are looked for without a signal.
const followEvery = 500 * time.Millisecond

// Follower keeps what this process holds in memory at the current generation.
type Follower struct {
	log     *Log
	apply   []func(context.Context, Change) error
	reached atomic.Int64
	mu      sync.Mutex // one at a time
}

// NewFollower returns a follower at the current generation. Load what it keeps after this call, and add each with Add.
func NewFollower(ctx context.Context, log *Log) (*Follower, error) {
	f := &Follower{log: log}
	current, err := log.Current(ctx)
	f.reached.Store(current)
	return f, err
}

// Add adds a function that applies changes, in the order of the calls. Applying a change twice must be harmless.
func (f *Follower) Add(apply func(context.Context, Change) error) { f.apply = append(f.apply, apply) }

// Reached returns the generation of what is in memory.
func (f *Follower) Reached() int64 { return f.reached.Load() }

// Reach applies the changes up to a committed generation, and later ones.
func (f *Follower) Reach(ctx context.Context, generation int64) error {
	if f.reached.Load() >= generation {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reached.Load() >= generation {
		return nil
	}
	change, err := f.log.Since(ctx, f.reached.Load())
	if err != nil {
		return err
	}
	for _, apply := range f.apply {
		if err := apply(ctx, change); err != nil {
			return err
		}
	}
	f.reached.Store(change.Generation)
	return nil
}

// Share keeps the configuration of corporations as it is until the transaction ends, and makes what is in memory
// current.
func (f *Follower) Share(ctx context.Context, tx *sql.Tx, corporations []int64) error {
	generation, err := f.log.Share(ctx, tx, corporations)
	if err != nil {
		return err
	}
	return f.Reach(ctx, generation)
}

// CatchUp applies all committed changes.
func (f *Follower) CatchUp(ctx context.Context) error {
	current, err := f.log.Current(ctx)
	if err != nil {
		return err
	}
	return f.Reach(ctx, current)
}

// Run catches up at each signal, and regularly, until ctx ends.
func (f *Follower) Run(ctx context.Context, signals <-chan struct{}, log *slog.Logger) {
	tick := time.NewTicker(followEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		case <-tick.C:
		}
		if err := f.CatchUp(ctx); err != nil && ctx.Err() == nil {
			log.Error("load changed configuration", "error", err)
		}
	}
}
