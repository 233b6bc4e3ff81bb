package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// extremes are numbers that often break arithmetic.
var extremes = []raw{`0`, `-1`, `1`, `9223372036854775807`, `-9223372036854775808`, `9007199254740992`, `1e308`, `NaN`}

// answerWithin is the timeout of one call. None of them should need more than a second.
const answerWithin = 30 * time.Second

// Every operation rejects the most extreme numbers in every numeric parameter of path, query and body quickly, as a
// client error. Nobody can keep the server busy with a distant time.
func TestExtremeNumbersAreRejectedQuickly(t *testing.T) {
	w := newWorld(t)
	w.client.Timeout = answerWithin
	f := &fuzzer{walk: &walk{world: w, counts: map[string]int{}, succeeded: map[string]bool{}}, statuses: map[int]int{}}
	calls := 0
	for _, op := range w.operations() {
		if op.id == "events" || op.id == "liveFrames" || f.unknownThing(op) != "" {
			continue
		}
		who, base := f.caller(op)
		for _, p := range append(f.extremeParameters(op, base), f.extremeFields(op, base)...) {
			calls++
			a, err := f.attempt(who, p.request)
			switch {
			case errors.Is(err, context.DeadlineExceeded):
				t.Fatalf("%s, %s: no answer within %s\n\t%s %s %.300s", op.id, p.what, answerWithin, p.method, p.path, p.body)
			case err != nil:
				t.Errorf("%s, %s: %v", op.id, p.what, err)
			case a.status >= 500:
				t.Errorf("%s, %s: %d %.300s\n\t%s %s %.300s", op.id, p.what, a.status, a.body, p.method, p.path, p.body)
			}
			if op.changes() {
				f.putBack()
			}
		}
	}
	t.Logf("%d calls", calls)
	f.refusesFarTimes()
}

// refusesFarTimes checks that a distant time in a query is rejected by the name of its field, with the allowed range.
func (f *fuzzer) refusesFarTimes() {
	const first, year = 946_684_800_000, 366 * 24 * time.Hour
	point, device := f.sides[ours].things["measuringPointId"], f.sides[ours].things["deviceId"]
	for _, far := range []int64{first - 1, time.Now().Add(year + time.Hour).UnixMilli()} {
		for _, call := range []struct{ path, body, field string }{
			{"/api/monitor/query", `{"measuringPointId":%s,"start":1700000000000,"end":%d}`, "end"},
			{"/api/monitor/query", `{"measuringPointId":%s,"start":1700000000000,"end":1700000000001,"base":%d}`, "base"},
			{"/api/monitor/pagination", `{"measuringPointId":%s,"end":1700000000000,"start":%d}`, "start"},
			{"/api/monitor/export", `{"measuringPointId":%s,"start":1700000000000,"end":%d}`, "end"},
			{"/api/monitor/export-link", `{"measuringPointId":%s,"start":1700000000000,"end":%d}`, "end"},
			{"/api/monitor/time-list", `{"measuringPointId":%s,"start":1700000000000,"end":%d}`, "end"},
			{"/api/monitor/explain", `{"measuringPointId":%s,"field":"width","time":%d}`, "time"},
			{"/api/alerts?from=%[2]d", "", "from"},
			{"/api/operation-logs?to=%[2]d", "", "to"},
			{"/api/corporations/" + f.sides[ours].things["corporationId"] + "/devices/" + device + "/attempts?since=%[2]d", "", "since"},
		} {
			r := request{method: "POST", path: call.path, body: call.body}
			if call.body == "" {
				r = request{method: "GET", path: fmt.Sprintf(call.path, point, far)}
			} else {
				r.body = fmt.Sprintf(call.body, point, far)
			}
			a := f.do(f.person("admin"), r)
			var told struct {
				Code   int
				Fields map[string]string
			}
			if err := json.Unmarshal(a.body, &told); err != nil || a.status != 422 || told.Code != 3012 ||
				!strings.Contains(told.Fields[call.field], "between 2000-01-01 and ") {
				f.Errorf("%s %s: %d %s", r.path, r.body, a.status, a.body)
			}
		}
	}
}

// extremeParameters returns probes with extreme numbers in each numeric parameter of path and query.
func (f *fuzzer) extremeParameters(op operation, base request) []probe {
	var list []probe
	for _, p := range op.Parameters {
		if !isNumber(p.Value.Schema.Value) {
			continue
		}
		name := p.Value.Name
		for _, value := range extremes {
			r := base
			switch p.Value.In {
			case "query":
				r = querying(base, name, url.QueryEscape(string(value)))
			case "path":
				filled, _, _ := strings.Cut(base.path, "?")
				r.path = replacePart(filled, op.path, name, string(value))
			default:
				continue
			}
			list = append(list, probe{fmt.Sprintf("%s %s = %s", p.Value.In, name, value), r})
		}
	}
	return list
}

// replacePart replaces the value of one path parameter.
func replacePart(filled, pattern, name, value string) string {
	parts := strings.Split(filled, "/")
	for i, part := range strings.Split(pattern, "/") {
		if part == "{"+name+"}" {
			parts[i] = value
		}
	}
	return strings.Join(parts, "/")
}

// extremeFields returns probes with extreme numbers in each numeric field of the body.
func (f *fuzzer) extremeFields(op operation, base request) []probe {
	kind, schema := op.bodyKind()
	if kind != "application/json" {
		return nil
	}
	var valid any
	decoder := json.NewDecoder(strings.NewReader(base.body))
	decoder.UseNumber()
	f.must(decoder.Decode(&valid))
	var list []probe
	for _, place := range fieldsOf(schema, nil, 0) {
		if !isNumber(place.schema) {
			continue
		}
		for _, value := range extremes {
			list = append(list, probe{fmt.Sprintf("%v = %s", place, value), carrying(base, written(with(valid, place.path, value)))})
		}
	}
	return list
}

func isNumber(s *openapi3.Schema) bool {
	return s.Type != nil && (s.Type.Includes("integer") || s.Type.Includes("number"))
}
