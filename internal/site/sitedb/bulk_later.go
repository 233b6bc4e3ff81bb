package sitedb

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/bulk"
)

// later finds changes and additions to the created things since the action. They are removed too, so undo is refused
// unless they were shown.
func (u *undoing) later(ctx context.Context) error {
	e := u.of.Effects
	made := slices.Concat(e.Devices, e.Structures, e.Points, e.Sheets)
	if len(made) == 0 {
		return nil
	}
	// The action's log entry is the last of its transaction.
	const worked = `SELECT l.kind, l.thing_id, l.content, l.action FROM oplog AS l
		WHERE l.thing_id IN (?0) AND l.kind IN ('device', 'structure', 'point', 'plan') AND l.refused = 0
			AND (l.at > ?1 OR l.at = ?1 AND l.id > (SELECT MAX(a.id) FROM oplog AS a WHERE a.kind = 'action' AND a.thing_id = ?2))
		ORDER BY l.kind, l.thing_id, l.id`
	const corrected = `SELECT 'correction' AS kind, p.id AS thing_id, p.name AS content, '' AS action FROM point AS p
		WHERE p.id IN (?0) AND EXISTS (SELECT 1 FROM correction AS k WHERE k.point_id = p.id) ORDER BY p.id`
	const drawn = `SELECT 'plan' AS kind, pl.id AS thing_id, pl.name AS content, 'create' AS action FROM plan AS pl
		WHERE pl.structure_id IN (?0) AND pl.id NOT IN (?0) ORDER BY pl.id`
	for _, query := range []string{worked, corrected, drawn} {
		var found []struct {
			Kind    string
			ThingID int64
			Content string
			Action  string
		}
		if err := u.store.Bun.NewRaw(query, bun.List(made), u.of.CreatedAt, u.of.ID).Conn(u.Tx).Scan(ctx, &found); err != nil {
			return err
		}
		for _, f := range found {
			line := bulk.Line{Thing: f.Kind, ID: f.ThingID, Name: f.Content, Change: bulk.Later, From: f.Action}
			if !slices.Contains(u.added, line) {
				u.added = append(u.added, line)
			}
		}
	}
	if !u.dry && len(u.added) > u.told {
		return errs.New(errs.ActionAdded, "name", u.added[0].Name, "count", len(u.added))
	}
	return nil
}

// sheets deletes the created drawings; drawings added to created structures go with them.
func (u *undoing) sheets(ctx context.Context) error {
	ids := slices.Clone(u.of.Effects.Sheets)
	for _, line := range u.added {
		if line.Thing == "plan" && !slices.Contains(ids, line.ID) {
			ids = append(ids, line.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var rows []sheetRow
	if err := u.Selects(&rows).Where("pl.id IN (?)", bun.List(ids)).OrderExpr("pl.id").Scan(ctx); err != nil {
		return err
	}
	for _, r := range rows {
		if slices.Contains(u.of.Effects.Sheets, r.ID) {
			u.tell("plan", r.ID, r.Name, bulk.Removed, "", "")
		}
		u.note(auditdb.Entry{
			Kind: "plan", Action: auditdb.Deleted, ID: r.ID, Corporation: r.CorporationID, Project: r.ProjectID, Content: r.Name, Before: r.Sheet,
		})
	}
	_, err := u.Exec(ctx, "DELETE FROM plan WHERE id IN (?)", bun.List(ids))
	return err
}
