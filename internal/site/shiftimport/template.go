package shiftimport

import (
	"bytes"
	"fmt"

	"github.com/xuri/excelize/v2"
)

// Template returns the form with an empty row for each point and node.
func Template(language string, targets []Target) ([]byte, error) {
	f := excelize.NewFile()
	defer f.Close()
	sheet := sheetName.In(language)
	if err := f.SetSheetName(f.GetSheetName(0), sheet); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	keys := append([]string{KeyPoint, KeyNode, KeyDepth, KeyTime}, fields(targets)...)
	keys = append(keys, KeyNote)
	w, err := f.NewStreamWriter(sheet)
	if err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: 49})
	if err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	text, err := f.NewStyle(&excelize.Style{NumFmt: 49})
	if err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	if err := w.SetColWidth(1, len(keys), 20); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	head := make([]any, len(keys))
	for i, key := range keys {
		head[i] = excelize.Cell{StyleID: bold, Value: Label(key, language, targets)}
	}
	if err := w.SetRow("A1", head); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	line := 2
	for _, t := range targets {
		for _, node := range t.nodes() {
			if line > maxLines {
				break
			}
			row := make([]any, len(keys))
			for i := range row {
				row[i] = excelize.Cell{StyleID: text}
			}
			row[0] = excelize.Cell{StyleID: text, Value: t.Name}
			if depth, ok := t.Depths[node]; ok || node != 0 {
				row[1] = node
				if ok {
					row[2] = depth
				}
			}
			if err := w.SetRow(fmt.Sprintf("A%d", line), row); err != nil {
				return nil, fmt.Errorf("write form: %w", err)
			}
			line++
		}
	}
	if err := w.Flush(); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		return nil, fmt.Errorf("write form: %w", err)
	}
	return out.Bytes(), nil
}
