package sqlkit

import (
	"context"
	"path/filepath"
	"testing"

	"plumbline/internal/platform/database"
)

// A transaction that makes much takes few blocks, ids never come twice, and what is
// rolled back is given again.
func TestIdsAreTakenInBlocks(t *testing.T) {
	db, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "ids.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), "CREATE TABLE id_block (name TEXT PRIMARY KEY, next BIGINT NOT NULL); INSERT INTO id_block VALUES ('id', 1)")
		return err
	}); err != nil {
		t.Fatal(err)
	}
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
					t.Fatalf("id %d came twice", id)
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
