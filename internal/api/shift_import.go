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
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/point"
	"plumbline/internal/site/shiftimport"
)

// ShiftsPreview is what a filled in form would do, or which of its cells must be mended.
type ShiftsPreview struct {
	WorkbookReport
	Consequences Consequences `json:"consequences" doc:"Zero while cells must be mended"`
}

// ShiftsImported is what a form of initial-value corrections brought: each can be taken
// back by itself.
type ShiftsImported struct {
	Corrections []Correction `json:"corrections"`
}

type shiftUpload struct {
	StructurePath
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

func (s *server) shiftImports() {
	const base = "/structures/{structureId}/initshifts"
	need := access.Permission{Area: access.Data, Action: access.Update}
	register(s, operation{
		id: "initshiftTemplate", method: http.MethodGet, path: base + "/template", tag: "corrections", need: need, extra: workbookAnswer,
		summary: "The form for initial-value corrections of a structure, as xlsx in the caller's language",
		detail:  "A line for each point and node, with the columns that their changes have. Lines without a value bring nothing.",
	}, func(ctx context.Context, in *StructurePath) (*sheetFile, error) {
		targets, err := s.shiftTargets(ctx, in.StructureID)
		if err != nil {
			return nil, err
		}
		data, err := shiftimport.Template(string(languageOf(ctx)), targets)
		return workbookOf("initshift-template.xlsx", data), err
	})
	register(s, operation{
		id: "previewInitshifts", method: http.MethodPost, path: base + "/preview", tag: "corrections", need: need, unlogged: asks,
		maxBody: workbook.MaxBytes + multipartRoom, extra: workbookForm,
		limit:   time.Minute,
		summary: "Which cells of a filled in form of initial-value corrections must be mended, or what it would do",
		detail:  "Nothing is kept. At most 2 MB and 2,000 lines with values.",
	}, func(ctx context.Context, in *shiftUpload) (*output[ShiftsPreview], error) {
		_, book, targets, err := s.readShifts(ctx, in)
		if err != nil {
			return nil, err
		}
		found := ShiftsPreview{WorkbookReport: shiftReport(book, string(languageOf(ctx)), targets), Consequences: NoConsequences()}
		if len(book.Problems) == 0 {
			found.Consequences, err = s.Previews.Plan(ctx, configuration.Plan{Corrections: book.Corrections})
		}
		return answer(found), err
	})
	register(s, operation{
		id: "markInitshifts", method: http.MethodPost, path: base + "/marked", tag: "corrections", need: need, unlogged: asks,
		maxBody: workbook.MaxBytes + multipartRoom, extra: func(h *huma.Operation) { workbookForm(h); workbookAnswer(h) },
		summary: "The same form with the cells marked that must be mended",
	}, func(ctx context.Context, in *shiftUpload) (*sheetFile, error) {
		data, book, targets, err := s.readShifts(ctx, in)
		if err != nil {
			return nil, err
		}
		marked, err := shiftimport.Mark(ctx, data, book, string(languageOf(ctx)), targets)
		return workbookOf("initshift-marked.xlsx", marked), err
	})
	register(s, operation{
		id: "importInitshifts", method: http.MethodPost, path: base, tag: "corrections", need: need, status: http.StatusCreated,
		maxBody: workbook.MaxBytes + multipartRoom, limit: time.Minute, extra: workbookForm,
		summary: "Record all initial-value corrections of a filled in form, or none", detail: "Times are in the zone of the project. Results and alerts are computed again.",
	}, func(ctx context.Context, in *shiftUpload) (*output[ShiftsImported], error) {
		_, book, _, err := s.readShifts(ctx, in)
		if err != nil {
			return nil, err
		}
		if n := len(book.Problems); n > 0 {
			return nil, fault.OnField("file", fault.ImportRefused, "count", n)
		}
		if err := s.Corrections.CreateAll(ctx, callerOf(ctx).actor(), book.Corrections); err != nil {
			return nil, err
		}
		return answer(ShiftsImported{listOf(book.Corrections, correctionOf)}), nil
	})
}

// shiftTargets are the points of a structure with what can be corrected of each.
func (s *server) shiftTargets(ctx context.Context, structure int64) ([]shiftimport.Target, error) {
	var targets []shiftimport.Target
	for page := 1; ; page++ {
		list, err := s.Points.List(ctx, callerOf(ctx).scope, point.Filter{Query: listing.Query{Page: page, Size: listing.MaxSize, Sort: "name"}, StructureID: structure})
		if err != nil {
			return nil, err
		}
		for _, p := range list.List {
			columns, depths := s.Monitor.Shiftable(p.ID)
			if len(columns) > 0 {
				targets = append(targets, shiftimport.Target{ID: p.ID, Name: p.Name, Measurement: p.Measurement, Columns: columns, Depths: depths})
			}
		}
		if page*listing.MaxSize >= list.Total {
			return targets, nil
		}
	}
}

// readShifts reads the form of a request and holds its rows against the rules.
func (s *server) readShifts(ctx context.Context, in *shiftUpload) ([]byte, *shiftimport.Book, []shiftimport.Target, error) {
	file, err := fileOf(in.ContentType, in.RawBody)
	if err != nil {
		return nil, nil, nil, err
	}
	data, err := io.ReadAll(io.LimitReader(file, workbook.MaxBytes+1))
	if err != nil {
		return nil, nil, nil, fault.OnField("file", fault.FileFailed)
	}
	who := callerOf(ctx)
	project, err := s.Projects.Get(ctx, who.scope, who.place.project)
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
			continue // named already
		}
		if err := book.Refuse(i, s.Corrections.Check(ctx, who.scope, c)); err != nil {
			return nil, nil, nil, err
		}
	}
	return data, book, targets, nil
}

func shiftReport(b *shiftimport.Book, language string, targets []shiftimport.Target) WorkbookReport {
	label := func(key string) string { return shiftimport.Label(key, language, targets) }
	out := WorkbookReport{Skipped: b.Skipped}
	keys := slices.Clone(b.Columns)
	for _, p := range b.Problems { // an empty column may be what is wrong
		if !slices.Contains(keys, p.Column) && p.Line > 1 {
			keys = append(keys, p.Column)
		}
	}
	out.Columns = listOf(keys, func(key string) WorkbookColumn { return WorkbookColumn{Key: key, Label: label(key)} })
	out.Rows = listOf(b.Rows, func(r shiftimport.Row) WorkbookRow {
		return WorkbookRow{Line: r.Line, Cells: listOf(keys, func(key string) string { return r.Cells[key] })}
	})
	lang, _ := fault.ParseLanguage(language)
	out.Problems = listOf(b.Problems, func(p shiftimport.Problem) WorkbookProblem {
		return WorkbookProblem{
			Sheet: shiftimport.SheetLabel(language), First: p.Line > 1, Line: p.Line, Column: p.Column, Label: label(p.Column),
			Reason: p.Message.Text(lang, p.Args), Code: p.Message.Code,
		}
	})
	return out
}
