package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
)

type correctionRow struct {
	bun.BaseModel `bun:"table:correction,alias:k"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	PointID       int64
	Kind          correction.Kind
	Fields        []string
	Nodes         []int32
	FromTime      int64
	ToTime        int64
	Amount        float64
	ValueMap      map[string]float64
	NodeValues    []correction.NodeValue
	Note          string
	RecordedAt    int64
	RecordedBy    int64
	TakenBackAt   int64
	TakenBackBy   int64
}

func (r correctionRow) correction() correction.Correction {
	return correction.Correction{
		ID: r.ID, PointID: r.PointID, Kind: r.Kind, Fields: r.Fields, Nodes: r.Nodes, From: r.FromTime, To: r.ToTime, Amount: r.Amount, Values: r.ValueMap, NodeValues: r.NodeValues,
		Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, TakenBackAt: r.TakenBackAt, TakenBackBy: r.TakenBackBy,
	}
}

var _ correction.Store = (*Store)(nil)

// Corrections implements correction.Store.
func (s *Store) Corrections(ctx context.Context, scope access.Scope, pointID int64) ([]correction.Correction, error) {
	if _, err := s.Point(ctx, scope, pointID); err != nil {
		return nil, err
	}
	var rows []correctionRow
	if err := s.selects(&rows).Where("k.point_id = ?", pointID).OrderExpr("k.recorded_at DESC, k.id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("corrections of point %d: %w", pointID, err)
	}
	list := make([]correction.Correction, len(rows))
	for i := range rows {
		list[i] = rows[i].correction()
	}
	return list, nil
}

type correctionListRow struct {
	correctionRow `bun:",extend"`
	PointName     string `bun:",scanonly"`
	StructureID   int64  `bun:",scanonly"`
	Measurement   string `bun:",scanonly"`
}

// ProjectCorrections implements correction.Store.
func (s *Store) ProjectCorrections(ctx context.Context, scope access.Scope, filter correction.Filter) (listing.Page[correction.Listed], error) {
	var rows []correctionListRow
	q := visible(s.selects(&rows), scope, "k.corporation_id", "k.project_id").Where("k.project_id = ?", filter.ProjectID).
		ColumnExpr("k.*").ColumnExpr("p.name AS point_name, p.structure_id, p.measurement").Join("JOIN point AS p ON p.id = k.point_id")
	if filter.PointID != 0 {
		q = q.Where("k.point_id = ?", filter.PointID)
	}
	if filter.Kind != "" {
		q = q.Where("k.kind = ?", filter.Kind)
	}
	q = matching(q, filter.Keyword, "p.name", "k.note")
	q, err := paged(q, filter.Query, ordering{"point": "p.name", "kind": "k.kind", "from": "k.from_time", "recordedAt": "k.recorded_at"}, "k.recorded_at DESC", "k.id DESC")
	if err != nil {
		return listing.Page[correction.Listed]{}, err
	}
	return readPage(ctx, q, &rows, "list corrections", func(r correctionListRow) correction.Listed {
		return correction.Listed{Correction: r.correction(), PointName: r.PointName, StructureID: r.StructureID, Measurement: r.Measurement}
	})
}

// Correction implements correction.Store.
func (s *Store) Correction(ctx context.Context, scope access.Scope, id int64) (correction.Correction, error) {
	var row correctionRow
	err := visible(s.selects(&row).Where("k.id = ?", id), scope, "k.corporation_id", "k.project_id").Scan(ctx)
	return row.correction(), translate(err)
}

// CreateCorrections implements correction.Store.
func (s *Store) CreateCorrections(ctx context.Context, who oplog.Actor, list []correction.Correction) error {
	return s.write(ctx, func(tx *change) error {
		for i := range list {
			if err := tx.correct(ctx, who, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *change) correct(ctx context.Context, who oplog.Actor, made *correction.Correction) error {
	p, err := c.point(ctx, who, made.PointID)
	if err != nil {
		return err
	}
	row := correctionRow{
		CorporationID: p.CorporationID, ProjectID: p.ProjectID, PointID: p.ID, Kind: made.Kind, Fields: made.Fields, Nodes: made.Nodes,
		FromTime: made.From, ToTime: made.To, Amount: made.Amount, ValueMap: made.Values, NodeValues: made.NodeValues, Note: made.Note, RecordedAt: c.now, RecordedBy: who.AccountID,
	}
	if row.ID, err = c.id(ctx); err != nil {
		return err
	}
	if err := c.insert(ctx, &row); err != nil {
		return err
	}
	*made = row.correction()
	c.mark(made.From, p.ID)
	return c.log(ctx, who, logged{kind: "correction", action: created, id: made.ID, corporation: p.CorporationID, project: p.ProjectID, content: p.Name, after: *made})
}

// TakeBackCorrection implements correction.Store.
func (s *Store) TakeBackCorrection(ctx context.Context, who oplog.Actor, id int64, note string) (after correction.Correction, err error) {
	err = s.write(ctx, func(tx *change) error {
		after, err = tx.takeBack(ctx, who, id, note)
		return err
	})
	return after, err
}

func (c *change) takeBack(ctx context.Context, who oplog.Actor, id int64, note string) (correction.Correction, error) {
	var row correctionRow
	if err := visible(c.selects(&row).Where("k.id = ?", id), who.Scope, "k.corporation_id", "k.project_id").Scan(ctx); err != nil {
		return correction.Correction{}, err
	}
	if row.TakenBackAt != 0 {
		return correction.Correction{}, fault.New(fault.CorrectionTakenBack)
	}
	before := row.correction()
	row.TakenBackAt, row.TakenBackBy = c.now, who.AccountID
	if err := c.update(ctx, &row, id, "taken_back_at", "taken_back_by"); err != nil {
		return correction.Correction{}, err
	}
	c.mark(row.FromTime, row.PointID)
	name, err := c.nameOf(ctx, row.PointID)
	if err != nil {
		return correction.Correction{}, err
	}
	return row.correction(), c.log(ctx, who, logged{
		kind: "correction", action: "takeBack", id: id, corporation: row.CorporationID, project: row.ProjectID, content: name, before: before,
		after: map[string]any{"reason": note},
	})
}
