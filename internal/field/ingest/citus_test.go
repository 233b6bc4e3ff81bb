package ingest

import (
	"testing"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// The coordinator waits for its disk until both tables of the journal are on workers.
func TestCoordinatorOfTheJournal(t *testing.T) {
	if !pgtest.OnCitus() {
		t.Skip("Citus: not run here")
	}
	url := pgtest.URL(t)
	db, err := database.OpenPostgres(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := OpenJournal(t.Context(), db, cluster.Alone{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"on", "off"} {
		err := db.Write(t.Context(), func(tx *database.Tx) error {
			if _, err := moveOnCitus(t.Context(), tx, 1, 0, -1); err != nil {
				return err
			}
			var got string
			err := tx.QueryRowContext(t.Context(), "SHOW synchronous_commit").Scan(&got)
			if got != want {
				t.Errorf("synchronous_commit is %s, want %s", got, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		pgtest.Distribute(t, url)
	}
}
