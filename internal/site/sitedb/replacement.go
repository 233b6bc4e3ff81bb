package sitedb

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

var _ pointconfig.Store = (*Store)(nil)

type replacementRow struct {
	bun.BaseModel `bun:"table:replacement,alias:re"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	PointID       int64
	AtTime        int64
	FromTime      int64
	State         pointconfig.State
	BeforeBinding definition.Binding
	AfterBinding  definition.Binding
	Versions      []pointconfig.Made
	Corrections   []int64
	CarriedAt     int64
	Note          string
	RecordedAt    int64
	RecordedBy    int64
	MigratedAt    int64
	MigratedBy    int64
	UndoneAt      int64
	UndoneBy      int64
}

func (r replacementRow) replacement() pointconfig.Replacement {
	return pointconfig.Replacement{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, PointID: r.PointID, At: r.AtTime, From: r.FromTime, State: r.State,
		Before: r.BeforeBinding, After: r.AfterBinding, Versions: r.Versions, Corrections: r.Corrections, CarriedAt: r.CarriedAt, Note: r.Note,
		RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy, UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}

func rowOf(r pointconfig.Replacement) replacementRow {
	return replacementRow{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, PointID: r.PointID, AtTime: r.At, FromTime: r.From, State: r.State,
		BeforeBinding: r.Before, AfterBinding: r.After, Versions: r.Versions, Corrections: r.Corrections, CarriedAt: r.CarriedAt, Note: r.Note,
		RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy, UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}

func (s *Store) CarryOut(ctx context.Context, who audit.Actor, plan pointconfig.Plan) (made []timeline.Record, err error) {
	err = s.write(ctx, func(tx *change) error {
		made, _, err = tx.carryOut(ctx, who, plan)
		return err
	})
	return made, err
}

// carryOut executes a plan and returns what it recorded.
func (c *change) carryOut(ctx context.Context, who audit.Actor, plan pointconfig.Plan) (made []timeline.Record, corrections []int64, err error) {
	made, corrections = []timeline.Record{}, []int64{}
	for _, step := range plan.Versions {
		r, err := c.recordFor(ctx, who, timeline.OfPoint, step.PointID, step.Draft, step.Supersedes)
		if err != nil {
			return nil, nil, err
		}
		if step.Draft.Value != nil {
			made = append(made, r)
		}
	}
	for _, k := range plan.Corrections {
		if err := c.Correct(ctx, who, &k); err != nil {
			return nil, nil, err
		}
		corrections = append(corrections, k.ID)
	}
	for _, k := range plan.Revoked {
		if _, err := c.Revoke(ctx, who, k.ID, k.Note); err != nil {
			return nil, nil, err
		}
	}
	return made, corrections, nil
}

func (s *Store) CreateReplacement(ctx context.Context, who audit.Actor, r *pointconfig.Replacement, plan pointconfig.Plan) error {
	return s.write(ctx, func(tx *change) (err error) {
		if r.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		r.RecordedAt, r.RecordedBy = tx.Now, who.AccountID
		if err := tx.replace(ctx, who, r, plan); err != nil {
			return err
		}
		row := rowOf(*r)
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return tx.logReplacement(ctx, who, r, auditdb.Created, nil, *r)
	})
}

func (s *Store) AdvanceReplacement(ctx context.Context, who audit.Actor, r *pointconfig.Replacement,
	before pointconfig.State, plan pointconfig.Plan, note string,
) error {
	return s.write(ctx, func(tx *change) error {
		var row replacementRow
		if err := sqlkit.Visible(tx.Selects(&row).Where("re.id = ?", r.ID), who.Scope, "re.corporation_id", "re.project_id").Scan(ctx); err != nil {
			return err
		}
		if row.State != before {
			return errs.New(errs.Changed)
		}
		was, action := row.replacement(), "migrate"
		switch r.State {
		case pointconfig.Undone:
			action = "takeBack"
			r.UndoneAt, r.UndoneBy = tx.Now, who.AccountID
		default:
			r.MigratedAt, r.MigratedBy = tx.Now, who.AccountID
		}
		if err := tx.replace(ctx, who, r, plan); err != nil {
			return err
		}
		row = rowOf(*r)
		if err := tx.Update(ctx, &row, r.ID); err != nil {
			return err
		}
		return tx.logReplacement(ctx, who, r, action, was, map[string]any{"state": r.State, "from": r.From, "reason": note})
	})
}

// replace executes a plan of a replacement and updates what the replacement has in effect.
func (c *change) replace(ctx context.Context, who audit.Actor, r *pointconfig.Replacement, plan pointconfig.Plan) error {
	made, corrections, err := c.carryOut(ctx, who, plan)
	if err != nil {
		return err
	}
	for _, step := range plan.Versions {
		r.Versions = slices.DeleteFunc(r.Versions, func(m pointconfig.Made) bool { return m.VersionID == step.Supersedes })
	}
	for _, record := range made {
		r.Versions = append(r.Versions, pointconfig.Made{PointID: record.OwnerID, VersionID: record.ID, Aspect: record.Aspect, ValidFrom: record.ValidFrom})
	}
	for _, k := range plan.Revoked {
		r.Corrections = slices.DeleteFunc(r.Corrections, func(id int64) bool { return id == k.ID })
	}
	r.Corrections = append(r.Corrections, corrections...)
	return nil
}

func (c *change) logReplacement(ctx context.Context, who audit.Actor, r *pointconfig.Replacement, action string, before, after any) error {
	name, err := c.NameOf(ctx, r.PointID)
	if err != nil {
		return err
	}
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "replacement", Action: action, ID: r.ID, Corporation: r.CorporationID, Project: r.ProjectID, Content: name, Before: before, After: after,
	})
}

func (s *Store) Replacement(ctx context.Context, scope access.Scope, id int64) (pointconfig.Replacement, error) {
	var row replacementRow
	err := sqlkit.Visible(s.Selects(&row).Where("re.id = ?", id), scope, "re.corporation_id", "re.project_id").Scan(ctx)
	return row.replacement(), sqlkit.Translate(err)
}

func (s *Store) Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]pointconfig.Replacement, error) {
	if _, err := s.Point(ctx, scope, pointID); err != nil {
		return nil, err
	}
	var rows []replacementRow
	if err := s.Selects(&rows).Where("re.point_id = ?", pointID).OrderExpr("re.id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("replacements of point %d: %w", pointID, err)
	}
	list := make([]pointconfig.Replacement, len(rows))
	for i := range rows {
		list[i] = rows[i].replacement()
	}
	return list, nil
}

func (s *Store) DevicesNamed(ctx context.Context, scope access.Scope, ids []int64) (map[int64]device.Device, error) {
	out := make(map[int64]device.Device, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []DeviceRow
	if err := sqlkit.Visible(s.Selects(&rows).Where("d.id IN (?)", bun.List(ids)), scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("names of devices: %w", err)
	}
	for _, r := range rows {
		out[r.ID] = r.Device
	}
	return out, nil
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) PointsNamed(ctx context.Context, projectID int64, ids []int64) (map[int64]point.Point, error) {
	out := make(map[int64]point.Point, len(ids))
	for piece := range slices.Chunk(ids, sqlkit.IDsAtOnce) {
		var rows []pointRow
		if err := s.Selects(&rows).Where("p.project_id = ? AND p.id IN (?)", projectID, bun.List(piece)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("names of points: %w", err)
		}
		for _, r := range rows {
			out[r.ID] = r.Point
		}
	}
	return out, nil
}

func (s *Store) Alike(ctx context.Context, scope access.Scope, filter point.Filter) (paging.Page[point.Alike], error) {
	var page paging.Page[point.Alike]
	const key = "p.structure_id, p.item_id, p.measurement, p.category"
	narrow := func(q *bun.SelectQuery) *bun.SelectQuery {
		return narrowed(sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id"), filter).GroupExpr(key)
	}
	groups := narrow(s.Bun.NewSelect().TableExpr("point AS p").ColumnExpr(key))
	total, err := s.Bun.NewSelect().TableExpr("(?) AS alike", groups).Count(ctx)
	if err != nil {
		return page, fmt.Errorf("count common attributes of points: %w", err)
	}
	page.List, page.Total = []point.Alike{}, int(total)
	err = narrow(s.Bun.NewSelect().TableExpr("point AS p").ColumnExpr(key)).OrderExpr("MIN(p.sort), MIN(p.id)").
		Limit(int64(filter.Limit())).Offset(filter.Offset()).Scan(ctx, &page.List)
	if err != nil {
		return page, fmt.Errorf("common attributes of points: %w", err)
	}
	return page, nil
}

func (s *Store) InForce(ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect,
	at int64, all bool,
) (paging.Page[pointconfig.Configured], error) {
	var page paging.Page[pointconfig.Configured]
	var rows []struct {
		bun.BaseModel `bun:"table:point,alias:p"`
		point.Point
		VersionID  int64  `bun:",scanonly"`
		ValidFrom  int64  `bun:",scanonly"`
		Value      string `bun:",scanonly"`
		Note       string `bun:",scanonly"`
		RecordedAt int64  `bun:",scanonly"`
		RecordedBy int64  `bun:",scanonly"`
	}
	q := sqlkit.Visible(s.Selects(&rows), scope, "p.corporation_id", "p.project_id").ColumnExpr("p.*").
		ColumnExpr("COALESCE(v.id, 0) AS version_id, COALESCE(v.valid_from, 0) AS valid_from, COALESCE(v.value, '') AS value").
		ColumnExpr("COALESCE(v.note, '') AS note, COALESCE(v.recorded_at, 0) AS recorded_at, COALESCE(v.recorded_by, 0) AS recorded_by").
		Join("LEFT JOIN version AS v ON v.owner_id = p.id AND "+foldb.InForce, timeline.OfPoint, aspect, at)
	q = narrowed(q, filter)
	if all {
		q = q.OrderExpr("p.sort, p.id")
	} else {
		var err error
		if q, err = sqlkit.Paged(q, filter.Query,
			sqlkit.Ordering{"name": "p.name", "sort": "p.sort", "createdAt": "p.created_at"}, "p.sort", "p.id"); err != nil {
			return page, err
		}
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return page, fmt.Errorf("%s of points: %w", aspect, err)
	}
	page.List, page.Total = make([]pointconfig.Configured, len(rows)), int(total)
	for i, r := range rows {
		page.List[i].Point = r.Point
		if r.VersionID == 0 {
			continue
		}
		page.List[i].Record = timeline.Record{
			Version: timeline.Version[json.RawMessage]{
				ID: r.VersionID, ValidFrom: r.ValidFrom, Value: json.RawMessage(r.Value), Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy,
			},
			OwnerKind: timeline.OfPoint, OwnerID: r.ID, Aspect: string(aspect),
		}
	}
	return page, nil
}
