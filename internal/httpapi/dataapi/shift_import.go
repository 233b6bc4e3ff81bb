package dataapi

import (
	"context"
	"fmt"
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
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
	"plumbline/internal/site/shiftimport"
)

// ShiftsPreview is the effect of a completed form, or the cells to fix.
type ShiftsPreview struct {
	httpapi.WorkbookReport
	Consequences preview.Consequences `json:"consequences" doc:"0 while cells need to be fixed"`
}

// ShiftsImported is the outcome of a form of initial-value corrections; each can be revoked separately.
type ShiftsImported struct {
	Corrections []Correction `json:"corrections"`
}

type shiftUpload struct {
	httpapi.StructurePath
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (s *server) shiftImports() {
	const base = "/structures/{structureId}/initshifts"
	need := access.Permission{Area: access.Data, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "initshiftTemplate", Method: http.MethodGet, Path: base + "/template", Tag: "corrections", Need: need, Extra: httpapi.WorkbookContent,
		Summary: "Form for initial-value corrections of a structure, as xlsx in the caller's language",
		Detail:  "One line per point and node, with the columns their changes use. Lines without a value are ignored.",
	}, s.initshiftTemplate)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewInitshifts", Method: http.MethodPost, Path: base + "/preview", Tag: "corrections", Need: need, Unlogged: httpapi.ReadsOnly,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Extra: httpapi.WorkbookForm,
		Limit:   time.Minute,
		Summary: "Check a completed form of initial-value corrections: cells to fix, or its effects",
		Detail:  "Nothing is stored. At most 2 MB and 2,000 lines with values.",
	}, s.previewInitshifts)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "markInitshifts", Method: http.MethodPost, Path: base + "/marked", Tag: "corrections", Need: need, Unlogged: httpapi.ReadsOnly,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Extra: func(h *huma.Operation) { httpapi.WorkbookForm(h); httpapi.WorkbookContent(h) },
		Summary: "The same form with the cells to fix marked",
	}, s.markInitshifts)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "importInitshifts", Method: http.MethodPost, Path: base, Tag: "corrections", Need: need, Status: http.StatusCreated,
		MaxBody: spreadsheet.MaxBytes + httpapi.FormRoom, Limit: time.Minute, Extra: httpapi.WorkbookForm,
		Summary: "Record all initial-value corrections of a completed form, or none",
		Detail:  "Times are in the project's time zone. Results and alerts are recomputed.",
	}, s.importInitshifts)
}

func (s *server) initshiftTemplate(ctx context.Context, in *httpapi.StructurePath) (*httpapi.WorkbookFile, error) {
	targets, err := s.shiftTargets(ctx, in.StructureID)
	if err != nil {
		return nil, err
	}
	data, err := shiftimport.Template(string(httpapi.LanguageOf(ctx)), targets)
	return httpapi.NewWorkbookFile("initshift-template.xlsx", data), err
}

func (s *server) previewInitshifts(ctx context.Context, in *shiftUpload) (*httpapi.Output[ShiftsPreview], error) {
	_, book, targets, err := s.readShifts(ctx, in)
	if err != nil {
		return nil, err
	}
	found := ShiftsPreview{WorkbookReport: shiftReport(book, string(httpapi.LanguageOf(ctx)), targets), Consequences: preview.NoConsequences()}
	if len(book.Problems) == 0 {
		found.Consequences, err = s.Previews.Plan(ctx, pointconfig.Plan{Corrections: book.Corrections})
	}
	return httpapi.Reply(found), err
}

func (s *server) markInitshifts(ctx context.Context, in *shiftUpload) (*httpapi.WorkbookFile, error) {
	data, book, targets, err := s.readShifts(ctx, in)
	if err != nil {
		return nil, err
	}
	marked, err := shiftimport.Mark(ctx, data, book, string(httpapi.LanguageOf(ctx)), targets)
	return httpapi.NewWorkbookFile("initshift-marked.xlsx", marked), err
}

