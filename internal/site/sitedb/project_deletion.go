package sitedb

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/project"
)

// restored and purged are log actions of deleted projects.
const (
	restored = "restore"
	purged   = "purge"
)

// DeleteProject deletes no rows: all reads exclude deleted projects.
func (s *Store) DeleteProject(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.Lock(ctx, "project", id); err != nil { // a concurrent deletion then finds nothing
			return err
		}
		before, err := tx.project(ctx, who, id)
		if err != nil {
			return err
		}
		if err := tx.announceProject(ctx, id); err != nil {
			return err
		}
		if err := tx.announceMembers(ctx, id); err != nil {
			return err
		}
		for _, statement := range []string{
			"INSERT INTO released_device (project_id, device_id) SELECT project_id, id FROM device WHERE project_id = ?0",
			"UPDATE device SET project_id = 0 WHERE project_id = ?0",
			"UPDATE job SET state = 'cancelled', finished_at = ?1 WHERE project_id = ?0 AND state IN ('waiting', 'running')",
			"UPDATE project SET deleted_at = ?1, deleted_by = ?2 WHERE id = ?0",
		} {
			if _, err := tx.Exec(ctx, statement, id, tx.Now, who.AccountID); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Project: id, Content: before.Name, Before: before,
		})
	})
}

// announceMembers invalidates the cached permissions of a project's members.
func (c *change) announceMembers(ctx context.Context, id int64) error {
	var members []int64
	if err := c.store.Bun.NewSelect().Conn(c.Tx).Table("project_member").Column("account_id").Where("project_id = ?", id).Scan(ctx, &members); err != nil {
		return fmt.Errorf("members of project %d: %w", id, err)
	}
	c.People = append(c.People, members...)
	return nil
}

// deletedRows selects the deleted projects in a scope that can still be restored.
func deletedRows(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	return sqlkit.VisibleDeleted(q, scope, "p.corporation_id", "p.id").Where("p.deleted_at <> 0 AND NOT p.purging")
}

func (s *Store) DeletedProjects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[project.Deleted], error) {
	var rows []struct {
		bun.BaseModel `bun:"table:project,alias:p"`
		project.Project
		deletionColumns
		DeletedByName string `bun:",scanonly"`
		Structures    int    `bun:",scanonly"`
		Points        int    `bun:",scanonly"`
	}
	q := deletedRows(s.Selects(&rows), scope).ColumnExpr("p.*").ColumnExpr("COALESCE(a.name, '') AS deleted_by_name").
		ColumnExpr("(SELECT COUNT(*) FROM structure AS st WHERE st.project_id = p.id AND NOT st.is_item) AS structures").
		ColumnExpr(projectPoints + " AS points").
		Join("LEFT JOIN account AS a ON a.id = p.deleted_by")
	q = sqlkit.Matching(q, query.Keyword, "p.name", "p.address")
	q, err := sqlkit.Paged(q, query, sqlkit.Ordering{"name": "p.name", "deletedAt": "p.deleted_at"}, "p.deleted_at DESC", "p.id")
	if err != nil {
		return paging.Page[project.Deleted]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[project.Deleted]{}, fmt.Errorf("list deleted projects: %w", err)
	}
	page := paging.Page[project.Deleted]{List: make([]project.Deleted, len(rows)), Total: int(total)}
	for i, r := range rows {
		page.List[i] = project.Deleted{Project: r.Project, DeletedAt: r.DeletedAt, DeletedBy: r.DeletedByName, Structures: r.Structures, Points: r.Points}
	}
	return page, nil
}

func (s *Store) DeletedPoints(ctx context.Context, scope access.Scope, id int64) (int, error) {
	var row projectRow
	if err := deletedRows(s.Selects(&row), scope).Where("p.id = ?", id).Scan(ctx); err != nil {
		return 0, sqlkit.Translate(err)
	}
	n, err := s.Bun.NewSelect().Table("point").Where("project_id = ?", id).Count(ctx)
	return int(n), err
}

func (s *Store) RestoreProject(ctx context.Context, who audit.Actor, id int64, name string) (project.Restored, error) {
	var out project.Restored
	err := s.write(ctx, func(tx *change) error {
		out = project.Restored{}
		if err := tx.Lock(ctx, "project", id); err != nil { // a concurrent restoration then finds nothing
			return err
		}
		var row projectRow
		if err := deletedRows(tx.Selects(&row), who.Scope).Where("p.id = ?", id).Scan(ctx); err != nil {
			return err
		}
		out.Project = row.Project
		if name != "" {
			out.Name = name
		}
		if err := tx.Update(ctx, &projectRow{Project: out.Project}, id); err != nil {
			return err
		}
		if err := tx.returnDevices(ctx, &out); err != nil {
			return err
		}
		if err := tx.endTaken(ctx, who, &out, row.DeletedAt); err != nil {
			return err
		}
		var points []int64
		if err := s.Bun.NewSelect().Conn(tx.Tx).Table("point").Column("id").Where("project_id = ?", id).Scan(ctx, &points); err != nil {
			return err
		}
		tx.Mark(0, points...) // fold everything that arrived in the meantime
		if err := tx.announceMembers(ctx, id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: restored, ID: id, Corporation: out.CorporationID, Project: id, Content: out.Name, After: out.Project,
		})
	})
	return out, err
}

