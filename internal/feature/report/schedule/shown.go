package schedule

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/account/verification"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// ReportSchedule is a schedule of a project.
type ReportSchedule struct {
	ID        int64 `json:"id"`
	ProjectID int64 `json:"projectId"`
	ReportScheduleFields
	People    []ReportRecipient `json:"people" doc:"The accounts that get issued reports"`
	AccountID int64             `json:"accountId" doc:"Who saved it last: its reports are made with the rights of this account"`
	Account   string            `json:"account"`
	NextStart int64             `json:"nextStart" doc:"Of the period that it reports next, UTC ms as all times; 0: it is paused"`
	NextEnd   int64             `json:"nextEnd"`
	NextMade  int64             `json:"nextMade" doc:"When that report is made at the earliest"`
	NextUntil int64             `json:"nextUntil" doc:"Until when it waits for data"`
	Last      *ReportRun        `json:"last,omitempty" doc:"The latest period that it reported"`
	ChangedAt int64             `json:"changedAt"`
}

// ReportRecipient is an account that gets reports.
type ReportRecipient struct {
	AccountID int64  `json:"accountId"`
	Name      string `json:"name"`
}

// shown returns schedules as the API does.
func (s *server) shown(ctx context.Context, list []Schedule) ([]ReportSchedule, error) {
	ids, people := make([]int64, len(list)), []int64{}
	for i := range list {
		ids[i] = list[i].ID
		people = append(people, list[i].Accounts...)
	}
	last, err := s.scheduler.lastRuns(ctx, ids)
	if err != nil {
		return nil, err
	}
	names, err := s.scheduler.NamesOf(ctx, people)
	if err != nil {
		return nil, err
	}
	now, who := clock.Now().UnixMilli(), httpapi.CallerOf(ctx)
	return httpapi.ListOf(list, func(c Schedule) ReportSchedule {
		made := ReportSchedule{
			ID: c.ID, ProjectID: c.ProjectID, ReportScheduleFields: c.ReportScheduleFields, AccountID: c.AccountID, Account: c.Account, ChangedAt: c.ChangedAt,
			People: httpapi.ListOf(c.Accounts, func(id int64) ReportRecipient { return ReportRecipient{id, names[id]} }),
		}
		made.Addresses = httpapi.ListOf(c.Addresses, func(address string) string { return shownTo(who, c.ProjectID, address) })
		if p, ok := c.next(now); ok && c.Enabled {
			made.NextStart, made.NextEnd = p.Start, p.End
			made.NextMade, made.NextUntil = c.calendar.Times(&p, c.hours(), c.zone)
		}
		if run, ok := last[c.ID]; ok {
			run.Schedule = c.Name
			shown := runOf(ctx, &run)
			made.Last = &shown
		}
		return made
	}), nil
}

// shownTo returns an address as a caller may see it.
func shownTo(who *httpapi.Caller, project int64, address string) string {
	if address == "" || who.May(update.Area, update.Action, project) {
		return address
	}
	return verification.Masked(address)
}

// checkAddresses checks and rewrites the free addresses.
func (f *ReportScheduleFields) checkAddresses(refused *errs.Refusals) {
	for i, address := range f.Addresses {
		field := fmt.Sprintf("emailList[%d]", i)
		target, channel, ok := verification.ParseAddress(address)
		switch {
		case !ok || channel != verification.Mail:
			refused.Add(field, errs.EmailFormat)
			continue
		case slices.Contains(f.Addresses[:i], target):
			refused.Add(field, errs.Duplicate)
		}
		f.Addresses[i] = target
	}
}

// checkMembers refuses recipients who may not see the project.
func (s *server) checkMembers(ctx context.Context, project int64, f *ReportScheduleFields, refused *errs.Refusals) error {
	slices.Sort(f.Accounts)
	f.Accounts = slices.Compact(f.Accounts)
	if len(f.Accounts) == 0 {
		return nil
	}
	known, err := s.scheduler.members(ctx, httpapi.CallerOf(ctx).Scope, project)
	if err != nil {
		return err
	}
	for i, id := range f.Accounts {
		if !slices.Contains(known, id) {
			refused.Add(fmt.Sprintf("accountIds[%d]", i), errs.NothingHere)
		}
	}
	return nil
}

// members returns the accounts that are members of a project or administer its corporation.
func (s *Store) members(ctx context.Context, scope access.Scope, project int64) (ids []int64, err error) {
	corporation, err := s.ProjectOwner(ctx, scope, project)
	if err != nil {
		return nil, err
	}
	err = s.Bun.NewSelect().TableExpr("account AS a").Column("a.id").
		Where(sqlkit.Attends("a.id", fmt.Sprint(project), fmt.Sprint(corporation), clock.Now().UnixMilli())).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("members of project %d: %w", project, err)
	}
	return ids, nil
}
