// Package document checks and fills report templates that are documents. Programs split texts into runs as they like: placeholders
// are found in the text of a whole paragraph, and keep the format of the run in which they begin.
package document

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Limits of a template and of a report.
const (
	maxParagraphs = 20_000
	mostBlocks    = 60_000
	mostBytes     = 64 << 20 // of filled texts
)

// piece is a part of a document with text: its body, a header or a footer.
type piece struct {
	name string // document, header1, …
	part string
	root *xmltree.Node
	at   map[*xmltree.Node]string // places of paragraphs
}

func refused(m *errs.Message, args ...any) error { return errs.OnField("file", m, args...) }

// read returns the parts of a document and refuses what it must not have.
func read(pkg *office.Package) ([]*piece, error) {
	names := []string{pkg.MainPart}
	relations, err := pkg.Relations(pkg.MainPart)
	if err != nil {
		return nil, err
	}
	for _, r := range relations {
		if (r.Type == "header" || r.Type == "footer" || r.Type == "footnotes" || r.Type == "endnotes") && pkg.Has(r.Part) {
			names = append(names, r.Part)
		}
	}
	slices.Sort(names[1:])
	var pieces []*piece
	count := 0
	for _, name := range slices.Compact(names) {
		tree, err := pkg.Tree(name)
		if err != nil {
			return nil, err
		}
		p := &piece{name: strings.TrimSuffix(path.Base(name), ".xml"), part: name, root: tree, at: map[*xmltree.Node]string{}}
		if name == pkg.MainPart {
			if p.root = tree.Child("body"); p.root == nil {
				return nil, refused(errs.TemplateBroken, "part", name)
			}
		}
		l := locator{piece: p}
		l.walk(p.root, "")
		if count += len(p.at); count > maxParagraphs {
			return nil, refused(errs.TemplateCount, "part", name, "cells", maxParagraphs, "formulas", 0, "sheets", 1)
		}
		if err := p.refuseFields(); err != nil {
			return nil, err
		}
		pieces = append(pieces, p)
	}
	return pieces, nil
}

// locator numbers paragraphs and tables in the order in which they stand.
type locator struct {
	piece              *piece
	paragraphs, tables int
}

func (l *locator) walk(n *xmltree.Node, cell string) {
	for _, c := range n.Children {
		switch c.Name {
		case "p":
			place := cell
			if place == "" {
				l.paragraphs++
				place = "P" + strconv.Itoa(l.paragraphs)
			}
			l.piece.at[c] = place
			l.walk(c, place) // text boxes
		case "tbl":
			l.table(c)
		default:
			l.walk(c, cell)
		}
	}
}

func (l *locator) table(t *xmltree.Node) {
	l.tables++
	number, row := l.tables, 0
	for _, r := range t.All("tr") {
		row++
		column := 1
		for _, c := range r.All("tc") {
			l.walk(c, fmt.Sprintf("T%d.%s%d", number, letters(column), row))
			column += spanOf(c)
		}
	}
}

