package workbook

import (
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/xmltree"
)

// follow returns a formula of a row of the template as it is in a row of the report. empty: it refers to rows of empty lists only.
func (s *sheet) follow(formula string, in *instance) (followed string, empty bool) {
	rows, without := 0, 0
	followed = rewrite(formula, func(r reference) reference {
		if r.from.row == 0 || r.to.row == 0 {
			return r
		}
		of, seen := s, in
		if r.sheet != "" && !strings.EqualFold(r.sheet, s.name) {
			of = s.book.sheetOf(r.sheet)
			if of == nil {
				return r
			}
			seen = of.layout.root
		}
		low, high := min(r.from.row, r.to.row), max(r.from.row, r.to.row)
		first, last := of.layout.span(seen, low, high)
		last = max(last, first)
		rows++
		if of.layout.without(first, last) {
			without++
		}
		r.from.row, r.to.row = first, last
		if !r.area {
			r.to.row = first
		}
		return r
	})
	return followed, rows > 0 && rows == without
}

// without reports whether rows of the report are all of empty lists.
func (l *layout) without(first, last int) bool {
	for n := first; n <= last; n++ {
		if n > len(l.lines) || l.lines[n-1].nothing == "" {
			return false
		}
	}
	return true
}

// areas returns an area of the template as areas of the report, in text.
func (l *layout) areas(text string) (string, bool) {
	var out []string
	for _, part := range strings.Fields(text) {
		a, ok := parseArea(part)
		if !ok {
			out = append(out, part) // whole columns
			continue
		}
		for _, span := range l.merged(l.spans(a.top, a.bottom)) {
			out = append(out, area{a.left, span[0], a.right, span[1]}.String())
		}
	}
	return strings.Join(out, " "), len(out) > 0
}

// merged joins spans that touch.
func (l *layout) merged(spans [][2]int) (joined [][2]int) {
	for _, s := range spans {
		if n := len(joined); n > 0 && joined[n-1][1]+1 == s[0] {
			joined[n-1][1] = s[1]
			continue
		}
		joined = append(joined, s)
	}
	return joined
}

// first returns the instance that formulas of an area are seen from: the first that has it.
func (l *layout) firstOf(text string) *instance {
	part, _, _ := strings.Cut(text, " ")
	a, ok := parseArea(part)
	if !ok {
		return l.root
	}
	in := l.root
	for _, loop := range l.loops {
		if loop.First+1 <= a.top && a.bottom <= loop.Last+1 && len(l.instances[loop]) > 0 {
			in = l.instances[loop][0]
		}
	}
	return in
}

// shiftParts moves what a sheet says about rows besides their cells.
func (s *sheet) shiftParts() {
	l := s.layout
	s.tree.Remove("dimension")
	kept := s.tree.Children[:0]
	for _, n := range s.tree.Children {
		switch n.Name {
		case "sheetViews":
			for _, v := range n.All("sheetView") {
				v.Remove("selection")
				v.Unset("topLeftCell")
			}
		case "autoFilter":
			if a, ok := l.areas(n.Get("ref")); ok {
				n.Set("ref", a)
			}
		case "conditionalFormatting":
			if !l.shiftRanges(n, "sqref") {
				continue
			}
		case "dataValidations", "hyperlinks", "ignoredErrors", "protectedRanges":
			if l.shiftChildren(n) == 0 {
				continue
			}
		case "rowBreaks":
			l.shiftBreaks(n)
		case "extLst":
			s.shiftExtensions(n)
		}
		kept = append(kept, n)
	}
	s.tree.Children = kept
}

// shiftRanges moves an element with ranges and its formulas. It returns false if nothing of it is left.
func (l *layout) shiftRanges(n *xmltree.Node, name string) bool {
	was := n.Get(name)
	areas, ok := l.areas(was)
	if !ok {
		return false
	}
	n.Set(name, areas)
	in := l.firstOf(was)
	n.Walk(func(f *xmltree.Node) {
		if strings.HasPrefix(f.Name, "formula") {
			followed, _ := l.sheet.follow(f.Content(), in)
			f.SetContent(followed)
		}
	})
	return true
}

// shiftChildren moves the elements of a list, and returns how many are left. A link covers one area, so it is repeated.
func (l *layout) shiftChildren(list *xmltree.Node) int {
	var kept []*xmltree.Node
	for _, n := range list.Children {
		if n.Name == "hyperlink" {
			areas, _ := l.areas(n.Get("ref"))
			for _, a := range strings.Fields(areas) {
				one := n.Clone()
				one.Set("ref", a)
				kept = append(kept, one)
			}
			continue
		}
		if n.Name == "" || l.shiftRanges(n, "sqref") {
			kept = append(kept, n)
		}
	}
	list.Children = kept
	if list.Get("count") != "" {
		list.Set("count", strconv.Itoa(len(kept)))
	}
	return len(kept)
}

// shiftBreaks moves page breaks. A break after a repeated row is after all of its rows; one in a block is in each of its things.
func (l *layout) shiftBreaks(list *xmltree.Node) {
	var kept []*xmltree.Node
	for _, n := range list.All("brk") {
		after := whole(n.Get("id"))
		in := []*instance{l.root}
		for _, loop := range l.loops {
			if loop.Mark.Word.Kind == placeholder.Block && loop.First+1 <= after && after <= loop.Last+1 {
				in = l.instances[loop]
			}
		}
		for _, i := range in {
			one := n.Clone()
			one.Set("id", fmt.Sprint(l.place(i, after, false)))
			kept = append(kept, one)
		}
	}
	list.Children = kept
	list.Set("count", strconv.Itoa(len(kept)))
	list.Set("manualBreakCount", strconv.Itoa(len(kept)))
}

// shiftExtensions moves formats and sparklines of later versions of the format.
func (s *sheet) shiftExtensions(n *xmltree.Node) {
	n.Walk(func(one *xmltree.Node) {
		switch {
		case one.Name == "sqref" && one.Prefix != "":
			if a, ok := s.layout.areas(one.Content()); ok {
				one.SetContent(a)
			}
		case one.Name == "f" && one.Prefix != "":
			followed, _ := s.follow(one.Content(), s.layout.root)
			one.SetContent(followed)
		}
	})
}

// shiftNames moves the ranges of names, among them print areas and the rows that each page repeats.
func (b *book) shiftNames() {
	for _, n := range b.tree.Child("definedNames").All("definedName") {
		of := b.sheets[0]
		if local := n.Get("localSheetId"); local != "" && whole(local) < len(b.sheets) {
			of = b.sheets[whole(local)]
		}
		followed, _ := of.follow(n.Content(), of.layout.root)
		n.SetContent(followed)
	}
}
