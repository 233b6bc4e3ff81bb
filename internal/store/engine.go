package store

import (
	"context"
	"fmt"

	"plumbline/internal/core/computation"
	"plumbline/internal/core/marks"
)

// useEngine marks all points for computation once when this program computes other results than the
// one before it.
func (s *Store) useEngine(ctx context.Context) error {
	return s.write(ctx, func(tx *change) error {
		var version int
		if err := tx.QueryRowContext(ctx, "SELECT version FROM engine").Scan(&version); err != nil {
			return fmt.Errorf("engine of the results: %w", err)
		}
		if version == computation.Engine {
			return nil
		}
		var points []int64
		if err := s.bun.NewSelect().Conn(tx.Tx).Table("point").Column("id").Scan(ctx, &points); err != nil {
			return fmt.Errorf("points to compute again: %w", err)
		}
		for _, id := range points {
			tx.marks = append(tx.marks, marks.Mark{Point: id})
		}
		_, err := tx.exec(ctx, "UPDATE engine SET version = ?", computation.Engine)
		return err
	})
}
