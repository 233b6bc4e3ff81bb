// Package sections exports the chords, convergences, offsets and settlements of monitored sections (domain measurements.md section
// 5, section-deformation-report).
package sections

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/section"
)

// kinds are the fields of sections, in the order of the tables.
var kinds = []string{"chord", "convergence", "offset", "settlement"}

// SectionReportExport asks for the report of sections.
type SectionReportExport struct {
	ProjectID   int64             `json:"projectId" minimum:"1"`
	StructureID int64             `json:"structureId" minimum:"1" doc:"A structure or an item of the project"`
	Sections    []string          `json:"sections,omitempty" maxItems:"500" doc:"Their names; empty: all"`
	Kinds       []string          `json:"kinds,omitempty" maxItems:"4" doc:"Of chord, convergence, offset, settlement; empty: all that the sections have"`
	Start       httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End         httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive; at most 366 days after start"`
	Base        httpapi.AskedTime `json:"base,omitempty" doc:"Changes since the result at this time, UTC ms; 0: since the initial value"`
	KnownAt     httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
	Format      string            `json:"format" enum:"csv,xlsx" doc:"csv: a zip with a file for each table; xlsx: a sheet for each"`
}

// New returns what makes reports of sections.
func New(host feature.Host, version string) download.Maker {
	return &export.Tables[SectionReportExport]{
		Host: host, Version: version, Name: "section-deformation-report",
		Call: httpapi.Operation{
			ID:       "exportSectionReport",
			Example:  `{"projectId":{projectId},"structureId":{structureId},"start":1799000000000,"end":1799900000000,"format":"xlsx"}`,
			NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"structureId":{structureId},"kinds":["width"],"start":1799000000000,"end":1799900000000,"format":"xlsx"}`, Field: "kinds[0]"},
			Summary:  "Chords, convergences, offsets and settlements of sections as a file",
			Detail: "A summary with a row of each member, as of reportPreview at the end compared with the start, and a table of the readings of the range for each section and kind: " +
				"a line for each time, a column for each member. In a workbook the changes are drawn too.",
		},
		Ask:   ask,
		Known: func(r *SectionReportExport) httpapi.AskedTime { return r.KnownAt },
		Write: write,
	}
}

// block is the members of a section that compute a field, by chainage.
type block struct {
	section string
	kind    string
	members []section.Place
}

func ask(ctx context.Context, host feature.Host, r *SectionReportExport) (f download.File, err error) {
	place, err := export.Enter(ctx, host, r.ProjectID, r.KnownAt)
	if err == nil {
		err = export.CheckRange(r.Start, r.End)
	}
	if err != nil {
		return f, err
	}
	if r.End.Millis()-r.Start.Millis() > query.MostSectionDays*86_400_000 {
		return f, errs.OnField("start", errs.SpanTooLong, "days", query.MostSectionDays)
	}
	for i, kind := range r.Kinds {
		switch {
		case !slices.Contains(kinds, kind):
			return f, errs.OnField(fmt.Sprintf("kinds[%d]", i), errs.NotOneOf, "allowed", strings.Join(kinds, ", "))
		case slices.Contains(r.Kinds[:i], kind):
			return f, errs.OnField(fmt.Sprintf("kinds[%d]", i), errs.Duplicate)
		}
	}
	scope := httpapi.CallerOf(ctx).Scope
	structure, err := host.Projects.Structure(ctx, scope, r.StructureID)
	if err != nil || structure.ProjectID != r.ProjectID {
		return f, errs.OnField("structureId", errs.NothingHere)
	}
	blocks, err := blocksOf(ctx, host, host.Read, scope, r)
	if err != nil {
		return f, err
	}
	if len(blocks) == 0 && len(r.Sections) == 0 {
		return f, errs.OnField("structureId", errs.NoSections)
	}
	for i, name := range r.Sections {
		if !slices.ContainsFunc(blocks, func(b block) bool { return b.section == name }) {
			return f, errs.OnField(fmt.Sprintf("sections[%d]", i), errs.NothingHere)
		}
	}
	return place.File("section-deformation-report", r.Format, structure.Name+" "+place.Span(r.Start, r.End), r)
}

// blocksOf returns the chosen sections of a request, each with its kinds, in the order of chainage.
func blocksOf(ctx context.Context, host feature.Host, read *query.Service, scope access.Scope, r *SectionReportExport) ([]block, error) {
	finder := section.Finder{Projects: host.Projects, Points: host.Points, Fields: read}
	var order []string
	found := map[string][]block{}
	for _, kind := range kinds {
		if len(r.Kinds) > 0 && !slices.Contains(r.Kinds, kind) {
			continue
		}
		members, err := finder.Members(ctx, scope, r.ProjectID, r.StructureID, kind, r.End.Millis())
		if err != nil {
			return nil, err
		}
		for _, m := range members {
			if len(r.Sections) > 0 && !slices.Contains(r.Sections, m.Section) {
				continue
			}
			if !slices.Contains(order, m.Section) {
				order = append(order, m.Section)
			}
			of := found[m.Section]
			if n := len(of); n == 0 || of[n-1].kind != kind {
				of = append(of, block{section: m.Section, kind: kind})
			}
			last := &of[len(of)-1]
			last.members = append(last.members, m)
			found[m.Section] = of
		}
	}
	var blocks []block
	for _, name := range order {
		blocks = append(blocks, found[name]...)
	}
	return blocks, nil
}

func write(ctx context.Context, s *export.Subject, w io.Writer, r *SectionReportExport, progress download.Progress) (int64, error) {
	blocks, err := blocksOf(ctx, s.Host, s.Read(), s.Scope, r)
	if err != nil {
		return 0, err
	}
	if len(blocks) == 0 {
		return 0, errs.New(errs.NoSections)
	}
	structure, err := s.Host.Projects.Structure(ctx, s.Scope, r.StructureID)
	if err != nil {
		return 0, err
	}
	book, err := s.NewBook(w, about(s, r, structure.Name, blocks))
	if err != nil {
		return 0, err
	}
	t := &tables{Subject: s, book: book, request: r}
	if err := t.summary(ctx, blocks); err != nil {
		return t.lines, err
	}
	for i := range blocks {
		if err := t.readings(ctx, &blocks[i]); err != nil {
			return t.lines, err
		}
		if err := progress(int64(i+1), int64(len(blocks))); err != nil {
			return t.lines, err
		}
	}
	book.Charts(s.In(export.CurvesName))
	return t.lines, book.Close()
}
