package telemetry

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestLogLinesHaveRequestID(t *testing.T) {
	var out bytes.Buffer
	log := NewLogger(&out, JSON, slog.LevelInfo).With("part", "api").WithGroup("g")
	log.InfoContext(WithRequestID(context.Background(), "abc123"), "done", "n", 1)
	log.DebugContext(context.Background(), "too fine")
	var line struct {
		Msg  string `json:"msg"`
		Part string `json:"part"`
		G    struct {
			N       int    `json:"n"`
			Request string `json:"request"`
		} `json:"g"`
	}
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v in %s", err, &out)
	}
	if line.Msg != "done" || line.Part != "api" || line.G.Request != "abc123" || line.G.N != 1 {
		t.Errorf("got %s", &out)
	}
	out.Reset()
	NewLogger(&out, Text, slog.LevelInfo).Info("outside")
	if strings.Contains(out.String(), "request=") {
		t.Errorf("a line outside of a request: %s", &out)
	}
}

func TestMetricsIncludeWatchedValues(t *testing.T) {
	m := NewMetrics("v1.2.3")
	m.WatchIntake(Intake{Accepted: func() float64 { return 42 }, Lag: func() float64 { return 0.25 }})
	m.WatchDisk(Disk{Free: func() float64 { return 1e9 }})
	m.Request(http.MethodGet, "/api/projects/{projectId}", 200, 3*time.Millisecond)
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for _, want := range []string{
		"plumbline_frames_accepted_total 42", "plumbline_journal_lag_seconds 0.25", "plumbline_disk_free_bytes 1e+09",
		`plumbline_build_info{version="v1.2.3"} 1`, `plumbline_http_request_seconds_count{method="GET",route="/api/projects/{projectId}"} 1`,
		`plumbline_http_requests_total{method="GET",route="/api/projects/{projectId}",status="2xx"} 1`,
		"process_resident_memory_bytes", "go_goroutines",
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(w.Body.String(), "plumbline_frames_refused_total") {
		t.Error("a metric without a source is shown")
	}
}

func TestUnreachableDatabaseIsLoggedOncePerMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		log := NewLogger(&out, Text, slog.LevelInfo).With("part", "intake")
		away := fmt.Errorf("commit: %w", &net.OpError{Op: "dial", Err: errors.New("refused")})
		for range 7700 {
			log.Error("frames refused", "error", away)
			log.Error("something else", "error", errors.New("broken"))
		}
		time.Sleep(time.Minute) // the synctest clock
		log.Error("frames refused", "error", away)
		if n := strings.Count(out.String(), "frames refused"); n != 2 || !strings.Contains(out.String(), "repeated=7699") {
			t.Errorf("%d lines", n)
		}
		if n := strings.Count(out.String(), "something else"); n != 7700 {
			t.Errorf("%d lines of the other error", n)
		}
	})
}

// An arbitrary HTTP method of a client creates no new metric series.
func TestUnknownMethodsAddNoSeries(t *testing.T) {
	m := NewMetrics("v")
	lines := func() int {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
		if strings.Contains(w.Body.String(), "BREW") {
			t.Error("a client's method is in the metrics")
		}
		return strings.Count(w.Body.String(), "plumbline_http_")
	}
	m.Request("BREW", "/api/projects", 405, time.Millisecond)
	before := lines()
	for i := range 1000 {
		m.Request(fmt.Sprintf("BREW%d", i), fmt.Sprintf("/api/route-%d", i%7), 405, time.Millisecond)
	}
	if after := lines(); after != before {
		t.Errorf("%d series, before %d", after, before)
	}
}

func TestHealthAndReadiness(t *testing.T) {
	failing := errors.New("disk /secret/path is gone")
	check := func(name string, err error) Check {
		return Check{Name: name, Run: func(context.Context) error { return err }}
	}
	for _, c := range []struct {
		handler http.Handler
		status  int
		body    string
	}{
		{Healthz(), 200, "ok\n"},
		{Readyz(), 200, "ok\n"},
		{Readyz(check("database", nil), check("journal", nil)), 200, "ok\n"},
		{Readyz(check("database", nil), check("journal", failing)), 503, "not ready\n"},
		{ReadyzInDetail(check("database", nil), check("journal", failing)), 503, "journal\n"},
	} {
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if w.Code != c.status || w.Body.String() != c.body {
			t.Errorf("got %d %q, want %d %q", w.Code, w.Body, c.status, c.body)
		}
	}
}
