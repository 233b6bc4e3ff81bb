package calls_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/testing/await"
)

// nextSecond returns a time that is past, and before everything that comes in after it: readings have the second in which
// they were received, rounded up.
func nextSecond() int64 {
	known := time.Now().Truncate(time.Second).Add(time.Second).UnixMilli()
	for time.Now().UnixMilli() <= known {
	}
	return known
}

// knownNow requires that calls about a point give the same as known at a time and as known now.
func (h *harness) knownNow(t *testing.T, point, start, known int64) {
	t.Helper()
	span := fmt.Sprintf(`{"measuringPointId":%d,"includeAbnormal":true,"start":%d,"end":%d`, point, start, known)
	for _, kind := range []string{"observed", "accumulated", "rate", "raw"} {
		h.sameKnown(t, known, "monitor/query", span+`,"valueType":"`+kind+`"`)
	}
	h.sameKnown(t, known, "monitor/pagination", span+`,"valueTypes":["observed","accumulated","change","rate"]`)
	h.sameKnown(t, known, "monitor/export", span)
	h.sameInWorkbook(t, span)
	h.sameKnown(t, known, "monitor/time-list", fmt.Sprintf(`{"measuringPointId":%d,"start":%d,"end":%d`, point, start, known))
	h.sameKnown(t, known, "monitor/extent", fmt.Sprintf(`{"measuringPointId":%d`, point))
	h.sameKnown(t, known, "monitor/latest", fmt.Sprintf(`{"measuringPointIds":[%d]`, point))
	h.sameKnown(t, known, "characteristic/cal-mp-from-init", fmt.Sprintf(`{"measuringPointIds":[%d],"end":%d`, point, known))
	h.sameKnown(t, known, "monitor/report-preview", fmt.Sprintf(`{"measuringPointIds":[%d],"time":%d`, point, known))
	since := decoded[dataapi.ChangedSince](t, h.must("owner", "POST", "/api/monitor/changed-since",
		fmt.Sprintf(`{"measuringPointId":%d,"start":%d,"end":%d,"knownAt":%d}`, point, start, known, known)))
	if since.Appeared+since.Vanished+since.Changed != 0 {
		t.Errorf("nothing has changed, but: %+v", since)
	}
}

func (h *harness) sameKnown(t *testing.T, known int64, path, body string) {
	t.Helper()
	now := string(h.must("owner", "POST", "/api/"+path, body+"}"))
	then := string(h.must("owner", "POST", "/api/"+path, fmt.Sprintf(`%s,"knownAt":%d}`, body, known)))
	if now != then {
		t.Errorf("%s %s\n now: %.2000s\nthen: %.2000s", path, body, now, then)
	}
}

