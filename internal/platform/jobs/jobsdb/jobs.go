package jobsdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type jobRow struct {
	bun.BaseModel `bun:"table:job,alias:j"`
	ID            int64 `bun:",pk"`
	Kind          string
	Args          string
	State         jobs.State
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	UniqueKey     string
	RunAt         int64
	Attempt       int
	Server        int64
	LeaseUntil    int64
	Done          int64
	Total         int64
	Checkpoint    string
	Result        string
	Error         string
	CreatedAt     int64
	FinishedAt    int64
}

func (r jobRow) job() jobs.Job {
	return jobs.Job{
		ID: r.ID, Kind: r.Kind, Args: sqlkit.RawJSON(r.Args), State: r.State, CorporationID: r.CorporationID, ProjectID: r.ProjectID, AccountID: r.AccountID,
		UniqueKey: r.UniqueKey, RunAt: r.RunAt, Attempt: r.Attempt, LeaseUntil: r.LeaseUntil,
		Progress: jobs.Progress{Done: r.Done, Total: r.Total, Checkpoint: sqlkit.RawJSON(r.Checkpoint), Result: sqlkit.RawJSON(r.Result)},
		Error:    r.Error, CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt,
	}
}

var _ jobs.Store = (*Store)(nil)

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) Enqueue(ctx context.Context, n jobs.New) (jobs.Job, error) {
	var job jobs.Job
	err := s.write(ctx, func(tx *change) (err error) {
		if job, err = s.EnqueueIn(ctx, tx.Tx.Tx, n); err != nil {
			return err
		}
		tx.AfterCommit(s.NotifyJobs(ctx))
		if n.By.AccountID == 0 {
			return nil
		}
		return tx.Log(ctx, n.By, auditdb.Entry{Kind: "job", Action: n.Kind, ID: job.ID, Corporation: n.CorporationID, Project: n.ProjectID, Content: n.Subject})
	})
	return job, err
}

func (s *Store) NotifyJobs(ctx context.Context) func() {
	return func() { s.Bus.Publish(context.WithoutCancel(ctx), events.Event{Topic: events.Jobs}) }
}

// EnqueueIn enqueues a job in a transaction, so that the job exists only if the transaction commits.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) EnqueueIn(ctx context.Context, tx *sql.Tx, n jobs.New) (jobs.Job, error) {
	args, err := sqlkit.JSONText(n.Args)
	if err != nil {
		return jobs.Job{}, err
	}
	now, err := s.Now(ctx, tx)
	if err != nil {
		return jobs.Job{}, err
	}
	row := jobRow{
		Kind: n.Kind, Args: args, State: jobs.Waiting, CorporationID: n.CorporationID, ProjectID: n.ProjectID, AccountID: n.AccountID,
		UniqueKey: n.UniqueKey, RunAt: now, CreatedAt: now,
	}
	if !n.RunAt.IsZero() {
		row.RunAt = n.RunAt.UnixMilli()
	}
	if row.ID, err = s.IDs.TakeIn(ctx, tx, 1); err != nil {
		return jobs.Job{}, err
	}
	q := s.Bun.NewInsert().Conn(tx).Model(&row)
	if n.UniqueKey == "" {
		_, err := q.Exec(ctx)
		return row.job(), err
	}
	result, err := q.On("CONFLICT (unique_key) WHERE unique_key <> '' AND state IN ('waiting', 'running') DO NOTHING").Exec(ctx)
	if err != nil {
		return jobs.Job{}, fmt.Errorf("queue %s: %w", n.Kind, err)
	}
	if added, err := result.RowsAffected(); err != nil || added == 1 {
		return row.job(), err
	}
	var there jobRow
	err = s.Bun.NewSelect().Conn(tx).Model(&there).Where("j.unique_key = ? AND j.state IN ('waiting', 'running')", n.UniqueKey).Scan(ctx)
	return there.job(), err
}

