package citus_test

import (
	"database/sql"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/platform/citus"
	"plumbline/internal/testing/pgtest"
)

func TestHashIsThatOfPostgreSQL(t *testing.T) {
	db, err := sql.Open("pgx", pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.Int64().Draw(t, "value")
		var want int32
		if err := db.QueryRow("SELECT hashint8($1)", value).Scan(&want); err != nil {
			t.Fatal(err)
		}
		if got := citus.Hash(value); got != want {
			t.Errorf("hash of %d is %d, want %d", value, got, want)
		}
	})
}
