package projectreport

import (
	"context"
	"io"
	"net/http"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/feature/report/layout"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/libreoffice"
)

// Maker makes reports as files of the download centre.
type Maker struct{ press *Press }

// NewMaker returns a maker.
func NewMaker(press *Press) *Maker { return &Maker{press} }

// Kind is the name of the specification.
func (m *Maker) Kind() string { return "project-report" }

// ProjectReportExport asks for a report of a project as a file.
type ProjectReportExport struct {
	ProjectID int64  `json:"projectId" minimum:"1"`
	Format    string `json:"format" enum:"pdf,xlsx,docx" doc:"pdf, or the format of the template"`
	ReportSettings
}

// Register registers the call that asks for a file.
func (m *Maker) Register(k *httpapi.Kernel, center *download.Center) {
	httpapi.Register(k, httpapi.Operation{
		ID: "exportProjectReport", Method: http.MethodPost, Path: "/exports/project-report", Tag: "reports", Need: export.Create, Held: httpapi.InBody,
		Status: http.StatusAccepted, Unmeasured: "a row and a job",
		Example:  `{"projectId":{projectId},"kind":"week","format":"pdf","start":1799000000000,"end":1799900000000}`,
		NearMiss: httpapi.NearMiss{Body: `{"projectId":{projectId},"kind":"week","format":"pdf","start":1799000000000,"end":1799900000000,"measurements":["Humour"]}`, Field: "measurements[0]"},
		Summary:  "A report of a project as a file",
		Detail: "Made in the background: see listReports. Needs Data:Retrieve too. Cover, overview, plans, for each measurement its table with maxima, missing readings and curves, " +
			"alerts of the period, weather and devices. It is not signed: createProjectReport makes reports that are.",
	}, func(ctx context.Context, in *struct{ Body ProjectReportExport }) (*httpapi.Output[download.Report], error) {
		f, err := m.ask(ctx, &in.Body)
		if err != nil {
			return nil, err
		}
		return center.Ask(ctx, f)
	})
}

// ask checks a request and returns its file.
func (m *Maker) ask(ctx context.Context, r *ProjectReportExport) (f download.File, err error) {
	place, err := export.Enter(ctx, m.press.host, r.ProjectID, r.KnownAt)
	if err != nil {
		return f, err
	}
	if err := r.Check(ctx, m.press.host, httpapi.CallerOf(ctx).Scope, r.ProjectID); err != nil {
		return f, err
	}
	if err := m.checkFormat(ctx, r); err != nil {
		return f, err
	}
	return place.File(m.Kind(), r.Format, r.TitleIn(place.Language)+" "+place.Span(r.Start, r.End), r)
}

// Make writes the report of a request.
func (m *Maker) Make(ctx context.Context, w io.Writer, f *download.File, progress download.Progress) (lines int64, err error) {
	r, err := export.RequestOf[ProjectReportExport](f)
	if err != nil {
		return 0, err
	}
	gathered := func(done, total int64) error { return progress(done, total+1) }
	made, err := m.press.Gather(ctx, f.CorporationID, f.ProjectID, f.Language, &r.ReportSettings, gathered)
	if err != nil {
		return 0, err
	}
	for i := range made.Measurements {
		lines += int64(len(made.Measurements[i].Rows))
	}
	list, err := m.press.Print(ctx, f.CorporationID, f.ProjectID, made, &r.ReportSettings, "")
	if err != nil {
		return lines, err
	}
	data, err := only(list, r.Format)
	if err == nil {
		_, err = w.Write(data)
	}
	return lines, err
}

// checkFormat refuses a format that the form of a report does not have.
func (m *Maker) checkFormat(ctx context.Context, r *ProjectReportExport) error {
	_, format, err := m.press.template(ctx, r.ProjectID, string(httpapi.LanguageOf(ctx)), &r.ReportSettings)
	switch {
	case err != nil:
		return err
	case r.Format != PDF && r.Format != format:
		return errs.OnField("format", errs.TemplateNeeded, "format", format)
	case r.Format == PDF && format != "" && !libreoffice.Reads("."+format):
		return errs.OnField("format", errs.NoLibreOffice)
	}
	return nil
}

// TitleIn returns the title of a report in a language.
func (s *ReportSettings) TitleIn(lang string) string {
	if s.Title != "" {
		return s.Title
	}
	return layout.KindName(content.Kind(s.Kind), lang)
}
