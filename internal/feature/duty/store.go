package duty

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

const swapKind = "dutySwap" // in the audit log

// Store stores rosters.
type Store struct{ *sqlkit.Tables }

type rosterRow struct {
	bun.BaseModel `bun:"table:duty_roster,alias:d"`
	ProjectID     int64 `bun:",pk"`
	CorporationID int64
	FirstDate     string
	Hour          int
	UpdatedAt     int64
}

type turnRow struct {
	bun.BaseModel `bun:"table:duty_turn,alias:dt"`
	ProjectID     int64 `bun:",pk"`
	Place         int   `bun:",pk"`
	AccountID     int64
}

type swapRow struct {
	bun.BaseModel `bun:"table:duty_swap,alias:ds"`
	ID            int64 `bun:",pk"`
	ProjectID     int64
	FromTime      int64
	ToTime        int64
	AccountID     int64
	RecordedAt    int64
	RecordedBy    int64
	WithdrawnAt   int64
	WithdrawnBy   int64
}

// here is the SQL for whether an account is active and a member of a project.
func here(account, project string) string {
	return sqlkit.ActiveMember(account, project, clock.Now().UnixMilli()) + " AS here"
}

// OnDuty returns who is on duty in those projects that have a roster, by time (UTC ms, from since on); 0: nobody.
//
// Unscoped: the caller has chosen the projects, or works for the program.
func (s *Store) OnDuty(ctx context.Context, q *bun.SelectQuery, projects []int64, since int64) (map[int64]func(at int64) int64, error) {
	rosters, err := s.rosters(ctx, q, projects, since)
	found := make(map[int64]func(int64) int64, len(rosters))
	for project, r := range rosters {
		found[project] = r.At
	}
	return found, err
}

// rosters returns the rosters of projects with the swaps that end after a time.
func (s *Store) rosters(ctx context.Context, q *bun.SelectQuery, projects []int64, since int64) (map[int64]*Roster, error) {
	found := map[int64]*Roster{}
	if len(projects) == 0 {
		return found, nil
	}
	var rows []struct {
		rosterRow `bun:",extend"`
		TimeZone  string `bun:",scanonly"`
	}
	err := q.Clone().Model(&rows).ColumnExpr("d.*, p.time_zone").Join("JOIN project AS p ON p.id = d.project_id").
		Where("d.project_id IN (?)", bun.List(projects)).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return found, err
	}
	for i := range rows {
		first, err := time.Parse(time.DateOnly, rows[i].FirstDate)
		if err != nil {
			return nil, fmt.Errorf("duty roster of project %d: %w", rows[i].ProjectID, err)
		}
		zone, err := time.LoadLocation(rows[i].TimeZone)
		if err != nil {
			zone = time.UTC
		}
		found[rows[i].ProjectID] = &Roster{First: first, Hour: rows[i].Hour, Zone: zone}
	}
	var turns []struct {
		turnRow `bun:",extend"`
		Here    bool `bun:",scanonly"`
	}
	err = q.Clone().Model(&turns).ColumnExpr("dt.*").ColumnExpr(here("dt.account_id", "dt.project_id")).
		Where("dt.project_id IN (?)", bun.List(projects)).OrderExpr("dt.project_id, dt.place").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("turns of duty: %w", err)
	}
	for i := range turns {
		r := found[turns[i].ProjectID]
		r.Turns = append(r.Turns, Turn{Account: turns[i].AccountID, Here: turns[i].Here})
	}
	var swaps []struct {
		swapRow `bun:",extend"`
		Here    bool `bun:",scanonly"`
	}
	err = q.Clone().Model(&swaps).ColumnExpr("ds.*").ColumnExpr(here("ds.account_id", "ds.project_id")).
		Where("ds.project_id IN (?) AND ds.withdrawn_at = 0 AND ds.to_time > ?", bun.List(projects), since).OrderExpr("ds.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("swaps of duty: %w", err)
	}
	for i := range swaps {
		r := found[swaps[i].ProjectID]
		r.Swaps = append(r.Swaps, Swap{ID: swaps[i].ID, From: swaps[i].FromTime, To: swaps[i].ToTime, Account: swaps[i].AccountID, Here: swaps[i].Here})
	}
	return found, nil
}

