package sqlite_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/seriestest"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/platform/database"
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
			t.Cleanup(func() {
				if counted, held := store.HeadBytes(); counted != held {
					t.Errorf("heads of %d bytes are counted as %d", held, counted)
				}
			})
			return store
		}}
	})
}

// With many slow series the log has few rows, but the heads take memory.
func TestHeadsStayWithinBudget(t *testing.T) {
	l := newLoaded(t)
	l.store.BoundHeads(64 << 10)
	list := history(1, 1000, benchStart)
	for round := range 3 {
		for i := range list {
			list[i].Series, list[i].Time = series.ResultID(int64(i+1)), benchStart+int64(round)*300_000
		}
		l.write(series.Batch{Results: list})
	}
	if counted, held := l.store.HeadBytes(); counted != held || held <= 64<<10 {
		t.Fatalf("heads take %d bytes, counted %d", held, counted)
	}
	if err := l.store.Maintain(context.Background(), l.transact); err != nil {
		t.Fatal(err)
	}
	if counted, held := l.store.HeadBytes(); counted != held || held > 64<<10 {
		t.Errorf("after sealing heads take %d bytes, counted %d", held, counted)
	}
	size, err := l.store.Size(context.Background())
	if err != nil || size.Rows != 3000 {
		t.Errorf("%d rows, %v", size.Rows, err)
	}
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
