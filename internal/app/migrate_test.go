package app

import (
	"slices"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// Restore and distribute create the tables before the first server starts: all that a server has.
func TestMigrateCreatesAllTables(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	s.join()
	migrated := pgtest.URL(t)
	if err := Migrate(t.Context(), migrated); err != nil {
		t.Fatal(err)
	}
	if got, want := tablesOf(t, migrated), tablesOf(t, s.url); !slices.Equal(got, want) {
		t.Errorf("tables %v, a server has %v", got, want)
	}
}

func tablesOf(t *testing.T, url string) (names []string) {
	t.Helper()
	db, err := database.OpenPostgres(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Reader().Query("SELECT relname FROM pg_class WHERE relkind IN ('r', 'p', 'S') AND relnamespace = current_schema()::regnamespace ORDER BY 1")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return names
}
