package spreadsheet

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// opened returns a workbook that excelize reads.
func opened(t *testing.T, most int, fill func(*Book)) *excelize.File {
	t.Helper()
	var out bytes.Buffer
	b := NewBook(&out)
	b.most = most
	fill(b)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func TestTableContinuesInFurtherSheets(t *testing.T) {
	zone := time.FixedZone("", 8*3600)
	f := opened(t, 4, func(b *Book) {
		b.Begin(Table{Name: "Readings", About: [][]string{{"Point", "SW-09"}}, Head: []string{"Time", "Value", "", "Flags"}})
		for i := range 5 {
			b.Line()
			b.Time(time.Date(2026, 3, 1, 8, i, 0, 0, zone))
			b.Number(-1.5 * float64(i))
			b.Empty()
			b.Text(strings.Repeat("&<", i))
		}
		b.Begin(Table{Name: "Second", Head: []string{"a"}})
	})
	got := ""
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprintf("%s %q\n", name, rows)
	}
	want := `Readings [["Point" "SW-09"] ["Time" "Value" "" "Flags"] ["2026-03-01 08:00:00" "0"] ["2026-03-01 08:01:00" "-1.5" "" "&<"]]
Readings 2 [["Point" "SW-09"] ["Time" "Value" "" "Flags"] ["2026-03-01 08:02:00" "-3" "" "&<&<"] ["2026-03-01 08:03:00" "-4.5" "" "&<&<&<"]]
Readings 3 [["Point" "SW-09"] ["Time" "Value" "" "Flags"] ["2026-03-01 08:04:00" "-6" "" "&<&<&<&<"]]
Second [["a"]]
`
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if panes, err := f.GetPanes("Readings"); err != nil || !panes.Freeze || panes.YSplit != 2 {
		t.Errorf("the header is not frozen: %+v, %v", panes, err)
	}
}

func TestNumbersKeepTheirDigitsAndTextsAreNoFormulas(t *testing.T) {
	numbers := []float64{0.1, -1.0 / 3, 1e300, 5e-324, math.MaxFloat64, 123456789012345}
	texts := []string{"=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "  spaces  ", "1e5", "\x00\x0b bytes", "准绳\n2", "_x000D_"}
	f := opened(t, sheetLines, func(b *Book) {
		b.Begin(Table{Name: "Values"})
		b.Line()
		for _, v := range append(numbers, math.NaN(), math.Inf(1)) {
			b.Number(v)
		}
		b.Line()
		for _, text := range texts {
			b.Text(text)
		}
	})
	for i, v := range numbers {
		at := cell(i+1, 1)
		got, err := f.GetCellValue("Values", at, excelize.Options{RawCellValue: true})
		kind, _ := f.GetCellType("Values", at)
		var parsed float64
		if _, scan := fmt.Sscan(got, &parsed); err != nil || scan != nil || parsed != v || kind != excelize.CellTypeUnset {
			t.Errorf("%v is %q of type %v", v, got, kind)
		}
	}
	for i := range 2 {
		if got, _ := f.GetCellValue("Values", cell(len(numbers)+1+i, 1)); got != "#N/A" {
			t.Errorf("a value that is not finite is %q", got)
		}
	}
	for i, text := range texts {
		at := cell(i+1, 2)
		formula, err := f.GetCellFormula("Values", at)
		if kind, _ := f.GetCellType("Values", at); err != nil || formula != "" || kind != excelize.CellTypeInlineString {
			t.Errorf("%q: type %v, formula %q", text, kind, formula)
		}
	}
}

func TestTimesAreDatesOfTheirZone(t *testing.T) {
	at := time.Date(2026, 3, 1, 8, 0, 0, 123e6, time.FixedZone("", -3600))
	f := opened(t, sheetLines, func(b *Book) {
		b.Begin(Table{Name: "a"})
		b.Line()
		b.Time(at)
	})
	text, err := f.GetCellValue("a", "A1", excelize.Options{RawCellValue: true})
	var days float64
	if _, scan := fmt.Sscan(text, &days); err != nil || scan != nil {
		t.Fatal(text, err, scan)
	}
	epoch := time.Date(1899, 12, 30, 0, 0, 0, 0, at.Location())
	if got := epoch.Add(time.Duration(math.Round(days*86_400_000)) * time.Millisecond); !got.Equal(at) {
		t.Errorf("%v is %s, which is %v", at, text, got)
	}
	style, err := f.GetCellStyle("a", "A1")
	if format, _ := f.GetStyle(style); err != nil || format.CustomNumFmt == nil || !strings.HasSuffix(*format.CustomNumFmt, "ss.000") {
		t.Errorf("style %d, %v", style, err)
	}
}

func TestNamesOfSheetsAreValidAndDiffer(t *testing.T) {
	long := strings.Repeat("测", 40)
	given := []string{"SW-09", "sw-09", "a/b:c*?[]\\", "", "'quoted'", "History", long, long, strings.Repeat("😀", 20)}
	f := opened(t, sheetLines, func(b *Book) {
		for _, name := range given {
			b.Begin(Table{Name: name})
		}
	})
	want := []string{"SW-09", "sw-09 (2)", "a_b_c_____", "_", "quoted", "History_", strings.Repeat("测", 31), strings.Repeat("测", 27) + " (2)", strings.Repeat("😀", 15)}
	if got := f.GetSheetList(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextThatIsTooLongIsRefused(t *testing.T) {
	b := NewBook(io.Discard)
	b.Begin(Table{Name: "a"})
	b.Line()
	b.Text(strings.Repeat("x", mostCharacter+1))
	b.Line()
	if err := b.Close(); err == nil {
		t.Error("no error")
	}
	if err := NewBook(io.Discard).Close(); err == nil {
		t.Error("a workbook without sheets has no error")
	}
}

func TestEqualLinesAreEqualBytes(t *testing.T) {
	made := func() string {
		var out bytes.Buffer
		b := NewBook(&out)
		b.Begin(Table{Name: "a", Head: []string{"x"}})
		b.Line()
		b.Number(1)
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if first, second := made(), made(); first != second {
		t.Error("two workbooks with the same lines differ")
	}
}

// BenchmarkBook writes the largest sheet that the specification names, with 20 columns.
func BenchmarkBook(b *testing.B) {
	b.ReportAllocs()
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.FixedZone("", 8*3600))
	for b.Loop() {
		book := NewBook(io.Discard)
		book.Begin(Table{Name: "Readings", Head: []string{"Time"}})
		for i := range 65_535 {
			book.Line()
			book.Time(at.Add(time.Duration(i) * time.Minute))
			for c := range 19 {
				book.Number(float64(i*c) * 0.001)
			}
		}
		if err := book.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
