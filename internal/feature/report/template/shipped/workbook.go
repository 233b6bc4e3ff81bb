package shipped

import (
	"bytes"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/i18n"
)

// Looks of cells.
const (
	title = iota
	note
	label
	entry
	entryLines
	heading
	head
	words
	figures
	middle
	looks
)

// sheetWriter writes a sheet of a workbook row by row. Its first error stops it.
type sheetWriter struct {
	writer
	file  *excelize.File
	sheet string
	looks [looks]int
	row   int
	err   error
}

const columns = 12

func (w *sheetWriter) try(err error) {
	if w.err == nil {
		w.err = err
	}
}

func cellName(column, row int) string {
	name, _ := excelize.CoordinatesToCellName(column, row) // both are from 1
	return name
}

// cell writes a cell, merged with those to its right.
func (w *sheetWriter) cell(column, span, look int, text string) {
	from, to := cellName(column, w.row), cellName(column+span-1, w.row)
	w.try(w.file.SetCellStr(w.sheet, from, text))
	w.try(w.file.SetCellStyle(w.sheet, from, to, w.looks[look]))
	if span > 1 {
		w.try(w.file.MergeCell(w.sheet, from, to))
	}
}

// next begins a row; height in points, 0: as high as its text.
func (w *sheetWriter) next(height float64) {
	w.row++
	if height > 0 {
		w.try(w.file.SetRowHeight(w.sheet, w.row, height))
	}
}

// workbook returns the file of a form.
func (f *form) workbook(language string) ([]byte, error) {
	w := &sheetWriter{writer: writer{language}, file: excelize.NewFile()}
	defer func() { _ = w.file.Close() }() // in memory
	w.try(w.file.SetDefaultFont(w.font()))
	w.makeLooks()
	w.try(w.file.SetSheetName("Sheet1", text("报表", "Report", "報表").In(language)))
	w.sheet = text("报表", "Report", "報表").In(language)
	w.head(f)
	for _, s := range f.first {
		w.section(&s)
	}
	for _, s := range f.further {
		w.section(&s)
	}
	w.conclusion()
	w.page(2)
	w.begin(text("测点", "Points", "測點").In(language))
	w.measurements(f)
	w.page(2)
	if f.holes {
		w.begin(text("深度表", "By depth", "深度表").In(language))
		w.holes()
		w.page(1)
	}
	w.begin(text("平面图", "Plans", "平面圖").In(language))
	w.next(30)
	w.cell(1, columns, title, text("测点平面图", "Plans with points", "測點平面圖").In(language))
	w.next(409)
	w.cell(1, columns, middle, w.picture("plans", " 860x520"))
	w.page(1)
	if w.err != nil {
		return nil, w.err
	}
	var out bytes.Buffer
	err := w.file.Write(&out)
	return out.Bytes(), err
}

// begin begins a further sheet.
func (w *sheetWriter) begin(name string) {
	_, err := w.file.NewSheet(name)
	w.try(err)
	w.sheet, w.row = name, 0
}

// head writes the title and the fields of a report.
func (w *sheetWriter) head(f *form) {
	w.next(30)
	w.cell(1, columns, title, w.value("project.name"))
	w.next(24)
	w.cell(1, columns, title, f.title.In(w.language)+" ("+w.value("report.kind")+")")
	w.next(16)
	w.cell(1, columns, note, f.basis.In(w.language))
	for i := 0; i < len(f.heads); i += 2 {
		w.next(20)
		for n, h := range f.heads[i : i+2] {
			w.cell(1+6*n, 2, label, h.label.In(w.language))
			w.cell(3+6*n, 4, entryLines, w.value(h.value))
		}
	}
}

// measurements writes the points of each measurement under the same heads, which each page repeats.
func (w *sheetWriter) measurements(f *form) {
	w.next(30)
	w.cell(1, columns, title, w.value("project.name")+" "+text("测点", "Points", "測點").In(w.language))
	w.heads(f.points)
	w.next(0)
	w.cell(1, columns, words, w.open("measurements"))
	w.next(22)
	w.cell(1, columns, heading, w.value("measurement.name"))
	w.rows("points", f.points)
	w.next(20)
	w.cell(1, 2, label, text("仪器", "Instruments", "儀器").In(w.language))
	w.cell(3, columns-2, entryLines, w.value("measurement.instruments"))
	w.next(160)
	w.cell(1, columns, middle, w.picture("charts", w.view("process")))
	w.next(0)
	w.cell(1, columns, words, w.close("measurements"))
}

