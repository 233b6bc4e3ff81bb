package postgres_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/core/series/seriestest"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	seriestest.Child(openAt)
	os.Exit(m.Run())
}

func openAt(ctx context.Context, url string) (*database.DB, series.Store, error) {
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	store, err := postgres.Open(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	store.SealEagerly()
	return db, store, nil
}

// fixture returns an empty database and opens stores on it after set.
func fixture(set func(*postgres.Store)) func(testing.TB) seriestest.Fixture {
	return func(t testing.TB) seriestest.Fixture {
		url := pgtest.URL(t)
		db, err := database.OpenPostgres(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return seriestest.Fixture{DB: db, Open: func(t testing.TB) series.Store {
			store, err := postgres.Open(context.Background(), db)
			if err != nil {
				t.Fatal(err)
			}
			pgtest.Distribute(t, url)
			store.SealEagerly()
			set(store)
			return store
		}}
	}
}

func plain(*postgres.Store) {}

func TestStore(t *testing.T) { seriestest.Run(t, fixture(plain)) }

// TestStoreDistributed sends rows as to Citus.
func TestStoreDistributed(t *testing.T) { seriestest.Run(t, fixture((*postgres.Store).Distribute)) }

func TestSeveralStores(t *testing.T) {
	seriestest.RunSeveral(t, fixture(plain))
	if pgtest.OnCitus() {
		return
	}
	seriestest.RunSeveral(t, fixture((*postgres.Store).Distribute))
}

func TestKilled(t *testing.T) {
	kills := 6
	if testing.Short() {
		kills = 2
	}
	url := pgtest.URL(t)
	made, _, err := openAt(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	pgtest.Distribute(t, url)
	if err := made.Close(); err != nil {
		t.Fatal(err)
	}
	seriestest.RunKilled(t, url, kills, func(t testing.TB, url string) (*database.DB, series.Store) {
		db, store, err := openAt(context.Background(), url)
		if err != nil {
			t.Fatal(err)
		}
		// The session of the killed process may still be committing what it was asked to.
		for others := 1; others > 0; {
			err := db.Reader().QueryRow(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
				AND backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'`).Scan(&others)
			if err != nil {
				t.Fatal(err)
			}
		}
		return db, store
	})
}

// held is a store whose transactions a test holds open.
type held struct {
	*testing.T
	db    *database.DB
	store series.Store
}

func newHeld(t *testing.T) *held {
	f := fixture(plain)(t)
	return &held{T: t, db: f.DB, store: f.Open(t)}
}

func (h *held) begin() *database.Tx {
	tx, err := h.db.Reader().Begin()
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { _ = tx.Rollback() })
	return &database.Tx{Tx: tx}
}

func (h *held) write(tx *database.Tx, batch series.Batch) []series.Outcome {
	h.Helper()
	outcomes, _, err := h.store.Write(context.Background(), tx.Tx, batch)
	if err != nil {
		h.Fatal(err)
	}
	return outcomes
}

func (h *held) commit(tx *database.Tx) {
	h.Helper()
	if err := tx.Commit(); err != nil {
		h.Fatal(err)
	}
}

func (h *held) flush() {
	h.Helper()
	if err := h.store.Flush(context.Background(), h.apply); err != nil {
		h.Fatal(err)
	}
}

// awaitWaiting waits until a session waits for a lock of another one. On Citus it does so on a worker.
func (h *held) awaitWaiting() {
	h.Helper()
	sessions := "pg_stat_activity"
	if h.db.OnCitus() {
		sessions = "citus_stat_activity"
	}
	for waiting := false; !waiting; {
		err := h.db.Reader().QueryRow("SELECT EXISTS (SELECT 1 FROM " + sessions +
			" WHERE datname = current_database() AND wait_event_type = 'Lock')").Scan(&waiting)
		if err != nil {
			h.Fatal(err)
		}
	}
}

// values returns the first values of a series by time.
func (h *held) values(id series.ID) map[int64]float64 {
	h.Helper()
	found := map[int64]float64{}
	err := h.store.Scan(context.Background(), id, 0, 1<<50, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			if _, twice := found[t]; twice {
				return fmt.Errorf("two rows at %d", t)
			}
			found[t] = b.Values[0][i]
		}
		return nil
	})
	if err != nil {
		h.Fatal(err)
	}
	return found
}

// fixtureOn opens another store on the database of h.
func fixtureOn(h *held) series.Store {
	store, err := postgres.Open(context.Background(), h.db)
	if err != nil {
		h.Fatal(err)
	}
	store.SealEagerly()
	return store
}
