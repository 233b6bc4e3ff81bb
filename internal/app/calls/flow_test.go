package calls_test

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
)

// send posts a signed message of a device.
func (h *harness) send(register, secret, body string) *httptest.ResponseRecorder {
	path, now := "/ingest/v1/"+register, strconv.FormatInt(time.Now().Unix(), 10)
	sum := sha256.Sum256([]byte(body))
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(now + "\nPOST\n" + path + "\n" + hex.EncodeToString(sum[:])))
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Time", now)
	r.Header.Set("X-Sign", hex.EncodeToString(mac.Sum(nil)))
	w := httptest.NewRecorder()
	h.API.ServeHTTP(w, r)
	return w
}

func (h *harness) must(who, method, path, body string) []byte {
	h.t.Helper()
	w := h.call(who, method, h.path(path), h.path(body))
	if w.Code >= 300 {
		h.t.Fatalf("%s %s by %s: %d %s", method, path, who, w.Code, w.Body)
	}
	return w.Body.Bytes()
}

func decoded[T any](t *testing.T, data []byte) (v T) {
	t.Helper()
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v in %s", err, data)
	}
	return v
}

// listen opens the event stream; wait returns when an event with the name arrives.
func (h *harness) listen(who string) (wait func(name string) string) {
	server := httptest.NewServer(h.API)
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/events", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+h.token(who))
	reply, err := server.Client().Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		cancel()
		_ = reply.Body.Close()
		server.Close()
	})
	if got := reply.Header.Get("Content-Type"); reply.StatusCode != 200 || got != "text/event-stream" {
		h.t.Fatalf("events: %d %s", reply.StatusCode, got)
	}
	lines := bufio.NewScanner(reply.Body)
	return func(name string) string {
		h.t.Helper()
		for lines.Scan() {
			if lines.Text() == "event: "+name && lines.Scan() {
				return strings.TrimPrefix(lines.Text(), "data: ")
			}
		}
		h.t.Fatalf("the stream ended before %s came: %v", name, lines.Err())
		return ""
	}
}