func (s *server) importInitshifts(ctx context.Context, in *shiftUpload) (*httpapi.Output[ShiftsImported], error) {
	_, book, _, err := s.readShifts(ctx, in)
	if err != nil {
		return nil, err
	}
	if n := len(book.Problems); n > 0 {
		return nil, errs.OnField("file", errs.ImportRefused, "count", n)
	}
	if err := s.Corrections.CreateAll(ctx, httpapi.CallerOf(ctx).Actor(), book.Corrections); err != nil {
		return nil, err
	}
	return httpapi.Reply(ShiftsImported{httpapi.ListOf(book.Corrections, correctionOf)}), nil
}

// shiftTargets returns the points of a structure with their correctable columns.
func (s *server) shiftTargets(ctx context.Context, structure int64) ([]shiftimport.Target, error) {
	var targets []shiftimport.Target
	for page := 1; ; page++ {
		list, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope,
			point.Filter{Query: paging.Query{Page: page, Size: paging.MaxSize, Sort: "name"}, StructureID: structure})
		if err != nil {
			return nil, err
		}
		ids := make([]int64, len(list.List))
		for i := range list.List {
			ids[i] = list.List[i].ID
		}
		shiftable, err := s.Monitor.Shiftable(ctx, ids)
		if err != nil {
			return nil, err
		}
		for i, p := range list.List {
			if of := shiftable[i]; len(of.Columns) > 0 {
				targets = append(targets, shiftimport.Target{ID: p.ID, Name: p.Name, Measurement: p.Measurement, Columns: of.Columns, Depths: of.Depths})
			}
		}
		if page*paging.MaxSize >= list.Total {
			return targets, nil
		}
	}
}

// readShifts reads and validates the form of a request.
func (s *server) readShifts(ctx context.Context, in *shiftUpload) ([]byte, *shiftimport.Book, []shiftimport.Target, error) {
	file, err := httpapi.FormFile(in.ContentType, in.RawBody)
	if err != nil {
		return nil, nil, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, spreadsheet.MaxBytes+1))
	if err != nil {
		return nil, nil, nil, errs.OnField("file", errs.FileFailed)
	}
	who := httpapi.CallerOf(ctx)
	project, err := s.Projects.Get(ctx, who.Scope, who.Target.Project)
	if err != nil {
		return nil, nil, nil, err
	}
	zone, err := time.LoadLocation(project.TimeZone)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("zone of project %d: %w", project.ID, err)
	}
	targets, err := s.shiftTargets(ctx, in.StructureID)
	if err != nil {
		return nil, nil, nil, err
	}
	book, err := shiftimport.Read(ctx, data, targets, zone)
	if err != nil {
		return nil, nil, nil, err
	}
	for i, c := range book.Corrections {
		if c.PointID == 0 {
			continue // already listed
		}
		if err := book.Refuse(i, s.Corrections.Check(ctx, who.Scope, c)); err != nil {
			return nil, nil, nil, err
		}
	}
	return data, book, targets, nil
}

func shiftReport(b *shiftimport.Book, language string, targets []shiftimport.Target) httpapi.WorkbookReport {
	label := func(key string) string { return shiftimport.Label(key, language, targets) }
	out := httpapi.WorkbookReport{Skipped: b.Skipped}
	keys := slices.Clone(b.Columns)
	for _, p := range b.Problems { // an empty column may be the problem
		if !slices.Contains(keys, p.Column) && p.Line > 1 {
			keys = append(keys, p.Column)
		}
	}
	out.Columns = httpapi.ListOf(keys, func(key string) httpapi.WorkbookColumn { return httpapi.WorkbookColumn{Key: key, Label: label(key)} })
	out.Rows = httpapi.ListOf(b.Rows, func(r shiftimport.Row) httpapi.WorkbookRow {
		return httpapi.WorkbookRow{Line: r.Line, Cells: httpapi.ListOf(keys, func(key string) string { return r.Cells[key] })}
	})
	lang, _ := errs.ParseLanguage(language)
	out.Problems = httpapi.ListOf(b.Problems, func(p shiftimport.Problem) httpapi.WorkbookProblem {
		return httpapi.WorkbookProblem{
			Sheet: shiftimport.SheetLabel(language), First: p.Line > 1, Line: p.Line, Column: p.Column, Label: label(p.Column),
			Reason: p.Message.Text(lang, p.Args), Code: p.Message.Code,
		}
	})
	return out
}
