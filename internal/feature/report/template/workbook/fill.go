package workbook

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// mostCharacters is the length of the longest text of a cell.
const mostCharacters = 32_767

// Limits of a report: cells of a sheet, and bytes of the texts that were filled in.
const (
	mostCells = 1_000_000
	mostBytes = 64 << 20
)

// mostHeading is the length of the longest header or footer, with its codes.
const mostHeading = 255

// levelFills are the colors of levels behind black text (design ui.md, soft ground of the white theme).
var levelFills = [...]string{"E8F7ED", "E3F4FD", "FCF5DA", "FCEEE2", "FDE9E6"}

// Fill puts the content of a report into a template.
func Fill(ctx context.Context, pkg *office.Package, report *content.Report, draw scope.Drawer) error {
	b, err := checked(pkg)
	if err != nil {
		return err
	}
	for _, s := range b.sheets {
		if err := s.arrange(scope.New(report)); err != nil {
			return err
		}
	}
	for _, s := range b.sheets {
		w := &writer{sheet: s, numbers: map[[2]int]float64{}, missing: map[[2]int]bool{}, draw: draw}
		if err := w.write(ctx); err != nil {
			return err
		}
	}
	b.shiftNames()
	return b.finish()
}

// finish makes programs compute all formulas when they open the report, and leaves out what no longer fits.
func (b *book) finish() error {
	calc := b.tree.Child("calcPr")
	if calc == nil {
		calc = b.tree.New("calcPr")
		b.tree.Insert(calc, "oleSize", "customWorkbookViews", "pivotCaches", "webPublishing", "fileRecoveryPr", "extLst")
	}
	calc.Set("fullCalcOnLoad", "1")
	relations, err := b.pkg.Relations(b.pkg.MainPart)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.Type == "calcChain" {
			if err := b.pkg.Drop(r.Part); err != nil {
				return err
			}
		}
	}
	return b.pkg.Unrelate(b.pkg.MainPart, func(r office.Relation) bool { return r.Type == "calcChain" })
}

// writer writes the rows of a sheet of the report.
type writer struct {
	sheet    *sheet
	draw     scope.Drawer
	numbers  map[[2]int]float64 // by row and column
	missing  map[[2]int]bool    // numbers that there are not
	formulas []written
	merges   []area
	pictures []picture
	looked   int             // cells, for the values of formulas
	bytes    int             // of filled texts
	heights  map[int]float64 // rows that need more, in points
}

// written is a formula of the report.
type written struct {
	node        *xmltree.Node
	row, column int
	empty       bool
}

// picture is a picture of the report before it is drawn.
type picture struct {
	row, column int
	mark        *placeholder.Mark
	scope       *scope.Scope
	cell        *xmltree.Node
	style       int
}

func (w *writer) write(ctx context.Context) error {
	s := w.sheet
	data := s.tree.Child("sheetData")
	data.Children = nil
	w.heights = map[int]float64{}
	cells := 0
	for i := range s.layout.lines {
		if r := s.rows[s.layout.lines[i].source]; r != nil {
			cells += len(r.cells)
		}
	}
	if cells > mostCells {
		return refused(errs.TemplateGrown, "part", s.name, "limit", mostCells)
	}
	for i := range s.layout.lines {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.line(data, i+1, &s.layout.lines[i]); err != nil {
			return err
		}
	}
	w.mergeCells()
	w.values()
	if err := w.place(ctx); err != nil {
		return err
	}
	w.grow(data)
	s.shiftParts()
	if err := s.dropComments(); err != nil {
		return err
	}
	if err := s.shiftDrawings(); err != nil {
		return err
	}
	return s.fillHeadings()
}

// line writes a row.
func (w *writer) line(data *xmltree.Node, number int, l *line) error {
	r := w.sheet.rows[l.source]
	if r == nil {
		return nil
	}
	node := &xmltree.Node{Name: r.node.Name, Prefix: r.node.Prefix, Attrs: append([]xmltree.Attr(nil), r.node.Attrs...)}
	node.Set("r", strconv.Itoa(number))
	node.Unset("spans")
	data.Children = append(data.Children, node)
	for _, c := range r.cells {
		n := c.node.Clone()
		n.Set("r", columnName(c.column)+strconv.Itoa(number))
		node.Children = append(node.Children, n)
		if err := w.cell(n, c, number, l); err != nil {
			return err
		}
	}
	return nil
}

func empty(n *xmltree.Node) {
	n.Children = nil
	n.Unset("t")
}

// cell writes a cell whose copy of the template is n.
func (w *writer) cell(n *xmltree.Node, c *cell, number int, l *line) error {
	switch {
	case l.nothing != "":
		empty(n)
		if c.column == l.mark {
			return w.text(n, c, number, l.nothing)
		}
		return nil
	case c.formula != "":
		if l.further {
			empty(n)
			return nil
		}
		w.addFormula(n, c, number, l)
		return nil
	case len(c.marks) == 0:
		if l.further {
			empty(n)
		}
		w.keep(n, c, number)
		return nil
	}
	return w.fill(n, c, number, l)
}

// keep notes the number of a cell that stays as it is.
func (w *writer) keep(n *xmltree.Node, c *cell, number int) {
	if t := n.Get("t"); t != "" && t != "n" || n.Child("v") == nil {
		return
	}
	if v, err := strconv.ParseFloat(strings.TrimSpace(n.Child("v").Content()), 64); err == nil {
		w.numbers[[2]int{number, c.column}] = v
	}
}

