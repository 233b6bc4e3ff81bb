package template_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template"
	"plumbline/internal/platform/errs"
)

// design is the template of the design, with marks in two languages.
var design = map[string]string{
	"A1": "{{项目.名称}} 监测日报", "A2": "编号", "B2": "{{报表.编号}}", "D2": "日期", "E2": "{{報表.日期}}", "B3": "{{气象.天汽}}",
	"A6": "{{#测点 CX-*}} 名称", "B6": "{{初始值}}", "C6": "{{previous}}", "D6": "{{测值}}", "E6": "{{累计变化}}", "F6": "{{速率}}", "G6": "{{等级}}", "H6": "=D6-C6",
	"A7": "最大", "D7": "=MAX(D6:D6)", "E7": "=$E$6+SUM(Sheet1!E6:E6)",
	"A9": "{{#测点 SW-*}} 名称", "D9": "{{测值}}", "F9": "{{日速率}}", "A10": "=COUNT(D9:D9)",
	"A11": "{{图 CX-01 剖面 480×200}}", "E11": "{{图 SW-01 过程线}}", "E13": "{{签名.审合}}", "B13": "{{签名.监测}}",
}

func designed(t *testing.T) []byte {
	return made(t, func(f *excelize.File) {
		put(t, f, design)
		try := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		try(f.MergeCell("Sheet1", "A1", "G1"))
		try(f.MergeCell("Sheet1", "A11", "D11"))
		try(f.MergeCell("Sheet1", "I6", "I7"))
		try(f.SetRowHeight("Sheet1", 6, 21))
		try(f.SetRowHeight("Sheet1", 11, 60))
		try(f.InsertPageBreak("Sheet1", "A8"))
		try(f.SetDefinedName(&excelize.DefinedName{Name: "_xlnm.Print_Area", RefersTo: "Sheet1!$A$1:$G$13", Scope: "Sheet1"}))
		style, err := f.NewConditionalStyle(&excelize.Style{Font: &excelize.Font{Color: "FF0000"}})
		try(err)
		try(f.SetConditionalFormat("Sheet1", "D6:D6", []excelize.ConditionalFormatOptions{{Type: "formula", Criteria: "$D6>5", Format: &style}}))
		try(f.SetHeaderFooter("Sheet1", &excelize.HeaderFooterOptions{OddFooter: "&L{{项目.单位}}&C&8{{report.date}}&R&P / &N"}))
		try(f.AddChart("Sheet1", "K1", &excelize.Chart{Type: excelize.Line, Series: []excelize.ChartSeries{{Name: "a", Values: "Sheet1!$D$6:$D$6"}}}))
	})
}

