package document

import (
	"context"
	"net/http"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/certificate"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/signing"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/secrets"
)

// ProjectReport is a report of a project with its signatures and files.
type ProjectReport struct {
	ID         int64                        `json:"id"`
	ProjectID  int64                        `json:"projectId"`
	Kind       string                       `json:"kind" enum:"day,week,month,stage,special"`
	Title      string                       `json:"title"`
	Status     string                       `json:"status" enum:"making,failed,draft,made,checked,issuing,issued"`
	Running    bool                         `json:"running" doc:"A server makes it now; false while it waits"`
	Progress   float64                      `json:"progress" doc:"0 to 1"`
	Reason     string                       `json:"reason" doc:"Of failed, in the caller's language"`
	Remark     string                       `json:"remark" doc:"Why it was returned; empty: it was not"`
	Number     string                       `json:"number" doc:"Empty: not issued yet"`
	Revision   int                          `json:"revision" doc:"0: the first"`
	Revises    int64                        `json:"revises" doc:"The report that it takes the place of; 0: none"`
	Revised    string                       `json:"revised" doc:"Why that was revised"`
	RevisedBy  int64                        `json:"revisedBy" doc:"The report that takes the place of this one; 0: none"`
	Start      int64                        `json:"start" doc:"UTC ms, as all times"`
	End        int64                        `json:"end"`
	KnownAt    int64                        `json:"knownAt" doc:"What was known at this time; 0: not gathered yet"`
	Version    string                       `json:"version" doc:"Of the product that gathered it"`
	Language   string                       `json:"language"`
	Settings   projectreport.ReportSettings `json:"settings"`
	Signatures []ProjectReportSignature     `json:"signatures"`
	Files      []ProjectReportFile          `json:"files"`
	Next       string                       `json:"next" enum:",made,checked,approved" doc:"The signature that it waits for"`
	AccountID  int64                        `json:"accountId"`
	Account    string                       `json:"account" doc:"Who began it"`
	CreatedAt  int64                        `json:"createdAt"`
	ChangedAt  int64                        `json:"changedAt"`
	IssuedAt   int64                        `json:"issuedAt" doc:"0: not issued"`
}

// ProjectReportSignature is the signature of a person.
type ProjectReportSignature struct {
	Role      string `json:"role" enum:"made,checked,approved"`
	AccountID int64  `json:"accountId"`
	Name      string `json:"name" doc:"As it was then"`
	SignedAt  int64  `json:"signedAt" doc:"UTC ms"`
	Picture   bool   `json:"picture" doc:"The report shows the picture of the signature"`
	Seal      bool   `json:"seal" doc:"The report shows the seal"`
}

// ProjectReportFile is a file of a report.
type ProjectReportFile struct {
	Format string `json:"format" enum:"pdf,xlsx,docx"`
	Size   int64  `json:"size" doc:"Bytes"`
	SHA256 string `json:"sha256" doc:"Hexadecimal"`

	SignedBy    string `json:"signedBy" doc:"Whose certificate signed it, in a way that readers of PDF verify (PAdES); empty: none did"`
	Certificate string `json:"certificate" doc:"SHA-256 of that certificate, hexadecimal"`
}

// ReturnedReport says why a report is returned.
type ReturnedReport struct {
	Remark string `json:"remark" minLength:"1" maxLength:"500"`
}

// SignedReport is a signature with the password of the person.
type SignedReport struct {
	Role     string         `json:"role" enum:"made,checked,approved" doc:"That for which the report waits"`
	Pictures []signing.Kind `json:"pictures,omitempty" enum:"signature,seal" maxItems:"2" doc:"Those that the caller puts on the report"`
	Password string         `json:"password" minLength:"1" maxLength:"200" doc:"Of the caller"`
}

// RevisedReport says why a report is revised.
type RevisedReport struct {
	Reason string `json:"reason" minLength:"1" maxLength:"500"`
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	Kind   string `query:"kind" enum:"day,week,month,stage,special"`
	Status string `query:"status" enum:"making,failed,draft,made,checked,issuing,issued"`
}

// ProjectReportPath identifies a report of a project.
type ProjectReportPath struct {
	httpapi.ProjectPath
	ProjectReportID int64 `path:"projectReportId" minimum:"1"`
}

