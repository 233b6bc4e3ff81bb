// Package deviceimport turns devices into a workbook (xlsx) and a workbook into devices:
// the template with its lists and notes, reading what people filled in, marking what is
// wrong in their own file, and the export, which is the same form filled in. It knows no
// HTTP and no database; whether a device may be made is judged by package device.
package deviceimport

import (
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

// The limits of a sheet.
const (
	maxRows    = 100_000 // empty ones too
	maxColumns = 256
)

// ExampleSN is the serial number of the template's example row, which no import takes.
const ExampleSN = "EXAMPLE-001"

// Choices are what the drop-down lists offer, and what a language calls them.
type Choices struct {
	Language string // zh, en, zh-TW
	Projects []Project
	Models   []catalog.Model
	Project  int64 // of rows that name none; 0: the corporation's stock
}

// Project is one that the caller may put devices into.
type Project struct {
	ID   int64
	Name string
}

// Problem is one cell that cannot stay as it is.
type Problem struct {
	Sheet   string
	Line    int    // from 1, as the spreadsheet counts
	Column  string // key; nameless and its number where the heading says nothing
	Within  string // what of a cell of JSON is meant
	Message *errs.Message
	Args    errs.Args
}

// nameless begins the key of a column whose heading is unknown, before its number.
const nameless = "#"

// Text is the reason for people.
func (p Problem) Text(language string) string {
	lang, _ := errs.ParseLanguage(language)
	text := p.Message.Text(lang, p.Args)
	if p.Within != "" {
		return p.Within + ": " + text
	}
	return text
}

// Label is what the column of a problem is called, or its letter.
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

// OnDevices reports whether a problem stands on the sheet of the devices.
func OnDevices(p Problem) bool { return sheetOf(p.Sheet) == deviceSheet }

// SheetLabel is what the sheet of a problem is called.
func SheetLabel(p Problem, language string) string { return sheets[sheetOf(p.Sheet)].name.In(language) }
