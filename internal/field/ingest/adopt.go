package ingest

import (
	"context"
	"errors"
	"time"

	"plumbline/internal/platform/cluster"
)

// Adopt stores what is left in the lane of a dead server, and returns when the lane is empty.
func (s *Service) Adopt(ctx context.Context, lane int32) error {
	w := s.newWorker(lane)
	if err := w.readCursor(ctx); err != nil {
		return err
	}
	return w.drain(ctx)
}

// drain works until the lane is empty. Failures are retried.
func (w *worker) drain(ctx context.Context) error {
	const pause = 500 * time.Millisecond
	for ctx.Err() == nil {
		batches, err := w.next(ctx, true)
		if err == nil && len(batches) == 0 {
			return nil
		}
		if err == nil {
			err = w.process(ctx, batches)
		}
		switch {
		case err == nil, errors.Is(err, errChanged):
			continue
		case errors.Is(err, errCursor):
			w.decoding.missingTimestamps.forget()
			if err = w.readCursor(ctx); err == nil {
				continue
			}
		case errors.Is(err, cluster.ErrLost):
			return err
		}
		w.log.Error("stage 1 of an adopted lane tries again", "lane", w.lane, "cursor", w.cursor.Load(), "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
	return ctx.Err()
}
