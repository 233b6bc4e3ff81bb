package ingest

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
)

// Keep is how long stored frames stay in the journal.
type Keep struct {
	Age   time.Duration
	Bytes int64
}

// trimJournal trims the lane of this server, and as the server with the lowest lane also those that nobody holds.
func (s *Service) trimJournal(ctx context.Context) error {
	own := s.config.Lease.Lane()
	left, err := s.journal.trim(ctx, own, s.worker.cursor.Load(), clock.Now(), s.config.Keep)
	s.journalBytes.Store(left)
	if err != nil || s.config.Lease.Server() == 0 {
		return err
	}
	rows, err := s.config.Data.Reader().QueryContext(ctx, `SELECT l.lane, c.seq FROM journal_lane AS l JOIN intake_cursor AS c ON c.part = l.lane
		WHERE l.server IS NULL AND $1 = (SELECT min(lane) FROM journal_lane WHERE server IS NOT NULL)`, own)
	if err != nil {
		return fmt.Errorf("lanes that nobody holds: %w", err)
	}
	defer rows.Close()
	cursors := map[int32]int64{}
	for rows.Next() {
		var lane int32
		var cursor int64
		if err := rows.Scan(&lane, &cursor); err != nil {
			return err
		}
		cursors[lane] = cursor
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for lane, cursor := range cursors {
		if _, err := s.journal.trim(ctx, lane, cursor, clock.Now(), s.config.Keep); err != nil {
			return err
		}
	}
	return nil
}

// trim deletes batches of a lane up to cursor that exceed the age or size of keep, in small pieces. It returns the remaining
// bytes.
func (j *Journal) trim(ctx context.Context, lane int32, cursor int64, now time.Time, keep Keep) (left int64, err error) {
	if err := j.db.Reader().QueryRowContext(ctx, "SELECT COALESCE(SUM(size), 0) FROM frame_batch WHERE part = $1", lane).Scan(&left); err != nil {
		return 0, fmt.Errorf("measure the journal: %w", err)
	}
	oldest := now.Add(-keep.Age).UnixMilli()
	for {
		upTo, freed, err := j.due(ctx, lane, cursor, oldest, left-keep.Bytes)
		if err != nil || upTo == 0 {
			return left, err
		}
		if err := j.db.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "DELETE FROM frame_batch WHERE part = $1 AND seq <= $2", lane, upTo)
			return err
		}); err != nil {
			return left, fmt.Errorf("trim the journal: %w", err)
		}
		left -= freed
	}
}

// due returns the next piece to delete: up to 64 batches from the start.
func (j *Journal) due(ctx context.Context, lane int32, cursor, oldest, over int64) (upTo, freed int64, err error) {
	rows, err := j.db.Reader().
		QueryContext(ctx, "SELECT seq, received, size FROM frame_batch WHERE part = $1 AND seq <= $2 ORDER BY seq LIMIT 64", lane, cursor)
	if err != nil {
		return 0, 0, fmt.Errorf("trim the journal: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var seq, received, size int64
		if err := rows.Scan(&seq, &received, &size); err != nil {
			return 0, 0, fmt.Errorf("trim the journal: %w", err)
		}
		if received >= oldest && freed >= over {
			break
		}
		upTo, freed = seq, freed+size
	}
	return upTo, freed, rows.Err()
}
