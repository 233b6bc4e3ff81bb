package board

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores boards.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:board,alias:b"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Name          string
	Sort          int64
	Layout        string
	Panels        string
	CreatedAt     int64
	UpdatedAt     int64
}

func (r row) board() (b Board, err error) {
	b = Board{ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Sort: r.Sort, UpdatedAt: r.UpdatedAt}
	if err := json.Unmarshal([]byte(r.Layout), &b.Layout); err != nil {
		return b, fmt.Errorf("layout of board %d: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(r.Panels), &b.Panels); err != nil {
		return b, fmt.Errorf("panels of board %d: %w", r.ID, err)
	}
	return b, nil
}

// Boards returns the boards of a project in their order, with the points that are gone.
func (s *Store) Boards(ctx context.Context, scope access.Scope, project int64) ([]Board, error) {
	var rows []row
	q := sqlkit.Visible(s.Selects(&rows), scope, "b.corporation_id", "b.project_id").Where("b.project_id = ?", project)
	if err := q.OrderExpr("b.sort, b.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("boards of project %d: %w", project, err)
	}
	return s.known(ctx, project, rows)
}

// Board returns a board of a project, with the points that are gone.
func (s *Store) Board(ctx context.Context, scope access.Scope, project, id int64) (Board, error) {
	var r row
	q := sqlkit.Visible(s.Selects(&r), scope, "b.corporation_id", "b.project_id").Where("b.project_id = ? AND b.id = ?", project, id)
	if err := q.Scan(ctx); err != nil {
		return Board{}, sqlkit.Translate(err)
	}
	list, err := s.known(ctx, project, []row{r})
	if err != nil {
		return Board{}, err
	}
	return list[0], nil
}

// known turns rows into boards and marks panels whose point is not in the project.
//
// Unscoped: the caller has selected the rows in its scope.
func (s *Store) known(ctx context.Context, project int64, rows []row) ([]Board, error) {
	list := make([]Board, len(rows))
	var ids []int64
	for i, r := range rows {
		var err error
		if list[i], err = r.board(); err != nil {
			return nil, err
		}
		for _, p := range list[i].Panels {
			ids = append(ids, p.PointID)
		}
	}
	if len(ids) == 0 {
		return list, nil
	}
	var there []int64
	q := s.Bun.NewSelect().Table("point").Column("id").Where("project_id = ? AND id IN (?)", project, bun.List(ids))
	if err := q.Scan(ctx, &there); err != nil {
		return nil, fmt.Errorf("points on boards of project %d: %w", project, err)
	}
	for i := range list {
		for k := range list[i].Panels {
			list[i].Panels[k].Gone = !slices.Contains(there, list[i].Panels[k].PointID)
		}
	}
	return list, nil
}

func locked(ctx context.Context, tx *sqlkit.Transaction, scope access.Scope, project, id int64) (r row, err error) {
	if err := tx.Lock(ctx, "board", id); err != nil {
		return r, err
	}
	q := sqlkit.Visible(tx.Selects(&r), scope, "b.corporation_id", "b.project_id").Where("b.project_id = ? AND b.id = ?", project, id)
	return r, sqlkit.Translate(q.Scan(ctx))
}

// Save inserts a board at the end or, with an id, changes it.
func (s *Store) Save(ctx context.Context, who audit.Actor, b *Board) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, b.ProjectID)
		if err != nil {
			return err
		}
		// Boards of a project are written one after the other, so that names and places stay unique.
		if err := tx.Lock(ctx, "project", b.ProjectID); err != nil {
			return err
		}
		entry := auditdb.Entry{Kind: kind, Action: auditdb.Updated, Corporation: corporation, Project: b.ProjectID, Content: b.Name}
		var r row
		if b.ID == 0 {
			entry.Action = auditdb.Created
			r = row{CorporationID: corporation, ProjectID: b.ProjectID, CreatedAt: tx.Now}
			if r.Sort, err = nextPlace(ctx, tx, b.ProjectID); err != nil {
				return err
			}
			if r.ID, err = tx.ID(ctx); err != nil {
				return err
			}
		} else {
			if r, err = locked(ctx, tx, who.Scope, b.ProjectID, b.ID); err != nil {
				return err
			}
			if b.UpdatedAt != 0 && b.UpdatedAt != r.UpdatedAt {
				return errs.New(errs.Changed)
			}
			entry.Before = r.logged()
		}
		r.Name, r.UpdatedAt = b.Name, tx.Now
		if r.Layout, err = sqlkit.JSONText(b.Layout); err != nil {
			return err
		}
		if r.Panels, err = sqlkit.JSONText(b.Panels); err != nil {
			return err
		}
		if err := unique(ctx, tx, r); err != nil {
			return err
		}
		if entry.Action == auditdb.Created {
			err = tx.Insert(ctx, &r)
		} else {
			err = tx.Update(ctx, &r, r.ID)
		}
		if err != nil {
			return err
		}
		b.ID, b.CorporationID, b.Sort, b.UpdatedAt = r.ID, corporation, r.Sort, r.UpdatedAt
		entry.ID, entry.After = r.ID, r.logged()
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, entry)
	})
}

