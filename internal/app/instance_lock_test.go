package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// A server that has lost the database lock without noticing keeps the next one out while it has a working connection,
// and gets no new connection once the next one has started.
func TestTwoServersNeverShareADatabase(t *testing.T) {
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
	lost, release, err := first.lockInstance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = release() })
	working, err := first.DB.Reader().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_, err = second.DB.Reader().
		ExecContext(t.Context(),
			"SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := second.lockInstance(t.Context()); !errors.Is(err, errInstanceLocked) {
		t.Errorf("a second server got the lock while the first had a working connection: %v", err)
	}
	if err := <-lost; !errors.Is(err, errLost) {
		t.Errorf("the first server got %v", err)
	}
	if err := errors.Join(working.Close(), first.DB.Close()); err != nil {
		t.Fatal(err)
	}
	_, releaseSecond, err := second.lockInstance(t.Context())
	if err != nil {
		t.Fatalf("the second server does not get the lock after the first closed: %v", err)
	}
	t.Cleanup(func() { _ = releaseSecond() })
	if err := second.DB.Reader().PingContext(t.Context()); err != nil {
		t.Error(err)
	}

	// A connection opened by a process that is no longer the server.
	late := open()
	late.DB.Guard(func(ctx context.Context, conn *pgx.Conn) error { return shareWork(ctx, conn, 1) })
	if err := late.DB.Reader().PingContext(t.Context()); !errors.Is(err, database.ErrGuarded) || !database.Away(err) {
		t.Errorf("a process without the lock got a connection: %v", err)
	}
}
