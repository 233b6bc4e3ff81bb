package app

import (
	"slices"
	"testing"

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
	if got, want := pgtest.Relations(t, migrated, "rpS"), pgtest.Relations(t, s.url, "rpS"); !slices.Equal(got, want) {
		t.Errorf("tables %v, a server has %v", got, want)
	}
}
