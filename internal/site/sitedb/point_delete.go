package sitedb

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
)

func (s *Store) DeletePoints(ctx context.Context, who audit.Actor, ids []int64) error {
	if len(ids) == 0 {
		return errs.New(errs.AtLeastOnePoint)
	}
	return s.write(ctx, func(tx *change) error {
		points := make([]pointRow, len(ids))
		for i, id := range ids {
			p, err := tx.point(ctx, who, id)
			if err != nil {
				return err
			}
			points[i].Point = p
		}
		return tx.removePoints(ctx, who, points)
	})
}

// removePoints deletes points unless others are computed from them.
func (c *change) removePoints(ctx context.Context, who audit.Actor, points []pointRow) error {
	ids := make([]int64, len(points))
	for i, p := range points {
		ids[i] = p.ID
		if err := c.Log(ctx, who, auditdb.Entry{
			Kind: "point", Action: auditdb.Deleted, ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, Before: p.Point,
		}); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var using []string
	err := c.store.Bun.NewRaw(`SELECT DISTINCT o.name FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id JOIN point AS o ON o.id = vs.owner_id
		WHERE v.superseded_at = 0 AND vs.owner_kind = 'point' AND vs.point_id IN (?0) AND vs.owner_id NOT IN (?0) ORDER BY o.name LIMIT 6`, bun.List(ids)).
		Conn(c.Tx).Scan(ctx, &using)
	if err != nil {
		return err
	}
	if len(using) > 5 {
		using[5] = "…" // too many for a sentence; the preview of the deletion counts them
	}
	if len(using) > 0 {
		return errs.New(errs.StillComputed, "names", strings.Join(using, ", "))
	}
	return c.deletePoints(ctx, ids)
}

// deletePoints deletes points with their configuration, results and alerts.
func (c *change) deletePoints(ctx context.Context, all []int64) error {
	var owners []int64
	err := c.store.Bun.NewSelect().Conn(c.Tx).Table("point").ColumnExpr("DISTINCT corporation_id").Where("id IN (?)", bun.List(all)).Scan(ctx, &owners)
	if err != nil {
		return fmt.Errorf("owners of deleted points: %w", err)
	}
	if err := c.Exclude(ctx, owners); err != nil {
		return err
	}
	const piece = 500
	for ids := range slices.Chunk(all, piece) {
		if err := c.DeleteVersions(ctx, timeline.OfPoint, ids); err != nil {
			return err
		}
		for _, statement := range []string{
			"DELETE FROM alert_transition WHERE alert_id IN (SELECT id FROM alert WHERE point_id IN (?))",
			"DELETE FROM alert WHERE point_id IN (?)",
			"DELETE FROM notification_seen WHERE notification_id IN (SELECT id FROM notification WHERE point_id IN (?))",
			"DELETE FROM notification WHERE point_id IN (?)",
			"DELETE FROM correction WHERE point_id IN (?)",
			"DELETE FROM replacement WHERE point_id IN (?)",
			"DELETE FROM checkpoint WHERE point_id IN (?)",
			"DELETE FROM initial_value WHERE point_id IN (?)",
			"DELETE FROM point_level WHERE point_id IN (?)",
			"DELETE FROM point WHERE id IN (?)",
		} {
			if _, err := c.Exec(ctx, statement, bun.List(ids)); err != nil {
				return err
			}
		}
		results := make([]series.ID, len(ids))
		for i, id := range ids {
			results[i] = series.ResultID(id)
		}
		apply, err := c.store.series.DeleteSeries(ctx, c.Tx.Tx, results)
		if err != nil {
			return fmt.Errorf("delete results: %w", err)
		}
		c.AfterCommit(apply)
		c.Points = append(c.Points, ids...)
	}
	return nil
}
