package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
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

// Points runs three queries, and one of the series.
func (s *Store) Points(ctx context.Context, scope access.Scope, filter point.Filter) (paging.Page[point.Listed], error) {
	var rows []pointListRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "p.corporation_id", "p.project_id").
		ColumnExpr("p.*").ColumnExpr("COALESCE(l.level, -1) AS level").Join("LEFT JOIN point_level AS l ON l.point_id = p.id")
	q = narrowed(q, filter)
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{
		"name": "p.name", "measurement": "p.measurement", "type": "p.kind", "sort": "p.sort", "level": "level", "createdAt": "p.created_at",
	}, "p.sort", "p.id")
	if err != nil {
		return paging.Page[point.Listed]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[point.Listed]{}, fmt.Errorf("list points: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	now, err := s.configuredNow(ctx, ids)
	if err != nil {
		return paging.Page[point.Listed]{}, err
	}
	last, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return paging.Page[point.Listed]{}, err
	}
	page := paging.Page[point.Listed]{List: make([]point.Listed, len(rows)), Total: int(total)}
	for i, r := range rows {
		page.List[i] = point.Listed{Point: r.Point, Level: r.Level, LastReading: last[i], Sources: now[r.ID].sources, Off: now[r.ID].off}
	}
	return page, nil
}

// narrowed applies a filter to a query of points p.
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
		{
			"p.id IN (SELECT vs.owner_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id WHERE vs.owner_kind = 'point' AND v.superseded_at = 0 AND vs.device_id = ?)", filter.DeviceID, filter.DeviceID != 0,
		},
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
	return sqlkit.Matching(q, filter.Keyword, "p.name")
}

// configuredPoint is the configuration of a point that lists show.
type configuredPoint struct {
	sources []definition.Source
	off     bool
}

// configuredNow returns the current bindings of points, and which of them are switched off.
func (s *Store) configuredNow(ctx context.Context, ids []int64) (map[int64]configuredPoint, error) {
	records, err := s.fold.Versions(ctx, timeline.OfPoint, ids, string(definition.AspectBinding), string(definition.AspectMonitoring))
	if err != nil {
		return nil, err
	}
	now := clock.Now().UnixMilli()
	points := make(map[int64]configuredPoint, len(ids))
	for id, of := range foldb.ByOwner(records) {
		bindings, err := timeline.Decode[definition.Binding](of, string(definition.AspectBinding))
		if err != nil {
			return nil, err
		}
		switches, err := timeline.Decode[definition.Monitoring](of, string(definition.AspectMonitoring))
		if err != nil {
			return nil, err
		}
		binding, _ := timeline.Of(bindings).At(now)
		switched, _ := timeline.Of(switches).At(now)
		points[id] = configuredPoint{sources: binding.Value.Sources, off: switched.Value.Off}
	}
	return points, nil
}

func (s *Store) Point(ctx context.Context, scope access.Scope, id int64) (point.Point, error) {
	var row pointRow
	err := sqlkit.Visible(s.Selects(&row).Where("p.id = ?", id), scope, "p.corporation_id", "p.project_id").Scan(ctx)
	return row.Point, sqlkit.Translate(err)
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) PointIn(ctx context.Context, projectID, id int64) (point.Point, error) {
	var row pointRow
	err := s.Selects(&row).Where("p.id = ? AND p.project_id = ?", id, projectID).Scan(ctx)
	return row.Point, sqlkit.Translate(err)
}

func (s *Store) Measurement(ctx context.Context, scope access.Scope, pointID int64) (string, error) {
	p, err := s.Point(ctx, scope, pointID)
	return p.Measurement, err
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreatePoints(ctx context.Context, who audit.Actor, points []point.New) ([]point.Point, error) {
	var made []point.Point
	err := s.write(ctx, func(tx *change) error {
		made = make([]point.Point, len(points))
		first, err := s.IDs.Take(ctx, tx.Tx, int64(len(points)))
		if err != nil {
			return err
		}
		rows := make([]pointRow, len(points))
		for i, p := range points {
			p.ID, p.CreatedAt = first+int64(i), tx.Now
			if p.Sort == 0 {
				p.Sort = p.ID // after the existing ones
			}
			rows[i].Point, made[i] = p.Point, p.Point
		}
		if err := tx.Insert(ctx, &rows); err != nil {
			return err
		}
		for i, p := range made {
			for _, draft := range points[i].Config {
				_, from, err := tx.Record(ctx, who, foldb.NewVersion{Kind: timeline.OfPoint, Owner: p.ID, Draft: draft})
				if err != nil {
					return err
				}
				tx.Mark(from, p.ID)
			}
			tx.Points = append(tx.Points, p.ID)
			if err := tx.Log(ctx, who, auditdb.Entry{
				Kind: "point", Action: auditdb.Created, ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, After: p,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return made, err
}

func (c *change) point(ctx context.Context, who audit.Actor, id int64) (point.Point, error) {
	var row pointRow
	err := sqlkit.Visible(c.Selects(&row).Where("p.id = ?", id), who.Scope, "p.corporation_id", "p.project_id").Scan(ctx)
	return row.Point, sqlkit.Translate(err)
}

func (s *Store) UpdatePoint(ctx context.Context, who audit.Actor, p point.Point) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.point(ctx, who, p.ID)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &pointRow{Point: p}, p.ID); err != nil {
			return err
		}
		if before.StructureID != p.StructureID || before.ItemID != p.ItemID {
			if _, err := tx.Exec(ctx, "UPDATE alert SET structure_id = ?, item_id = ? WHERE point_id = ?", p.StructureID, p.ItemID, p.ID); err != nil {
				return err
			}
		}
		tx.Points = append(tx.Points, p.ID)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "point", Action: auditdb.Updated, ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, Before: before, After: p,
		})
	})
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) NamesTaken(ctx context.Context, projectID int64, names []string) (map[string]bool, error) {
	var found []string
	if len(names) > 0 {
		err := s.Bun.NewSelect().Table("point").Column("name").Where("project_id = ? AND name IN (?)", projectID, bun.List(names)).Scan(ctx, &found)
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

func (s *Store) ConvertPoint(ctx context.Context, who audit.Actor, p point.Point, drafts []timeline.Draft) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.point(ctx, who, p.ID)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &pointRow{Point: p}, p.ID, "kind", "category"); err != nil {
			return err
		}
		for _, draft := range drafts {
			if _, err := tx.record(ctx, who, pointOwner(p), draft, 0); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "point", Action: "convert", ID: p.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, Before: before, After: p,
		})
	})
}