// returnDevices returns devices to a project unless they are in use elsewhere.
func (c *change) returnDevices(ctx context.Context, out *project.Restored) error {
	var rows []struct {
		DeviceID  int64
		SNCode    string
		ProjectID int64
		Owner     int64
	}
	err := c.store.Bun.NewRaw(
		`SELECT r.device_id, COALESCE(d.sn_code, '') AS sn_code, COALESCE(d.project_id, 0) AS project_id, COALESCE(d.corporation_id, 0) AS owner
		FROM released_device AS r LEFT JOIN device AS d ON d.id = r.device_id WHERE r.project_id = ? ORDER BY r.device_id`, out.ID).Conn(c.Tx).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("released devices of project %d: %w", out.ID, err)
	}
	var back []int64
	for _, r := range rows {
		switch {
		case r.Owner == out.CorporationID && r.ProjectID == 0:
			back = append(back, r.DeviceID)
		case r.Owner == out.CorporationID:
			out.Left = append(out.Left, r.SNCode)
		default: // deleted, or owned by another corporation, whose serial number must not be revealed
			out.Left = append(out.Left, fmt.Sprint(r.DeviceID))
		}
	}
	for piece := range slices.Chunk(back, sqlkit.IDsAtOnce) {
		if _, err := c.Exec(ctx, "UPDATE device SET project_id = ? WHERE id IN (?)", out.ID, bun.List(piece)); err != nil {
			return err
		}
	}
	out.Devices = len(back)
	c.Devices = append(c.Devices, back...)
	_, err = c.Exec(ctx, "DELETE FROM released_device WHERE project_id = ?", out.ID)
	return err
}

// taken are the points of a restored project whose instrument is now in use elsewhere, with the time since when:
// another point has the channel, or the device left the corporation.
const taken = `SELECT p.id, p.name, d.type, COALESCE(ov.valid_from, 0) AS since, CASE WHEN d.corporation_id = p.corporation_id THEN 0 ELSE 1 END AS moved
	FROM point AS p JOIN version_source AS vs ON vs.owner_kind = 'point' AND vs.owner_id = p.id AND vs.device_id <> 0
	JOIN version AS v ON v.id = vs.version_id AND v.superseded_at = 0
	JOIN device AS d ON d.id = vs.device_id
	LEFT JOIN version_source AS os ON vs.main AND os.main AND os.owner_kind = 'point' AND os.device_id = vs.device_id AND os.channel_no = vs.channel_no
		AND os.owner_id IN (SELECT op.id FROM point AS op WHERE op.project_id <> p.project_id AND op.project_id NOT IN ` + sqlkit.DeletedProjects + `)
	LEFT JOIN version AS ov ON ov.id = os.version_id AND ov.superseded_at = 0
	WHERE p.project_id = ? AND (d.corporation_id <> p.corporation_id OR ov.id IS NOT NULL) ORDER BY p.id, since`

// unbound is a binding without sources.
var unbound = json.RawMessage(`{"sources":[]}`)

// endTaken ends the bindings of points whose instrument is in use elsewhere, from that time on, but not before the
// deletion.
func (c *change) endTaken(ctx context.Context, who audit.Actor, out *project.Restored, deletedAt int64) error {
	var rows []struct {
		ID    int64
		Name  string
		Type  string
		Since int64
		Moved bool
	}
	if err := c.store.Bun.NewRaw(taken, out.ID).Conn(c.Tx).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("used bindings of project %d: %w", out.ID, err)
	}
	last := int64(0)
	for _, r := range rows {
		kind, _ := catalog.DeviceTypeOf(r.Type)
		if r.ID == last || kind.Shared && !r.Moved {
			continue
		}
		last = r.ID
		if err := c.unbind(ctx, who, r.ID, max(r.Since, deletedAt)); err != nil {
			return err
		}
		out.Unbound = append(out.Unbound, r.Name)
	}
	return nil
}

// unbind ends the sources of a point from a time on.
func (c *change) unbind(ctx context.Context, who audit.Actor, pointID, from int64) error {
	if _, err := c.Exec(ctx, `UPDATE version SET superseded_at = ?, superseded_by = ?
		WHERE owner_kind = ? AND owner_id = ? AND aspect = ? AND superseded_at = 0 AND valid_from >= ?`,
		c.Now, who.AccountID, timeline.OfPoint, pointID, definition.AspectBinding, from); err != nil {
		return err
	}
	draft := timeline.Draft{Aspect: string(definition.AspectBinding), ValidFrom: from, Value: unbound}
	_, _, err := c.Record(ctx, who, foldb.NewVersion{Kind: timeline.OfPoint, Owner: pointID, Draft: draft})
	return err
}
