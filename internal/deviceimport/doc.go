// Package deviceimport turns devices into a workbook (xlsx) and a workbook into devices:
// the template with its lists and notes, reading what people filled in, marking what is
// wrong in their own file, and the export, which is the same form filled in. It knows no
// HTTP and no database; whether a device may be made is judged by package device.
package deviceimport

import (
	"plumbline/internal/catalogue"
	"plumbline/internal/fault"
)

// The limits of a sheet.
const (
	maxRows = 100_000 // empty ones too
	maxCell = 4000    // characters
)

// ExampleSN is the serial number of the template's example row, which no import takes.
const ExampleSN = "EXAMPLE-001"

// Choices are what the drop-down lists offer, and what a language calls them.
type Choices struct {
	Language string // zh, en, zh-TW
	Projects []Project
	Models   []catalogue.Model
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
	Column  string // key
	Message *fault.Message
	Args    fault.Args
}

// Text is the reason for people.
func (p Problem) Text(language string) string {
	lang, _ := fault.ParseLanguage(language)
	return p.Message.Text(lang, p.Args)
}

// OnDevices tells whether a problem stands on the sheet of the devices.
func OnDevices(p Problem) bool { return p.Sheet == sheets[deviceSheet].name.Zh }

// SheetLabel is what the sheet of a problem is called.
func SheetLabel(p Problem, language string) string {
	for _, s := range sheets {
		if s.name.Zh == p.Sheet {
			return s.name.In(language)
		}
	}
	return p.Sheet
}
