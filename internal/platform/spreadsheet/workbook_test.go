package spreadsheet_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

func TestInvalidWorkbooks(t *testing.T) {
	bomb := func(size int) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		part, err := w.Create("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		for range size >> 20 {
			if _, err := part.Write(make([]byte, 1<<20)); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	macros := func() []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		if _, err := w.Create("xl/vbaProject.bin"); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	for _, test := range []struct {
		name string
		data []byte
		want *errs.Message
	}{
		{"empty", nil, errs.WorkbookUnreadable},
		{"text", []byte("name,sncode\n"), errs.WorkbookUnreadable},
		{"a zip of something else", bomb(1 << 20), errs.WorkbookUnreadable},
		{"a bomb", bomb(64 << 20), errs.WorkbookTooBig},
		{"macros", macros(), errs.WorkbookMacros},
		{"too large", make([]byte, spreadsheet.MaxBytes+1), errs.FileSize},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := spreadsheet.Open(test.data); !errs.Is(err, test.want) {
				t.Errorf("%v, want %s", err, test.want.Key)
			}
		})
	}
}

// A sheet of some kilobytes can request gigabytes of empty cells.
func TestSheetsOfEmptyCells(t *testing.T) {
	sheet := func(rows int, reference string, step int) []byte {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		part, err := w.Create("xl/worksheets/sheet1.xml")
		if err != nil {
			t.Fatal(err)
		}
		for n := range rows {
			line := (n + 1) * step
			if _, err := fmt.Fprintf(part, `<row r="%d"><c s="1" r="%s%d"><v>1</v></c></row>`, line, reference, line); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return out.Bytes()
	}
	for name, test := range map[string]struct {
		data []byte
		want *errs.Message // result for a sheet within the limits, which is not a complete workbook
	}{
		"100 rows of 16,384 cells": {sheet(100, "XFD", 1), errs.WorkbookCells},
		"ten times a million rows": {sheet(10, "A", 1_000_000), errs.WorkbookCells},
		"a row at the end":         {sheet(1, "A", 1_048_576), errs.WorkbookCells},
		"2,000 rows of 52 cells":   {sheet(2000, "AZ", 1), errs.WorkbookUnreadable},
		"100,000 rows":             {sheet(100_000, "A", 1), errs.WorkbookCells},
	} {
		if _, err := spreadsheet.Open(test.data); !errs.Is(err, test.want) {
			t.Errorf("%s: %v, want %s", name, err, test.want.Key)
		}
	}
}