func TestMessageBecomesChartAndAlert(t *testing.T) {
	h := newHarness(t)
	const from = 1_700_000_000_000
	h.must("owner", "POST", aPoint+"/versions", binding)
	h.must("owner", "POST", aPoint+"/versions", fmt.Sprintf(`{"aspect":"formula","validFrom":%d,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`, from))
	h.must("owner", "PUT", aPoint+"/thresholds",
		fmt.Sprintf(`{"validFrom":%d,"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, from))

	wait := h.listen("guest")
	wait("ready")
	now := time.Now().UnixMilli()
	body := fmt.Sprintf(`{"records":[{"t":%d,"ch":[{"no":2,"disp":0.25}]},{"t":%d,"ch":[{"no":2,"disp":3.5}]}]}`, now-600_000, now-300_000)
	if w := h.send("HDA3-110742", "wrong", body); w.Code != 401 {
		t.Errorf("a wrong signature: %d %s", w.Code, w.Body)
	}
	if w := h.send("HDA3-110742", h.Secret, `{"t":`); w.Code != 422 {
		t.Errorf("a broken message: %d %s", w.Code, w.Body)
	}
	if w := h.send("HDA3-110742", h.Secret, body); w.Code != 200 || !strings.Contains(w.Body.String(), `"accepted":2`) {
		t.Fatalf("a signed message: %d %s", w.Code, w.Body)
	}
	if event := wait("live"); !strings.Contains(event, h.path(`"points":[{point}]`)) {
		t.Errorf("live: %s", event)
	}
	if event := wait("alert"); !strings.Contains(event, h.path(`"project":{project}`)) {
		t.Errorf("alert: %s", event)
	}

	chart := decoded[dataapi.Chart](t,
		h.must("guest", "POST", "/api/monitor/query", fmt.Sprintf(`{"measuringPointId":{point},"start":%d,"end":%d}`, now-3600_000, now)))
	if len(chart.Series) == 0 || len(chart.Series[0].Values) != 2 || *chart.Series[0].Values[1] != 3.5 || len(chart.Thresholds) != 1 {
		t.Errorf("chart: %+v", chart)
	}
	latest := decoded[dataapi.LatestList](t, h.must("guest", "POST", "/api/monitor/latest", `{"measuringPointIds":[{point}]}`))
	if len(latest.List) != 1 || *latest.List[0].Level != 3 || latest.List[0].Observed == nil || *latest.List[0].Observed != 3.5 {
		t.Errorf("latest: %+v", latest.List)
	}
	if got := h.must("stranger", "POST", "/api/monitor/latest", `{"measuringPointIds":[{point}]}`); string(got) != `{"list":[]}` {
		t.Errorf("latest for a stranger: %s", got)
	}
	explain := fmt.Sprintf(`{"measuringPointId":{point},"field":"width","time":%d}`, now-300_000)
	why := decoded[dataapi.Explanation](t, h.must("guest", "POST", "/api/monitor/explain", explain))
	if len(why.Raw) != 1 || *why.Raw[0].Value != 3.5 || len(why.Steps) == 0 || len(why.Verdicts) != 1 || why.Verdicts[0].Level != 3 {
		t.Errorf("explanation: %+v", why)
	}
	if w := h.call("stranger", "POST", "/api/monitor/explain", h.path(explain)); w.Code != 404 {
		t.Errorf("explanation for a stranger: %d", w.Code)
	}
	h.process(t)
	if missed := h.must("guest", "GET", "/api/corporations/{ours}/devices/{logger}/frames", ""); !strings.Contains(string(missed), `"transport":"http"`) {
		t.Errorf("frames: %s", missed)
	}
}

// process processes the only alert, as each of the accounts.
func (h *harness) process(t *testing.T) {
	page := decoded[dataapi.AlertPage](t, h.must("guest", "GET", "/api/alerts?projectId={project}&status=Pending&level=3", ""))
	if page.Total != 1 || page.List[0].Reason == "" || page.List[0].Level != 3 || page.Counts.Levels[3] != 1 {
		t.Fatalf("alerts: %+v", page)
	}
	h.ids["alert"] = page.List[0].ID
	if w := h.call("stranger", "GET", "/api/alerts", ""); !strings.Contains(w.Body.String(), `"list":[]`) {
		t.Errorf("alerts for a stranger: %s", w.Body)
	}
	const one, decision = "/api/alerts/{alert}", `{"status":"Confirm","note":"seen on site"}`
	for _, try := range []struct {
		who, method, path, body string
		status                  int
	}{
		{"", "GET", one, "", 401},
		{"stranger", "GET", one, "", 404},
		{"outsider", "GET", one, "", 404},
		{"guest", "GET", one, "", 200},
		{"", "PATCH", one + "/status", decision, 401},
		{"stranger", "PATCH", one + "/status", decision, 404},
		{"guest", "PATCH", one + "/status", decision, 403},
		{"member", "PATCH", one + "/status", `{"status":"Restore","note":"no"}`, 422},
		{"member", "PATCH", one + "/status", `{"status":"Confirm","note":""}`, 422},
		{"member", "PATCH", one + "/status", decision, 200},
		{"owner", "PATCH", one + "/status", decision, 409},
	} {
		if w := h.call(try.who, try.method, h.path(try.path), try.body); w.Code != try.status {
			t.Errorf("%s %s by %q: %d %s, want %d", try.method, try.path, try.who, w.Code, w.Body, try.status)
		}
	}
	detail := decoded[dataapi.AlertDetail](t, h.must("guest", "GET", one, ""))
	if detail.Status != "Confirm" || detail.Note != "seen on site" || len(detail.History) < 2 {
		t.Errorf("after processing: %+v", detail)
	}
}