func (w *writer) addFormula(n *xmltree.Node, c *cell, number int, l *line) {
	f := n.Child("f")
	followed, nothing := w.sheet.follow(c.formula, l.within)
	f.SetContent(followed)
	if f.Get("t") == "array" {
		if a, ok := parseArea(f.Get("ref")); ok {
			first, last := w.sheet.layout.span(l.within, a.top, a.bottom)
			f.Set("ref", area{a.left, first, a.right, max(last, first)}.String())
		}
	} else {
		f.Attrs = nil
	}
	n.Children = []*xmltree.Node{f}
	n.Unset("t")
	w.formulas = append(w.formulas, written{n, number, c.column, nothing})
}

// fill writes a cell with placeholders.
func (w *writer) fill(n *xmltree.Node, c *cell, number int, l *line) error {
	inside := l.within.scope.Inside()
	in := l.within.scope
	if l.picture != nil {
		in = l.picture
	}
	var spans []office.Span
	var values []scope.Value
	for i := range c.marks {
		m := &c.marks[i]
		word, _, _ := m.Understood(inside)
		if word == nil {
			continue
		}
		span := office.Span{Start: m.Start, End: m.End}
		switch {
		case m.Form != placeholder.Plain:
		case word.Kind == placeholder.Picture:
			w.pictures = append(w.pictures, picture{number, c.column, m, in, n, c.style})
		default:
			v, ok := in.Value(word)
			if !ok {
				continue
			}
			span.Text = v.Text
			values = append(values, v)
		}
		spans = append(spans, span)
	}
	rest := strings.TrimSpace(strings.Join(office.Replace([]string{c.text}, blank(spans)), ""))
	if l.further && len(values) > 0 {
		empty(n)
		return nil
	}
	if column := barecolumn(c, rest, inside); column != nil && len(values) == 0 {
		if v, ok := in.Value(column); ok {
			return w.value(n, c, number, v)
		}
	}
	if len(values) == 1 && rest == "" {
		return w.value(n, c, number, values[0])
	}
	return w.runs(n, c, number, spans)
}

// blank returns spans that are replaced with nothing.
func blank(spans []office.Span) []office.Span {
	out := make([]office.Span, len(spans))
	for i, s := range spans {
		out[i] = office.Span{Start: s.Start, End: s.End}
	}
	return out
}

// barecolumn returns the value that a cell names without braces after the mark of a list; nil: it names none.
func barecolumn(c *cell, rest string, inside []string) *placeholder.Word {
	if rest == "" || len(inside) == 0 {
		return nil
	}
	for _, m := range c.marks {
		if m.Form == placeholder.Open && m.Word != nil && m.Word.Kind == placeholder.List {
			return placeholder.Column(rest, inside[len(inside)-1])
		}
	}
	return nil
}

// value writes a value that is all of a cell.
func (w *writer) value(n *xmltree.Node, c *cell, number int, v scope.Value) error {
	d := derivation{base: c.style}
	if v.Level >= 0 {
		d.fill = levelFills[min(v.Level, len(levelFills)-1)]
	}
	if v.Number == nil {
		if v.Text == scope.Missing {
			w.missing[[2]int{number, c.column}] = true
		}
		if err := w.text(n, c, number, v.Text); err != nil {
			return err
		}
		w.style(n, d)
		return nil
	}
	empty(n)
	d.format = decimals(v.Decimals)
	w.style(n, d)
	n.Add("v").SetContent(strconv.FormatFloat(*v.Number, 'f', -1, 64))
	w.numbers[[2]int{number, c.column}] = *v.Number
	return nil
}

func (w *writer) style(n *xmltree.Node, d derivation) {
	if style := w.sheet.book.styles.with(d); style != d.base {
		n.Set("s", strconv.Itoa(style))
	}
}

// text writes a text, which never becomes a formula.
func (w *writer) text(n *xmltree.Node, c *cell, number int, text string) error {
	empty(n)
	if text == "" {
		return nil
	}
	if err := w.fits(c, number, text); err != nil {
		return err
	}
	n.Set("t", "inlineStr")
	t := n.Add("is").Add("t")
	t.SetAs("xml", "space", "preserve")
	t.SetContent(escapeText(text))
	return nil
}

// fits refuses a text that is too long for a cell, and notes how high it is.
func (w *writer) fits(c *cell, number int, text string) error {
	if utf8.RuneCountInString(text) > mostCharacters {
		return refused(errs.TemplateGrown, "part", w.sheet.at(c.column, number), "limit", mostCharacters)
	}
	if w.bytes += len(text); w.bytes > mostBytes {
		return refused(errs.TemplateGrown, "part", w.sheet.name, "limit", mostBytes)
	}
	w.measure(c, number, text)
	return nil
}

// runs writes a text with replaced spans; its parts keep their formats.
func (w *writer) runs(n *xmltree.Node, c *cell, number int, spans []office.Span) error {
	texts := []string{c.text}
	if len(c.runs) > 0 {
		texts = texts[:0]
		for _, r := range c.runs {
			texts = append(texts, unescape(textOf(r).Content()))
		}
	}
	texts = office.Replace(texts, spans)
	whole := strings.Join(texts, "")
	if len(texts) == 1 || strings.TrimSpace(whole) == "" {
		return w.text(n, c, number, strings.TrimSpace(whole))
	}
	if err := w.fits(c, number, whole); err != nil {
		return err
	}
	empty(n)
	n.Set("t", "inlineStr")
	is := n.Add("is")
	for i, r := range c.runs {
		if texts[i] == "" {
			continue
		}
		one := r.Clone()
		t := textOf(one)
		t.SetAs("xml", "space", "preserve")
		t.SetContent(escapeText(texts[i]))
		is.Children = append(is.Children, one)
	}
	return nil
}
