package projectreport

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/layout"
	"plumbline/internal/feature/report/library"
	"plumbline/internal/feature/report/template"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/libreoffice"
)

// Drawers draw the pictures of a corporation's reports.
type Drawers interface {
	// Layout draws for the product's own form.
	Layout(corporation int64) layout.Drawer
	// Template draws for templates.
	Template(corporation int64) template.Drawer
}

// Press gathers and prints reports.
type Press struct {
	host     feature.Host
	gatherer *content.Gatherer
	draw     Drawers
}

// NewPress returns a press.
func NewPress(host feature.Host, version string, draw Drawers) *Press {
	return &Press{host, content.NewGatherer(host, version), draw}
}

// usualCurves is the number of curves in the product's own form.
const usualCurves = 60

// allCurves are the profile of each array and the process of every point.
var allCurves = []content.WantedCurve{{}, {View: content.Process}}

// Gather returns what a report says.
func (p *Press) Gather(
	ctx context.Context, corporation, project int64, lang string, s *ReportSettings, progress content.Progress,
) (*content.Report, error) {
	request := requestOf(corporation, project, lang, s)
	request.Wants = content.Wants{Plans: true, Most: max(0, cmp.Or(s.Curves, usualCurves)), Curves: allCurves}
	file, format, err := p.template(ctx, project, lang, s)
	switch {
	case err != nil:
		return nil, err
	case file != nil:
		found, err := template.Check("t."+format, file)
		if err != nil {
			return nil, err
		}
		request.Wants = wantsOf(&found.Wants)
	case s.Curves < 0:
		request.Wants.Curves = nil
	}
	return p.gatherer.Gather(ctx, &request, progress)
}

// Changes compares what a report says with what is known now about the same points and period.
func (p *Press) Changes(ctx context.Context, corporation, project int64, said *content.Report, s *ReportSettings) (content.Changes, error) {
	request := requestOf(corporation, project, said.Language, s)
	request.KnownAt = 0
	return p.gatherer.Changes(ctx, &request, said)
}

func requestOf(corporation, project int64, lang string, s *ReportSettings) content.Request {
	return content.Request{
		Corporation: corporation, Project: project, Language: lang, Kind: content.Kind(s.Kind), From: s.Start.Millis(), To: s.End.Millis(),
		Title: s.TitleIn(lang), KnownAt: s.KnownAt.Millis(), Choice: s.Choice, Typed: content.Typed(s.ReportTexts),
	}
}

// wantsOf returns what is to be gathered for a template.
func wantsOf(w *template.Wants) content.Wants {
	made := content.Wants{Plans: len(w.Plans) > 0}
	for _, c := range w.Curves {
		made.Curves = append(made.Curves, content.WantedCurve{
			View: c.View, Fits: func(point, structure, code, name string) bool {
				return c.Fits(point, structure, &content.Measurement{Code: code, Name: name})
			},
		})
	}
	return made
}

// template returns the file of the template of a report; nil: it has the product's own form.
func (p *Press) template(ctx context.Context, project int64, lang string, s *ReportSettings) (data []byte, format string, err error) {
	switch {
	case s.Shipped != "":
		list := template.Shipped()
		i := slices.IndexFunc(list, func(t template.Template) bool { return t.ID == s.Shipped && t.Language == lang })
		if i < 0 {
			return nil, "", fmt.Errorf("no template %s in %s", s.Shipped, lang)
		}
		data, err = list[i].Bytes()
		return data, list[i].Format, err
	case s.Template != 0:
		store := library.Store{Tables: p.host.Tables}
		t, err := store.Find(ctx, project, s.Template, s.Version)
		if err != nil {
			return nil, "", err
		}
		data, err = library.Read(ctx, p.host.Blobs, &t)
		return data, t.Format, err
	}
	return nil, "", nil
}

// PDF is the format of printed reports.
const PDF = "pdf"

// Printed is a file of a report.
type Printed struct {
	Format string // pdf, xlsx, docx
	Data   []byte
}

// Print makes the files of a report: a PDF in the product's own form, or the filled template and, where LibreOffice is installed,
// its PDF. verify is the address of QR codes; empty: there are none.
func (p *Press) Print(ctx context.Context, corporation, project int64, r *content.Report, s *ReportSettings, verify string) ([]Printed, error) {
	file, format, err := p.template(ctx, project, r.Language, s)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if file == nil {
		err := layout.PDF(ctx, &out, r, p.draw.Layout(corporation), layout.Options{Paper: s.Paper, Turned: s.Landscape, Verify: verify})
		return []Printed{{PDF, out.Bytes()}}, err
	}
	if err := template.Fill(ctx, &out, file, r, p.draw.Template(corporation)); err != nil {
		return nil, err
	}
	made := []Printed{{format, out.Bytes()}}
	if libreoffice.Reads("." + format) {
		printed, err := libreoffice.PDF(ctx, out.Bytes(), "."+format)
		if err != nil {
			return nil, err
		}
		made = append(made, Printed{PDF, printed})
	}
	return made, nil
}

// only returns the file of a format.
func only(list []Printed, format string) ([]byte, error) {
	for _, f := range list {
		if f.Format == format {
			return f.Data, nil
		}
	}
	return nil, errs.New(errs.NoLibreOffice)
}
