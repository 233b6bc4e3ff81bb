// Package deviceimport converts devices to a workbook (xlsx) and back: the template with lists and notes, reading a
// filled-in file, marking its errors, and the export in the same format. It knows no HTTP and no database; package
// device validates the devices.
package deviceimport

import (
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

// Limits of a sheet.
const (
	maxRows    = 100_000 // including empty ones
	maxColumns = 256
)

// ExampleSN is the serial number of the template's example row, which imports skip.
const ExampleSN = "EXAMPLE-001"

// Choices are the contents of the drop-down lists, and the language of their labels.
type Choices struct {
	Language string // zh, en, zh-TW
	Projects []Project
	Models   []catalog.Model
	Project  int64 // default project of rows; 0: the corporation's stock
}

// Project is a project to which the caller may add devices.
type Project struct {
	ID   int64
	Name string
}

// Problem is an error in one cell.
type Problem struct {
	Sheet   string
	Line    int    // row number, from 1
	Column  string // key; nameless and its number if the heading is unknown
	Within  string // path within a JSON cell
	Message *errs.Message
	Args    errs.Args
}

// nameless is the prefix of the key of a column with an unknown heading, before its number.
const nameless = "#"

// Text returns the reason in a language.
func (p Problem) Text(language string) string {
	lang, _ := errs.ParseLanguage(language)
	text := p.Message.Text(lang, p.Args)
	if p.Within != "" {
		return p.Within + ": " + text
	}
	return text
}

// Label returns the label of the problem's column, or its letter.
func (p Problem) Label(language string) string {
	if number, ok := strings.CutPrefix(p.Column, nameless); ok {
		no, err := strconv.Atoi(number)
		if err != nil {
			return number
		}
		letter, _, _ := strings.Cut(cell(no, 1), "1")
		return letter
	}
	if c, ok := sheets[sheetOf(p.Sheet)].columnOf(p.Column); ok {
		return c.label.In(language)
	}
	return ColumnLabel(p.Column, language)
}

// OnDevices reports whether a problem is on the sheet of devices.
func OnDevices(p Problem) bool { return sheetOf(p.Sheet) == deviceSheet }

// SheetLabel returns the label of the problem's sheet.
func SheetLabel(p Problem, language string) string { return sheets[sheetOf(p.Sheet)].name.In(language) }
