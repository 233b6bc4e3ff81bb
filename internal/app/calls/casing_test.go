package calls_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/await"
)

// TestSurveyIsCorrected: a casing that does not move is surveyed twice, the second time with 9 digits too much along A and 5 too
// few along B. The errors are found with what they come to at the collar, taken out of the survey by a correction, and are there
// again when it is revoked.
func TestSurveyIsCorrected(t *testing.T) {
	h := newHarness(t)
	const (
		start    = 1_760_000_000_000
		stations = 12
		register = "RDM20260012"
	)
	made := decoded[map[string]any](t, h.must("admin", "POST", "/api/corporations/{ours}/devices",
		`{"name":"Probe","type":"RDM","model":"own","sncode":"RDM-12","register":"`+register+`","projectId":{project}}`))
	h.ids["probe"] = int64(made["id"].(float64))
	var nodes []string
	for no := 1; no <= stations; no++ {
		nodes = append(nodes, fmt.Sprintf(`{"no":%d,"used":true}`, no))
	}
	h.must("admin", "PATCH", "/api/corporations/{ours}/devices/{probe}/config",
		fmt.Sprintf(`{"validFrom":%d,"geometry":{"segmentLen":500,"minDepth":0,"markAngle":0,"nodes":[%s]}}`, start, strings.Join(nodes, ",")))
	list := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
		`{"points":[{"name":"casing","measurement":"DeepDisplacement","category":"RDM"}]}`))["list"]
	h.ids["casing"] = int64(list[0]["id"].(float64))
	const path = "/api/structures/{structure}/measuring-points/{casing}"
	for aspect, value := range map[string]string{
		"binding": `{"sources":[{"role":"main","deviceId":{probe}}]}`, "formula": `{"rules":[{"formulaType":"SYSTEM_FORMULA","sysFormula":"INCLINO_PROBE"}]}`,
	} {
		h.must("admin", "POST", path+"/versions", fmt.Sprintf(`{"aspect":%q,"validFrom":%d,"value":%s}`, aspect, start, value))
	}
	if err := h.IntakeDevices.Refresh(t.Context(), []int64{h.ids["probe"]}); err != nil {
		t.Fatal(err)
	}
	at := func(n int) int64 { return start + int64(n+1)*86_400_000 }
	for n, off := range [][2]float64{{0, 0}, {9, -5}} {
		var read []string
		for no := 1; no <= stations; no++ {
			a, b := math.Round(200+60*math.Sin(float64(no)/3))+off[0], math.Round(-90+30*math.Cos(float64(no)/2))+off[1]
			noise := float64((no*7+n*3)%3 - 1) // digits, the same in both readings of A: of the checksum alone
			read = append(read, fmt.Sprintf(`{"no":%d,"a0":%v,"a180":%v,"b0":%v,"b180":%v}`, no, 8+a+noise, 8-a+noise, -6+b, -6-b))
		}
		body := fmt.Sprintf(`{"t":%d,"nodes":[%s]}`, at(n), strings.Join(read, ","))
		if w := h.send(register, made["secret"].(string), body); w.Code != http.StatusOK {
			t.Fatalf("survey: %d %s", w.Code, w.Body)
		}
	}
	ask := func(more string) string {
		return fmt.Sprintf(`{"measuringPointId":{casing},"time":%d,"base":%d,%s}`, at(1), at(0), more)
	}
	// moved waits until the collar has moved along A since the first survey by a number of mm.
	moved := func(want float64) {
		t.Helper()
		body := fmt.Sprintf(`{"measuringPointId":{casing},"start":%d,"end":%d,"base":%d}`, at(1), at(1), at(0))
		for deadline := time.Now().Add(20 * time.Second); ; {
			surveys := decoded[map[string][]dataapi.Survey](t, h.must("guest", "POST", "/api/monitor/rdm", body))["list"]
			if len(surveys) == 1 && surveys[0].Nodes[0].Dx != nil && math.Abs(*surveys[0].Nodes[0].Dx-want) < 0.011 {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("the collar is not at %v: %+v", want, surveys)
			}
			await.Pause()
		}
	}
	const whole = stations * 9 * 500 / 25000.0
	moved(whole)
	// Nodes come of all surveys, or of those that are asked for; the others are listed without.
	for times, want := range map[string][2]bool{
		``: {true, true}, `,"times":[]`: {true, true}, fmt.Sprintf(`,"times":[%d]`, at(1)): {false, true},
		fmt.Sprintf(`,"times":[%d,%d]`, at(0), at(1)): {true, true}, fmt.Sprintf(`,"times":[%d]`, at(0)+1): {false, false},
	} {
		body := fmt.Sprintf(`{"measuringPointId":{casing},"start":%d,"end":%d%s}`, at(0), at(1), times)
		surveys := decoded[map[string][]dataapi.Survey](t, h.must("guest", "POST", "/api/monitor/rdm", body))["list"]
		if len(surveys) != 2 || len(surveys[0].Nodes) > 0 != want[0] || len(surveys[1].Nodes) > 0 != want[1] {
			t.Errorf("%s: surveys %+v", times, surveys)
		}
	}
	negative := h.path(fmt.Sprintf(`{"measuringPointId":{casing},"start":%d,"end":%d,"times":[-1]}`, at(0), at(1)))
	if w := h.call("guest", "POST", "/api/monitor/rdm", negative); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), "times") {
		t.Errorf("a negative time: %d %s", w.Code, w.Body)
	}
	quality := func() dataapi.CasingQuality {
		t.Helper()
		return decoded[dataapi.CasingQuality](t, h.must("guest", "POST", "/api/monitor/rdm-quality", ask(`"terms":["bias"],"stable":3`)))
	}
	check := func(q dataapi.CasingQuality) {
		t.Helper()
		if len(q.Terms) != 2 || q.Terms[0].Name != "biasA" || math.Abs(q.Terms[0].Value-9) > 1e-9 || math.Abs(q.Terms[1].Value+5) > 1e-9 || q.Stations != 7 {
			t.Errorf("errors %+v of %d stations", q.Terms, q.Stations)
		}
		if x, y := *q.Effect.X, *q.Effect.Y; math.Abs(x-whole) > 1e-6 || math.Abs(y+stations*5*500/25000.0) > 1e-6 {
			t.Errorf("at the collar %v, %v", x, y)
		}
		if top := q.Rows[0]; math.Abs(*top.BeforeX-whole) > 0.011 || math.Abs(*top.AfterX) > 0.011 || q.Survey.A.Mean == nil {
			t.Errorf("the collar %+v", top)
		}
	}
	first := quality()
	check(first)
	if first.Applied != nil || len(first.Survey.Casing) > 0 {
		t.Errorf("applied: %+v", first.Applied)
	}

	for body, want := range map[string]string{
		fmt.Sprintf(`{"measuringPointId":{casing},"time":%d,"base":%d,"terms":["bias"]}`, at(1), at(1)): fmt.Sprint(errs.SameSurvey.Code),
		fmt.Sprintf(`{"measuringPointId":{casing},"time":%d,"base":%d,"terms":["bias"]}`, at(5), at(1)): `"time"`,
		fmt.Sprintf(`{"measuringPointId":{casing},"time":%d,"base":%d,"terms":["bias"]}`, at(1), at(5)): `"base"`,
		ask(`"terms":[]`): `"terms"`, ask(`"terms":["dirt"]`): `"terms`, ask(`"terms":["bias"],"stable":-1`): `"stable"`,
		ask(`"terms":["bias"],"stable":0.5`): fmt.Sprint(errs.TooFewStations.Code),
	} {
		if w := h.call("guest", "POST", "/api/monitor/rdm-quality", h.path(body)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s, want %s", body, w.Code, w.Body, want)
		}
	}
	if w := h.call("guest", "POST", "/api/monitor/rdm-quality", h.path(strings.Replace(ask(`"terms":["bias"]`), "{casing}", "{level}", 1))); w.Code != http.StatusConflict {
		t.Errorf("a point without surveys: %d %s", w.Code, w.Body)
	}

	remove := func(values string) string {
		return fmt.Sprintf(`{"kind":"casing","from":%d,"values":%s,"note":"drift of the probe"}`, at(1), values)
	}
	for values, field := range map[string]string{`{"biasA":4000}`: "values.biasA", `{"dirt":1}`: "values.dirt", `{}`: "values"} {
		if w := h.call("admin", "POST", h.path(path+"/corrections"), remove(values)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), field) {
			t.Errorf("%s: %d %s", values, w.Code, w.Body)
		}
	}
	other := strings.Replace(path, "{casing}", "{level}", 1)
	if w := h.call("admin", "POST", h.path(other+"/corrections"), remove(`{"biasA":9}`)); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), `"kind"`) {
		t.Errorf("a point without a casing: %d %s", w.Code, w.Body)
	}
	h.must("admin", "POST", path+"/corrections/preview", remove(`{"biasA":9,"biasB":-5}`))
	c := decoded[dataapi.Correction](t, h.must("admin", "POST", path+"/corrections", remove(`{"biasA":9,"biasB":-5}`)))
	moved(0)
	after := quality()
	check(after) // from the readings before the correction
	if after.Applied == nil || after.Applied.ID != c.ID || len(after.Survey.Casing) != 1 {
		t.Errorf("applied: %+v", after.Applied)
	}
	h.must("admin", "DELETE", fmt.Sprintf("%s/corrections/%d", path, c.ID), "")
	moved(whole)
}
