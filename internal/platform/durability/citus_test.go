package durability_test

import (
	"errors"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/durability"
	"plumbline/internal/testing/pgtest"
)

// TestWeakestNodeOfCitus: one worker that promises less than the others counts, and a worker that is away is an error.
func TestWeakestNodeOfCitus(t *testing.T) {
	if !pgtest.OnCitus() {
		t.Skip("Citus: not run here")
	}
	c := pgtest.NewCitus(t)
	url := c.Create(t, "promised")
	db, err := database.OpenPostgres(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Reader().Exec("CREATE TABLE checkpoint (point_id BIGINT PRIMARY KEY)"); err != nil {
		t.Fatal(err)
	}
	pgtest.Distribute(t, url)
	worker := &watched{T: t, server: c.Workers[1]}
	for _, want := range []durability.Promise{{Level: durability.On, Machines: 1}, {Level: durability.Local, Machines: 1}, {Level: durability.Off}} {
		worker.set("synchronous_commit", string(want.Level))
		for now := (durability.Promise{}); now.Level != want.Level; { // a session learns of a setting a moment later
			if now, err = durability.Of(t.Context(), db); err != nil {
				t.Fatal(err)
			}
			if now.Level == want.Level && now.Machines != want.Machines {
				t.Errorf("with a worker at %s: %+v", want.Level, now)
			}
		}
	}
	worker.server.Stop()
	if p, err := durability.Of(t.Context(), db); !errors.Is(err, database.ErrAway) {
		t.Errorf("without a worker: %+v, %v", p, err)
	}
}
