package survey

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/query"
	"plumbline/internal/platform/errs"
)

func TestFilesOfPipes(t *testing.T) {
	for name, text := range map[string]string{
		"comma":     "chainage m,pitch °,heading °\n0,-1.2,85.0\n2,-1.05,85.4\n",
		"semicolon": "里程;俯仰角;航向角;横滚\n0;-1,2;85,0;0\n2;-1,05;85,4;0\n",
		"tab":       "sonde 7\n\n0\t-1.2\t85.0\n2\t-1.05\t85.4\n",
		"space":     "  0  -1.2  85.0\n  2 -1.05  85.4\n",
	} {
		got, err := pipes.Read(t.Context(), []byte(text), nil)
		if err != nil || len(got.Problems) > 0 || len(got.Stations) != 2 {
			t.Errorf("%s: %+v, %v", name, got, err)
			continue
		}
		if got.Layout.Separator != name || got.Stations[1][0] != 2 || got.Stations[1][1] != -1.05 || got.Stations[0][2] != 85 {
			t.Errorf("%s: %+v", name, got)
		}
	}
	cut, err := pipes.Read(t.Context(), []byte("0 1;1 2;2\n1 1;1 2;3\n"), &Layout{Separator: "space"})
	if err != nil || cut.Width != 3 || len(cut.Problems) == 0 {
		t.Errorf("another separator: %+v, %v", cut, err)
	}
	book := excelize.NewFile()
	for i, row := range [][]any{{"Chainage", "N", "E", "Z"}, {0, 10.5, 20, 3}, {2.5, 12.5, 20, 3}} {
		cell, _ := excelize.CoordinatesToCellName(1, i+1)
		if err := book.SetSheetRow("Sheet1", cell, &row); err != nil {
			t.Fatal(err)
		}
	}
	var data bytes.Buffer
	if err := book.Write(&data); err != nil {
		t.Fatal(err)
	}
	got, err := pipes.Read(t.Context(), data.Bytes(), nil)
	if err != nil || len(got.Stations) != 2 || got.Stations[1][4] != 12.5 || got.Layout.Separator != "" {
		t.Errorf("a workbook: %+v, %v", got, err)
	}
}

// A layout comes from the address, so it may be anything.
func TestImpossibleLayouts(t *testing.T) {
	text := []byte("0,1,2\n1,1,2\n")
	columns := map[string]int{"chainage": 0, "pitch": 1, "heading": 2}
	for name, layout := range map[string]Layout{
		"head":          {Head: -1, Columns: columns},
		"columns.speed": {Columns: map[string]int{"chainage": 0, "pitch": 1, "heading": 2, "speed": 1}},
		"separator":     {Separator: "dot", Columns: columns},
		"columns.pitch": {Columns: map[string]int{"chainage": 0, "pitch": 3, "heading": 2}},
		"columns":       {Columns: map[string]int{"chainage": 0, "pitch": 1}},
	} {
		_, err := pipes.Read(t.Context(), text, &layout)
		var refused *errs.Error
		if !errors.As(err, &refused) || refused.FieldTexts(errs.English)[name] == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	wide, err := pipes.Read(t.Context(), []byte(strings.Repeat(",", 100_000)+"\n"), nil)
	if wide == nil || wide.Complete || err == nil || len(wide.Lines[0]) > 64 {
		t.Errorf("a line of separators: %v", err)
	}
}

func TestRefusedLinesOfPipes(t *testing.T) {
	got, err := pipes.Read(t.Context(), []byte("s,p,h\n0,1,2\n1,x,2\n2,1,400\n0,1,2\n3,1,2\n"), nil)
	if err != nil || len(got.Problems) != 3 || len(got.Stations) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []struct {
		line  int
		field string
		why   *errs.Message
	}{{3, "pitch", errs.NumberWanted}, {4, "heading", errs.OutOfRange}, {5, "chainage", errs.ChainageRises}} {
		if p := got.Problems[i]; p.Line != want.line || p.Field != want.field || p.Message != want.why {
			t.Errorf("problem %d is %+v", i, p)
		}
	}
	if _, err := pipes.Read(t.Context(), []byte("0,1,2\n1,1,2\n"), &Layout{Separator: "comma", Columns: map[string]int{"chainage": 0}}); !errs.Is(err, errs.ColumnsOfPipe) {
		t.Errorf("without angles: %v", err)
	}
	if _, err := pipes.Read(t.Context(), []byte(strings.Repeat("1,2,3\n", 2000)), nil); !errs.Is(err, errs.TooManyEntries) {
		t.Errorf("too many lines: %v", err)
	}
	if _, err := pipes.Read(t.Context(), nil, nil); !errs.Is(err, errs.Empty) {
		t.Errorf("an empty file: %v", err)
	}
}

func TestRefusedLinesOfCasings(t *testing.T) {
	k := casings([]query.SurveyNode{{No: 1, Depth: 0.5}, {No: 2, Depth: 1}, {No: 3, Depth: 1.5}})
	got, err := k.Read(t.Context(), []byte("depth m;A+;A-\n1,5;1;2\n1,02;3;\n1;5;6\n0,8;1;2\n0,5;;\n"), nil)
	if err != nil || len(got.Problems) != 3 || len(got.Stations) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	for i, want := range []struct {
		line  int
		field string
		why   *errs.Message
	}{{4, "depth", errs.Duplicate}, {5, "depth", errs.NoStation}, {6, "a0", errs.Empty}} {
		if p := got.Problems[i]; p.Line != want.line || p.Field != want.field || p.Message != want.why {
			t.Errorf("problem %d is %+v", i, p)
		}
	}
	if read := got.read(); read[0].No != 2 || read[0].Values[0] != 3 || !math.IsNaN(read[0].Values[1]) || !math.IsNaN(read[1].Values[3]) {
		t.Errorf("read %+v", got.read())
	}
	if _, err := k.Read(t.Context(), []byte("1,2\n1,2\n"), &Layout{Separator: "comma", Columns: map[string]int{"depth": 0, "a0": 1}}); !errs.Is(err, errs.ColumnsOfCasing) {
		t.Errorf("without A180: %v", err)
	}
}
