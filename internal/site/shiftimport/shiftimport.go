// Package shiftimport converts a workbook (xlsx) of initial-value corrections to records: the template with the points
// of a structure and the nodes of their arrays, and reading the filled-in form (domain devices.md section 7:
// initshift, "upload by template"). It knows no HTTP and no database.
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
	// MaxRecords is the maximum number of corrections in one file.
	MaxRecords = 2000
)

// Keys of the columns that are not fields.
const (
	KeyPoint = "point"
	KeyNode  = "node"
	KeyDepth = "depth"
	KeyTime  = "time"
	KeyNote  = "note"
	// keyReasons is the column written by marking; it is ignored on reading.
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

// Target is a point of the structure with the columns of its change to which corrections apply.
type Target struct {
	ID          int64
	Name        string
	Measurement string
	Columns     []reading.Column
	Depths      map[int32]float64 // m, of the nodes of an array
}

// nodes returns the nodes of a target in order; only 0 for a point without nodes.
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

// fields returns the value columns of the form: the fields of all targets, in the order of the targets.
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

// Label returns the label of a column in a language.
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

// SheetLabel returns the name of the sheet.
func SheetLabel(language string) string { return sheetName.In(language) }

// Row is one row with a value.
type Row struct {
	Line  int
	Cells map[string]string // by key
}

// Problem is an error in one cell.
type Problem struct {
	Line    int // row number, from 1
	Column  string
	Message *errs.Message
	Args    errs.Args
}

// Book is a filled-in form as read. Corrections are those of the rows, in order; complete if there are no problems.
type Book struct {
	Columns     []string
	Rows        []Row
	Problems    []Problem
	Corrections []correction.Correction
	Skipped     int // rows without a value

	places map[string]int // column numbers by key, from 1
}

func (b *Book) problem(line int, column string, message *errs.Message, args errs.Args) {
	b.Problems = append(b.Problems, Problem{line, column, message, args})
}
