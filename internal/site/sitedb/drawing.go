package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/drawing"
)

type sheetRow struct {
	bun.BaseModel `bun:"table:plan,alias:pl"`
	drawing.Sheet
}

type markRow struct {
	bun.BaseModel `bun:"table:plan_mark"`
	PlanID        int64
	drawing.Mark
}

type sheetListRow struct {
	bun.BaseModel `bun:"table:plan,alias:pl"`
	drawing.Sheet
	Marks int `bun:",scanonly"`
}

var _ drawing.Store = (*Store)(nil)

// ofStructure is the condition that point p may be placed on sheet pl.
const ofStructure = "(p.structure_id = pl.structure_id OR p.item_id = pl.structure_id)"

func (s *Store) Sheets(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]drawing.Listed, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []sheetListRow
	q := s.Selects(&rows).ColumnExpr("pl.*").
		ColumnExpr("(SELECT COUNT(*) FROM plan_mark AS m JOIN point AS p ON p.id = m.point_id WHERE m.plan_id = pl.id AND "+ofStructure+") AS marks").
		Where("pl.project_id = ?", projectID).OrderExpr("pl.structure_id, pl.sort, pl.id")
	if structureID != 0 {
		q = q.Where("pl.structure_id = ?", structureID)
	}
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("plans of project %d: %w", projectID, err)
	}
	list := make([]drawing.Listed, len(rows))
	for i, r := range rows {
		list[i] = drawing.Listed{Sheet: r.Sheet, Marks: r.Marks}
	}
	return list, nil
}

func (s *Store) Sheet(ctx context.Context, scope access.Scope, projectID, id int64) (drawing.Sheet, error) {
	var row sheetRow
	err := sqlkit.Visible(s.Selects(&row).Where("pl.id = ? AND pl.project_id = ?", id, projectID), scope, "pl.corporation_id", "pl.project_id").Scan(ctx)
	return row.Sheet, sqlkit.Translate(err)
}

func (s *Store) CreateSheet(ctx context.Context, who audit.Actor, sheet *drawing.Sheet) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *sheet
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if made.Sort == 0 {
			made.Sort = made.ID // after the existing ones
		}
		if err := tx.Insert(ctx, &sheetRow{Sheet: made}); err != nil {
			return err
		}
		*sheet = made
		return tx.logSheet(ctx, who, auditdb.Created, made, nil, made)
	})
}

func (s *Store) UpdateSheet(ctx context.Context, who audit.Actor, sheet drawing.Sheet) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.sheet(ctx, who, sheet.ID)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &sheetRow{Sheet: sheet}, sheet.ID); err != nil {
			return err
		}
		return tx.logSheet(ctx, who, auditdb.Updated, sheet, before, sheet)
	})
}

func (s *Store) DeleteSheet(ctx context.Context, who audit.Actor, projectID, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.sheet(ctx, who, id)
		if err != nil {
			return err
		}
		if before.ProjectID != projectID {
			return errs.New(errs.NothingHere)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM plan WHERE id = ?", id); err != nil {
			return err
		}
		return tx.logSheet(ctx, who, auditdb.Deleted, before, before, nil)
	})
}

func (c *change) sheet(ctx context.Context, who audit.Actor, id int64) (drawing.Sheet, error) {
	var row sheetRow
	err := sqlkit.Visible(c.Selects(&row).Where("pl.id = ?", id), who.Scope, "pl.corporation_id", "pl.project_id").Scan(ctx)
	return row.Sheet, sqlkit.Translate(err)
}

func (c *change) logSheet(ctx context.Context, who audit.Actor, action string, s drawing.Sheet, before, after any) error {
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "plan", Action: action, ID: s.ID, Corporation: s.CorporationID, Project: s.ProjectID, Content: s.Name, Before: before, After: after,
	})
}

func (s *Store) Marks(ctx context.Context, scope access.Scope, sheet drawing.Sheet) ([]drawing.Mark, error) {
	marks := []drawing.Mark{}
	q := s.Bun.NewSelect().TableExpr("plan_mark AS m").ColumnExpr("m.point_id, m.x, m.y").
		Join("JOIN plan AS pl ON pl.id = m.plan_id").Join("JOIN point AS p ON p.id = m.point_id").
		Where("m.plan_id = ?", sheet.ID).Where(ofStructure).OrderExpr("p.sort, p.id")
	if err := sqlkit.Visible(q, scope, "pl.corporation_id", "pl.project_id").Scan(ctx, &marks); err != nil {
		return nil, fmt.Errorf("points on plan %d: %w", sheet.ID, err)
	}
	return marks, nil
}

// markLog is the log form of a drawing's points: names and positions.
type markLog struct {
	Marks map[string]string
}

func (s *Store) PlaceMarks(ctx context.Context, who audit.Actor, sheet drawing.Sheet, marks []drawing.Mark, gone []int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.sheet(ctx, who, sheet.ID); err != nil {
			return err
		}
		touched := append([]int64{}, gone...)
		for _, m := range marks {
			touched = append(touched, m.PointID)
		}
		var rows []struct {
			ID   int64
			Name string
			X, Y *float64
		}
		err := s.Bun.NewSelect().Conn(tx.Tx).TableExpr("point AS p").ColumnExpr("p.id, p.name, m.x, m.y").
			Join("JOIN plan AS pl ON pl.id = ?", sheet.ID).Join("LEFT JOIN plan_mark AS m ON m.plan_id = pl.id AND m.point_id = p.id").
			Where("p.id IN (?)", bun.List(touched)).Where(ofStructure).Scan(ctx, &rows)
		if err != nil {
			return err
		}
		names := make(map[int64]string, len(rows))
		before, after := markLog{map[string]string{}}, markLog{map[string]string{}}
		for _, r := range rows {
			names[r.ID] = r.Name
			if r.X != nil && r.Y != nil {
				before.Marks[r.Name] = placeText(*r.X, *r.Y)
			}
		}
		var refusals errs.Refusals
		for i, m := range marks {
			name, known := names[m.PointID]
			if !known {
				refusals.Add(fmt.Sprintf("marks[%d].measuringPointId", i), errs.MustExist)
			}
			after.Marks[name] = placeText(m.X, m.Y)
		}
		if err := refusals.Err(); err != nil {
			return err
		}
		for _, id := range touched {
			if _, err := tx.Exec(ctx, "DELETE FROM plan_mark WHERE plan_id = ? AND point_id = ?", sheet.ID, id); err != nil {
				return err
			}
		}
		for _, m := range marks {
			if _, err := tx.Exec(ctx, "INSERT INTO plan_mark (plan_id, point_id, x, y) VALUES (?, ?, ?, ?)", sheet.ID, m.PointID, m.X, m.Y); err != nil {
				return err
			}
		}
		return tx.logSheet(ctx, who, "place", sheet, before, after)
	})
}

func placeText(x, y float64) string { return fmt.Sprintf("%.4f, %.4f", x, y) }
