package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/durability"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// TestNothingIsAcknowledgedWithoutDurability: synchronous_commit is turned off while a server runs. It refuses readings
// until it is on again, and another server does not start.
func TestNothingIsAcknowledgedWithoutDurability(t *testing.T) {
	database := pgtest.New(t)
	database.Start(t)
	s := &several{T: t, url: database.URL()}
	server := s.join()
	s.seed(1, 1)
	set := func(value string, level durability.Level) {
		t.Helper()
		database.Exec(t, "ALTER SYSTEM SET synchronous_commit = '"+value+"'")
		database.Exec(t, "SELECT pg_reload_conf()")
		for server.promise.Now().Level != level && t.Context().Err() == nil {
			if err := server.promise.Look(t.Context()); err != nil {
				t.Fatal(err)
			}
			await.Pause()
		}
	}
	send := func() error {
		gauge := s.gauges[0]
		_, err := server.Intake.Commit(context.Background(), ingest.Frame{
			Device: gauge.ID, Register: gauge.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: began, Payload: []byte(`{"v":{"disp":1}}`),
		})
		return err
	}
	set("off", durability.Off)
	if err := send(); !errs.Is(err, errs.NotAvailable) || !errors.Is(err, durability.ErrOff) {
		t.Errorf("with off: %v", err)
	}
	if ready, reason := server.readiness(); ready || reason != "suspended" {
		t.Errorf("with off: ready %v, %q", ready, reason)
	}
	in, err := Open(t.Context(), Config{
		Data: t.TempDir(), DatabaseURL: s.url, Key: strings.Repeat("5a", 32), Version: "test",
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := in.Start(t.Context(), StartOptions{Held: true}); !errors.Is(err, durability.ErrOff) || strings.Contains(err.Error(), "\n") {
		t.Errorf("start with off: %v, want one line", err)
	}
	set("on", durability.On)
	if err := send(); err != nil {
		t.Errorf("with on again: %v", err)
	}
}
