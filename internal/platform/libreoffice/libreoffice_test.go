package libreoffice

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/peers"
)

func TestWorkbookBecomesAPDF(t *testing.T) {
	peers.Need(t, filepath.Join("..", "..", ".."), "soffice")
	f := excelize.NewFile()
	defer f.Close()
	if err := f.SetCellStr("Sheet1", "A1", "监测日报"); err != nil {
		t.Fatal(err)
	}
	var book bytes.Buffer
	if err := f.Write(&book); err != nil {
		t.Fatal(err)
	}
	made, err := PDF(t.Context(), book.Bytes(), ".xlsx")
	if err != nil || !bytes.HasPrefix(made, []byte("%PDF-")) {
		t.Fatalf("%v, %.20q", err, made)
	}
	if _, err := PDF(t.Context(), book.Bytes()[:book.Len()/2], ".xlsx"); !errs.Is(err, errs.NotConverted) {
		t.Errorf("half a workbook: %v", err)
	}
	if _, err := PDF(t.Context(), book.Bytes(), ".docm"); !errs.Is(err, errs.NoLibreOffice) {
		t.Errorf("a document with macros: %v", err)
	}
}
