package loggerfile

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
)

// Found describes a recognized file. If nothing was recognized, the layout is the best guess, in the worst case one
// column with the whole line.
type Found struct {
	Recognized  bool
	Format      string // id of a Format
	Layout      Layout // without columns
	Columns     []Column
	TimeFormats []string // that parse all rows seen; if several, a person chooses
	About       []About
	sample      [][]string
}

// Column is one column of a file.
type Column struct {
	Name       string `json:"name"`
	Unit       string `json:"unit,omitempty"`
	Processing string `json:"processing,omitempty" doc:"TOA5 only: Smp, Avg, Min …"`
	Kind       string `json:"kind" enum:"time,key,record,number,text,empty"`
}

const (
	KindTime   = "time"
	KindKey    = "key"
	KindRecord = "record"
	KindNumber = "number"
	KindText   = "text"
	KindEmpty  = "empty"
)

// About is information that a file has about itself: station, logger, serial number.
type About struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// HasZone reports whether the times of a layout are unambiguous instants.
func (l *Layout) HasZone() bool {
	without := *l
	without.Zone = ""
	_, problems := newClock(&without)
	return !slices.ContainsFunc(problems, func(p clockProblem) bool { return p.field == "zone" })
}

// Recognize detects how a file is to be read.
func Recognize(b Beginning) Found {
	for _, f := range formats {
		if f.recognize == nil {
			continue
		}
		if found, ok := f.recognize(&b); ok {
			found.Format, found.Recognized = f.ID, true
			found.Layout.Encoding = b.Encoding
			if f.ID != FormatTable {
				found.Layout.Format = f.ID
			}
			found.complete(&b)
			return found
		}
	}
	found := guess(&b)
	found.Layout.Encoding = b.Encoding
	found.complete(&b)
	return found
}

// Fit adapts a layout to one file: if the file has the layout's format, what differs between files is detected again.
func Fit(b Beginning, layout Layout) Layout {
	if layout.Format == "" {
		return layout
	}
	found := Recognize(b)
	if found.Format != layout.Format {
		return layout
	}
	layout.HeaderLines, layout.Encoding, layout.Comment, layout.End = found.Layout.HeaderLines, found.Layout.Encoding, found.Layout.Comment, found.Layout.End
	return layout
}

// Describe describes a file read by a given layout.
func Describe(b Beginning, layout Layout) Found {
	layout = Fit(b, layout)
	found := Recognize(b)
	same := found.Layout.Source == layout.Source && found.Layout.Separator == layout.Separator &&
		found.Layout.HeaderLines == layout.HeaderLines && slices.Equal(found.Layout.Starts, layout.Starts)
	if !same {
		found.Recognized, found.Format, found.Columns, found.TimeFormats = false, "", nil, nil
	}
	found.Layout = layout
	if found.Columns == nil && (layout.Source == "" || layout.Source == SourceLines) {
		found.Columns = namesAbove(&b, layout, b.width(&layout))
	}
	found.proposeTime(&b)
	for i := range found.Columns {
		if kind := found.Columns[i].Kind; kind == KindTime || kind == KindKey {
			found.Columns[i].Kind = ""
		}
	}
	found.complete(&b)
	return found
}

// Sample returns the cells of the first rows.
func (f *Found) Sample() [][]string {
	const most = 20
	rows := f.sample[:min(len(f.sample), most)]
	if rows == nil {
		rows = [][]string{}
	}
	return rows
}

// complete sets names and kinds of columns from the first rows.
func (f *Found) complete(b *Beginning) {
	f.sample = b.rows(&f.Layout)
	width := len(f.Columns)
	for _, row := range f.sample {
		width = max(width, len(row))
	}
	for i := len(f.Columns); i < width; i++ {
		f.Columns = append(f.Columns, Column{})
	}
	for i := range f.Columns {
		c := &f.Columns[i]
		if c.Name == "" {
			c.Name = "column " + strconv.Itoa(i+1)
		}
		if c.Kind == "" {
			c.Kind = f.kind(i)
		}
	}
	if f.TimeFormats == nil {
		f.TimeFormats = f.Layout.timeFormats(f.sample)
	}
}

// rows returns the cells of the beginning, by a layout.
func (b *Beginning) rows(l *Layout) [][]string {
	text := strings.NewReader(strings.Join(b.Lines, "\n"))
	var from rowSource
	if l.Source == SourceXLE {
		from = newXLE(text)
	} else {
		from = l.rowsOf(newLines(text, UTF8)) // decoded already
	}
	var list [][]string
	for len(list) < inspectLines {
		row, err := from.next()
		if err != nil {
			return list
		}
		if row.broken == nil {
			list = append(list, slices.Clone(row.cells))
		}
	}
	return list
}

func (f *Found) kind(column int) string {
	if k := f.Layout.KeyColumn; k != nil && *k == column {
		return KindKey
	}
	if slices.ContainsFunc(f.Layout.Time, func(t TimeColumn) bool { return t.Column == column }) {
		return KindTime
	}
	numbers, texts := 0, 0
	for _, row := range f.sample {
		if column >= len(row) {
			continue
		}
		v, why := Number(row[column], f.Layout.DecimalComma)
		switch {
		case why != nil:
			texts++
		case !reading.IsMissing(v):
			numbers++
		}
	}
	switch {
	case texts > 0 && texts >= numbers:
		return KindText
	case numbers > 0:
		return KindNumber
	}
	return KindEmpty
}

// timeFormats returns the formats that parse the first part of the time with a format.
func (l *Layout) timeFormats(sample [][]string) []string {
	for _, t := range l.Time {
		if t.Role != RoleTime && t.Role != RoleDate {
			continue
		}
		var texts []string
		for _, row := range sample {
			if t.Column < len(row) && row[t.Column] != "" {
				texts = append(texts, row[t.Column])
			}
		}
		list := []string{}
		if t.Format != "" {
			list = append(list, t.Format)
		}
		for _, format := range GuessTimeFormats(texts) {
			if !covered(list, format) {
				list = append(list, format)
			}
		}
		return list
	}
	return []string{}
}

// width returns the number of cells in the first rows.
func (b *Beginning) width(l *Layout) int {
	few := Beginning{Lines: b.Lines[:min(len(b.Lines), l.HeaderLines+20)]}
	width := 0
	for _, row := range few.rows(l) {
		width = max(width, len(row))
	}
	return width
}

// namesAbove takes column names from the last line above the rows with as many cells; units in brackets are removed.
func namesAbove(b *Beginning, l Layout, width int) []Column {
	split := newSplitter(l.Separator, l.Starts)
	above := b.Lines[:min(l.HeaderLines, len(b.Lines))]
	for _, line := range slices.Backward(above) {
		cells := split.split(strings.TrimPrefix(line, l.Comment))
		if len(cells) >= width-1 && len(cells) > 1 {
			return named(cells)
		}
	}
	return nil
}

func named(cells []string) []Column {
	columns := make([]Column, len(cells))
	for i, name := range cells {
		columns[i].Name = name
		for _, brackets := range []string{"()", "[]", "（）"} {
			pair := []rune(brackets)
			open, closing := string(pair[0]), string(pair[1])
			at := strings.LastIndex(name, open)
			if at > 0 && strings.HasSuffix(name, closing) {
				columns[i].Name, columns[i].Unit = strings.TrimSpace(name[:at]), name[at+len(open):len(name)-len(closing)]
				break
			}
		}
	}
	return columns
}
