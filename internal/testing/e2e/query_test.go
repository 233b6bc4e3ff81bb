package e2e

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
)

// takesAnyQuery are operations called by external software, which may add parameters (OpenID Connect Core, 3.1.2.5).
var takesAnyQuery = map[string]bool{"returnSSO": true}

// Every operation rejects an unknown, repeated or unreadable query parameter and names it, so that a misspelled filter
// never returns everything.
func TestUnknownQueryParametersAreRefused(t *testing.T) {
	w := newWorld(t)
	f := &fuzzer{walk: &walk{world: w, counts: map[string]int{}, succeeded: map[string]bool{}}, statuses: map[int]int{}}
	tried := 0
	for _, op := range w.operations() {
		if takesAnyQuery[op.id] {
			if a := f.do(w.person("nobody"), querying(request{method: op.method, path: op.path}, "session_state", "1")); a.status == 422 {
				t.Errorf("%s: %d %s", op.id, a.status, a.body)
			}
			continue
		}
		if op.id == "ingest" || f.unknownThing(op) != "" { // devices call ingest, without a query
			continue
		}
		tried++
		who, base := f.caller(op)
		names := op.queryNames()
		unknown, allowed := errs.NoParameters, ""
		if len(names) > 0 {
			unknown, allowed = errs.ParameterUnknown, strings.Join(names, ", ")
		}
		f.refusesQuery(op, who, querying(base, "levl", "3"), unknown, "levl", allowed)
		f.refusesQuery(op, who, querying(base, "levl", "%zz"), errs.FormatWrong, "levl", "")
		for _, name := range names {
			twice := querying(base, name, "0") // 0 is not a valid project id
			twice.path += "&" + url.QueryEscape(name) + "=0"
			f.refusesQuery(op, who, twice, errs.ParameterTwice, name, "")
		}
	}
	if tried < 250 {
		t.Errorf("only %d operations", tried)
	}
}

func (f *fuzzer) refusesQuery(op operation, who *actor, r request, want *errs.Message, field, allowed string) {
	f.Helper()
	a := f.do(who, r)
	var refused struct {
		Code   int
		Fields map[string]string
	}
	err := json.Unmarshal(a.body, &refused)
	if err != nil || a.status != 422 || refused.Code != want.Code || !strings.Contains(refused.Fields[field], allowed) {
		f.Errorf("%s: %s %s: %d %s, want code %d", op.id, r.method, r.path, a.status, a.body, want.Code)
	}
}

// queryNames returns the query parameters in the API document.
func (op operation) queryNames() []string {
	var names []string
	for _, p := range op.Parameters {
		if p.Value.In == "query" {
			names = append(names, p.Value.Name)
		}
	}
	return names
}

// querying returns the request with a query parameter set. value must be escaped.
func querying(r request, name, value string) request {
	path, query, _ := strings.Cut(r.path, "?")
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		if given, _, _ := strings.Cut(pair, "="); pair != "" && given != url.QueryEscape(name) {
			kept = append(kept, pair)
		}
	}
	r.path = path + "?" + strings.Join(append(kept, url.QueryEscape(name)+"="+value), "&")
	return r
}
