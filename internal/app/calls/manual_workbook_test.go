package calls_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

// readings returns the template of a manual point with cells filled in.
func (h *harness) readings(path string, cells map[string]any) []byte {
	h.t.Helper()
	w := h.call("owner", "GET", path+"/template", "")
	f, err := spreadsheet.Open(w.Body.Bytes())
	if err != nil {
		h.t.Fatal(w.Code, err)
	}
	defer f.Close()
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

// A form of manual readings names the cells to fix, or enters all of them. Leveled elevations become settlements.
func TestUploadManualReadings(t *testing.T) {
	h := newHarness(t)
	var made struct{ List []struct{ ID int64 } }
	body := h.must("owner", "POST", "/api/structures/{structure}/measuring-points", `{"points":[
		{"name":"BM-1","type":"artificial","measurement":"DBCJ","category":"Artificial","itemId":{item}},
		{"name":"BM-2","type":"artificial","measurement":"DBCJ","category":"Artificial","itemId":{item}},
		{"name":"LF-9","type":"artificial","measurement":"Crack","category":"Artificial","itemId":{item}}]}`)
	if err := json.Unmarshal(body, &made); err != nil || len(made.List) != 3 {
		t.Fatalf("%s", body)
	}
	base := h.path(fmt.Sprintf("/api/structures/{structure}/measuring-points/%d/artificial-data", made.List[0].ID))
	path := base + "/workbook"

	// point, time, depth or distance, settlement, level, elevation, temp, note
	bad := h.readings(path, map[string]any{
		"B2": "noon", "F2": 5.1, "A3": "BM-0", "B3": "2026-03-01 08:30:00", "F3": 5.1, "A4": "LF-9", "B4": "2026-03-01 08:30:00", "F4": 5.1,
	})
	var report struct {
		Rows     []struct{ Line int }
		Problems []struct {
			Line, Code int
			Column     string
		}
		Readings     int
		Consequences struct{ Results int }
	}
	w := h.sendForm("owner", path+"/preview", bad)
	if err := json.Unmarshal(w.Body.Bytes(), &report); err != nil {
		t.Fatal(err, w.Body)
	}
	told := map[int]string{}
	for _, p := range report.Problems {
		told[p.Line] = fmt.Sprint(p.Column, " ", p.Code)
	}
	for line, want := range map[int]string{
		2: fmt.Sprint("time ", errs.ManualTime.Code), 3: fmt.Sprint("point ", errs.PointMissing.Code), 4: fmt.Sprint("point ", errs.TemplateCategory.Code),
	} {
		if told[line] != want {
			t.Errorf("line %d: %q, want %q", line, told[line], want)
		}
	}
	if w := h.sendForm("owner", path, bad); w.Code != 422 {
		t.Errorf("a bad file: %d %s", w.Code, w.Body)
	}

	good := h.readings(path, map[string]any{
		"B2": "2026-03-01 08:30:00", "F2": 5.4321, "H2": "Zhang, DNA03", "A3": "BM-1", "B3": "2026/3/3 8:30", "F3": 5.4309,
		"A4": "BM-2", "B4": "2026-03-03 08:30:00", "D4": -2.5,
	})
	for who, want := range map[string]int{"": 401, "stranger": 404, "guest": 403} {
		if w := h.sendForm(who, path, good); w.Code != want {
			t.Errorf("by %q: %d %s, want %d", who, w.Code, w.Body, want)
		}
	}
	report.Problems = nil
	w = h.sendForm("owner", path+"/preview", good)
	if err := json.Unmarshal(w.Body.Bytes(), &report); err != nil || len(report.Problems) > 0 || report.Readings != 3 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if w := h.sendForm("owner", path, good); w.Code != 201 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var entered struct {
		List []struct {
			Time  int64
			Entry struct {
				Values         map[string]float64
				Operator, Note string
			}
		}
	}
	asked := fmt.Sprintf(`{"measuringPointId":%d,"start":1772000000000,"end":1773000000000}`, made.List[0].ID)
	for tries := 0; len(entered.List) < 2 && tries < 5000; tries++ { // until it is computed
		if err := json.Unmarshal(h.must("owner", "POST", "/api/monitor/artificial", asked), &entered); err != nil {
			t.Fatal(err)
		}
	}
	if len(entered.List) != 2 || entered.List[0].Entry.Values["settlement"] != -1.2 || entered.List[1].Entry.Values["settlement"] != 0 ||
		entered.List[1].Entry.Note != "Zhang, DNA03" || entered.List[1].Entry.Operator == "" {
		t.Fatalf("%+v", entered)
	}

	// An edited reading is sent whole: the values that are missing go.
	h.must("owner", "POST", base, `{"rows":[{"time":"2026-03-03 08:30:00","values":{"elevation":5.4311}}],"whole":true,"note":"misread"}`)
	for tries := 0; entered.List[0].Entry.Values["settlement"] != -1 && tries < 5000; tries++ {
		if err := json.Unmarshal(h.must("owner", "POST", "/api/monitor/artificial", asked), &entered); err != nil {
			t.Fatal(err)
		}
	}
	if e := entered.List[0].Entry; e.Values["settlement"] != -1 || e.Note != "misread" {
		t.Errorf("%+v", e)
	}
}
