package document

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Fill puts the content of a report into a template.
func Fill(ctx context.Context, pkg *office.Package, report *content.Report, draw scope.Drawer) error {
	pieces, err := read(pkg)
	if err != nil {
		return err
	}
	whole := scope.New(report)
	f := filler{ctx: ctx, pkg: pkg, draw: draw, width: textWidth(pieces[0].root)}
	for _, p := range pieces {
		f.piece = p
		p.root.Walk(dropComments)
		filled, err := f.container(&container{p, false, p.root.Children}, whole, false)
		if err != nil {
			return err
		}
		p.root.Children = filled
	}
	relations := func(r office.Relation) bool { return strings.HasPrefix(r.Type, "comments") || r.Type == "people" }
	list, err := pkg.Relations(pkg.MainPart)
	if err != nil {
		return err
	}
	for _, r := range list {
		if relations(r) {
			if err := pkg.Drop(r.Part); err != nil {
				return err
			}
		}
	}
	return pkg.Unrelate(pkg.MainPart, relations)
}

// dropComments leaves the comments of the template out: they are for its author.
func dropComments(n *xmltree.Node) {
	n.Children = slices.DeleteFunc(n.Children, func(c *xmltree.Node) bool { return strings.HasPrefix(c.Name, "comment") })
}

// filler fills the parts of a document.
type filler struct {
	ctx      context.Context
	pkg      *office.Package
	draw     scope.Drawer
	piece    *piece
	width    int // of the text, in pixels
	blocks   int
	bytes    int // of filled texts
	pictures int
}

// container returns what is in a container of the report. repeated: it is inside of a loop.
func (f *filler) container(c *container, in *scope.Scope, repeated bool) ([]*xmltree.Node, error) {
	nodes, err := placeholder.Group(c.items())
	if err != nil {
		return nil, err
	}
	return f.emit(c, nodes, in, repeated)
}

func (f *filler) emit(c *container, nodes []placeholder.Node, in *scope.Scope, repeated bool) ([]*xmltree.Node, error) {
	var out []*xmltree.Node
	if err := f.ctx.Err(); err != nil {
		return nil, err
	}
	for _, n := range nodes {
		if n.Loop == nil {
			filled, err := f.node(c.nodes[n.Item], in, repeated)
			if err != nil {
				return nil, err
			}
			if f.blocks += len(filled); f.blocks > mostBlocks {
				return nil, refused(errs.TemplateGrown, "part", c.piece.name, "limit", mostBlocks)
			}
			out = append(out, filled...)
			continue
		}
		items := in.Items(&n.Loop.Mark.Mark)
		if len(items) == 0 {
			like := c.nodes[n.Loop.First]
			if c.rows {
				like = c.nodes[n.Loop.Body[0].Item]
			}
			out = append(out, f.nothing(c, like, in.Nothing(&n.Loop.Mark.Mark)))
		}
		for _, item := range items {
			filled, err := f.emit(c, n.Loop.Body, item, true)
			if err != nil {
				return nil, err
			}
			out = append(out, filled...)
		}
	}
	return out, nil
}

// nothing returns a paragraph or row that says that a list is empty.
func (f *filler) nothing(c *container, like *xmltree.Node, text string) *xmltree.Node {
	one := like.Clone()
	if !c.rows {
		if one.Name != "p" {
			one = like.New("p")
		}
		setText(one, text)
		return one
	}
	cells := one.All("tc")
	if len(cells) == 0 {
		return one
	}
	span, width := 0, 0
	for _, cell := range cells {
		span += spanOf(cell)
		width += number(cell.Child("tcPr").Child("tcW").GetAny("w"))
	}
	first := cells[0]
	one.Children = slices.DeleteFunc(one.Children, func(n *xmltree.Node) bool { return n.Name == "tc" && n != first })
	properties := first.Child("tcPr")
	if properties == nil {
		properties = first.New("tcPr")
		first.Children = slices.Insert(first.Children, 0, properties)
	}
	properties.Remove("gridSpan")
	properties.Remove("vMerge")
	grid := properties.New("gridSpan")
	grid.SetAs(grid.Prefix, "val", strconv.Itoa(span))
	if w := properties.Child("tcW"); w != nil && width > 0 {
		w.SetAs(w.Prefix, "w", strconv.Itoa(width))
	}
	properties.Insert(grid, "hMerge", "tcBorders", "shd", "noWrap", "tcMar", "textDirection", "tcFitText", "vAlign", "hideMark")
	paragraphs := first.All("p")
	first.Children = slices.DeleteFunc(first.Children, func(n *xmltree.Node) bool {
		return n.Name == "tbl" || n.Name == "p" && n != paragraphs[0]
	})
	if len(paragraphs) > 0 {
		setText(paragraphs[0], text)
	}
	return one
}