func (s *Store) Job(ctx context.Context, scope access.Scope, id int64) (jobs.Job, error) {
	var row jobRow
	err := sqlkit.Visible(s.Selects(&row).Where("j.id = ?", id), scope, "j.corporation_id", "j.project_id").Scan(ctx)
	return row.job(), sqlkit.Translate(err)
}

func (s *Store) Jobs(ctx context.Context, scope access.Scope, filter jobs.Filter) (paging.Page[jobs.Job], error) {
	var rows []jobRow
	q := sqlkit.Visible(s.Selects(&rows), scope, "j.corporation_id", "j.project_id")
	if filter.ProjectID != 0 {
		q = q.Where("j.project_id = ?", filter.ProjectID)
	}
	if filter.Kind != "" {
		q = q.Where("j.kind = ?", filter.Kind)
	}
	if len(filter.States) > 0 {
		q = q.Where("j.state IN (?)", bun.List(filter.States))
	}
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"createdAt": "j.created_at"}, "j.id DESC", "j.id DESC")
	if err != nil {
		return paging.Page[jobs.Job]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list jobs", jobRow.job)
}

func (s *Store) CancelJob(ctx context.Context, who audit.Actor, id int64) (jobs.Job, error) {
	var row jobRow
	err := s.write(ctx, func(tx *change) error {
		if err := sqlkit.Visible(tx.Selects(&row).Where("j.id = ?", id), who.Scope, "j.corporation_id", "j.project_id").Scan(ctx); err != nil {
			return err
		}
		if row.State != jobs.Waiting && row.State != jobs.Running {
			return errs.New(errs.Changed)
		}
		row.State, row.FinishedAt = jobs.Cancelled, tx.Now
		if err := tx.Update(ctx, &row, id, "state", "finished_at"); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{Kind: "job", Action: "cancel", ID: id, Corporation: row.CorporationID, Project: row.ProjectID})
	})
	return row.job(), err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ClaimJobs(ctx context.Context, server int64, kinds []string, n int, now, leaseUntil int64) ([]jobs.Job, error) {
	skip := ""
	if s.DB.Dialect() == database.Postgres {
		skip = " FOR UPDATE SKIP LOCKED"
	}
	// Checking an idle queue must not occupy the single writer.
	due := "((state = 'waiting' AND run_at <= ?) OR (state = 'running' AND lease_until < ?)) AND kind IN (?)"
	waiting, err := s.Bun.NewSelect().Table("job").Where(due, now, now, bun.List(kinds)).Exists(ctx)
	if err != nil || !waiting {
		return nil, err
	}
	var rows []jobRow
	err = s.write(ctx, func(tx *change) error {
		return s.Bun.NewRaw("UPDATE job SET state = 'running', attempt = attempt + 1, server = ?, lease_until = ? WHERE id IN (SELECT id FROM job WHERE "+due+
			" ORDER BY run_at, id LIMIT ?"+skip+") RETURNING *",
			server, leaseUntil, now, now, bun.List(kinds), n).Conn(tx.Tx).Scan(ctx, &rows)
	})
	if err != nil {
		return nil, fmt.Errorf("claim jobs: %w", err)
	}
	claimed := make([]jobs.Job, len(rows))
	for i := range rows {
		claimed[i] = rows[i].job()
	}
	return claimed, nil
}

