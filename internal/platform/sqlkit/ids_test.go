package sqlkit

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"

	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

const createIDs = "CREATE TABLE id_block (name TEXT PRIMARY KEY, next BIGINT NOT NULL); INSERT INTO id_block VALUES ('id', 1)"

// openIDs opens a database with a table of blocks.
func openIDs(t *testing.T) *database.DB {
	db, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "ids.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), createIDs)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return db
}

// Rows of an alert are listed by id. If the rest of a block is too small for a batch, later calls must not use that
// rest.
func TestIDsRise(t *testing.T) {
	db := openIDs(t)
	var list ids
	last := int64(0)
	for _, n := range []int64{1, idBlock - 3, 7, 1, 1, 2*idBlock + 1, 1} {
		err := db.Write(t.Context(), func(tx *database.Tx) error {
			take := list.TakeIn
			if n == 1 {
				take = func(ctx context.Context, _ *sql.Tx, n int64) (int64, error) { return list.Take(ctx, tx, n) }
			}
			id, err := take(t.Context(), tx.Tx, n)
			if id <= last {
				t.Errorf("%d ids from %d on, after %d", n, id, last)
			}
			last = id + n - 1
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A large transaction reserves few blocks, ids are unique, and ids of a rolled back transaction are reused.
func TestIDsAreReservedInBlocks(t *testing.T) {
	db := openIDs(t)
	var list ids
	seen := map[int64]bool{}
	var highest int64
	takeMany := func(ctx context.Context, keep bool) {
		err := db.Write(ctx, func(tx *database.Tx) error {
			for range 3 * idBlock {
				id, err := list.Take(ctx, tx, 1)
				if err != nil {
					return err
				}
				if seen[id] {
					t.Fatalf("id %d was issued twice", id)
				}
				if keep {
					seen[id], highest = true, max(highest, id)
				}
			}
			if !keep {
				return context.Canceled
			}
			return nil
		})
		if keep && err != nil {
			t.Fatal(err)
		}
	}
	takeMany(t.Context(), true)
	takeMany(t.Context(), false)
	takeMany(t.Context(), true)
	if highest > 9*idBlock {
		t.Errorf("6,000 ids reach up to %d", highest)
	}
}

// A transaction that has taken the first id of a block, and then waits for others, does not hold them up: they take ids
// meanwhile. Ids stay unique over servers.
func TestIDsAreTakenNextToOpenTransactions(t *testing.T) {
	db, err := database.OpenPostgres(t.Context(), pgtest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if _, err := db.Reader().ExecContext(t.Context(), createIDs); err != nil {
		t.Fatal(err)
	}
	one, other := ids{aside: db.Aside()}, ids{aside: db.Aside()}
	seen := map[int64]bool{}
	take := func(from *ids, tx *database.Tx, n int64) error {
		first, err := from.Take(t.Context(), tx, n)
		for id := first; err == nil && id < first+n; id++ {
			if seen[id] {
				t.Errorf("id %d was issued twice", id)
			}
			seen[id] = true
		}
		return err
	}
	if err := db.Write(t.Context(), func(open *database.Tx) error {
		if err := take(&one, open, 1); err != nil {
			return err
		}
		return db.Write(t.Context(), func(tx *database.Tx) error {
			return errors.Join(take(&other, tx, 3), take(&one, tx, 2*idBlock), take(&other, tx, idBlock), take(&one, open, 2))
		})
	}); err != nil {
		t.Fatal(err)
	}
}
