package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
)

// perOperation limits the calls of one operation. The choice is the same in every run.
const perOperation = 20

// The contract fuzzer calls every operation with values around the limits of every parameter and field, with
// unexpected values, and with broken bodies. No response is a 500, reveals a secret or differs from the API document.
// Every failure has the same shape.
func TestContractFuzzer(t *testing.T) {
	w := newWorld(t)
	f := &fuzzer{walk: &walk{world: w, counts: map[string]int{}, succeeded: map[string]bool{}}, statuses: map[int]int{}}
	for _, op := range w.operations() {
		if op.id == "events" || op.id == "liveFrames" || f.unknownThing(op) != "" { // streams; unknown things are reported by the walk
			continue
		}
		f.operation(op)
	}
	f.soak()
	for _, status := range slices.Sorted(maps.Keys(f.statuses)) {
		t.Logf("%d: %6d answers", status, f.statuses[status])
	}
	if f.statuses[200] == 0 || f.statuses[422] == 0 {
		t.Error("nothing succeeded or nothing was refused: the fuzzer does not reach the handlers")
	}
	if strings.Contains(w.log.String(), secretText) {
		t.Error("the log contains a submitted secret")
	}
	if t.Failed() {
		for line := range strings.Lines(w.log.String()) {
			if strings.Contains(line, "level=ERROR") {
				t.Logf("%.500s", line)
			}
		}
	}
}

type fuzzer struct {
	*walk
	statuses map[int]int
	seed     uint64
}

// PLUMBLINE_SOAK is how long the fuzzer continues with further seeds, such as 1h. PLUMBLINE_SEED is the first seed, to
// repeat a failure found by a soak.
const (
	soakVariable = "PLUMBLINE_SOAK"
	seedVariable = "PLUMBLINE_SEED"
)

// soak runs over all operations repeatedly, each time with the next seed, until the time is over or a failure is
// found.
func (f *fuzzer) soak() {
	seed, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano())
	}
	length, err := time.ParseDuration(os.Getenv(soakVariable))
	if err != nil {
		return
	}
	for end := time.Now().Add(length); time.Now().Before(end) && !f.Failed(); seed++ {
		f.seed = seed
		f.Logf("%s=%d", seedVariable, seed)
		fmt.Fprintf(os.Stderr, "contract fuzzer: %s=%d\n", seedVariable, seed)
		for _, op := range f.operations() {
			if op.id != "events" && op.id != "liveFrames" && f.unknownThing(op) == "" && time.Now().Before(end) {
				f.operation(op)
			}
		}
	}
}

// probe is a call of the fuzzer.
type probe struct {
	what string
	request
}

// caller returns an actor who may call an operation, with a valid request.
func (f *fuzzer) caller(op operation) (who *actor, valid request) {
	who = f.person("admin")
	valid, named := f.request(op, who, ours)
	if f.expected(op, who, ours, named) == forbidden {
		who = f.person("system")
		valid, _ = f.request(op, who, ours)
	}
	return who, valid
}

func (f *fuzzer) operation(op operation) {
	who, base := f.caller(op)
	probes := append(f.ofParameters(op, base), f.ofBody(op, base)...)
	seed := fnv.New64a()
	_, _ = io.WriteString(seed, op.id) // never fails
	order := rand.New(rand.NewPCG(seed.Sum64(), f.seed+1))
	order.Shuffle(len(probes), func(i, j int) { probes[i], probes[j] = probes[j], probes[i] })
	failures := 0
	for _, p := range probes[:min(len(probes), perOperation)] {
		a, err := f.attempt(who, p.request)
		if err != nil {
			f.Errorf("%s, %s: no answer: %v\n\t%s %.200s %.300s", op.id, p.what, err, p.method, p.path, p.body)
			continue
		}
		f.statuses[a.status]++
		if wrong := f.wrongWith(op, p, a); wrong != "" && failures < 3 {
			f.Errorf("%s, %s: %s\n\t%s %.200s %.300s\n\t%d %.300s", op.id, p.what, wrong, p.method, p.path, p.body, a.status, a.body)
			failures++
		}
		if op.changes() {
			f.putBack()
			if a.status < 300 {
				f.remind()
			}
		}
	}
}

// remind makes the server reload points that a call deleted and putBack restored: it caches points and loads missing
// ones on request.
func (f *fuzzer) remind() {
	rows, err := f.beside.Query("SELECT id FROM point")
	f.must(err)
	defer rows.Close()
	for rows.Next() {
		var id int64
		f.must(rows.Scan(&id))
		for _, who := range []string{"admin", "stranger"} { // only one of them can see the point
			f.do(f.person(who), request{method: "POST", path: "/api/monitor/extent", body: fmt.Sprintf(`{"measuringPointId":%d}`, id)})
		}
	}
	f.must(rows.Err())
}

