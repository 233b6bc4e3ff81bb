package compute

import "plumbline/internal/core/compiled"

import (
	"context"
	"database/sql"
)

// Checkpoint is the state of a point's fold after all readings up to Time. Config is the fingerprint of the
// configuration that applies after Time.
type Checkpoint struct {
	Point  int64
	Time   int64 // UTC ms
	Config uint64
	State  []byte
}

// Store holds the data that the fold needs in addition to series. All of it is a cache like the results and can be
// recomputed.
type Store interface {
	// LastCheckpoint returns the newest checkpoint of a point before a time. Its state includes the initial value in
	// effect.
	LastCheckpoint(ctx context.Context, point, before int64) (Checkpoint, bool, error)
	// Checkpoints lists at most limit checkpoints of a point with Time > after, in order.
	Checkpoints(ctx context.Context, point, after int64, limit int) ([]Checkpoint, error)
	// ReplaceCheckpoints deletes the checkpoints in each range (ends included) and stores others.
	ReplaceCheckpoints(ctx context.Context, tx *sql.Tx, drop []Range, put []Checkpoint) error

	// InitialValues lists the initial values of points, ordered by point and From.
	InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error)
	// ReplaceInitialValues deletes the initial values with From in each range and stores others.
	ReplaceInitialValues(ctx context.Context, tx *sql.Tx, drop []Range, put []compiled.InitialValue) error

	// SaveFailures records the points of a server that fail, or failed again, and those that no longer do.
	SaveFailures(ctx context.Context, server int64, failing []Failure, ended []int64) error
	// ForgetFailures deletes the failing points of a server.
	ForgetFailures(ctx context.Context, server int64) error
}

// Range is a time range of a point, ends included.
type Range struct {
	Point, From, To int64
}
