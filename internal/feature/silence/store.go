package silence

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// Store stores silences.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:silence,alias:si"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64
	Level         alarm.Level
	FromTime      int64
	ToTime        int64
	Note          string
	RecordedAt    int64
	RecordedBy    int64
	EndedAt       int64
	EndedBy       int64
}

type pointRow struct {
	bun.BaseModel `bun:"table:silence_point,alias:sp"`
	SilenceID     int64 `bun:",pk"`
	PointID       int64 `bun:",pk"`
}

func (r *row) silence(points []int64) Silence {
	return Silence{
		ID: r.ID, ProjectID: r.ProjectID, Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, EndedAt: r.EndedAt, EndedBy: r.EndedBy,
		Silence: alarm.Silence{StructureID: r.StructureID, ItemID: r.ItemID, Points: points, Level: r.Level, From: r.FromTime, To: r.ToTime},
	}
}

// Silences returns the silences of projects that end after a time (UTC ms), as long as they held.
//
// Unscoped: the caller has chosen the projects, or works for the program.
func (s *Store) Silences(ctx context.Context, q *bun.SelectQuery, projects []int64, since int64) (map[int64][]alarm.Silence, error) {
	var rows []row
	if err := q.Clone().Model(&rows).Where("si.project_id IN (?) AND si.to_time > ?", bun.List(projects), since).OrderExpr("si.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("silences of %d projects: %w", len(projects), err)
	}
	found := map[int64][]alarm.Silence{}
	points, err := pointsOf(ctx, q, rows)
	for i := range rows {
		one := rows[i].silence(points[rows[i].ID]).Silence
		if ended := rows[i].EndedAt; ended != 0 {
			one.To = min(one.To, ended)
		}
		found[rows[i].ProjectID] = append(found[rows[i].ProjectID], one)
	}
	return found, err
}

// EndedEarly returns which of projects have a silence that somebody ended, and that would still hold at a time (UTC ms).
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) EndedEarly(ctx context.Context, q *bun.SelectQuery, projects []int64, at int64) (found []int64, err error) {
	err = q.Clone().TableExpr("silence AS si").ColumnExpr("DISTINCT si.project_id").
		Where("si.project_id IN (?) AND si.to_time > ? AND si.ended_at <> 0", bun.List(projects), at).Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("silences that ended early: %w", err)
	}
	return found, nil
}

// pointsOf returns the points of silences, by one query.
func pointsOf(ctx context.Context, q *bun.SelectQuery, rows []row) (map[int64][]int64, error) {
	found := map[int64][]int64{}
	if len(rows) == 0 {
		return found, nil
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	var points []pointRow
	if err := q.Clone().Model(&points).Where("sp.silence_id IN (?)", bun.List(ids)).OrderExpr("sp.silence_id, sp.point_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("points of %d silences: %w", len(rows), err)
	}
	for _, p := range points {
		found[p.SilenceID] = append(found[p.SilenceID], p.PointID)
	}
	return found, nil
}

// Listed is a silence with the names of what it is about.
type Listed struct {
	Silence
	Structure, Item string
	PointNames      []string // of those that still exist
	By, Ender       string   // names of accounts
}

// List returns the silences of a project, or one of them, the latest start first.
func (s *Store) List(ctx context.Context, scope access.Scope, project, id int64, page paging.Query) (found paging.Page[Listed], err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return found, err
	}
	var rows []struct {
		row       `bun:",extend"`
		Structure string `bun:",scanonly"`
		Item      string `bun:",scanonly"`
		By        string `bun:",scanonly"`
		Ender     string `bun:",scanonly"`
	}
	q := s.Bun.NewSelect().Model(&rows).ColumnExpr("si.*, COALESCE(st.name, '') AS structure, COALESCE(it.name, '') AS item").
		ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS by, COALESCE(NULLIF(e.display_name, ''), e.name, '') AS ender").
		Join("LEFT JOIN structure AS st ON st.id = si.structure_id").Join("LEFT JOIN structure AS it ON it.id = si.item_id").
		Join("LEFT JOIN account AS a ON a.id = si.recorded_by").Join("LEFT JOIN account AS e ON e.id = si.ended_by").
		Where("si.project_id = ?", project)
	if id != 0 {
		q = q.Where("si.id = ?", id)
	}
	if q, err = sqlkit.Paged(q, page, nil, "si.from_time DESC", "si.id DESC"); err != nil {
		return found, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return found, fmt.Errorf("silences of project %d: %w", project, err)
	}
	plain := make([]row, len(rows))
	for i := range rows {
		plain[i] = rows[i].row
	}
	points, err := pointsOf(ctx, s.Bun.NewSelect(), plain)
	if err != nil {
		return found, err
	}
	var all []int64
	for _, ids := range points {
		all = append(all, ids...)
	}
	var named []struct {
		ID   int64
		Name string
	}
	if len(all) > 0 {
		err = s.Bun.NewSelect().TableExpr("point AS p").Column("p.id", "p.name").Where("p.id IN (?) AND p.project_id = ?", bun.List(all), project).
			Scan(ctx, &named)
		if err != nil {
			return found, fmt.Errorf("names of silenced points: %w", err)
		}
	}
	names := make(map[int64]string, len(named))
	for _, n := range named {
		names[n.ID] = n.Name
	}
	found = paging.Page[Listed]{List: make([]Listed, len(rows)), Total: int(total)}
	for i := range rows {
		r := &rows[i]
		one := Listed{Silence: r.silence(points[r.ID]), Structure: r.Structure, Item: r.Item, By: r.By, Ender: r.Ender}
		for _, id := range one.Points {
			if name, there := names[id]; there {
				one.PointNames = append(one.PointNames, name)
			}
		}
		found.List[i] = one
	}
	return found, nil
}

