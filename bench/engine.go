package main

import "context"

// store is what every store must do here.
type store interface {
	// Live stores rows of many points in one durable commit, Back rows of one point.
	// A row takes the place of the one with its point and time.
	Live(ctx context.Context, rows []row) error
	Back(ctx context.Context, rows []row) error
	// Settle does what the store leaves for later: sealing, checkpoints.
	Settle(ctx context.Context) error
	// Latest gives the newest row of each point.
	Latest(ctx context.Context, points []int64) ([]row, error)
	// Scan gives the rows of [from, to] of points in ascending time.
	Scan(ctx context.Context, points []int64, from, to int64, visit func(point int64, times []int64, v [3][]float64) error) error
	// Delete removes the rows of [from, to] of a point.
	Delete(ctx context.Context, point, from, to int64) error
	// Bytes is what it takes on disk, without pages that wait to be used again.
	Bytes(ctx context.Context) (int64, error)
	Close() error
}

type engine struct {
	name string
	open func(ctx context.Context, dir string) (store, error)
}
