package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/series"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/project"
)

type projectRow struct {
	bun.BaseModel `bun:"table:project,alias:p"`
	project.Project
	deletionColumns
}

// deletionColumns are all zero unless the project is deleted.
type deletionColumns struct {
	DeletedAt int64
	DeletedBy int64
	Purging   bool
}

type projectSummaryRow struct {
	bun.BaseModel `bun:"table:project,alias:p"`
	project.Project
	deletionColumns
	Structures   int `bun:",scanonly"`
	Points       int `bun:",scanonly"`
	Level        int `bun:",scanonly"`
	ActiveAlerts int `bun:",scanonly"`
}

var _ project.Store = (*Store)(nil)

const (
	projectLevel  = "(SELECT COALESCE(MAX(l.level), -1) FROM point AS pt JOIN point_level AS l ON l.point_id = pt.id WHERE pt.project_id = p.id)"
	projectPoints = "(SELECT COUNT(*) FROM point AS pt WHERE pt.project_id = p.id)"
	activeAlert   = "status IN ('Pending', 'Notice') AND withdrawn_at = 0 AND kind = 'threshold'" // about values, not devices
)

// Projects runs three queries, and one of the series.
func (s *Store) Projects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[project.Summary], error) {
	var rows []projectSummaryRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "p.corporation_id", "p.id").
		ColumnExpr("p.*").
		ColumnExpr("(SELECT COUNT(*) FROM structure AS st WHERE st.project_id = p.id AND NOT st.is_item) AS structures").
		ColumnExpr(projectPoints + " AS points").
		ColumnExpr(projectLevel + " AS level").
		ColumnExpr("(SELECT COUNT(*) FROM alert WHERE project_id = p.id AND " + activeAlert + ") AS active_alerts")
	q = sqlkit.Matching(q, query.Keyword, "p.name", "p.address")
	q, err := sqlkit.Paged(q, query, sqlkit.Ordering{
		"name": "p.name", "createdAt": "p.created_at", "level": "level", "points": "points", "activeAlerts": "active_alerts",
	},
		"level DESC, active_alerts DESC, p.name", "p.id")
	if err != nil {
		return paging.Page[project.Summary]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[project.Summary]{}, fmt.Errorf("list projects: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	last, err := s.lastOfProjects(ctx, ids)
	if err != nil {
		return paging.Page[project.Summary]{}, err
	}
	page := paging.Page[project.Summary]{List: make([]project.Summary, len(rows)), Total: int(total)}
	for i, r := range rows {
		page.List[i] = project.Summary{
			Project: r.Project, Structures: r.Structures, Points: r.Points, Level: r.Level, ActiveAlerts: r.ActiveAlerts, LastReading: last[r.ID],
		}
	}
	return page, nil
}

// lastOfProjects returns the time of the last result of each project.
func (s *Store) lastOfProjects(ctx context.Context, projects []int64) (map[int64]int64, error) {
	last := make(map[int64]int64, len(projects))
	if len(projects) == 0 {
		return last, nil
	}
	var points []struct{ ID, ProjectID int64 }
	if err := s.Bun.NewSelect().Table("point").Column("id", "project_id").Where("project_id IN (?)", bun.List(projects)).Scan(ctx, &points); err != nil {
		return nil, fmt.Errorf("points of projects: %w", err)
	}
	ids := make([]int64, len(points))
	for i, p := range points {
		ids[i] = p.ID
	}
	times, err := s.lastOfPoints(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, p := range points {
		last[p.ProjectID] = max(last[p.ProjectID], times[i])
	}
	return last, nil
}

// lastOfPoints returns the time of the last valid result of points, in order; 0 without one.
func (s *Store) lastOfPoints(ctx context.Context, points []int64) ([]int64, error) {
	latest, err := s.latest(ctx, points)
	if err != nil {
		return nil, err
	}
	times := make([]int64, len(points))
	for i := range latest {
		if latest[i].Found {
			times[i] = latest[i].Time
		}
	}
	return times, nil
}

// latest returns the last valid result of points, in order.
func (s *Store) latest(ctx context.Context, points []int64) ([]series.Latest, error) {
	if len(points) == 0 {
		return nil, nil
	}
	ids := make([]series.ID, len(points))
	for i, p := range points {
		ids[i] = series.ResultID(p)
	}
	latest, err := s.series.Latest(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("latest of %d points: %w", len(points), err)
	}
	return latest, nil
}

func (s *Store) Project(ctx context.Context, scope access.Scope, id int64) (project.Project, error) {
	var row projectRow
	err := sqlkit.Visible(s.Selects(&row).Where("p.id = ?", id), scope, "p.corporation_id", "p.id").Scan(ctx)
	return row.Project, sqlkit.Translate(err)
}

func (s *Store) ProjectCorporation(ctx context.Context, scope access.Scope, id int64) (int64, error) {
	return s.ProjectOwner(ctx, scope, id)
}

// An account that is not an administrator becomes the owner.
//
// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateProject(ctx context.Context, who audit.Actor, p *project.Project) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *p
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &projectRow{Project: made}); err != nil {
			return err
		}
		if err := s.owners.MakeOwner(ctx, tx.Transaction, who, made.ID); err != nil {
			return err
		}
		*p = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: auditdb.Created, ID: p.ID, Corporation: p.CorporationID, Project: p.ID, Content: p.Name, After: made,
		})
	})
}

