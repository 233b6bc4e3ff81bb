package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/document"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Look begins the reports that schedules ask for at a time (UTC ms), each once, whichever server is first.
func (s *Scheduler) Look(ctx context.Context, now int64) error {
	list, err := s.enabled(ctx)
	if err != nil {
		return err
	}
	var failed []error // of some schedules; the others go on
	for i := range list {
		if err := s.look(ctx, &list[i], now); err != nil {
			failed = append(failed, fmt.Errorf("report schedule %d: %w", list[i].ID, err))
		}
	}
	return errors.Join(failed...)
}

// look begins the reports that a schedule asks for: one, or several that were missed.
func (s *Scheduler) look(ctx context.Context, c *Schedule, now int64) error {
	for {
		p, skipped, ok := c.due(now)
		if !ok {
			return nil
		}
		late, err := s.late(ctx, c, &p)
		if err != nil {
			return err
		}
		if _, latest := c.calendar.Times(&p, c.hours(), c.zone); late > 0 && now < latest {
			return nil
		}
		run := Run{ScheduleID: c.ID, CorporationID: c.CorporationID, ProjectID: c.ProjectID, Period: p, Skipped: skipped, Late: late}
		if err := s.begin(ctx, c, &run, nil); err != nil {
			return err
		}
		c.LastEnd = p.End
	}
}

// RunNow begins the report of the period of a schedule that ended last, without waiting for its hour or for data.
func (s *Scheduler) RunNow(ctx context.Context, who audit.Actor, c *Schedule, now int64) (Run, error) {
	kind := calendar.Kind(c.Kind)
	list := c.calendar.Periods(kind, c.zone, 0, now)
	if len(list) == 0 {
		first := ""
		if next, ok := c.calendar.Next(kind, c.zone, now); ok {
			first = time.UnixMilli(next.End).In(c.zone).Format("2006-01-02 15:04")
		}
		return Run{}, errs.New(errs.NoPeriodEnded, "first", first)
	}
	p := list[len(list)-1]
	if c.LastEnd != p.End { // not one that failed
		p = c.joined(p, 0)
	}
	late, err := s.late(ctx, c, &p)
	if err != nil {
		return Run{}, err
	}
	run := Run{ScheduleID: c.ID, CorporationID: c.CorporationID, ProjectID: c.ProjectID, Period: p, Late: late}
	return run, s.begin(ctx, c, &run, &who)
}

// begin stores a run with its report and the job that makes it, in one transaction: however many servers try, and whenever one is
// killed, a period has one run and one report. by is the person who asked for it; nil: the calendar.
func (s *Scheduler) begin(ctx context.Context, c *Schedule, run *Run, by *audit.Actor) error {
	d, who, reason, err := s.drafted(ctx, c, run)
	if err != nil {
		return err
	}
	err = s.store(ctx, c, run, d, who, reason, by)
	if why, known := errs.As(err); known && errs.Is(err, errs.TooManyDocuments) {
		return s.store(ctx, c, run, d, who, why, by)
	}
	return err
}

func (s *Scheduler) store(ctx context.Context, c *Schedule, run *Run, d document.Document, who audit.Actor, reason *errs.Error, by *audit.Actor) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "project", c.ProjectID); err != nil {
			return err
		}
		claimed, err := s.claimPeriod(ctx, tx, c, run, by != nil)
		if err != nil || !claimed {
			return err
		}
		run.State, run.Reason, run.ChangedAt = Making, reason, tx.Now
		text, err := reason.Stored()
		if err != nil {
			return err
		}
		if reason == nil {
			if err := s.Documents.Begin(ctx, tx, who, &d); err != nil {
				return err
			}
			run.DocumentID = d.ID
		} else {
			run.State = Failed
			if err := s.failed(ctx, tx, c, reason, text); err != nil {
				return err
			}
		}
		r := runRow{State: run.State, Reason: text, DocumentID: run.DocumentID, ChangedAt: tx.Now, Late: run.Late}
		if err := tx.Update(ctx, &r, run.ID, "state", "reason", "document_id", "changed_at", "late"); err != nil {
			return err
		}
		if by == nil {
			return nil
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, *by, auditdb.Entry{
			Action: startedAction, Kind: kindLogged, ID: c.ID, Corporation: c.CorporationID, Project: c.ProjectID, Content: c.Name,
		})
	})
}

// failed notifies who set a schedule up that its report could not be begun, and the members who may change schedules if that is because
// this account is gone.
func (s *Scheduler) failed(ctx context.Context, tx *sqlkit.Transaction, c *Schedule, reason *errs.Error, text string) error {
	accounts := []int64{c.AccountID}
	if errs.Is(reason, errs.ScheduleAccountGone) {
		others, err := tx.MembersWith(ctx, c.ProjectID, update, tx.Now)
		if err != nil {
			return err
		}
		accounts = append(slices.DeleteFunc(others, func(id int64) bool { return id == c.AccountID }), c.AccountID)
	}
	return s.Inbox.ReportFailed(ctx, tx.Tx.Tx, Notice{
		CorporationID: c.CorporationID, ProjectID: c.ProjectID, Title: c.Name, Reason: text, Accounts: accounts,
	})
}

