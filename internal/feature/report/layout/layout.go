// Package layout lays reports out as PDF, in the program's own form.
package layout

import (
	"context"
	"fmt"
	"io"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/pdf"
	"plumbline/internal/platform/typeface"
)

// Options say how a report is laid out.
type Options struct {
	Paper  string // A4 or A3
	Turned bool   // landscape
	Verify string // address that a QR code on each page opens; empty: none
}

// Drawer draws the pictures of a report as PNG.
type Drawer interface {
	// Curve draws a curve; width and height are those of the chart on a screen, the picture has zoom pixels for each of them.
	Curve(ctx context.Context, c *content.Curve, width, height, zoom int) ([]byte, error)
	// Plan draws a plan with its points at a width in pixels, and returns its height.
	Plan(ctx context.Context, p *content.Plan, width int) (picture []byte, height int, err error)
	// Signature draws the picture of a signature and its seal; width and height are in pixels.
	Signature(ctx context.Context, s *content.Signature, width, height int) ([]byte, error)
}

// printer lays one report out.
type printer struct {
	*pdf.Document
	ctx    context.Context
	report *content.Report
	lang   string
	zone   *time.Location
	draw   Drawer
	err    error
}

// Margins, points. The footer has room for the code, and printers leave a strip at the edge blank.
const (
	marginX = 42
	marginY = 52
	marginB = 74
)

// Styles.
var (
	titleStyle   = pdf.Style{Size: 24, Ink: pdf.Black, Align: pdf.Center}
	headStyle    = pdf.Style{Size: 14, Ink: pdf.Black}
	subStyle     = pdf.Style{Size: 10.5, Ink: pdf.Black}
	bodyStyle    = pdf.Style{Size: 10, Ink: pdf.Black}
	smallStyle   = pdf.Style{Size: 8, Ink: pdf.Gray}
	captionStyle = pdf.Style{Size: 8.5, Ink: pdf.Gray, Align: pdf.Center}
)

// levelFills are the colors of the levels, light enough for black letters in print.
var levelFills = map[int]pdf.Color{
	int(alarm.Blue): {R: 0xD3, G: 0xEB, B: 0xFC}, int(alarm.Yellow): {R: 0xFB, G: 0xEF, B: 0xBF},
	int(alarm.Orange): {R: 0xFA, G: 0xDC, B: 0xC1}, int(alarm.Red): {R: 0xF9, G: 0xCB, B: 0xC4},
}

// PDF writes a report as a PDF. It returns typeface.ErrMissing if the program was built without its typeface.
func PDF(ctx context.Context, w io.Writer, r *content.Report, draw Drawer, o Options) error {
	face, err := typeface.Embedded()
	if err != nil {
		return err
	}
	zone, err := time.LoadLocation(r.Project.Zone)
	if err != nil {
		return fmt.Errorf("time zone of a report: %w", err)
	}
	paper := pdf.A4
	if o.Paper == "A3" {
		paper = pdf.A3
	}
	if o.Turned {
		paper = paper.Turned()
	}
	p := &printer{
		Document: pdf.New(face, paper, pdf.Margins{Left: marginX, Top: marginY, Right: marginX, Bottom: marginB}, pdf.Info{
			Title: r.Title, Author: r.Project.Corporation, Producer: "Plumbline " + r.Version,
		}),
		ctx: ctx, report: r, lang: r.Language, zone: zone, draw: draw,
	}
	code, err := qrCode(o.Verify)
	if err != nil {
		return err
	}
	p.SetFrame(func(page, pages int) { p.frame(page, pages, code) })
	p.cover()
	p.overview()
	p.plans()
	for i := range r.Measurements {
		p.measurement(i+1, &r.Measurements[i])
	}
	p.alarms()
	p.weather()
	p.devices()
	p.remarks()
	if p.err != nil {
		return p.err
	}
	return p.Write(w)
}

// frame draws the header and footer of a page.
func (p *printer) frame(page, pages int, code []byte) {
	right := p.Left() + p.Width()
	head, foot := float64(marginY)-22, p.Paper().Height-marginB+8
	left, aside := smallStyle, smallStyle
	aside.Align = pdf.Right
	if page > 1 {
		p.Text(p.shorten(p.report.Project.Name, p.Width()*0.48, left), p.Left(), head-12, p.Width()/2, left)
		p.Text(p.shorten(p.report.Title, p.Width()*0.48, aside), p.Left(), head-12, p.Width(), aside)
		p.Stroke(p.Left(), head+4, right, head+4, 0.5, pdf.Rule)
	}
	p.Stroke(p.Left(), foot, right, foot, 0.5, pdf.Rule)
	room := 0.0
	if code != nil {
		room = codeSize + 6
		p.Picture(code, right-codeSize, foot+3, codeSize, codeSize)
	}
	p.Text(p.shorten(p.report.Project.Corporation+"  "+p.identity(), p.Width()*0.6, left), p.Left(), foot+5, p.Width(), left)
	p.Text(fmt.Sprintf(pageWord.In(p.lang), page, pages), p.Left(), foot+5, p.Width()-room, aside)
}

// shorten cuts a text that is wider than its place, with an ellipsis.
func (p *printer) shorten(text string, width float64, s pdf.Style) string {
	if p.WidthOf(text, s.Size) <= width {
		return text
	}
	letters := []rune(text)
	for len(letters) > 0 && p.WidthOf(string(letters)+"…", s.Size) > width {
		letters = letters[:len(letters)-1]
	}
	return string(letters) + "…"
}

// identity is the number and revision of the report.
func (p *printer) identity() string {
	if p.report.Number == "" {
		return draftWord.In(p.lang)
	}
	if p.report.Revision == 0 {
		return p.report.Number
	}
	return p.report.Number + " " + fmt.Sprintf(revisionWord.In(p.lang), p.report.Revision)
}

func (p *printer) at(t int64, layout string) string {
	if t == 0 {
		return ""
	}
	return time.UnixMilli(t).In(p.zone).Format(layout)
}

const minute = "2006-01-02 15:04"

// head writes the head of a section, and keeps some of the section with it.
func (p *printer) head(text string) {
	p.Need(headStyle.Line() + 70)
	p.Skip(8)
	p.Paragraph(text, headStyle)
	p.Skip(3)
}

func (p *printer) sub(text string) {
	p.Need(subStyle.Line() + 50)
	p.Skip(6)
	p.Paragraph(text, subStyle)
	p.Skip(2)
}

// level is the cell of a level.
func (p *printer) level(level int, measured bool) pdf.Cell {
	switch {
	case !measured:
		return pdf.Cell{Text: content.NoValue, Ink: pdf.Gray}
	case level < 0:
		return pdf.Cell{Text: notJudgedWord.In(p.lang), Ink: pdf.Gray}
	}
	return pdf.Cell{Text: alarm.Level(level).Color().In(p.lang), Fill: levelFills[level]}
}

// dash is the cell of what does not apply.
var dash = pdf.Cell{Text: "–", Ink: pdf.Gray}

// depth is the cell of a depth.
func depth(n *content.Number) pdf.Cell {
	if n.Value == nil {
		return dash
	}
	return number(n)
}

func number(n *content.Number) pdf.Cell {
	cell := pdf.Cell{Text: content.Text(n, false)}
	if n.Value == nil {
		cell.Ink = pdf.Gray
	}
	return cell
}
