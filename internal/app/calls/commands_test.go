package calls_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/command"
	"plumbline/internal/field/simulate"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/events"
)

// field is a harness whose logger is a simulated device on a real broker.
type field struct {
	*harness
	broker     *mqtt.Server
	dispatcher *command.Dispatcher
	web        *httptest.Server
}

// newField starts a harness with its device listeners; nothing is connected yet.
func newField(t *testing.T) *field {
	t.Helper()
	h := newHarness(t)
	listener, err := mqtt.Listen(mqtt.Config{Address: "127.0.0.1:0", Intake: h.Intake, Log: slog.New(slog.DiscardHandler), Arrived: h.Dispatcher.Connected})
	if err != nil {
		t.Fatal(err)
	}
	h.Dispatcher.SetLink(listener)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { h.Dispatcher.Run(ctx) })
	web := httptest.NewServer(h.API)
	t.Cleanup(func() {
		web.Close()
		cancel()
		running.Wait()
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
	})
	return &field{h, listener, h.Dispatcher, web}
}

// connect simulates the logger until the test ends or stop is called.
func (f *field) connect(change ...func(*simulate.Options)) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	o := simulate.Options{
		MQTT: f.broker.Address(), Register: f.Collector.Register, Secret: f.Secret, Server: f.web.URL, Fields: "1.freq,voltage", Interval: time.Hour, Speed: 1,
	}
	for _, c := range change {
		c(&o)
	}
	running.Go(func() {
		if err := simulate.Run(ctx, o, io.Discard); err != nil && ctx.Err() == nil {
			f.t.Error(err)
		}
	})
	var once sync.Once
	stop = func() { once.Do(func() { cancel(); running.Wait() }) }
	f.t.Cleanup(stop)
	return stop
}

// until waits for a command to reach a state, by events like a page.
func (f *field) until(path string, state string) fieldapi.Command {
	f.t.Helper()
	return f.untilIs(path, func(c fieldapi.Command) bool { return c.State == state })
}

func (f *field) untilIs(path string, is func(fieldapi.Command) bool) fieldapi.Command {
	f.t.Helper()
	return f.untilOneIs(path, 1, is)
}

// untilOneIs waits until one of the newest commands of a list is as expected.
func (f *field) untilOneIs(path string, newest int, is func(fieldapi.Command) bool) fieldapi.Command {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	received := f.Bus.Subscribe(ctx, events.Command)
	for {
		var page httpapi.Page[fieldapi.Command]
		w := f.call("owner", "GET", path, "")
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
			f.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		if i := slices.IndexFunc(page.List[:min(newest, len(page.List))], is); i >= 0 {
			return page.List[i]
		}
		if _, open := <-received; !open {
			f.t.Fatalf("no command reached the expected state: %s", w.Body)
		}
	}
}

func (f *field) ask(method, path, body string, want int) *httptest.ResponseRecorder {
	f.t.Helper()
	w := f.call("owner", method, f.path(path), body)
	if w.Code != want {
		f.t.Fatalf("%s %s: %d %s, want %d", method, path, w.Code, w.Body, want)
	}
	return w
}

const loggerCommands = "/api/corporations/{ours}/devices/{logger}/commands"

func TestCommandIsAnswered(t *testing.T) {
	f := newField(t)
	f.connect()
	commands := f.path(loggerCommands)
	f.ask("POST", loggerCommands, `{"kind":"setInterval","args":{"interval":1800}}`, 200)
	done := f.until(commands, "answered")
	if done.Code != 0 || string(done.Result) != `{"interval":1800}` || done.CreatedBy != f.Owner.Name || done.Attempts != 1 {
		t.Errorf("%+v", done)
	}
	f.ask("POST", "/api/structures/{structure}/measuring-points/{level}/send-command", `{"kind":"read"}`, 200)
	f.until(f.path("/api/structures/{structure}/measuring-points/{level}/commands"), "answered")
	w := f.ask("GET", "/api/corporations/{ours}/devices/{logger}/frames?decode=true", "", 200)
	for _, want := range []string{
		`"kind":"down"`, `"cmd\":\"setInterval\"`, `"type":"ack"`, `"type":"data"`, `"field":"freq"`, `\"sn\":\"WL-F5474\",\"ch\":1`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("the frames lack %s: %s", want, w.Body)
		}
	}
}

func TestLiveFrames(t *testing.T) {
	f := newField(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, "GET", f.web.URL+f.path("/api/corporations/{ours}/devices/{logger}/frames/live"), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+f.token("guest"))
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	if !lines.Scan() || lines.Text() != "event: ready" {
		t.Fatalf("%d %s", answer.StatusCode, lines.Text())
	}
	f.connect()
	f.ask("POST", loggerCommands, `{"kind":"read"}`, 200)
	wanted := []string{`"kind":"down"`, `"type":"ack"`, `"field":"voltage"`}
	for len(wanted) > 0 && lines.Scan() {
		wanted = slices.DeleteFunc(wanted, func(want string) bool { return strings.Contains(lines.Text(), want) })
	}
	if len(wanted) > 0 {
		t.Errorf("the stream never sent %v", wanted)
	}
}

