package dataapi

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/manualimport"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// ManualPreview is the effect of a completed form of manual readings, or the cells to fix.
type ManualPreview struct {
	httpapi.WorkbookReport
	Readings     int                  `json:"readings" doc:"Rows of the same point and time are the nodes of one reading"`
	Consequences preview.Consequences `json:"consequences" doc:"0 while cells need to be fixed"`
}

type manualUpload struct {
	httpapi.PointPath
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (s *server) manualWorkbooks() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data/workbook"
	need := access.Permission{Area: access.Data, Action: access.Create}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "manualTemplate", Method: http.MethodGet, Path: path + "/template", Tag: "measuring points", Need: need, Extra: httpapi.WorkbookContent,
		Summary: "Form for readings entered by hand, as xlsx in the caller's language",
		Detail:  "With the columns of the measurement of the point. Rows may name any manual point of the structure with that measurement.",
	}, s.manualTemplate)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewManualWorkbook", Method: http.MethodPost, Path: path + "/preview", Tag: "measuring points", Need: need, Unlogged: httpapi.ReadsOnly,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm, Limit: time.Minute,
		Summary: "Check a completed form of manual readings: cells to fix, or its effects",
		Detail:  "Nothing is stored. At most 2 MB, 20,000 lines and 1,000 readings.",
	}, s.previewManualWorkbook)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "enterManualWorkbook", Method: http.MethodPost, Path: path, Tag: "measuring points", Need: need, Status: http.StatusCreated,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Limit: time.Minute, Extra: httpapi.WorkbookForm,
		Summary: "Enter all readings of a completed form, or none",
		Detail:  "Times are in the project's time zone. Results and alerts are recomputed.",
	}, s.enterManualWorkbook)
}

func (s *server) manualTemplate(ctx context.Context, in *httpapi.PointPath) (*httpapi.WorkbookFile, error) {
	p, err := s.Points.Get(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID)
	if err != nil {
		return nil, err
	}
	data, err := manualimport.Template(string(httpapi.LanguageOf(ctx)), manualimport.Form{Measurement: p.Measurement}, p.Name)
	return httpapi.NewWorkbookFile("manual-readings.xlsx", data), err
}

func (s *server) previewManualWorkbook(ctx context.Context, in *manualUpload) (*httpapi.Output[ManualPreview], error) {
	form, book, plan, err := s.readManual(ctx, in)
	if err != nil {
		return nil, err
	}
	found := ManualPreview{
		WorkbookReport: manualReport(book, form, string(httpapi.LanguageOf(ctx))), Readings: len(book.Entries), Consequences: preview.NoConsequences(),
	}
	if len(book.Problems) == 0 {
		found.Consequences, err = s.Previews.Plan(ctx, plan)
	}
	return httpapi.Reply(found), err
}

func (s *server) enterManualWorkbook(ctx context.Context, in *manualUpload) (*httpapi.Output[ManualResult], error) {
	_, book, _, err := s.readManual(ctx, in)
	if err != nil {
		return nil, err
	}
	if n := len(book.Problems); n > 0 {
		return nil, errs.OnField("file", errs.ImportRefused, "count", n)
	}
	var typed []pointconfig.Typed
	for _, id := range book.Points() {
		typed = append(typed, pointconfig.Typed{PointID: id, Readings: manualimport.Readings(book.Of(id))})
	}
	n, err := s.Configuration.EnterManual(ctx, httpapi.CallerOf(ctx).Actor(), typed, "")
	return httpapi.Reply(ManualResult{Rows: n}), err
}

// manualForm returns the form of the measurement of a point, with the points of its structure.
func (s *server) manualForm(ctx context.Context, structureID, pointID int64) (manualimport.Form, error) {
	scope := httpapi.CallerOf(ctx).Scope
	this, err := s.Points.Get(ctx, scope, pointID)
	if err != nil {
		return manualimport.Form{}, err
	}
	form := manualimport.Form{Measurement: this.Measurement, Points: map[string]manualimport.Target{}}
	for page := 1; ; page++ {
		list, err := s.Points.List(ctx, scope, point.Filter{Query: paging.Query{Page: page, Size: paging.MaxSize, Sort: "name"}, StructureID: structureID})
		if err != nil {
			return form, err
		}
		for i := range list.List {
			p := &list.List[i]
			form.Points[p.Name] = manualimport.Target{ID: p.ID, Fits: p.Kind == point.Artificial && p.Measurement == this.Measurement}
		}
		if page*paging.MaxSize >= list.Total {
			return form, nil
		}
	}
}

// readManual reads and checks the form of a request, and plans its readings if it has no problems.
func (s *server) readManual(ctx context.Context, in *manualUpload) (form manualimport.Form, book *manualimport.Book, all pointconfig.Plan, err error) {
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return form, nil, all, err
	}
	data, err := io.ReadAll(io.LimitReader(file, spreadsheet.MaxBytes+1))
	if err != nil {
		return form, nil, all, errs.OnField("file", errs.FileFailed)
	}
	who := httpapi.CallerOf(ctx)
	project, err := s.Projects.Get(ctx, who.Scope, who.Target.Project)
	if err != nil {
		return form, nil, all, err
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return form, nil, all, fmt.Errorf("zone of project %d: %w", project.ID, err)
	}
	if form, err = s.manualForm(ctx, who.Target.Structure, in.MeasuringPointID); err != nil {
		return form, nil, all, err
	}
	if book, err = manualimport.Read(ctx, data, form, zone); err != nil || len(book.Problems) > 0 {
		return form, book, all, err
	}
	for _, id := range book.Points() {
		entries := book.Of(id)
		plan, err := s.Configuration.PlanManual(ctx, who.Scope, id, manualimport.Readings(entries), "")
		if err := book.Refuse(entries, err); err != nil {
			return form, nil, all, err
		}
		all.Corrections, all.Revoked = append(all.Corrections, plan.Corrections...), append(all.Revoked, plan.Revoked...)
	}
	return form, book, all, nil
}

func manualReport(b *manualimport.Book, form manualimport.Form, language string) httpapi.WorkbookReport {
	keys := slices.Clone(b.Columns)
	for _, p := range b.Problems { // an empty column may be the problem
		if !slices.Contains(keys, p.Column) && p.Line > 1 {
			keys = append(keys, p.Column)
		}
	}
	lang, _ := errs.ParseLanguage(language)
	return httpapi.WorkbookReport{
		Columns: httpapi.ListOf(keys, func(key string) httpapi.WorkbookColumn {
			return httpapi.WorkbookColumn{Key: key, Label: form.Label(key, language)}
		}),
		Rows: httpapi.ListOf(b.Rows, func(r manualimport.Row) httpapi.WorkbookRow {
			return httpapi.WorkbookRow{Line: r.Line, Cells: httpapi.ListOf(keys, func(key string) string { return r.Cells[key] })}
		}),
		Problems: httpapi.ListOf(b.Problems, func(p manualimport.Problem) httpapi.WorkbookProblem {
			return httpapi.WorkbookProblem{
				Sheet: manualimport.SheetLabel(language), First: p.Line > 1, Line: p.Line, Column: p.Column,
				Label: form.Label(p.Column, language), Reason: p.Message.Text(lang, p.Args), Code: p.Message.Code,
			}
		}),
	}
}
