package workbook

import (
	"slices"
	"strings"

	"plumbline/internal/platform/errs"
)

// mostEdges is the number of references between formulas that are followed.
const mostEdges = 2_000_000

// vertex is a formula of a cell or of a defined name.
type vertex struct {
	sheet   *sheet
	at      string
	column  int // 0: of a name
	row     int
	formula string
	state   int // 0 new, 1 open, 2 done
}

// graph finds formulas that refer to themselves.
type graph struct {
	book  *book
	rows  map[*sheet]map[int][]*vertex
	order map[*sheet][]int // rows with formulas
	names map[string]*vertex
	edges int
}

// checkFormulas refuses formulas that refer to other files or to themselves.
func (b *book) checkFormulas() error {
	g := &graph{book: b, rows: map[*sheet]map[int][]*vertex{}, order: map[*sheet][]int{}, names: map[string]*vertex{}}
	var all, named []*vertex
	for _, n := range b.tree.Child("definedNames").All("definedName") {
		if err := refuseFormula(n.Get("name"), n.Content()); err != nil {
			return err
		}
		v := &vertex{sheet: b.sheets[0], at: n.Get("name"), formula: n.Content()}
		if !strings.HasPrefix(n.Get("name"), "_xlnm.") {
			g.names[strings.ToUpper(n.Get("name"))] = v
			named = append(named, v)
		}
	}
	for _, s := range b.sheets {
		g.rows[s], g.order[s] = map[int][]*vertex{}, nil
		for _, number := range s.numbers() {
			for _, c := range s.rows[number].cells {
				if c.formula == "" {
					continue
				}
				at := s.at(c.column, number)
				if err := refuseFormula(at, c.formula); err != nil {
					return err
				}
				v := &vertex{sheet: s, at: at, column: c.column, row: number, formula: c.formula}
				g.rows[s][number] = append(g.rows[s][number], v)
				all = append(all, v)
			}
			if len(g.rows[s][number]) > 0 {
				g.order[s] = append(g.order[s], number)
			}
		}
		if err := s.refuseRules(); err != nil {
			return err
		}
	}
	for _, v := range append(all, named...) { // a cell is easier to find than a name
		if err := g.visit(v); err != nil {
			return err
		}
	}
	return nil
}

// refuseRules checks the formulas of formats and of what may be entered.
func (s *sheet) refuseRules() error {
	for _, n := range s.tree.Children {
		if n.Name != "conditionalFormatting" && n.Name != "dataValidations" && n.Name != "extLst" {
			continue
		}
		for _, formula := range formulasBelow(n) {
			if err := refuseFormula(s.name+" "+n.Name, formula); err != nil {
				return err
			}
		}
	}
	return nil
}

// frame is a formula that is being followed, with what is left of its references.
type frame struct {
	v    *vertex
	next []*vertex
}

// visit follows the references of a formula without recursion: chains may be as long as there are formulas.
func (g *graph) visit(start *vertex) error {
	if start.state != 0 {
		return nil
	}
	push := func(stack []frame, v *vertex) ([]frame, error) {
		v.state = 1
		next, err := g.next(v)
		return append(stack, frame{v, next}), err
	}
	stack, err := push(nil, start)
	for err == nil && len(stack) > 0 {
		top := &stack[len(stack)-1]
		if len(top.next) == 0 {
			top.v.state = 2
			stack = stack[:len(stack)-1]
			continue
		}
		v := top.next[0]
		top.next = top.next[1:]
		switch v.state {
		case 1:
			return refused(errs.TemplateCycle, "cell", v.at)
		case 0:
			stack, err = push(stack, v)
		}
	}
	return err
}

// next returns the formulas to which a formula refers.
func (g *graph) next(v *vertex) ([]*vertex, error) {
	var found []*vertex
	for _, t := range scan(v.formula) {
		if t.name {
			if named := g.names[strings.ToUpper(t.text)]; named != nil {
				found = append(found, named)
			}
		}
		if t.ref == nil {
			continue
		}
		of := v.sheet
		if t.ref.sheet != "" {
			if of = g.book.sheetOf(t.ref.sheet); of == nil {
				continue
			}
		}
		left, right := bounds(t.ref.from.column, t.ref.to.column)
		top, bottom := bounds(t.ref.from.row, t.ref.to.row)
		order := g.order[of]
		at, _ := slices.BinarySearch(order, top)
		for ; at < len(order) && order[at] <= bottom; at++ {
			for _, other := range g.rows[of][order[at]] {
				if g.edges++; g.edges > mostEdges {
					return nil, g.book.tooMuch(v.at)
				}
				if other.column >= left && other.column <= right {
					found = append(found, other)
				}
			}
		}
	}
	return found, nil
}

// bounds orders two numbers; 0 stands for all.
func bounds(a, b int) (low, high int) {
	if a == 0 || b == 0 {
		return 0, 1 << 30
	}
	return min(a, b), max(a, b)
}
