package database_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

func TestWriteRunsAfterCommitOnlyWhenCommitted(t *testing.T) {
	for name, open := range engines() {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			ctx := context.Background()
			ran := 0
			if err := db.Write(ctx, func(tx *database.Tx) error {
				tx.AfterCommit(func() { ran++ })
				_, err := tx.ExecContext(ctx, "CREATE TABLE t (id BIGINT PRIMARY KEY)")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			refused := errors.New("refused")
			if err := db.Write(ctx, func(tx *database.Tx) error {
				tx.AfterCommit(func() { ran++ })
				if _, err := tx.ExecContext(ctx, "INSERT INTO t (id) VALUES (1)"); err != nil {
					return err
				}
				return refused
			}); !errors.Is(err, refused) {
				t.Fatalf("got %v, want the error of the function", err)
			}
			var rows int
			if err := db.Reader().QueryRowContext(ctx, "SELECT COUNT(*) FROM t").Scan(&rows); err != nil {
				t.Fatal(err)
			}
			if ran != 1 || rows != 0 {
				t.Errorf("after-commit ran %d times, want 1; %d rows, want 0", ran, rows)
			}
		})
	}
}

func engines() map[string]func(testing.TB) *database.DB {
	keep := func(t testing.TB, db *database.DB, err error) *database.DB {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return db
	}
	return map[string]func(testing.TB) *database.DB{
		"sqlite": func(t testing.TB) *database.DB {
			db, err := database.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "t.db"))
			return keep(t, db, err)
		},
		"postgres": func(t testing.TB) *database.DB {
			db, err := database.OpenPostgres(context.Background(), pgtest.URL(t))
			return keep(t, db, err)
		},
	}
}

func TestPanicReleasesWriter(t *testing.T) {
	for name, open := range engines() {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			func() {
				defer func() { _ = recover() }()
				_ = db.Write(context.Background(), func(*database.Tx) error { panic("in the middle") })
			}()
			if err := db.Write(context.Background(), func(*database.Tx) error { return nil }); err != nil {
				t.Fatal(err)
			}
		})
	}
}
