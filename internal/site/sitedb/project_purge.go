package sitedb

import (
	"context"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/site/project"
)

const (
	purgePoints = 50  // points per piece, each with its results
	purgeRows   = 500 // rows of alerts and notifications
)

// The first piece of a project marks it, so that it cannot be partly restored; each later piece deletes what it finds,
// without keeping state.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) PurgePiece(ctx context.Context, before int64) (more bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		var rows []projectRow
		if err := tx.Selects(&rows).Where("p.deleted_at <> 0 AND p.deleted_at < ?", before).OrderExpr("p.purging DESC, p.deleted_at, p.id").Limit(1).
			Scan(ctx); err != nil {
			return err
		}
		if more = len(rows) > 0; !more {
			return nil
		}
		p := rows[0]
		if !p.Purging {
			_, err := tx.Exec(ctx, "UPDATE project SET purging = TRUE WHERE id = ?", p.ID)
			return err
		}
		var points []int64
		if err := s.Bun.NewSelect().Conn(tx.Tx).Table("point").Column("id").Where("project_id = ?", p.ID).OrderExpr("id").Limit(purgePoints).
			Scan(ctx, &points); err != nil {
			return err
		}
		if len(points) > 0 {
			return tx.deletePoints(ctx, points)
		}
		for _, list := range []struct{ table, child, column string }{
			{"alert", "alert_transition", "alert_id"}, {"notification", "notification_seen", "notification_id"},
		} {
			var ids []int64
			if err := s.Bun.NewSelect().Conn(tx.Tx).Table(list.table).Column("id").Where("project_id = ?", p.ID).OrderExpr("id").Limit(purgeRows).
				Scan(ctx, &ids); err != nil {
				return err
			}
			if len(ids) == 0 {
				continue
			}
			if _, err := tx.Exec(ctx, "DELETE FROM ? WHERE ? IN (?)", bun.Ident(list.child), bun.Ident(list.column), bun.List(ids)); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "DELETE FROM ? WHERE id IN (?)", bun.Ident(list.table), bun.List(ids))
			return err
		}
		return tx.removeProject(ctx, p.Project)
	})
	return more, err
}

// removeProject deletes the rest of a project whose points and alerts are gone.
func (c *change) removeProject(ctx context.Context, p project.Project) error {
	for _, statement := range []string{
		"DELETE FROM released_device WHERE project_id = ?",
		"DELETE FROM command_buttons WHERE project_id = ?",
		"DELETE FROM health_rule WHERE project_id = ?",
		"DELETE FROM structure WHERE project_id = ?",
		"DELETE FROM member_role WHERE project_id = ?",
		"DELETE FROM project_member WHERE project_id = ?",
		"DELETE FROM project WHERE id = ?",
	} {
		if _, err := c.Exec(ctx, statement, p.ID); err != nil {
			return err
		}
	}
	return c.Log(ctx, audit.Program(project.PurgeJob),
		auditdb.Entry{Kind: "project", Action: purged, ID: p.ID, Corporation: p.CorporationID, Project: p.ID, Content: p.Name})
}