func TestCommandWaitsUntilDeviceConnects(t *testing.T) {
	f := newField(t)
	w := f.ask("POST", loggerCommands, `{"kind":"reset","hang":false}`, 409)
	if !strings.Contains(w.Body.String(), `"code":5003`) {
		t.Errorf("offline: %s", w.Body)
	}
	if w := f.ask("POST", "/api/structures/{structure}/measuring-points/{level}/reset", "", 200); !strings.Contains(w.Body.String(), `"state":"hanging"`) {
		t.Errorf("%s", w.Body)
	}
	jobs := f.ask("GET", "/api/structures/{structure}/measuring-points/{level}/hang-jobs", "", 200)
	if !strings.Contains(jobs.Body.String(), `"total":1`) {
		t.Errorf("%s", jobs.Body)
	}
	stop := f.connect()
	f.until(f.path("/api/corporations/{ours}/devices/{gauge}/commands"), "answered")
	stop()

	// The device resumes its session on the broker and need not subscribe again.
	f.ask("POST", loggerCommands, `{"kind":"setTime"}`, 200)
	f.connect()
	f.until(f.path(loggerCommands), "answered")
}

// A command can be sent to a device right after it was created or connected, although the listeners learn of it by an
// event.
func TestCommandToNewDevice(t *testing.T) {
	f := newField(t)
	made := func(body string) string {
		w := f.ask("POST", "/api/corporations/{ours}/devices", f.path(body), 201)
		var d struct {
			ID int64 `json:"id"`
		}
		if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		return strconv.FormatInt(d.ID, 10)
	}
	own := made(`{"name":"New gauge that calls","type":"Crack","model":"own","sncode":"CR0009","register":"CR0009","projectId":{project}}`)
	w := f.ask("POST", "/api/corporations/{ours}/devices/"+own+"/commands", `{"kind":"setTime"}`, 200)
	if !strings.Contains(w.Body.String(), `"state":"hanging"`) {
		t.Errorf("%s", w.Body)
	}
	bare := made(`{"name":"New gauge","type":"Crack","model":"own","sncode":"CR0003","projectId":{project}}`)
	w = f.ask("POST", "/api/corporations/{ours}/devices/"+bare+"/commands", `{"kind":"read"}`, 409)
	if !strings.Contains(w.Body.String(), `"code":8410`) {
		t.Errorf("a gauge without a collector: %s", w.Body)
	}
}

