package database_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// open opens a database for the time of the test.
func open(t *testing.T, address string) *database.DB {
	t.Helper()
	db, err := database.OpenPostgres(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

type row interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func setting(t *testing.T, q row, name string) (value string) {
	t.Helper()
	if err := q.QueryRowContext(t.Context(), "SELECT current_setting($1)", name).Scan(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// Every session has its limits, on a connection over the network also those of the network. The address and the work
// in the background change single ones.
func TestEverySessionHasLimits(t *testing.T) {
	server := pgtest.NewOnLoopback(t)
	server.Start(t)
	want := map[string]string{
		"idle_in_transaction_session_timeout": "4s", "lock_timeout": "10s", "statement_timeout": "1min", "tcp_user_timeout": "4000",
		"tcp_keepalives_idle": "2", "application_name": "plumbline",
	}
	db := open(t, server.URL())
	alone, err := database.Connect(t.Context(), server.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer alone.Close(t.Context())
	for name, value := range want {
		if got := setting(t, db.Reader(), name); got != value {
			t.Errorf("%s is %s in the pool, want %s", name, got, value)
		}
		var got string
		if err := alone.QueryRow(t.Context(), "SELECT current_setting($1)", name).Scan(&got); err != nil || got != value {
			t.Errorf("%s is %s in a session outside the pool, want %s: %v", name, got, value, err)
		}
	}
	if got := setting(t, open(t, server.URL()+" statement_timeout=90000").Reader(), "statement_timeout"); got != "90s" {
		t.Errorf("the address sets statement_timeout to 90 s, but it is %s", got)
	}
	err = db.Write(database.WithStatementTimeout(t.Context(), 5*time.Minute), func(tx *database.Tx) error {
		if got := setting(t, tx, "statement_timeout"); got != "5min" {
			t.Errorf("statement_timeout is %s in the background, want 5min", got)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Work that the database ends at a limit may succeed later: it is neither a mistake of the caller nor of the server.
func TestWorkOverItsLimit(t *testing.T) {
	address := pgtest.URL(t)
	db := open(t, address+" statement_timeout=50 lock_timeout=50 idle_in_transaction_session_timeout=50")
	ctx := t.Context()
	if _, err := db.Reader().ExecContext(ctx, "CREATE TABLE t (id BIGINT PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	other, err := open(t, address).Reader().BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Rollback()
	if _, err := other.ExecContext(ctx, "LOCK TABLE t"); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(tx *database.Tx) error{
		"a statement": func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "SELECT pg_sleep(60)")
			return err
		},
		"a lock": func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "SET LOCAL statement_timeout = 0; INSERT INTO t (id) VALUES (1)")
			return err
		},
		"a transaction": func(tx *database.Tx) error {
			var pid int
			if err := tx.QueryRowContext(ctx, "SELECT pg_backend_pid()").Scan(&pid); err != nil {
				return err
			}
			for gone := false; !gone; { // this process does nothing, as if it were paused
				err := other.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)", pid).Scan(&gone)
				if err != nil {
					return err
				}
				if _, err := other.ExecContext(ctx, "SELECT pg_stat_clear_snapshot()"); err != nil {
					return err
				}
			}
			_, err := tx.ExecContext(ctx, "SELECT 1")
			return err
		},
	} {
		if err := db.Write(ctx, do); !database.Away(err) {
			t.Errorf("%s over its limit: %v", name, err)
		} else if name != "a transaction" && !database.TooSlow(err) { // which the end of its session may hide
			t.Errorf("%s over its limit is not too slow: %v", name, err)
		}
	}
}

// Of two transactions that wait for each other, the database ends one. Its caller may try again.
func TestDeadlock(t *testing.T) {
	ctx := t.Context()
	db := open(t, pgtest.URL(t))
	if _, err := db.Reader().ExecContext(ctx, "CREATE TABLE pair (id INT PRIMARY KEY, n INT); INSERT INTO pair VALUES (1, 0), (2, 0)"); err != nil {
		t.Fatal(err)
	}
	lock := func(tx *database.Tx, id int) error {
		_, err := tx.ExecContext(ctx, "UPDATE pair SET n = n + 1 WHERE id = $1", id)
		return err
	}
	var both sync.WaitGroup
	both.Add(2)
	ended := make(chan error)
	for _, first := range []int{1, 2} {
		go func() {
			ended <- db.Write(ctx, func(tx *database.Tx) error {
				err := lock(tx, first)
				both.Done()
				both.Wait()
				return errors.Join(err, lock(tx, 3-first))
			})
		}()
	}
	one, other := <-ended, <-ended
	if err := errors.Join(one, other); one != nil && other != nil || !database.Away(err) || !database.TooSlow(err) {
		t.Errorf("%v, and %v", one, other)
	}
}

func TestOnlyStatementsWithParametersArePrepared(t *testing.T) {
	server := pgtest.NewOnLoopback(t)
	server.Start(t)
	db := open(t, server.URL())
	err := db.Write(t.Context(), func(tx *database.Tx) error { // one session
		for n := range 3 {
			var got int
			var at time.Time
			if err := tx.QueryRowContext(t.Context(), fmt.Sprintf("SELECT %d, timestamptz '2025-06-15 00:00Z'", n)).Scan(&got, &at); err != nil {
				return err
			}
			if got != n || !at.Equal(time.Date(2025, 6, 15, 0, 0, 0, 0, time.UTC)) {
				t.Errorf("got %d, %v", got, at)
			}
		}
		rows, err := tx.QueryContext(t.Context(), "SELECT statement FROM pg_prepared_statements WHERE statement <> $1", "")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var statement string
			if err := rows.Scan(&statement); err != nil {
				return err
			}
			if !strings.Contains(statement, "$1") {
				t.Errorf("prepared: %s", statement)
			}
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A pooler gives a session of PostgreSQL to one client after the other, so that listening and locks do not work.
func TestPoolerIsRefused(t *testing.T) {
	server := pgtest.New(t)
	server.Start(t)
	for name, settings := range map[string]string{
		"that refuses our settings": "",
		"that ignores our settings": "ignore_startup_parameters = idle_in_transaction_session_timeout,tcp_user_timeout,tcp_keepalives_idle," +
			"tcp_keepalives_interval,tcp_keepalives_count,lock_timeout,statement_timeout",
	} {
		_, err := database.OpenPostgres(t.Context(), server.Pooler(t, settings))
		if !errors.Is(err, database.ErrPooler) || database.Away(err) || strings.Contains(fmt.Sprint(err), "\n") {
			t.Errorf("a pooler %s: %v", name, err)
		}
	}
}
