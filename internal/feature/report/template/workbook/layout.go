package workbook

import (
	"strings"

	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/platform/errs"
)

// mostLines is the number of rows of the largest report sheet.
const mostLines = 100_000

// layout says which rows a report has for each row of the template.
type layout struct {
	sheet     *sheet
	lines     []line // in order; the first is row 1
	root      *instance
	instances map[*placeholder.Loop][]*instance
	loops     []*placeholder.Loop // the outer before the inner
}

// line is a row of the report.
type line struct {
	source  int // row of the template
	within  *instance
	nothing string       // of an empty list: the text that says so
	mark    int          // of an empty list: the column of its mark
	picture *scope.Scope // of charts and plans: its picture
	further bool         // a further row of charts and plans, with pictures only
}

// instance is one of the things of a list or block, or the whole sheet.
type instance struct {
	parent *instance
	loop   *placeholder.Loop // nil: the whole sheet
	scope  *scope.Scope
	first  map[int]int // rows of the report by row of the template
	last   map[int]int
	from   int // rows of the template
	to     int
}

// items returns the rows of a sheet as what is grouped: one for each row up to the last, from 1.
func (s *sheet) items() []placeholder.Item {
	items := make([]placeholder.Item, s.last)
	for number, r := range s.rows {
		item := &items[number-1]
		item.Row, item.Bare = true, true
		for _, c := range r.cells {
			for _, m := range c.marks {
				item.Marks = append(item.Marks, placeholder.Placed{Mark: m, At: s.at(c.column, number)})
			}
			if strings.TrimSpace(withoutLoops(c)) != "" || c.formula != "" || c.node.Child("v") != nil && c.text == "" {
				item.Bare = false
			}
		}
		if len(item.Marks) == 0 {
			item.Bare = false
		}
	}
	return items
}

// withoutLoops returns the text of a cell without marks of lists and blocks.
func withoutLoops(c *cell) string {
	var b strings.Builder
	at := 0
	for _, m := range c.marks {
		if m.Form != placeholder.Plain && m.Word != nil {
			b.WriteString(c.text[at:m.Start])
			at = m.End
		}
	}
	return b.String() + c.text[at:]
}

// arrange lays the rows of a sheet out.
func (s *sheet) arrange(whole *scope.Scope) error {
	nodes, err := placeholder.Group(s.items())
	if err != nil {
		return err
	}
	l := &layout{sheet: s, instances: map[*placeholder.Loop][]*instance{}}
	l.root = &instance{scope: whole, first: map[int]int{}, last: map[int]int{}, from: 1, to: maxRows}
	s.layout = l
	return l.emit(nodes, l.root, 1, s.last)
}

// emit lays out the rows of a body, and those between from and to that vanish.
func (l *layout) emit(nodes []placeholder.Node, in *instance, from, to int) error {
	next := from
	for _, n := range nodes {
		l.vanish(in, next, n.Item)
		if n.Loop == nil {
			if err := l.row(n.Item+1, in); err != nil {
				return err
			}
			next = n.Item + 2
			continue
		}
		if err := l.repeat(n.Loop, in); err != nil {
			return err
		}
		next = n.Loop.Last + 2
	}
	l.vanish(in, next, to)
	return nil
}

// vanish notes where rows would be that are in no report.
func (l *layout) vanish(in *instance, from, to int) {
	for row := from; row <= to; row++ {
		for i := in; i != nil; i = i.parent {
			if _, known := i.first[row]; !known {
				i.first[row], i.last[row] = len(l.lines)+1, len(l.lines)
			}
		}
	}
}

func (l *layout) repeat(loop *placeholder.Loop, in *instance) error {
	items := in.scope.Items(&loop.Mark.Mark)
	if _, known := l.instances[loop]; !known {
		l.loops = append(l.loops, loop)
		l.instances[loop] = nil
	}
	from, to := loop.First+1, loop.Last+1
	if len(items) == 0 {
		source := loop.Body[0].Item + 1
		l.vanish(in, from, source-1)
		l.put(line{source: source, within: in, nothing: in.scope.Nothing(&loop.Mark.Mark), mark: l.columnOf(loop, source)})
		l.vanish(in, source+1, to)
		return nil
	}
	for _, item := range items {
		one := &instance{parent: in, loop: loop, scope: item, first: map[int]int{}, last: map[int]int{}, from: from, to: to}
		l.instances[loop] = append(l.instances[loop], one)
		if err := l.emit(loop.Body, one, from, to); err != nil {
			return err
		}
		if len(l.lines) > mostLines {
			return refused(errs.TemplateGrown, "part", l.sheet.name, "limit", mostLines)
		}
	}
	return nil
}

// columnOf returns the column of the mark of a loop in a row, or the first with content.
func (l *layout) columnOf(loop *placeholder.Loop, source int) int {
	r := l.sheet.rows[source]
	if r == nil || len(r.cells) == 0 {
		return 1
	}
	for _, c := range r.cells {
		for _, m := range c.marks {
			if m.Text == loop.Mark.Text {
				return c.column
			}
		}
	}
	return r.cells[0].column
}

// row lays out a row of the template: once, or for each of its charts or plans.
func (l *layout) row(source int, in *instance) error {
	var pictures []*scope.Scope
	if r := l.sheet.rows[source]; r != nil {
		for _, c := range r.cells {
			for i := range c.marks {
				if m := &c.marks[i]; several(m) {
					if each := in.scope.Each(m); len(each) > len(pictures) {
						pictures = each
					}
				}
			}
		}
	}
	if len(pictures) == 0 {
		l.put(line{source: source, within: in})
		return nil
	}
	for i, p := range pictures {
		l.put(line{source: source, within: in, picture: p, further: i > 0})
	}
	return nil
}

// several reports whether a mark is charts or plans, which take a row each.
func several(m *placeholder.Mark) bool {
	return m.Form == placeholder.Plain && m.Word != nil && (m.Word.Name == placeholder.Charts || m.Word.Name == placeholder.Plans)
}

func (l *layout) put(one line) {
	l.lines = append(l.lines, one)
	for i := one.within; i != nil; i = i.parent {
		if was, known := i.first[one.source]; !known || was > i.last[one.source] {
			i.first[one.source] = len(l.lines)
		}
		i.last[one.source] = len(l.lines)
	}
}

// span returns the rows of the report for rows of the template, as seen from an instance: in the innermost thing around it that has
// them all.
func (l *layout) span(in *instance, from, to int) (first, last int) {
	for in.parent != nil && (from < in.from || to > in.to) {
		in = in.parent
	}
	return l.place(in, from, true), l.place(in, to, false)
}

func (l *layout) place(in *instance, row int, first bool) int {
	if row > l.sheet.last {
		return row - l.sheet.last + len(l.lines)
	}
	n, known := in.last[row]
	if first {
		n, known = in.first[row]
	}
	if !known {
		return row
	}
	return max(n, 1)
}

// spans returns the rows of the report for rows of the template that belong together: in each thing of the innermost loop that has
// them all. An empty loop has none.
func (l *layout) spans(from, to int) (found [][2]int) {
	list := []*instance{l.root}
	for _, loop := range l.loops {
		if loop.First+1 <= from && to <= loop.Last+1 {
			list = l.instances[loop]
		}
	}
	for _, in := range list {
		if first, last := l.place(in, from, true), l.place(in, to, false); first <= last {
			found = append(found, [2]int{first, last})
		}
	}
	return found
}
