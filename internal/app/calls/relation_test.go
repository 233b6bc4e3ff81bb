package calls_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/analysisapi"
)

// TestRelationsOfReadings: a gauge follows another one 3 h later, twice as far and downwards. At the end both stand as in the
// source of differential settlement, formulas.md section 19.
func TestRelationsOfReadings(t *testing.T) {
	h := newHarness(t)
	const count = 80
	from := time.Now().Add(-count * time.Hour).Truncate(time.Minute).UnixMilli()
	at := func(n int) int64 { return from + int64(n)*3_600_000 }
	cause := func(n int) float64 { return 5 + 3*math.Sin(float64(n)/4) + math.Sin(float64(n)*1.7) }
	h.gauge("other", "CRK20260021", count, at, func(n int) float64 {
		if n == count-1 {
			return -4.81
		}
		return cause(n)
	})
	h.gauge("moved", "CRK20260022", count, at, func(n int) float64 {
		if n == count-1 {
			return -12.37
		}
		return 20 - 2*cause(n-3)
	})
	h.gauge("creeping", "CRK20260023", count, at, func(n int) float64 { return 0.1*float64(min(n, 39)) + 0.6*float64(max(n-39, 0)) })
	h.ids["nowhere"] = 999_999
	ask := func(path, point string, last int, more string) []byte {
		t.Helper()
		return h.must("guest", "POST", "/api/monitor/"+path, h.path(fmt.Sprintf(
			`{"measuringPointId":{%s},"field":"width","valueType":"observed","start":%d,"end":%d%s}`, point, at(0), at(last), more)))
	}
	near := func(what string, got, want, within float64) {
		t.Helper()
		if !(math.Abs(got-want) <= within) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	const other = `,"other":{"measuringPointId":{other},"field":"width"}`

	found := decoded[analysisapi.Relation](t, ask("relation", "moved", count-2, other+`,"search":12`))
	if found.Lag != 3 || found.Search == nil || found.Search.AtEnd || len(found.Search.Lags) != 25 || found.Tolerance != 3_600_000 {
		t.Errorf("lag %v, tolerance %v, %+v", found.Lag, found.Tolerance, found.Search)
	}
	given := decoded[analysisapi.Relation](t, ask("relation", "moved", count-2, other+`,"lag":3,"tolerance":60000`))
	if given.Pairs != count-4 || given.Unpaired != 3 || given.Search != nil || given.From != at(3) || given.To != at(count-2) || given.OtherUnit != "mm" {
		t.Errorf("%+v", given.Paired)
	}
	near("slope", given.Slope, -2, 1e-6)
	near("intercept", given.Intercept, 20, 1e-5)
	near("R²", given.R2, 1, 1e-9)
	near("r", given.R, -1, 1e-9)

	apart := decoded[analysisapi.Difference](t, ask("difference", "moved", count-1, other+`,"distance":18.2`))
	if apart.Pairs != count || apart.Last.Time != at(count-1) || apart.Last.Distortion == nil {
		t.Fatalf("%+v", apart)
	}
	near("difference", apart.Last.Difference, -7.56, 1e-9)
	near("distortion", *apart.Last.Distortion, -0.4153846, 1e-7)
	if apart = decoded[analysisapi.Difference](t, ask("difference", "moved", count-1, other)); apart.Last.Distortion != nil {
		t.Errorf("distortion without a distance: %v", *apart.Last.Distortion)
	}

	moving := decoded[analysisapi.Movement](t, ask("movement", "creeping", count-1, fmt.Sprintf(`,"creepFrom":%d,"creepTo":%d,"window":12`, at(0), at(39))))
	if moving.Readings != count || moving.Last == nil || moving.Creep == nil || moving.Creep.Readings != 40 || moving.Creep.Stage != "medium" {
		t.Fatalf("%+v", moving)
	}
	near("rate", *moving.Last.Rate, 14.4, 1e-6)
	near("uniform rate", moving.Creep.Rate, 2.4, 1e-6)
	near("angle", *moving.Last.Angle, 80.5376778, 1e-5)
	if moving = decoded[analysisapi.Movement](t, ask("movement", "creeping", count-1, "")); moving.Creep != nil || moving.Last.Angle != nil || moving.Without != 1 {
		t.Errorf("adjacent: %+v", moving.Last)
	}
	// As it was known before the readings came, there are none.
	known := fmt.Sprintf(`{"measuringPointId":{creeping},"field":"width","valueType":"observed","start":%d,"end":%d,"knownAt":%d}`, at(0), at(count-1), from)
	if w := h.call("guest", "POST", h.path("/api/monitor/movement"), h.path(known)); w.Code != 422 || !strings.Contains(w.Body.String(), `"code":3013`) {
		t.Errorf("as known before: %d %s", w.Code, w.Body)
	}

	// A search needs readings that vary about their trend; it says which of the two do not.
	for point, c := range map[string]struct{ other, want string }{"creeping": {"other", `"field":`}, "other": {"creeping", `"other":`}} {
		more := fmt.Sprintf(`,"search":5,"tolerance":60000,"other":{"measuringPointId":{%s},"field":"width"}`, c.other)
		body := h.path(fmt.Sprintf(`{"measuringPointId":{%s},"field":"width","valueType":"observed","start":%d,"end":%d%s}`, point, at(0), at(30), more))
		w := h.call("guest", "POST", "/api/monitor/relation", h.path(body))
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"code":3027`) || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("a straight line, %s: %d %.300s", point, w.Code, w.Body)
		}
	}

	for _, c := range []struct{ path, more, want string }{
		{"relation", `,"other":{"measuringPointId":{nowhere},"field":"width"}`, `"other.measuringPointId":`},
		{"relation", `,"other":{"measuringPointId":{other},"field":"nothing"}`, `"other`},
		{"relation", `,"other":{"measuringPointId":{moved},"field":"width"}`, `"other.field":`},
		{"relation", other + `,"lag":721`, `"lag":`},
		{"relation", other + `,"search":721`, `"search":`},
		{"relation", other + `,"lag":700`, `"code":3013`},
		{"difference", `,"other":{"measuringPointId":{other},"field":"temp"}`, `"code":3025`},
		{"difference", `,"other":{"measuringPointId":{moved},"field":"width"}`, `"other.field":`},
		{"difference", other + `,"distance":-1`, `"distance":`},
		{"movement", `,"window":-1`, `"window":`},
		{"movement", fmt.Sprintf(`,"creepFrom":%d,"creepTo":%d`, at(-1), at(9)), `"creepFrom":`},
		{"movement", fmt.Sprintf(`,"creepFrom":%d,"creepTo":%d`, at(1), at(count)), `"creepTo":`},
		{"movement", fmt.Sprintf(`,"creepFrom":%d,"creepTo":%d`, at(9), at(1)), `"creepTo":`},
		{"movement", fmt.Sprintf(`,"creepFrom":%d,"creepTo":%d`, at(1), at(5)), `"code":3013`},
	} {
		body := h.path(fmt.Sprintf(`{"measuringPointId":{moved},"field":"width","valueType":"observed","start":%d,"end":%d%s}`, at(0), at(count-1), c.more))
		if w := h.call("guest", "POST", h.path("/api/monitor/"+c.path), body); w.Code < 400 || w.Code >= 500 || !strings.Contains(w.Body.String(), c.want) {
			t.Errorf("%s %s: %d %s", c.path, c.more, w.Code, w.Body)
		}
	}
	// Temperatures are no lengths.
	warm := fmt.Sprintf(`{"measuringPointId":{moved},"field":"temp","valueType":"observed","start":%d,"end":%d,"distance":5,"other":{"measuringPointId":{other},"field":"temp"}}`,
		at(0), at(count-1))
	if w := h.call("guest", "POST", h.path("/api/monitor/difference"), h.path(warm)); w.Code != 422 || !strings.Contains(w.Body.String(), `"code":3026`) {
		t.Errorf("temperatures by distance: %d %s", w.Code, w.Body)
	}
}

// A point that is read once a week belongs to readings of days around it, at the ends of the range too.
func TestDifferenceFromAPointRarelyRead(t *testing.T) {
	h := newHarness(t)
	const count, days = 12, 24 * 3_600_000
	from := time.Now().Add(-10 * 24 * time.Hour).Truncate(time.Minute).UnixMilli()
	h.gauge("often", "CRK20260031", count, func(n int) int64 { return from + int64(n)*3_600_000 }, func(n int) float64 { return 7 + 0.1*float64(n) })
	h.gauge("weekly", "CRK20260032", 2, func(n int) int64 { return from - 3*days + 7*days*int64(n) }, func(n int) float64 { return 2 + float64(n) })
	h.must("admin", "POST", "/api/structures/{structure}/measuring-points/{weekly}/versions",
		`{"aspect":"collect","validFrom":1700000000000,"value":{"mode":"UploadCollect","interval":604800}}`)
	got := decoded[analysisapi.Difference](t, h.must("guest", "POST", "/api/monitor/difference", h.path(fmt.Sprintf(
		`{"measuringPointId":{often},"field":"width","valueType":"observed","start":%d,"end":%d,"other":{"measuringPointId":{weekly},"field":"width"}}`,
		from, from+count*3_600_000))))
	if got.Tolerance != 7*days || got.Pairs != count || math.Abs(got.Least.Difference-5) > 1e-9 || math.Abs(got.Largest.Difference-6.1) > 1e-9 {
		t.Errorf("%+v, %+v to %+v", got.Paired, got.Least, got.Largest)
	}
}