func letters(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// value returns the attribute val, which has the prefix of the document.
func value(n *xmltree.Node) string {
	if n == nil {
		return ""
	}
	return n.GetAny("val")
}

// spanOf is the number of columns of a cell of a table.
func spanOf(cell *xmltree.Node) int {
	if n, err := strconv.Atoi(value(cell.Child("tcPr").Child("gridSpan"))); err == nil && n > 1 && n < 1000 {
		return n
	}
	return 1
}

// texts returns the text elements of a paragraph, without those of text boxes in it.
func texts(p *xmltree.Node) []*xmltree.Node {
	var list []*xmltree.Node
	for _, c := range p.Children {
		switch c.Name {
		case "t":
			list = append(list, c)
		case "txbxContent", "tbl", "pPr", "rPr", "":
		case "del", "moveFrom": // text that was deleted
		default:
			list = append(list, texts(c)...)
		}
	}
	return list
}

func textOf(p *xmltree.Node) string {
	var b strings.Builder
	for _, t := range texts(p) {
		b.WriteString(t.Content())
	}
	return b.String()
}

// fields that fetch something from outside, or run something.
var forbidden = strings.Fields("DDE DDEAUTO INCLUDE INCLUDETEXT INCLUDEPICTURE LINK IMPORT DATABASE RD MACROBUTTON MERGEFIELD ADDIN CONTROL HTMLCONTROL EMBED AUTOTEXT")

// refuseFields refuses fields that reach outside. Their text may be split over runs.
func (p *piece) refuseFields() error {
	var refusal error
	check := func(at, instruction string) {
		words := strings.Fields(instruction)
		if len(words) > 0 && slices.Contains(forbidden, strings.ToUpper(strings.Trim(words[0], `"\`))) && refusal == nil {
			refusal = refused(errs.TemplateField, "cell", p.name+" "+at, "field", words[0])
		}
	}
	at, instruction := "P1", ""
	p.root.Walk(func(n *xmltree.Node) {
		if place, known := p.at[n]; known {
			at = place
		}
		switch n.Name {
		case "instrText", "delInstrText":
			instruction += n.Content()
		case "fldSimple":
			check(at, n.GetAny("instr"))
		case "fldChar":
			check(at, instruction)
			instruction = ""
		}
	})
	check(at, instruction)
	return refusal
}

// container is where paragraphs and tables, or rows of a table, stand one after another.
type container struct {
	piece *piece
	rows  bool
	nodes []*xmltree.Node
}

// items returns what a container repeats.
func (c *container) items() []placeholder.Item {
	items := make([]placeholder.Item, len(c.nodes))
	for i, n := range c.nodes {
		var paragraphs []*xmltree.Node
		switch {
		case !c.rows && n.Name == "p":
			paragraphs = []*xmltree.Node{n}
		case c.rows && n.Name == "tr":
			paragraphs = paragraphsOf(n)
		}
		item := &items[i]
		item.Row = c.rows
		item.Bare = n.Child("pPr").Child("sectPr") == nil
		for _, p := range paragraphs {
			text := textOf(p)
			marks := placeholder.Find(text)
			for _, m := range marks {
				item.Marks = append(item.Marks, placeholder.Placed{Mark: m, At: c.piece.name + " " + c.piece.at[p]})
			}
			if strings.TrimSpace(withoutLoops(text, marks)) != "" || hasPicture(p) {
				item.Bare = false
			}
		}
		item.Bare = item.Bare && len(item.Marks) > 0
	}
	return items
}

func hasPicture(p *xmltree.Node) bool {
	found := false
	p.Walk(func(n *xmltree.Node) { found = found || n.Name == "drawing" || n.Name == "pict" })
	return found
}

// paragraphsOf returns the paragraphs of a row of a table, without those of tables in it.
func paragraphsOf(n *xmltree.Node) []*xmltree.Node {
	var list []*xmltree.Node
	for _, c := range n.Children {
		switch c.Name {
		case "p":
			list = append(list, c)
		case "tbl":
		default:
			list = append(list, paragraphsOf(c)...)
		}
	}
	return list
}

// withoutLoops returns a text without marks of lists and blocks.
func withoutLoops(text string, marks []placeholder.Mark) string {
	var spans []office.Span
	for _, m := range marks {
		if m.Form != placeholder.Plain && m.Word != nil {
			spans = append(spans, office.Span{Start: m.Start, End: m.End})
		}
	}
	return office.Replace([]string{text}, spans)[0]
}

// Check reads a document that is a template.
func Check(pkg *office.Package) (*finding.Result, error) {
	pieces, err := read(pkg)
	if err != nil {
		return nil, err
	}
	found := &finding.Result{}
	for _, p := range pieces {
		f := finder{piece: p, found: found}
		if err := f.container(&container{p, false, p.root.Children}, nil); err != nil {
			return nil, err
		}
		found.Sheets = append(found.Sheets, p.display())
	}
	return found, nil
}

// finder adds the places of a part to a result.
type finder struct {
	piece *piece
	found *finding.Result
}

func (f *finder) container(c *container, around []*placeholder.Mark) error {
	nodes, err := placeholder.Group(c.items())
	if err != nil {
		return err
	}
	inside := map[int][]*placeholder.Mark{}
	surround(nodes, around, inside)
	for i, n := range c.nodes {
		loops, known := inside[i]
		if !known {
			loops = around
		}
		if err := f.node(n, loops); err != nil {
			return err
		}
	}
	return nil
}

// surround notes the loops around each item.
func surround(nodes []placeholder.Node, outer []*placeholder.Mark, around map[int][]*placeholder.Mark) {
	for _, n := range nodes {
		if n.Loop == nil {
			around[n.Item] = outer
			continue
		}
		inner := append(slices.Clone(outer), &n.Loop.Mark.Mark)
		for i := n.Loop.First; i <= n.Loop.Last; i++ {
			around[i] = inner
		}
		surround(n.Loop.Body, inner, around)
	}
}

func (f *finder) node(n *xmltree.Node, around []*placeholder.Mark) error {
	switch n.Name {
	case "tbl":
		return f.container(&container{f.piece, true, n.Children}, around)
	case "sdtContent", "txbxContent":
		return f.container(&container{f.piece, false, n.Children}, around)
	case "p":
		marks := placeholder.Find(textOf(n))
		for i := range marks {
			m := &marks[i]
			if m.Word != nil && m.Word.Kind == placeholder.Picture && m.BadSize || tooLarge(m) {
				return refused(errs.TemplateImage, "cell", f.piece.name+" "+f.piece.at[n], "mark", m.Text, "least", scope.LeastPixels, "most", scope.MostPixels)
			}
			p := scope.Judge(m, around, f.found)
			p.Sheet, p.Cell = f.piece.name, f.piece.at[n]
			f.found.Places = append(f.found.Places, p)
		}
	}
	for _, c := range n.Children {
		if err := f.node(c, around); err != nil {
			return err
		}
	}
	return nil
}

func tooLarge(m *placeholder.Mark) bool {
	fits := func(n int) bool { return n >= scope.LeastPixels && n <= scope.MostPixels }
	return m.Width != 0 && (!fits(m.Width) || !fits(m.Height))
}
