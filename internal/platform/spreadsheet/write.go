package spreadsheet

import (
	"fmt"
	"io"
	"time"

	"github.com/xuri/excelize/v2"
)

// sheetLines is the maximum number of lines of a sheet in the format.
const sheetLines = 1_048_576

// Writer writes lines to a workbook. Its data are in a temporary file once they are large.
type Writer struct {
	file   *excelize.File
	stream *excelize.StreamWriter
	name   string
	head   [][]any // lines at the top of each sheet, the header last
	most   int     // lines of a sheet
	sheets int
	line   int    // of the sheet, from 1
	times  [2]int // styles of times: whole seconds, others
}

// Table describes the table of a workbook.
type Table struct {
	Name  string     // of the sheet
	About [][]string // lines above the header
	Head  []string
}

// Write writes a workbook with one table: its header, then the lines written by a function. A table that does not fit
// into one sheet continues, with the header, in sheets named "name 2", "name 3".
func Write(w io.Writer, table Table, lines func(*Writer) error) error {
	return write(w, table, sheetLines, lines)
}

func write(w io.Writer, table Table, most int, lines func(*Writer) error) error {
	b := &Writer{file: excelize.NewFile(), name: table.Name, most: most}
	defer b.file.Close()
	for _, line := range append(table.About, table.Head) {
		b.head = append(b.head, anyOf(line))
	}
	if err := b.whole(lines); err != nil {
		return fmt.Errorf("write workbook: %w", err)
	}
	return b.file.Write(w)
}

func anyOf(texts []string) (cells []any) {
	for _, text := range texts {
		cells = append(cells, text)
	}
	return cells
}

func (b *Writer) whole(lines func(*Writer) error) (err error) {
	for i, format := range []string{"yyyy-mm-dd hh:mm:ss", "yyyy-mm-dd hh:mm:ss.000"} {
		if b.times[i], err = b.file.NewStyle(&excelize.Style{CustomNumFmt: &format}); err != nil {
			return err
		}
	}
	if err := b.begin(); err != nil {
		return err
	}
	if err := lines(b); err != nil {
		return err
	}
	return b.stream.Flush()
}

// begin begins a sheet.
func (b *Writer) begin() (err error) {
	b.sheets++
	name := b.name
	if b.sheets == 1 {
		err = b.file.SetSheetName(b.file.GetSheetName(0), name)
	} else {
		name = fmt.Sprint(b.name, " ", b.sheets)
		_, err = b.file.NewSheet(name)
	}
	if err != nil {
		return err
	}
	if b.stream, err = b.file.NewStreamWriter(name); err != nil {
		return err
	}
	columns, top := len(b.head[len(b.head)-1]), len(b.head)
	if err := b.stream.SetColWidth(1, max(columns, 1), 20); err != nil {
		return err
	}
	panes := excelize.Panes{Freeze: true, YSplit: top, TopLeftCell: cell(1, top+1), ActivePane: "bottomLeft"}
	if err := b.stream.SetPanes(&panes); err != nil {
		return err
	}
	for b.line = range top {
		if err := b.stream.SetRow(cell(1, b.line+1), b.head[b.line]); err != nil {
			return err
		}
	}
	b.line = top
	return nil
}

// Line writes a line of texts, numbers and times.
func (b *Writer) Line(cells ...any) error {
	if b.line == b.most {
		if err := b.stream.Flush(); err != nil {
			return err
		}
		if err := b.begin(); err != nil {
			return err
		}
	}
	b.line++
	return b.stream.SetRow(cell(1, b.line), cells)
}

// Time returns a cell with the wall clock time of t, which a spreadsheet knows as a date.
func (b *Writer) Time(t time.Time) any {
	style := b.times[0]
	if t.Nanosecond() != 0 {
		style = b.times[1]
	}
	wall := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
	return excelize.Cell{StyleID: style, Value: wall}
}
