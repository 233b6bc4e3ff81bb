package download

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/secrets"
)

// Report is a file of the download centre.
type Report struct {
	ID         int64               `json:"id"`
	ProjectID  int64               `json:"projectId"`
	Kind       string              `json:"kind" doc:"As in the path of the call that asked for it"`
	Format     string              `json:"format" enum:"csv,xlsx,parquet,pdf,docx"`
	Title      string              `json:"title"`
	Status     string              `json:"status" enum:"pending,done,error"`
	Running    bool                `json:"running" doc:"A server makes it now; false while it waits"`
	Progress   float64             `json:"progress" doc:"0 to 1"`
	Reason     string              `json:"reason" doc:"Of error, in the caller's language"`
	Size       int64               `json:"size" doc:"Bytes; 0: not done"`
	Lines      int64               `json:"lines" doc:"Of data"`
	SHA256     string              `json:"sha256" doc:"Hexadecimal; empty: not done"`
	Request    httpapi.AspectValue `json:"request" doc:"As it was asked for"`
	AccountID  int64               `json:"accountId"`
	Account    string              `json:"account" doc:"Who asked for it"`
	CreatedAt  int64               `json:"createdAt" doc:"UTC ms"`
	FinishedAt int64               `json:"finishedAt" doc:"UTC ms; 0: not finished"`
	ExpiresAt  int64               `json:"expiresAt" doc:"UTC ms when it is deleted; 0: not done"`
}

// ReportPage is a page of files.
type ReportPage struct {
	httpapi.Page[Report]
	Used     int64 `json:"used" doc:"Bytes of all files of the project"`
	Allowed  int64 `json:"allowed" doc:"Bytes of all files of the corporation"`
	KeepDays int   `json:"keepDays"`
}

// ReportLink is a path that opens a file without a session, so that a browser streams it to disk.
type ReportLink struct {
	Path      string `json:"path" doc:"To open with GET, below the server's address. An interrupted download resumes with Range, also by a new path"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms; a download already started continues"`
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	Kind   string `query:"kind" maxLength:"40"`
	Format string `query:"format" enum:"csv,xlsx,parquet,pdf,docx"`
	Status string `query:"status" enum:"pending,done,error"`
	Own    bool   `query:"own" doc:"Only those that the caller asked for"`
}

// ReportPath identifies a file.
type ReportPath struct {
	httpapi.ProjectPath
	ReportID int64 `path:"reportId" minimum:"1"`
}

type fileInput struct {
	ReportID int64  `path:"reportId" minimum:"1"`
	Until    int64  `query:"until" required:"true" minimum:"1"`
	Sign     string `query:"sign" required:"true" minLength:"1" maxLength:"100"`
}

type server struct {
	*Center
	*httpapi.Kernel
	blobs blob.Store
	vault *secrets.Vault
}

// Center takes requests for files. Makers pass theirs to it.
type Center struct {
	Store *Store
	Jobs  *jobs.Service
}

var (
	see    = access.Permission{Area: access.Report, Action: access.Retrieve}
	create = access.Permission{Area: access.Report, Action: access.Create}
)

