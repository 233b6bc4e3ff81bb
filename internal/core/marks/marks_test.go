package marks_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

func TestMarksRemainUntilCleared(t *testing.T) {
	for name, open := range map[string]func(testing.TB) (*database.DB, error){
		"sqlite": func(t testing.TB) (*database.DB, error) {
			return database.OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "t.db"))
		},
		"postgres": func(t testing.TB) (*database.DB, error) {
			return database.OpenPostgres(context.Background(), pgtest.URL(t))
		},
	} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			db, err := open(t)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			if err := marks.Migrate(ctx, db); err != nil {
				t.Fatal(err)
			}
			var first, second, none int64
			if err := db.Write(ctx, func(tx *database.Tx) (err error) {
				if first, err = marks.Add(ctx, tx.Tx, []marks.Mark{{Point: 9, From: 50}, {Point: 2, From: -7}, {Point: 9, From: 40}}, "correction"); err != nil {
					return err
				}
				if second, err = marks.Add(ctx, tx.Tx, []marks.Mark{{Point: 1 << 52, From: 1_795_134_600_000}}, ""); err != nil {
					return err
				}
				none, err = marks.Add(ctx, tx.Tx, nil, "")
				return err
			}); err != nil {
				t.Fatal(err)
			}
			if none != 0 || second <= first {
				t.Errorf("numbers %d, %d, %d: want rising ones, and 0 for no marks", first, second, none)
			}
			want := []marks.Entry{
				{Seq: first, Cause: "correction", Marks: []marks.Mark{{Point: 2, From: -7}, {Point: 9, From: 40}}},
				{Seq: second, Marks: []marks.Mark{{Point: 1 << 52, From: 1_795_134_600_000}}},
			}
			check := func(after int64, want []marks.Entry) {
				t.Helper()
				got, err := marks.Pending(ctx, db.Reader(), after)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("pending after %d (-want +got):\n%s", after, diff)
				}
			}
			check(0, want)
			check(first, want[1:])
			if err := db.Write(ctx, func(tx *database.Tx) error {
				return marks.Clear(ctx, tx.Tx, []int64{first, 0, 99})
			}); err != nil {
				t.Fatal(err)
			}
			check(0, want[1:])
		})
	}
}
