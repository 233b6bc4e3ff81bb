package source_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// cloud is a partner's service with readings of two stations every hour, ten on a page.
type cloud struct {
	*httptest.Server
	mu    sync.Mutex
	last  int64 // hour of the newest reading
	asked []string
	fails int // status of the answers; 0: 200
}

const firstHour = 472_000 // since 1970, in 2023

func openCloud(t *testing.T) *cloud {
	c := &cloud{last: firstHour + 11}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

func (c *cloud) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	q := r.URL.Query()
	c.asked = append(c.asked, q.Get("from")+" "+q.Get("page"))
	if c.fails != 0 {
		w.WriteHeader(c.fails)
		return
	}
	if r.Header.Get("X-Token") != "very secret" {
		_, _ = fmt.Fprint(w, `{"code":401,"msg":"no token"}`)
		return
	}
	from, _ := strconv.ParseInt(q.Get("from"), 10, 64)
	page, _ := strconv.Atoi(q.Get("page"))
	var rows []string
	for hour := max(firstHour, (from+3599)/3600); hour <= c.last; hour++ {
		rows = append(rows, fmt.Sprintf(`{"sn":"WL-F5474","ts":%d,"level":%d.5}`, hour*3600, hour-firstHour))
	}
	rows = rows[min(10*(page-1), len(rows)):min(10*page, len(rows))]
	_, _ = fmt.Fprintf(w, `{"code":0,"data":{"list":[%s]}}`, strings.Join(rows, ","))
}

func (c *cloud) said() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := strings.Join(c.asked, ", ")
	c.asked = nil
	return list
}

func (c *cloud) change(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	do()
}

const mapping = `{"success":{"path":"code","is":["0"]},"message":"msg","rows":"data.list","device":"sn","time":{"path":"ts","format":"s"},"values":[{"path":"level","field":"freq"}]}`

func (r *rig) pull(address string) map[string]any {
	return map[string]any{
		"name": "cloud", "kind": "pull", "enabled": true, "deviceIds": []int64{r.Collector.ID},
		"settings": map[string]any{"pull": map[string]any{
			"url": address + "/data?from={from}&page={page}", "every": 300, "since": firstHour * 3_600_000, "timeFormat": "s",
			"headers": []any{map[string]string{"name": "X-Token", "value": "{secret.token}"}}, "paging": map[string]any{"by": "number", "first": 1},
		}},
		"secrets": []any{map[string]string{"name": "token", "value": "very secret"}}, "mapping": json.RawMessage(mapping),
	}
}

// A source asks page by page from where it stopped, and its readings are those of the device behind the collector.
func TestPullGoesOnWhereItStopped(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			c, r := openCloud(t), start(t, engine)
			at := r.create(r.pull(c.URL))
			r.run()
			if got := c.said(); got != "1699200000 1, 1699200000 2, 1699200000 3" {
				t.Errorf("asked %s", got)
			}
			if got := strings.Split(r.readings(r.Collector.ID, 1), ", "); len(got) != 12 || got[11] != "1699239600 freq=11.5" {
				t.Errorf("readings %v", got)
			}
			r.run() // not due
			if got := c.said(); got != "" {
				t.Errorf("asked too early: %s", got)
			}
			c.change(func() { c.last++ })
			state := r.again(at)
			if got := c.said(); got != "1699239600 1, 1699239600 2" {
				t.Errorf("asked %s", got)
			}
			if got := strings.Split(r.readings(r.Collector.ID, 1), ", "); len(got) != 13 {
				t.Errorf("readings %v", got)
			}
			if state["state"] != "waiting" || state["lastGood"].(float64) == 0 || state["failures"].(float64) != 0 {
				t.Errorf("state %v", state)
			}
			runs := r.ask("GET", at+"/runs", nil, 200)
			if first := runs["list"].([]any)[0].(map[string]any); runs["total"].(float64) != 2 || first["requests"].(float64) != 2 || first["readings"].(float64) != 2 {
				t.Errorf("runs %v", runs)
			}
			r.ask("DELETE", at, nil, 200)
			r.ask("GET", at, nil, 404)
		})
	}
}

// What the other system answers with before the mapping fits is kept, and gives its readings once it does.
func TestAnswersAreReadAgainWithACorrectedMapping(t *testing.T) {
	c, r := openCloud(t), start(t, apptest.Engines()[0])
	body := r.pull(c.URL)
	body["mapping"] = json.RawMessage(strings.Replace(mapping, "data.list", "data.rows", 1))
	at := r.create(body)
	r.run()
	state := r.ask("GET", at, nil, 200)
	if state["state"] != "failing" || state["code"].(float64) != float64(errs.MustExist.Code) || !strings.HasPrefix(state["problem"].(string), "rows: ") {
		t.Errorf("state %v", state)
	}
	body["mapping"], body["mappedFrom"] = json.RawMessage(mapping), 0
	body["secrets"] = []any{map[string]string{"name": "token"}}
	r.ask("PUT", at, body, 200)
	if revived, failed, err := r.Intake.Replay(t.Context(), r.Collector.ID, nil); revived != 1 || len(failed) > 0 || err != nil {
		t.Errorf("revived %d, failed %v, %v", revived, failed, err)
	}
	if got := strings.Split(r.readings(r.Collector.ID, 1), ", "); len(got) != 10 {
		t.Errorf("readings %v", got)
	}
	r.run() // the first page comes again: the same readings
	if got := strings.Split(r.readings(r.Collector.ID, 1), ", "); len(got) != 12 {
		t.Errorf("readings %v", got)
	}
}