func TestCheckNamesWhatItDoesNotUnderstand(t *testing.T) {
	c, err := template.Check("监测日报.XLSX", designed(t))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range c.Places {
		if p.State == "unknown" {
			got = append(got, fmt.Sprintf("%s %s -> %s (%s)", p.Cell, p.Placeholder, p.Suggestion, p.Reason.Zh))
		}
	}
	want := []string{"B3 {{气象.天汽}} -> {{气象.天气}} (没有此字段)", "F9 {{日速率}} -> {{速率}} (没有此字段)", "E13 {{签名.审合}} -> {{签名.审核}} (没有此字段)"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || c.Unrecognized != 3 || c.Recognized != len(c.Places)-3 {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	w := c.Wants
	if len(w.Curves) != 2 || w.Curves[0].Points[0] != "CX-01" || w.Curves[0].View != content.Profile || w.Curves[1].View != content.Process {
		t.Errorf("wants %+v", w)
	}
	s := c.Sheets[0]
	if s.Rows[0].Cells[0].ColumnSpan != 7 || s.Rows[5].Height != 21 || s.Rows[6].Cells[1].Text != "=MAX(D6:D6)" || !strings.Contains(s.Footer, "{{report.date}}") {
		t.Errorf("the sheet is %+v", s)
	}
}

func TestRowsRepeatWithAllThatRefersToThem(t *testing.T) {
	data, p := filled(t, designed(t), rich("zh", 4))
	f := opened(t, data)
	for at, want := range map[string]string{
		"A1": "澄江路站深基坑 监测日报", "B2": "CJL-RB-2025-279", "E2": "2025-10-06", "B3": "{{气象.天汽}}", "A6": "CX-01", "H12": "#N/A", "A12": "CX-10", "D12": "#N/A", "G6": "红色", "G12": "#N/A", "D6": "12.35",
		"A15": "SW-01", "F17": "{{日速率}}", "B21": "周工", "E21": "{{签名.审合}}",
	} {
		if got, err := f.GetCellValue("Sheet1", at); got != want || err != nil {
			t.Errorf("%s is %q, want %q, %v", at, got, want, err)
		}
	}
	for at, want := range map[string]string{"H6": "D6-C6", "H8": "D8-C8", "D13": "MAX(D6:D12)", "E13": "$E$6+SUM(Sheet1!E6:E12)", "A18": "COUNT(D15:D17)"} {
		if got, err := f.GetCellFormula("Sheet1", at); got != want || err != nil {
			t.Errorf("%s is =%s, want =%s, %v", at, got, want, err)
		}
	}
	if v, _ := f.GetCellValue("Sheet1", "D13"); v != "12.35" {
		t.Errorf("the largest value is %q for programs that do not compute", v)
	}
	merges, err := f.GetMergeCells("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	var areas []string
	for _, m := range merges {
		areas = append(areas, m.GetStartAxis()+":"+m.GetEndAxis())
	}
	if got := strings.Join(areas, " "); !strings.Contains(got, "A1:G1") || !strings.Contains(got, "A19:D19") || !strings.Contains(got, "I6:I13") {
		t.Errorf("merged cells are %s", got)
	}
	if h, _ := f.GetRowHeight("Sheet1", 9); h != 21 {
		t.Errorf("a repeated row is %v high", h)
	}
	sheet, book := part(t, data, sheetPart), part(t, data, "xl/workbook.xml")
	for _, want := range []string{`sqref="D6:D12"`, `$D6&gt;5`, `<brk id="13"`, "&amp;L江南工程监测有限公司&amp;C&amp;8 2025-10-06"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("the sheet has no %s", want)
		}
	}
	if !strings.Contains(book, "Sheet1!$A$1:$G$21") || !strings.Contains(part(t, data, "xl/charts/chart1.xml"), "Sheet1!$D$6:$D$12") {
		t.Errorf("the print area or the chart has not followed: %s", book)
	}
	if got := strings.Join(p.drawn, ", "); !strings.HasPrefix(got, "curve CX-01 profile 480x200, curve SW-01 process") {
		t.Errorf("drawn: %s", got)
	}
	pictures, err := f.GetPictures("Sheet1", "A19")
	if err != nil || len(pictures) != 1 {
		t.Errorf("%d pictures in A19, %v", len(pictures), err)
	}
}

func TestEmptyListsSaySo(t *testing.T) {
	data, _ := filled(t, designed(t), bare("zh-TW"))
	got := shown(t, data, "Sheet1")
	for _, want := range []string{"本期無測點資料: CX-*", "本期無測點資料: SW-*", "最大|||#N/A", "本期無曲線: CX-01"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestBlocksHoldLists(t *testing.T) {
	book := cells(t, map[string]string{
		"A1": "{{#measurements}}", "A2": "{{measurement.name}}", "A3": "{{#holes}}", "A4": "{{hole.point}}", "A5": "{{#nodes}}{{depth}}", "B5": "{{this}}", "A6": "{{hole.maximum}} @ {{hole.maximum.depth}}",
		"B6": "=SUM(B5:B5)", "A7": "{{/holes}}", "A8": "{{#points}}{{number}}", "B8": "{{point}}", "A9": "{{/measurements}}", "A10": "end", "B10": "=SUM(B5:B5)",
	})
	data, _ := filled(t, book, rich("en", 3))
	f := opened(t, data)
	// 1 name, CX-01 with 30 nodes, its largest value, CX-02 with 3, 7 points; the second measurement has no holes and 3 points.
	for at, want := range map[string]string{"A1": "Deep horizontal displacement", "A2": "CX-01", "A33": "8.00 @ 0.00", "A34": "CX-02", "B39": "CX-01", "A46": "地下水位", "A47": "No holes in this period", "B50": "SW-03"} {
		if got, _ := f.GetCellValue("Sheet1", at); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
	for at, want := range map[string]string{"B33": "SUM(B3:B32)", "B38": "SUM(B35:B37)", "B51": "SUM(B3:B37)"} {
		if got, _ := f.GetCellFormula("Sheet1", at); got != want {
			t.Errorf("%s is =%s, want =%s", at, got, want)
		}
	}
}

func TestTextsNeverBecomeFormulas(t *testing.T) {
	data, _ := filled(t, cells(t, map[string]string{"A1": "{{#devices}}{{name}}", "B1": "{{health}}", "C1": "{{arrival}}"}), rich("zh", 1))
	f := opened(t, data)
	if formula, _ := f.GetCellFormula("Sheet1", "B2"); formula != "" || !strings.Contains(shown(t, data, "Sheet1"), "人工水位计|=1+1|#N/A") {
		t.Errorf("formula %q in %s", formula, shown(t, data, "Sheet1"))
	}
	report := rich("zh", 1)
	report.Typed.Conclusion = strings.Repeat("长", 40_000)
	err := template.Fill(t.Context(), &strings.Builder{}, cells(t, map[string]string{"B2": "{{conclusion}}"}), report, &painter{})
	if err == nil || !onField(err, errs.TemplateGrown) {
		t.Errorf("a text that no cell can hold: %v", err)
	}
}

func TestNoRowIsLost(t *testing.T) {
	book := cells(t, map[string]string{"A1": "above", "A2": "{{#points SW-* *SW-04*}}{{point}}", "B2": "{{this}}", "A3": "=COUNTA(A2:A2)", "B3": "=COUNT(B2:B2)"})
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(r, "points")
		data, _ := filled(t, book, rich("zh", n))
		f := opened(t, data)
		rows, err := f.GetRows("Sheet1")
		if err != nil || len(rows) != n+2 || rows[n+1][1] != fmt.Sprint(n) {
			t.Fatalf("%d points give %d rows: %v, %v", n, len(rows), rows[len(rows)-1], err)
		}
		if formula, _ := f.GetCellFormula("Sheet1", fmt.Sprint("A", n+2)); formula != fmt.Sprintf("COUNTA(A2:A%d)", n+1) {
			t.Fatalf("=%s for %d points", formula, n)
		}
	})
}

func TestSuggestionsAreAdopted(t *testing.T) {
	book := designed(t)
	c, err := template.Check("a.xlsx", book)
	if err != nil {
		t.Fatal(err)
	}
	var changes []template.Change
	for _, p := range c.Places {
		if p.Suggestion != "" {
			changes = append(changes, template.Change{Sheet: p.Sheet, Cell: p.Cell, From: p.Placeholder, To: p.Suggestion})
		}
	}
	adopted, err := template.Adopt(book, changes)
	if err != nil {
		t.Fatal(err)
	}
	again, err := template.Check("a.xlsx", adopted)
	if err != nil || again.Unrecognized != 0 || len(again.Places) != len(c.Places) {
		t.Errorf("%+v, %v", again, err)
	}
}

func TestReportsThatGrowTooLargeAreRefused(t *testing.T) {
	wide := made(t, func(f *excelize.File) {
		line := []string{"{{#points}}{{point}}"}
		for range 199 {
			line = append(line, "x")
		}
		if err := f.SetSheetRow("Sheet1", "A1", &line); err != nil {
			t.Fatal(err)
		}
	})
	err := template.Fill(t.Context(), &strings.Builder{}, wide, rich("zh", 6_000), &painter{})
	if err == nil || !onField(err, errs.TemplateGrown) {
		t.Errorf("1,200,000 cells: %v", err)
	}
}

// BenchmarkFill fills the template of pits with 2,000 points.
func BenchmarkFill(b *testing.B) {
	file, err := template.Shipped()[0].Bytes()
	if err != nil {
		b.Fatal(err)
	}
	report := rich("zh", 2_000)
	for b.Loop() {
		if err := template.Fill(b.Context(), &strings.Builder{}, file, report, &painter{}); err != nil {
			b.Fatal(err)
		}
	}
}
