package ingest

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"plumbline/internal/core/marks"
	_ "plumbline/internal/field/protocol/all" // the families
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// DeadFrames returns a device's dead frames, newest first, before an entry (zero: from the end).
func (s *Service) DeadFrames(ctx context.Context, device int64, before Entry, limit int) ([]DeadLetter, error) {
	return s.worker.dead.of(ctx, device, before, limit)
}

// DeadCount returns the number of a device's dead frames.
func (s *Service) DeadCount(ctx context.Context, device int64) (int64, error) {
	return s.worker.dead.count(ctx, device)
}

// Dismiss deletes the named dead frames of a device and returns their number. No readings are lost, since there were
// none.
func (s *Service) Dismiss(ctx context.Context, device int64, frames []Entry) (gone int, err error) {
	err = s.worker.dead.db.Write(ctx, func(tx *database.Tx) error {
		gone = 0
		for _, entry := range frames {
			result, err := tx.ExecContext(ctx, "DELETE FROM dead_frame WHERE device = $1 AND seq = $2 AND place = $3", device, entry.Seq, entry.Index)
			if err != nil {
				return fmt.Errorf("dismiss a dead frame: %w", err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			gone += int(n)
		}
		return nil
	})
	return gone, err
}

// Replay parses dead frames of a device again, in order: the named ones, or all. It returns how many were stored, and
// which failed again and why; a failing one does not block others.
func (s *Service) Replay(ctx context.Context, device int64, only []Entry) (revived int, failed []DeadLetter, err error) {
	list, err := s.Dead(ctx, device, only)
	if err != nil {
		return 0, nil, err
	}
	for piece := range slices.Chunk(list, 50) {
		n, still, err := s.replayPiece(ctx, piece)
		if err == nil {
			revived, failed = revived+n, append(failed, still...)
			continue
		}
		for _, one := range piece { // one blocks the others: try each alone
			n, still, err := s.replayPiece(ctx, []DeadLetter{one})
			switch {
			case ctx.Err() != nil || errors.Is(err, ErrStopped):
				return revived, failed, err
			case err != nil:
				s.config.Log.Error("replay a dead frame", "device", device, "seq", one.Seq, "error", err)
				one.Reason = errs.Wrap(err, errs.Unknown)
				failed = append(failed, one)
			default:
				revived, failed = revived+n, append(failed, still...)
			}
		}
	}
	return revived, failed, nil
}

// Dead returns dead frames of a device, oldest first: the named ones, or all.
func (s *Service) Dead(ctx context.Context, device int64, only []Entry) ([]DeadLetter, error) {
	var list []DeadLetter
	for before := (Entry{}); ; {
		page, err := s.worker.dead.of(ctx, device, before, 200)
		if err != nil {
			return nil, err
		}
		for i := range page {
			if len(only) == 0 || slices.Contains(only, page[i].Entry) {
				list = append(list, page[i])
			}
		}
		if len(page) < 200 {
			break
		}
		before = page[len(page)-1].Entry
	}
	slices.Reverse(list)
	return list, nil
}

func (s *Service) replayPiece(ctx context.Context, piece []DeadLetter) (revived int, failed []DeadLetter, err error) {
	done := make(chan struct{})
	do := func(working context.Context) {
		defer close(done)
		var stored marks.Stored
		if stored, revived, failed, err = s.worker.replay(working, piece); err == nil && len(stored.Rows) > 0 {
			err = s.config.Stage2.Stored(working, stored)
		}
	}
	select {
	case s.worker.requests <- do:
	case <-ctx.Done():
		return 0, nil, ctx.Err()
	case <-s.ctx.Done():
		return 0, nil, ErrStopped
	}
	<-done
	return revived, failed, err
}
