package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

const password = "Start-2468!"

// The program starts on an empty folder with the demo, serves, stops on request, and has all data after the next
// start, on both databases.
func TestStartStopStart(t *testing.T) {
	for name, url := range map[string]func(testing.TB) string{
		"sqlite":   func(testing.TB) string { return "" },
		"postgres": pgtest.URL,
	} {
		t.Run(name, func(t *testing.T) {
			config := app.Config{
				Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", Ops: "127.0.0.1:0", LogFormat: "text", Demo: true,
				DatabaseURL: url(t), AdminPassword: password, Version: "test",
			}
			first := run(t, config)
			for path, says := range map[string]string{
				"/healthz": "ok", "/readyz": "ok", "/api/openapi.json": `"openapi":"3.1`, "/api/reference": "<html",
				"/heartbeat": `{"moving":true`,
			} {
				if body, _ := first.get(t, path); !strings.Contains(body, says) {
					t.Errorf("%s says %.120q, want %q in it", path, body, says)
				}
			}
			_, head := first.get(t, "/projects/1")
			if policy := head.Get("Content-Security-Policy"); policy == "" || strings.Contains(policy, "unsafe-inline") {
				t.Errorf("policy of a page: %q", policy)
			}
			before := first.alerts(t)
			if before == 0 {
				t.Error("the demo's record has raised no alert")
			}
			if n := first.rules(t); n != 3 {
				t.Errorf("the demo has %d rules about alerts, want 3", n)
			}
			first.stop(t)

			config.Demo = false
			second := run(t, config)
			if after := second.alerts(t); after < before {
				t.Errorf("%d alerts after the restart, %d before", after, before)
			}
			if config.DatabaseURL == "" {
				if err := app.Run(t.Context(), config, io.Discard); err == nil || !strings.Contains(err.Error(), "works alone") {
					t.Errorf("a second server on the same folder: %v", err)
				}
			}
			second.stop(t)
		})
	}
}

type running struct {
	base   string
	output *output
	cancel context.CancelFunc
	ended  chan error
}

// output collects what the server prints; came is closed when it has printed its address.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
	once sync.Once
	came chan struct{}
}

var told = regexp.MustCompile(`is up: (https?://[0-9.:]+)`)

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.text.Write(p)
	if told.Match(o.text.Bytes()) {
		o.once.Do(func() { close(o.came) })
	}
	return n, err
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func run(t *testing.T, config app.Config) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{output: &output{came: make(chan struct{})}, cancel: cancel, ended: make(chan error, 1)}
	go func() { r.ended <- app.Run(ctx, config, r.output) }()
	select {
	case <-r.output.came:
	case err := <-r.ended:
		t.Fatalf("ended with %v:\n%s", err, r.output)
	}
	r.base = told.FindStringSubmatch(r.output.String())[1]
	return r
}

func (r *running) stop(t *testing.T) {
	t.Helper()
	r.cancel()
	select {
	case err := <-r.ended:
		if err != nil {
			t.Errorf("stopped with %v", err)
		}
	case <-time.After(10 * time.Second): // the guaranteed limit
		t.Fatal("did not stop within 10 s")
	}
}

func (r *running) get(t *testing.T, path string) (string, http.Header) {
	t.Helper()
	reply, err := http.Get(r.base + path)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body), reply.Header
}

var figures = regexp.MustCompile(`figures: (http://[0-9.:]+/metrics)`)

// metrics returns the metrics from the port of operations.
func (r *running) metrics(t *testing.T) string {
	t.Helper()
	found := figures.FindStringSubmatch(r.output.String())
	if found == nil {
		t.Fatalf("no operations port:\n%s", r.output)
	}
	reply, err := http.Get(found[1])
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// alerts waits until everything accepted has results and counts the alerts.
func (r *running) alerts(t *testing.T) int {
	t.Helper()
	for {
		metrics := r.metrics(t)
		if strings.Contains(metrics, "\nplumbline_results_waiting 0\n") && strings.Contains(metrics, "\nplumbline_journal_lag_seconds 0\n") {
			break
		}
		await.Pause()
	}
	var page struct{ Total int }
	r.read(t, "/api/alerts", &page)
	return page.Total
}

// rules returns the number of rules about alerts in all projects. No message of theirs may have been tried.
func (r *running) rules(t *testing.T) (count int) {
	t.Helper()
	var projects struct{ List []struct{ ID int64 } }
	r.read(t, "/api/projects?pageSize=50", &projects)
	for _, p := range projects.List {
		var rules struct{ List []struct{ ID int64 } }
		r.read(t, fmt.Sprintf("/api/projects/%d/alert-rules", p.ID), &rules)
		count += len(rules.List)
		var messages struct {
			List []struct{ State, Reason string }
		}
		r.read(t, fmt.Sprintf("/api/projects/%d/alert-messages?pageSize=200", p.ID), &messages)
		for _, m := range messages.List {
			if m.State != "skipped" || m.Reason != "noAddress" {
				t.Errorf("a message of project %d: %+v", p.ID, m)
			}
		}
		if len(rules.List) > 0 && len(messages.List) == 0 {
			t.Errorf("the rules of project %d have no messages", p.ID)
		}
	}
	return count
}

// read reads as the administrator.
func (r *running) read(t *testing.T, path string, into any) {
	t.Helper()
	reply, err := http.Post(r.base+"/api/sessions/signin", "application/json", strings.NewReader(fmt.Sprintf(`{"name":"admin","password":%q}`, password)))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var session struct{ Token string }
	if err := json.NewDecoder(reply.Body).Decode(&session); err != nil || session.Token == "" {
		t.Fatalf("sign in: status %d, %v", reply.StatusCode, err)
	}
	request, err := http.NewRequest(http.MethodGet, r.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+session.Token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d, %v", path, answer.StatusCode, err)
	}
}
