package marks

import (
	"context"

	"plumbline/internal/core/series"
)

// Feeds finds the points that a channel feeds. Stage 1 calls it inside its transaction.
type Feeds interface {
	// AppendPoints appends the points that read a channel of a device, in any role, at any time from the given one on.
	// A point may appear twice.
	AppendPoints(dst []int64, device int64, channel int32, from int64) []int64
}

// Stored is a committed batch of stage 1: the rows in the order in which they were written, the outcome of each, and
// the points that this server folds. Mark is the number of their row of marks, which stage 2 deletes; 0 without points.
// The receiver owns the slices and calls Release when done with the rows.
type Stored struct {
	Mark     int64
	Marks    []Mark
	Rows     []series.Put
	Outcomes []series.Outcome
	Free     func() // returns the memory of Rows to its pool; may be nil
}

// Release returns the memory of the rows to its pool. Do not use the rows afterwards.
func (s *Stored) Release() {
	if s.Free == nil {
		return
	}
	free := s.Free
	s.Free, s.Rows = nil, nil
	free()
}

// Stage2 processes the batches that stage 1 has committed. Stored may block: under this back pressure the journal
// grows, not the memory.
type Stage2 interface {
	Stored(ctx context.Context, stored Stored) error
}
