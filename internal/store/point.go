package store

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/point"
)

type pointRow struct {
	bun.BaseModel `bun:"table:point,alias:p"`
	point.Point
}

type pointListRow struct {
	bun.BaseModel `bun:"table:point,alias:p"`
	point.Point
	Level int `bun:",scanonly"`
}

var _ point.Store = (*Store)(nil)

// Points implements point.Store: three queries and one look at the series.
func (s *Store) Points(ctx context.Context, scope access.Scope, filter point.Filter) (listing.Page[point.Listed], error) {
	var rows []pointListRow
	q := visible(s.selects(&rows), scope, "p.corporation_id", "p.project_id").
		ColumnExpr("p.*").ColumnExpr("COALESCE(l.level, -1) AS level").Join("LEFT JOIN point_level AS l ON l.point_id = p.id")
	q = narrowed(q, filter)
	q, err := paged(q, filter.Query, ordering{"name": "p.name", "measurement": "p.measurement", "type": "p.kind", "sort": "p.sort", "level": "level", "createdAt": "p.created_at"}, "p.sort", "p.id")
	if err != nil {
		return listing.Page[point.Listed]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return listing.Page[point.Listed]{}, fmt.Errorf("list points: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	bindings, err := s.bindingsNow(ctx, ids)
	if err != nil {
		return listing.Page[point.Listed]{}, err
	}
	last, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return listing.Page[point.Listed]{}, err
	}
	page := listing.Page[point.Listed]{List: make([]point.Listed, len(rows)), Total: int(total)}
	for i, r := range rows {
		page.List[i] = point.Listed{Point: r.Point, Level: r.Level, LastReading: last[i], Sources: bindings[r.ID]}
	}
	return page, nil
}

// narrowed keeps the points p that a filter is about.
func narrowed(q *bun.SelectQuery, filter point.Filter) *bun.SelectQuery {
	for _, narrow := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"p.project_id = ?", filter.ProjectID, filter.ProjectID != 0},
		{"p.structure_id = ?", filter.StructureID, filter.StructureID != 0},
		{"p.item_id = ?", filter.ItemID, filter.ItemID != 0},
		{"p.measurement = ?", filter.Measurement, filter.Measurement != ""},
		{"p.category = ?", filter.Category, filter.Category != ""},
		{"p.kind = ?", filter.Kind, filter.Kind != ""},
		{"p.id IN (?)", bun.List(filter.IDs), len(filter.IDs) > 0},
		{"p.id IN (SELECT vs.owner_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id WHERE vs.owner_kind = 'point' AND v.superseded_at = 0 AND vs.device_id = ?)", filter.DeviceID, filter.DeviceID != 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	if len(filter.Alike) > 0 {
		tuples := make([][]any, len(filter.Alike))
		for i, a := range filter.Alike {
			tuples[i] = []any{a.StructureID, a.ItemID, a.Measurement, a.Category}
		}
		q = q.Where("(p.structure_id, p.item_id, p.measurement, p.category) IN ?", bun.Tuple(tuples))
	}
	return matching(q, filter.Keyword, "p.name")
}

// bindingsNow answers what feeds points now.
func (s *Store) bindingsNow(ctx context.Context, ids []int64) (map[int64][]definition.Source, error) {
	records, err := s.versions(ctx, dated.OfPoint, ids, string(definition.AspectBinding))
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	sources := make(map[int64][]definition.Source, len(ids))
	for id, of := range byOwner(records) {
		versions, err := dated.Decode[definition.Binding](of, string(definition.AspectBinding))
		if err != nil {
			return nil, err
		}
		if v, ok := dated.Of(versions).At(now); ok {
			sources[id] = v.Value.Sources
		}
	}
	return sources, nil
}

// Point implements point.Store.
func (s *Store) Point(ctx context.Context, scope access.Scope, id int64) (point.Point, error) {
	var row pointRow
	err := visible(s.selects(&row).Where("p.id = ?", id), scope, "p.corporation_id", "p.project_id").Scan(ctx)
	return row.Point, translate(err)
}

// PointIn implements point.Store.
func (s *Store) PointIn(ctx context.Context, projectID, id int64) (point.Point, error) {
	var row pointRow
	err := s.selects(&row).Where("p.id = ? AND p.project_id = ?", id, projectID).Scan(ctx)
	return row.Point, translate(err)
}

// Measurement implements correction.Store.
func (s *Store) Measurement(ctx context.Context, scope access.Scope, pointID int64) (string, error) {
	p, err := s.Point(ctx, scope, pointID)
	return p.Measurement, err
}

// CreatePoints implements point.Store.
func (s *Store) CreatePoints(ctx context.Context, who oplog.Actor, points []point.New) ([]point.Point, error) {
	var made []point.Point
	err := s.write(ctx, func(tx *change) error {
		made = make([]point.Point, len(points))
		first, err := s.ids.take(ctx, tx.Tx, int64(len(points)))
		if err != nil {
			return err
		}
		rows := make([]pointRow, len(points))
		for i, p := range points {
			p.ID, p.CreatedAt = first+int64(i), tx.now
			if p.Sort == 0 {
				p.Sort = p.ID // behind those there are
			}
			rows[i].Point, made[i] = p.Point, p.Point
		}
		if err := tx.insert(ctx, &rows); err != nil {
			return err
		}
		for i, p := range made {
			for _, draft := range points[i].Config {
				_, from, err := tx.record(ctx, who, newVersion{kind: dated.OfPoint, owner: p.ID, draft: draft})
				if err != nil {
					return err
				}
				tx.mark(from, p.ID)
			}
			tx.points = append(tx.points, p.ID)
			if err := tx.log(ctx, who, logged{kind: "point", action: created, id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, after: p}); err != nil {
				return err
			}
		}
		return nil
	})
	return made, err
}

func (c *change) point(ctx context.Context, who oplog.Actor, id int64) (point.Point, error) {
	var row pointRow
	err := visible(c.selects(&row).Where("p.id = ?", id), who.Scope, "p.corporation_id", "p.project_id").Scan(ctx)
	return row.Point, translate(err)
}

// UpdatePoint implements point.Store.
func (s *Store) UpdatePoint(ctx context.Context, who oplog.Actor, p point.Point) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.point(ctx, who, p.ID)
		if err != nil {
			return err
		}
		if err := tx.update(ctx, &pointRow{Point: p}, p.ID); err != nil {
			return err
		}
		if before.StructureID != p.StructureID || before.ItemID != p.ItemID {
			if _, err := tx.exec(ctx, "UPDATE alert SET structure_id = ?, item_id = ? WHERE point_id = ?", p.StructureID, p.ItemID, p.ID); err != nil {
				return err
			}
		}
		tx.points = append(tx.points, p.ID)
		return tx.log(ctx, who, logged{kind: "point", action: updated, id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: before, after: p})
	})
}

