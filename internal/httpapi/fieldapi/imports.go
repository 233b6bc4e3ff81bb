package fieldapi

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalog"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/device"
)

// importLimit is the maximum duration of an upload over a slow line.
const importLimit = 15 * time.Minute

// ImportRefusal is a row or cell that could not be read, or a row at the time of another.
type ImportRefusal struct {
	File   string `json:"file" doc:"From the upload"`
	Line   int    `json:"line" doc:"From 1"`
	Column string `json:"column"`
	Text   string `json:"text" doc:"Value in the cell"`
	Cell   bool   `json:"cell" doc:"The rest of the row was read"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

// ImportProblem is an error in a file or layout.
type ImportProblem struct {
	Line   int    `json:"line" doc:"From 1; 0: of the layout"`
	Column string `json:"column" doc:"time, channel.field, or a field of the layout such as layout.zone"`
	Text   string `json:"text" doc:"Value in the cell"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

// ImportFormat is a recognized file format.
type ImportFormat struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Extensions []string `json:"extensions"`
	Verified   bool     `json:"verified" doc:"Verified with a real file; false: from the manual, not verified"`
	Basis      string   `json:"basis" doc:"The file it was verified with, or the manual"`
}

// ImportPreview is the preview of an upload.
type ImportPreview struct {
	ID   int64  `json:"id" doc:"From the upload: importFileId in the other calls"`
	Name string `json:"name"`
	files.Preview
	Problems   []ImportProblem `json:"problems" doc:"The first 200"`
	DeviceZone string          `json:"deviceZone" doc:"IANA name. Rows are shown in it until layout.zone is set, by confirming it or choosing another"`
}

type importUpload struct {
	httpapi.DevicePath
	Name    string `query:"name" maxLength:"300" doc:"Name of the file"`
	content io.Reader
}

// Resolve streams the body to storage without keeping it in memory.
func (in *importUpload) Resolve(hc huma.Context) []error {
	in.content = hc.BodyReader()
	return nil
}

var _ huma.Resolver = (*importUpload)(nil)

// ImportFilePath identifies an upload.
type ImportFilePath struct {
	httpapi.DevicePath
	ImportFileID int64 `path:"importFileId" minimum:"1"`
}

type importFilePreview struct {
	ImportFilePath
	Body struct {
		Entry  string             `json:"entry,omitempty" maxLength:"1000" doc:"File of a zip; omitted: the first"`
		Layout *loggerfile.Layout `json:"layout,omitempty" doc:"None: the recognized format is used"`
	}
}

type importFileRun struct {
	ImportFilePath
	Body struct {
		Entries []string          `json:"entries,omitempty" maxItems:"200" nullable:"true" doc:"Files of a zip; empty: all"`
		Layout  loggerfile.Layout `json:"layout" doc:"As the preview found it, completed"`
	}
}

type importRefusals struct {
	httpapi.DevicePath
	JobID int64 `path:"jobId" minimum:"1"`
	httpapi.Paging
}

type importRefusalsFile struct {
	httpapi.DevicePath
	JobID int64 `path:"jobId" minimum:"1"`
}

func importNeed() access.Permission {
	return access.Permission{Area: access.Data, Action: access.Create}
}

const layoutExample = `{"separator":"comma","headerLines":1,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":2,"field":"disp"}]}`

