package compute

import (
	"context"
	"time"

	"plumbline/internal/core/marks"
)

// SetSizes reduces the distance of checkpoints and the size of pieces, so that tests cross many of them.
func (w *Worker) SetSizes(every, piece int) { w.refolds.every, w.refolds.piece = every, piece }

// SetYield sets how long refolds may delay the next batch; 0: one point at a time.
func (w *Worker) SetYield(d time.Duration) { w.refolds.yield = d }

// Start picks up what a killed worker left.
func (w *Worker) Start(ctx context.Context) error { return w.refoldLeft(ctx) }

// Work folds one batch without Run.
func (w *Worker) Work(ctx context.Context, stored marks.Stored) { w.work(ctx, stored) }

// Drain finishes all refolds.
func (w *Worker) Drain(ctx context.Context) {
	for len(w.refolds.queue) > 0 && ctx.Err() == nil {
		w.refoldSome(ctx)
	}
	w.commit(ctx, &commit{})
}

// Steps advances refolds n times.
func (w *Worker) Steps(ctx context.Context, n int) {
	for range n {
		if len(w.refolds.queue) > 0 {
			w.refoldSome(ctx)
		}
	}
}

// Queued returns the number of points waiting for a refold.
func (w *Worker) Queued() int { return len(w.refolds.queue) }

// Hurry removes the delay before failed transactions are retried.
func (w *Worker) Hurry() { w.pause = 0 }

// WakeNow ends the pause of all points in quarantine.
func (w *Worker) WakeNow() {
	for _, a := range w.quarantine.points {
		a.Next = 0
	}
	w.refolds.retry(utcNow())
}

// Watch runs one check of device health.
func (w *Worker) Watch(ctx context.Context) error { return w.devices.watch(ctx) }

// Now returns the worker's time.
func (w *Worker) Now() int64 { return utcNow() }

// Follow sets how the worker learns of changed configuration.
func (w *Worker) Follow(c Configuration) { w.placed.Configuration = c }

// Look picks up the marks of others.
func (w *Worker) Look(ctx context.Context) { w.look(ctx) }
