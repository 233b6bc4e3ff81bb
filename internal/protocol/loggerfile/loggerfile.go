// Package loggerfile reads the text files of data loggers row by row: what TOA5 and
// the many kinds of csv have in common. The kinds differ in how a file introduces
// itself; packages toa5 and csv look at its beginning and give a Preview, from
// which a person makes a Layout: the zone of its times, where the file has none, and
// where each column goes. Every row and cell that can't be read is reported.
package loggerfile

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"plumbline/internal/fault"
	"plumbline/internal/protocol/table"
	"plumbline/internal/reading"
)

// Preview is what was found out about a file.
type Preview struct {
	Format       string     `json:"format"`       // toa5, csv
	Separator    string     `json:"separator"`    // one character
	DecimalComma bool       `json:"decimalComma"` // 12,35 is a number
	HeaderLines  int        `json:"headerLines"`  // lines before the first row
	TimeColumns  []int      `json:"timeColumns"`  // one, or date and time of day; from 0
	TimeFormat   string     `json:"timeFormat"`   // see ParseTimeFormat
	TimeFormats  []string   `json:"timeFormats"`  // all that read the rows seen; more than one: a person chooses
	HasZone      bool       `json:"hasZone"`      // the times name their offset; else a zone is required
	Columns      []Column   `json:"columns"`
	Rows         [][]string `json:"rows"` // the first rows, as text

	// Of TOA5 alone: who wrote the file.
	Station   string `json:"station,omitempty"`
	Logger    string `json:"logger,omitempty"`
	Serial    string `json:"serial,omitempty"`
	Program   string `json:"program,omitempty"`
	Signature string `json:"signature,omitempty"`
	Table     string `json:"table,omitempty"`
}

// Column is one column of a file.
type Column struct {
	Name       string `json:"name"`
	Unit       string `json:"unit,omitempty"`
	Processing string `json:"processing,omitempty"` // of TOA5: Smp, Avg, Min …
	Kind       string `json:"kind"`                 // time, record, number, text, empty
}

// The kinds of columns.
const (
	KindTime   = "time"
	KindRecord = "record"
	KindNumber = "number"
	KindText   = "text"
	KindEmpty  = "empty"
)

// Layout is how a file is to be read.
type Layout struct {
	Separator    string    `json:"separator"`
	DecimalComma bool      `json:"decimalComma"`
	HeaderLines  int       `json:"headerLines"`
	TimeColumns  []int     `json:"timeColumns"`
	TimeFormat   string    `json:"timeFormat"`
	Zone         string    `json:"zone"` // IANA name or offset such as +08:00; required unless the times name theirs
	Columns      []Mapping `json:"columns"`
}

// Mapping says where the numbers of a column go. Part is for cells that hold a list
// of their own: which of its entries, from 1; 0 is the whole cell.
type Mapping struct {
	Column  int    `json:"column"` // from 0
	Part    int    `json:"part,omitempty"`
	Channel int32  `json:"channel"`
	Node    int32  `json:"node,omitempty"`
	Field   string `json:"field"`
}

// Refused is a row, or a cell of one, that could not be read.
type Refused struct {
	Line   int    `json:"line"`             // in the file, from 1
	Column string `json:"column,omitempty"` // "time", or channel and field; empty: the whole row
	Text   string `json:"text"`             // what stands there, cut to 80 characters
	Reason *fault.Error
}

// Row is a row that was read: UTC ms and a value a mapping, reading.Missing where
// the cell is empty, NaN where the logger marked it invalid.
type Row struct {
	Line   int
	Time   int64
	Values []float64 // good until the next row
}

// Check refuses a layout that can't be used, field by field.
func (l *Layout) Check() error {
	_, _, err := l.compile()
	return err
}

func (l *Layout) compile() (TimeFormat, *zone, error) {
	var wrong fault.Refusals
	if utf8.RuneCountInString(l.Separator) != 1 || strings.ContainsAny(l.Separator, "\"\r\n\uFFFD") {
		wrong.Add("separator", fault.FormatWrong)
	}
	if l.HeaderLines < 0 || l.HeaderLines > 1000 {
		wrong.Add("headerLines", fault.OutOfRange, "min", 0, "max", 1000)
	}
	if len(l.TimeColumns) < 1 || len(l.TimeColumns) > 2 {
		wrong.Add("timeColumns", fault.TooFewEntries, "min", 1)
	}
	format, err := ParseTimeFormat(l.TimeFormat)
	if err != nil {
		wrong.Add("timeFormat", fault.FormatWrong)
	}
	var in *zone
	if err == nil && !format.HasZone() {
		if l.Zone == "" {
			wrong.Add("zone", fault.ZoneRequired)
		} else if in, err = parseZone(l.Zone); err != nil {
			wrong.Add("zone", fault.ZoneUnknown)
		}
	}
	if len(l.Columns) == 0 {
		wrong.Add("columns", fault.TooFewEntries, "min", 1)
	}
	seen := map[table.Column]bool{}
	for i, m := range l.Columns {
		place := "columns[" + strconv.Itoa(i) + "]."
		if m.Column < 0 || m.Column >= table.MaxColumns {
			wrong.Add(place+"column", fault.OutOfRange, "min", 0, "max", table.MaxColumns-1)
		}
		if !table.Acceptable(m.target()) {
			wrong.Add(place+"field", fault.FormatWrong)
		}
		if seen[m.target()] {
			wrong.Add(place+"field", fault.Duplicate)
		}
		seen[m.target()] = true
	}
	return format, in, wrong.Err()
}