// section writes a table with its title.
func (w *sheetWriter) section(s *section) {
	w.next(22)
	w.cell(1, columns, heading, s.title.In(w.language))
	w.table(s.list, s.columns)
}

// table writes the heads and the row of a list.
func (w *sheetWriter) table(list string, of []column) {
	w.heads(of)
	w.rows(list, of)
}

func (w *sheetWriter) heads(of []column) {
	w.next(30)
	at := 1
	for _, c := range of {
		w.cell(at, max(c.span, 1), head, c.head.In(w.language))
		at += max(c.span, 1)
	}
	w.fillUp(at, head)
}

func (w *sheetWriter) rows(list string, of []column) {
	w.next(18)
	at := 1
	for i, c := range of {
		mark := ""
		if i == 0 {
			mark = w.open(list)
		}
		w.cell(at, max(c.span, 1), c.look, mark+w.value(c.value))
		at += max(c.span, 1)
	}
	w.fillUp(at, words)
}

// fillUp gives the cells at the end of a row their borders.
func (w *sheetWriter) fillUp(from, look int) {
	if from <= columns {
		w.cell(from, columns-from+1, look, "")
	}
}

func (w *sheetWriter) conclusion() {
	for _, f := range []field{{text("结论", "Conclusion", "結論"), "conclusion"}, {text("建议", "Advice", "建議"), "advice"}} {
		w.next(48)
		w.cell(1, 2, label, f.label.In(w.language))
		w.cell(3, columns-2, entryLines, w.value(f.value))
	}
	w.next(28)
	for i, f := range []field{
		{text("监测", "Prepared", "監測"), "signature.made"}, {text("审核", "Checked", "審核"), "signature.checked"}, {text("批准", "Approved", "核准"), "signature.approved"},
	} {
		w.cell(1+4*i, 1, label, f.label.In(w.language))
		w.cell(2+4*i, 3, entry, w.value(f.value))
	}
	w.next(18)
	w.cell(1, columns, note, text("测值取自 ", "Readings from ", "測值取自 ").In(w.language)+w.value("report.period")+
		text("，以 ", ", as known at ", "，以 ").In(w.language)+w.value("report.known")+text(" 前收到的为准", "", " 前收到者為準").In(w.language)+
		text("，时区 ", ", time zone ", "，時區 ").In(w.language)+w.value("project.zone"))
}

// holes writes the tables by depth with their profiles at the right.
func (w *sheetWriter) holes() {
	w.next(30)
	w.cell(1, columns, title, text("沿深度的位移", "Displacement by depth", "沿深度的位移").In(w.language))
	w.next(0)
	w.cell(1, columns, words, w.open("holes"))
	w.next(22)
	w.cell(1, columns, heading, w.value("hole.point")+" "+w.value("hole.quantity")+" ("+w.value("hole.unit")+")  "+w.value("hole.time"))
	w.next(30)
	first := w.row
	for i, l := range []i18n.Label{depthHead, previousHead, thisHead, changeHead, rateHead, levelHead} {
		w.cell(1+i, 1, head, l.In(w.language))
	}
	w.cell(7, 1, middle, w.picture("chart", w.view("profile")+" 520x380"))
	w.next(16)
	for i, c := range []string{"depth", "previous", "this", "change", "rate", "level"} {
		mark, look := "", figures
		if i == 0 {
			mark = w.open("nodes")
		}
		if c == "level" {
			look = middle
		}
		w.cell(1+i, 1, look, mark+w.value(c))
	}
	w.next(20)
	w.cell(1, 2, label, text("最大值与深度", "Largest value, depth", "最大值與深度").In(w.language))
	w.cell(3, 1, figures, w.value("hole.maximum"))
	w.cell(4, 1, figures, w.value("hole.maximum.depth"))
	w.cell(5, 2, middle, w.value("hole.level"))
	w.next(6) // grows if there are fewer rows than the profile needs
	w.cell(1, 6, words, "")
	w.try(w.file.MergeCell(w.sheet, cellName(7, first), cellName(columns, w.row)))
	w.try(w.file.SetCellStyle(w.sheet, cellName(7, first), cellName(columns, w.row), w.looks[middle]))
	w.next(20)
	w.cell(1, 2, label, text("仪器", "Instrument", "儀器").In(w.language))
	w.cell(3, columns-2, entryLines, w.value("hole.instrument"))
	w.next(0)
	w.cell(1, columns, words, w.close("holes"))
}