// TestDataAsKnownEarlier: readings of a crack are looked at. Then a late reading comes in, the device sends another value
// for an old one, the zero is shifted, the formula corrected and a reading withdrawn. Each call still gives what was
// known when it was looked at, and says what has changed since.
func TestDataAsKnownEarlier(t *testing.T) {
	h := newHarness(t)
	made := decoded[map[string]any](t, h.must("admin", "POST", "/api/corporations/{ours}/devices",
		`{"name":"Crack","type":"Crack","model":"own","sncode":"CRK-10","register":"CRK20260010","projectId":{project}}`))
	h.ids["crack"] = int64(made["id"].(float64))
	list := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
		`{"points":[{"name":"opening","measurement":"Crack","category":"Crack"}]}`))["list"]
	h.ids["opening"] = int64(list[0]["id"].(float64))
	const versions = "/api/structures/{structure}/measuring-points/{opening}/versions"
	h.must("admin", "POST", versions, `{"aspect":"binding","validFrom":1700000000000,"value":{"sources":[{"role":"main","deviceId":{crack}}]}}`)
	formula := `{"aspect":"formula","validFrom":%d,"value":{"rules":[{"computedField":"width","formulaType":"CUSTOM_FORMULA","formula":"%s"}]}}`
	h.must("admin", "POST", versions, fmt.Sprintf(formula, 1700000000000, "disp"))

	h.must("admin", "POST", versions, `{"aspect":"initial","validFrom":1700000000000,"value":{"mode":"manual","time":1700000000000,"values":{"width":0}}}`)

	const step, count = 600_000, 20
	from := time.Now().Add(-count * step * time.Millisecond).Truncate(time.Minute).UnixMilli()
	at := func(n int) int64 { return from + int64(n)*step }
	seq := 0
	send := func(n int, v float64) {
		t.Helper()
		seq++
		body := fmt.Sprintf(`{"seq":%d,"items":[{"t":%d,"v":{"disp":%.3f}}]}`, seq, at(n), v)
		if w := h.send("CRK20260010", made["secret"].(string), body); w.Code != http.StatusOK {
			t.Fatalf("reading: %d %s", w.Code, w.Body)
		}
	}
	const late, revised, bird = 7, 3, 12
	for n := range count {
		if n != late {
			send(n, float64(n)/10)
		}
	}
	h.value("opening", "width", "observed", at(count-1))
	known := nextSecond()
	h.knownNow(t, h.ids["opening"], from, known)

	span := fmt.Sprintf(`{"measuringPointId":{opening},"includeAbnormal":true,"start":%d,"end":%d`, from, at(count))
	calls := []string{
		"monitor/query " + span, "monitor/query " + span + `,"valueType":"accumulated"`, "monitor/query " + span + `,"valueType":"raw"`,
		"monitor/pagination " + span, "monitor/export " + span,
		fmt.Sprintf(`monitor/time-list {"measuringPointId":{opening},"start":%d,"end":%d`, from, at(count)),
		`monitor/latest {"measuringPointIds":[{opening}]`,
		fmt.Sprintf(`monitor/explain {"measuringPointId":{opening},"field":"width","time":%d`, at(revised)),
		fmt.Sprintf(`monitor/report-preview {"measuringPointIds":[{opening}],"time":%d,"previous":%d`, at(count-1), at(revised)),
	}
	ask := func(call, more string) string {
		t.Helper()
		path, body, _ := strings.Cut(call, " ")
		return string(h.must("guest", "POST", "/api/"+path, body+more+"}"))
	}
	before := make([]string, len(calls))
	for i, call := range calls {
		before[i] = ask(call, "")
	}

	send(late, 0.7)
	send(revised, 9)
	h.must("admin", "POST", "/api/structures/{structure}/measuring-points/{opening}/corrections",
		fmt.Sprintf(`{"kind":"shift","fields":["width"],"from":%d,"amount":0.5,"note":"new bolt"}`, at(15)))
	h.must("admin", "POST", "/api/structures/{structure}/measuring-points/{opening}/corrections",
		fmt.Sprintf(`{"kind":"withdraw","from":%d,"to":%d,"note":"a bird"}`, at(bird), at(bird)))
	h.must("admin", "POST", versions, fmt.Sprintf(formula, at(18), "2 * disp"))
	for deadline := time.Now().Add(20 * time.Second); h.value("opening", "width", "observed", at(count-1)) != 3.8; {
		if time.Now().After(deadline) {
			t.Fatal("the new formula has no effect")
		}
		await.Pause()
	}
	h.value("opening", "width", "observed", at(late))

	for i, call := range calls {
		if got := ask(call, fmt.Sprintf(`,"knownAt":%d`, known)); got != before[i] {
			t.Errorf("%s\nthen: %.2000s\nnow as known then: %.2000s", call, before[i], got)
		}
		if got := ask(call, ""); got == before[i] {
			t.Errorf("%s gives the same after the changes", call)
		}
	}
	since := decoded[dataapi.ChangedSince](t, h.must("guest", "POST", "/api/monitor/changed-since",
		fmt.Sprintf(`{"measuringPointId":{opening},"start":%d,"end":%d,"knownAt":%d}`, from, at(count), known)))
	// Changed: the revised one, the withdrawn one, and those from the shift on.
	if since.Appeared != 1 || since.Vanished != 0 || since.Changed != 7 || since.First != at(revised) || since.Last != at(count-1) || len(since.Newest) != 8 {
		t.Errorf("since then: %+v", since)
	}
	if v := since.Newest[7].Values[0]; v.Field != "width" || v.Was == nil || *v.Was != 0.3 || v.Is == nil || *v.Is != 9 {
		t.Errorf("the revised reading: %+v", since.Newest[7])
	}

	ahead := fmt.Sprintf(`%s,"knownAt":%d}`, span, time.Now().Add(time.Hour).UnixMilli())
	if w := h.call("guest", "POST", "/api/monitor/query", h.path(ahead)); w.Code != http.StatusUnprocessableEntity || !strings.Contains(w.Body.String(), `"code":3030`) || !strings.Contains(w.Body.String(), `"knownAt"`) {
		t.Errorf("known in the future: %d %s", w.Code, w.Body)
	}
}