func (s *server) register(makers []Maker) error {
	const path = "/projects/{projectId}/reports"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReports", Method: http.MethodGet, Path: path, Tag: "reports", Need: see, Unmeasured: "a page by index",
		Summary: "The files that were made, or are to be made, newest first", Detail: "Sorts by title, size, createdAt.",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getReport", Method: http.MethodGet, Path: path + "/{reportId}", Tag: "reports", Need: see, Unmeasured: "a row by its key",
		Summary: "A file and how far it is",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "linkReport", Method: http.MethodPost, Path: path + "/{reportId}/link", Tag: "reports", Need: see, Unlogged: httpapi.ReadsOnly,
		Summary: "A link to a file", Detail: "Needs Data:Retrieve too. Valid for 10 minutes. 409 while it is not done.",
	}, s.link)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "cancelReport", Method: http.MethodPost, Path: path + "/{reportId}/cancel", Tag: "reports", Need: create,
		Summary: "Stop making a file", Detail: "That of others needs Report:Update.",
	}, s.cancel)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "retryReport", Method: http.MethodPost, Path: path + "/{reportId}/retry", Tag: "reports", Need: create,
		Summary: "Make a file that ended with an error again", Detail: "With the data as they are known then, unless the request says otherwise.",
	}, s.retry)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteReport", Method: http.MethodDelete, Path: path + "/{reportId}", Tag: "reports", Need: create,
		Summary: "Delete a file", Detail: "That of others needs Report:Delete. One that is being made is stopped.",
	}, s.remove)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getReportFile", Method: http.MethodGet, Path: "/reports/{reportId}/file", Tag: "reports", Open: true, Limit: -1,
		Unmeasured: "a file as it is stored",
		Summary:    "The content of a file, by a link", Detail: "The link comes from linkReport, which checked the permission. Resumes with Range (206).",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		},
	}, s.file)
	for _, m := range makers {
		m.Register(s.Kernel, s.Center)
	}
	return nil
}

// Ask stores a file that is to be made and its job. Its maker has checked that the caller may create reports in the project.
func (c *Center) Ask(ctx context.Context, f File) (*httpapi.Output[Report], error) {
	if err := c.Store.Add(ctx, httpapi.CallerOf(ctx).Actor(), &f); err != nil {
		return nil, err
	}
	if err := c.start(ctx, &f); err != nil {
		return nil, err
	}
	return c.reply(ctx, f.ProjectID, f.ID)
}

// start enqueues the job of a file. If the server ends before it is named, the file is an error that can be tried again.
func (c *Center) start(ctx context.Context, f *File) error {
	job, err := c.Jobs.Enqueue(ctx, jobs.New{
		Kind: kindOfJobs, Args: args{f.ID}, CorporationID: f.CorporationID, ProjectID: f.ProjectID, AccountID: httpapi.CallerOf(ctx).Account.ID,
	})
	if err != nil {
		return err
	}
	return c.Store.Started(ctx, f.ID, job.ID)
}