// Plan is a roster as people see it.
type Plan struct {
	Roster  *Roster // nil: the project has none
	People  []Person
	Entries []Entry // swaps that end after the asked time, withdrawn ones included, newest first
}

// Person is somebody in a plan.
type Person struct {
	Account int64
	Name    string
	Here    bool // active, and a member of the project
}

// Entry is a swap with who entered and withdrew it.
type Entry struct {
	Swap
	RecordedAt, WithdrawnAt int64 // UTC ms; WithdrawnAt 0: it counts
	RecordedBy, WithdrawnBy int64
}

// Plan returns the roster of a project, with the swaps that end after a time (UTC ms).
func (s *Store) Plan(ctx context.Context, scope access.Scope, project, since int64) (p Plan, err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return p, err
	}
	rosters, err := s.rosters(ctx, s.Bun.NewSelect(), []int64{project}, since)
	if err != nil || rosters[project] == nil {
		return p, err
	}
	p.Roster = rosters[project]
	var swaps []swapRow
	if err := s.Selects(&swaps).Where("ds.project_id = ? AND ds.to_time > ?", project, since).OrderExpr("ds.id DESC").Scan(ctx); err != nil {
		return p, fmt.Errorf("swaps of project %d: %w", project, err)
	}
	var ids []int64
	for _, t := range p.Roster.Turns {
		ids = append(ids, t.Account)
	}
	for i := range swaps {
		r := &swaps[i]
		ids = append(ids, r.AccountID, r.RecordedBy, r.WithdrawnBy)
		p.Entries = append(p.Entries, Entry{
			Swap: Swap{ID: r.ID, From: r.FromTime, To: r.ToTime, Account: r.AccountID}, RecordedAt: r.RecordedAt, WithdrawnAt: r.WithdrawnAt,
			RecordedBy: r.RecordedBy, WithdrawnBy: r.WithdrawnBy,
		})
	}
	var people []struct {
		ID   int64
		Name string
		Here bool
	}
	err = s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		ColumnExpr(here("a.id", fmt.Sprint(project))).Where("a.id IN (?)", bun.List(ids)).OrderExpr("a.id").Scan(ctx, &people)
	if err != nil {
		return p, fmt.Errorf("people of the roster of project %d: %w", project, err)
	}
	for _, a := range people {
		p.People = append(p.People, Person{a.ID, a.Name, a.Here})
	}
	return p, nil
}

// Save sets the turns of a project. Its swaps stay.
func (s *Store) Save(ctx context.Context, who audit.Actor, project int64, set Settings) error {
	if err := set.check(clock.Now()); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		var refused errs.Refusals
		for i, account := range set.Accounts {
			if err := isMember(ctx, tx, &refused, fmt.Sprintf("accountIds[%d]", i), project, account); err != nil {
				return err
			}
		}
		if err := refused.Err(); err != nil {
			return err
		}
		entry := auditdb.Entry{Action: auditdb.Created, Kind: kind, ID: project, Corporation: corporation, Project: project, After: set.logged()}
		var before rosterRow
		switch err := sqlkit.Translate(tx.Selects(&before).Where("d.project_id = ?", project).Scan(ctx)); {
		case err == nil:
			var turns []turnRow
			if err := tx.Selects(&turns).Where("dt.project_id = ?", project).OrderExpr("dt.place").Scan(ctx); err != nil {
				return err
			}
			old := Settings{First: before.FirstDate, Hour: before.Hour}
			for i := range turns {
				old.Accounts = append(old.Accounts, turns[i].AccountID)
			}
			if old.Hour == set.Hour && old.First == set.First && slices.Equal(old.Accounts, set.Accounts) {
				audit.Note(ctx) // nothing changed: nothing to log
				return nil
			}
			entry.Action, entry.Before = auditdb.Updated, old.logged()
			_, err := tx.Exec(ctx, "UPDATE duty_roster SET first_date = ?, hour = ?, updated_at = ? WHERE project_id = ?", set.First, set.Hour, tx.Now, project)
			if err != nil {
				return err
			}
		case errs.IsKind(err, errs.NotFound):
			row := rosterRow{ProjectID: project, CorporationID: corporation, FirstDate: set.First, Hour: set.Hour, UpdatedAt: tx.Now}
			if err := tx.Insert(ctx, &row); err != nil {
				return err
			}
		default:
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM duty_turn WHERE project_id = ?", project); err != nil {
			return err
		}
		turns := make([]turnRow, len(set.Accounts))
		for i, account := range set.Accounts {
			turns[i] = turnRow{ProjectID: project, Place: i, AccountID: account}
		}
		if err := tx.Insert(ctx, &turns); err != nil {
			return err
		}
		return log(ctx, tx, who, entry)
	})
}

