package shipped

import (
	"strconv"

	"github.com/xuri/excelize/v2"
)

// makeLooks makes the formats of cells.
func (w *sheetWriter) makeLooks() {
	var thin []excelize.Border
	for _, side := range []string{"left", "right", "top", "bottom"} {
		thin = append(thin, excelize.Border{Type: side, Color: "8A94A0", Style: 1})
	}
	font := func(size float64, bold bool) *excelize.Font {
		return &excelize.Font{Family: w.font(), Size: size, Bold: bold, Color: "0B1622"}
	}
	fill := func(color string) excelize.Fill {
		return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{color}}
	}
	align := func(horizontal string, wraps bool) *excelize.Alignment {
		a := &excelize.Alignment{Horizontal: horizontal, Vertical: "center", WrapText: wraps}
		if horizontal != "center" {
			a.Indent = 1
		}
		return a
	}
	styles := [looks]*excelize.Style{
		title:      {Font: font(16, true), Alignment: align("center", true)},
		note:       {Font: font(9, false), Alignment: align("left", true)},
		label:      {Font: font(10, true), Alignment: align("left", true), Border: thin, Fill: fill("F2F5F8")},
		entry:      {Font: font(10, false), Alignment: align("left", false), Border: thin},
		entryLines: {Font: font(10, false), Alignment: align("left", true), Border: thin},
		heading:    {Font: font(11, true), Alignment: align("left", true), Border: thin, Fill: fill("E3EDF7")},
		head:       {Font: font(9, true), Alignment: align("center", true), Border: thin, Fill: fill("F2F5F8")},
		words:      {Font: font(9, false), Alignment: align("left", true), Border: thin},
		figures:    {Font: font(9, false), Alignment: align("right", false), Border: thin},
		middle:     {Font: font(9, false), Alignment: align("center", true), Border: thin},
	}
	for i, s := range styles {
		n, err := w.file.NewStyle(s)
		w.try(err)
		w.looks[i] = n
	}
}

// page sets a sheet up for print: A4 portrait, as wide as a page, with the first rows on each page.
func (w *sheetWriter) page(repeated int) {
	for i, width := range sheetColumns {
		name, err := excelize.ColumnNumberToName(i + 1)
		w.try(err)
		w.try(w.file.SetColWidth(w.sheet, name, name, width))
	}
	paper, orientation, wide, high, fit := 9, "portrait", 1, 0, true
	w.try(w.file.SetPageLayout(w.sheet, &excelize.PageLayoutOptions{Size: &paper, Orientation: &orientation, FitToWidth: &wide, FitToHeight: &high}))
	w.try(w.file.SetSheetProps(w.sheet, &excelize.SheetPropsOptions{FitToPage: &fit}))
	side, top, bottom, edge, center := 0.45, 0.6, 0.65, 0.35, true
	w.try(w.file.SetPageMargins(w.sheet, &excelize.PageLayoutMarginsOptions{
		Left: &side, Right: &side, Top: &top, Bottom: &bottom, Header: &edge, Footer: &edge, Horizontally: &center,
	}))
	pages := text("第 &P 页，共 &N 页", "Page &P of &N", "第 &P 頁，共 &N 頁").In(w.language)
	w.try(w.file.SetHeaderFooter(w.sheet, &excelize.HeaderFooterOptions{OddFooter: "&L" + w.value("project.corporation") + "&R" + pages}))
	off := false
	w.try(w.file.SetSheetView(w.sheet, 0, &excelize.ViewOptions{ShowGridLines: &off}))
	w.try(w.file.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Titles", RefersTo: "'" + w.sheet + "'!$1:$" + strconv.Itoa(repeated), Scope: w.sheet}))
}
