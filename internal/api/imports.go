package api

import (
	"context"
	"net/http"
	"strings"
	"time"

	"plumbline/internal/access"
	"plumbline/internal/intake"
	"plumbline/internal/intake/files"
	"plumbline/internal/protocol/loggerfile"
)

// Files of loggers are text: the web sends them as text of a JSON body.
const (
	maxFile     = 32 << 20
	importLimit = 5 * time.Minute
)

// ImportReport is what became of a file.
type ImportReport struct {
	Rows     int             `json:"rows" doc:"With a time and at least one value"`
	Values   int             `json:"values" doc:"Numbers in them"`
	From     int64           `json:"from" doc:"UTC ms of the earliest row; 0: none"`
	To       int64           `json:"to" doc:"UTC ms of the latest row"`
	Refused  int             `json:"refused" doc:"Rows and cells that could not be read"`
	Refusals []ImportRefusal `json:"refusals" doc:"The first 1000 of them"`
}

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

func (s *server) imports() {
	need := access.Permission{Area: access.Data, Action: access.Create}
	const path = "/corporations/{corporationId}/devices/{deviceId}/imports"
	register(s, operation{
		id: "previewImport", method: http.MethodPost, path: path + "/preview", tag: "devices", need: need, maxBody: maxFile, unlogged: asks,
		summary: "What a logger's file is: columns, units, separator, form of its times", detail: "TOA5 and csv. Nothing is kept.",
	}, func(_ context.Context, in *importPreview) (*output[loggerfile.Preview], error) {
		preview, err := files.Preview(strings.NewReader(in.Body.Text))
		return answer(preview), err
	})
	register(s, operation{
		id: "importFile", method: http.MethodPost, path: path, tag: "devices", need: need, maxBody: maxFile, limit: importLimit,
		summary: "Bring a logger's file into the readings of a device",
		detail:  "A file without a time zone needs one in the layout. A file that comes twice changes nothing the second time. Every refused row is told.",
	}, func(ctx context.Context, in *importRun) (*output[ImportReport], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		report, err := files.Import(ctx, s.Frames, intake.Device{ID: d.ID, Register: d.Register}, strings.NewReader(in.Body.Text), in.Body.Layout)
		if err != nil {
			return nil, err
		}
		if err := s.logOutside(ctx, d, "import", map[string]any{"rows": report.Rows, "from": report.From, "to": report.To}); err != nil {
			return nil, err
		}
		lang := languageOf(ctx)
		return answer(ImportReport{
			Rows: report.Rows, Values: report.Values, From: report.From, To: report.To, Refused: report.Refused,
			Refusals: listOf(report.Refusals, func(r loggerfile.Refused) ImportRefusal {
				return ImportRefusal{Line: r.Line, Column: r.Column, Text: r.Text, Reason: r.Reason.Text(lang), Code: r.Reason.Code}
			}),
		}), nil
	})
}