// Secrets go to the host that they were entered for, and nowhere else.
func TestSecretsStayWhereTheyWereMeantFor(t *testing.T) {
	c, r := openCloud(t), start(t, apptest.Engines()[0])
	body := r.pull(c.URL)
	at := r.create(body)
	for _, path := range []string{"", at} {
		if got := r.Call(t.Context(), t, "admin", "GET", r.base+path, "").Body.String(); strings.Contains(got, "very secret") || !strings.Contains(got, `"token"`) {
			t.Errorf("%s", got)
		}
	}
	body = r.pull("http://127.0.0.1:1")
	body["secrets"] = []any{map[string]string{"name": "token"}}
	refused := func(path, method string, message *errs.Message) {
		t.Helper()
		if got := r.ask(method, path, body, 422); got["code"].(float64) != float64(message.Code) {
			t.Errorf("got %v, want %s", got, message.Key)
		}
	}
	refused(at, "PUT", errs.SecretsAgain)
	body["dataSourceId"] = json.RawMessage(at[1:])
	refused("/try", "POST", errs.SecretsAgain)
	delete(body, "dataSourceId")
	refused("", "POST", errs.SecretUnknown)
	var stored string
	if err := r.DB.Reader().QueryRowContext(t.Context(), "SELECT CAST(secrets AS TEXT) || settings FROM source").Scan(&stored); err != nil || strings.Contains(stored, "very secret") {
		t.Errorf("stored: %q, %v", stored, err)
	}
}

func TestTryShowsAnswerAndReadings(t *testing.T) {
	c, r := openCloud(t), start(t, apptest.Engines()[0])
	body := r.pull(c.URL)
	body["settings"].(map[string]any)["pull"].(map[string]any)["url"] = c.URL + "/data?from={from}&page={page}&token={secret.token}"
	got := r.ask("POST", "/try", body, 200)
	if address := got["request"].(string); !strings.HasSuffix(address, "&token=***") || strings.Contains(address, "very") {
		t.Errorf("request %s", address)
	}
	tried := got["tried"].(map[string]any)
	if len(tried["readings"].([]any)) != 10 || !strings.HasPrefix(got["answer"].(string), `{"code":0`) {
		t.Errorf("tried %v", got)
	}
	body["secrets"] = []any{map[string]string{"name": "token", "value": "wrong"}}
	tried = r.ask("POST", "/try", body, 200)["tried"].(map[string]any)
	if tried["refusal"] != "The other system reports a failure: no token" {
		t.Errorf("tried %v", tried)
	}
	c.change(func() { c.fails = 503 })
	if got := r.ask("POST", "/try", body, 200); got["failure"] != "The other system returned the HTTP status 503" {
		t.Errorf("tried %v", got)
	}
	if got := r.readings(r.Collector.ID, 1); got != "" {
		t.Errorf("stored: %s", got)
	}
}

// A source that fails waits longer each time, and says why.
func TestPullThatFailsSaysWhy(t *testing.T) {
	c, r := openCloud(t), start(t, apptest.Engines()[0])
	at := r.create(r.pull(c.URL))
	c.change(func() { c.fails = 500 })
	r.run()
	first := r.again(at)
	if first["code"].(float64) != float64(errs.AnswerStatus.Code) || first["state"] != "failing" {
		t.Errorf("state %v", first)
	}
	c.Close()
	if got := r.again(at); got["code"].(float64) != float64(errs.SourceUnreachable.Code) {
		t.Errorf("state %v", got)
	}
	body := r.pull("http://10.9.8.7")
	r.ask("PUT", at, body, 200)
	r.run()
	if got := r.ask("GET", at, nil, 200); got["code"].(float64) != float64(errs.AddressForbidden.Code) {
		t.Errorf("state %v", got)
	}
}