// setText makes a text all of a paragraph, in the format of its first run.
func setText(p *xmltree.Node, text string) {
	run := p.New("r")
	p.Walk(func(n *xmltree.Node) {
		if n.Name == "r" && n.Child("rPr") != nil && len(run.Children) == 0 {
			run.Children = append(run.Children, n.Child("rPr").Clone())
		}
	})
	t := run.Add("t")
	t.SetAs("xml", "space", "preserve")
	t.SetContent(text)
	p.Children = slices.DeleteFunc(p.Children, func(n *xmltree.Node) bool { return n.Name != "pPr" })
	p.Children = append(p.Children, run)
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

// node returns a paragraph, table or row of the template as it is in the report.
func (f *filler) node(n *xmltree.Node, in *scope.Scope, repeated bool) ([]*xmltree.Node, error) {
	one := *n
	one.Attrs = slices.Clone(n.Attrs)
	if repeated { // ids of paragraphs and bookmarks are there once
		one.Attrs = slices.DeleteFunc(one.Attrs, func(a xmltree.Attr) bool { return a.Name == "paraId" || a.Name == "textId" })
		if n.Name == "bookmarkStart" || n.Name == "bookmarkEnd" {
			return nil, nil
		}
	}
	var err error
	switch n.Name {
	case "p":
		return f.paragraphs(n, in, repeated)
	case "tbl":
		one.Children, err = f.container(&container{f.piece, true, n.Children}, in, repeated)
	case "sdtContent", "txbxContent":
		one.Children, err = f.container(&container{f.piece, false, n.Children}, in, repeated)
	default:
		one.Children, err = f.children(n, in, repeated)
		if n.Name == "tc" && err == nil {
			f.shade(n, &one, in)
		}
	}
	return []*xmltree.Node{&one}, err
}

func (f *filler) children(n *xmltree.Node, in *scope.Scope, repeated bool) ([]*xmltree.Node, error) {
	out := make([]*xmltree.Node, 0, len(n.Children))
	for _, c := range n.Children {
		if c.Name == "" {
			out = append(out, &xmltree.Node{Text: c.Text})
			continue
		}
		filled, err := f.node(c, in, repeated)
		if err != nil {
			return nil, err
		}
		out = append(out, filled...)
	}
	return out, nil
}

// paragraphs returns a paragraph of the report, of charts and plans one for each.
func (f *filler) paragraphs(n *xmltree.Node, in *scope.Scope, repeated bool) ([]*xmltree.Node, error) {
	marks := placeholder.Find(textOf(n))
	scopes := []*scope.Scope{in}
	for i := range marks {
		if m := &marks[i]; m.Form == placeholder.Plain && m.Word != nil && (m.Word.Name == placeholder.Charts || m.Word.Name == placeholder.Plans) {
			if each := in.Each(m); len(each) > 0 {
				scopes = each
			}
		}
	}
	var out []*xmltree.Node
	for _, s := range scopes {
		children, err := f.children(n, s, repeated) // text boxes have paragraphs
		if err != nil {
			return nil, err
		}
		one := *n
		one.Attrs, one.Children = slices.Clone(n.Attrs), children
		if repeated || len(scopes) > 1 {
			one.Attrs = slices.DeleteFunc(one.Attrs, func(a xmltree.Attr) bool { return a.Name == "paraId" || a.Name == "textId" })
		}
		if err := f.paragraph(&one, n, s, marks); err != nil {
			return nil, err
		}
		out = append(out, &one)
	}
	return out, nil
}

// paragraph replaces the placeholders of a paragraph, which is a copy of one of the template.
func (f *filler) paragraph(p, source *xmltree.Node, in *scope.Scope, marks []placeholder.Mark) error {
	list := texts(p)
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = t.Content()
	}
	var spans []office.Span
	drawn := map[*xmltree.Node]*xmltree.Node{} // pictures by the text behind whose run they stand
	for i := range marks {
		m := &marks[i]
		word, _, _ := m.Understood(in.Inside())
		if word == nil {
			continue
		}
		span := office.Span{Start: m.Start, End: m.End}
		switch {
		case m.Form != placeholder.Plain:
		case word.Kind == placeholder.Picture:
			run, err := f.picture(p, m, in)
			if err != nil {
				return fmt.Errorf("%s in %s %s: %w", m.Text, f.piece.name, f.piece.at[source], err)
			}
			if run == nil {
				span.Text = in.Nothing(m)
			} else {
				drawn[list[runAt(parts, m.Start)]] = run
			}
		default:
			v, ok := in.Value(word)
			if !ok {
				continue
			}
			span.Text = v.Text
		}
		if f.bytes += len(span.Text); f.bytes > mostBytes {
			return refused(errs.TemplateGrown, "part", f.piece.name, "limit", mostBytes)
		}
		spans = append(spans, span)
	}
	spans = f.bare(strings.Join(parts, ""), marks, spans, in)
	if len(spans) == 0 {
		return nil
	}
	for i, text := range office.Replace(parts, spans) {
		list[i].SetAs("xml", "space", "preserve")
		list[i].SetContent(text)
	}
	f.insert(p, drawn)
	breakLines(p)
	return nil
}

