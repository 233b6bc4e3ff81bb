package calls_test

import (
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/errs"
)

// twoAlerts makes both fields of a point exceed their limits.
func (h *harness) twoAlerts(t *testing.T) []dataapi.Alert {
	t.Helper()
	const from = 1_700_000_000_000
	h.must("owner", "POST", aPoint+"/versions", binding)
	h.must("owner", "POST", aPoint+"/versions", fmt.Sprintf(`{"aspect":"formula","validFrom":%d,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}},
		{"computedField":"temp","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`, from))
	h.must("owner", "PUT", aPoint+"/thresholds", fmt.Sprintf(`{"validFrom":%d,"list":[
		{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true},
		{"field":"temp","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, from))
	wait := h.listen("guest")
	wait("ready")
	if w := h.send("HDA3-110742", h.Secret, fmt.Sprintf(`{"records":[{"t":%d,"ch":[{"no":2,"disp":3.5}]}]}`, time.Now().UnixMilli()-300_000)); w.Code != 200 {
		t.Fatalf("a reading: %d %s", w.Code, w.Body)
	}
	wait("alert")
	page := decoded[dataapi.AlertPage](t, h.must("guest", "GET", "/api/alerts?projectId={project}&status=Pending,Notice", ""))
	if page.Total != 2 {
		t.Fatalf("alerts: %+v", page)
	}
	return page.List
}

// TestQueriesOfAnAlert bounds the queries of reading and processing one alert once permissions are cached: the alert
// is read once for the permission, and once more after processing; pictures come with the history.
func TestQueriesOfAnAlert(t *testing.T) {
	h := newHarness(t)
	h.ids["alert"] = h.twoAlerts(t)[0].ID
	made := h.Store.Queries(isRequest)
	for _, call := range []struct {
		method, path, body string
		want               int64
	}{
		{"GET", "/api/alerts/{alert}", "", 5},
		{"PATCH", "/api/alerts/{alert}/status", `{"status":"Confirm","note":"seen on site"}`, 17},
	} {
		h.must("member", "GET", "/api/alerts/{alert}", "")
		made.Store(0)
		h.must("member", call.method, call.path, call.body)
		if n := made.Load(); n != call.want {
			t.Errorf("%s %s: %d queries, want %d", call.method, call.path, n, call.want)
		}
	}
}

func TestBulkProcessAlerts(t *testing.T) {
	h := newHarness(t)
	alerts := h.twoAlerts(t)
	const path = "/api/alerts/bulk-process"
	body := func(extra string) string {
		return fmt.Sprintf(`{"alerts":[{"id":%d,"level":3},{"id":999999},{"id":%d,"level":3}],%s}`, alerts[0].ID, alerts[1].ID, extra)
	}
	const decision = `"status":"Confirm","cause":"Excavation and unloading","measure":"Increase monitoring frequency","note":"seen on site"`
	for _, try := range []struct {
		who, body string
		status    int
		says      string
	}{
		{"", body(decision), 401, ""},
		{"stranger", body(decision), 404, ""},
		{"guest", body(decision), 403, ""},
		{"member", body(`"status":"Restore","note":"no"`), 422, `"body.status"`},
		{"member", body(`"status":"Confirm","note":"seen","cause":"` + strings.Repeat("x", 101) + `"`), 422, `"body.cause"`},
		{"member", `{"alerts":[],"status":"Confirm","note":"seen"}`, 422, `"body.alerts"`},
	} {
		if w := h.call(try.who, "POST", path, try.body); w.Code != try.status || !strings.Contains(w.Body.String(), strings.ReplaceAll(try.says, "body.", "")) {
			t.Errorf("by %q: %d %s, want %d %s", try.who, w.Code, w.Body, try.status, try.says)
		}
	}
	done := decoded[dataapi.ProcessedAlerts](t, h.must("member", "POST", path, body(decision)))
	if done.Done != 2 || done.List[0].Status != "Confirm" || done.List[2].Status != "Confirm" ||
		done.List[1].Code != errs.NothingHere.Code || done.List[1].Error == "" {
		t.Errorf("%+v", done)
	}
	if w := h.call("owner", "POST", path, body(decision)); w.Code != 409 {
		t.Errorf("all of them again: %d %s", w.Code, w.Body)
	}
	h.ids["alert"] = alerts[0].ID
	detail := decoded[dataapi.AlertDetail](t, h.must("guest", "GET", "/api/alerts/{alert}", ""))
	if detail.Cause != "Excavation and unloading" || detail.Measure != "Increase monitoring frequency" || detail.Note != "seen on site" {
		t.Errorf("%+v", detail.Alert)
	}

	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(h.must("guest", "GET",
		"/api/alerts/export?projectId={project}&status=Confirm", "")), "\uFEFF"))).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("export: %v %q", err, rows)
	}
	for _, row := range rows[1:] {
		if text := strings.Join(row, "|"); !strings.Contains(text, "Landslide") || !strings.Contains(text, "3.5") ||
			!strings.Contains(text, "Increase monitoring frequency") {
			t.Errorf("export: %s", text)
		}
	}
	if rows := strings.Count(string(h.must("stranger", "GET", "/api/alerts/export", "")), "\r\n"); rows != 1 {
		t.Errorf("export for a stranger: %d lines", rows)
	}
}