func TestPullsThatAreRefused(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	for name, of := range map[string]struct {
		change  func(body, pull map[string]any)
		message *errs.Message
		field   string
	}{
		"placeholder in the host": {func(_, p map[string]any) { p["url"] = "https://{serial}.example.com/?p={page}" }, errs.PullAddress, "settings.pull.url"},
		"account in the address":  {func(_, p map[string]any) { p["url"] = "https://me:pw@example.com/?p={page}" }, errs.PullAddress, "settings.pull.url"},
		"unknown placeholder":     {func(_, p map[string]any) { p["url"] = "https://a.example/?p={page}&u={until}" }, errs.PlaceholderUnknown, "settings.pull.url"},
		"no page":                 {func(_, p map[string]any) { p["url"] = "https://a.example/" }, errs.PlaceholderMissing, "settings.pull.url"},
		"header of the client":    {func(_, p map[string]any) { p["headers"] = []any{map[string]string{"name": "Host", "value": "x"}} }, errs.HeaderInvalid, "settings.pull.headers[0].name"},
		"time format":             {func(_, p map[string]any) { p["timeFormat"] = "noon" }, errs.NotOneOf, "settings.pull.timeFormat"},
		"two devices":             {func(b, _ map[string]any) { b["deviceIds"] = []int64{r.Collector.ID, r.Gauge.ID} }, errs.DeviceInTemplate, "settings.pull.url"},
		"no register":             {func(b, _ map[string]any) { b["deviceIds"] = []int64{r.Gauge.ID} }, errs.NeedsRegister, "deviceIds[0]"},
		"device elsewhere":        {func(b, _ map[string]any) { b["deviceIds"] = []int64{r.Spare.ID} }, errs.MustExist, "deviceIds[0]"},
		"mapping":                 {func(b, _ map[string]any) { b["mapping"] = json.RawMessage(`{"values":[]}`) }, errs.TooFewEntries, "mapping.values"},
		"no settings":             {func(b, _ map[string]any) { b["settings"] = map[string]any{} }, errs.Empty, "settings.pull"},
	} {
		body := r.pull("http://127.0.0.1:1")
		of.change(body, body["settings"].(map[string]any)["pull"].(map[string]any))
		got := r.ask("POST", "", body, 422)
		if fields := got["fields"].(map[string]any); got["code"].(float64) != float64(of.message.Code) && fields[of.field] == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Survey software posts JSON that it has designed, with the secret of the device, read by the same mapping.
func TestSurveySoftwarePosts(t *testing.T) {
	r := start(t, apptest.Engines()[0])
	const link = `{"validFrom":0,"value":{"protocol":"jsonmap","profile":{"rows":"points","time":{"path":"$.time","format":"s"},"channel":"no","values":[{"path":"f","field":"freq"}]}}}`
	path := fmt.Sprintf("/api/corporations/%d/devices/%d/link-config", r.Corporation.ID, r.Collector.ID)
	if got := r.Call(t.Context(), t, "admin", "PATCH", path, link); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	post := func(secret, body string, status int) {
		t.Helper()
		request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/ingest/v1/"+r.Collector.Register, strings.NewReader(body))
		request.Header.Set("Authorization", "Bearer "+secret)
		w := httptest.NewRecorder()
		r.API.ServeHTTP(w, request)
		if w.Code != status {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	const body = `{"time":1700000000,"points":[{"no":1,"f":2.5}]}`
	post("wrong", body, 401)
	post(r.Secret, `{"points":[{"no":1,"f":2.5}]}`, 422)
	post(r.Secret, body, 200)
	if err := r.Intake.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := r.readings(r.Collector.ID, 1); got != "1700000000 freq=2.5" {
		t.Errorf("stored %s", got)
	}
}

// An answer continues at the address or with the cursor that it has. The next page of another host is not asked for: it
// would get the secrets.
func TestAnswersThatContinue(t *testing.T) {
	pages := map[string]string{
		"":  `{"rows":[{"t":1700000000,"f":1}],"next":"/data?page=b","cursor":"b"}`,
		"b": `{"rows":[{"t":1700000060,"f":2}],"next":"/data?page=c","cursor":"c"}`,
		"c": `{"rows":[{"t":1700000120,"f":3}],"next":null,"cursor":""}`,
		"x": `{"rows":[{"t":1700000180,"f":4}],"next":"http://127.0.0.1:1/data"}`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, pages[r.URL.Query().Get("page")])
	}))
	t.Cleanup(server.Close)
	for by, url := range map[string]string{"link": "/data", "cursor": "/data?page={cursor}"} {
		r := start(t, apptest.Engines()[0])
		body := func(url string) map[string]any {
			b := r.pull(server.URL)
			pull := b["settings"].(map[string]any)["pull"].(map[string]any)
			pull["url"], pull["paging"] = server.URL+url, map[string]any{"by": by, "path": map[string]string{"link": "next", "cursor": "cursor"}[by]}
			b["mapping"] = json.RawMessage(`{"rows":"rows","time":{"path":"t","format":"s"},"values":[{"path":"f","field":"freq","channel":1}]}`)
			return b
		}
		at := r.create(body(url))
		r.run()
		if got := r.readings(r.Collector.ID, 1); got != "1700000000 freq=1, 1700000060 freq=2, 1700000120 freq=3" {
			t.Errorf("%s: %s", by, got)
		}
		if by == "link" {
			r.ask("PUT", at, body("/data?page=x"), 200)
			r.run()
			if got := r.ask("GET", at, nil, 200); got["code"].(float64) != float64(errs.LinkElsewhere.Code) {
				t.Errorf("state %v", got)
			}
		}
	}
}