// bare adds the value that a cell names without braces after the mark of a list.
func (f *filler) bare(text string, marks []placeholder.Mark, spans []office.Span, in *scope.Scope) []office.Span {
	inside := in.Inside()
	if len(inside) == 0 || len(marks) != 1 || len(spans) != 1 || marks[0].Form != placeholder.Open || marks[0].Word.Kind != placeholder.List {
		return spans
	}
	rest := text[marks[0].End:]
	word := placeholder.Column(strings.TrimSpace(rest), inside[len(inside)-1])
	if word == nil || strings.TrimSpace(text[:marks[0].Start]) != "" {
		return spans
	}
	v, ok := in.Value(word)
	if !ok {
		return spans
	}
	return append(spans, office.Span{Start: marks[0].End, End: len(text), Text: v.Text})
}

// runAt returns which of the parts of a text has a byte.
func runAt(parts []string, at int) int {
	for i, part := range parts {
		if at < len(part) {
			return i
		}
		at -= len(part)
	}
	return len(parts) - 1
}

// insert puts pictures behind the runs of their marks.
func (f *filler) insert(n *xmltree.Node, drawn map[*xmltree.Node]*xmltree.Node) {
	if len(drawn) == 0 {
		return
	}
	var out []*xmltree.Node
	for _, c := range n.Children {
		out = append(out, c)
		for _, t := range c.Children {
			if run := drawn[t]; run != nil {
				out = append(out, run)
			}
		}
		if c.Name != "" {
			f.insert(c, drawn)
		}
	}
	n.Children = out
}

// breakLines makes new lines of texts breaks.
func breakLines(n *xmltree.Node) {
	var out []*xmltree.Node
	for _, c := range n.Children {
		if c.Name != "t" || !strings.Contains(c.Content(), "\n") {
			if c.Name != "" {
				breakLines(c)
			}
			out = append(out, c)
			continue
		}
		for i, text := range strings.Split(c.Content(), "\n") {
			if i > 0 {
				out = append(out, c.New("br"))
			}
			part := c.Clone()
			part.SetContent(strings.TrimSuffix(text, "\r"))
			out = append(out, part)
		}
	}
	n.Children = out
}
