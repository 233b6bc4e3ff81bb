package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/fault"
	"plumbline/internal/formula"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
	"plumbline/internal/point"
	"plumbline/internal/series"
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
		ColumnExpr("p.*").ColumnExpr("COALESCE(l.level, 0) AS level").Join("LEFT JOIN point_level AS l ON l.point_id = p.id")
	q = narrowed(q, filter)
	q, err := paged(q, filter.Query, ordering{"name": "p.name", "sort": "p.sort", "level": "level", "createdAt": "p.created_at"}, "p.sort", "p.id")
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
	return matching(q, filter.Keyword, "p.name")
}

// bindingsNow answers what feeds points now.
func (s *Store) bindingsNow(ctx context.Context, ids []int64) (map[int64][]point.Source, error) {
	records, err := s.versions(ctx, dated.OfPoint, ids, string(point.AspectBinding))
	if err != nil {
		return nil, err
	}
	now := time.Now().UnixMilli()
	sources := make(map[int64][]point.Source, len(ids))
	for id, of := range byOwner(records) {
		versions, err := dated.Decode[point.Binding](of, string(point.AspectBinding))
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

// DeletePoints implements point.Store.
func (s *Store) DeletePoints(ctx context.Context, who oplog.Actor, ids []int64) error {
	if len(ids) == 0 {
		return fault.New(fault.AtLeastOnePoint)
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

// removePoints removes points, unless others are computed from them.
func (c *change) removePoints(ctx context.Context, who oplog.Actor, points []pointRow) error {
	ids := make([]int64, len(points))
	for i, p := range points {
		ids[i] = p.ID
		if err := c.log(ctx, who, logged{kind: "point", action: deleted, id: p.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: p.Point}); err != nil {
			return err
		}
	}
	if len(ids) == 0 {
		return nil
	}
	var using []string
	err := c.store.bun.NewRaw(`SELECT DISTINCT o.name FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id JOIN point AS o ON o.id = vs.owner_id
		WHERE v.superseded_at = 0 AND vs.owner_kind = 'point' AND vs.point_id IN (?0) AND vs.owner_id NOT IN (?0) ORDER BY o.name LIMIT 5`, bun.List(ids)).Conn(c.Tx).Scan(ctx, &using)
	if err != nil {
		return err
	}
	if len(using) > 0 {
		return fault.New(fault.StillComputed, "names", strings.Join(using, ", "))
	}
	return c.deletePoints(ctx, ids)
}

// deletePoints removes points with their configuration, results and alerts.
func (c *change) deletePoints(ctx context.Context, all []int64) error {
	const piece = 500
	for ids := range slices.Chunk(all, piece) {
		if err := c.deleteVersions(ctx, dated.OfPoint, ids); err != nil {
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
			if _, err := c.exec(ctx, statement, bun.List(ids)); err != nil {
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
		c.points = append(c.points, ids...)
	}
	return nil
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
	if point.Aspect(draft.Aspect).Computes() {
		c.mark(from, id)
	}
	return recorded, c.log(ctx, who, logged{kind: "point", action: draft.Aspect, id: id, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, before: before, after: version.after(recorded)})
}

// BoundDevice implements point.Store.
func (s *Store) BoundDevice(ctx context.Context, corporationID, deviceID int64) (device.Device, []dated.Record, error) {
	scope := access.Scope{Corporation: corporationID}
	d, err := s.Device(ctx, scope, deviceID)
	if err != nil {
		return device.Device{}, nil, err
	}
	records, err := s.versions(ctx, dated.OfDevice, []int64{deviceID})
	return d, records, err
}

// ChannelUsers implements point.Store.
func (s *Store) ChannelUsers(ctx context.Context, deviceID int64, channelNo int32, from int64) ([]point.Point, error) {
	owners, err := holders(ctx, s.bun.NewSelect(), dated.OfPoint, sourceRow{DeviceID: deviceID, ChannelNo: channelNo}, true, from,
		func(ids []int64) ([]dated.Record, error) {
			return s.versions(ctx, dated.OfPoint, ids, string(point.AspectBinding))
		})
	if err != nil || len(owners) == 0 {
		return nil, err
	}
	var rows []pointRow
	if err := s.selects(&rows).Where("p.id IN (?) AND p.project_id NOT IN "+deletedProjects, bun.List(owners)).OrderExpr("p.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("points of a channel: %w", err)
	}
	list := make([]point.Point, len(rows))
	for i := range rows {
		list[i] = rows[i].Point
	}
	return list, nil
}

// SourcePoints implements point.Store.
func (s *Store) SourcePoints(ctx context.Context, projectID int64) (map[int64][]int64, error) {
	var rows []struct{ OwnerID, PointID int64 }
	err := s.bun.NewRaw(`SELECT DISTINCT vs.owner_id, vs.point_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		JOIN point AS p ON p.id = vs.owner_id
		WHERE vs.owner_kind = 'point' AND vs.point_id <> 0 AND v.superseded_at = 0 AND p.project_id = ?`, projectID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("points that feed points: %w", err)
	}
	feeds := make(map[int64][]int64)
	for _, r := range rows {
		feeds[r.OwnerID] = append(feeds[r.OwnerID], r.PointID)
	}
	return feeds, s.addFormulaPoints(ctx, projectID, feeds)
}

// addFormulaPoints adds the points that the formulas of a project's points name.
func (s *Store) addFormulaPoints(ctx context.Context, projectID int64, feeds map[int64][]int64) error {
	var rows []struct {
		OwnerID int64
		Value   string
	}
	err := s.bun.NewRaw(`SELECT v.owner_id, v.value FROM version AS v JOIN point AS p ON p.id = v.owner_id
		WHERE v.owner_kind = 'point' AND v.aspect = ? AND v.superseded_at = 0 AND v.value LIKE '%P%.%' AND p.project_id = ?`, point.AspectFormula, projectID).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("points that formulas name: %w", err)
	}
	for _, r := range rows {
		var f point.Formula
		if err := json.Unmarshal([]byte(r.Value), &f); err != nil {
			return fmt.Errorf("formula of point %d: %w", r.OwnerID, err)
		}
		for _, rule := range f.Rules {
			feeds[r.OwnerID] = append(feeds[r.OwnerID], formula.PointsNamed(rule.Text)...)
		}
	}
	return nil
}
