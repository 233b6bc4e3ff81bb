package api

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/field/intake"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/device"
)

// importLimit is how long an upload may take over a slow line.
const importLimit = 15 * time.Minute

// ImportRefusal is a row or cell that could not be read, or a row on the time of another.
type ImportRefusal struct {
	File   string `json:"file" doc:"Of the upload"`
	Line   int    `json:"line" doc:"From 1"`
	Column string `json:"column"`
	Text   string `json:"text" doc:"What stood there"`
	Cell   bool   `json:"cell" doc:"The rest of the row was read"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalogue"`
}

// ImportProblem is what is wrong in a file or a layout.
type ImportProblem struct {
	Line   int    `json:"line" doc:"From 1; 0: of the layout"`
	Column string `json:"column" doc:"time, channel.field, or a field of the layout such as layout.zone"`
	Text   string `json:"text" doc:"What stands there"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalogue"`
}

// ImportFormat is a kind of file that is recognised.
type ImportFormat struct {
	ID         string   `json:"id"`
	Name       string   `json:"name"`
	Extensions []string `json:"extensions"`
	Verified   bool     `json:"verified" doc:"Tried with a real file; false: from the manual, not verified"`
	Basis      string   `json:"basis" doc:"The file it was tried with, or the manual"`
}

// ImportPreview is what an upload is.
type ImportPreview struct {
	ID   int64  `json:"id" doc:"Of the upload: importFileId of the other calls"`
	Name string `json:"name"`
	files.Preview
	Problems   []ImportProblem `json:"problems" doc:"The first 200"`
	DeviceZone string          `json:"deviceZone" doc:"IANA name. Rows are shown in it while the layout has no zone; a person confirms it as layout.zone, or chooses another"`
}

type importUpload struct {
	DevicePath
	Name    string `query:"name" maxLength:"300" doc:"Name of the file"`
	content io.Reader
}

// Resolve takes the body as it comes: it is stored without being held in memory.
func (in *importUpload) Resolve(hc huma.Context) []error {
	in.content = hc.BodyReader()
	return nil
}

var _ huma.Resolver = (*importUpload)(nil)

// ImportFilePath is the upload that a call is about.
type ImportFilePath struct {
	DevicePath
	ImportFileID int64 `path:"importFileId" minimum:"1"`
}

type importFilePreview struct {
	ImportFilePath
	Body struct {
		Entry  string             `json:"entry,omitempty" maxLength:"1000" doc:"Which file of a zip; none: the first"`
		Layout *loggerfile.Layout `json:"layout,omitempty" doc:"None: as the file is recognised"`
	}
}

type importFileRun struct {
	ImportFilePath
	Body struct {
		Entries []string          `json:"entries,omitempty" maxItems:"200" nullable:"true" doc:"Files of a zip; none: all"`
		Layout  loggerfile.Layout `json:"layout" doc:"As the preview found it, completed"`
	}
}

type importRefusals struct {
	DevicePath
	JobID int64 `path:"jobId" minimum:"1"`
	Paging
}

type importRefusalsFile struct {
	DevicePath
	JobID int64 `path:"jobId" minimum:"1"`
}

func importNeed() access.Permission {
	return access.Permission{Area: access.Data, Action: access.Create}
}

func (s *server) imports() {
	const device = "/corporations/{corporationId}/devices/{deviceId}"
	const path, one = device + "/import-files", device + "/import-files/{importFileId}"
	register(s, operation{
		id: "listImportFormats", method: http.MethodGet, path: "/import-formats", tag: "devices",
		summary: "The formats of files that are recognised", detail: "Any other table of text can be imported with a layout made by hand.",
	}, func(context.Context, *struct{}) (*output[List[ImportFormat]], error) {
		list := make([]ImportFormat, 0, len(loggerfile.Formats()))
		for _, f := range loggerfile.Formats() {
			list = append(list, ImportFormat{ID: f.ID, Name: f.Name, Extensions: f.Extensions, Verified: f.Verified, Basis: f.Basis})
		}
		return answer(List[ImportFormat]{List: list}), nil
	})
	register(s, operation{
		id: "uploadImportFile", method: http.MethodPost, path: path, tag: "devices", need: importNeed(), status: http.StatusCreated, maxBody: files.MaxBytes, limit: importLimit, unlogged: asks,
		summary: "Send a logger's file, to be looked at and imported",
		detail: "The body is the file as it is, at most 128 MB: text in any of the encodings, a zip with up to 200 files, or gz. The answer is its preview, also when nothing was recognised. " +
			"The file is kept for 7 days; nothing is imported yet.",
		extra: func(h *huma.Operation) {
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
		},
	}, func(ctx context.Context, in *importUpload) (*output[ImportPreview], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		upload, err := s.Imports.Keep(ctx, d.CorporationID, d.ID, in.Name, in.content)
		if err != nil {
			return nil, err
		}
		return s.importPreview(ctx, d, upload.ID, "", nil)
	})
	register(s, operation{
		id: "previewImportFile", method: http.MethodPost, path: one + "/preview", tag: "devices", need: importNeed(), limit: time.Minute, unlogged: asks,
		summary: "What a layout makes of a file", detail: "Without a layout: what the file was recognised as. What is wrong with the layout is listed as problems.",
	}, func(ctx context.Context, in *importFilePreview) (*output[ImportPreview], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		return s.importPreview(ctx, d, in.ImportFileID, in.Body.Entry, in.Body.Layout)
	})
	register(s, operation{
		id: "importUploadedFile", method: http.MethodPost, path: one + "/import", tag: "devices", need: importNeed(), status: http.StatusAccepted,
		summary: "Bring an uploaded file into the readings of a device, as a job",
		detail: "The result of the job (FilesReport) counts the rows: rows = stored + equal + refused + sameTime + empty. A file that comes twice stores nothing the second time. " +
			"A file with rows on the same time is not imported unless layout.sameTime says which row counts: the job fails and result.problem says how many there are. What a cancelled job has brought in stays.",
	}, func(ctx context.Context, in *importFileRun) (*output[Job], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		args, err := s.Imports.Prepare(ctx, d.ID, in.ImportFileID, in.Body.Entries, in.Body.Layout)
		if err != nil {
			return nil, err
		}
		return s.enqueueImport(ctx, d, args)
	})
	s.importResults(device + "/imports/{jobId}")
	s.importMappings()
}

