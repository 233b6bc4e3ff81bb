package workbook_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"plumbline/internal/fault"
	"plumbline/internal/workbook"
)

func TestFilesThatAreNoWorkbooks(t *testing.T) {
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
	for _, test := range []struct {
		name string
		data []byte
		want *fault.Message
	}{
		{"empty", nil, fault.WorkbookUnreadable},
		{"text", []byte("name,sncode\n"), fault.WorkbookUnreadable},
		{"a zip of something else", bomb(1 << 20), fault.WorkbookUnreadable},
		{"a bomb", bomb(512 << 20), fault.WorkbookTooBig},
		{"too large", make([]byte, workbook.MaxBytes+1), fault.FileSize},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := workbook.Open(test.data); !fault.Is(err, test.want) {
				t.Errorf("%v, want %s", err, test.want.Key)
			}
		})
	}
}
