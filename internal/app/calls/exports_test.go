package calls_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// A link to a file works in a browser without a session, for the data that its creator may see.
func TestExportLinkNeedsNoSession(t *testing.T) {
	h := newHarness(t)
	w := h.call("guest", "POST", "/api/monitor/export-link", h.path(aQuery))
	var link struct {
		Path      string
		ExpiresAt int64
	}
	if err := json.Unmarshal(w.Body.Bytes(), &link); err != nil || w.Code != 200 {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	open := func(path string) *httptest.ResponseRecorder { return h.call("", "GET", path, "") }
	file := open(link.Path)
	if file.Code != 200 || !strings.HasPrefix(file.Body.String(), "\uFEFF") {
		t.Fatalf("%d %.200s", file.Code, file.Body)
	}
	if got := file.Header().Get("Content-Disposition"); got != `attachment; filename=SW-09.csv` {
		t.Errorf("Content-Disposition %q", got)
	}
	if got := file.Header().Get("Content-Type"); got != "text/csv; charset=utf-8" {
		t.Errorf("Content-Type %q", got)
	}
	same := h.call("guest", "POST", "/api/monitor/export", h.path(aQuery))
	if same.Body.String() != file.Body.String() {
		t.Errorf("the link returns other readings than the call")
	}
	old, err := h.Secrets.Seal([]byte("export link"), h.path(`{"query":`+aQuery+`,"name":"x","lang":"en","expires":1}`))
	if err != nil {
		t.Fatal(err)
	}
	tooLate := "/api/monitor/export?ticket=" + base64.RawURLEncoding.EncodeToString(old)
	last := link.Path[len(link.Path)-1:]
	forged := strings.TrimSuffix(link.Path, last) + map[bool]string{true: "B", false: "A"}[last == "A"]
	for _, path := range []string{forged, tooLate, "/api/monitor/export?ticket=%C3%A9", "/api/monitor/export?ticket=AAAA"} {
		if w := open(path); w.Code != 404 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := open("/api/monitor/export"); w.Code != 422 {
		t.Errorf("without a ticket: %d %s", w.Code, w.Body)
	}
}

// sameInWorkbook requires that a workbook has the readings of the csv file, and that a link leads to all value types.
func (h *harness) sameInWorkbook(t *testing.T, body string) {
	t.Helper()
	several := body + `,"valueTypes":["observed","accumulated"]}`
	link := decoded[struct{ Path string }](t, h.must("owner", "POST", "/api/monitor/export-link", several))
	all := string(h.must("owner", "POST", "/api/monitor/export", several))
	if got := h.call("", "GET", link.Path, "").Body.String(); got != all {
		t.Errorf("the link leads to %.300s, want %.300s", got, all)
	}
	text := strings.TrimPrefix(string(h.must("owner", "POST", "/api/monitor/export", body+"}")), "\uFEFF")
	want, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(h.must("owner", "POST", "/api/monitor/export", body+`,"format":"xlsx"}`)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	got, err := f.GetRows(f.GetSheetName(0), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	for len(got) > 0 && (len(got[0]) == 0 || got[0][0] != want[0][0]) { // the lines about the point and its device
		got = got[1:]
	}
	for i := range got {
		if days, err := strconv.ParseFloat(got[i][0], 64); err == nil { // since 1899-12-30
			at := time.UnixMilli(int64(math.Round((days - 25_569) * 86_400_000))).UTC()
			got[i][0] = strings.TrimSuffix(at.Format("2006-01-02 15:04:05.000"), ".000")
		}
		for len(got[i]) < len(want[0]) {
			got[i] = append(got[i], "") // empty cells at the end are left out
		}
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("got %d rows %.500v, want %d rows %.500v", len(got), got, len(want), want)
	}
}

// namedInFiles requires that a workbook of readings names the device for those who may see it, and when it was known.
func (h *harness) namedInFiles(t *testing.T, start, end int64) {
	t.Helper()
	rows := func(who, path, body string) [][]string {
		f, err := excelize.OpenReader(bytes.NewReader(h.must(who, "POST", path, body)))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		list, err := f.GetRows(f.GetSheetName(0))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	readings := fmt.Sprintf(`{"measuringPointId":{opening},"start":%d,"end":%d,"format":"xlsx"}`, start, end)
	about := rows("owner", "/api/monitor/export", readings)[:4]
	if about[0][1] != "opening" || about[1][0] != "Device" || !strings.HasSuffix(about[1][1], "CRK-9") || len(about[2][1]) < 30 {
		t.Errorf("lines above the readings: %q", about)
	}
	before := nextSecond()
	earlier := strings.TrimSuffix(readings, "}") + fmt.Sprintf(`,"knownAt":%d}`, before)
	if line := rows("owner", "/api/monitor/export", earlier)[4]; line[0] != "As known on" || len(line[1]) != len("2006-01-02 15:04:05") {
		t.Errorf("when the readings were known: %q", line)
	}
}
