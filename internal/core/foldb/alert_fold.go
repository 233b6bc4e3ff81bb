package foldb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/sqlkit"
)

var _ alarm.FoldStore = (*Store)(nil)

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PointRecords(ctx context.Context, tx *sql.Tx, points ...alarm.PointSince) ([][]alarm.Record, error) {
	of := map[int64][]alarm.Record{}
	for some := range slices.Chunk(points, sqlkit.RowsAtOnce) {
		ids, from := make([]int64, len(some)), some[0].From
		for i, p := range some {
			ids[i], from = p.Point, min(from, p.From)
		}
		var rows []AlertRow
		err := s.Bun.NewSelect().Conn(tx).Model(&rows).
			Where("al.point_id IN (?) AND al.kind = ?", bun.List(ids), alarm.OfThreshold).
			Where("al.ended = 0 OR al.ended >= ? OR al.processed_at >= ? OR al.seen_until >= ?", from, from, from).
			OrderExpr("al.opened, al.id").Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("alerts of %d points: %w", len(some), err)
		}
		found, err := records(rows)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			of[r.PointID] = append(of[r.PointID], r)
		}
	}
	lists := make([][]alarm.Record, len(points))
	for i, p := range points {
		for _, r := range of[p.Point] {
			if r.Ended == 0 || max(r.Ended, r.ProcessedAt, r.SeenUntil) >= p.From {
				lists[i] = append(lists[i], r)
			}
		}
	}
	return lists, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeviceRecords(ctx context.Context) ([]alarm.Record, error) {
	var rows []AlertRow
	if err := s.Selects(&rows).Where("al.kind NOT IN ('threshold', 'graded') AND al.ended = 0 AND al.withdrawn_at = 0").OrderExpr("al.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("records of devices: %w", err)
	}
	return records(rows)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeviceRecordsSince(ctx context.Context, tx *sql.Tx, deviceID, from int64) ([]alarm.Record, error) {
	var rows []AlertRow
	err := s.Bun.NewSelect().Conn(tx).Model(&rows).
		Where("al.device_id = ? AND al.kind IN (?) AND (al.ended = 0 OR al.ended >= ?)", deviceID, bun.List(alarm.HealthKinds()), from).
		OrderExpr("al.opened, al.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("records of device %d: %w", deviceID, err)
	}
	return records(rows)
}

// GradedRecords lists the graded warnings of a grading about a point (0: about several), in the order of Opened.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) GradedRecords(ctx context.Context, tx *sql.Tx, grading, point int64) ([]alarm.Record, error) {
	var rows []AlertRow
	err := s.Bun.NewSelect().Conn(tx).Model(&rows).Where("al.grading_id = ? AND al.point_id = ?", grading, point).OrderExpr("al.opened, al.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("warnings of grading %d: %w", grading, err)
	}
	return records(rows)
}

func records(rows []AlertRow) ([]alarm.Record, error) {
	list := make([]alarm.Record, len(rows))
	for i := range rows {
		var err error
		if list[i], err = rows[i].record(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveAlerts(ctx context.Context, tx *sql.Tx, changes []alarm.Change) error {
	need := int64(0)
	for _, c := range changes {
		need += int64(len(c.Transitions))
		if c.Record.ID == 0 {
			need++
		}
	}
	if len(changes) == 0 {
		return nil
	}
	next, err := s.IDs.TakeIn(ctx, tx, need)
	if err != nil {
		return err
	}
	var fresh []AlertRow
	var lines []transitionRow
	now := clock.Now().UnixMilli()
	for i := range changes {
		record := &changes[i].Record
		if record.RecordedAt == 0 {
			record.RecordedAt = now
		}
		if record.ChangedAt == 0 {
			record.ChangedAt = now
		}
		isNew := record.ID == 0
		if isNew {
			record.ID = next
			next++
		}
		row, err := alertRowOf(*record)
		if err != nil {
			return err
		}
		if isNew {
			fresh = append(fresh, row)
		} else if err := s.updateAlert(ctx, tx, row); err != nil {
			return err
		}
		for j := range changes[i].Transitions {
			t := &changes[i].Transitions[j]
			t.ID, t.AlertID = next, record.ID
			next++
			if t.RecordedAt == 0 {
				t.RecordedAt = now
			}
			lines = append(lines, transitionRowOf(*t))
		}
	}
	for piece := range slices.Chunk(fresh, sqlkit.RowsAtOnce) {
		if _, err := s.Bun.NewInsert().Conn(tx).Model(&piece).Exec(ctx); err != nil {
			return fmt.Errorf("open %d alerts: %w", len(piece), err)
		}
	}
	for piece := range slices.Chunk(lines, sqlkit.RowsAtOnce) {
		if _, err := s.Bun.NewInsert().Conn(tx).Model(&piece).Exec(ctx); err != nil {
			return fmt.Errorf("store %d transitions: %w", len(piece), err)
		}
	}
	return nil
}

// updateAlert writes the columns of the fold, and the status unless a person has decided in the meantime: a decision
// is never overwritten.
func (s *Store) updateAlert(ctx context.Context, tx *sql.Tx, row AlertRow) error {
	if _, err := s.Bun.NewUpdate().Conn(tx).Model(&row).Column(foldColumns...).WherePK().Exec(ctx); err != nil {
		return fmt.Errorf("update alert %d: %w", row.ID, err)
	}
	_, err := s.Bun.NewUpdate().Conn(tx).Model(&row).Column("status").WherePK().
		Where("status NOT IN (?)", bun.List([]alarm.Status{alarm.Confirm, alarm.FalseAlarm})).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update status of alert %d: %w", row.ID, err)
	}
	return nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveLevels(ctx context.Context, tx *sql.Tx, levels []alarm.PointLevel) error {
	for piece := range slices.Chunk(levels, sqlkit.RowsAtOnce) {
		args := make([]any, 0, 4*len(piece))
		for _, l := range piece {
			args = append(args, l.PointID, int64(l.Level), l.Since, alarm.AppendOutcomes(nil, l.Outcomes))
		}
		query := "INSERT INTO point_level (point_id, level, since, standing) VALUES " + sqlkit.Placeholders(s.DB.Dialect(), len(piece), 4) +
			" ON CONFLICT (point_id) DO UPDATE SET level = excluded.level, since = excluded.since, standing = excluded.standing"
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("store levels of %d points: %w", len(piece), err)
		}
	}
	return nil
}
