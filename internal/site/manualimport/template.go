package manualimport

import (
	"bytes"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// Template returns the form with the name of a point in its first row.
func Template(language string, form Form, point string) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	sheet := SheetLabel(language)
	if err := f.SetSheetName(f.GetSheetName(0), sheet); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: 49})
	if err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	for i, key := range form.keys() {
		column, err := excelize.ColumnNumberToName(i + 1)
		if err == nil {
			err = f.SetCellStr(sheet, column+"1", form.Label(key, language))
		}
		if err == nil {
			err = f.SetCellStyle(sheet, column+"1", column+"1", bold)
		}
		if err == nil {
			err = f.SetColWidth(sheet, column, column, 24)
		}
		if err != nil {
			return nil, fmt.Errorf("write form: %w", err)
		}
	}
	if err := f.SetCellStr(sheet, "A2", point); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	return out.Bytes(), nil
}
