package schedule

import (
	"context"
	"net/http"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

type server struct {
	*httpapi.Kernel
	scheduler *Scheduler
}

var (
	see    = access.Permission{Area: access.Report, Action: access.Retrieve}
	update = access.Permission{Area: access.Report, Action: access.Update}
)

// ReportSchedulePath identifies a schedule of a project.
type ReportSchedulePath struct {
	httpapi.ProjectPath
	ScheduleID int64 `path:"reportScheduleId" minimum:"1"`
}

type createInput struct {
	httpapi.ProjectPath
	Body ReportScheduleFields
}

type updateInput struct {
	ReportSchedulePath
	Body ReportScheduleFields
}

// ReportScheduleSwitch switches a schedule on or off.
type ReportScheduleSwitch struct {
	Enabled bool `json:"enabled"`
}

type enableInput struct {
	ReportSchedulePath
	Body ReportScheduleSwitch
}

// ReportSchedules are the schedules of a project.
type ReportSchedules struct {
	List []ReportSchedule `json:"list"`
}

const masking = "Addresses are masked for callers without Report:Update."

func (s *server) register() {
	const path = "/projects/{projectId}/report-schedules"
	const one = path + "/{reportScheduleId}"
	const fields = `"kind":"day","enabled":true,"language":"en","makeMinute":510,"missed":"latest","deliver":"attachment","files":"pdf","drafts":false`
	const recipients = `"accountIds":[],"emailList":["owner@example.com"],`
	const example = `{"name":"Daily report","waitMinute":600,` + recipients + fields + `}`
	const late = `{"name":"Daily report","waitMinute":1440,` + recipients + fields + `}`
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReportSchedules", Method: http.MethodGet, Path: path, Tag: "reports", Need: see, Unmeasured: "few rows, by index",
		Summary: "The report schedules of a project, by name", Detail: masking,
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getReportSchedule", Method: http.MethodGet, Path: one, Tag: "reports", Need: see, Unmeasured: "a row by its key",
		Summary: "A report schedule", Detail: masking,
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createReportSchedule", Method: http.MethodPost, Path: path, Tag: "reports", Need: update, Status: http.StatusCreated, Example: example,
		NearMiss: httpapi.NearMiss{Body: late, Field: "waitMinute"},
		Summary:  "Make reports by the calendar",
		Detail: "Needs Report:Create and Data:Retrieve too. When a period of the project's calendar has ended, a draft is begun that three persons sign as always, with the rights of " +
			"the account that saved the schedule last. The recipients get the issued report by mail.",
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateReportSchedule", Method: http.MethodPut, Path: one, Tag: "reports", Need: update, Example: example,
		Summary: "Change a report schedule", Detail: "Needs Report:Create and Data:Retrieve too. From now on it makes reports with the rights of the caller.",
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "enableReportSchedule", Method: http.MethodPut, Path: one + "/enabled", Tag: "reports", Need: update, Example: `{"enabled":true}`,
		Summary: "Pause or resume a report schedule", Detail: "One that is resumed leaves out the periods that have ended.",
	}, s.enable)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "runReportSchedule", Method: http.MethodPost, Path: one + "/run", Tag: "reports", Need: update, Status: http.StatusAccepted,
		Summary: "Make the report of the period that ended last", Detail: "Without waiting for the hour of the schedule or for late data. A period has one report.",
	}, s.run)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteReportSchedule", Method: http.MethodDelete, Path: one, Tag: "reports", Need: update,
		Summary: "Delete a report schedule", Detail: "Its runs and mails that are not sent end. Its reports stay.",
	}, s.delete)
	s.registerRuns()
	s.registerConfig()
}

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[ReportSchedules], error) {
	list, err := s.scheduler.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	made, err := s.shown(ctx, list)
	return httpapi.Reply(ReportSchedules{made}), err
}

func (s *server) find(ctx context.Context, in *ReportSchedulePath) (Schedule, error) {
	return s.scheduler.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.ScheduleID)
}

func (s *server) get(ctx context.Context, in *ReportSchedulePath) (*httpapi.Output[ReportSchedule], error) {
	c, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	list, err := s.shown(ctx, []Schedule{c})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(list[0]), nil
}

// check refuses fields that no schedule can have. The caller's rights are those with which reports are made.
func (s *server) check(ctx context.Context, project int64, f *ReportScheduleFields) error {
	if _, err := export.Enter(ctx, s.scheduler.Host, project, 0); err != nil {
		return err
	}
	form := f.ReportForm // each report takes the newest version of its template
	if err := form.Check(ctx, s.scheduler.Host, httpapi.CallerOf(ctx).Scope, project); err != nil {
		return err
	}
	f.Version = 0
	var refused errs.Refusals
	if f.Deliver == deliverLink && s.scheduler.Host.PublicURL == "" {
		refused.Add("deliver", errs.LinksNeedAddress)
	}
	f.checkAddresses(&refused)
	if err := s.checkMembers(ctx, project, f, &refused); err != nil {
		return err
	}
	return refused.Err()
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[ReportSchedule], error) {
	if err := s.check(ctx, in.ProjectID, &in.Body); err != nil {
		return nil, err
	}
	c := Schedule{ProjectID: in.ProjectID, ReportScheduleFields: in.Body}
	if err := s.scheduler.Add(ctx, httpapi.CallerOf(ctx).Actor(), &c); err != nil {
		return nil, err
	}
	return s.get(ctx, &ReportSchedulePath{in.ProjectPath, c.ID})
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[ReportSchedule], error) {
	who := httpapi.CallerOf(ctx)
	was, err := s.find(ctx, &in.ReportSchedulePath)
	if err != nil {
		return nil, err
	}
	if err := s.check(ctx, in.ProjectID, &in.Body); err != nil {
		return nil, err
	}
	next := was
	next.ReportScheduleFields, next.AccountID = in.Body, who.Account.ID
	if err := s.scheduler.Change(ctx, who.Actor(), &was, &next); err != nil {
		return nil, err
	}
	return s.get(ctx, &in.ReportSchedulePath)
}

func (s *server) enable(ctx context.Context, in *enableInput) (*httpapi.Output[ReportSchedule], error) {
	was, err := s.find(ctx, &in.ReportSchedulePath)
	if err != nil {
		return nil, err
	}
	next := was
	next.Enabled = in.Body.Enabled
	if err := s.scheduler.Change(ctx, httpapi.CallerOf(ctx).Actor(), &was, &next); err != nil {
		return nil, err
	}
	return s.get(ctx, &in.ReportSchedulePath)
}

func (s *server) run(ctx context.Context, in *ReportSchedulePath) (*httpapi.Output[ReportRun], error) {
	c, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	run, err := s.scheduler.RunNow(ctx, httpapi.CallerOf(ctx).Actor(), &c, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	run.Schedule = c.Name
	return httpapi.Reply(runOf(ctx, &run)), nil
}

func (s *server) delete(ctx context.Context, in *ReportSchedulePath) (*httpapi.Output[httpapi.Done], error) {
	c, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if err := s.scheduler.Delete(ctx, httpapi.CallerOf(ctx).Actor(), &c); err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{}), nil
}

// next returns the period that a schedule reports next.
func (s *Schedule) next(now int64) (p calendar.Period, ok bool) {
	if p, _, ok := s.due(now); ok {
		return p, true
	}
	after := max(s.Since, s.LastEnd)
	for _, p := range s.calendar.Periods(calendar.Kind(s.Kind), s.zone, after, now) { // ended, and made later today
		return p, true
	}
	return s.calendar.Next(calendar.Kind(s.Kind), s.zone, max(after, now))
}