// Add silences a part of a project.
func (s *Store) Add(ctx context.Context, who audit.Actor, one *Silence) error {
	if err := one.check(clock.Now()); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, one.ProjectID)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", one.ProjectID); err != nil {
			return err
		}
		if err := checkThings(ctx, tx, one); err != nil {
			return err
		}
		if one.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		one.RecordedAt, one.RecordedBy = tx.Now, who.AccountID
		stored := row{
			ID: one.ID, CorporationID: corporation, ProjectID: one.ProjectID, StructureID: one.StructureID, ItemID: one.ItemID, Level: one.Level,
			FromTime: one.From, ToTime: one.To, Note: one.Note, RecordedAt: one.RecordedAt, RecordedBy: one.RecordedBy,
		}
		if err := tx.Insert(ctx, &stored); err != nil {
			return err
		}
		if len(one.Points) > 0 {
			points := make([]pointRow, len(one.Points))
			for i, id := range one.Points {
				points[i] = pointRow{SilenceID: one.ID, PointID: id}
			}
			if err := tx.Insert(ctx, &points); err != nil {
				return err
			}
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Created, Kind: kind, ID: one.ID, Corporation: corporation, Project: one.ProjectID, After: one.logged(),
		})
	})
}

// checkThings refuses what is not in the project, and too many silences.
func checkThings(ctx context.Context, tx *sqlkit.Transaction, one *Silence) error {
	var refused errs.Refusals
	q := tx.Tables.Bun.NewSelect().Conn(tx.Tx)
	if err := sqlkit.CheckPlace(ctx, q, &refused, one.ProjectID, one.StructureID, one.ItemID); err != nil {
		return err
	}
	if len(one.Points) > 0 {
		var known []int64
		err := q.Clone().TableExpr("point AS p").Column("p.id").Where("p.project_id = ? AND p.id IN (?)", one.ProjectID, bun.List(one.Points)).
			Where("(? = 0 OR p.structure_id = ?) AND (? = 0 OR p.item_id = ?)", one.StructureID, one.StructureID, one.ItemID, one.ItemID).Scan(ctx, &known)
		if err != nil {
			return err
		}
		there := make(map[int64]bool, len(known))
		for _, id := range known {
			there[id] = true
		}
		for i, id := range one.Points {
			if !there[id] {
				refused.Add(fmt.Sprintf("pointIds[%d]", i), errs.NothingHere)
			}
		}
	}
	count, err := q.Clone().TableExpr("silence AS si").Where("si.project_id = ? AND si.to_time > ? AND si.ended_at = 0", one.ProjectID, tx.Now).Count(ctx)
	if err != nil {
		return err
	}
	if count >= maxOpen {
		refused.Add("from", errs.TooManyEntries, "max", maxOpen)
	}
	return refused.Err()
}

// End ends a silence that is not over. What it has held back is sent soon after, if it is not outdated.
func (s *Store) End(ctx context.Context, who audit.Actor, project, id int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", project); err != nil {
			return err
		}
		var stored row
		if err := tx.Selects(&stored).Where("si.id = ? AND si.project_id = ? AND si.ended_at = 0 AND si.to_time > ?", id, project, tx.Now).Scan(ctx); err != nil {
			return sqlkit.Translate(err)
		}
		before := stored.silence(nil)
		stored.EndedAt, stored.EndedBy = tx.Now, who.AccountID
		if err := tx.Update(ctx, &stored, id, "ended_at", "ended_by"); err != nil {
			return err
		}
		after := stored.silence(nil)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Updated, Kind: kind, ID: id, Corporation: corporation, Project: project,
			Before: before.logged(), After: after.logged(),
		})
	})
}

// logged is what the audit log keeps of a silence.
type logged struct {
	Structure int64       `json:"structureId"`
	Item      int64       `json:"itemId"`
	Points    []int64     `json:"pointIds,omitempty"`
	Level     alarm.Level `json:"silenceLevel"`
	From      int64       `json:"from"`
	To        int64       `json:"to"`
	Note      string      `json:"note"`
	EndedAt   int64       `json:"silenceEnds,omitempty"`
}

func (s *Silence) logged() logged {
	return logged{s.StructureID, s.ItemID, s.Points, s.Level, s.From, s.To, s.Note, s.EndedAt}
}