func (s *server) imports() {
	const device = "/corporations/{corporationId}/devices/{deviceId}"
	const path, one = device + "/import-files", device + "/import-files/{importFileId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listImportFormats", Method: http.MethodGet, Path: "/import-formats", Tag: "devices",
		Summary: "Recognized file formats", Detail: "Any other text table can be imported with a layout that you define.",
	}, s.listImportFormats)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "uploadImportFile", Method: http.MethodPost, Path: path, Tag: "devices", Need: importNeed(),
		Status: http.StatusCreated, MaxBody: files.MaxBytes, Limit: importLimit, Unlogged: httpapi.ReadsOnly,
		Summary: "Upload a logger file for preview and import",
		Detail: "The body is the raw file, at most 128 MB: text in any of the encodings, a zip of up to 200 files, or gz. Returns its preview, even if no format was recognized. " +
			"The file is kept for 7 days; nothing is imported yet.",
		Extra: func(h *huma.Operation) {
			h.RequestBody = &huma.RequestBody{
				Required: true, Content: map[string]*huma.MediaType{
					"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
				},
			}
		},
	}, s.uploadImportFile)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewImportFile", Method: http.MethodPost, Path: one + "/preview", Tag: "devices", Need: importNeed(),
		Limit: time.Minute, Unlogged: httpapi.ReadsOnly,
		Example: `{}`,
		Summary: "Preview a file with a layout",
		Detail:  "Without a layout, uses the format recognized in the file. Errors in the layout are listed as problems.",
	}, s.previewImportFile)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importUploadedFile", Method: http.MethodPost, Path: one + "/import", Tag: "devices", Need: importNeed(), Status: http.StatusAccepted,
		Example: `{"layout":` + layoutExample + `}`,
		Summary: "Import an uploaded file as readings of a device, as a job",
		Detail: "The result of the job (FilesReport) counts the rows: rows = stored + equal + refused + sameTime + empty. Importing the same file again stores nothing. " +
			"A file with rows on the same time is not imported unless layout.sameTime says which row counts: the job fails and result.problem says how many there are. What a cancelled job has brought in stays.",
	}, s.importUploadedFile)
	s.importResults(device + "/imports/{jobId}")
	s.importMappings()
}

func (s *server) listImportFormats(context.Context, *struct{}) (*httpapi.Output[httpapi.List[ImportFormat]], error) {
	list := make([]ImportFormat, 0, len(loggerfile.Formats()))
	for _, f := range loggerfile.Formats() {
		list = append(list, ImportFormat{ID: f.ID, Name: f.Name, Extensions: f.Extensions, Verified: f.Verified, Basis: f.Basis})
	}
	return httpapi.Reply(httpapi.List[ImportFormat]{List: list}), nil
}

func (s *server) uploadImportFile(ctx context.Context, in *importUpload) (*httpapi.Output[ImportPreview], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	upload, err := s.Imports.Keep(ctx, d.CorporationID, d.ID, in.Name, in.content)
	if err != nil {
		return nil, err
	}
	return s.importPreview(ctx, d, upload.ID, "", nil)
}

func (s *server) previewImportFile(ctx context.Context, in *importFilePreview) (*httpapi.Output[ImportPreview], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	return s.importPreview(ctx, d, in.ImportFileID, in.Body.Entry, in.Body.Layout)
}

func (s *server) importUploadedFile(ctx context.Context, in *importFileRun) (*httpapi.Output[httpapi.Job], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	args, err := s.Imports.Prepare(ctx, d.ID, in.ImportFileID, in.Body.Entries, in.Body.Layout)
	if err != nil {
		return nil, err
	}
	return s.enqueueImport(ctx, d, args)
}

func (s *server) enqueueImport(ctx context.Context, d device.Device, args files.Args) (*httpapi.Output[httpapi.Job], error) {
	who := httpapi.CallerOf(ctx)
	j, err := s.Jobs.Enqueue(ctx, jobs.New{
		Kind: files.Job, Args: args, CorporationID: d.CorporationID, ProjectID: d.ProjectID, AccountID: who.Account.ID, By: who.Actor(), Subject: d.SNCode,
	})
	return httpapi.Reply(httpapi.JobOf(j)), err
}

func (s *server) importPreview(ctx context.Context, d device.Device, upload int64, entry string,
	layout *loggerfile.Layout,
) (*httpapi.Output[ImportPreview], error) {
	zone := ingest.DefaultZone
	if known, ok := s.Frames.Directory().ByID(d.ID); ok && known.TimeZone != "" {
		zone = known.TimeZone
	}
	preview, err := s.Imports.Preview(ctx, d.ID, upload, files.Wish{Entry: entry, Layout: layout, Fields: rawFieldsOf(d.Type), Zone: zone})
	if err != nil {
		return nil, err
	}
	out := ImportPreview{ID: upload, Name: preview.Name, Preview: preview, DeviceZone: zone, Problems: []ImportProblem{}}
	lang := httpapi.LanguageOf(ctx)
	for _, p := range preview.Problems {
		out.Problems = append(out.Problems, ImportProblem{Line: p.Line, Column: p.Column, Text: p.Text, Reason: p.Reason.Text(lang), Code: p.Reason.Code})
	}
	return httpapi.Reply(out), nil
}

