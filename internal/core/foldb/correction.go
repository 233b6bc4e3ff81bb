package foldb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
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
		ID: r.ID, PointID: r.PointID, Kind: r.Kind, Fields: r.Fields, Nodes: r.Nodes, From: r.FromTime, To: r.ToTime,
		Amount: r.Amount, Values: r.ValueMap, NodeValues: r.NodeValues,
		Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, RevokedAt: r.TakenBackAt, RevokedBy: r.TakenBackBy,
	}
}

// correctedPoint is the point of a correction with its owner.
type correctedPoint struct {
	ID, CorporationID, ProjectID int64
	Name                         string
}

// correctedPointIn reads the point of a correction within a scope.
func correctedPointIn(ctx context.Context, q *bun.SelectQuery, scope access.Scope, id int64) (p correctedPoint, err error) {
	q = q.TableExpr("point AS p").Column("p.id", "p.corporation_id", "p.project_id", "p.name").Where("p.id = ?", id)
	return p, sqlkit.Translate(sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id").Scan(ctx, &p))
}

func (s *Store) Corrections(ctx context.Context, scope access.Scope, pointID int64) ([]correction.Correction, error) {
	if _, err := correctedPointIn(ctx, s.Bun.NewSelect(), scope, pointID); err != nil {
		return nil, err
	}
	var rows []struct {
		correctionRow `bun:",extend"`
		Author        string `bun:",scanonly"`
	}
	err := s.Selects(&rows).ColumnExpr("k.*").ColumnExpr("COALESCE(a.name, '') AS author").Join("LEFT JOIN account AS a ON a.id = k.recorded_by").
		Where("k.point_id = ?", pointID).OrderExpr("k.recorded_at DESC, k.id DESC").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("corrections of point %d: %w", pointID, err)
	}
	list := make([]correction.Correction, len(rows))
	for i := range rows {
		list[i] = rows[i].correction()
		list[i].Author = rows[i].Author
	}
	return list, nil
}

type correctionListRow struct {
	correctionRow `bun:",extend"`
	PointName     string `bun:",scanonly"`
	StructureID   int64  `bun:",scanonly"`
	Measurement   string `bun:",scanonly"`
}

func (s *Store) ProjectCorrections(ctx context.Context, scope access.Scope, filter correction.Filter) (paging.Page[correction.Listed], error) {
	var rows []correctionListRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "k.corporation_id", "k.project_id").Where("k.project_id = ?", filter.ProjectID).
		ColumnExpr("k.*").ColumnExpr("p.name AS point_name, p.structure_id, p.measurement").Join("JOIN point AS p ON p.id = k.point_id")
	if filter.PointID != 0 {
		q = q.Where("k.point_id = ?", filter.PointID)
	}
	if filter.Kind != "" {
		q = q.Where("k.kind = ?", filter.Kind)
	}
	q = sqlkit.Matching(q, filter.Keyword, "p.name", "k.note")
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{
		"point": "p.name", "kind": "k.kind", "from": "k.from_time", "recordedAt": "k.recorded_at",
	}, "k.recorded_at DESC", "k.id DESC")
	if err != nil {
		return paging.Page[correction.Listed]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list corrections", func(r correctionListRow) correction.Listed {
		return correction.Listed{Correction: r.correction(), PointName: r.PointName, StructureID: r.StructureID, Measurement: r.Measurement}
	})
}

func (s *Store) Correction(ctx context.Context, scope access.Scope, id int64) (correction.Correction, error) {
	var row correctionRow
	err := sqlkit.Visible(s.Selects(&row).Where("k.id = ?", id), scope, "k.corporation_id", "k.project_id").Scan(ctx)
	return row.correction(), sqlkit.Translate(err)
}

func (s *Store) CreateCorrections(ctx context.Context, who audit.Actor, list []correction.Correction) error {
	return s.Write(ctx, func(tx *Change) error {
		for i := range list {
			if err := tx.Correct(ctx, who, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *Change) Correct(ctx context.Context, who audit.Actor, made *correction.Correction) error {
	p, err := correctedPointIn(ctx, c.Tables.Bun.NewSelect().Conn(c.Tx), who.Scope, made.PointID)
	if err != nil {
		return err
	}
	row := correctionRow{
		CorporationID: p.CorporationID, ProjectID: p.ProjectID, PointID: p.ID, Kind: made.Kind, Fields: made.Fields, Nodes: made.Nodes,
		FromTime: made.From, ToTime: made.To, Amount: made.Amount, ValueMap: made.Values, NodeValues: made.NodeValues,
		Note: made.Note, RecordedAt: c.Now, RecordedBy: who.AccountID,
	}
	if row.ID, err = c.ID(ctx); err != nil {
		return err
	}
	if err := c.Insert(ctx, &row); err != nil {
		return err
	}
	*made = row.correction()
	c.Mark(made.From, p.ID)
	c.Cause = alarm.ByCorrection
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "correction", Action: auditdb.Created, ID: made.ID, Corporation: p.CorporationID, Project: p.ProjectID, Content: p.Name, After: *made,
	})
}

func (s *Store) WithdrawCorrection(ctx context.Context, who audit.Actor, id int64, note string) (after correction.Correction, err error) {
	err = s.Write(ctx, func(tx *Change) error {
		after, err = tx.Revoke(ctx, who, id, note)
		return err
	})
	return after, err
}

func (c *Change) Revoke(ctx context.Context, who audit.Actor, id int64, note string) (correction.Correction, error) {
	var row correctionRow
	if err := sqlkit.Visible(c.Selects(&row).Where("k.id = ?", id), who.Scope, "k.corporation_id", "k.project_id").Scan(ctx); err != nil {
		return correction.Correction{}, err
	}
	if row.TakenBackAt != 0 {
		return correction.Correction{}, errs.New(errs.CorrectionRevoked)
	}
	before := row.correction()
	row.TakenBackAt, row.TakenBackBy = c.Now, who.AccountID
	if err := c.Update(ctx, &row, id, "taken_back_at", "taken_back_by"); err != nil {
		return correction.Correction{}, err
	}
	c.Mark(row.FromTime, row.PointID)
	c.Cause = alarm.ByCorrection
	name, err := c.NameOf(ctx, row.PointID)
	if err != nil {
		return correction.Correction{}, err
	}
	return row.correction(), c.Log(ctx, who, auditdb.Entry{
		Kind: "correction", Action: "takeBack", ID: id, Corporation: row.CorporationID, Project: row.ProjectID, Content: name, Before: before,
		After: map[string]any{"reason": note},
	})
}
