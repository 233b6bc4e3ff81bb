package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"plumbline/internal/database"
	"plumbline/internal/series"
	"plumbline/internal/series/seriestest"
	"plumbline/internal/series/sqlite"
)

func TestMain(m *testing.M) {
	seriestest.Child(openAt)
	goleak.VerifyTestMain(m)
}

func openAt(ctx context.Context, path string) (*database.DB, series.Store, error) {
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	store, err := sqlite.Open(ctx, db)
	if err != nil {
		return nil, nil, err
	}
	store.SealEagerly(1500)
	return db, store, nil
}

func TestStore(t *testing.T) {
	seriestest.Run(t, func(t testing.TB) seriestest.Fixture {
		db, err := database.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "series.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		return seriestest.Fixture{DB: db, Open: func(t testing.TB) series.Store {
			store, err := sqlite.Open(context.Background(), db)
			if err != nil {
				t.Fatal(err)
			}
			store.SealEagerly(3000)
			return store
		}}
	})
}

func TestKilled(t *testing.T) {
	kills := 12
	if testing.Short() {
		kills = 3
	}
	path := filepath.Join(t.TempDir(), "series.db")
	seriestest.RunKilled(t, path, kills, func(t testing.TB, path string) (*database.DB, series.Store) {
		db, store, err := openAt(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		return db, store
	})
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("the child wrote nothing: %v", err)
	}
}