type server struct {
	*httpapi.Kernel
	host     feature.Host
	store    *Store
	blobs    blob.Store
	vault    *secrets.Vault
	press    *projectreport.Press
	pictures signing.Store

	certificates certificate.Store
}

var (
	see     = access.Permission{Area: access.Report, Action: access.Retrieve}
	create  = access.Permission{Area: access.Report, Action: access.Create}
	update  = access.Permission{Area: access.Report, Action: access.Update}
	remove  = access.Permission{Area: access.Report, Action: access.Delete}
	seeData = access.Permission{Area: access.Data, Action: access.Retrieve}
)

func (s *server) register() {
	const path = "/projects/{projectId}/project-reports"
	const example = `{"kind":"week","start":1799000000000,"end":1799900000000}`
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listProjectReports", Method: http.MethodGet, Path: path, Tag: "reports", Need: see, Unmeasured: "a page by index",
		Summary: "The reports of a project, those with the latest period first", Detail: "Sorts by title, end, createdAt.",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProjectReport", Method: http.MethodGet, Path: path + "/{projectReportId}", Tag: "reports", Need: see, Unmeasured: "a row by its key",
		Summary: "A report with its signatures and files",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createProjectReport", Method: http.MethodPost, Path: path, Tag: "reports", Need: create, Status: http.StatusAccepted,
		Example:  example,
		NearMiss: httpapi.NearMiss{Body: `{"kind":"week","start":1799900000000,"end":1799000000000}`, Field: "end"},
		Summary:  "Begin a report",
		Detail: "Made in the background, then a draft. Needs Data:Retrieve too. What it says is gathered once; its texts can be changed until it is signed. " +
			"It is issued when three different persons have signed: who made it, who checked it and who approved it.",
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateProjectReport", Method: http.MethodPatch, Path: path + "/{projectReportId}", Tag: "reports", Need: create, Status: http.StatusAccepted,
		Example: `{"weather":"Sunny","conclusion":"All measuring points are normal."}`,
		Summary: "Change the texts of a report", Detail: "Of a draft that the caller began; that of others needs Report:Update. It is printed again.",
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "signProjectReport", Method: http.MethodPost, Path: path + "/{projectReportId}/sign", Tag: "reports", Need: create, Status: http.StatusAccepted,
		Summary: "Sign a report",
		Detail: "made: who began it or another person with Report:Create; checked and approved need Report:Update. Three different persons. " +
			"With the last signature it gets its number and is printed for good; " +
			"its PDF is signed too where the corporation has a certificate, which must be valid then.",
	}, s.sign)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "returnProjectReport", Method: http.MethodPost, Path: path + "/{projectReportId}/return", Tag: "reports", Need: update,
		Summary: "Return a signed report that is not issued to a draft", Detail: "Its signatures end.",
	}, s.giveBack)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "reviseProjectReport", Method: http.MethodPost, Path: path + "/{projectReportId}/revise", Tag: "reports", Need: create, Status: http.StatusAccepted,
		Summary: "Begin the revision of an issued report",
		Detail:  "With its settings and texts, as known now. The issued report stays as it is, and names its revision.",
	}, s.revise)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "retryProjectReport", Method: http.MethodPost, Path: path + "/{projectReportId}/retry", Tag: "reports", Need: create, Status: http.StatusAccepted,
		Summary: "Make a report that failed again",
	}, s.retry)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteProjectReport", Method: http.MethodDelete, Path: path + "/{projectReportId}", Tag: "reports", Need: create,
		Summary: "Delete a report that is not issued", Detail: "That of others needs Report:Delete. An issued report stays.",
	}, s.delete)
	s.registerFiles(path)
	s.registerChanges(path)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.Page[ProjectReport]], error) {
	filter := Filter{Query: in.Query(), ProjectID: in.ProjectID, Kind: content.Kind(in.Kind), State: State(in.Status)}
	page, err := s.store.List(ctx, httpapi.CallerOf(ctx).Scope, filter, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyPage(page, func(d Document) ProjectReport { return reportOf(ctx, &d) }), nil
}

func (s *server) find(ctx context.Context, in *ProjectReportPath) (Document, error) {
	return s.store.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.ProjectReportID, clock.Now().UnixMilli())
}

func (s *server) get(ctx context.Context, in *ProjectReportPath) (*httpapi.Output[ProjectReport], error) {
	d, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(reportOf(ctx, &d)), nil
}

