package foldb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/compute"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

type failingRow struct {
	bun.BaseModel `bun:"table:failing_point,alias:f"`
	PointID       int64 `bun:",pk"`
	Server        int64
	Since         int64
	Attempts      int
	NextAt        int64
}

// Unscoped: callers show only the points that their own queries found.
func (s *Store) Failures(ctx context.Context) ([]compute.Failure, error) {
	var rows []failingRow
	if err := s.Selects(&rows).OrderExpr("f.point_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("failing points: %w", err)
	}
	list := make([]compute.Failure, len(rows))
	for i, r := range rows {
		list[i] = compute.Failure{Point: r.PointID, Since: r.Since, Attempts: r.Attempts, Next: r.NextAt}
	}
	return list, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveFailures(ctx context.Context, server int64, failing []compute.Failure, ended []int64) error {
	return s.Tables.Write(ctx, func(tx *sqlkit.Transaction) error {
		if len(ended) > 0 {
			if _, err := tx.Exec(ctx, "DELETE FROM failing_point WHERE server = ? AND point_id IN (?)", server, bun.List(ended)); err != nil {
				return err
			}
		}
		for _, f := range failing {
			if _, err := tx.Exec(ctx, `INSERT INTO failing_point (point_id, server, since, attempts, next_at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT (point_id) DO UPDATE SET server = excluded.server, since = excluded.since, attempts = excluded.attempts,
					next_at = excluded.next_at`,
				f.Point, server, f.Since, f.Attempts, f.Next); err != nil {
				return err
			}
		}
		return nil
	})
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ForgetFailures(ctx context.Context, server int64) error {
	return s.DB.Write(ctx, func(tx *database.Tx) error { return TakeOver(ctx, tx.Tx, server) })
}

// TakeOver deletes the failing points of a dead server: their next holder finds out itself.
func TakeOver(ctx context.Context, tx *sql.Tx, dead int64) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM failing_point WHERE server = $1", dead); err != nil {
		return fmt.Errorf("forget the failing points of server %d: %w", dead, err)
	}
	return nil
}
