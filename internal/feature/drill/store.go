package drill

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

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

// Store stores drills and the plans of projects.
type Store struct {
	*sqlkit.Tables
	Messages Messenger
	Inbox    Inbox
}

// Lack is what a project has not proven for some days.
type Lack struct {
	CorporationID, ProjectID int64
	Rules, People            []string // names
	Days                     int
}

// Inbox writes notifications in the app, see package notify.
type Inbox interface {
	DrillUnproven(ctx context.Context, tx *sql.Tx, accounts []int64, lack Lack) error
}

type drillRow struct {
	bun.BaseModel `bun:"table:drill,alias:d"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	PlannedFor    int64 `bun:",nullzero"`
	Level         alarm.Level
	Quiet         bool
	CreatedAt     int64
}

type planRow struct {
	bun.BaseModel `bun:"table:drill_plan,alias:dp"`
	ProjectID     int64 `bun:",pk"`
	CorporationID int64
	Enabled       bool
	Weekday       int
	Minute        int
	Level         alarm.Level
	WarnDays      int
	Since         int64
	UpdatedAt     int64
	TimeZone      string `bun:",scanonly"`
}

func (r *planRow) plan() Plan {
	return Plan{Enabled: r.Enabled, Weekday: r.Weekday, Minute: r.Minute, Level: r.Level, WarnDays: r.WarnDays, Since: r.Since}
}

func (r *planRow) zone() *time.Location {
	zone, err := time.LoadLocation(r.TimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

// planOf returns the plan of a project, which is the usual one if it has set none, with the time zone of the project.
func (s *Store) planOf(ctx context.Context, q *bun.SelectQuery, project int64) (planRow, error) {
	var found planRow
	err := q.Clone().TableExpr("project AS p").Join("LEFT JOIN drill_plan AS dp ON dp.project_id = p.id").Where("p.id = ?", project).
		ColumnExpr("p.id AS project_id, p.corporation_id, p.time_zone, COALESCE(dp.enabled, FALSE) AS enabled, COALESCE(dp.weekday, ?) AS weekday", usual.Weekday).
		ColumnExpr("COALESCE(dp.minute, ?) AS minute, COALESCE(dp.level, ?) AS level", usual.Minute, usual.Level).
		ColumnExpr("COALESCE(dp.warn_days, ?) AS warn_days, COALESCE(dp.since, 0) AS since, COALESCE(dp.updated_at, 0) AS updated_at", usual.WarnDays).
		Scan(ctx, &found)
	if err != nil {
		return found, fmt.Errorf("weekly drill of project %d: %w", project, err)
	}
	return found, nil
}

// SavePlan sets the weekly drill of a project.
func (s *Store) SavePlan(ctx context.Context, who audit.Actor, project int64, set Plan) error {
	if err := set.check(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who.Scope, project)
		if err != nil {
			return err
		}
		stored, err := s.planOf(ctx, s.Bun.NewSelect().Conn(tx.Tx), project)
		if err != nil {
			return err
		}
		before := stored.plan()
		set.Since = before.Since
		if set == before && stored.UpdatedAt != 0 {
			audit.Note(ctx) // nothing changed: nothing to log
			return nil
		}
		if set.Enabled && (!before.Enabled || set.Weekday != before.Weekday || set.Minute != before.Minute) {
			set.Since = tx.Now
		}
		_, err = tx.Exec(ctx, `INSERT INTO drill_plan (project_id, corporation_id, enabled, weekday, minute, level, warn_days, since, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (project_id) DO UPDATE SET enabled = excluded.enabled, weekday = excluded.weekday,
			minute = excluded.minute, level = excluded.level, warn_days = excluded.warn_days, since = excluded.since, updated_at = excluded.updated_at`,
			project, corporation, set.Enabled, set.Weekday, set.Minute, set.Level, set.WarnDays, set.Since, tx.Now)
		if err != nil {
			return err
		}
		return log(ctx, tx, who, auditdb.Entry{
			Action: auditdb.Updated, Kind: planKind, ID: project, Corporation: corporation, Project: project,
			Before: before.logged(), After: set.logged(),
		})
	})
}

// begin returns the corporation of a project, whose drills are changed by one transaction after another.
func (s *Store) begin(ctx context.Context, tx *sqlkit.Transaction, scope access.Scope, project int64) (corporation int64, err error) {
	if corporation, err = tx.ProjectOwner(ctx, scope, project); err != nil {
		return 0, err
	}
	return corporation, tx.Lock(ctx, "project", project)
}

// Start starts a drill on demand, at most one in a minute and project, and returns it.
func (s *Store) Start(ctx context.Context, who audit.Actor, project int64, level alarm.Level, quiet bool) (id int64, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who.Scope, project)
		if err != nil {
			return err
		}
		var last int64
		err = tx.Selects((*drillRow)(nil)).ColumnExpr("COALESCE(MAX(d.created_at), 0)").Where("d.project_id = ? AND d.planned_for IS NULL", project).
			Scan(ctx, &last)
		if err != nil {
			return err
		}
		if wait := last + pause.Milliseconds() - tx.Now; wait > 0 {
			return errs.New(errs.DrillTooSoon, "seconds", (wait+999)/1000)
		}
		row := drillRow{CorporationID: corporation, ProjectID: project, AccountID: who.AccountID, Level: level, Quiet: quiet, CreatedAt: tx.Now}
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		by, err := s.nameOf(ctx, tx, who.AccountID)
		if err != nil {
			return err
		}
		n, err := s.Messages.Write(ctx, tx, row.order(by))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingToDrill)
		}
		id = row.ID
		return log(ctx, tx, who, auditdb.Entry{
			Action: started, Kind: kind, ID: id, Corporation: corporation, Project: project,
			After: loggedDrill{int(level), quiet, n},
		})
	})
	return id, err
}

func (r *drillRow) order(by string) Order {
	return Order{ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Level: r.Level, At: r.CreatedAt, By: by, Quiet: r.Quiet}
}

func (s *Store) nameOf(ctx context.Context, tx *sqlkit.Transaction, account int64) (name string, err error) {
	err = s.Bun.NewSelect().Conn(tx.Tx).TableExpr("account AS a").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name)").Where("a.id = ?", account).
		Scan(ctx, &name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return name, err
}

// Preview returns who would get a drill of a level now.
func (s *Store) Preview(ctx context.Context, scope access.Scope, project int64, level alarm.Level) ([]Message, error) {
	corporation, err := s.ProjectOwner(ctx, scope, project)
	if err != nil {
		return nil, err
	}
	return s.Messages.Preview(ctx, s.Bun.NewSelect(), Order{CorporationID: corporation, ProjectID: project, Level: level, At: clock.Now().UnixMilli()})
}

// Status is the plan of a project with what the ledger proves.
type Status struct {
	Plan
	Proof
	Next int64 // UTC ms of the next weekly drill; 0: switched off
	Zone string
}

// Status returns the plan and the proof of a project at a time (UTC ms).
func (s *Store) Status(ctx context.Context, scope access.Scope, project, now int64) (st Status, err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return st, err
	}
	row, err := s.planOf(ctx, s.Bun.NewSelect(), project)
	if err != nil {
		return st, err
	}
	st.Plan, st.Zone = row.plan(), row.TimeZone
	if st.Enabled {
		st.Next = st.next(now, row.zone())
	}
	st.Proof, err = s.proof(ctx, &row, now)
	return st, err
}

// proof returns what the ledger proves about a project.
//
// Unscoped: the caller has chosen the project, or works for the program.
func (s *Store) proof(ctx context.Context, of *planRow, now int64) (p Proof, err error) {
	order := Order{CorporationID: of.CorporationID, ProjectID: of.ProjectID, Level: alarm.Red, At: now}
	messages, err := s.Messages.Preview(ctx, s.Bun.NewSelect(), order)
	if err != nil || len(messages) == 0 {
		return p, err
	}
	var rules []struct{ ID, UpdatedAt int64 }
	if err := s.Bun.NewSelect().Table("alert_rule").Column("id", "updated_at").Where("project_id = ?", of.ProjectID).Scan(ctx, &rules); err != nil {
		return p, fmt.Errorf("changes of alert rules: %w", err)
	}
	changed := map[int64]int64{}
	for _, r := range rules {
		changed[r.ID] = r.UpdatedAt
	}
	var ledger []row
	answers := s.Bun.NewSelect().TableExpr("alert_answer AS an").Join("JOIN alert_message AS am ON am.id = an.message_id").
		ColumnExpr("an.message_id, an.created_at").Where("am.project_id = ?", of.ProjectID)
	signedIn := s.Bun.NewSelect().TableExpr("alert_reply AS ar").Join("JOIN alert_message AS am ON am.alert_id = ar.alert_id AND am.account_id = ar.account_id").
		ColumnExpr("am.id AS message_id, ar.created_at").Where("am.project_id = ? AND ar.created_at >= am.created_at", of.ProjectID)
	err = s.Bun.NewSelect().TableExpr("alert_message AS m").Join("LEFT JOIN (?) AS an ON an.message_id = m.id", answers.UnionAll(signedIn)).
		ColumnExpr("m.rule_id, m.account_id, m.webhook_id, m.channel, m.recipient").
		ColumnExpr("COALESCE(MAX(CASE WHEN m.state = 'sent' THEN m.ended_at END), 0) AS accepted_at").
		ColumnExpr("COALESCE(MAX(CASE WHEN m.state = 'sent' THEN an.created_at END), 0) AS proven_at").
		ColumnExpr("COALESCE(MAX(an.created_at), 0) AS answered_at").
		Where("m.project_id = ? AND (m.state = 'sent' OR an.message_id IS NOT NULL)", of.ProjectID).
		GroupExpr("m.rule_id, m.account_id, m.webhook_id, m.channel, m.recipient").Scan(ctx, &ledger)
	if err != nil {
		return p, fmt.Errorf("what the ledger of project %d proves: %w", of.ProjectID, err)
	}
	p = prove(messages, changed, ledger)
	return p, s.withNames(ctx, p.People)
}

// withNames adds the names of accounts.
func (s *Store) withNames(ctx context.Context, people []Thing) error {
	var ids []int64
	for i := range people {
		if people[i].ID != 0 {
			ids = append(ids, people[i].ID)
		}
	}
	names, err := s.names(ctx, ids)
	for i := range people {
		if people[i].ID != 0 {
			people[i].Name = names[people[i].ID]
		}
	}
	return err
}

func (s *Store) names(ctx context.Context, accounts []int64) (map[int64]string, error) {
	names := map[int64]string{}
	if len(accounts) == 0 {
		return names, nil
	}
	var found []struct {
		ID   int64
		Name string
	}
	err := s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		Where("a.id IN (?)", bun.List(accounts)).Scan(ctx, &found)
	for _, f := range found {
		names[f.ID] = f.Name
	}
	return names, err
}

// Held is a drill with what came of it.
type Held struct {
	ID, AccountID, PlannedFor, CreatedAt int64 // times in UTC ms
	Account                              string
	Level                                alarm.Level
	Quiet                                bool
	Rules                                int // that have messages
	Messages                             int // without those that another channel replaced
	Accepted, Failed, Waiting            int // of the messages; failed ones include those that cannot or may not have been sent
	Acknowledged                         int // messages that somebody answered
}

// Drills returns the drills of a project with what came of them, newest first.
func (s *Store) Drills(ctx context.Context, scope access.Scope, project int64, query paging.Query) (page paging.Page[Held], err error) {
	var rows []struct {
		drillRow `bun:",extend"`
		Account  string `bun:",scanonly"`
	}
	q := s.Selects(&rows).ColumnExpr("d.*, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").Join("LEFT JOIN account AS a ON a.id = d.account_id").
		Where("d.project_id = ?", project)
	q = sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id")
	if q, err = sqlkit.Paged(q, query, nil, "d.created_at DESC", "d.id DESC"); err != nil {
		return page, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return page, fmt.Errorf("drills of project %d: %w", project, err)
	}
	page = paging.Page[Held]{List: make([]Held, len(rows)), Total: int(total)}
	place, ids := map[int64]*Held{}, make([]int64, len(rows))
	for i, r := range rows {
		page.List[i] = Held{
			ID: r.ID, AccountID: r.AccountID, PlannedFor: r.PlannedFor, CreatedAt: r.CreatedAt, Account: r.Account, Level: r.Level, Quiet: r.Quiet,
		}
		ids[i], place[r.ID] = r.ID, &page.List[i]
	}
	if len(ids) == 0 {
		return page, nil
	}
	var counts []struct {
		DrillID, Rules, Messages, Accepted, Failed, Acknowledged int64
	}
	err = s.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("m.drill_id, COUNT(DISTINCT m.rule_id) AS rules, COUNT(*) AS messages").
		ColumnExpr("SUM(CASE WHEN m.state = 'sent' THEN 1 ELSE 0 END) AS accepted").
		ColumnExpr("SUM(CASE WHEN m.state IN ('failed', 'unknown', 'skipped') THEN 1 ELSE 0 END) AS failed").
		ColumnExpr("SUM(CASE WHEN EXISTS (SELECT 1 FROM alert_answer AS an WHERE an.message_id = m.id) THEN 1 ELSE 0 END) AS acknowledged").
		Where("m.drill_id IN (?)", bun.List(ids)).
		Where("NOT EXISTS (SELECT 1 FROM alert_message AS f WHERE f.drill_id = m.drill_id AND f.after_id = m.id)").
		GroupExpr("m.drill_id").Scan(ctx, &counts)
	if err != nil {
		return page, fmt.Errorf("messages of %d drills: %w", len(ids), err)
	}
	for _, c := range counts {
		h := place[c.DrillID]
		h.Rules, h.Messages, h.Accepted, h.Failed = int(c.Rules), int(c.Messages), int(c.Accepted), int(c.Failed)
		h.Acknowledged, h.Waiting = int(c.Acknowledged), int(c.Messages-c.Accepted-c.Failed)
	}
	return page, nil
}

func log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, entry auditdb.Entry) error {
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}
