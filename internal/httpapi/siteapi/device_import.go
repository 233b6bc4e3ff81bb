package siteapi

import (
	"context"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
)

// maxExported is the maximum number of devices in a workbook; an import accepts 2,000.
const maxExported = 10_000

// ImportedDevice is a device created by an import.
type ImportedDevice struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	SNCode   string `json:"sncode"`
	Register string `json:"register"`
	Secret   string `json:"secret" doc:"MQTT password and HMAC key; returned only once. Empty without a register ID"`
}

// DevicesImported is the outcome of an import; its action undoes it.
type DevicesImported struct {
	ActionID int64            `json:"actionId"`
	Devices  []ImportedDevice `json:"devices"`
}

// WorkbookPlace is the target of the form's devices.
type WorkbookPlace struct {
	httpapi.CorporationPath
	ProjectID int64 `query:"projectId" minimum:"0" doc:"For rows without a project; 0: the corporation's stock"`
}

type workbookUpload struct {
	WorkbookPlace
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type workbookExport struct {
	httpapi.CorporationPath
	DeviceFilter
	Name string `query:"name" maxLength:"50"`
}

func (s *server) deviceImports() {
	const base = "/corporations/{corporationId}/devices/workbook"
	need := httpapi.DevicePermission(access.Create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deviceTemplate", Method: http.MethodGet, Path: base + "/template", Tag: "devices", Need: need, Extra: httpapi.WorkbookContent,
		Summary: "Form for importing devices, as xlsx in the caller's language",
		Detail:  "Includes drop-down lists, notes and an example row that is not imported.",
	}, s.deviceTemplate)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportDevices", Method: http.MethodGet, Path: base, Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Extra: httpapi.WorkbookContent, Limit: time.Minute,
		Summary: "Devices with their configuration in the form of the import, as xlsx", Detail: "At most 10,000. Secrets are not included.",
	}, s.exportDevices)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewDeviceImport", Method: http.MethodPost, Path: base + "/preview", Tag: "devices", Need: need,
		Held: httpapi.InBody, Unlogged: httpapi.ReadsOnly,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm,
		Summary: "Check a completed form: cells to fix", Detail: "Nothing is stored. At most 2 MB and 2,000 devices.",
	}, s.previewDeviceImport)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "markDeviceImport", Method: http.MethodPost, Path: base + "/marked", Tag: "devices", Need: need, Held: httpapi.InBody, Unlogged: httpapi.ReadsOnly,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Limit: time.Minute,
		Extra:   func(h *huma.Operation) { httpapi.WorkbookForm(h); httpapi.WorkbookContent(h) },
		Summary: "The same file with the cells to fix marked",
	}, s.markDeviceImport)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importDevices", Method: http.MethodPost, Path: base, Tag: "devices", Need: need, Held: httpapi.InBody, Status: http.StatusCreated,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Limit: time.Minute, Extra: httpapi.WorkbookForm,
		Summary: "Create all devices of a completed form, or none",
		Detail:  "The secrets are returned only once, in this response. The import can be undone while nothing uses the devices.",
	}, s.importDevices)
}

func (s *server) deviceTemplate(ctx context.Context, in *WorkbookPlace) (*httpapi.WorkbookFile, error) {
	choices, err := s.choices(ctx, in.CorporationID, in.ProjectID)
	if err != nil {
		return nil, err
	}
	data, err := deviceimport.Template(choices)
	return httpapi.NewWorkbookFile("devices-template.xlsx", data), err
}

func (s *server) previewDeviceImport(ctx context.Context, in *workbookUpload) (*httpapi.Output[httpapi.WorkbookReport], error) {
	_, book, choices, err := s.readWorkbook(ctx, in)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(reportOf(book, choices)), nil
}

func (s *server) markDeviceImport(ctx context.Context, in *workbookUpload) (*httpapi.WorkbookFile, error) {
	data, book, choices, err := s.readWorkbook(ctx, in)
	if err != nil {
		return nil, err
	}
	marked, err := deviceimport.Mark(ctx, data, book, choices)
	return httpapi.NewWorkbookFile("devices-marked.xlsx", marked), err
}

func (s *server) importDevices(ctx context.Context, in *workbookUpload) (*httpapi.Output[DevicesImported], error) {
	_, book, _, err := s.readWorkbook(ctx, in)
	if err != nil {
		return nil, err
	}
	if n := len(book.Problems); n > 0 {
		return nil, errs.OnField("file", errs.ImportRefused, "count", n)
	}
	a, made, err := s.Bulk.Import(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, book.Devices)
	if err != nil {
		if book.Refuse(err) == nil { // somebody else was faster
			return nil, errs.OnField("file", errs.ImportRefused, "count", len(book.Problems))
		}
		return nil, err
	}
	out := DevicesImported{ActionID: a.ID, Devices: make([]ImportedDevice, len(made))}
	for i, d := range made {
		out.Devices[i] = ImportedDevice{ID: d.ID, Name: d.Name, SNCode: d.SNCode, Register: d.Register, Secret: d.Secret}
	}
	return httpapi.Reply(out), nil
}

