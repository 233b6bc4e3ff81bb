package schedule

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

// Config is the calendar of a project.
type Config struct {
	ReportConfigFields
	UpdatedAt int64 // UTC ms; 0: nobody has set it

	calendar calendar.Calendar
	zone     *time.Location
}

// calendarOf reads a calendar; that of a project that has set none begins when the project was created.
func calendarOf(settings, timeZone string, created int64) (c calendar.Calendar, zone *time.Location, f ReportConfigFields, err error) {
	if zone, err = time.LoadLocation(timeZone); err != nil {
		return c, nil, f, fmt.Errorf("time zone of a project: %w", err)
	}
	f = usual(calendar.DateAt(created, zone))
	if settings != "" {
		if err := json.Unmarshal([]byte(settings), &f); err != nil {
			return c, nil, f, fmt.Errorf("calendar of a project: %w", err)
		}
	}
	c, err = f.calendar()
	return c, zone, f, err
}

// Config returns the calendar of a project.
func (s *Store) Config(ctx context.Context, scope access.Scope, project int64) (c Config, err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return c, err
	}
	var r struct {
		TimeZone             string
		CreatedAt, UpdatedAt int64
		Settings             string
	}
	err = s.Bun.NewSelect().TableExpr("project AS p").Join("LEFT JOIN report_calendar AS rc ON rc.project_id = p.id").Where("p.id = ?", project).
		ColumnExpr("p.time_zone, p.created_at, COALESCE(rc.updated_at, 0) AS updated_at, COALESCE(rc.settings, '') AS settings").Scan(ctx, &r)
	if err != nil {
		return c, fmt.Errorf("report calendar of project %d: %w", project, err)
	}
	c.UpdatedAt = r.UpdatedAt
	c.calendar, c.zone, c.ReportConfigFields, err = calendarOf(r.Settings, r.TimeZone, r.CreatedAt)
	return c, err
}

// SetConfig stores the calendar of a project. The periods that end from now on follow it.
func (s *Store) SetConfig(ctx context.Context, who audit.Actor, project int64, was, f *ReportConfigFields) error {
	settings, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("calendar of project %d: %w", project, err)
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", project); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO report_calendar (project_id, corporation_id, settings, number_prefix, updated_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (project_id) DO UPDATE SET settings = excluded.settings, number_prefix = excluded.number_prefix, updated_at = excluded.updated_at`,
			project, corporation, string(settings), f.NumberPrefix, tx.Now)
		if err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Updated, Kind: calendarKind, ID: project, Corporation: corporation, Project: project, Before: was.logged(), After: f.logged(),
		})
	})
}
