package postgres_test

import (
	"context"
	"testing"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/core/series/seriestest"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

func TestStore(t *testing.T) { testStore(t, func(*postgres.Store) {}) }

// TestStoreDistributed sends rows as to Citus.
func TestStoreDistributed(t *testing.T) { testStore(t, (*postgres.Store).Distribute) }

func testStore(t *testing.T, set func(*postgres.Store)) {
	seriestest.Run(t, func(t testing.TB) seriestest.Fixture {
		db, err := database.OpenPostgres(context.Background(), pgtest.URL(t))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return seriestest.Fixture{DB: db, Open: func(t testing.TB) series.Store {
			store, err := postgres.Open(context.Background(), db)
			if err != nil {
				t.Fatal(err)
			}
			store.SealEagerly()
			set(store)
			return store
		}}
	})
}
