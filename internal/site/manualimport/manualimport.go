// Package manualimport converts a workbook (xlsx) of manual readings: the template of a measurement, and reading the
// filled-in form (domain views.md section 12). It knows no HTTP and no database.
package manualimport

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/pointconfig"
)

// Keys of the columns that are not fields.
const (
	KeyPoint = "point"
	KeyTime  = "time"
	KeyPlace = "place" // m along an array
	KeyNote  = "note"
)

// maxLines is the maximum number of lines of a file: the runs of a deep hole over months.
const maxLines = 20_000

var labels = map[string]i18n.Label{
	KeyPoint: {Zh: "测点", En: "Measuring point", Tw: "測點"},
	KeyTime:  {Zh: "测量时间 YYYY-MM-DD HH:mm:ss", En: "Time YYYY-MM-DD HH:mm:ss", Tw: "測量時間 YYYY-MM-DD HH:mm:ss"},
	KeyPlace: {Zh: "节点位置 m", En: "Depth or distance m", Tw: "節點位置 m"},
	KeyNote:  {Zh: "说明", En: "Note", Tw: "說明"},
}

var sheetName = i18n.Label{Zh: "人工读数", En: "Manual readings", Tw: "人工讀數"}

// Form is the form of a measurement.
type Form struct {
	Measurement string
	Points      map[string]Target // of the structure, by name
}

// Target is a point that a row may name.
type Target struct {
	ID int64
	// Fits is false for points of another measurement and for those that are not manual.
	Fits bool
}

// fields returns the attributes that people measure, in the order of the catalog.
func (f Form) fields() []catalog.Attribute {
	var list []catalog.Attribute
	for _, m := range catalog.MeasurementFields("Artificial") {
		if m.Code != f.Measurement {
			continue
		}
		for _, a := range m.Attributes {
			if len(a.Types) > 0 {
				list = append(list, a)
			}
		}
	}
	return list
}

// keys returns the columns of the template, in order.
func (f Form) keys() []string {
	keys := []string{KeyPoint, KeyTime}
	noded := false
	for _, a := range f.fields() {
		noded = noded || a.PerNode
	}
	if noded {
		keys = append(keys, KeyPlace)
	}
	for _, a := range f.fields() {
		keys = append(keys, a.Name)
	}
	return append(keys, KeyNote)
}

// Label returns the label of a column in a language.
func (f Form) Label(key, language string) string {
	if l, ok := labels[key]; ok {
		return l.In(language)
	}
	a, ok := catalog.Field(f.Measurement, key)
	switch {
	case !ok:
		return key
	case a.Unit == "":
		return a.Label.In(language)
	}
	return a.Label.In(language) + " " + a.Unit
}

// SheetLabel returns the name of the sheet.
func SheetLabel(language string) string { return sheetName.In(language) }

// Row is one row of the form that is not empty.
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

// Entry is one reading of a point; rows of the same time are the nodes of an array.
type Entry struct {
	PointID int64
	Reading pointconfig.Reading
	lines   []int // of the reading and of its nodes
	nodes   []int // of the nodes, in their order
}

// Book is a filled-in form as read. Entries are complete if there are no problems.
type Book struct {
	Columns  []string
	Rows     []Row
	Problems []Problem
	Entries  []*Entry
}

func (b *Book) problem(line int, column string, message *errs.Message, args errs.Args) {
	b.Problems = append(b.Problems, Problem{line, column, message, args})
}

// Of returns the entries of a point, in the order of the file.
func (b *Book) Of(pointID int64) (list []*Entry) {
	for _, e := range b.Entries {
		if e.PointID == pointID {
			list = append(list, e)
		}
	}
	return list
}

// Points returns the points of the entries, once each, in the order of the file.
func (b *Book) Points() (list []int64) {
	seen := map[int64]bool{}
	for _, e := range b.Entries {
		if !seen[e.PointID] {
			seen[e.PointID] = true
			list = append(list, e.PointID)
		}
	}
	return list
}

// Readings returns the readings of entries.
func Readings(entries []*Entry) []pointconfig.Reading {
	list := make([]pointconfig.Reading, len(entries))
	for i, e := range entries {
		list[i] = e.Reading
	}
	return list
}