func (m Mapping) target() table.Column {
	return table.Column{Channel: m.Channel, Node: m.Node, Field: m.Field}
}

// Targets are the columns of the table that rows become.
func (l *Layout) Targets() []table.Column {
	targets := make([]table.Column, len(l.Columns))
	for i, m := range l.Columns {
		targets[i] = m.target()
	}
	return targets
}

// Read gives every row to visit and every refusal to refused, in the order of the
// file. It ends early only on an error of the source or of visit.
func (l *Layout) Read(source io.Reader, visit func(Row) error, refused func(Refused)) error {
	format, in, err := l.compile()
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(source, 64<<10)
	skipMark(lines)
	for range l.HeaderLines {
		if _, err := lines.ReadString('\n'); err != nil {
			if errors.Is(err, io.EOF) {
				return nil // nothing but a header
			}
			return fault.Wrap(err, fault.FileRead, "reason", "header")
		}
	}
	cells := NewCells(lines, l.Separator)
	values := make([]float64, len(l.Columns))
	clock := wallClock{format: format, zone: in}
	for {
		row, err := cells.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		line, _ := cells.FieldPos(0)
		line += l.HeaderLines
		if err != nil {
			var bad *csv.ParseError
			if !errors.As(err, &bad) {
				return fault.Wrap(err, fault.FileRead, "reason", "line "+strconv.Itoa(line))
			}
			refused(Refused{Line: bad.Line + l.HeaderLines, Text: "", Reason: fault.New(fault.RowBroken)})
			continue
		}
		if len(row) == 1 && strings.TrimSpace(row[0]) == "" {
			continue
		}
		at, why := clock.at(l.timeCell(row))
		if why != nil {
			refused(Refused{Line: line, Column: "time", Text: cut(l.timeCell(row)), Reason: why})
			continue
		}
		l.numbers(row, line, values, refused)
		if err := visit(Row{Line: line, Time: at, Values: values}); err != nil {
			return err
		}
	}
}

// NewCells reads cells as loggers write them: quotes where they please, rows of any length.
func NewCells(source io.Reader, separator string) *csv.Reader {
	cells := csv.NewReader(source)
	cells.Comma, _ = utf8.DecodeRuneInString(separator)
	cells.FieldsPerRecord = -1
	cells.LazyQuotes = true
	cells.ReuseRecord = true
	return cells
}

// skipMark skips a byte order mark.
func skipMark(lines *bufio.Reader) {
	if mark, err := lines.Peek(3); err == nil && string(mark) == "\xef\xbb\xbf" {
		_, _ = lines.Discard(3)
	}
}

func (l *Layout) timeCell(row []string) string {
	parts := make([]string, 0, 2)
	for _, i := range l.TimeColumns {
		if i >= 0 && i < len(row) {
			parts = append(parts, strings.TrimSpace(row[i]))
		}
	}
	return strings.Join(parts, " ")
}

func (l *Layout) numbers(row []string, line int, values []float64, refused func(Refused)) {
	for i, m := range l.Columns {
		values[i] = reading.Missing
		if m.Column >= len(row) {
			continue
		}
		cell := strings.TrimSpace(row[m.Column])
		if m.Part > 0 {
			cell = part(cell, m.Part)
		}
		v, why := Number(cell, l.DecimalComma)
		if why != nil {
			refused(Refused{Line: line, Column: strconv.Itoa(int(m.Channel)) + "." + m.Field, Text: cut(cell), Reason: why})
			continue
		}
		values[i] = v
	}
}

// part takes one entry of a list in a cell.
func part(cell string, n int) string {
	for entry := range strings.SplitSeq(cell, ",") {
		if n--; n == 0 {
			return strings.TrimSpace(entry)
		}
	}
	return ""
}

// Number reads a cell: Missing when it is empty, NaN for what loggers write when a
// measurement failed (NAN, -7999, INF), else the number.
func Number(cell string, decimalComma bool) (float64, *fault.Error) {
	switch strings.ToUpper(cell) {
	case "", "-", "--", "---", "NULL", "NA", "N/A", "#N/A":
		return reading.Missing, nil
	case "NAN", "INF", "+INF", "-INF":
		return math.NaN(), nil
	}
	text := cell
	if decimalComma {
		if strings.Contains(text, ".") && strings.Contains(text, ",") {
			text = strings.ReplaceAll(text, ".", "") // 1.025,66
		}
		text = strings.Replace(text, ",", ".", 1)
	}
	if strings.ContainsAny(text, "xXpP_iI") { // Go would read these
		return 0, fault.New(fault.WrongType, "type", "number")
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0):
		return 0, fault.New(fault.NotFinite)
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, fault.New(fault.WrongType, "type", "number")
	}
	if v == failedMeasurement {
		return math.NaN(), nil
	}
	return v, nil
}

// failedMeasurement is what Campbell loggers write in the place of NAN in files of low resolution.
const failedMeasurement = -7999

func cut(text string) string {
	const most = 80
	runes := []rune(strings.ToValidUTF8(text, "�"))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}

// Count is the number of values that are there, invalid ones included.
func Count(values []float64) (n int) {
	for _, v := range values {
		if !reading.IsMissing(v) {
			n++
		}
	}
	return n
}