// rawFieldsOf returns the fields that a device type sends.
func rawFieldsOf(deviceType string) []string {
	kind, _ := catalog.DeviceTypeOf(deviceType)
	return httpapi.ListOf(kind.Fields, func(f catalog.RawField) string { return f.Name })
}

// importResults registers the calls about the refused rows of a job.
func (s *server) importResults(path string) {
	need := importNeed()
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importRefusals", Method: http.MethodGet, Path: path + "/refusals", Tag: "devices", Need: need,
		Summary: "Rejected rows and cells of an import, and rows with duplicate times", Detail: "In file order; kept for 30 days.",
	}, s.importRefusals)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importRefusalsFile", Method: http.MethodGet, Path: path + "/refusals.csv", Tag: "devices", Need: need, Extra: httpapi.CSVContent,
		Summary: "Rejected rows and cells of an import, as csv",
	}, s.importRefusalsFile)
}

func (s *server) importRefusals(ctx context.Context, in *importRefusals) (*httpapi.Output[httpapi.Page[ImportRefusal]], error) {
	job, err := s.importJob(ctx, in.DeviceID, in.JobID)
	if err != nil {
		return nil, err
	}
	query, lang := in.Query(), httpapi.LanguageOf(ctx)
	page := httpapi.Page[ImportRefusal]{List: []ImportRefusal{}}
	err = s.Imports.Refusals(ctx, job, func(r files.Refused) error {
		if n := int64(page.Total) - query.Offset(); n >= 0 && n < int64(query.Limit()) {
			page.List = append(page.List, importRefusalOf(r, lang))
		}
		page.Total++
		return nil
	})
	return httpapi.Reply(page), err
}

func (s *server) importRefusalsFile(ctx context.Context, in *importRefusalsFile) (*httpapi.Streamed, error) {
	job, err := s.importJob(ctx, in.DeviceID, in.JobID)
	if err != nil {
		return nil, err
	}
	lang := httpapi.LanguageOf(ctx)
	return &httpapi.Streamed{
		Type: "text/csv; charset=utf-8", Disposition: fmt.Sprintf(`attachment; filename="import-%d-refused.csv"`, in.JobID),
		Body: func(h huma.Context) {
			head := []string{"file", "line", "column", "text", "code", "reason"}
			_ = csvfile.Write(h.BodyWriter(), head, func(out *csvfile.Writer) error { // the client is gone when this fails
				return s.Imports.Refusals(ctx, job, func(r files.Refused) error {
					return out.Line(r.File, strconv.Itoa(r.Line), r.Column, r.Text, strconv.Itoa(r.Reason.Code), r.Reason.Text(lang))
				})
			})
		},
	}, nil
}

// importJob returns a finished job of a device.
func (s *server) importJob(ctx context.Context, device, job int64) (int64, error) {
	j, err := s.Jobs.Get(ctx, httpapi.CallerOf(ctx).Scope, job)
	if err != nil {
		return 0, err
	}
	var args files.Args
	if j.Kind != files.Job || json.Unmarshal(j.Args, &args) != nil || args.Device != device {
		return 0, errs.New(errs.NothingHere)
	}
	if j.State == jobs.Waiting || j.State == jobs.Running {
		return 0, errs.New(errs.ImportRunning)
	}
	return j.ID, nil
}

func importRefusalOf(r files.Refused, lang errs.Language) ImportRefusal {
	return ImportRefusal{File: r.File, Cell: r.Cell, Line: r.Line, Column: r.Column, Text: r.Text, Reason: r.Reason.Text(lang), Code: r.Reason.Code}
}
