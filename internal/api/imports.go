package api

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/intake"
	"plumbline/internal/intake/files"
	"plumbline/internal/jobs"
	"plumbline/internal/protocol/loggerfile"
)

// Files of loggers are text: the web sends them as text of a JSON body.
const (
	maxFile     = 32 << 20
	importLimit = 5 * time.Minute
)

// ImportRefusal is a row or cell that could not be read.
type ImportRefusal struct {
	Line   int    `json:"line" doc:"From 1"`
	Column string `json:"column"`
	Text   string `json:"text" doc:"What stood there"`
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalogue"`
}

type importPreview struct {
	DevicePath
	Body struct {
		Text string `json:"text" minLength:"1" doc:"The file, or its first 256 KB"`
	}
}

type importRun struct {
	DevicePath
	Body struct {
		Text   string            `json:"text" minLength:"1" doc:"The file"`
		Layout loggerfile.Layout `json:"layout" doc:"As the preview found it, with the zone and where each column goes"`
	}
}

// ImportPreview is what a file is, with the zone that the device's own times are read in.
type ImportPreview struct {
	loggerfile.Preview
	DeviceZone string `json:"deviceZone" doc:"IANA name. Never taken by itself: where the file has no zone, a person confirms it as layout.zone, or chooses another"`
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

func (s *server) imports() {
	need := access.Permission{Area: access.Data, Action: access.Create}
	const path = "/corporations/{corporationId}/devices/{deviceId}/imports"
	register(s, operation{
		id: "previewImport", method: http.MethodPost, path: path + "/preview", tag: "devices", need: need, maxBody: maxFile, unlogged: asks,
		summary: "What a logger's file is: columns, units, separator, form of its times", detail: "TOA5 and csv. Nothing is kept.",
	}, func(_ context.Context, in *importPreview) (*output[ImportPreview], error) {
		preview, err := files.Preview(strings.NewReader(in.Body.Text))
		if err != nil {
			return nil, err
		}
		zone := intake.DefaultZone
		if d, ok := s.Frames.Directory().ByID(in.DeviceID); ok && d.TimeZone != "" {
			zone = d.TimeZone
		}
		return answer(ImportPreview{Preview: preview, DeviceZone: zone}), nil
	})
	register(s, operation{
		id: "importFile", method: http.MethodPost, path: path, tag: "devices", need: need, maxBody: maxFile, limit: importLimit, status: http.StatusAccepted,
		summary: "Bring a logger's file into the readings of a device, as a job",
		detail: "A file without a time zone needs one in the layout. A file that comes twice changes nothing the second time. " +
			"The result of the job is the count of rows, values and refusals; what a cancelled job has brought in stays.",
	}, func(ctx context.Context, in *importRun) (*output[Job], error) {
		who := callerOf(ctx)
		d, err := s.Devices.Get(ctx, who.scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		args, err := s.Imports.Keep(ctx, intake.Device{ID: d.ID, Register: d.Register}, in.Body.Text, in.Body.Layout)
		if err != nil {
			return nil, err
		}
		j, err := s.Jobs.Enqueue(ctx, jobs.New{
			Kind: files.Job, Args: args, CorporationID: d.CorporationID, ProjectID: d.ProjectID, AccountID: who.Account.ID, By: who.actor(), Subject: d.SNCode,
		})
		return answer(jobOf(j)), err
	})
	register(s, operation{
		id: "importRefusals", method: http.MethodGet, path: path + "/{jobId}/refusals", tag: "devices", need: need,
		summary: "The rows and cells of an import that were refused", detail: "In the order of the file; kept for 30 days.",
	}, func(ctx context.Context, in *importRefusals) (*output[Page[ImportRefusal]], error) {
		file, err := s.importFile(ctx, in.DeviceID, in.JobID)
		if err != nil {
			return nil, err
		}
		query, lang := in.query(), languageOf(ctx)
		page := Page[ImportRefusal]{List: []ImportRefusal{}}
		err = s.Imports.Refusals(ctx, file, func(r loggerfile.Refused) error {
			if n := int64(page.Total) - query.Offset(); n >= 0 && n < int64(query.Limit()) {
				page.List = append(page.List, importRefusalOf(r, lang))
			}
			page.Total++
			return nil
		})
		return answer(page), err
	})
	register(s, operation{
		id: "importRefusalsFile", method: http.MethodGet, path: path + "/{jobId}/refusals.csv", tag: "devices", need: need, extra: csvAnswer,
		summary: "The rows and cells of an import that were refused, as csv",
	}, func(ctx context.Context, in *importRefusalsFile) (*streamed, error) {
		file, err := s.importFile(ctx, in.DeviceID, in.JobID)
		if err != nil {
			return nil, err
		}
		lang := languageOf(ctx)
		return &streamed{
			Type: "text/csv; charset=utf-8", Disposition: fmt.Sprintf(`attachment; filename="import-%d-refused.csv"`, in.JobID),
			Body: func(h huma.Context) {
				out := csv.NewWriter(h.BodyWriter())
				_ = out.Write([]string{"line", "column", "text", "code", "reason"}) // a reader that went away needs no more
				_ = s.Imports.Refusals(ctx, file, func(r loggerfile.Refused) error {
					return out.Write([]string{strconv.Itoa(r.Line), plainCell(r.Column), plainCell(r.Text), strconv.Itoa(r.Reason.Code), r.Reason.Text(lang)})
				})
				out.Flush()
			},
		}, nil
	})
}

// importFile finds the file of a job that has ended, of a device.
func (s *server) importFile(ctx context.Context, device, job int64) (int64, error) {
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
	return args.File, nil
}

func importRefusalOf(r loggerfile.Refused, lang fault.Language) ImportRefusal {
	return ImportRefusal{Line: r.Line, Column: r.Column, Text: r.Text, Reason: r.Reason.Text(lang), Code: r.Reason.Code}
}

// plainCell keeps a text of a file from being taken for a formula by a spreadsheet.
func plainCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
