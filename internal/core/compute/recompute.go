package compute

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

// Pause between two reads of the progress; it doubles.
const (
	firstReport = 10 * time.Millisecond
	reportEvery = 500 * time.Millisecond
)

// Recompute folds points again from a time on and waits for it. Whichever servers fold the points do so in pieces,
// between the batches of the live path, and after a kill the next one resumes it; the marks in the database show how
// far they are. resumed says that an earlier call has marked the points, so that this one only waits. progress receives
// thousandths of the points' time span.
func (w *Worker) Recompute(ctx context.Context, points []int64, from int64, resumed bool, progress func(done, total int64) error) error {
	if !resumed {
		list := make([]marks.Mark, len(points))
		for i, id := range points {
			list[i] = marks.Mark{Point: id, From: from}
		}
		err := w.DB.Write(ctx, func(tx *database.Tx) error {
			_, err := marks.Add(ctx, tx.Tx, list, "")
			return err
		})
		if err != nil {
			return fmt.Errorf("mark %d points: %w", len(points), err)
		}
	}
	if w.Bus != nil {
		w.Bus.Publish(ctx, events.Event{Topic: events.Marks})
	}
	wanted := make(map[int64]bool, len(points))
	for _, id := range points {
		wanted[id] = true
	}
	begun, total := clock.Now().UnixMilli(), int64(1000*len(points))
	for pause := firstReport; ; pause = min(2*pause, reportEvery) {
		left, err := marks.Earliest(ctx, w.DB.Reader(), wanted)
		if err != nil {
			return err
		}
		done := total
		for _, mark := range left {
			done -= 1000 - thousandths(from, mark.From, begun)
		}
		if err := progress(done, total); err != nil || done == total {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// thousandths returns the share of [from, to] that is folded up to a time. Marks after the call are of new readings.
func thousandths(from, reached, to int64) int64 {
	switch {
	case reached >= to:
		return 1000
	case reached <= from || from == compiled.Beginning:
		return 0
	}
	return int64(1000 * (float64(reached) - float64(from)) / (float64(to) - float64(from)))
}