type createInput struct {
	httpapi.ProjectPath
	Body projectreport.ReportSettings
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[ProjectReport], error) {
	if _, err := export.Enter(ctx, s.host, in.ProjectID, in.Body.KnownAt); err != nil {
		return nil, err
	}
	if err := in.Body.Check(ctx, s.host, httpapi.CallerOf(ctx).Scope, in.ProjectID); err != nil {
		return nil, err
	}
	lang := string(httpapi.LanguageOf(ctx))
	d := Document{
		ProjectID: in.ProjectID, Kind: content.Kind(in.Body.Kind), Title: in.Body.TitleIn(lang), Language: lang, Settings: in.Body,
		Start: in.Body.Start.Millis(), End: in.Body.End.Millis(),
	}
	return s.begin(ctx, &d)
}

// begin stores a document and starts its job.
func (s *server) begin(ctx context.Context, d *Document) (*httpapi.Output[ProjectReport], error) {
	if err := s.store.Add(ctx, httpapi.CallerOf(ctx).Actor(), d); err != nil {
		return nil, err
	}
	return s.start(ctx, d)
}

// start enqueues the job of a document. If the server ends before it is named, the document fails and can be tried again.
func (s *server) start(ctx context.Context, d *Document) (*httpapi.Output[ProjectReport], error) {
	job, err := s.host.Jobs.Enqueue(ctx, jobs.New{
		Kind: kindOfJobs, Args: args{d.ID}, CorporationID: d.CorporationID, ProjectID: d.ProjectID, AccountID: httpapi.CallerOf(ctx).Account.ID,
	})
	if err != nil {
		return nil, err
	}
	if err := s.store.Started(ctx, d.ID, job.ID); err != nil {
		return nil, err
	}
	return s.get(ctx, &ProjectReportPath{ProjectPath: httpapi.ProjectPath{ProjectID: d.ProjectID}, ProjectReportID: d.ID})
}

func (s *server) delete(ctx context.Context, in *ProjectReportPath) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	if d.AccountID != who.Account.ID {
		if err := who.Require(remove, d.ProjectID); err != nil {
			return nil, err
		}
	}
	if err := s.store.Delete(ctx, who.Actor(), &d); err != nil {
		return nil, err
	}
	keys := []string{}
	if d.Content != "" {
		keys = append(keys, d.Content)
	}
	for _, f := range d.Files {
		keys = append(keys, f.Blob)
	}
	for i := range d.Signatures {
		keys = append(keys, d.Signatures[i].pictures()...)
	}
	for _, key := range keys {
		if err := s.blobs.Delete(ctx, key); err != nil {
			return nil, err
		}
	}
	return httpapi.Reply(httpapi.Done{}), nil
}

func reportOf(ctx context.Context, d *Document) ProjectReport {
	r := ProjectReport{
		ID: d.ID, ProjectID: d.ProjectID, Kind: string(d.Kind), Title: d.Title, Status: string(d.State), Running: d.Running, Remark: d.Remark,
		Number: d.Number, Revision: d.Revision, Revises: d.Revises, Revised: d.Revised, RevisedBy: d.RevisedBy, Start: d.Start, End: d.End,
		KnownAt: d.KnownAt, Version: d.Version, Language: d.Language, Settings: d.Settings, Next: string(d.next()), AccountID: d.AccountID,
		Account: d.Account, CreatedAt: d.CreatedAt, ChangedAt: d.ChangedAt, IssuedAt: d.IssuedAt,
		Signatures: httpapi.ListOf(d.Signatures, func(g Signature) ProjectReportSignature {
			return ProjectReportSignature{string(g.Role), g.AccountID, g.Name, g.SignedAt, g.Picture != "", g.Seal != ""}
		}),
		Files: httpapi.ListOf(d.Files, func(f File) ProjectReportFile {
			return ProjectReportFile{f.Format, f.Size, f.SHA256, f.SignedBy, f.Certificate}
		}),
	}
	switch {
	case d.State != Making && d.State != Issuing && d.State != Failed:
		r.Progress = 1
	case d.Total > 0:
		r.Progress = float64(d.Made) / float64(d.Total)
	}
	if d.State == Failed || d.lost {
		r.Status = string(Failed)
		reason := d.Reason
		if reason == nil {
			reason = errs.New(errs.DownloadFailed)
		}
		r.Reason = reason.Text(httpapi.LanguageOf(ctx))
	}
	return r
}
