package document

import (
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Sizes in pixels.
const (
	twips        = 15 // of a pixel: 1440 of an inch
	usualText    = 602
	mostPictures = 500
	emu          = 9_525
)

// levelFills are the colors of levels behind black text (design ui.md, soft ground of the white theme).
var levelFills = [...]string{"E8F7ED", "E3F4FD", "FCF5DA", "FCEEE2", "FDE9E6"}

// textWidth returns the width between the margins of the last section, in pixels.
func textWidth(body *xmltree.Node) int {
	section := body.Child("sectPr")
	page, margins := section.Child("pgSz"), section.Child("pgMar")
	if page == nil || margins == nil {
		return usualText
	}
	width := (number(page.GetAny("w")) - number(margins.GetAny("left")) - number(margins.GetAny("right"))) / twips
	if width < scope.LeastPixels || width > scope.MostPixels {
		return usualText
	}
	return width
}

// picture returns a run with a picture; nil: the report has none.
func (f *filler) picture(p *xmltree.Node, m *placeholder.Mark, in *scope.Scope) (*xmltree.Node, error) {
	size := scope.Size{Width: m.Width, Height: m.Height}
	if size.Width == 0 {
		switch m.Word.Name {
		case placeholder.Signature:
			size = scope.Size{Width: 120, Height: 40}
		case placeholder.Plan, placeholder.Plans:
			size = scope.Size{Width: f.width, Height: f.width * 2 / 3}
		default:
			size = scope.Size{Width: f.width, Height: f.width * 2 / 5}
		}
	}
	png, err := in.Image(f.ctx, m, size, f.draw)
	if err != nil || png == nil {
		return nil, err
	}
	if f.pictures++; f.pictures > mostPictures {
		return nil, refused(errs.TemplateGrown, "part", f.piece.name, "limit", mostPictures)
	}
	name := fmt.Sprintf("word/media/report%d.png", f.pictures)
	if err := f.pkg.Put(name, png, "image/png"); err != nil {
		return nil, err
	}
	id, err := f.pkg.Relate(f.piece.part, "image", name)
	if err != nil {
		return nil, err
	}
	width, height := strconv.Itoa(size.Width*emu), strconv.Itoa(size.Height*emu)
	run := p.New("r")
	inline := &xmltree.Node{Name: "inline", Prefix: "wp", Attrs: []xmltree.Attr{
		{Prefix: "xmlns", Name: "wp", Value: "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"},
		{Name: "distT", Value: "0"},
		{Name: "distB", Value: "0"},
		{Name: "distL", Value: "0"},
		{Name: "distR", Value: "0"},
	}}
	run.Add("drawing").Children = []*xmltree.Node{inline}
	inline.Add("extent", "cx", width, "cy", height)
	inline.Add("docPr", "id", strconv.Itoa(10_000+f.pictures), "name", m.Text)
	graphic := &xmltree.Node{Name: "graphic", Prefix: "a", Attrs: []xmltree.Attr{{Prefix: "xmlns", Name: "a", Value: "http://schemas.openxmlformats.org/drawingml/2006/main"}}}
	inline.Children = append(inline.Children, graphic)
	const pictures = "http://schemas.openxmlformats.org/drawingml/2006/picture"
	pic := &xmltree.Node{Name: "pic", Prefix: "pic", Attrs: []xmltree.Attr{{Prefix: "xmlns", Name: "pic", Value: pictures}}}
	pic.Children = office.Picture(pic, id, 10_000+f.pictures, m.Text, width, height)
	graphic.Add("graphicData", "uri", pictures).Children = []*xmltree.Node{pic}
	return run, nil
}

// shade gives a cell that is a level its color, unless the template gives it one.
func (f *filler) shade(source, cell *xmltree.Node, in *scope.Scope) {
	paragraphs := source.All("p")
	properties := cell.Child("tcPr")
	if len(paragraphs) != 1 || properties == nil || properties.Child("shd") != nil {
		return
	}
	text := textOf(paragraphs[0])
	marks := placeholder.Find(text)
	level := scope.NoLevel
	for i := range marks {
		if word, _, _ := marks[i].Understood(in.Inside()); word != nil && word.Kind == placeholder.Value {
			if v, ok := in.Value(word); ok {
				level = v.Level
			}
		}
	}
	if level < 0 || level >= len(levelFills) {
		return
	}
	shade := properties.New("shd")
	for _, a := range [][2]string{{"val", "clear"}, {"color", "auto"}, {"fill", levelFills[level]}} {
		shade.SetAs(shade.Prefix, a[0], a[1])
	}
	properties.Insert(shade, "noWrap", "tcMar", "textDirection", "tcFitText", "vAlign", "hideMark")
}

// Limits of what is displayed; a report has all of it.
const (
	shownRows = 500
	shownText = 500
)

// display returns a part as it looks: a row for each paragraph and for each row of a table.
func (p *piece) display() finding.Sheet {
	shown := finding.Sheet{Name: p.name}
	columns := 1
	p.rows(&shown, p.root, &columns)
	for i := range shown.Rows {
		for n := range shown.Rows[i].Cells {
			if c := &shown.Rows[i].Cells[n]; c.ColumnSpan == 0 {
				c.ColumnSpan = columns
			}
		}
	}
	const page = 90 // characters
	for range columns {
		shown.Columns = append(shown.Columns, float64(page)/float64(columns))
	}
	if size := p.root.Child("sectPr").Child("pgSz"); size != nil {
		shown.Landscape = size.GetAny("orient") == "landscape"
		short := min(number(size.GetAny("w")), number(size.GetAny("h")))
		shown.Paper = map[int]string{11906: "A4", 11907: "A4", 16838: "A3", 12240: "Letter"}[short]
	}
	return shown
}

func (p *piece) rows(shown *finding.Sheet, n *xmltree.Node, columns *int) {
	for _, c := range n.Children {
		switch c.Name {
		case "p":
			p.row(shown, []finding.Cell{p.paragraph(c, 1, 0)})
		case "tbl":
			for _, r := range c.All("tr") {
				var cells []finding.Cell
				column := 1
				for _, tc := range r.All("tc") {
					cells = append(cells, p.tableCell(tc, column))
					column += spanOf(tc)
				}
				*columns = min(max(*columns, column-1), 100)
				p.row(shown, cells)
			}
		case "sdt", "sdtContent":
			p.rows(shown, c, columns)
		}
	}
}

func (p *piece) row(shown *finding.Sheet, cells []finding.Cell) {
	if len(shown.Rows) == shownRows {
		shown.MoreRows++
		return
	}
	shown.Rows = append(shown.Rows, finding.Row{Number: len(shown.Rows) + 1, Cells: cells})
}

func (p *piece) tableCell(tc *xmltree.Node, column int) finding.Cell {
	var lines []string
	one := finding.Cell{}
	for i, n := range paragraphsOf(tc) {
		cell := p.paragraph(n, column, spanOf(tc))
		if i == 0 {
			one = cell
		}
		lines = append(lines, cell.Text)
	}
	one.Column, one.ColumnSpan, one.RowSpan, one.Text = column, spanOf(tc), 1, strings.Join(lines, "\n")
	return one
}

func (p *piece) paragraph(n *xmltree.Node, column, span int) finding.Cell {
	text := textOf(n)
	if runes := []rune(text); len(runes) > shownText {
		text = string(runes[:shownText]) + "…"
	}
	align := value(n.Child("pPr").Child("jc"))
	if align != "left" && align != "center" && align != "right" {
		align = ""
	}
	bold := false
	if run := n.Child("r"); run != nil {
		b := run.Child("rPr").Child("b")
		bold = b != nil && value(b) != "0" && value(b) != "false"
	}
	return finding.Cell{Column: column, At: p.at[n], Text: text, Bold: bold, Align: align, ColumnSpan: span, RowSpan: 1}
}

// Adopt replaces placeholders with others.
func Adopt(pkg *office.Package, adopted func(sheet, cell, from string) (string, bool)) error {
	pieces, err := read(pkg)
	if err != nil {
		return err
	}
	for _, p := range pieces {
		for n, at := range p.at {
			list := texts(n)
			parts := make([]string, len(list))
			for i, t := range list {
				parts[i] = t.Content()
			}
			var spans []office.Span
			for _, m := range placeholder.Find(strings.Join(parts, "")) {
				if to, some := adopted(p.name, at, m.Text); some {
					spans = append(spans, office.Span{Start: m.Start, End: m.End, Text: to})
				}
			}
			if len(spans) == 0 {
				continue
			}
			for i, text := range office.Replace(parts, spans) {
				list[i].SetAs("xml", "space", "preserve")
				list[i].SetContent(text)
			}
		}
	}
	return nil
}
