package shiftimport

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

var shanghai = time.FixedZone("CST", 8*3600)

func site() []Target {
	return []Target{
		{
			ID: 7, Name: "CX-01", Measurement: "DeepDisplacement",
			Columns: []reading.Column{{Field: "x"}, {Field: "x", Node: 1}, {Field: "y"}, {Field: "y", Node: 1}}, Depths: map[int32]float64{0: 0.5, 1: 1},
		},
		{ID: 8, Name: "LF-01", Measurement: "Crack", Columns: []reading.Column{{Field: "width"}}},
	}
}

// filled returns the template with cells filled in.
func filled(t *testing.T, language string, cells map[string]any) []byte {
	t.Helper()
	data, err := Template(language, site())
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for at, v := range cells {
		if err := f.SetCellValue(f.GetSheetName(0), at, v); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Columns of the template: A point, B node, C depth, D time, E x, F y, G width, H note; lines 2
// and 3 are the nodes of CX-01, 4 is LF-01.
func TestReadFormInEveryLanguage(t *testing.T) {
	at := time.Date(2026, 3, 1, 8, 30, 0, 0, shanghai)
	want := []correction.Correction{
		{
			PointID: 7, Kind: correction.InitShift, Nodes: []int32{0}, From: at.UnixMilli(),
			Values: map[string]float64{"x": 11.83, "y": -0.58}, Note: "old string",
		},
		{PointID: 7, Kind: correction.InitShift, Nodes: []int32{1}, From: at.UnixMilli(), Values: map[string]float64{"x": 8.06}},
		{PointID: 8, Kind: correction.InitShift, From: at.UnixMilli(), Values: map[string]float64{"width": 2.5}},
	}
	for _, language := range []string{"zh", "en", "zh-TW"} {
		b, err := Read(t.Context(), filled(t, language, map[string]any{
			"D2": "2026-03-01 08:30:00", "E2": 11.83, "F2": "-0.58", "H2": "old string",
			"D3": "2026/3/1 8:30", "E3": 8.06, // as people paste it
			"D4": 46082.354166666664, "G4": 2.5, // as a spreadsheet stores it
		}), site(), shanghai)
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Problems) > 0 {
			t.Errorf("%s: %v", language, b.Problems)
		}
		if diff := cmp.Diff(want, b.Corrections); diff != "" {
			t.Errorf("%s (-want +got):\n%s", language, diff)
		}
	}
}

func TestBadCellsAreMarked(t *testing.T) {
	const time = "2026-03-01 08:30:00"
	tests := []struct {
		name  string
		cells map[string]any
		want  string
	}{
		{"no time", map[string]any{"E2": 1}, "2 time msgEmpty"},
		{"a time in words", map[string]any{"D2": "last Tuesday", "E2": 1}, "2 time errManualTime"},
		{"no number", map[string]any{"D2": time, "E2": "much"}, "2 x errNumberWanted"},
		{"a field that the point does not have", map[string]any{"D2": time, "G2": 1}, "2 width errNoShiftHere"},
		{"an unknown node", map[string]any{"B2": 9, "D2": time, "E2": 1}, "2 node"},
		{"an unknown point", map[string]any{"A4": "LF-99", "D4": time, "G4": 1}, "4 point"},
		{"a duplicate", map[string]any{"A3": "CX-01", "B3": 0, "D2": time, "E2": 1, "D3": time, "E3": 1}, "3 point errSameLine"},
		{"an unknown column", map[string]any{"I1": "color", "D2": time, "E2": 1}, "1 #9"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := Read(t.Context(), filled(t, "en", test.cells), site(), shanghai)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range b.Problems {
				got = append(got, fmt.Sprintf("%d %s %s", p.Line, p.Column, p.Message.Key))
			}
			if len(got) != 1 || !slices.ContainsFunc(got, func(g string) bool { return len(g) >= len(test.want) && g[:len(test.want)] == test.want }) {
				t.Errorf("marked %v, want %s", got, test.want)
			}
		})
	}
}

func TestEmptyFormIsRefused(t *testing.T) {
	if _, err := Read(t.Context(), filled(t, "en", nil), site(), shanghai); !errs.Is(err, errs.AmountsNone) {
		t.Errorf("%v", err)
	}
	if _, err := Read(t.Context(), []byte("point,x\n"), site(), shanghai); !errs.Is(err, errs.WorkbookUnreadable) {
		t.Errorf("%v", err)
	}
}

// A form is returned with its bad cells highlighted and the reasons at the end of the row. It can be corrected in
// place, and loses the marks when marked again.
func TestMarkedForm(t *testing.T) {
	data := filled(t, "zh", map[string]any{"D2": "上周二", "E2": "很多", "D4": "2026-03-01 08:30:00", "G4": 2.5})
	book, err := Read(t.Context(), data, site(), shanghai)
	if err != nil || len(book.Problems) != 2 {
		t.Fatalf("%+v, %v", book, err)
	}
	marked, err := Mark(t.Context(), data, book, "zh", site())
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	sheet := f.GetSheetName(0)
	rows, err := f.GetRows(sheet)
	if err != nil || rows[0][len(rows[0])-1] != spreadsheet.ReasonHeading[0] || !strings.Contains(rows[1][len(rows[1])-1], "; ") {
		t.Fatalf("reasons: %v, %v", rows, err)
	}
	filledCells := func(f *excelize.File) (n int) {
		for _, at := range []string{"D2", "E2", "D4", "G4"} {
			id, _ := f.GetCellStyle(sheet, at)
			if style, err := f.GetStyle(id); err == nil && slices.Contains(style.Fill.Color, spreadsheet.MarkColor) {
				n++
			}
		}
		return n
	}
	if n := filledCells(f); n != 2 {
		t.Errorf("%d cells are marked", n)
	}
	for at, value := range map[string]any{"D2": "2026-03-01 08:30:00", "E2": 1.5} {
		if err := f.SetCellValue(sheet, at, value); err != nil {
			t.Fatal(err)
		}
	}
	var corrected bytes.Buffer
	if err := f.Write(&corrected); err != nil {
		t.Fatal(err)
	}
	again, err := Read(t.Context(), corrected.Bytes(), site(), shanghai)
	if err != nil || len(again.Problems) > 0 || len(again.Corrections) != 2 {
		t.Fatalf("after fixing: %+v, %v", again, err)
	}
	clean, err := Mark(t.Context(), corrected.Bytes(), again, "zh", site())
	if err != nil {
		t.Fatal(err)
	}
	if f, err = excelize.OpenReader(bytes.NewReader(clean)); err != nil || filledCells(f) != 0 {
		t.Errorf("still marked: %d, %v", filledCells(f), err)
	}
}

func TestMarkStopsWaitingWhenCancelled(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := spreadsheet.OneAtATime(t.Context(), func() ([]byte, error) {
		return Mark(gone, filled(t, "en", nil), &Book{}, "en", site())
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
