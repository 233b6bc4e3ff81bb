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

func TestStore(t *testing.T) {
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
			return store
		}}
	})
}
