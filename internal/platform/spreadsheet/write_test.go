package spreadsheet

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func TestTableContinuesInFurtherSheets(t *testing.T) {
	var out bytes.Buffer
	zone := time.FixedZone("", 8*3600)
	err := write(&out, Table{Name: "Readings", About: [][]string{{"Point", "SW-09"}}, Head: []string{"Time", "Value"}}, 4, func(w *Writer) error {
		for i := range 5 {
			if err := w.Line(w.Time(time.Date(2026, 3, 1, 8, i, 0, 0, zone)), 1.5*float64(i)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got := ""
	for _, name := range f.GetSheetList() {
		rows, err := f.GetRows(name)
		if err != nil {
			t.Fatal(err)
		}
		got += fmt.Sprintln(name, rows)
	}
	want := `Readings [[Point SW-09] [Time Value] [2026-03-01 08:00:00 0] [2026-03-01 08:01:00 1.5]]
Readings 2 [[Point SW-09] [Time Value] [2026-03-01 08:02:00 3] [2026-03-01 08:03:00 4.5]]
Readings 3 [[Point SW-09] [Time Value] [2026-03-01 08:04:00 6]]
`
	if got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