func TestCommandInReplyToUpload(t *testing.T) {
	f := newField(t)
	f.ask("POST", loggerCommands, `{"kind":"setTime"}`, 200)
	upload := func(body string) string {
		t.Helper()
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		r := httptest.NewRequest("POST", httppush.Path+f.Collector.Register, strings.NewReader(body))
		r.Header.Set(httppush.TimeHeader, stamp)
		r.Header.Set(httppush.SignHeader, httppush.Sign(f.Secret, stamp, f.Collector.Register, []byte(body)))
		w := httptest.NewRecorder()
		f.API.ServeHTTP(w, r)
		if w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	var reply struct{ Commands []struct{ ID, Cmd string } }
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for n := 0; len(reply.Commands) == 0 && ctx.Err() == nil; n++ { // until the dispatcher has polled its queue
		if err := json.Unmarshal([]byte(upload(fmt.Sprintf(`{"t":%d,"v":{"voltage":12}}`, time.Now().UnixMilli()+int64(n)))), &reply); err != nil {
			t.Fatal(err)
		}
	}
	if len(reply.Commands) != 1 || reply.Commands[0].Cmd != "setTime" {
		t.Fatalf("%+v", reply)
	}
	if got := upload(`{"t":1795134600000,"v":{"voltage":12}}`); got != `{"accepted":1}` {
		t.Errorf("while the command is in transit: %s", got)
	}
	upload(`{"type":"ack","id":"` + reply.Commands[0].ID + `","code":0,"msg":"done","v":{"any":"thing"}}`)
	if done := f.until(f.path(loggerCommands), "answered"); done.Message != "done" || string(done.Result) != `{"any":"thing"}` {
		t.Errorf("%+v", done)
	}
}

func TestWrongClockIsSetOnce(t *testing.T) {
	f := newField(t)
	stop := f.connect(func(o *simulate.Options) { o.ClockOff, o.Interval = -10*time.Minute, 20*time.Millisecond })
	set := f.until(f.path(loggerCommands), "answered")
	if set.Kind != "setTime" || set.CreatedBy != "" || string(set.Result) != `{"off":-600000}` {
		t.Errorf("the clock was set by %+v", set)
	}
	stop()

	// The clock drifts again within six hours: no automatic correction, but a manual one works.
	f.connect(func(o *simulate.Options) { o.ClockOff = 10 * time.Minute })
	f.ask("POST", loggerCommands, `{"kind":"read"}`, 200)
	f.until(f.path(loggerCommands), "answered")
	list := f.ask("GET", loggerCommands, "", 200)
	if !strings.Contains(list.Body.String(), `"total":2`) {
		t.Errorf("the time was sent again: %s", list.Body)
	}
}

func TestTryFrameStoresNothing(t *testing.T) {
	f := newHarness(t)
	over := func(transport, content string) (tried fieldapi.TriedFrame) {
		t.Helper()
		body, err := json.Marshal(map[string]string{"content": content, "format": "text", "transport": transport})
		if err != nil {
			t.Fatal(err)
		}
		w := f.call("guest", "POST", f.path("/api/corporations/{ours}/devices/{logger}/frames/try"), string(body))
		if err := json.Unmarshal(w.Body.Bytes(), &tried); err != nil || w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		return tried
	}
	try := func(content string) fieldapi.TriedFrame { t.Helper(); return over("mqtt", content) }
	for _, version := range []string{
		`{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":2}]}}`,
		`{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`,
		`{"aspect":"thresholds","validFrom":1700000000000,"value":{"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}}`,
	} {
		if w := f.call("owner", "POST", f.path("/api/structures/{structure}/measuring-points/{point}/versions"), f.path(version)); w.Code != 201 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var good fieldapi.TriedFrame
	for ctx.Err() == nil && (len(good.Points) == 0 || good.Points[0].Level == 0) { // until the configuration event has arrived
		good = try(`{"type":"data","t":1795134600000,"ch":[{"no":2,"disp":2.5,"temp":15.7}]}`)
	}
	if good.Type != "data" || good.Refusal != "" || len(good.Readings) != 1 || good.Readings[0].ChannelNo != 2 || good.Readings[0].Time != 1795134600000 {
		t.Errorf("%+v", good)
	}
	want := fieldapi.TriedPoint{
		MeasuringPointID: f.Crack.ID, StructureID: f.Structure.ID, Name: f.Crack.Name, Level: 2, Judged: true,
		Results: []fieldapi.TriedResult{{Time: 1795134600000, Flags: []string{}, Values: []fieldapi.DecodedValue{{Field: "width", Value: new(2.5)}}}},
	}
	if diff := cmp.Diff([]fieldapi.TriedPoint{want}, good.Points); diff != "" {
		t.Errorf("points (-want +got):\n%s", diff)
	}
	if r := good.Reached[0]; len(r.Points) != 1 || r.Points[0] != f.Crack.ID || r.Why != "" || !slices.Equal(r.Unused, []string{"temp"}) {
		t.Errorf("the reading reaches %+v", r)
	}
	early := try(`{"type":"data","t":1700000400000,"ch":[{"no":2,"disp":2.5}]}`)
	if r := early.Reached[0]; r.Why != "later" || r.Point != f.Crack.Name || r.At != 1700000500000 {
		t.Errorf("a reading before the binding reaches %+v", r)
	}
	if r := try(`{"type":"data","t":1795134600000,"ch":[{"no":7,"disp":2.5}]}`).Reached[0]; r.Why != "noPoint" || len(r.Unused) != 1 {
		t.Errorf("a reading of a free channel reaches %+v", r)
	}
	const half = `{"records":[{"t":1,"v":{"voltage":3}},{"v":{"voltage":4}}]}`
	if whole := over("http", half); whole.Refusal == "" || len(whole.Readings) != 0 {
		t.Errorf("over HTTP a body is accepted or rejected as a whole: %+v", whole)
	}
	long := `{"v":{"voltage":12}` + strings.Repeat(" ", 300<<10) + `}`
	if tried := over("http", long); tried.Refusal != "" || len(tried.Readings) != 1 {
		t.Errorf("over HTTP 300 KiB are allowed: %+v", tried)
	}
	if tried := try(long); tried.Refusal == "" || len(tried.Readings) != 0 {
		t.Errorf("over MQTT 300 KiB are too large: %+v", tried)
	}
	if mixed := try(half); mixed.Refusal == "" || mixed.Fields["records[0].t"] == "" || len(mixed.Readings) != 1 || !mixed.Readings[0].TimeFixed {
		t.Errorf("%+v", mixed)
	}
	if bad := try(`{"type":"data","v":{"a":}`); bad.Refusal == "" || len(bad.Readings) != 0 {
		t.Errorf("%+v", bad)
	}
	for body, field := range map[string]string{`{"format":"hex","content":"0x0"}`: "content", `{"format":"text","content":""}`: "content"} {
		w := f.call("guest", "POST", f.path("/api/corporations/{ours}/devices/{logger}/frames/try"), body)
		if w.Code != 422 || !strings.Contains(w.Body.String(), `"`+field+`"`) {
			t.Errorf("%s: %d %s", body, w.Code, w.Body)
		}
	}
	w := f.call("owner", "GET", f.path("/api/corporations/{ours}/devices/{logger}/frames"), "")
	if !strings.Contains(w.Body.String(), `"list":[]`) {
		t.Errorf("something was stored: %s", w.Body)
	}
}