// project reads a project in the actor's scope within the transaction.
func (c *change) project(ctx context.Context, who audit.Actor, id int64) (project.Project, error) {
	var row projectRow
	err := sqlkit.Visible(c.Selects(&row).Where("p.id = ?", id), who.Scope, "p.corporation_id", "p.id").Scan(ctx)
	return row.Project, sqlkit.Translate(err)
}

func (s *Store) UpdateProject(ctx context.Context, who audit.Actor, p project.Project) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.project(ctx, who, p.ID)
		if err != nil {
			return err
		}
		p.CorporationID, p.CreatedAt = before.CorporationID, before.CreatedAt
		if err := tx.Update(ctx, &projectRow{Project: p}, p.ID); err != nil {
			return err
		}
		if before.TimeZone != p.TimeZone || before.Language != p.Language {
			if err := tx.announceProject(ctx, p.ID); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "project", Action: auditdb.Updated, ID: p.ID, Corporation: p.CorporationID, Project: p.ID, Content: p.Name, Before: before, After: p,
		})
	})
}

// announceProject reloads all points and devices of a project in the directories.
func (c *change) announceProject(ctx context.Context, id int64) error {
	var points, devices []int64
	if err := c.store.Bun.NewSelect().Conn(c.Tx).Table("device").Column("id").Where("project_id = ?", id).Scan(ctx, &devices); err != nil {
		return fmt.Errorf("devices of project %d: %w", id, err)
	}
	c.Devices = append(c.Devices, devices...)
	if err := c.store.Bun.NewSelect().Conn(c.Tx).Table("point").Column("id").Where("project_id = ?", id).Scan(ctx, &points); err != nil {
		return fmt.Errorf("points of project %d: %w", id, err)
	}
	c.Points = append(c.Points, points...)
	return nil
}

// Markers runs two queries, and one of the series.
func (s *Store) Markers(ctx context.Context, scope access.Scope) ([]project.Marker, error) {
	var rows []struct {
		ID        int64
		Name      string
		Longitude int64
		Latitude  int64
		Level     int
		Points    int
	}
	q := s.Bun.NewSelect().TableExpr("project AS p").Column("p.id", "p.name", "p.longitude", "p.latitude").
		ColumnExpr(projectLevel + " AS level").ColumnExpr(projectPoints + " AS points").
		Where("p.longitude IS NOT NULL AND p.latitude IS NOT NULL").OrderExpr("p.id")
	if err := sqlkit.Visible(q, scope, "p.corporation_id", "p.id").Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("markers: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	last, err := s.lastOfProjects(ctx, ids)
	if err != nil {
		return nil, err
	}
	markers := make([]project.Marker, len(rows))
	for i, r := range rows {
		markers[i] = project.Marker{
			ProjectID: r.ID, Name: r.Name, Longitude: r.Longitude, Latitude: r.Latitude, Level: r.Level, Points: r.Points, LastReading: last[r.ID],
		}
	}
	return markers, nil
}