// nextPlace returns the place behind the last board of a project, or refuses one board too many.
func nextPlace(ctx context.Context, tx *sqlkit.Transaction, project int64) (int64, error) {
	var places []int64
	if err := tx.Selects((*row)(nil)).Column("sort").Where("b.project_id = ?", project).Scan(ctx, &places); err != nil {
		return 0, err
	}
	if len(places) >= maxBoards {
		return 0, errs.OnField("name", errs.TooManyEntries, "max", maxBoards)
	}
	if len(places) == 0 {
		return 1, nil
	}
	return slices.Max(places) + 1, nil
}

func unique(ctx context.Context, tx *sqlkit.Transaction, r row) error {
	taken, err := tx.Selects((*row)(nil)).Where("b.project_id = ? AND b.name = ? AND b.id <> ?", r.ProjectID, r.Name, r.ID).Exists(ctx)
	if err != nil {
		return err
	}
	if taken {
		return errs.OnField("name", errs.NameUsed)
	}
	return nil
}

// logged is what the audit log keeps of a board.
type logged struct {
	Name   string `json:"name"`
	Layout string `json:"boardLayout"`
	Panels string `json:"boardPanels"`
}

func (r row) logged() logged {
	b, err := r.board()
	if err != nil {
		return logged{Name: r.Name}
	}
	panels := make([]string, len(b.Panels))
	for i, p := range b.Panels {
		panels[i] = p.Name + " " + p.View
	}
	return logged{r.Name, fmt.Sprintf("%d × %d, %s", b.Layout.Rows, b.Layout.Columns, b.Layout.Range), strings.Join(panels, ", ")}
}

// Sort puts the boards of a project into a new order; those that are not named follow as they were.
func (s *Store) Sort(ctx context.Context, who audit.Actor, project int64, ids []int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", project); err != nil {
			return err
		}
		var rows []row
		if err := tx.Selects(&rows).Where("b.project_id = ?", project).OrderExpr("b.sort, b.id").Scan(ctx); err != nil {
			return err
		}
		if err := checkOrder(rows, ids); err != nil {
			return err
		}
		names := func(of []row) string {
			list := make([]string, len(of))
			for i, r := range of {
				list[i] = r.Name
			}
			return strings.Join(list, ", ")
		}
		before := names(rows)
		place := func(r row) int {
			if i := slices.Index(ids, r.ID); i >= 0 {
				return i
			}
			return len(ids)
		}
		slices.SortStableFunc(rows, func(a, b row) int { return place(a) - place(b) })
		for i := range rows {
			rows[i].Sort = int64(i + 1)
			if err := tx.Update(ctx, &rows[i], rows[i].ID, "sort"); err != nil {
				return err
			}
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: kind, Action: "sort", Corporation: corporation, Project: project, Content: names(rows),
			Before: map[string]string{"boardOrder": before}, After: map[string]string{"boardOrder": names(rows)},
		})
	})
}

// checkOrder refuses an order with a board twice or one of another project.
func checkOrder(rows []row, ids []int64) error {
	var refused errs.Refusals
	for i, id := range ids {
		field := fmt.Sprintf("ids[%d]", i)
		switch {
		case slices.Contains(ids[:i], id):
			refused.Add(field, errs.Duplicate)
		case !slices.ContainsFunc(rows, func(r row) bool { return r.ID == id }):
			refused.Add(field, errs.MustExist)
		}
	}
	return refused.Err()
}

// Delete deletes a board.
func (s *Store) Delete(ctx context.Context, who audit.Actor, project, id int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r, err := locked(ctx, tx, who.Scope, project, id)
		if err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM board WHERE id = ?", id); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: kind, Action: auditdb.Deleted, ID: id, Corporation: r.CorporationID, Project: project, Content: r.Name, Before: r.logged(),
		})
	})
}
