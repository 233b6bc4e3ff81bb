package deviceimport

import (
	"bytes"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// written returns a workbook of one sheet with these rows.
func written(t *testing.T, sheet string, rows ...[]any) []byte {
	t.Helper()
	f := excelize.NewFile()
	if err := f.SetSheetName("Sheet1", sheet); err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		if err := f.SetSheetRow(sheet, cell(1, i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestInvalidDeviceListIsRefused(t *testing.T) {
	many := [][]any{{"Name", "Serial number", "Model"}}
	for range device.MaxBatch + 1 {
		many = append(many, []any{"L", "S", "own"})
	}
	wide := make([]any, maxColumns+1)
	for i := range wide {
		wide[i] = "x"
	}
	for want, rows := range map[*errs.Message][][]any{
		errs.ColumnMissing:  {{"Name"}, {"L1"}},
		errs.RowsTooMany:    many,
		errs.ColumnsTooMany: {wide},
	} {
		_, err := Read(t.Context(), written(t, "Devices", rows...), choices("en"))
		if f, ok := errs.As(err); !ok || len(f.Fields) != 1 || f.Fields[0].Message != want {
			t.Errorf("%v, want %s", err, want.Key)
		}
	}
}
