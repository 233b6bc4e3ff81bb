package schedule

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// Store stores calendars, schedules, their runs, and mails.
type Store struct{ *sqlkit.Tables }

// listed returns schedules with what their times depend on.
//
// Unscoped: the callers check access to the project, or work for the program.
func (s *Store) listed(rows *[]listedRow) *bun.SelectQuery {
	return s.Bun.NewSelect().Model(rows).ColumnExpr("rs.*, p.time_zone, p.created_at AS begun, COALESCE(rc.settings, '') AS calendar").
		ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		ColumnExpr("COALESCE((SELECT MAX(rn.end_at) FROM report_run AS rn WHERE rn.schedule_id = rs.id), 0) AS last_end").
		Join("JOIN project AS p ON p.id = rs.project_id").Join("LEFT JOIN report_calendar AS rc ON rc.project_id = rs.project_id").
		Join("LEFT JOIN account AS a ON a.id = rs.account_id").Where("p.deleted_at = 0").OrderExpr("LOWER(rs.name), rs.id")
}

func schedulesOf(rows []listedRow) (list []Schedule, err error) {
	list = make([]Schedule, len(rows))
	for i := range rows {
		if list[i], err = rows[i].schedule(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// List returns the schedules of a project by name.
func (s *Store) List(ctx context.Context, scope access.Scope, project int64) ([]Schedule, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []listedRow
	if err := s.listed(&rows).Where("rs.project_id = ?", project).Scan(ctx); err != nil {
		return nil, fmt.Errorf("report schedules of project %d: %w", project, err)
	}
	return schedulesOf(rows)
}

// Get returns a schedule of a project.
func (s *Store) Get(ctx context.Context, scope access.Scope, project, id int64) (Schedule, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return Schedule{}, err
	}
	var rows []listedRow
	if err := s.listed(&rows).Where("rs.project_id = ? AND rs.id = ?", project, id).Scan(ctx); err != nil {
		return Schedule{}, fmt.Errorf("report schedule %d: %w", id, err)
	}
	if len(rows) == 0 {
		return Schedule{}, errs.New(errs.NothingHere)
	}
	return rows[0].schedule()
}

// enabled returns the schedules that are switched on.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) enabled(ctx context.Context) ([]Schedule, error) {
	var rows []listedRow
	if err := s.listed(&rows).Where("rs.enabled").Scan(ctx); err != nil {
		return nil, fmt.Errorf("report schedules: %w", err)
	}
	return schedulesOf(rows)
}

// Add stores a schedule.
func (s *Store) Add(ctx context.Context, who audit.Actor, c *Schedule) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) (err error) {
		if c.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, c.ProjectID); err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", c.ProjectID); err != nil {
			return err
		}
		n, err := tx.Selects((*row)(nil)).Where("rs.project_id = ?", c.ProjectID).Count(ctx)
		if err != nil {
			return err
		}
		if n >= mostSchedules {
			return errs.New(errs.TooManySchedules, "max", mostSchedules)
		}
		if c.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		c.AccountID, c.Since, c.CreatedAt, c.ChangedAt = who.AccountID, tx.Now, tx.Now, tx.Now
		r, err := c.row()
		if err != nil {
			return err
		}
		if err := tx.Insert(ctx, &r); err != nil {
			return err
		}
		return s.log(ctx, tx, who, auditdb.Created, c, nil)
	})
}

func (s *Schedule) row() (row, error) {
	settings, err := json.Marshal(s.ReportScheduleFields)
	if err != nil {
		return row{}, fmt.Errorf("settings of a report schedule: %w", err)
	}
	return row{
		ID: s.ID, CorporationID: s.CorporationID, ProjectID: s.ProjectID, AccountID: s.AccountID, Name: s.Name, Enabled: s.Enabled,
		Settings: string(settings), Since: s.Since, CreatedAt: s.CreatedAt, ChangedAt: s.ChangedAt,
	}, nil
}

// log adds an entry about a schedule to the operation log.
func (s *Store) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, action string, c *Schedule, before any) error {
	e := auditdb.Entry{Action: action, Kind: kindLogged, ID: c.ID, Corporation: c.CorporationID, Project: c.ProjectID, Before: before}
	if action != auditdb.Deleted {
		e.After = c.logged()
	}
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, e)
}

// Change stores the fields of a schedule and whose rights it has. One that is resumed leaves out the periods that have ended.
func (s *Store) Change(ctx context.Context, who audit.Actor, was, c *Schedule) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, c.ProjectID); err != nil {
			return err
		}
		c.ChangedAt = tx.Now
		if c.Enabled && !was.Enabled || c.Kind != was.Kind {
			c.Since = tx.Now
		}
		r, err := c.row()
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE report_schedule SET account_id = ?, name = ?, enabled = ?, settings = ?, since = ?, changed_at = ? "+
			"WHERE id = ? AND project_id = ? AND changed_at = ?", r.AccountID, r.Name, r.Enabled, r.Settings, r.Since, r.ChangedAt, c.ID, c.ProjectID, was.ChangedAt)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.Changed)
		}
		return s.log(ctx, tx, who, auditdb.Updated, c, was.logged())
	})
}

// Delete removes a schedule with its runs and the mails that are not sent. Its reports stay.
func (s *Store) Delete(ctx context.Context, who audit.Actor, c *Schedule) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, c.ProjectID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM report_schedule WHERE id = ? AND project_id = ?", c.ID, c.ProjectID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		return s.log(ctx, tx, who, auditdb.Deleted, c, c.logged())
	})
}

// Filter narrows a list of runs.
type Filter struct {
	paging.Query
	ProjectID  int64
	ScheduleID int64 // 0: all
	ID         int64 // 0: all
}

// Runs returns the runs of the schedules of a project, newest first. It sorts by end, createdAt.
func (s *Store) Runs(ctx context.Context, scope access.Scope, f Filter) (found paging.Page[Run], err error) {
	if _, err := s.ProjectOwner(ctx, scope, f.ProjectID); err != nil {
		return found, err
	}
	var rows []runRow
	q := s.Bun.NewSelect().Model(&rows).ColumnExpr("rn.*, rs.name AS schedule").Join("JOIN report_schedule AS rs ON rs.id = rn.schedule_id").
		Where("rn.project_id = ?", f.ProjectID)
	if f.ScheduleID != 0 {
		q = q.Where("rn.schedule_id = ?", f.ScheduleID)
	}
	if f.ID != 0 {
		q = q.Where("rn.id = ?", f.ID)
	}
	if q, err = sqlkit.Paged(q, f.Query, sqlkit.Ordering{"end": "rn.end_at", "createdAt": "rn.created_at"}, "rn.created_at DESC", "rn.id DESC"); err != nil {
		return found, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, fmt.Sprintf("report runs of project %d", f.ProjectID), func(r runRow) Run { return r.run() })
}

// lastRuns returns the run with the latest period of each schedule.
//
// Unscoped: the caller has read the schedules in its scope.
func (s *Store) lastRuns(ctx context.Context, schedules []int64) (map[int64]Run, error) {
	if len(schedules) == 0 {
		return map[int64]Run{}, nil
	}
	var rows []runRow
	err := s.Selects(&rows).Where("rn.schedule_id IN (?)", bun.List(schedules)).
		Where("rn.end_at = (SELECT MAX(o.end_at) FROM report_run AS o WHERE o.schedule_id = rn.schedule_id)").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("last runs of report schedules: %w", err)
	}
	last := make(map[int64]Run, len(rows))
	for i := range rows {
		last[rows[i].ScheduleID] = rows[i].run()
	}
	return last, nil
}