// TakeOver makes the jobs of a dead server due, in the transaction that ends it.
func TakeOver(ctx context.Context, tx *sql.Tx, dead int64) error {
	if _, err := tx.ExecContext(ctx, "UPDATE job SET lease_until = 0 WHERE state = 'running' AND server = $1", dead); err != nil {
		return fmt.Errorf("take over the jobs of server %d: %w", dead, err)
	}
	return nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ReportJob(ctx context.Context, j jobs.Job, leaseUntil int64) error {
	p := j.Progress
	return s.updateClaimed(ctx, j, "done = ?, total = ?, checkpoint = ?, result = ?, lease_until = ?", p.Done, p.Total,
		string(p.Checkpoint), string(p.Result), leaseUntil)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) KeepJob(ctx context.Context, j jobs.Job, leaseUntil int64) error {
	return s.updateClaimed(ctx, j, "lease_until = ?", leaseUntil)
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) FinishJob(ctx context.Context, j jobs.Job, state jobs.State, message string, retryAt int64) error {
	p := j.Progress
	if retryAt != 0 {
		return s.updateClaimed(ctx, j,
			"state = ?, error = ?, run_at = ?, lease_until = 0, done = ?, total = ?, checkpoint = ?", jobs.Waiting,
			message, retryAt, p.Done, p.Total, string(p.Checkpoint))
	}
	return s.updateClaimed(ctx, j, "state = ?, error = ?, finished_at = ?, lease_until = 0, done = ?, total = ?, checkpoint = ?, result = ?",
		state, message, clock.Now().UnixMilli(), p.Done, p.Total, string(p.Checkpoint), string(p.Result))
}

// updateClaimed updates a job if the caller still owns it; attempt is the fence.
func (s *Store) updateClaimed(ctx context.Context, j jobs.Job, set string, args ...any) error {
	return s.write(ctx, func(tx *change) error {
		n, err := tx.Exec(ctx, "UPDATE job SET "+set+" WHERE id = ? AND attempt = ? AND state = 'running'", append(args, j.ID, j.Attempt)...)
		if err != nil || n == 1 {
			return err
		}
		return s.whyNotHeld(ctx, tx.Tx.Tx, j)
	})
}

func (s *Store) whyNotHeld(ctx context.Context, tx *sql.Tx, j jobs.Job) error {
	var state jobs.State
	err := tx.QueryRowContext(ctx, "SELECT state FROM job WHERE id = $1", j.ID).Scan(&state)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	if state == jobs.Cancelled {
		return jobs.ErrCancelled
	}
	return jobs.ErrLost
}

// An existing schedule keeps its next time unless the new one is earlier.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SetSchedule(ctx context.Context, schedule jobs.Schedule) error {
	args, err := sqlkit.JSONText(schedule.Args)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *change) error {
		every := schedule.Every.Milliseconds()
		_, err := tx.Exec(ctx, `INSERT INTO schedule (name, kind, args, every_ms, next_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, args = excluded.args, every_ms = excluded.every_ms,
				next_at = CASE WHEN schedule.next_at < excluded.next_at THEN schedule.next_at ELSE excluded.next_at END`,
			schedule.Name, schedule.Kind, args, every, tx.Now+every)
		return err
	})
}

type scheduleRow struct {
	bun.BaseModel `bun:"table:schedule,alias:sc"`
	Name          string `bun:",pk"`
	Kind          string
	Args          string
	EveryMs       int64
	NextAt        int64
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) TickSchedules(ctx context.Context, now int64) (int, error) {
	due, err := s.Selects((*scheduleRow)(nil)).Where("sc.next_at <= ?", now).Exists(ctx)
	if err != nil || !due {
		return 0, err
	}
	queued := 0
	err = s.write(ctx, func(tx *change) error {
		var rows []scheduleRow
		q := tx.Selects(&rows).Where("sc.next_at <= ?", now).OrderExpr("sc.name")
		if s.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		for _, row := range rows {
			n := jobs.New{Kind: row.Kind, UniqueKey: "schedule:" + row.Name}
			if row.Args != "" {
				n.Args = sqlkit.RawJSON(row.Args)
			}
			if _, err := s.EnqueueIn(ctx, tx.Tx.Tx, n); err != nil {
				return err
			}
			row.NextAt += ((now-row.NextAt)/row.EveryMs + 1) * row.EveryMs // missed times run only once
			if _, err := tx.Exec(ctx, "UPDATE schedule SET next_at = ? WHERE name = ?", row.NextAt, row.Name); err != nil {
				return err
			}
		}
		queued = len(rows)
		if queued > 0 {
			tx.AfterCommit(s.NotifyJobs(ctx))
		}
		return nil
	})
	return queued, err
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeleteJobs(ctx context.Context, endedBefore int64) error {
	return s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "DELETE FROM job WHERE finished_at <> 0 AND finished_at < ?", endedBefore)
		return err
	})
}
