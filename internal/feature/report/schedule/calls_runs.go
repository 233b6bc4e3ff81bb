package schedule

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// ReportRun is what became of a period of a schedule.
type ReportRun struct {
	ID         int64  `json:"id"`
	ScheduleID int64  `json:"scheduleId"`
	Schedule   string `json:"schedule" doc:"Name"`
	Number     int    `json:"number" doc:"Of the period, counted from the first day of monitoring"`
	Start      int64  `json:"start" doc:"UTC ms, as all times"`
	End        int64  `json:"end"`
	Status     string `json:"status" enum:"making,waiting,issued,failed,removed" doc:"waiting: for signatures; removed: its report was deleted"`
	Reason     string `json:"reason" doc:"Of failed, in the caller's language"`
	ReportID   int64  `json:"projectReportId" doc:"0: none was begun"`
	Skipped    int    `json:"skipped" doc:"Periods before it that were missed while the server stood still"`
	Late       int    `json:"late" doc:"Measuring points whose data were not complete when it was made"`
	CreatedAt  int64  `json:"createdAt"`
	ChangedAt  int64  `json:"changedAt"`
}

func runOf(ctx context.Context, r *Run) ReportRun {
	made := ReportRun{
		ID: r.ID, ScheduleID: r.ScheduleID, Schedule: r.Schedule, Number: r.Period.Number, Start: r.Period.Start, End: r.Period.End, Status: string(r.State),
		ReportID: r.DocumentID, Skipped: r.Skipped, Late: r.Late, CreatedAt: r.CreatedAt, ChangedAt: r.ChangedAt,
	}
	if r.Reason != nil {
		made.Reason = r.Reason.Text(httpapi.LanguageOf(ctx))
	}
	return made
}

// ReportMail is a mail about a report.
type ReportMail struct {
	ID        int64  `json:"id"`
	About     string `json:"about" enum:"waiting,issued" doc:"waiting: that the report waits for signatures"`
	AccountID int64  `json:"accountId" doc:"0: a free address"`
	Name      string `json:"name" doc:"Of the account"`
	Address   string `json:"address" doc:"Of a free address"`
	Status    string `json:"status" enum:"pending,sent,failed,unknown"`
	Reason    string `json:"reason" enum:",mailMissing,noAddress,expired,refused,lostAnswer,removed"`
	Linked    bool   `json:"linked" doc:"It has links, because the files were too large to attach"`
	Attempts  int64  `json:"attempts"`
	EndedAt   int64  `json:"endedAt" doc:"UTC ms; 0: not yet"`
}

// ReportMails are the mails about a report.
type ReportMails struct {
	List []ReportMail `json:"list"`
}

type runsInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	ScheduleID int64 `query:"scheduleId" minimum:"0"`
}

// ReportRunPath identifies a run of a project.
type ReportRunPath struct {
	httpapi.ProjectPath
	RunID int64 `path:"reportRunId" minimum:"1"`
}

func (s *server) registerRuns() {
	const path = "/projects/{projectId}/report-runs"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReportRuns", Method: http.MethodGet, Path: path, Tag: "reports", Need: see, Unmeasured: "a page by index",
		Summary: "What became of the periods of the report schedules of a project, newest first", Detail: "Sorts by end, createdAt.",
	}, s.runs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReportMails", Method: http.MethodGet, Path: path + "/{reportRunId}/mails", Tag: "reports", Need: see, Unmeasured: "few rows, by index",
		Summary: "The mails about a report that a schedule made", Detail: masking,
	}, s.mails)
}

func (s *server) runs(ctx context.Context, in *runsInput) (*httpapi.Output[httpapi.Page[ReportRun]], error) {
	page, err := s.scheduler.Runs(ctx, httpapi.CallerOf(ctx).Scope, Filter{Query: in.Query(), ProjectID: in.ProjectID, ScheduleID: in.ScheduleID})
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyPage(page, func(r Run) ReportRun { return runOf(ctx, &r) }), nil
}

func (s *server) mails(ctx context.Context, in *ReportRunPath) (*httpapi.Output[ReportMails], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.scheduler.Runs(ctx, who.Scope, Filter{Query: paging.Query{Page: 1, Size: 1}, ProjectID: in.ProjectID, ID: in.RunID})
	if err != nil {
		return nil, err
	}
	if len(page.List) == 0 {
		return nil, errs.New(errs.NothingHere)
	}
	rows, err := s.scheduler.Mails(ctx, who.Scope, in.ProjectID, in.RunID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(ReportMails{httpapi.ListOf(rows, func(r mailRow) ReportMail {
		status := r.State
		if status == mailClaimed {
			status = mailPending
		}
		return ReportMail{
			ID: r.ID, About: string(r.About), AccountID: r.AccountID, Name: r.Account, Address: shownTo(who, in.ProjectID, r.Address), Status: string(status),
			Reason: r.Reason, Linked: r.Linked, Attempts: r.Attempts, EndedAt: r.EndedAt,
		}
	})}), nil
}
