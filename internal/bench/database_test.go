package bench

import (
	"database/sql"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"

	"plumbline/internal/testing/pgtest"
)

func TestDatabasesAreEmptyAndDropped(t *testing.T) {
	ctx := t.Context()
	d := databases{url: pgtest.URL(t)}
	schemas := func(address string) (current string, all int) {
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.QueryRowContext(ctx, `SELECT COALESCE(current_schema(), ''), (SELECT COUNT(*) FROM pg_namespace
			WHERE nspname LIKE 'plumbline_bench_%')`).Scan(&current, &all); err != nil {
			t.Fatal(err)
		}
		return current, all
	}
	for range 2 { // the second time over a schema that a killed run left
		address, err := d.open(ctx, "data")
		if err != nil {
			t.Fatal(err)
		}
		if current, all := schemas(address); current != "plumbline_bench_data" || all != 1 {
			t.Errorf("schema %q of %d", current, all)
		}
		db, err := sql.Open("pgx", address)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(ctx, "CREATE TABLE of_a_run (id INTEGER)"); err != nil {
			t.Error("the schema is not empty:", err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.close(ctx); err != nil {
		t.Fatal(err)
	}
	if _, all := schemas(d.url); all != 0 {
		t.Errorf("%d schemas are left", all)
	}
	embedded := databases{}
	if address, err := embedded.open(ctx, "data"); address != "" || err != nil {
		t.Errorf("the embedded database has the address %q, %v", address, err)
	}
}
