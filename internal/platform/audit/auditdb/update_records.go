package auditdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// recorded are the kinds of entries about the configuration of a project.
var recorded = []string{"project", "structure", "plan", "point", "device", "correction"}

// UpdateRecords lists the entries about something, with the names and versions that they refer to.
func (s *Store) UpdateRecords(ctx context.Context, scope access.Scope, about audit.About, filter audit.Filter) (paging.Page[audit.UpdateRecord], error) {
	var rows []Row
	q := concerning(s.entries(&rows, scope, filter), about).Where("o.refused = 0")
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{
		"createdAt": "o.at", "account": "account_name", "scope": "o.kind", "action": "o.action", "content": "o.content",
	}, "o.at DESC", "o.id DESC")
	if err != nil {
		return paging.Page[audit.UpdateRecord]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[audit.UpdateRecord]{}, fmt.Errorf("list update records: %w", err)
	}
	entries := make([]audit.Entry, len(rows))
	versions := make([]int64, 0, len(rows))
	for i, r := range rows {
		entries[i] = r.entry()
		if id, _ := entries[i].Version(); id != 0 {
			versions = append(versions, id)
		}
	}
	if err := s.nameThings(ctx, entries); err != nil {
		return paging.Page[audit.UpdateRecord]{}, err
	}
	superseded, err := s.supersededAt(ctx, versions)
	if err != nil {
		return paging.Page[audit.UpdateRecord]{}, err
	}
	page := paging.Page[audit.UpdateRecord]{List: make([]audit.UpdateRecord, len(rows)), Total: int(total)}
	for i, e := range entries {
		id, from := e.Version()
		page.List[i] = audit.UpdateRecord{Entry: e, VersionID: id, ValidFrom: from, SupersededAt: superseded[id]}
	}
	return page, nil
}

// concerning limits entries to a project, a structure, a point or a device.
func concerning(q *bun.SelectQuery, about audit.About) *bun.SelectQuery {
	const points = "(SELECT id FROM point WHERE structure_id = ?0 OR item_id = ?0)"
	switch {
	case about.DeviceID != 0:
		return q.Where("o.kind = 'device' AND o.thing_id = ?0", about.DeviceID)
	case about.PointID != 0:
		return q.Where("(o.kind = 'point' AND o.thing_id = ?0 OR o.kind = 'correction' AND o.thing_id IN (SELECT id FROM correction WHERE point_id = ?0))",
			about.PointID)
	case about.StructureID != 0:
		return q.Where(`(o.kind = 'structure' AND (o.thing_id = ?0 OR o.thing_id IN (SELECT id FROM structure WHERE parent_id = ?0))
			OR o.kind = 'plan' AND o.thing_id IN (SELECT id FROM plan WHERE structure_id = ?0)
			OR o.kind = 'point' AND o.thing_id IN `+points+`
			OR o.kind = 'correction' AND o.thing_id IN (SELECT id FROM correction WHERE point_id IN `+points+`))`, about.StructureID)
	}
	return q.Where("o.project_id = ? AND o.kind IN (?)", about.ProjectID, bun.List(recorded))
}

// supersededAt returns when versions were superseded. It leaves out versions in force.
func (s *Store) supersededAt(ctx context.Context, versions []int64) (map[int64]int64, error) {
	at := map[int64]int64{}
	if len(versions) == 0 {
		return at, nil
	}
	var rows []struct{ ID, SupersededAt int64 }
	err := s.Bun.NewSelect().Table("version").Column("id", "superseded_at").Where("id IN (?) AND superseded_at <> 0", bun.List(versions)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("versions of update records: %w", err)
	}
	for _, r := range rows {
		at[r.ID] = r.SupersededAt
	}
	return at, nil
}
