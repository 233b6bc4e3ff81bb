package manualimport

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
)

// book reads a form for one manual inclinometer with these rows below the headings.
func book(t *testing.T, rows ...[]any) *Book {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	for i, row := range append([][]any{{"测点", KeyTime, KeyPlace, "X", "Y", "Note"}}, rows...) {
		if err := f.SetSheetRow("Sheet1", "A"+string(rune('1'+i)), &row); err != nil {
			t.Fatal(err)
		}
	}
	data, err := f.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	form := Form{Measurement: "DeepDisplacement", Points: map[string]Target{"CX-01": {ID: 7, Fits: true}}}
	b, err := Read(t.Context(), data.Bytes(), form, time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestNumbersOfAForm(t *testing.T) {
	const at = "2026-03-01 08:30:00"
	for cell, want := range map[string]float64{"12,5": 12.5, "0,125": 0.125, "-1.25": -1.25, "1234,567": 1234.567} {
		b := book(t, []any{"CX-01", at, "0.5", cell, "", ""})
		if len(b.Problems) > 0 || b.Entries[0].Reading.Nodes[0].Values["x"] != want {
			t.Errorf("%s: %+v, problems %+v", cell, b.Entries[0].Reading, b.Problems)
		}
	}
	for _, cell := range []string{"1,234", "-12,500", "1,234,567", "NaN", "1e999"} {
		b := book(t, []any{"CX-01", at, "0.5", cell, "", ""})
		if len(b.Problems) != 1 || b.Problems[0].Column != "x" || b.Problems[0].Message != errs.NumberWanted {
			t.Errorf("%s: problems %+v", cell, b.Problems)
		}
	}
}

func TestRunOfNodes(t *testing.T) {
	const at = "2026-03-01 08:30:00"
	b := book(t,
		[]any{"CX-01", at, "0.5", "1", "0.2", "clear"},
		[]any{"CX-01", at, "1", "2", "", ""},
		[]any{"CX-01", at, "1.5", "3", "", "groove worn"},
	)
	if len(b.Problems) > 0 || len(b.Entries) != 1 {
		t.Fatalf("%d entries, problems %+v", len(b.Entries), b.Problems)
	}
	got := b.Entries[0].Reading
	if got.Note != "clear; groove worn" || len(got.Nodes) != 3 || got.Nodes[0].Values["y"] != 0.2 {
		t.Errorf("reading %+v", got)
	}
	refused := errs.OnField("rows[0].nodes[2].values.x", errs.NumberWanted)
	if err := b.Refuse(b.Of(7), refused); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{4}, []int{b.Problems[0].Line}); diff != "" {
		t.Error(diff)
	}
}