func (c *Center) reply(ctx context.Context, project, id int64) (*httpapi.Output[Report], error) {
	f, err := c.Store.Get(ctx, httpapi.CallerOf(ctx).Scope, project, id, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(reportOf(ctx, &f)), nil
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[ReportPage], error) {
	who := httpapi.CallerOf(ctx)
	filter := Filter{Query: in.Query(), ProjectID: in.ProjectID, Kind: in.Kind, Format: in.Format, State: State(in.Status)}
	if in.Own {
		filter.AccountID = who.Account.ID
	}
	page, err := s.Store.List(ctx, who.Scope, filter, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	used, err := s.Store.Used(ctx, who.Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	made := ReportPage{Used: used, Allowed: mostBytes, KeepDays: int(keep / (24 * time.Hour))}
	made.Page = httpapi.ReplyPage(page, func(f File) Report { return reportOf(ctx, &f) }).Body
	return httpapi.Reply(made), nil
}

func (s *server) get(ctx context.Context, in *ReportPath) (*httpapi.Output[Report], error) {
	return s.reply(ctx, in.ProjectID, in.ReportID)
}

func (s *server) link(ctx context.Context, in *ReportPath) (*httpapi.Output[ReportLink], error) {
	who := httpapi.CallerOf(ctx)
	f, err := s.Store.Get(ctx, who.Scope, in.ProjectID, in.ReportID, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	if err := who.Require(access.Permission{Area: access.Data, Action: access.Retrieve}, f.ProjectID); err != nil {
		return nil, err
	}
	if f.State != Done {
		return nil, errs.New(errs.DownloadUnfinished)
	}
	path, until := s.paths().Sign(httpapi.Prefix+"/reports/%d/file", f.ID)
	return httpapi.Reply(ReportLink{Path: path, ExpiresAt: until}), nil
}

func (s *server) paths() secrets.Paths { return s.vault.Paths("report files", linkLife) }

// owned returns a file that the caller asked for, or may handle as that of another.
func (s *server) owned(ctx context.Context, in *ReportPath, others access.Action) (File, error) {
	who := httpapi.CallerOf(ctx)
	f, err := s.Store.Get(ctx, who.Scope, in.ProjectID, in.ReportID, clock.Now().UnixMilli())
	if err == nil && f.AccountID != who.Account.ID {
		err = who.Require(access.Permission{Area: access.Report, Action: others}, f.ProjectID)
	}
	return f, err
}

func (s *server) cancel(ctx context.Context, in *ReportPath) (*httpapi.Output[Report], error) {
	f, err := s.owned(ctx, in, access.Update)
	if err != nil {
		return nil, err
	}
	if f.State != Pending {
		return nil, errs.New(errs.DownloadEnded)
	}
	job := f.JobID
	if err := s.Store.Cancel(ctx, httpapi.CallerOf(ctx).Actor(), &f); err != nil {
		return nil, err
	}
	if err := s.stop(ctx, job); err != nil {
		return nil, err
	}
	return s.reply(ctx, in.ProjectID, in.ReportID)
}

// stop cancels a job that may have ended.
func (s *server) stop(ctx context.Context, job int64) error {
	if job == 0 {
		return nil
	}
	_, err := s.Jobs.Cancel(ctx, httpapi.CallerOf(ctx).Actor(), job)
	if errs.IsKind(err, errs.Conflict) || errs.IsKind(err, errs.NotFound) {
		return nil
	}
	return err
}

func (s *server) retry(ctx context.Context, in *ReportPath) (*httpapi.Output[Report], error) {
	f, err := s.owned(ctx, in, access.Update)
	if err != nil {
		return nil, err
	}
	if f.State != Error {
		return nil, errs.New(errs.DownloadEnded)
	}
	if err := s.Store.Again(ctx, httpapi.CallerOf(ctx).Actor(), &f); err != nil {
		return nil, err
	}
	if err := s.start(ctx, &f); err != nil {
		return nil, err
	}
	return s.reply(ctx, in.ProjectID, in.ReportID)
}

func (s *server) remove(ctx context.Context, in *ReportPath) (*httpapi.Output[httpapi.Done], error) {
	f, err := s.owned(ctx, in, access.Delete)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), &f); err != nil {
		return nil, err
	}
	if f.State == Pending {
		err = s.stop(ctx, f.JobID)
	}
	if f.Blob != "" {
		err = s.blobs.Delete(ctx, f.Blob)
	}
	return httpapi.Reply(httpapi.Done{}), err
}

func (s *server) file(ctx context.Context, in *fileInput) (*httpapi.StoredFile, error) {
	if !s.paths().Valid(in.ReportID, in.Until, in.Sign) {
		return nil, errs.New(errs.FileFailed)
	}
	f, err := s.Store.Content(ctx, in.ReportID)
	if err != nil {
		return nil, err
	}
	body, err := s.blobs.Open(ctx, f.Blob)
	if err != nil {
		return nil, errs.Wrap(err, errs.FileFailed)
	}
	return httpapi.NewStoredFile(body, f.Title+f.Extension, f.SHA256, f.FinishedAt), nil
}

func reportOf(ctx context.Context, f *File) Report {
	r := Report{
		ID: f.ID, ProjectID: f.ProjectID, Kind: f.Kind, Format: f.Format, Title: f.Title, Status: string(f.State), Running: f.Running, Size: f.Size,
		Lines: f.Lines, SHA256: f.SHA256, Request: httpapi.AspectValue(f.Request), AccountID: f.AccountID, Account: f.Account,
		CreatedAt: f.CreatedAt, FinishedAt: f.FinishedAt, ExpiresAt: f.ExpiresAt,
	}
	if f.State == Done {
		r.Progress = 1
	} else if f.Total > 0 {
		r.Progress = float64(f.Made) / float64(f.Total)
	}
	if f.State == Error {
		reason := f.Reason
		if reason == nil {
			reason = errs.New(errs.DownloadFailed)
		}
		r.Reason = reason.Text(httpapi.LanguageOf(ctx))
	}
	return r
}
