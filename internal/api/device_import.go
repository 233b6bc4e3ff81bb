package api

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/workbook"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
)

const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// maxExported is how many devices one workbook takes; an import takes 2,000 of them at once.
const maxExported = 10_000

// WorkbookColumn is a column of the form that the file uses.
type WorkbookColumn struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

// WorkbookRow is one device of the file.
type WorkbookRow struct {
	Line  int      `json:"line" doc:"As the spreadsheet counts, from 1"`
	Cells []string `json:"cells" doc:"In the order of columns"`
}

// WorkbookProblem is one cell that must be mended.
type WorkbookProblem struct {
	Sheet  string `json:"sheet" doc:"Name of the sheet, in the caller's language"`
	First  bool   `json:"first" doc:"On the sheet of devices, whose rows are in the answer"`
	Line   int    `json:"line"`
	Column string `json:"column" doc:"Key; #3 for the third column where its heading is not known"`
	Label  string `json:"label" doc:"What the column is called, or its letter"`
	Reason string `json:"reason"`
	Code   int    `json:"code" doc:"Of the error catalogue"`
}

// WorkbookReport is what a file would bring, without bringing it.
type WorkbookReport struct {
	Columns  []WorkbookColumn  `json:"columns"`
	Rows     []WorkbookRow     `json:"rows"`
	Problems []WorkbookProblem `json:"problems" doc:"None: the file can be imported"`
	Skipped  int               `json:"skipped" doc:"Example rows"`
}

// ImportedDevice is a device that an import made.
type ImportedDevice struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	SNCode   string `json:"sncode"`
	Register string `json:"register"`
	Secret   string `json:"secret" doc:"MQTT password and HMAC key; shown this one time. Empty without a register"`
}

// DevicesImported is what an import made; its action undoes it.
type DevicesImported struct {
	ActionID int64            `json:"actionId"`
	Devices  []ImportedDevice `json:"devices"`
}

// WorkbookPlace is where devices of a form go.
type WorkbookPlace struct {
	CorporationPath
	ProjectID int64 `query:"projectId" minimum:"0" doc:"Of rows that name no project; 0: the corporation's stock"`
}

type workbookUpload struct {
	WorkbookPlace
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type workbookExport struct {
	CorporationPath
	DeviceFilter
	Name string `query:"name" maxLength:"50"`
}

type sheetFile struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

func workbookAnswer(h *huma.Operation) {
	h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{workbookType: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
}

func workbookForm(h *huma.Operation) {
	h.SkipValidateBody = true // a form is read below; huma would want JSON
	h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
		Type: huma.TypeObject, Required: []string{"file"},
		Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
	}}}}
}

func (s *server) deviceImports() {
	const base = "/corporations/{corporationId}/devices/workbook"
	need := deviceNeed(access.Create)
	register(s, operation{
		id: "deviceTemplate", method: http.MethodGet, path: base + "/template", tag: "devices", need: need, extra: workbookAnswer,
		summary: "The form for many devices, as xlsx in the caller's language", detail: "With drop-down lists, notes and an example row that is not imported.",
	}, func(ctx context.Context, in *WorkbookPlace) (*sheetFile, error) {
		choices, err := s.choices(ctx, in.CorporationID, in.ProjectID)
		if err != nil {
			return nil, err
		}
		data, err := deviceimport.Template(choices)
		return workbookOf("devices-template.xlsx", data), err
	})
	register(s, operation{
		id: "exportDevices", method: http.MethodGet, path: base, tag: "devices", need: deviceNeed(access.Retrieve), extra: workbookAnswer, limit: time.Minute,
		summary: "Devices with their configuration in the form of the import, as xlsx", detail: "At most 10,000. Secrets are not in it.",
	}, s.exportDevices)
	register(s, operation{
		id: "previewDeviceImport", method: http.MethodPost, path: base + "/preview", tag: "devices", need: need, held: inBody, unlogged: asks,
		maxBody: workbook.MaxBytes + multipartRoom, extra: workbookForm,
		summary: "Which cells of a filled in form must be mended", detail: "Nothing is kept. At most 2 MB and 2,000 devices.",
	}, func(ctx context.Context, in *workbookUpload) (*output[WorkbookReport], error) {
		_, book, choices, err := s.readWorkbook(ctx, in)
		if err != nil {
			return nil, err
		}
		return answer(reportOf(book, choices)), nil
	})
	register(s, operation{
		id: "markDeviceImport", method: http.MethodPost, path: base + "/marked", tag: "devices", need: need, held: inBody, unlogged: asks,
		maxBody: workbook.MaxBytes + multipartRoom, limit: time.Minute,
		extra:   func(h *huma.Operation) { workbookForm(h); workbookAnswer(h) },
		summary: "The same file with the cells marked that must be mended",
	}, func(ctx context.Context, in *workbookUpload) (*sheetFile, error) {
		data, book, choices, err := s.readWorkbook(ctx, in)
		if err != nil {
			return nil, err
		}
		marked, err := deviceimport.Mark(ctx, data, book, choices)
		return workbookOf("devices-marked.xlsx", marked), err
	})
	register(s, operation{
		id: "importDevices", method: http.MethodPost, path: base, tag: "devices", need: need, held: inBody, status: http.StatusCreated,
		maxBody: workbook.MaxBytes + multipartRoom, limit: time.Minute, extra: workbookForm,
		summary: "Make all devices of a filled in form, or none", detail: "The secrets are in the answer this one time. The action can be undone while nothing uses the devices.",
	}, func(ctx context.Context, in *workbookUpload) (*output[DevicesImported], error) {
		_, book, _, err := s.readWorkbook(ctx, in)
		if err != nil {
			return nil, err
		}
		if n := len(book.Problems); n > 0 {
			return nil, fault.OnField("file", fault.ImportRefused, "count", n)
		}
		a, made, err := s.Actions.Import(ctx, callerOf(ctx).actor(), in.ProjectID, book.Devices)
		if err != nil {
			if book.Refuse(err) == nil { // somebody was faster
				return nil, fault.OnField("file", fault.ImportRefused, "count", len(book.Problems))
			}
			return nil, err
		}
		out := DevicesImported{ActionID: a.ID, Devices: make([]ImportedDevice, len(made))}
		for i, d := range made {
			out.Devices[i] = ImportedDevice{ID: d.ID, Name: d.Name, SNCode: d.SNCode, Register: d.Register, Secret: d.Secret}
		}
		return answer(out), nil
	})
}

