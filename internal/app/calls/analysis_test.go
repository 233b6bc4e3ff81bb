package calls_test

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/analysisapi"
	"plumbline/internal/testing/await"
)

// TestAnalysisOfReadings: a crack opens faster and faster, with one reading that a bird spoiled. The outlier is found, the
// curve is extrapolated, and the time of failure is the one that the movement was made for.
func TestAnalysisOfReadings(t *testing.T) {
	h := newHarness(t)
	made := decoded[map[string]any](t, h.must("admin", "POST", "/api/corporations/{ours}/devices",
		`{"name":"Crack","type":"Crack","model":"own","sncode":"CRK-9","register":"CRK20260009","projectId":{project}}`))
	h.ids["crack"] = int64(made["id"].(float64))
	list := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
		`{"points":[{"name":"opening","measurement":"Crack","category":"Crack"}]}`))["list"]
	h.ids["opening"] = int64(list[0]["id"].(float64))
	const versions = "/api/structures/{structure}/measuring-points/{opening}/versions"
	h.must("admin", "POST", versions, `{"aspect":"binding","validFrom":1700000000000,"value":{"sources":[{"role":"main","deviceId":{crack}}]}}`)
	h.must("admin", "POST", versions, `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"CUSTOM_FORMULA","formula":"disp"}]}}`)

	const (
		step  = 6 * 3_600_000
		count = 48
		bird  = 20
	)
	from := time.Now().Add(-count * step * time.Millisecond).Truncate(time.Minute).UnixMilli()
	fails := from + 60*step
	at := func(n int) int64 { return from + int64(n)*step }
	opened := func(n int) float64 { return 2 - 5*math.Log(float64(fails-at(n))/float64(fails-from)) }
	var messages []string
	for n := -10; n < count; n++ { // at rest, then faster and faster
		v := opened(max(n, 0))
		if n == bird {
			v += 3
		}
		messages = append(messages, fmt.Sprintf(`{"t":%d,"v":{"disp":%.6f}}`, at(n), v))
	}
	if w := h.send("CRK20260009", made["secret"].(string), `{"seq":1,"items":[`+strings.Join(messages, ",")+`]}`); w.Code != http.StatusOK {
		t.Fatalf("readings: %d %s", w.Code, w.Body)
	}
	h.value("opening", "width", "observed", at(count-1))

	ask := func(call, more string) []byte {
		t.Helper()
		return h.must("guest", "POST", "/api/monitor/"+call,
			fmt.Sprintf(`{"measuringPointId":{opening},"field":"width","valueType":"observed","start":%d,"end":%d,%s}`, at(0), at(count-1), more))
	}
	found := decoded[analysisapi.Processed](t, ask("deal", `"method":"hampel","window":7`))
	if len(found.Outliers) != 1 || found.Outliers[0].Time != at(bird) || found.Readings != count {
		t.Errorf("outliers %+v of %d readings", found.Outliers, found.Readings)
	}
	h.namedInFiles(t, at(0), at(count-1))
	// The outlier is flagged: it keeps its value, analyses leave it out, and revoking the flag restores them.
	marked := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/monitor/delete",
		fmt.Sprintf(`{"measuringPointId":{opening},"times":[%d],"fields":["width"],"kind":"suspect","note":"a bird"}`, at(bird))))["list"]
	flagged := func(want bool) {
		t.Helper()
		body := fmt.Sprintf(`{"measuringPointId":{opening},"start":%d,"end":%d,"page":1,"pageSize":20}`, at(bird), at(bird))
		for deadline := time.Now().Add(20 * time.Second); ; await.Pause() {
			page := h.must("guest", "POST", "/api/monitor/pagination", body)
			if strings.Contains(string(page), `"suspect"`) == want {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("flagged should be %v: %s", want, page)
			}
		}
	}
	flagged(true)
	h.value("opening", "width", "observed", at(bird))
	if found := decoded[analysisapi.Processed](t, ask("deal", `"method":"hampel","window":7`)); found.Readings != count-1 || found.Dropped != 1 || len(found.Outliers) != 0 {
		t.Errorf("with the flag: %+v", found)
	}
	h.ids["mark"] = int64(marked[0]["id"].(float64))
	h.must("admin", "DELETE", "/api/structures/{structure}/measuring-points/{opening}/corrections/{mark}", "")
	flagged(false)
	smooth := decoded[analysisapi.Processed](t, ask("deal", `"method":"median"`))
	if got := smooth.Rows[bird].Value; len(smooth.Rows) != count || math.Abs(got-opened(bird)) > 0.3 {
		t.Errorf("%d rows, the median at the outlier is %v", len(smooth.Rows), got)
	}
	for _, method := range []string{"mean", "kalman", "interpolate"} {
		if got := decoded[analysisapi.Processed](t, ask("deal", fmt.Sprintf(`"method":%q`, method))); len(got.Rows) == 0 || got.Unit != "mm" {
			t.Errorf("%s: %d rows in %q", method, len(got.Rows), got.Unit)
		}
	}

	line := decoded[analysisapi.Prediction](t, ask("predict", `"curve":"linear"`))
	if last := line.Rows[len(line.Rows)-1]; line.Readings != count || last.Time <= at(count-1) || last.Low >= last.Value || last.High <= last.Value || line.Failure != nil {
		t.Errorf("%d readings, last row %+v, failure %v", line.Readings, last, line.Failure)
	}

	estimate := decoded[analysisapi.Prediction](t, h.must("guest", "POST", "/api/monitor/predict",
		fmt.Sprintf(`{"measuringPointId":{opening},"field":"width","valueType":"observed","start":%d,"end":%d,"curve":"inverseVelocity"}`, at(bird+1), at(count-1))))
	f := estimate.Failure
	if f == nil || !f.Accelerates || math.Abs(float64(f.Time-fails)) > step/10 || f.Low > f.Time || f.High < f.Time || len(f.Line) != 2 {
		t.Errorf("failure %+v, made for %d", f, fails)
	}

	if f != nil {
		met := map[string]bool{}
		for _, one := range f.Conditions {
			met[one.Name] = one.Met
		}
		for _, name := range []string{"accelerates", "rising", "fit", "bounded", "settled"} {
			if !met[name] {
				t.Errorf("%s is not met: %+v", name, f.Conditions)
			}
		}
		if len(f.History) != 8 || f.History[1].At != at(count-2) || len(f.LineLow) != 2 || len(f.LineHigh) != 2 {
			t.Errorf("history %+v, lines %v %v", f.History, f.LineLow, f.LineHigh)
		}
	}

	// Fitted to a part of the range, the curve is compared with the later readings; rates are those of the whole range.
	part := decoded[analysisapi.Prediction](t, ask("predict", fmt.Sprintf(`"curve":"linear","fitFrom":%d,"fitTo":%d`, at(4), at(bird-1))))
	if part.From != at(4) || part.To != at(bird-1) || part.Later.Readings != count-bird || part.Later.Inside >= part.Later.Readings {
		t.Errorf("fitted from %d to %d, later %+v", part.From, part.To, part.Later)
	}
	whole := decoded[analysisapi.Prediction](t, ask("predict", fmt.Sprintf(`"curve":"inverseVelocity","fitFrom":%d`, at(bird+1))))
	if whole.Readings != count-bird-1 || whole.Failure.Inverse[0].Time >= at(bird) {
		t.Errorf("%d readings fitted, rates from %d", whole.Readings, whole.Failure.Inverse[0].Time)
	}

	for body, want := range map[string]string{
		`"method":"median","window":4`:       `"code":3016`,
		`"method":"interpolate","step":5`:    `"step":`,
		`"method":"interpolate","step":1000`: `"code":3014`,
	} {
		w := h.call("guest", "POST", h.path("/api/monitor/deal"),
			h.path(fmt.Sprintf(`{"measuringPointId":{opening},"field":"width","valueType":"observed","start":%d,"end":%d,%s}`, at(0), at(count-1), body)))
		if w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	for _, c := range []struct {
		from int
		more string
		want string
	}{
		{0, `"curve":"linear","node":3`, `"node":`},
		{0, fmt.Sprintf(`"curve":"linear","until":%d`, at(count*5)), `"code":3004`},
		{0, fmt.Sprintf(`"curve":"linear","fitFrom":%d`, at(-1)), `"fitFrom":`},
		{0, fmt.Sprintf(`"curve":"linear","fitTo":%d`, at(count)), `"fitTo":`},
		{count - 5, `"curve":"inverseVelocity"`, `"code":3013`},
		{-10, `"curve":"exponential"`, `"code":3015`},
	} {
		end := count - 1
		if c.from < 0 {
			end = -1
		}
		w := h.call("guest", "POST", h.path("/api/monitor/predict"),
			h.path(fmt.Sprintf(`{"measuringPointId":{opening},"field":"width","valueType":"observed","start":%d,"end":%d,%s}`, at(c.from), at(end), c.more)))
		if w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s: %d %s", c.more, w.Code, w.Body)
		}
	}
}
