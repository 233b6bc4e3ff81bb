package calls_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/spreadsheet"
)

const shiftPath = "/api/structures/{structure}/initshifts"

// shifts returns the template of the harness's structure with cells filled in. It waits until stage 2 knows the
// formula of the point.
func (h *harness) shifts(cells map[string]any) []byte {
	h.t.Helper()
	var f *excelize.File
	for tries := 0; ; tries++ {
		w := h.call("owner", "GET", h.path(shiftPath+"/template"), "")
		if w.Code != 200 || tries == 5000 {
			h.t.Fatalf("template: %d %s", w.Code, w.Body)
		}
		var err error
		if f, err = spreadsheet.Open(w.Body.Bytes()); err != nil {
			h.t.Fatal(err)
		}
		defer f.Close()
		if name, err := f.GetCellValue(f.GetSheetName(0), "A2"); err != nil || name != "" {
			break
		}
	}
	for at, v := range cells {
		if err := f.SetCellValue(f.GetSheetName(0), at, v); err != nil {
			h.t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		h.t.Fatal(err)
	}
	return out.Bytes()
}

func TestImportInitialValueCorrections(t *testing.T) {
	h := newHarness(t)
	h.must("owner", "POST", aPoint+"/versions", binding)
	h.must("owner", "POST", aPoint+"/versions", `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`)
	good := h.shifts(map[string]any{"D2": "2026-03-01 08:30:00", "E2": 1.25})
	for _, path := range []string{"/preview", ""} {
		for who, want := range map[string]int{"": 401, "stranger": 404, "guest": 403} {
			if w := h.sendForm(who, shiftPath+path, good); w.Code != want {
				t.Errorf("%s by %q: %d %s, want %d", path, who, w.Code, w.Body, want)
			}
		}
	}

	// A bad cell is named, and nothing is recorded.
	bad := h.shifts(map[string]any{"D2": "2026-03-01 08:30:00", "E2": 1.25, "D3": "tomorrow", "E3": 1})
	var report struct {
		Rows     []struct{ Line int }
		Problems []struct {
			Line   int
			Column string
		}
	}
	w := h.sendForm("owner", shiftPath+"/preview", bad)
	if err := json.Unmarshal(w.Body.Bytes(), &report); err != nil || w.Code != 200 || len(report.Rows) != 2 ||
		len(report.Problems) == 0 || report.Problems[0].Line != 3 || report.Problems[0].Column != "time" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.sendForm("owner", shiftPath, bad); w.Code != 422 {
		t.Errorf("a bad file: %d %s", w.Code, w.Body)
	}

	w = h.sendForm("owner", shiftPath, good)
	var made struct {
		Corrections []struct {
			Kind             string
			From             int64
			Values           map[string]float64
			MeasuringPointID int64
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 || len(made.Corrections) != 1 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	c := made.Corrections[0]
	if c.Kind != "initshift" || c.From != 1772325000000 || c.MeasuringPointID == 0 || len(c.Values) != 1 {
		t.Errorf("%+v", c)
	}
	for _, v := range c.Values {
		if v != 1.25 {
			t.Errorf("%+v", c)
		}
	}
}
