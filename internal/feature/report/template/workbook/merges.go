package workbook

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
)

// mostLooked is the number of cells that are looked at for the values of formulas; further formulas get none.
const mostLooked = 5_000_000

// mergeCells writes the merged cells of the report. The text of an empty list has the rest of its row.
func (w *writer) mergeCells() {
	s := w.sheet
	for _, a := range s.merges {
		if a.top != a.bottom {
			for _, span := range s.layout.spans(a.top, a.bottom) {
				w.merges = append(w.merges, area{a.left, span[0], a.right, span[1]})
			}
		}
	}
	rows := map[int][]area{}
	for _, a := range s.merges {
		if a.top == a.bottom {
			rows[a.top] = append(rows[a.top], a)
		}
	}
	for i := range s.layout.lines {
		l := &s.layout.lines[i]
		right := l.mark
		if r := s.rows[l.source]; r != nil && len(r.cells) > 0 {
			right = r.cells[len(r.cells)-1].column
		}
		for _, a := range rows[l.source] {
			right = max(right, a.right)
			if l.nothing == "" || a.right < l.mark {
				w.merges = append(w.merges, area{a.left, i + 1, a.right, i + 1})
			}
		}
		if l.nothing != "" && right > l.mark && !w.covered(i+1, l.mark, right) {
			w.merges = append(w.merges, area{l.mark, i + 1, right, i + 1})
		}
	}
	slices.SortFunc(w.merges, func(a, b area) int {
		if a.top != b.top {
			return a.top - b.top
		}
		return a.left - b.left
	})
	s.tree.Remove("mergeCells")
	if len(w.merges) == 0 {
		return
	}
	list := s.tree.New("mergeCells", "count", strconv.Itoa(len(w.merges)))
	for _, a := range w.merges {
		list.Add("mergeCell", "ref", a.String())
	}
	s.tree.Insert(list, "phoneticPr", "conditionalFormatting", "dataValidations", "hyperlinks", "printOptions",
		"pageMargins", "pageSetup", "headerFooter", "rowBreaks", "colBreaks", "customProperties", "cellWatches", "ignoredErrors", "smartTags",
		"drawing", "legacyDrawing", "legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst")
}

// covered reports whether a merged cell of several rows has a part of a row.
func (w *writer) covered(row, left, right int) bool {
	return slices.ContainsFunc(w.merges, func(a area) bool {
		return a.top <= row && row <= a.bottom && a.left <= right && left <= a.right
	})
}

// values writes the values of formulas that are a function of one range, for programs that do not compute. The largest, smallest and
// mean value of no numbers is none, where programs would say 0.
func (w *writer) values() {
	cells := map[[2]int]bool{}
	for _, f := range w.formulas {
		cells[[2]int{f.row, f.column}] = true
	}
	for _, f := range w.formulas {
		name, numbers, simple := w.simple(f.node.Child("f").Content(), cells)
		without := simple && len(numbers) == 0 && (name == "MAX" || name == "MIN" || name == "AVERAGE")
		if f.empty || without || w.lacks(f.node.Child("f").Content()) {
			f.node.Children = nil
			f.node.Set("t", "inlineStr")
			f.node.Add("is").Add("t").SetContent(scope.Missing)
			continue
		}
		if simple {
			v := compute(name, numbers)
			f.node.Add("v").SetContent(strconv.FormatFloat(v, 'g', -1, 64))
		}
	}
}

// lacks reports whether a formula computes with a number that there is not, for which programs would show an error of type.
func (w *writer) lacks(formula string) bool {
	lacks := false
	for _, t := range scan(formula) {
		if t.function {
			return false // it may care for that itself
		}
		if t.ref != nil && !t.ref.area && t.ref.sheet == "" && w.missing[[2]int{t.ref.from.row, t.ref.from.column}] {
			lacks = true
		}
	}
	return lacks
}

// simple reads a formula that is a function of one range of the sheet without further formulas.
func (w *writer) simple(formula string, formulas map[[2]int]bool) (name string, numbers []float64, ok bool) {
	tokens := scan(strings.TrimSpace(formula))
	if len(tokens) != 4 || !tokens[0].function || tokens[1].text != "(" || tokens[2].ref == nil || tokens[3].text != ")" {
		return "", nil, false
	}
	name = strings.ToUpper(tokens[0].text)
	r := tokens[2].ref
	if !slices.Contains([]string{"MAX", "MIN", "AVERAGE", "SUM", "COUNT"}, name) || r.sheet != "" || r.from.row == 0 || r.from.column == 0 {
		return "", nil, false
	}
	for row := r.from.row; row <= min(r.to.row, len(w.sheet.layout.lines)); row++ {
		for column := r.from.column; column <= min(r.to.column, maxColumns); column++ {
			if w.looked++; w.looked > mostLooked || formulas[[2]int{row, column}] {
				return "", nil, false
			}
			if v, found := w.numbers[[2]int{row, column}]; found {
				numbers = append(numbers, v)
			}
		}
	}
	return name, numbers, true
}

func compute(name string, numbers []float64) float64 {
	switch name {
	case "MAX":
		return slices.Max(numbers)
	case "MIN":
		return slices.Min(numbers)
	case "COUNT":
		return float64(len(numbers))
	}
	sum := 0.0
	for _, v := range numbers {
		sum += v
	}
	if name == "AVERAGE" {
		sum /= float64(len(numbers))
	}
	return math.Round(sum*1e12) / 1e12 // without the dust of binary sums
}

// shiftDrawings moves the pictures and charts of the template, and makes its charts follow repeated rows.
func (s *sheet) shiftDrawings() error {
	relations, err := s.book.pkg.Relations(s.part)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.Type != "drawing" || !s.book.pkg.Has(r.Part) {
			continue
		}
		tree, err := s.book.pkg.Tree(r.Part)
		if err != nil {
			return err
		}
		for _, anchor := range tree.Children {
			if anchor.Get("plumbline") != "" {
				anchor.Unset("plumbline")
				continue
			}
			for _, corner := range []string{"from", "to"} {
				if row := anchor.Child(corner).Child("row"); row != nil {
					row.SetContent(strconv.Itoa(s.layout.place(s.layout.root, whole(row.Content())+1, corner == "from") - 1))
				}
			}
		}
		if err := s.shiftCharts(r.Part); err != nil {
			return err
		}
	}
	return nil
}

func (s *sheet) shiftCharts(drawing string) error {
	relations, err := s.book.pkg.Relations(drawing)
	if err != nil {
		return err
	}
	for _, r := range relations {
		if r.Type != "chart" || !s.book.pkg.Has(r.Part) {
			continue
		}
		tree, err := s.book.pkg.Tree(r.Part)
		if err != nil {
			return err
		}
		tree.Walk(func(n *xmltree.Node) {
			if f := n.Child("f"); f != nil {
				followed, _ := s.follow(f.Content(), s.layout.root)
				f.SetContent(followed)
				n.Remove("numCache") // of the rows of the template
				n.Remove("strCache")
			}
		})
	}
	return nil
}
