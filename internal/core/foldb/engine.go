package foldb

import (
	"context"
	"fmt"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
)

// useEngine marks all points for a refold if this program computes results differently from the previous one. It does
// so once per version of compiled.Engine.
func (s *Store) useEngine(ctx context.Context) error {
	return s.Write(ctx, func(tx *Change) error {
		var version int
		if err := tx.QueryRowContext(ctx, "SELECT version FROM engine").Scan(&version); err != nil {
			return fmt.Errorf("read the engine version: %w", err)
		}
		if version == compiled.Engine {
			return nil
		}
		var points []int64
		if err := s.Bun.NewSelect().Conn(tx.Tx).Table("point").Column("id").Scan(ctx, &points); err != nil {
			return fmt.Errorf("points to recompute: %w", err)
		}
		for _, id := range points {
			tx.Marks = append(tx.Marks, marks.Mark{Point: id})
		}
		_, err := tx.Exec(ctx, "UPDATE engine SET version = ?", compiled.Engine)
		return err
	})
}