// choices are what the lists of the form offer: projects into which the caller may put devices.
func (s *server) choices(ctx context.Context, corporation, project int64) (deviceimport.Choices, error) {
	who := callerOf(ctx)
	o := deviceimport.Choices{Language: string(languageOf(ctx)), Project: project}
	var err error
	if o.Models, err = s.Devices.Models(ctx, who.scope, corporation); err != nil {
		return o, err
	}
	for page := 1; ; page++ {
		list, err := s.Projects.List(ctx, who.scope, listing.Query{Page: page, Size: listing.MaxSize, Sort: "name"})
		if err != nil {
			return o, err
		}
		for _, p := range list.List {
			if p.CorporationID == corporation && who.may(access.Device, access.Create, p.ID) {
				o.Projects = append(o.Projects, deviceimport.Project{ID: p.ID, Name: p.Name})
			}
		}
		if page*listing.MaxSize >= list.Total {
			return o, nil
		}
	}
}

// readWorkbook reads the form of a request and holds its devices against the rules, and
// sees that the caller may make devices in every place that they go to.
func (s *server) readWorkbook(ctx context.Context, in *workbookUpload) ([]byte, *deviceimport.Book, deviceimport.Choices, error) {
	fail := func(err error) ([]byte, *deviceimport.Book, deviceimport.Choices, error) {
		return nil, nil, deviceimport.Choices{}, err
	}
	if err := s.requireIn(ctx, deviceNeed(access.Create), in.ProjectID); err != nil {
		return fail(err)
	}
	file, err := fileOf(in.ContentType, in.RawBody)
	if err != nil {
		return fail(err)
	}
	data, err := io.ReadAll(io.LimitReader(file, workbook.MaxBytes+1))
	if err != nil {
		return fail(fault.OnField("file", fault.FileFailed))
	}
	choices, err := s.choices(ctx, in.CorporationID, in.ProjectID)
	if err != nil {
		return fail(err)
	}
	book, err := deviceimport.Read(ctx, data, choices)
	if err != nil {
		return fail(err)
	}
	for i := range book.Devices {
		book.Devices[i].CorporationID = in.CorporationID
	}
	if err := book.Refuse(s.Actions.Check(ctx, callerOf(ctx).actor(), book.Devices)); err != nil {
		return fail(err)
	}
	return data, book, choices, nil
}

func reportOf(b *deviceimport.Book, o deviceimport.Choices) WorkbookReport {
	out := WorkbookReport{Rows: make([]WorkbookRow, 0, len(b.Rows)), Problems: make([]WorkbookProblem, 0, len(b.Problems)), Skipped: b.Skipped}
	keys := slices.Clone(b.Columns)
	for _, p := range b.Problems { // an empty column may be what is wrong
		if deviceimport.OnDevices(p) && !slices.Contains(keys, p.Column) && p.Line > 1 {
			keys = append(keys, p.Column)
		}
	}
	out.Columns = listOf(keys, func(key string) WorkbookColumn {
		return WorkbookColumn{Key: key, Label: deviceimport.ColumnLabel(key, o.Language)}
	})
	for _, r := range b.Rows {
		row := WorkbookRow{Line: r.Line, Cells: make([]string, len(keys))}
		for i, key := range keys {
			row.Cells[i] = r.Cells[key]
		}
		out.Rows = append(out.Rows, row)
	}
	for _, p := range b.Problems {
		out.Problems = append(out.Problems, WorkbookProblem{
			Sheet: deviceimport.SheetLabel(p, o.Language), First: deviceimport.OnDevices(p), Line: p.Line, Column: p.Column,
			Label: p.Label(o.Language), Reason: p.Text(o.Language), Code: p.Message.Code,
		})
	}
	return out
}

func workbookOf(name string, data []byte) *sheetFile {
	return &sheetFile{Type: workbookType, Disposition: fmt.Sprintf("attachment; filename=%q", name), Body: data}
}

func (s *server) exportDevices(ctx context.Context, in *workbookExport) (*sheetFile, error) {
	who := callerOf(ctx)
	choices, err := s.choices(ctx, in.CorporationID, in.ProjectID)
	if err != nil {
		return nil, err
	}
	filter := in.filter(in.CorporationID)
	var found []device.Device
	for page := 1; ; page++ {
		filter.Query = listing.Query{Page: page, Size: listing.MaxSize, Sort: "sncode", Keyword: in.Name}
		list, err := s.Devices.List(ctx, who.scope, filter)
		if err != nil {
			return nil, err
		}
		if list.Total > maxExported {
			return nil, fault.New(fault.TooManyItems, "max", maxExported)
		}
		for _, d := range list.List {
			found = append(found, d.Device)
		}
		if page*listing.MaxSize >= list.Total {
			break
		}
	}
	all, err := s.Actions.Exported(ctx, who.scope, found)
	if err != nil {
		return nil, err
	}
	data, err := deviceimport.Export(choices, all)
	return workbookOf("devices.xlsx", data), err
}
