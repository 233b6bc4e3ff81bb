package foldb

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

// PointLevels scans rows without the ORM, because there are many.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PointLevels(ctx context.Context, points []int64) ([]alarm.PointLevel, error) {
	list := make([]alarm.PointLevel, 0, len(points))
	for piece := range slices.Chunk(points, sqlkit.IDsAtOnce) {
		q := s.Bun.NewSelect().Table("point_level").Column("point_id", "level", "since", "standing").
			Where("point_id IN (?)", bun.List(piece)).Where("standing IS NOT NULL")
		rows, err := q.Rows(ctx)
		if err != nil {
			return nil, fmt.Errorf("levels of points: %w", err)
		}
		if list, err = appendLevels(list, rows); err != nil {
			return nil, fmt.Errorf("levels of points: %w", err)
		}
	}
	return list, nil
}

func appendLevels(list []alarm.PointLevel, rows *sql.Rows) ([]alarm.PointLevel, error) {
	defer rows.Close()
	for rows.Next() {
		var l alarm.PointLevel
		var standing sql.RawBytes
		if err := rows.Scan(&l.PointID, &l.Level, &l.Since, &standing); err != nil {
			return nil, err
		}
		var err error
		if l.Outcomes, err = alarm.DecodeOutcomes(standing); err != nil {
			return nil, fmt.Errorf("point %d: %w", l.PointID, err)
		}
		list = append(list, l)
	}
	return list, rows.Err()
}

// MarkUnjudged marks the points without a stored standing for a refold: those stored by an earlier version, and those
// that never had a reading.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) MarkUnjudged(ctx context.Context) error {
	var ids []int64
	err := s.Bun.NewSelect().TableExpr("point AS p").Column("p.id").
		Where("NOT EXISTS (SELECT 1 FROM point_level AS l WHERE l.point_id = p.id AND l.standing IS NOT NULL)").OrderExpr("p.id").Scan(ctx, &ids)
	if err != nil {
		return fmt.Errorf("points without a level: %w", err)
	}
	list := make([]marks.Mark, len(ids))
	for i, id := range ids {
		list[i] = marks.Mark{Point: id, From: 0}
	}
	return s.DB.Write(ctx, func(tx *database.Tx) error {
		_, err := marks.Add(ctx, tx.Tx, list, "")
		return err
	})
}

// AlertGroup is the open alerts of points of a project whose ids share all but the low bits.
type AlertGroup struct {
	Project, Slot, Alerts int64
	Urgent                int64 // orange and red
}

// AlertGroups counts open alerts by project and by the ids of their points without the low bits.
//
// Unscoped: only counts for the whole installation, which platform operators see.
func (s *Store) AlertGroups(ctx context.Context, bits int) (list []AlertGroup, err error) {
	err = s.Bun.NewSelect().Table("alert").
		ColumnExpr("project_id AS project, point_id >> ? AS slot, count(*) AS alerts", bits).
		ColumnExpr("sum(CASE WHEN current_level >= 3 THEN 1 ELSE 0 END) AS urgent").
		Where("point_id <> 0 AND ended = 0 AND withdrawn_at = 0").GroupExpr("1, 2").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("count open alerts: %w", err)
	}
	return list, nil
}

// PointGroup is the points of a project whose ids share all but the low bits.
type PointGroup struct{ Project, Slot, Points int64 }

// PointGroups counts points by project and by their ids without the low bits.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PointGroups(ctx context.Context, bits int) (list []PointGroup, err error) {
	err = s.Bun.NewSelect().Table("point").ColumnExpr("project_id AS project, id >> ? AS slot, count(*) AS points", bits).GroupExpr("1, 2").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("count points: %w", err)
	}
	return list, nil
}
