// Package shiftimport turns a workbook (xlsx) of initial-value corrections into records:
// the template with the points of a structure and the nodes of their arrays, and reading
// what people filled in (domain devices.md section 7: initshift, "upload by template").
// It knows no HTTP and no database.
package shiftimport

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

const (
	maxLines = 20_000
	// MaxRecords is how many corrections one file may bring.
	MaxRecords = 2000
)

// The keys of the columns next to the fields.
const (
	KeyPoint = "point"
	KeyNode  = "node"
	KeyDepth = "depth"
	KeyTime  = "time"
	KeyNote  = "note"
	// keyReasons is the column that marking writes; it brings nothing.
	keyReasons = "reasons"
)

var labels = map[string]i18n.Label{
	KeyPoint: {Zh: "测点", En: "Measuring point", Tw: "測點"},
	KeyNode:  {Zh: "节点", En: "Node", Tw: "節點"},
	KeyDepth: {Zh: "深度 m（不导入）", En: "Depth m, not imported", Tw: "深度 m（不匯入）"},
	KeyTime:  {Zh: "起始时间", En: "From", Tw: "起始時間"},
	KeyNote:  {Zh: "备注", En: "Note", Tw: "備註"},

	keyReasons: {Zh: spreadsheet.ReasonHeading[0], En: spreadsheet.ReasonHeading[1], Tw: spreadsheet.ReasonHeading[2]},
}

var sheetName = i18n.Label{Zh: "初值修正", En: "Initial-value corrections", Tw: "初值修正"}

// Target is a point of the structure with the columns of its change that corrections may
// be added to.
type Target struct {
	ID          int64
	Name        string
	Measurement string
	Columns     []reading.Column
	Depths      map[int32]float64 // m, of the nodes of an array
}

// nodes are those of a target in their order; 0 alone for a point without.
func (t Target) nodes() []int32 {
	var list []int32
	seen := map[int32]bool{}
	for _, c := range t.Columns {
		if !seen[c.Node] {
			seen[c.Node] = true
			list = append(list, c.Node)
		}
	}
	return list
}

func (t Target) takes(field string, node int32) bool {
	for _, c := range t.Columns {
		if c.Field == field && c.Node == node {
			return true
		}
	}
	return false
}

// fields are the value columns of the form: those that some target takes, in the order of
// the targets.
func fields(targets []Target) []string {
	var list []string
	seen := map[string]bool{}
	for _, t := range targets {
		for _, c := range t.Columns {
			if !seen[c.Field] {
				seen[c.Field] = true
				list = append(list, c.Field)
			}
		}
	}
	return list
}

// Label is what a column is called in a language.
func Label(key, language string, targets []Target) string {
	if l, ok := labels[key]; ok {
		return l.In(language)
	}
	for _, t := range targets {
		if shown, ok := catalog.Field(t.Measurement, key); ok {
			return heading(shown, language)
		}
	}
	return key
}

func heading(a catalog.Attribute, language string) string {
	text := a.Label.In(language) + " " + a.Name
	if a.Unit != "" {
		text += " (" + a.Unit + ")"
	}
	return text
}

// SheetLabel is what the sheet is called.
func SheetLabel(language string) string { return sheetName.In(language) }

// Row is one line of the file that brings something.
type Row struct {
	Line  int
	Cells map[string]string // by key
}

// Problem is one cell that cannot stay as it is.
type Problem struct {
	Line    int // from 1, as the spreadsheet counts
	Column  string
	Message *errs.Message
	Args    errs.Args
}

// Book is a filled in form as it was read. Corrections are those of the rows, in their
// order; they are whole when there is no problem.
type Book struct {
	Columns     []string
	Rows        []Row
	Problems    []Problem
	Corrections []correction.Correction
	Skipped     int // lines without a value

	places map[string]int // column numbers by key, from 1
}

func (b *Book) problem(line int, column string, message *errs.Message, args errs.Args) {
	b.Problems = append(b.Problems, Problem{line, column, message, args})
}
