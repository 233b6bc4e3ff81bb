package compute

import "plumbline/internal/core/compiled"

import (
	"context"
	"database/sql"
)

// Checkpoint is the state of a point's fold after all readings up to Time. Config
// is the fingerprint of the configuration with effect after Time.
type Checkpoint struct {
	Point  int64
	Time   int64 // UTC ms
	Config uint64
	State  []byte
}

// Store keeps what the fold needs next to series: caches like the results, all of
// it can be computed again. Implemented by the store.
type Store interface {
	// LastCheckpoint gives the newest checkpoint of a point older than before, and
	// the initial value in force at it is in its state.
	LastCheckpoint(ctx context.Context, point, before int64) (Checkpoint, bool, error)
	// Checkpoints lists at most limit checkpoints of a point with Time > after, in order.
	Checkpoints(ctx context.Context, point, after int64, limit int) ([]Checkpoint, error)
	// ReplaceCheckpoints removes those of [from, to] of each range and stores others.
	ReplaceCheckpoints(ctx context.Context, tx *sql.Tx, drop []Range, put []Checkpoint) error

	// InitialValues lists the initial values of points, ordered by point and From.
	InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error)
	// ReplaceInitialValues removes those with From in each range and stores others.
	ReplaceInitialValues(ctx context.Context, tx *sql.Tx, drop []Range, put []compiled.InitialValue) error
}

// Range is a stretch of time of a point, both ends included.
type Range struct {
	Point, From, To int64
}