// NamesTaken implements point.Store.
func (s *Store) NamesTaken(ctx context.Context, projectID int64, names []string) (map[string]bool, error) {
	var found []string
	if len(names) > 0 {
		err := s.bun.NewSelect().Table("point").Column("name").Where("project_id = ? AND name IN (?)", projectID, bun.List(names)).Scan(ctx, &found)
		if err != nil {
			return nil, fmt.Errorf("names of points: %w", err)
		}
	}
	taken := make(map[string]bool, len(found))
	for _, name := range found {
		taken[name] = true
	}
	return taken, nil
}

// ConvertPoint implements point.Store.
func (s *Store) ConvertPoint(ctx context.Context, who oplog.Actor, p point.Point, drafts []dated.Draft) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.point(ctx, who, p.ID)
		if err != nil {
			return err
		}
		if err := tx.update(ctx, &pointRow{Point: p}, p.ID, "kind", "category"); err != nil {
			return err
		}
		for _, draft := range drafts {
			version := newVersion{kind: dated.OfPoint, owner: p.ID, draft: draft}
			old, err := tx.standing(ctx, version)
			if err != nil {
				return err
			}
			recorded, from, err := tx.record(ctx, who, version)
			if err != nil {
				return err
			}
			tx.mark(from, p.ID)
			if err := tx.log(ctx, who, logged{kind: "point", action: draft.Aspect, id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: old, after: version.after(recorded)}); err != nil {
				return err
			}
		}
		return tx.log(ctx, who, logged{kind: "point", action: "convert", id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: before, after: p})
	})
}

// PointVersions implements point.Store.
func (s *Store) PointVersions(ctx context.Context, scope access.Scope, id int64) ([]dated.Record, error) {
	if _, err := s.Point(ctx, scope, id); err != nil {
		return nil, err
	}
	return s.versions(ctx, dated.OfPoint, []int64{id})
}

// RecordPointVersion implements point.Store.
func (s *Store) RecordPointVersion(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft, supersedes int64) (recorded dated.Record, err error) {
	err = s.write(ctx, func(tx *change) error {
		recorded, err = tx.recordOfPoint(ctx, who, id, draft, supersedes)
		return err
	})
	return recorded, err
}

// recordOfPoint stores a version of a point, marks the point and logs the change.
func (c *change) recordOfPoint(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft, supersedes int64) (dated.Record, error) {
	p, err := c.point(ctx, who, id)
	if err != nil {
		return dated.Record{}, err
	}
	version := newVersion{kind: dated.OfPoint, owner: id, draft: draft, supersedes: supersedes}
	before, err := c.standing(ctx, version)
	if err != nil {
		return dated.Record{}, err
	}
	recorded, from, err := c.record(ctx, who, version)
	if err != nil {
		return dated.Record{}, err
	}
	if definition.PointAspect(draft.Aspect).Computes() {
		c.mark(from, id)
	}
	return recorded, c.log(ctx, who, logged{kind: "point", action: draft.Aspect, id: id, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: before, after: version.after(recorded)})
}
