package calls_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/analysisapi"
)

// gauge is a point with some readings of a width, mm; value(n) is that at at(n).
func (h *harness) gauge(name, register string, count int, at func(n int) int64, value func(n int) float64) {
	h.t.Helper()
	made := decoded[map[string]any](h.t, h.must("admin", "POST", "/api/corporations/{ours}/devices",
		fmt.Sprintf(`{"name":%q,"type":"Crack","model":"own","sncode":%q,"register":%q,"projectId":{project}}`, name, register, register)))
	h.ids["device"] = int64(made["id"].(float64))
	list := decoded[map[string][]map[string]any](h.t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
		fmt.Sprintf(`{"points":[{"name":%q,"measurement":"Crack","category":"Crack"}]}`, name)))["list"]
	h.ids[name] = int64(list[0]["id"].(float64))
	versions := "/api/structures/{structure}/measuring-points/{" + name + "}/versions"
	h.must("admin", "POST", versions, `{"aspect":"binding","validFrom":1700000000000,"value":{"sources":[{"role":"main","deviceId":{device}}]}}`)
	h.must("admin", "POST", versions, `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"CUSTOM_FORMULA","formula":"disp"}]}}`)
	var messages []string
	for n := range count {
		messages = append(messages, fmt.Sprintf(`{"t":%d,"v":{"disp":%.9f}}`, at(n), value(n)))
	}
	if w := h.send(register, made["secret"].(string), `{"seq":1,"items":[`+strings.Join(messages, ",")+`]}`); w.Code != http.StatusOK {
		h.t.Fatalf("readings: %d %s", w.Code, w.Body)
	}
	h.value(name, "width", "observed", at(count-1))
}

// TestResidualOfReadings: a gauge moves with another one and with time. The model finds both, and what is left is nothing.
func TestResidualOfReadings(t *testing.T) {
	h := newHarness(t)
	const count = 60
	from := time.Now().Add(-count * time.Hour).Truncate(time.Minute).UnixMilli()
	at := func(n int) int64 { return from + int64(n)*3_600_000 }
	cause := func(n int) float64 { return 5 + 3*math.Sin(float64(n)/4) }
	h.gauge("other", "CRK20260011", count, at, cause)
	h.gauge("moved", "CRK20260012", count, at, func(n int) float64 { return 1 + 0.6*float64(n)/24 - 0.5*cause(n) })
	h.ids["nowhere"] = 999_999

	ask := func(first int, more string) string {
		return h.path(fmt.Sprintf(`{"measuringPointId":{moved},"field":"width","valueType":"observed","start":%d,"end":%d,"time":true,%s}`,
			at(first), at(count-1), more))
	}
	got := decoded[analysisapi.Residual](t, h.must("guest", "POST", "/api/monitor/residual",
		ask(0, fmt.Sprintf(`"fitTo":%d,"temperature":{"measuringPointId":{other},"field":"width"}`, at(39)))))
	if got.Readings != 40 || got.Later.Readings != 20 || got.To != at(39) || len(got.Rows) != count || !got.Rows[40].Held || got.Rows[39].Held {
		t.Errorf("%d fitted, later %+v, %d rows", got.Readings, got.Later, len(got.Rows))
	}
	if len(got.Terms) != 3 || math.Abs(got.Terms[1].Value-0.6) > 1e-4 || math.Abs(got.Terms[2].Value+0.5) > 1e-4 || got.Terms[2].Unit != "mm" {
		t.Errorf("terms %+v", got.Terms)
	}
	if got.R2 < 0.999999 || got.Deviation > 1e-4 {
		t.Errorf("R² %v, deviation %v", got.R2, got.Deviation)
	}

	for _, c := range []struct {
		first int
		more  string
		want  string
	}{
		{0, `"temperature":{"measuringPointId":{nowhere},"field":"width"}`, `"temperature.measuringPointId":`},
		{0, `"temperature":{"measuringPointId":{other},"field":"nothing"}`, `"temperature`},
		{0, `"level":{"measuringPointId":{other},"field":"width","powers":4}`, `"level.powers":`},
		{0, `"rain":{"measuringPointId":{other},"field":"width","days":[2]}`, `"rain.days":`},
		{0, `"temperature":{"measuringPointId":{other},"field":"width"},"level":{"measuringPointId":{other},"field":"width","powers":1}`, `"level":`},
		{0, `"temperature":{"measuringPointId":{other},"field":"width"},"level":{"measuringPointId":{other},"field":"width","powers":1}`, `"code":3017`},
		{0, fmt.Sprintf(`"fitTo":%d`, at(count)), `"fitTo":`},
		{count - 5, `"cycles":0`, `"code":3013`},
	} {
		if w := h.call("guest", "POST", h.path("/api/monitor/residual"), ask(c.first, c.more)); w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: %d %s", c.more, w.Code, w.Body)
		}
	}
}