// begin returns the corporation of a project, whose roster is changed by one transaction after another.
func (s *Store) begin(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, project int64) (corporation int64, err error) {
	if corporation, err = tx.ProjectOwner(ctx, who.Scope, project); err != nil {
		return 0, err
	}
	return corporation, tx.Lock(ctx, "project", project)
}

// isMember refuses an account that is not a member of a project.
func isMember(ctx context.Context, tx *sqlkit.Transaction, refused *errs.Refusals, field string, project, account int64) error {
	there, err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table("project_member").Where("project_id = ? AND account_id = ?", project, account).Exists(ctx)
	if err == nil && !there {
		refused.Add(field, errs.RecipientElsewhere)
	}
	return err
}

// AddSwap hands a span of a project to a member.
func (s *Store) AddSwap(ctx context.Context, who audit.Actor, project int64, swap Swap) (e Entry, err error) {
	if err := swap.check(clock.Now()); err != nil {
		return e, err
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		there, err := tx.Selects((*rosterRow)(nil)).Where("d.project_id = ?", project).Exists(ctx)
		if err != nil {
			return err
		}
		if !there {
			return errs.New(errs.NoRoster)
		}
		var refused errs.Refusals
		if err := isMember(ctx, tx, &refused, "accountId", project, swap.Account); err != nil {
			return err
		}
		count, err := tx.Selects((*swapRow)(nil)).Where("ds.project_id = ? AND ds.withdrawn_at = 0 AND ds.to_time > ?", project, tx.Now).Count(ctx)
		if err != nil {
			return err
		}
		if count >= maxSwaps {
			refused.Add("from", errs.TooManyEntries, "max", maxSwaps)
		}
		if err := refused.Err(); err != nil {
			return err
		}
		if swap.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		row := swapRow{
			ID: swap.ID, ProjectID: project, FromTime: swap.From, ToTime: swap.To, AccountID: swap.Account, RecordedAt: tx.Now, RecordedBy: who.AccountID,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		e = Entry{Swap: swap, RecordedAt: tx.Now, RecordedBy: who.AccountID}
		return log(ctx, tx, who, auditdb.Entry{
			Action: auditdb.Created, Kind: swapKind, ID: swap.ID, Corporation: corporation, Project: project, After: row.logged(),
		})
	})
	return e, err
}

// Withdraw withdraws a swap. It is kept, as withdrawn.
func (s *Store) Withdraw(ctx context.Context, who audit.Actor, project, id int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		var row swapRow
		if err := tx.Selects(&row).Where("ds.id = ? AND ds.project_id = ? AND ds.withdrawn_at = 0", id, project).Scan(ctx); err != nil {
			return sqlkit.Translate(err)
		}
		before := row.logged()
		row.WithdrawnAt, row.WithdrawnBy = tx.Now, who.AccountID
		if err := tx.Update(ctx, &row, id, "withdrawn_at", "withdrawn_by"); err != nil {
			return err
		}
		return log(ctx, tx, who, auditdb.Entry{
			Action: auditdb.Deleted, Kind: swapKind, ID: id, Corporation: corporation, Project: project, Before: before,
		})
	})
}

func log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, entry auditdb.Entry) error {
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

// loggedRoster is what the audit log keeps of a roster.
type loggedRoster struct {
	Accounts []int64 `json:"dutyAccounts"`
	First    string  `json:"dutyFirst"`
	Hour     int     `json:"dutyHour"`
}

func (s Settings) logged() loggedRoster { return loggedRoster(s) }

// loggedSwap is what the audit log keeps of a swap.
type loggedSwap struct {
	From    int64 `json:"from"`
	To      int64 `json:"to"`
	Account int64 `json:"dutyAccount"`
}

func (r swapRow) logged() loggedSwap { return loggedSwap{r.FromTime, r.ToTime, r.AccountID} }
