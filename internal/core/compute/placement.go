package compute

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
)

// Placement says which points this server folds, and holds its lease.
type Placement interface {
	cluster.Lease
	// Holder returns the server that folds the points of a partition, as far as known; 0: nobody.
	Holder(part int) int64
	// Elsewhere reports whether another server is to fold the points of a partition.
	Elsewhere(part int) bool
	// Moved signals that Claim or Leaving has something to do.
	Moved() <-chan struct{}
	// Claim takes the free partitions that are wanted here, and returns them.
	Claim(ctx context.Context) ([]int, error)
	// Leaving returns the partitions to release.
	Leaving() []int
	// Release gives partitions up, at the beginning of the caller's transaction.
	Release(ctx context.Context, tx *database.Tx, parts []int) error
}

// Configuration keeps the directory current.
type Configuration interface {
	// Share keeps the configuration of corporations as it is until the transaction ends, and makes the directory
	// current.
	Share(ctx context.Context, tx *sql.Tx, corporations []int64) error
	// CatchUp makes the directory current.
	CatchUp(ctx context.Context) error
}

// placed is the partitions of this worker.
type placed struct {
	Parts
	markQueue marks.Queue
	forward   []marks.Mark // of points that another server folds; the next transaction passes them on
	reports   reports      // that the next transaction marks
	held      [cluster.Partitions]atomic.Bool
}

func newPlaced(parts Parts) *placed {
	p := &placed{Parts: parts}
	if parts.Placement != nil {
		p.markQueue = marks.Queue{Server: parts.Placement.Server(), Home: p.home, OnCitus: parts.DB.OnCitus()}
	}
	return p
}

// alone reports whether this process folds all points.
func (p *placed) alone() bool { return p.Placement == nil }

// server returns the id of this server; 0: the only one.
func (p *placed) server() int64 { return p.markQueue.Server }

// holds reports whether this worker folds a point.
func (p *placed) holds(point *compiled.Point) bool { return p.alone() || p.held[point.Part].Load() }

// judges reports whether this worker judges the health of a device.
func (p *placed) judges(device int64) bool {
	if p.alone() {
		return true
	}
	part, _ := p.Directory.Part(device)
	return p.held[part].Load()
}

// Holds reports whether this server folds a point, or judges a device. It is safe for concurrent use.
func (w *Worker) Holds(id int64) bool { return w.judges(id) }

// Home returns the server that folds a point or judges a device, as far as this one knows; 0: not known, or the only
// server.
func (w *Worker) Home(id int64) int64 {
	if w.alone() {
		return 0
	}
	return w.home(id)
}

// home returns the server that folds a point or judges a device; 0: not known.
func (p *placed) home(id int64) int64 {
	part, ok := p.Directory.Part(id)
	switch {
	case !ok:
		return 0
	case p.held[part].Load():
		return p.Placement.Server()
	}
	if holder := p.Placement.Holder(part); holder != p.Placement.Server() {
		return holder
	}
	return 0 // given up a moment ago
}

// gone reports whether neither a point nor a device has an id.
func (p *placed) gone(id int64) bool {
	_, ok := p.Directory.Part(id)
	return !ok
}

// errStale means that the configuration of a point has changed since it was folded.
var errStale = errors.New("the configuration has changed since the fold")

// permit keeps the lease and the configuration until the transaction ends. It returns errStale if one of the points
// was folded with older configuration. corporations are the owners of what else it stores.
func (p *placed) permit(ctx context.Context, tx *database.Tx, points []*compiled.Point, corporations ...int64) error {
	if p.Placement != nil {
		if err := p.Placement.Hold(ctx, tx.Tx); err != nil {
			return err
		}
	}
	if p.Configuration == nil {
		return nil
	}
	for _, folded := range points {
		corporations = append(corporations, folded.Definition.Point.CorporationID)
	}
	if err := p.Configuration.Share(ctx, tx.Tx, corporations); err != nil {
		return err
	}
	for _, folded := range points {
		if now, ok := p.Directory.Point(folded.Definition.Point.ID); !ok || now != folded {
			return errStale
		}
	}
	return nil
}

// move releases the partitions that are wanted elsewhere, and claims those that are wanted here.
func (w *Worker) move(ctx context.Context) {
	if err := w.release(ctx, w.Placement.Leaving()); err != nil {
		w.Log.Error("release partitions", "error", err)
		return
	}
	parts, err := w.Placement.Claim(ctx)
	if err != nil {
		w.Log.Error("claim partitions", "error", err)
		return
	}
	w.claimed = append(w.claimed, parts...)
	w.enter(ctx)
	w.unload()
}

// unload drops the points of partitions that another server is to fold, which the first server had loaded.
func (w *Worker) unload() {
	var others []int
	for part := range w.held {
		if !w.held[part].Load() && w.Placement.Elsewhere(part) {
			others = append(others, part)
		}
	}
	w.Directory.Release(others)
}

// enter begins to fold the claimed partitions once their points are loaded. After an error, the next check tries again.
func (w *Worker) enter(ctx context.Context) {
	if len(w.claimed) == 0 {
		return
	}
	if w.Unlimited != nil {
		defer w.Unlimited()()
	}
	if err := w.Directory.Hold(ctx, w.claimed); err != nil {
		if ctx.Err() == nil {
			w.Log.Error("load the points of claimed partitions", "error", err)
		}
		return
	}
	for _, part := range w.claimed {
		w.held[part].Store(true)
	}
	w.claimed = nil
	w.look(ctx)
}

// release gives partitions up. Marks take what is unfinished to their next holder.
func (w *Worker) release(ctx context.Context, parts []int) error {
	if len(parts) == 0 {
		return nil
	}
	leaving := func(id int64) bool {
		part, ok := w.Directory.Part(id)
		return ok && slices.Contains(parts, part)
	}
	for _, part := range parts {
		w.held[part].Store(false)
	}
	err := w.DB.Write(ctx, func(tx *database.Tx) error {
		if err := w.Placement.Release(ctx, tx, parts); err != nil {
			return err
		}
		for _, list := range [][]marks.Mark{w.refolds.unfinished(leaving), w.devices.unfinished(leaving)} {
			if _, err := marks.Add(ctx, tx.Tx, list, ""); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		for _, part := range parts {
			w.held[part].Store(!slices.Contains(w.claimed, part))
		}
		return fmt.Errorf("%d partitions: %w", len(parts), err)
	}
	w.refolds.leave(leaving)
	w.devices.leave(leaving)
	w.states.leave(leaving)
	w.claimed = slices.DeleteFunc(w.claimed, func(part int) bool { return slices.Contains(parts, part) })
	w.Directory.Release(parts)
	return w.commit(ctx, &commit{}) // clears the rows of marks that are no longer needed
}
