package spreadsheet

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/libreoffice"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/rendered"
)

// drawnBook is a workbook with a chart of a table that has gaps, one of a table whose name needs quotes, and none of an empty table.
func drawnBook(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	b := NewBook(&out)
	for i, name := range []string{"K12 Convergence", "O'Neil & Söhne 收敛"} {
		b.Begin(Table{Name: name, About: [][]string{{"Section", name}}, Head: []string{"Time", "H1 (mm)", "H2 (mm)"}})
		b.Draw(Chart{Title: name + " <b>", Unit: "Accumulated (mm)", Columns: []int{1, 2}})
		for k := range 100 {
			b.Line()
			b.Time(time.Date(2026, 3, 1+k, 0, 0, 0, 0, time.UTC))
			b.Number(float64(k) * 0.1 * float64(i+1))
			if k%40 < 20 {
				b.Number(-5 * math.Sin(float64(k)/9))
			}
		}
	}
	b.Begin(Table{Name: "Empty", Head: []string{"Time", "Value"}})
	b.Draw(Chart{Title: "Empty", Columns: []int{1}})
	b.Charts("Curves")
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestChartsShowWhereTheValuesAre(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(drawnBook(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := f.GetSheetList(); !slices.Equal(got, []string{"K12 Convergence", "O'Neil & Söhne 收敛", "Empty", "Curves"}) {
		t.Errorf("%q", got)
	}
	var chart string
	charts := 0
	f.Pkg.Range(func(name, content any) bool {
		if strings.HasPrefix(name.(string), "xl/charts/") {
			charts++
		}
		if name == "xl/charts/chart2.xml" {
			chart = string(content.([]byte))
		}
		return true
	})
	if charts != 2 {
		t.Errorf("%d charts", charts)
	}
	for _, want := range []string{
		"<c:f>'O''Neil &amp; Söhne 收敛'!$A$3:$A$102</c:f>", "<c:f>'O''Neil &amp; Söhne 收敛'!$C$3:$C$102</c:f>", "<c:f>'O''Neil &amp; Söhne 收敛'!$B$2</c:f>",
		"<c:max val=\"46181\"/><c:min val=\"46082\"/>", "&lt;b&gt;",
	} {
		if !strings.Contains(chart, want) {
			t.Errorf("no %s in %s", want, chart)
		}
	}
}

// LibreOffice draws both charts on the last page, which is as wide as they are: each half has lines that are neither black nor white.
func TestLibreOfficeDrawsTheCharts(t *testing.T) {
	peers.Need(t, "../../..", "soffice")
	pdf, err := libreoffice.PDF(t.Context(), drawnBook(t), ".xlsx")
	if err != nil {
		t.Fatal(err)
	}
	pages := rendered.Pages(t, "../../..", "charts", pdf)
	last := pages[len(pages)-1]
	var gray [2]int
	for y := last.Rect.Min.Y; y < last.Rect.Max.Y; y++ {
		for x := last.Rect.Min.X; x < last.Rect.Max.X; x++ {
			if shade := last.GrayAt(x, y).Y; shade > 60 && shade < 220 {
				gray[2*x/last.Rect.Max.X]++
			}
		}
	}
	if gray[0] < 1000 || gray[1] < 1000 {
		t.Errorf("the halves of the last page of %d have %d gray pixels", len(pages), gray)
	}
}
