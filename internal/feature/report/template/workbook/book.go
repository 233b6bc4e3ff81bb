// Package workbook checks and fills report templates that are workbooks. It changes the XML of a sheet and leaves all that it does
// not know as it is: the library for workbooks cannot repeat rows with their formulas, merged cells and formats.
package workbook

import (
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Limits of a template.
const (
	maxColumns  = 256
	maxRows     = 5_000
	maxCells    = 100_000
	maxFormulas = 5_000
	maxSheets   = 20
)

// book is a workbook that is read.
type book struct {
	pkg     *office.Package
	tree    *xmltree.Node
	sheets  []*sheet
	strings []*xmltree.Node // si elements
	styles  *styles
	cells   int
	formula int
}

// sheet is a sheet with its rows.
type sheet struct {
	book     *book
	name     string
	part     string
	tree     *xmltree.Node
	rows     map[int]*row
	last     int // row
	merges   []area
	merged   map[[2]int]area // by row and column of their first cells
	layout   *layout
	headings []*xmltree.Node // of headers and footers
}

// row is a row of a sheet.
type row struct {
	node   *xmltree.Node
	number int
	cells  []*cell
}

// cell is a cell of a template.
type cell struct {
	node    *xmltree.Node
	column  int
	row     int
	style   int
	runs    []*xmltree.Node // elements with the parts of a text
	text    string          // of the runs; of a formula its value is none
	formula string          // without the equals sign
	marks   []placeholder.Mark
}

func (s *sheet) at(column, row int) string {
	return s.name + "!" + columnName(column) + strconv.Itoa(row)
}

func refused(m *errs.Message, args ...any) error { return errs.OnField("file", m, args...) }

// read reads the sheets of a workbook. Sheets that are charts are left as they are.
func read(pkg *office.Package) (*book, error) {
	b := &book{pkg: pkg}
	var err error
	if b.tree, err = pkg.Tree(pkg.MainPart); err != nil {
		return nil, err
	}
	relations, err := pkg.Relations(pkg.MainPart)
	if err != nil {
		return nil, err
	}
	parts := map[string]office.Relation{}
	for _, r := range relations {
		parts[r.ID] = r
		if r.Type == "sharedStrings" && pkg.Has(r.Part) {
			tree, err := pkg.Tree(r.Part)
			if err != nil {
				return nil, err
			}
			b.strings = tree.All("si")
		}
		if r.Type == "styles" && pkg.Has(r.Part) {
			tree, err := pkg.Tree(r.Part)
			if err != nil {
				return nil, err
			}
			b.styles = newStyles(tree)
		}
	}
	if b.styles == nil {
		return nil, refused(errs.TemplateBroken, "part", "styles.xml")
	}
	for _, n := range b.tree.Child("sheets").All("sheet") {
		r := parts[n.GetAny("id")]
		if len(b.sheets) == maxSheets {
			return nil, b.tooMuch(n.Get("name"))
		}
		s := &sheet{book: b, name: n.Get("name"), part: r.Part, rows: map[int]*row{}, merged: map[[2]int]area{}}
		if r.Type != "worksheet" || !pkg.Has(r.Part) {
			return nil, refused(errs.TemplatePart, "part", s.name)
		}
		if s.tree, err = pkg.Tree(r.Part); err != nil {
			return nil, err
		}
		if err := s.read(); err != nil {
			return nil, err
		}
		b.sheets = append(b.sheets, s)
	}
	if len(b.sheets) == 0 {
		return nil, refused(errs.TemplateBroken, "part", pkg.MainPart)
	}
	return b, nil
}

func (b *book) tooMuch(part string) error {
	return refused(errs.TemplateCount, "part", part, "cells", maxCells, "formulas", maxFormulas, "sheets", maxSheets)
}

// sheetOf returns a sheet by name; nil: there is none. Case makes no difference.
func (b *book) sheetOf(name string) *sheet {
	for _, s := range b.sheets {
		if strings.EqualFold(s.name, name) {
			return s
		}
	}
	return nil
}

func (s *sheet) read() error {
	data := s.tree.Child("sheetData")
	if data == nil {
		return refused(errs.TemplateBroken, "part", s.part)
	}
	shared := map[string]*cell{}
	for _, node := range data.All("row") {
		number := s.last + 1
		if r := node.Get("r"); r != "" {
			if number = whole(r); number <= s.last {
				return refused(errs.TemplateCell, "cell", s.name+"!"+r)
			}
		}
		if number > maxRows {
			return s.tooFar(s.at(1, number))
		}
		s.last = number
		one := &row{node: node, number: number}
		for _, n := range node.All("c") {
			c, err := s.readCell(n, one, shared)
			if err != nil {
				return err
			}
			one.cells = append(one.cells, c)
		}
		s.rows[number] = one
	}
	for _, n := range s.tree.Child("mergeCells").All("mergeCell") {
		a, ok := parseArea(n.Get("ref"))
		if !ok {
			return refused(errs.TemplateCell, "cell", s.name+"!"+n.Get("ref"))
		}
		if a.left == a.right && a.top == a.bottom {
			continue // nothing is merged
		}
		if a.right > maxColumns || a.bottom > maxRows {
			return s.tooFar(s.name + "!" + a.String())
		}
		s.last, s.merged[[2]int{a.top, a.left}] = max(s.last, a.bottom), a
		if s.merges = append(s.merges, a); len(s.merges) > maxCells {
			return s.book.tooMuch(s.name)
		}
	}
	if hf := s.tree.Child("headerFooter"); hf != nil {
		for _, n := range hf.Children {
			if n.Name != "" {
				s.headings = append(s.headings, n)
			}
		}
	}
	return nil
}

func (s *sheet) tooFar(cell string) error {
	return refused(errs.TemplateCells, "cell", cell, "columns", maxColumns, "rows", maxRows)
}

func (s *sheet) readCell(n *xmltree.Node, r *row, shared map[string]*cell) (*cell, error) {
	c := &cell{node: n, row: r.number, column: 1, style: whole(n.Get("s"))}
	if len(r.cells) > 0 {
		c.column = r.cells[len(r.cells)-1].column + 1
	}
	at := n.Get("r")
	if at != "" {
		a, ok := parseArea(at)
		if !ok || a.top != r.number || a.left < c.column {
			return nil, refused(errs.TemplateCell, "cell", s.name+"!"+at)
		}
		c.column = a.left
	}
	at = s.at(c.column, c.row)
	if c.column > maxColumns {
		return nil, s.tooFar(at)
	}
	if s.book.cells++; s.book.cells > maxCells {
		return nil, s.book.tooMuch(s.name)
	}
	if c.style >= s.book.styles.count() {
		return nil, refused(errs.TemplateCell, "cell", at)
	}
	if err := c.readText(s.book.strings); err != nil {
		return nil, refused(errs.TemplateCell, "cell", at)
	}
	if f := n.Child("f"); f != nil {
		if s.book.formula++; s.book.formula > maxFormulas {
			return nil, s.book.tooMuch(s.name)
		}
		if f.Get("t") == "dataTable" {
			return nil, refused(errs.TemplateFunction, "cell", at, "function", "TABLE")
		}
		c.formula = f.Content()
		if index := f.Get("si"); f.Get("t") == "shared" && index != "" {
			if first := shared[index]; first != nil && c.formula == "" {
				c.formula = moved(first.formula, c.column-first.column, c.row-first.row)
			} else {
				shared[index] = c
			}
		}
		c.text, c.runs = "", nil
	}
	c.marks = placeholder.Find(c.text)
	return c, nil
}
