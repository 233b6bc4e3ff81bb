package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

var _ configuration.Store = (*Store)(nil)

type replacementRow struct {
	bun.BaseModel `bun:"table:replacement,alias:re"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	PointID       int64
	AtTime        int64
	FromTime      int64
	State         configuration.State
	BeforeBinding definition.Binding
	AfterBinding  definition.Binding
	Versions      []configuration.Made
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

func (r replacementRow) replacement() configuration.Replacement {
	return configuration.Replacement{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, PointID: r.PointID, At: r.AtTime, From: r.FromTime, State: r.State,
		Before: r.BeforeBinding, After: r.AfterBinding, Versions: r.Versions, Corrections: r.Corrections, CarriedAt: r.CarriedAt, Note: r.Note,
		RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy, UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}

func rowOf(r configuration.Replacement) replacementRow {
	return replacementRow{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, PointID: r.PointID, AtTime: r.At, FromTime: r.From, State: r.State,
		BeforeBinding: r.Before, AfterBinding: r.After, Versions: r.Versions, Corrections: r.Corrections, CarriedAt: r.CarriedAt, Note: r.Note,
		RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, MigratedAt: r.MigratedAt, MigratedBy: r.MigratedBy, UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
}

// CarryOut implements configuration.Store.
func (s *Store) CarryOut(ctx context.Context, who oplog.Actor, plan configuration.Plan) (made []dated.Record, err error) {
	err = s.write(ctx, func(tx *change) error {
		made, _, err = tx.carryOut(ctx, who, plan)
		return err
	})
	return made, err
}

// carryOut does what a plan says, and answers what it has recorded.
func (c *change) carryOut(ctx context.Context, who oplog.Actor, plan configuration.Plan) (made []dated.Record, corrections []int64, err error) {
	made, corrections = []dated.Record{}, []int64{}
	for _, step := range plan.Versions {
		r, err := c.recordOfPoint(ctx, who, step.PointID, step.Draft, step.Supersedes)
		if err != nil {
			return nil, nil, err
		}
		if step.Draft.Value != nil {
			made = append(made, r)
		}
	}
	for _, k := range plan.Corrections {
		if err := c.correct(ctx, who, &k); err != nil {
			return nil, nil, err
		}
		corrections = append(corrections, k.ID)
	}
	for _, k := range plan.TakenBack {
		if _, err := c.takeBack(ctx, who, k.ID, k.Note); err != nil {
			return nil, nil, err
		}
	}
	return made, corrections, nil
}

// CreateReplacement implements configuration.Store.
func (s *Store) CreateReplacement(ctx context.Context, who oplog.Actor, r *configuration.Replacement, plan configuration.Plan) error {
	return s.write(ctx, func(tx *change) (err error) {
		if r.ID, err = tx.id(ctx); err != nil {
			return err
		}
		r.RecordedAt, r.RecordedBy = tx.now, who.AccountID
		if err := tx.replace(ctx, who, r, plan); err != nil {
			return err
		}
		row := rowOf(*r)
		if err := tx.insert(ctx, &row); err != nil {
			return err
		}
		return tx.logReplacement(ctx, who, r, created, nil, *r)
	})
}

// AdvanceReplacement implements configuration.Store.
func (s *Store) AdvanceReplacement(ctx context.Context, who oplog.Actor, r *configuration.Replacement, before configuration.State, plan configuration.Plan, note string) error {
	return s.write(ctx, func(tx *change) error {
		var row replacementRow
		if err := visible(tx.selects(&row).Where("re.id = ?", r.ID), who.Scope, "re.corporation_id", "re.project_id").Scan(ctx); err != nil {
			return err
		}
		if row.State != before {
			return fault.New(fault.Changed)
		}
		was, action := row.replacement(), "migrate"
		switch r.State {
		case configuration.Undone:
			action = "takeBack"
			r.UndoneAt, r.UndoneBy = tx.now, who.AccountID
		default:
			r.MigratedAt, r.MigratedBy = tx.now, who.AccountID
		}
		if err := tx.replace(ctx, who, r, plan); err != nil {
			return err
		}
		row = rowOf(*r)
		if err := tx.update(ctx, &row, r.ID); err != nil {
			return err
		}
		return tx.logReplacement(ctx, who, r, action, was, map[string]any{"state": r.State, "from": r.From, "reason": note})
	})
}

// replace carries out a plan of a replacement and keeps what of it stands.
func (c *change) replace(ctx context.Context, who oplog.Actor, r *configuration.Replacement, plan configuration.Plan) error {
	made, corrections, err := c.carryOut(ctx, who, plan)
	if err != nil {
		return err
	}
	for _, step := range plan.Versions {
		r.Versions = slices.DeleteFunc(r.Versions, func(m configuration.Made) bool { return m.VersionID == step.Supersedes })
	}
	for _, record := range made {
		r.Versions = append(r.Versions, configuration.Made{PointID: record.OwnerID, VersionID: record.ID, Aspect: record.Aspect, ValidFrom: record.ValidFrom})
	}
	for _, k := range plan.TakenBack {
		r.Corrections = slices.DeleteFunc(r.Corrections, func(id int64) bool { return id == k.ID })
	}
	r.Corrections = append(r.Corrections, corrections...)
	return nil
}

func (c *change) logReplacement(ctx context.Context, who oplog.Actor, r *configuration.Replacement, action string, before, after any) error {
	name, err := c.nameOf(ctx, r.PointID)
	if err != nil {
		return err
	}
	return c.log(ctx, who, logged{kind: "replacement", action: action, id: r.ID, corporation: r.CorporationID, project: r.ProjectID, content: name, before: before, after: after})
}

// Replacement implements configuration.Store.
func (s *Store) Replacement(ctx context.Context, scope access.Scope, id int64) (configuration.Replacement, error) {
	var row replacementRow
	err := visible(s.selects(&row).Where("re.id = ?", id), scope, "re.corporation_id", "re.project_id").Scan(ctx)
	return row.replacement(), translate(err)
}

// Replacements implements configuration.Store.
func (s *Store) Replacements(ctx context.Context, scope access.Scope, pointID int64) ([]configuration.Replacement, error) {
	if _, err := s.Point(ctx, scope, pointID); err != nil {
		return nil, err
	}
	var rows []replacementRow
	if err := s.selects(&rows).Where("re.point_id = ?", pointID).OrderExpr("re.id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("replacements of point %d: %w", pointID, err)
	}
	list := make([]configuration.Replacement, len(rows))
	for i := range rows {
		list[i] = rows[i].replacement()
	}
	return list, nil
}

// DevicesNamed implements configuration.Store.
func (s *Store) DevicesNamed(ctx context.Context, scope access.Scope, ids []int64) (map[int64]device.Device, error) {
	out := make(map[int64]device.Device, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	var rows []deviceRow
	if err := visible(s.selects(&rows).Where("d.id IN (?)", bun.List(ids)), scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("names of devices: %w", err)
	}
	for _, r := range rows {
		out[r.ID] = r.Device
	}
	return out, nil
}

// PointsNamed implements configuration.Store.
func (s *Store) PointsNamed(ctx context.Context, projectID int64, ids []int64) (map[int64]point.Point, error) {
	out := make(map[int64]point.Point, len(ids))
	for piece := range slices.Chunk(ids, idsAtOnce) {
		var rows []pointRow
		if err := s.selects(&rows).Where("p.project_id = ? AND p.id IN (?)", projectID, bun.List(piece)).Scan(ctx); err != nil {
			return nil, fmt.Errorf("names of points: %w", err)
		}
		for _, r := range rows {
			out[r.ID] = r.Point
		}
	}
	return out, nil
}

// Alike implements configuration.Store.
func (s *Store) Alike(ctx context.Context, scope access.Scope, filter point.Filter) (listing.Page[point.Alike], error) {
	var page listing.Page[point.Alike]
	const key = "p.structure_id, p.item_id, p.measurement, p.category"
	narrow := func(q *bun.SelectQuery) *bun.SelectQuery {
		return narrowed(visible(q, scope, "p.corporation_id", "p.project_id"), filter).GroupExpr(key)
	}
	groups := narrow(s.bun.NewSelect().TableExpr("point AS p").ColumnExpr(key))
	total, err := s.bun.NewSelect().TableExpr("(?) AS alike", groups).Count(ctx)
	if err != nil {
		return page, fmt.Errorf("count what points have in common: %w", err)
	}
	page.List, page.Total = []point.Alike{}, int(total)
	err = narrow(s.bun.NewSelect().TableExpr("point AS p").ColumnExpr(key)).OrderExpr("MIN(p.sort), MIN(p.id)").
		Limit(int64(filter.Limit())).Offset(filter.Offset()).Scan(ctx, &page.List)
	if err != nil {
		return page, fmt.Errorf("what points have in common: %w", err)
	}
	return page, nil
}

// InForce implements configuration.Store.
func (s *Store) InForce(ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect, at int64, all bool) (listing.Page[configuration.Configured], error) {
	var page listing.Page[configuration.Configured]
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
	q := visible(s.selects(&rows), scope, "p.corporation_id", "p.project_id").ColumnExpr("p.*").
		ColumnExpr("COALESCE(v.id, 0) AS version_id, COALESCE(v.valid_from, 0) AS valid_from, COALESCE(v.value, '') AS value").
		ColumnExpr("COALESCE(v.note, '') AS note, COALESCE(v.recorded_at, 0) AS recorded_at, COALESCE(v.recorded_by, 0) AS recorded_by").
		Join("LEFT JOIN version AS v ON v.owner_id = p.id AND "+inForce, dated.OfPoint, aspect, at)
	q = narrowed(q, filter)
	if all {
		q = q.OrderExpr("p.sort, p.id")
	} else {
		var err error
		if q, err = paged(q, filter.Query, ordering{"name": "p.name", "sort": "p.sort", "createdAt": "p.created_at"}, "p.sort", "p.id"); err != nil {
			return page, err
		}
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return page, fmt.Errorf("%s of points: %w", aspect, err)
	}
	page.List, page.Total = make([]configuration.Configured, len(rows)), int(total)
	for i, r := range rows {
		page.List[i].Point = r.Point
		if r.VersionID == 0 {
			continue
		}
		page.List[i].Record = dated.Record{
			Version:   dated.Version[json.RawMessage]{ID: r.VersionID, ValidFrom: r.ValidFrom, Value: json.RawMessage(r.Value), Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy},
			OwnerKind: dated.OfPoint, OwnerID: r.ID, Aspect: string(aspect),
		}
	}
	return page, nil
}