// ofParameters returns probes with hostile values in each parameter of query and path.
func (f *fuzzer) ofParameters(op operation, base request) []probe {
	var list []probe
	for _, p := range op.Parameters {
		name := p.Value.Name
		values := append(slices.Clone(hostile), boundaries(p.Value.Schema.Value)...)
		for _, value := range values {
			text := strings.Trim(string(value), `"`)
			if unquoted := ""; json.Unmarshal([]byte(value), &unquoted) == nil {
				text = unquoted
			}
			r := base
			switch p.Value.In {
			case "query":
				r = querying(base, name, url.QueryEscape(text))
			case "path":
				if strings.HasSuffix(name, "Id") || text == "" {
					continue // the walk tests ids
				}
				r.path = strings.Replace(op.path, "{"+name+"}", url.PathEscape(text), 1)
				if strings.Contains(r.path, "{") {
					continue
				}
			default:
				continue
			}
			list = append(list, probe{fmt.Sprintf("%s %s = %.60s", p.Value.In, name, value), r})
		}
	}
	r := base
	r.path += map[bool]string{true: "&", false: "?"}[strings.Contains(r.path, "?")] + "page=1&page=2&nobodyKnowsThis=1&=&%=&;=%zz"
	return append(list, probe{"a broken query", r})
}

// ofBody returns probes with hostile values in each field of the body, and with broken bodies.
func (f *fuzzer) ofBody(op operation, base request) []probe {
	kind, schema := op.bodyKind()
	if kind != "application/json" {
		return nil
	}
	var list []probe
	send := func(what, body string) {
		r := base
		r.body = body
		list = append(list, probe{what, r})
	}
	for i, body := range hostileBodies(base.body) {
		send(fmt.Sprintf("broken body %d", i), body)
	}
	for _, kind := range []string{"text/plain", "application/xml", "multipart/form-data", "application/json; charset=latin1", ";;;"} {
		r := base
		r.kind = kind
		list = append(list, probe{"a body called " + kind, r})
	}
	var valid any
	decoder := json.NewDecoder(strings.NewReader(base.body))
	decoder.UseNumber()
	if err := decoder.Decode(&valid); err != nil {
		f.Fatalf("%s: the valid body is not JSON: %v in %s", op.id, err, base.body)
	}
	for _, place := range fieldsOf(schema, nil, 0) {
		values := append(slices.Clone(hostile), boundaries(place.schema)...)
		if name, ok := place.path[len(place.path)-1].(string); ok {
			list = append(list, probe{"without " + place.String(), carrying(base, written(without(valid, place.path)))})
			if isSecret(op.path, name) {
				values = []raw{
					raw(`"` + secretText + `"`), raw(`{"a":"` + secretText + `"}`), raw(`["` + secretText + `"]`),
					raw(`"` + strings.Repeat(secretText, 50) + `"`), `null`, `5`, `""`,
				}
			}
		}
		for _, value := range values {
			send(fmt.Sprintf("%v = %.60s", place, value), written(with(valid, place.path, value)))
		}
	}
	return list
}

func carrying(r request, body string) request {
	r.body = body
	return r
}

// wrongWith describes what is wrong with a response; "" if nothing is.
func (f *fuzzer) wrongWith(op operation, p probe, a answer) string {
	switch {
	case a.status >= 500:
		return "the server's own failure"
	case a.status == http.StatusConflict && !op.changes():
		return "a conflict where nothing changes"
	case strings.Contains(a.text(), secretText):
		return "the answer holds the submitted secret"
	case a.status == http.StatusBadRequest && a.kind() == "text/plain": // net/http rejects malformed HTTP itself
		return ""
	}
	if a.status >= 400 {
		f.checkFault(op, a)
	}
	return f.undocumented(op, a)
}

// undocumented describes where a response differs from the API document.
func (f *fuzzer) undocumented(op operation, a answer) string {
	asked, err := http.NewRequest(op.method, f.base+"/", nil)
	f.must(err)
	input := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{
			Request: asked,
			Route:   &routers.Route{Spec: f.document(), Path: op.path, PathItem: f.document().Paths.Value(op.path), Method: op.method, Operation: op.Operation},
		},
		Status: a.status, Header: a.head, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	}
	if a.status < 300 && a.kind() != "application/json" {
		input.Options.ExcludeResponseBody = true
		if response := op.Responses.Status(a.status); response == nil || response.Value.Content.Get(a.kind()) == nil && len(a.body) > 0 {
			return "the document knows no " + a.kind()
		}
	}
	if err := openapi3filter.ValidateResponse(f.Context(), input); err != nil {
		return err.Error()
	}
	return ""
}
