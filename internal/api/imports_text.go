package api

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/fault"
	"plumbline/internal/intake/files"
	"plumbline/internal/protocol/loggerfile"
)

// The calls of the import page as it was, over the new ones; they go with it.

const maxText = 32 << 20

// TextLayout is how a file of text is read.
type TextLayout struct {
	Separator    string               `json:"separator"`
	DecimalComma bool                 `json:"decimalComma"`
	HeaderLines  int                  `json:"headerLines"`
	TimeColumns  []int                `json:"timeColumns"`
	TimeFormat   string               `json:"timeFormat"`
	Zone         string               `json:"zone"`
	Columns      []loggerfile.Mapping `json:"columns"`
}

// TextPreview is what a file of text is.
type TextPreview struct {
	Format       string              `json:"format"`
	Separator    string              `json:"separator"`
	DecimalComma bool                `json:"decimalComma"`
	HeaderLines  int                 `json:"headerLines"`
	TimeColumns  []int               `json:"timeColumns"`
	TimeFormat   string              `json:"timeFormat"`
	TimeFormats  []string            `json:"timeFormats"`
	HasZone      bool                `json:"hasZone"`
	Columns      []loggerfile.Column `json:"columns"`
	Rows         [][]string          `json:"rows"`
	DeviceZone   string              `json:"deviceZone"`
	Station      string              `json:"station,omitempty"`
	Logger       string              `json:"logger,omitempty"`
	Serial       string              `json:"serial,omitempty"`
	Program      string              `json:"program,omitempty"`
	Table        string              `json:"table,omitempty"`
}

type textPreview struct {
	DevicePath
	Body struct {
		Text string `json:"text" minLength:"1"`
	}
}

type textRun struct {
	DevicePath
	Body struct {
		Text   string     `json:"text" minLength:"1"`
		Layout TextLayout `json:"layout"`
	}
}

func (s *server) importText() {
	const path = "/corporations/{corporationId}/devices/{deviceId}/imports"
	register(s, operation{
		id: "previewImport", method: http.MethodPost, path: path + "/preview", tag: "devices", need: importNeed(), maxBody: maxText, unlogged: asks, summary: "What a file of text is (obsolete: uploadImportFile)",
	}, func(ctx context.Context, in *textPreview) (*output[TextPreview], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		upload, err := s.Imports.Keep(ctx, d.CorporationID, d.ID, "file", strings.NewReader(in.Body.Text))
		if err != nil {
			return nil, err
		}
		p, err := s.Imports.Preview(ctx, d.ID, upload.ID, files.Wish{Zone: "UTC"})
		if err != nil {
			return nil, err
		}
		if !p.Recognised {
			return nil, fault.New(fault.FileRead, "reason", "no rows with a time and numbers")
		}
		out := TextPreview{
			Format: p.Format, Separator: signOf[p.Layout.Separator], DecimalComma: p.Layout.DecimalComma, HeaderLines: p.Layout.HeaderLines, TimeFormats: p.TimeFormats,
			HasZone: p.HasZone, Rows: p.Cells, DeviceZone: "Asia/Shanghai", TimeColumns: []int{}, Columns: []loggerfile.Column{},
		}
		var formats []string
		for _, t := range p.Layout.Time {
			out.TimeColumns = append(out.TimeColumns, t.Column)
			formats = append(formats, t.Format)
		}
		out.TimeFormat = strings.Join(formats, " ")
		if len(out.TimeFormats) < 2 {
			out.TimeFormats = []string{out.TimeFormat}
		}
		for _, c := range p.Columns {
			out.Columns = append(out.Columns, c.Column)
		}
		return answer(out), nil
	})
	register(s, operation{
		id: "importFile", method: http.MethodPost, path: path, tag: "devices", need: importNeed(), maxBody: maxText, limit: importLimit, status: http.StatusAccepted, summary: "Import a file of text (obsolete: importUploadedFile)",
	}, func(ctx context.Context, in *textRun) (*output[Job], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		upload, err := s.Imports.Keep(ctx, d.CorporationID, d.ID, "file", strings.NewReader(in.Body.Text))
		if err != nil {
			return nil, err
		}
		l := in.Body.Layout
		layout := loggerfile.Layout{Separator: wordOf(l.Separator), DecimalComma: l.DecimalComma, HeaderLines: l.HeaderLines, Zone: l.Zone, Columns: l.Columns}
		date, clock, _ := strings.Cut(l.TimeFormat, " ")
		switch {
		case len(l.TimeColumns) == 1:
			layout.Time = []loggerfile.TimeColumn{{Column: l.TimeColumns[0], Role: loggerfile.RoleTime, Format: l.TimeFormat}}
		case len(l.TimeColumns) == 2:
			layout.Time = []loggerfile.TimeColumn{{Column: l.TimeColumns[0], Role: loggerfile.RoleDate, Format: date}, {Column: l.TimeColumns[1], Role: loggerfile.RoleTimeOfDay, Format: clock}}
		}
		args, err := s.Imports.Prepare(ctx, d.ID, upload.ID, nil, layout)
		if err != nil {
			return nil, err
		}
		return s.enqueueImport(ctx, d, args)
	})
}

var signOf = map[string]string{loggerfile.Comma: ",", loggerfile.Semicolon: ";", loggerfile.Tab: "\t", loggerfile.Pipe: "|", loggerfile.Blanks: " "}

func wordOf(sign string) string {
	for word, s := range signOf {
		if s == sign {
			return word
		}
	}
	return sign
}
