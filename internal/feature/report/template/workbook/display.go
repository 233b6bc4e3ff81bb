package workbook

import (
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/xmltree"
)

// Limits of what is displayed; a report has all of it.
const (
	shownRows    = 500
	shownColumns = 100
	shownText    = 500 // characters of a cell
)

// papers are the names of the sizes of paper (ECMA-376 18.3.1.63).
var papers = map[string]string{"1": "Letter", "5": "Legal", "8": "A3", "9": "A4", "11": "A5", "12": "B4", "13": "B5"}

func formulasBelow(n *xmltree.Node) []string {
	var list []string
	n.Walk(func(f *xmltree.Node) {
		if strings.HasPrefix(f.Name, "formula") || f.Name == "f" {
			list = append(list, f.Content())
		}
	})
	return list
}

// display returns a sheet as it looks.
func (s *sheet) display() finding.Sheet {
	shown := finding.Sheet{Name: s.name}
	under := map[[2]int]bool{}
	spans := map[[2]int]area{}
	columns, painted := 1, 0
	for _, a := range s.merges {
		spans[[2]int{a.top, a.left}] = a
		columns = max(columns, a.right)
		if painted += (a.right - a.left + 1) * (a.bottom - a.top + 1); painted > maxRows*maxColumns {
			break // merged cells that overlap
		}
		for row := a.top; row <= min(a.bottom, shownRows); row++ {
			for column := a.left; column <= min(a.right, shownColumns); column++ {
				under[[2]int{row, column}] = row != a.top || column != a.left
			}
		}
	}
	last := min(s.last, shownRows)
	shown.MoreRows = s.last - last
	for number := 1; number <= last; number++ {
		one := finding.Row{Number: number, Cells: []finding.Cell{}}
		if r := s.rows[number]; r != nil {
			if points, own := s.height(r.node); own {
				one.Height = points
			}
			for _, c := range r.cells {
				if under[[2]int{number, c.column}] || c.column > shownColumns {
					continue
				}
				a, merged := spans[[2]int{number, c.column}]
				if text := c.shown(); text != "" || merged {
					l := s.book.styles.look(c.style)
					at := columnName(c.column) + strconv.Itoa(number)
					cell := finding.Cell{Column: c.column, At: at, Text: text, Bold: l.bold, Align: l.align, ColumnSpan: 1, RowSpan: 1}
					if merged {
						cell.ColumnSpan, cell.RowSpan = min(a.right, shownColumns)-a.left+1, min(a.bottom, last)-a.top+1
					}
					one.Cells = append(one.Cells, cell)
					columns = max(columns, c.column)
				}
			}
		}
		shown.Rows = append(shown.Rows, one)
	}
	shown.Columns = s.widths(min(columns, shownColumns))
	s.page(&shown)
	return shown
}

// shown returns the text of a cell as it is displayed.
func (c *cell) shown() string {
	text := c.text
	switch {
	case c.formula != "":
		text = "=" + c.formula
	case text == "":
		text = c.node.Child("v").Content()
	}
	if runes := []rune(text); len(runes) > shownText {
		text = string(runes[:shownText]) + "…"
	}
	return text
}

func (s *sheet) page(shown *finding.Sheet) {
	if p := s.tree.Child("pageSetup"); p != nil {
		shown.Landscape, shown.Paper = p.Get("orientation") == "landscape", papers[p.Get("paperSize")]
	}
	if p := s.tree.Child("sheetPr").Child("pageSetUpPr"); p != nil {
		shown.FitWidth = p.Get("fitToPage") == "1" || p.Get("fitToPage") == "true"
	}
	for _, n := range s.headings {
		switch n.Name {
		case "oddHeader":
			shown.Header = n.Content()
		case "oddFooter":
			shown.Footer = n.Content()
		}
	}
}

// Adopt replaces placeholders with others.
func Adopt(pkg *office.Package, adopted func(sheet, cell, from string) (string, bool)) error {
	b, err := read(pkg)
	if err != nil {
		return err
	}
	for _, s := range b.sheets {
		w := &writer{sheet: s, heights: map[int]float64{}}
		for _, number := range s.numbers() {
			for _, c := range s.rows[number].cells {
				var spans []office.Span
				for _, m := range c.marks {
					if to, some := adopted(s.name, strings.TrimPrefix(s.at(c.column, number), s.name+"!"), m.Text); some {
						spans = append(spans, office.Span{Start: m.Start, End: m.End, Text: to})
					}
				}
				if len(spans) == 0 {
					continue
				}
				if err := w.runs(c.node, c, number, spans); err != nil {
					return err
				}
			}
		}
		for _, n := range s.headings {
			text := n.Content()
			for _, m := range headingMarks(text) {
				if to, some := adopted(s.name, "", m); some {
					text = strings.ReplaceAll(text, m, to)
				}
			}
			n.SetContent(text)
		}
	}
	return nil
}