func (s *server) enqueueImport(ctx context.Context, d device.Device, args files.Args) (*output[Job], error) {
	who := callerOf(ctx)
	j, err := s.Jobs.Enqueue(ctx, jobs.New{
		Kind: files.Job, Args: args, CorporationID: d.CorporationID, ProjectID: d.ProjectID, AccountID: who.Account.ID, By: who.actor(), Subject: d.SNCode,
	})
	return answer(jobOf(j)), err
}

func (s *server) importPreview(ctx context.Context, d device.Device, upload int64, entry string, layout *loggerfile.Layout) (*output[ImportPreview], error) {
	zone := intake.DefaultZone
	if known, ok := s.Frames.Directory().ByID(d.ID); ok && known.TimeZone != "" {
		zone = known.TimeZone
	}
	preview, err := s.Imports.Preview(ctx, d.ID, upload, files.Wish{Entry: entry, Layout: layout, Fields: rawFieldsOf(d.Type), Zone: zone})
	if err != nil {
		return nil, err
	}
	out := ImportPreview{ID: upload, Name: preview.Name, Preview: preview, DeviceZone: zone, Problems: []ImportProblem{}}
	lang := languageOf(ctx)
	for _, p := range preview.Problems {
		out.Problems = append(out.Problems, ImportProblem{Line: p.Line, Column: p.Column, Text: p.Text, Reason: p.Reason.Text(lang), Code: p.Reason.Code})
	}
	return answer(out), nil
}

// rawFieldsOf names the fields that a type of device sends.
func rawFieldsOf(deviceType string) []string {
	kind, _ := catalogue.DeviceTypeOf(deviceType)
	return listOf(kind.Fields, func(f catalogue.RawField) string { return f.Name })
}

// importResults are the calls about what a job refused.
func (s *server) importResults(path string) {
	need := importNeed()
	register(s, operation{
		id: "importRefusals", method: http.MethodGet, path: path + "/refusals", tag: "devices", need: need,
		summary: "The rows and cells of an import that were refused, and rows on the time of another", detail: "In the order of the file; kept for 30 days.",
	}, func(ctx context.Context, in *importRefusals) (*output[Page[ImportRefusal]], error) {
		job, err := s.importJob(ctx, in.DeviceID, in.JobID)
		if err != nil {
			return nil, err
		}
		query, lang := in.query(), languageOf(ctx)
		page := Page[ImportRefusal]{List: []ImportRefusal{}}
		err = s.Imports.Refusals(ctx, job, func(r files.Refused) error {
			if n := int64(page.Total) - query.Offset(); n >= 0 && n < int64(query.Limit()) {
				page.List = append(page.List, importRefusalOf(r, lang))
			}
			page.Total++
			return nil
		})
		return answer(page), err
	})
	register(s, operation{
		id: "importRefusalsFile", method: http.MethodGet, path: path + "/refusals.csv", tag: "devices", need: need, extra: csvAnswer,
		summary: "The rows and cells of an import that were refused, as csv",
	}, func(ctx context.Context, in *importRefusalsFile) (*streamed, error) {
		job, err := s.importJob(ctx, in.DeviceID, in.JobID)
		if err != nil {
			return nil, err
		}
		lang := languageOf(ctx)
		return &streamed{
			Type: "text/csv; charset=utf-8", Disposition: fmt.Sprintf(`attachment; filename="import-%d-refused.csv"`, in.JobID),
			Body: func(h huma.Context) {
				out := csv.NewWriter(h.BodyWriter())
				_ = out.Write([]string{"file", "line", "column", "text", "code", "reason"}) // a reader that went away needs no more
				_ = s.Imports.Refusals(ctx, job, func(r files.Refused) error {
					return out.Write([]string{csvfile.Harmless(r.File), strconv.Itoa(r.Line), csvfile.Harmless(r.Column), csvfile.Harmless(r.Text), strconv.Itoa(r.Reason.Code), r.Reason.Text(lang)})
				})
				out.Flush()
			},
		}, nil
	})
}

// importJob finds a job of a device that has ended.
func (s *server) importJob(ctx context.Context, device, job int64) (int64, error) {
	j, err := s.Jobs.Get(ctx, callerOf(ctx).scope, job)
	if err != nil {
		return 0, err
	}
	var args files.Args
	if j.Kind != files.Job || json.Unmarshal(j.Args, &args) != nil || args.Device != device {
		return 0, fault.New(fault.NothingHere)
	}
	if j.State == jobs.Waiting || j.State == jobs.Running {
		return 0, fault.New(fault.ImportRunning)
	}
	return j.ID, nil
}

func importRefusalOf(r files.Refused, lang fault.Language) ImportRefusal {
	return ImportRefusal{File: r.File, Cell: r.Cell, Line: r.Line, Column: r.Column, Text: r.Text, Reason: r.Reason.Text(lang), Code: r.Reason.Code}
}
