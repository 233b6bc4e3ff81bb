package app

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"plumbline/internal/testing/pgtest"
)

// Servers share a database. One of a version that works alone, which holds the lock exclusively and has every connection
// share a second one, keeps them out until its last connection is gone, and they keep it out.
func TestServersWaitForOneThatWorksAlone(t *testing.T) {
	url := pgtest.URL(t)
	open := func() *Installation {
		config := Config{Data: t.TempDir(), DatabaseURL: url, Key: strings.Repeat("07", 32)}
		in, err := Open(t.Context(), config, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = in.Close() })
		return in
	}
	first, second := open(), open()
	alone, err := first.DB.Reader().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	working, err := first.DB.Reader().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := alone.ExecContext(t.Context(), "SELECT pg_advisory_lock($1)", int64(serverLock)); err != nil {
		t.Fatal(err)
	}
	if _, err := working.ExecContext(t.Context(), "SELECT pg_advisory_lock_shared($1)", int64(workLock)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := lockInstance(t.Context(), second.Config); !errors.Is(err, errInstanceLocked) {
		t.Errorf("a server starts beside one that works alone: %v", err)
	}
	if _, err := alone.ExecContext(t.Context(), "SELECT pg_advisory_unlock($1)", int64(serverLock)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := lockInstance(t.Context(), second.Config); !errors.Is(err, errInstanceLocked) {
		t.Errorf("a server starts while one that works alone still has a connection: %v", err)
	}
	if _, err := working.ExecContext(t.Context(), "SELECT pg_advisory_unlock_shared($1)", int64(workLock)); err != nil {
		t.Fatal(err)
	}
	for _, in := range []*Installation{first, second} {
		_, release, err := lockInstance(t.Context(), in.Config)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = release() })
	}
	var locked bool
	if err := alone.QueryRowContext(t.Context(), "SELECT pg_try_advisory_lock($1)", int64(serverLock)).Scan(&locked); err != nil || locked {
		t.Errorf("one that works alone gets the lock: %v %v", locked, err)
	}
	if err := errors.Join(working.Close(), alone.Close()); err != nil {
		t.Fatal(err)
	}
}