// choices returns the entries of the form's lists: projects to which the caller may add devices.
func (s *server) choices(ctx context.Context, corporation, project int64) (deviceimport.Choices, error) {
	who := httpapi.CallerOf(ctx)
	o := deviceimport.Choices{Language: string(httpapi.LanguageOf(ctx)), Project: project}
	var err error
	if o.Models, err = s.Devices.Models(ctx, who.Scope, corporation); err != nil {
		return o, err
	}
	for page := 1; ; page++ {
		list, err := s.Projects.List(ctx, who.Scope, paging.Query{Page: page, Size: paging.MaxSize, Sort: "name"})
		if err != nil {
			return o, err
		}
		for _, p := range list.List {
			if p.CorporationID == corporation && who.May(access.Device, access.Create, p.ID) {
				o.Projects = append(o.Projects, deviceimport.Project{ID: p.ID, Name: p.Name})
			}
		}
		if page*paging.MaxSize >= list.Total {
			return o, nil
		}
	}
}

// readWorkbook reads and validates the form of a request, and checks that the caller may create devices in every
// target.
func (s *server) readWorkbook(ctx context.Context, in *workbookUpload) ([]byte, *deviceimport.Book, deviceimport.Choices, error) {
	fail := func(err error) ([]byte, *deviceimport.Book, deviceimport.Choices, error) {
		return nil, nil, deviceimport.Choices{}, err
	}
	if err := s.RequireIn(ctx, httpapi.DevicePermission(access.Create), in.ProjectID); err != nil {
		return fail(err)
	}
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return fail(err)
	}
	data, err := io.ReadAll(io.LimitReader(file, spreadsheet.MaxBytes+1))
	if err != nil {
		return fail(errs.OnField("file", errs.FileFailed))
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
	if err := book.Refuse(s.Bulk.Check(ctx, httpapi.CallerOf(ctx).Actor(), book.Devices)); err != nil {
		return fail(err)
	}
	return data, book, choices, nil
}

func reportOf(b *deviceimport.Book, o deviceimport.Choices) httpapi.WorkbookReport {
	out := httpapi.WorkbookReport{
		Rows: make([]httpapi.WorkbookRow, 0, len(b.Rows)), Problems: make([]httpapi.WorkbookProblem, 0, len(b.Problems)), Skipped: b.Skipped,
	}
	keys := slices.Clone(b.Columns)
	for _, p := range b.Problems { // an empty column may be the problem
		if deviceimport.OnDevices(p) && !slices.Contains(keys, p.Column) && p.Line > 1 {
			keys = append(keys, p.Column)
		}
	}
	out.Columns = httpapi.ListOf(keys, func(key string) httpapi.WorkbookColumn {
		return httpapi.WorkbookColumn{Key: key, Label: deviceimport.ColumnLabel(key, o.Language)}
	})
	for _, r := range b.Rows {
		row := httpapi.WorkbookRow{Line: r.Line, Cells: make([]string, len(keys))}
		for i, key := range keys {
			row.Cells[i] = r.Cells[key]
		}
		out.Rows = append(out.Rows, row)
	}
	for _, p := range b.Problems {
		out.Problems = append(out.Problems, httpapi.WorkbookProblem{
			Sheet: deviceimport.SheetLabel(p, o.Language), First: deviceimport.OnDevices(p), Line: p.Line, Column: p.Column,
			Label: p.Label(o.Language), Reason: p.Text(o.Language), Code: p.Message.Code,
		})
	}
	return out
}

func (s *server) exportDevices(ctx context.Context, in *workbookExport) (*httpapi.WorkbookFile, error) {
	who := httpapi.CallerOf(ctx)
	choices, err := s.choices(ctx, in.CorporationID, in.ProjectID)
	if err != nil {
		return nil, err
	}
	filter := in.filter(in.CorporationID)
	var found []device.Device
	for page := 1; ; page++ {
		filter.Query = paging.Query{Page: page, Size: paging.MaxSize, Sort: "sncode", Keyword: in.Name}
		list, err := s.Devices.List(ctx, who.Scope, filter)
		if err != nil {
			return nil, err
		}
		if list.Total > maxExported {
			return nil, errs.New(errs.TooManyItems, "max", maxExported)
		}
		for _, d := range list.List {
			found = append(found, d.Device)
		}
		if page*paging.MaxSize >= list.Total {
			break
		}
	}
	all, err := s.Bulk.Exported(ctx, who.Scope, found)
	if err != nil {
		return nil, err
	}
	data, err := deviceimport.Export(choices, all)
	return httpapi.NewWorkbookFile("devices.xlsx", data), err
}
