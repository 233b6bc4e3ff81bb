package spreadsheet

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	fastflate "github.com/klauspost/compress/flate"
)

// Limits of the format (ECMA-376, and what spreadsheets open).
const (
	sheetLines    = 1_048_576
	mostCharacter = 32_767 // of a cell
)

// Book writes a workbook as its lines come, with at most a line in memory. Its first error stops it; Close returns it. The library
// for workbooks keeps up to 16 MB of each sheet.
type Book struct {
	zip    *zip.Writer
	out    *bufio.Writer
	names  sheetNames
	table  Table
	most   int // lines of a sheet
	parts  int // sheets of the table
	line   int // of the sheet, from 1
	column int
	cell   []byte
	times  [2]float64 // first and last in the first column of the sheet, days
	charts []drawn
	drawn  int // number of the sheet with charts; 0: none
	err    error
}

// Table is a sheet, which continues with its header in further ones if it does not fit.
type Table struct {
	Name  string     // of the sheet; characters that the format forbids are replaced
	About [][]string // lines above the header
	Head  []string

	charts []Chart
	draws  bool // all charts
}

// Styles of cells, as styles.xml numbers them.
const (
	plain = iota
	heading
	wholeSeconds
	fractions
)

// NewBook begins a workbook.
func NewBook(w io.Writer) *Book {
	b := &Book{zip: zip.NewWriter(w), names: sheetNames{}, most: sheetLines}
	b.zip.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return fastflate.NewWriter(out, flate.BestSpeed)
	})
	return b
}

// Begin begins a table. The lines that follow are its.
func (b *Book) Begin(t Table) {
	b.end()
	b.table, b.parts = t, 0
	b.begin()
}

func (b *Book) begin() {
	b.parts++
	name := b.table.Name
	if b.parts > 1 {
		name = fmt.Sprint(name, " ", b.parts)
	}
	n := b.names.add(name)
	var out io.Writer
	if b.err == nil {
		out, b.err = b.zip.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", n))
	}
	if b.err != nil {
		return
	}
	if b.table.draws {
		b.drawn = n
	}
	b.out, b.line, b.times = bufio.NewWriterSize(out, 64<<10), 0, [2]float64{}
	b.write(xml.Header + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	if b.table.draws {
		b.write(`<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>`)
	}
	b.write(`<sheetViews><sheetView workbookViewId="0">`)
	if top := len(b.table.About) + 1; len(b.table.Head) > 0 {
		b.write(fmt.Sprintf(`<pane ySplit="%d" topLeftCell="A%d" activePane="bottomLeft" state="frozen"/>`, top, top+1))
	}
	columns := len(b.table.Head)
	for _, line := range b.table.About {
		columns = max(columns, len(line))
	}
	if b.table.draws {
		columns = chartsBeside * chartColumns
	}
	b.write(fmt.Sprintf(`</sheetView></sheetViews><cols><col min="1" max="%d" width="20" customWidth="1"/></cols><sheetData>`, max(columns, 1)))
	for _, line := range b.table.About {
		b.texts(line, plain)
	}
	if len(b.table.Head) > 0 {
		b.texts(b.table.Head, heading)
	}
}

func (b *Book) texts(line []string, style int) {
	b.Line()
	for _, text := range line {
		b.text(text, style)
	}
}

// end ends a sheet.
func (b *Book) end() {
	if b.out == nil || b.err != nil {
		return
	}
	if b.line > 0 {
		b.write(`</row>`)
	}
	b.write(`</sheetData>`)
	b.keepCharts()
	if b.table.draws {
		b.write(`<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>`) // A4
		b.write(`<drawing xmlns:r="` + office + `" r:id="rId1"/>`)
	}
	b.write(`</worksheet>`)
	if b.err == nil {
		b.err = b.out.Flush()
	}
	b.out = nil
}

func (b *Book) write(text string) {
	if b.err == nil {
		_, b.err = b.out.WriteString(text)
	}
}

// Line begins a line of the table.
func (b *Book) Line() {
	if b.line == b.most {
		b.end()
		b.begin()
	}
	if b.line > 0 {
		b.write(`</row>`)
	}
	b.line++
	b.column = 0
	b.cell = append(b.cell[:0], `<row r="`...)
	b.cell = append(strconv.AppendInt(b.cell, int64(b.line), 10), `">`...)
	b.flush()
}

func (b *Book) flush() {
	if b.err == nil {
		_, b.err = b.out.Write(b.cell)
	}
}

// open begins a cell with a style.
func (b *Book) open(style int) {
	b.column++
	b.cell = append(b.cell[:0], `<c r="`...)
	b.cell = strconv.AppendInt(appendColumn(b.cell, b.column), int64(b.line), 10)
	if style != plain {
		b.cell = strconv.AppendInt(append(b.cell, `" s="`...), int64(style), 10)
	}
}

// appendColumn appends the letters of a column, from 1: A, Z, AA.
func appendColumn(to []byte, column int) []byte {
	if column > 26 {
		to = appendColumn(to, (column-1)/26)
	}
	return append(to, byte('A'+(column-1)%26))
}

// Empty skips a cell.
func (b *Book) Empty() { b.column++ }

// Number adds a number, with all its digits. One that is not finite is the text #N/A (specification section 9).
func (b *Book) Number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		b.text("#N/A", plain)
		return
	}
	b.open(plain)
	b.cell = strconv.AppendFloat(append(b.cell, `"><v>`...), v+0, 'g', -1, 64) // +0: without the sign of zero
	b.cell = append(b.cell, `</v></c>`...)
	b.flush()
}

