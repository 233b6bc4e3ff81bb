package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/series"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
)

// A server started before PostgreSQL waits for it. One that loses it rejects what it cannot store and recovers by
// itself: exactly the acknowledged readings are stored.
func TestPostgreSQLOutage(t *testing.T) {
	pg := pgtest.New(t)
	config := app.Config{
		Data: t.TempDir(), HTTP: process.FreeAddress(), MQTT: process.FreeAddress(), Ops: "127.0.0.1:0", LogFormat: "text",
		DatabaseURL: pg.URL(), AdminPassword: password, Version: "test",
	}
	r := &running{base: "http://" + config.HTTP, output: &output{came: make(chan struct{})}, ended: make(chan error, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	r.cancel = cancel
	go func() { r.ended <- app.Run(ctx, config, r.output) }()
	r.until(t, "/readyz", http.StatusServiceUnavailable)
	r.until(t, "/healthz", http.StatusOK)
	r.until(t, "/heartbeat", http.StatusServiceUnavailable)
	r.until(t, "/sign", http.StatusOK)
	if status, body := r.call(t, "GET", "/api/projects", "", nil); status != 503 || !strings.Contains(body, `"code":2007`) {
		t.Errorf("a call while the database is unreachable: %d %s", status, body)
	}
	pg.Start(t)
	r.until(t, "/readyz", http.StatusOK)
	r.until(t, "/heartbeat", http.StatusOK)
	device, secret := r.device(t)
	if status := r.send(t, secret, `{"t":946684800001,"ch":[{"no":1,"disp":0}]}`); status != http.StatusOK {
		t.Errorf("the first reading of a new device: %d", status)
	}

	var kept []int64 // times of acknowledged readings
	sent := map[int64]bool{}
	next := time.Now().Add(-time.Hour).Truncate(time.Second).UnixMilli()
	send := func() int {
		next += 1000
		sent[next] = true
		status := r.send(t, secret, fmt.Sprintf(`{"t":%d,"ch":[{"no":2,"disp":%d}]}`, next, next/1000%1000))
		if status == http.StatusOK {
			kept = append(kept, next)
		}
		return status
	}
	const outages = 3
	for range outages {
		for range 20 {
			if status := send(); status != http.StatusOK {
				t.Fatalf("reply to a reading: %d", status)
			}
		}
		pg.Stop()
		for refused := 0; refused < 50; {
			switch status := send(); status {
			case http.StatusServiceUnavailable:
				refused++
			case http.StatusOK:
				t.Fatal("a reading is acknowledged without a database")
			default:
				t.Fatalf("reply to a reading while the database is unreachable: %d", status)
			}
		}
		r.until(t, "/readyz", http.StatusServiceUnavailable)
		pg.Start(t)
		for send() != http.StatusOK { // the server recovers by itself
			await.Pause()
		}
	}
	for !strings.Contains(r.metrics(t), "\nplumbline_journal_lag_seconds 0\n") {
		time.Sleep(10 * time.Millisecond) // acknowledged readings are being stored
	}
	r.stop(t)
	log := r.output.String()
	if away, back := strings.Count(log, "the database is unreachable: readings are refused"), strings.Count(log,
		"the database is back"); away != outages+1 || back != outages+1 {
		t.Errorf("logged unreachable %d times, reachable %d times:\n%s", away, back, log)
	}
	if lines := strings.Count(log, "\n"); lines > 200 {
		t.Errorf("%d lines of log", lines)
	}

	in, err := app.Open(t.Context(), config, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var there []int64
	err = in.Series.Scan(t.Context(), series.RawID(device, 2), 0, 1<<50, nil, func(b *series.Block) error {
		there = append(there, b.Times...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range kept {
		if !slices.Contains(there, at) {
			t.Errorf("the acknowledged reading of %d is lost", at)
		}
	}
	for _, at := range there {
		if !sent[at] {
			t.Errorf("a reading of %d was never sent", at)
		}
	}
}

// until waits until a path returns a status.
func (r *running) until(t *testing.T, path string, status int) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for {
		reply, err := http.Get(r.base + path)
		if err == nil {
			_ = reply.Body.Close()
			if reply.StatusCode == status {
				return
			}
		}
		select {
		case err := <-r.ended:
			t.Fatalf("the server ended: %v\n%s", err, r.output)
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s never returned %d:\n%s", path, status, r.output)
		}
	}
}

func (r *running) call(t *testing.T, method, path, token string, body any) (int, string) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	status, answer := r.exchange(t, method, token, path, text)
	return status, string(answer)
}

// device creates a device that sends over HTTP.
func (r *running) device(t *testing.T) (id int64, secret string) {
	t.Helper()
	ask := func(path, token string, body, into any) {
		t.Helper()
		status, text := r.call(t, "POST", path, token, body)
		if err := json.Unmarshal([]byte(text), into); err != nil || status >= 300 {
			t.Fatalf("%s: %d %s", path, status, text)
		}
	}
	var session struct {
		Token string
		User  struct{ CorporationID int64 }
	}
	ask("/api/sessions/signin", "", map[string]string{"name": "admin", "password": password}, &session)
	var project struct{ ID int64 }
	ask("/api/projects", session.Token, map[string]any{"name": "Dam", "longitude": 116.1, "latitude": 39.7}, &project)
	var device struct {
		ID     int64
		Secret string
	}
	ask(fmt.Sprintf("/api/corporations/%d/devices", session.User.CorporationID), session.Token, map[string]any{
		"name": "Gauge", "type": "HDA3", "model": "HDA3-16", "sncode": "OUT-1", "register": "OUT-1", "projectId": project.ID,
	}, &device)
	return device.ID, device.Secret
}

// send posts a signed message of the device.
func (r *running) send(t *testing.T, secret, body string) int {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, r.base+"/ingest/v1/OUT-1", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	request.Header.Set(httppush.TimeHeader, at)
	request.Header.Set(httppush.SignHeader, httppush.Sign(secret, at, "OUT-1", []byte(body)))
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	_, _ = io.Copy(io.Discard, reply.Body)
	return reply.StatusCode
}
