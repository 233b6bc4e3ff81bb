// Package finding holds what a check of a report template found: its places, how it looks, and what it needs.
package finding

import (
	"path"
	"strings"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/i18n"
)

// State is what a placeholder is to a report.
type State string

// States.
const (
	Value   State = "value"   // replaced with a text or a number
	Loop    State = "loop"    // begins or ends what is repeated
	Picture State = "picture" // replaced with a curve, a plan or a signature
	Unknown State = "unknown" // stays in the report as it is
)

// Place is a placeholder of a template.
type Place struct {
	Sheet       string     `json:"sheet"`       // of a workbook; of a document its part: document, header1, footer1
	Cell        string     `json:"cell"`        // A1 reference; of a document P12 (paragraph) or T1.B3 (cell of a table); empty: header or footer of a sheet
	Placeholder string     `json:"placeholder"` // as it is written, with its braces
	State       State      `json:"state"`
	Name        string     `json:"name"`       // canonical name; empty: unknown
	Reason      i18n.Label `json:"reason"`     // why it is unknown
	Suggestion  string     `json:"suggestion"` // a placeholder to write instead; empty: none is near
}

// Sheet is a sheet as it looks, for display. A document has one for each part: its paragraphs are rows with one cell.
type Sheet struct {
	Name      string    `json:"name"`
	Columns   []float64 `json:"columns"` // widths in characters
	Rows      []Row     `json:"rows"`
	MoreRows  int       `json:"moreRows"`  // rows that are not listed
	Landscape bool      `json:"landscape"` // page setup
	Paper     string    `json:"paper"`     // A4, A3, Letter, …; empty: not set
	FitWidth  bool      `json:"fitWidth"`  // scaled so that a page holds all columns
	Header    string    `json:"header"`
	Footer    string    `json:"footer"`
}

// Row is a row of a sheet. Rows without cells are listed too.
type Row struct {
	Number int     `json:"number"` // from 1
	Height float64 `json:"height"` // in points; 0: the usual
	Cells  []Cell  `json:"cells"`  // without the empty ones and those under a merged cell
}

// Cell is a cell of a sheet.
type Cell struct {
	Column     int    `json:"column"` // from 1
	At         string `json:"at"`     // as Cell of Place
	Text       string `json:"text"`   // a formula begins with =
	Bold       bool   `json:"bold"`
	Align      string `json:"align"`   // left, center, right; empty: by its value
	ColumnSpan int    `json:"columns"` // from 1
	RowSpan    int    `json:"rows"`    // from 1
}

// Wants are the pictures of a template, so that no others are gathered.
type Wants struct {
	Curves []Want
	// Plans are the names of plans, as patterns: * any characters, ? one.
	Plans []string
}

// Want selects points. Lists are alternatives; an empty one selects all.
type Want struct {
	Points       []string     `json:"points"`       // names, as patterns: * any characters, ? one
	Measurements []string     `json:"measurements"` // codes or names
	Structures   []string     `json:"structures"`   // names, as patterns
	Quantities   []string     `json:"quantities"`   // names, as patterns
	View         content.View `json:"view"`         // of a curve; empty: over depth for arrays, else over time
	Arrays       bool         `json:"arrays"`       // only points with a table by depth
}

// Fits reports whether a point is selected. A measurement fits by its code or name.
func (w Want) Fits(point, structure string, m *content.Measurement) bool {
	return Fits(w.Points, point) && Fits(w.Structures, structure) && (Fits(w.Measurements, m.Code) || Fits(w.Measurements, m.Name))
}

// Fits reports whether a name fits one of the patterns, or there are none. Case makes no difference.
func Fits(patterns []string, name string) bool {
	for _, p := range patterns {
		if fits(strings.ToLower(p), strings.ToLower(name)) {
			return true
		}
	}
	return len(patterns) == 0
}

// escapes are characters that path.Match treats as its own, and the slash, at which * stops there.
var escapes = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `/`, "\x01")

func fits(pattern, name string) bool {
	ok, err := path.Match(escapes.Replace(pattern), strings.ReplaceAll(name, "/", "\x01"))
	return ok && err == nil
}

// Result is what a check of a workbook or a document found.
type Result struct {
	Places []Place
	Sheets []Sheet
	Wants  Wants
}
