package ingest

import (
	"context"
	"fmt"

	"plumbline/internal/platform/errs"
)

// Follower reads the configuration that other servers have changed.
type Follower interface {
	// Reached returns the generation of the directory.
	Reached() int64
	// Reach applies the changes up to a committed generation.
	Reach(ctx context.Context, generation int64) error
	// CatchUp applies all committed changes.
	CatchUp(ctx context.Context) error
}

// behindError means that the configuration has changed since the directory was read.
type behindError struct{ generation int64 }

func (e behindError) Error() string {
	return fmt.Sprintf("the configuration is of generation %d", e.generation)
}

// proof says on which configuration a device was recognized. The transaction that commits its frame compares the
// generation, so that a rotated secret or a deleted device counts at once, even if no signal of it has arrived.
type proof struct {
	generation int64
	device     *Device
	proves     func(*Device) bool // checks the device's credentials again; nil: the connection must sign in again
}

// proofOf returns the proof of a frame that is about to be committed.
func (c *Committer) proofOf(frame *Frame, proves func(*Device) bool) proof {
	if c.follow == nil {
		return proof{}
	}
	p := proof{generation: c.follow.Reached(), proves: proves}
	p.device, _ = c.directory.ByID(frame.Device)
	return p
}

// oldest returns the lowest generation of proofs.
func oldest(list []waiter) int64 {
	generation := list[0].generation
	for i := range list {
		generation = min(generation, list[i].generation)
	}
	return generation
}

// checkAgain checks the devices of frames with the current configuration. It refuses frames of devices that are no
// longer accepted, and returns the others.
func (c *Committer) checkAgain(ctx context.Context, generation int64, list []waiter) ([]waiter, error) {
	if err := c.follow.Reach(ctx, generation); err != nil {
		return list, err
	}
	kept := list[:0]
	for _, w := range list {
		if refused := w.check(c.directory, w.frame.Device); refused != nil && w.answer != nil {
			c.release(&w)
			w.answer <- answer{err: refused}
			continue
		}
		w.generation = generation
		kept = append(kept, w)
	}
	return kept, nil
}

// check returns why a frame is refused with the current configuration. Only devices that changed are checked.
func (p *proof) check(directory *Directory, id int64) *errs.Error {
	now, known := directory.ByID(id)
	before := p.device
	p.device = now
	switch {
	case known && now == before:
		return nil
	case !known || before != nil && now.Register != before.Register:
		return errs.New(errs.RegisterUnknown)
	case p.proves == nil:
		return errs.New(errs.NotAvailable) // it connects again
	case !p.proves(now):
		return errs.New(errs.RegisterUnknown)
	}
	return nil
}

// release gives up the room of a frame that is not committed.
func (c *Committer) release(w *waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes -= int64(len(w.frame.Payload) + frameFixed)
}