// claimPeriod stores the row of a run. false: another server was first, or the schedule has changed since it was read.
func (s *Scheduler) claimPeriod(ctx context.Context, tx *sqlkit.Transaction, c *Schedule, run *Run, byHand bool) (bool, error) {
	var there struct{ ChangedAt, LastEnd int64 }
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("report_schedule AS rs").Where("rs.id = ?", c.ID).
		ColumnExpr("rs.changed_at, COALESCE((SELECT MAX(rn.end_at) FROM report_run AS rn WHERE rn.schedule_id = rs.id), 0) AS last_end").Scan(ctx, &there)
	if err != nil {
		return false, fmt.Errorf("report schedule %d: %w", c.ID, sqlkit.Translate(err))
	}
	if there.ChangedAt != c.ChangedAt || there.LastEnd != c.LastEnd {
		if byHand {
			return false, errs.New(errs.Changed)
		}
		return false, nil
	}
	if run.ID, err = tx.ID(ctx); err != nil {
		return false, err
	}
	run.CreatedAt = tx.Now
	n, err := tx.Exec(ctx, `INSERT INTO report_run (id, schedule_id, corporation_id, project_id, number, start_at, end_at, state, reason, document_id,
			skipped, late, created_at, changed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', 0, ?, ?, ?, ?) ON CONFLICT (schedule_id, end_at) DO NOTHING`,
		run.ID, run.ScheduleID, run.CorporationID, run.ProjectID, run.Period.Number, run.Period.Start, run.Period.End, Making,
		run.Skipped, run.Late, tx.Now, tx.Now)
	if err != nil || n > 0 || !byHand {
		return n > 0, err
	}
	return s.again(ctx, tx, run)
}

// again takes over the run of a period that has no report: it could not be begun, or its report was deleted.
func (s *Scheduler) again(ctx context.Context, tx *sqlkit.Transaction, run *Run) (bool, error) {
	var r runRow
	if err := tx.Selects(&r).Where("rn.schedule_id = ? AND rn.end_at = ?", run.ScheduleID, run.Period.End).Scan(ctx); err != nil {
		return false, fmt.Errorf("run of a report schedule: %w", err)
	}
	if r.State != Removed && (r.State != Failed || r.DocumentID != 0) {
		return false, errs.New(errs.PeriodReported)
	}
	run.ID, run.Period.Start, run.Skipped, run.CreatedAt = r.ID, r.StartAt, r.Skipped, r.CreatedAt
	return true, nil
}

// drafted returns the report of a run and who makes it, or why it cannot be made.
func (s *Scheduler) drafted(ctx context.Context, c *Schedule, run *Run) (d document.Document, who audit.Actor, reason *errs.Error, err error) {
	who, reason, err = s.owner(ctx, c)
	if err != nil || reason != nil {
		return d, who, reason, err
	}
	settings := projectreport.ReportSettings{
		Kind: c.Kind, Title: c.Title, Start: httpapi.AskedTime(run.Period.Start), End: httpapi.AskedTime(run.Period.End), ReportForm: c.ReportForm,
	}
	if err := settings.Check(ctx, s.Host, who.Scope, c.ProjectID); err != nil {
		known, ok := errs.As(err)
		if !ok || known.Kind == errs.Internal || known.Kind == errs.Unavailable {
			return d, who, nil, err
		}
		return d, who, goneOf(known), nil
	}
	return document.Document{
		ProjectID: c.ProjectID, Kind: content.Kind(c.Kind), Title: settings.TitleIn(c.Language), Language: c.Language, Settings: settings,
		Start: run.Period.Start, End: run.Period.End,
	}, who, nil, nil
}

// goneOf returns in the words of schedules that something of a report no longer exists.
func goneOf(why *errs.Error) *errs.Error {
	for _, f := range why.Fields {
		switch name, _, _ := strings.Cut(f.Name, "["); name {
		case "templateId":
			return errs.New(errs.ScheduleTemplateGone)
		case "structureIds":
			return errs.New(errs.ScheduleStructureGone)
		case "measuringPointIds":
			if errs.Is(why, errs.NothingHere) {
				return errs.New(errs.SchedulePointsGone)
			}
		}
	}
	return why
}

var (
	create  = access.Permission{Area: access.Report, Action: access.Create}
	seeData = access.Permission{Area: access.Data, Action: access.Retrieve}
)

// owner returns the account that saved a schedule as the one that makes its report, or why it may not.
func (s *Scheduler) owner(ctx context.Context, c *Schedule) (who audit.Actor, reason *errs.Error, err error) {
	account, err := s.Host.Identity.Account(ctx, access.Scope{All: true}, c.AccountID)
	if errs.Is(err, errs.NothingHere) {
		return who, errs.New(errs.ScheduleAccountGone, "name", c.Account), nil
	}
	if err != nil {
		return who, nil, err
	}
	permissions, err := s.Host.Identity.Permissions(ctx, account)
	if err != nil {
		return who, nil, err
	}
	who = audit.Actor{AccountID: account.ID, CorporationID: account.CorporationID, Scope: permissions.ScopeOf(account), Client: "report schedule"}
	_, hidden := s.ProjectOwner(ctx, who.Scope, c.ProjectID)
	held := permissions.In(c.ProjectID)
	if hidden != nil || !account.MayEnter() || !held.Holds(create) || !held.Holds(seeData) {
		return who, errs.New(errs.ScheduleAccountGone, "name", c.Account), nil
	}
	return who, nil, nil
}