// Time adds the wall clock time of t, which a spreadsheet knows as a date.
func (b *Book) Time(t time.Time) {
	_, offset := t.Zone()
	style := wholeSeconds
	if t.Nanosecond() != 0 {
		style = fractions
	}
	b.open(style)
	const unixEpoch = 25_569 // days since the epoch of spreadsheets
	days := float64(t.UnixMilli()+int64(offset)*1000)/86_400_000 + unixEpoch
	if b.column == 1 {
		if b.times[1] = days; b.times[0] == 0 {
			b.times[0] = days
		}
	}
	b.cell = strconv.AppendFloat(append(b.cell, `"><v>`...), days, 'f', -1, 64)
	b.cell = append(b.cell, `</v></c>`...)
	b.flush()
}

// Text adds a text, which never becomes a formula. What the format cannot hold is replaced.
func (b *Book) Text(text string) { b.text(text, plain) }

func (b *Book) text(text string, style int) {
	if text == "" && style == plain {
		b.Empty()
		return
	}
	if utf8.RuneCountInString(text) > mostCharacter {
		b.err = fmt.Errorf("a cell of %d bytes is longer than a spreadsheet allows", len(text))
	}
	b.open(style)
	b.cell = append(b.cell, `" t="inlineStr"><is><t xml:space="preserve">`...)
	b.flush()
	if b.err == nil {
		b.err = xml.EscapeText(b.out, []byte(text))
	}
	b.write(`</t></is></c>`)
}

// Close writes what remains of the workbook, and returns the first error.
func (b *Book) Close() error {
	b.end()
	names := b.names.list()
	if b.err == nil && len(names) == 0 {
		b.err = fmt.Errorf("a workbook without sheets")
	}
	files := parts(names, b.drawn, len(b.charts))
	if b.drawn > 0 {
		files = append(files, drawing(b.drawn, b.charts)...)
	}
	for _, p := range files {
		var out io.Writer
		if b.err == nil {
			out, b.err = b.zip.Create(p.name)
		}
		if b.err == nil {
			_, b.err = io.WriteString(out, xml.Header+p.text)
		}
	}
	if b.err == nil {
		b.err = b.zip.Close()
	}
	if b.err != nil {
		return fmt.Errorf("write workbook: %w", b.err)
	}
	return nil
}

// part is a file of a workbook.
type part struct{ name, text string }

const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

// parts returns the files of a workbook other than its sheets and charts. drawn is the sheet with those.
func parts(names []string, drawn, charts int) []part {
	var types, sheets, links strings.Builder
	for i, name := range names {
		n := i + 1
		fmt.Fprintf(&types, `<Override PartName="/xl/worksheets/sheet%d.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`, n)
		sheets.WriteString(`<sheet name="`)
		_ = xml.EscapeText(&sheets, []byte(name)) // into memory
		fmt.Fprintf(&sheets, `" sheetId="%d" r:id="rId%d"/>`, n, n)
		fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/worksheet" Target="worksheets/sheet%d.xml"/>`, n, office, n)
	}
	if drawn > 0 {
		types.WriteString(`<Override PartName="/xl/drawings/drawing1.xml" ContentType="application/vnd.openxmlformats-officedocument.drawing+xml"/>`)
		for n := range charts {
			fmt.Fprintf(&types, `<Override PartName="/xl/charts/chart%d.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>`, n+1)
		}
	}
	fmt.Fprintf(&links, `<Relationship Id="rId%d" Type="%s/styles" Target="styles.xml"/>`, len(names)+1, office)
	const packages, main = "http://schemas.openxmlformats.org/package/2006/", "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	return []part{
		{"[Content_Types].xml", `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` + types.String() + `</Types>`},
		{"_rels/.rels", `<Relationships xmlns="` + packages + `relationships"><Relationship Id="rId1" Type="` + office + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets>` + sheets.String() + `</sheets></workbook>`},
		{"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + packages + `relationships">` + links.String() + `</Relationships>`},
		{"xl/styles.xml", `<styleSheet xmlns="` + main + `"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd hh:mm:ss.000"/></numFmts>` +
			`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
			`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>` +
			`<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/>` +
			`<xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`},
	}
}
