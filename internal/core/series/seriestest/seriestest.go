// Package seriestest is the conformance suite of series.Store. Each back-end runs it in a few lines.
package seriestest

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
)

// Fixture is a store on its own database.
type Fixture struct {
	DB *database.DB
	// Open opens a store on the existing database, as after a restart.
	Open func(t testing.TB) series.Store
}

// Run runs the suite; make returns a fixture with an empty database.
func Run(t *testing.T, make func(t testing.TB) Fixture) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *bench)
	}{
		{"written rows are read", rowsComeBack},
		{"raw rows merge", rawRowsMerge},
		{"readings that are partly known", partlyKnown},
		{"a refused batch leaves nothing", refusedBatch},
		{"rollback leaves nothing", rollback},
		{"several writes in one transaction", severalWrites},
		{"replace clears its range everywhere", replaceClears},
		{"latest moves back when a row is withdrawn", latestWithdrawn},
		{"late rows of any age", lateRows},
		{"a year of one point", year},
		{"before", before},
		{"wide rows", wideRows},
		{"ever new columns", everNewColumns},
		{"many rows out of order", outOfOrder},
		{"blocks of 64 Hz", fastBlocks},
		{"long reads are split", pieces},
		{"deleted series are gone", deletedSeries},
		{"waveforms are read", waveformsComeBack},
		{"records are listed by time", recordsAreListed},
		{"samples of waveforms are dropped", waveformsAreDropped},
		{"readers see whole batches", wholeBatches},
		{"writers at once", writersAtOnce},
		{"size", size},
		{"channels", channels},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := make(t)
			test.run(t, &bench{TB: t, Fixture: f, store: f.Open(t), model: newModel()})
		})
	}
	t.Run("any history equals the model", func(t *testing.T) { anyHistory(t, make) })
}

// bench is a store with its model.
type bench struct {
	testing.TB
	Fixture
	store series.Store
	model *model
}

// fatalf is implemented by rapid and testing, so that both share the checks.
type fatalf interface {
	Helper()
	Fatalf(format string, args ...any)
}

func (b *bench) transact(do func(tx *sql.Tx) (func(), error)) error { return transact(b.DB)(do) }

func transact(db *database.DB) series.Transact {
	return func(do func(tx *sql.Tx) (func(), error)) error {
		return db.Write(context.Background(), func(tx *database.Tx) error {
			apply, err := do(tx.Tx)
			if err == nil {
				tx.AfterCommit(apply)
			}
			return err
		})
	}
}

func (b *bench) write(t fatalf, batch series.Batch) []series.Outcome {
	t.Helper()
	var outcomes []series.Outcome
	err := b.transact(func(tx *sql.Tx) (apply func(), err error) {
		outcomes, apply, err = b.store.Write(context.Background(), tx, batch)
		return apply, err
	})
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	if want := b.model.write(batch); !slices.Equal(outcomes, want) {
		t.Fatalf("outcomes %v, want %v", outcomes, want)
	}
	return outcomes
}

var errRefused = errors.New("refused")

// writeAndRollBack writes a batch in a transaction that is rolled back.
func (b *bench) writeAndRollBack(t fatalf, batch series.Batch) {
	t.Helper()
	err := b.transact(func(tx *sql.Tx) (func(), error) {
		if _, _, err := b.store.Write(context.Background(), tx, batch); err != nil {
			return nil, err
		}
		return nil, errRefused
	})
	if !errors.Is(err, errRefused) {
		t.Fatalf("got %v, want the refusal", err)
	}
}

func (b *bench) flush(t fatalf) {
	t.Helper()
	if err := b.store.Flush(context.Background(), b.transact); err != nil {
		t.Fatalf("flush: %v", err)
	}
}

func (b *bench) deleteSeries(t fatalf, ids ...series.ID) {
	t.Helper()
	err := b.transact(func(tx *sql.Tx) (func(), error) { return b.store.DeleteSeries(context.Background(), tx, ids) })
	if err != nil {
		t.Fatalf("delete: %v", err)
	}
	for _, id := range ids {
		b.model.rows[id] = map[int64]modelRow{} // known to be empty
		delete(b.model.revisions, id)
	}
}

// check compares the whole store with the model.
func (b *bench) check(t fatalf) {
	t.Helper()
	ids := allSeries(b.model)
	for _, id := range ids {
		b.checkScan(t, id, math.MinInt64, math.MaxInt64, nil)
		b.checkRevisions(t, id, math.MinInt64, math.MaxInt64)
	}
	b.checkLatest(t, ids)
}

func allSeries(m *model) []series.ID {
	var ids []series.ID
	for id := range m.rows {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

func (b *bench) checkScan(t fatalf, id series.ID, from, to int64, want []reading.Column) {
	t.Helper()
	var got []string
	err := b.store.Scan(context.Background(), id, from, to, want, func(block *series.Block) error {
		checkBlock(t, id, block)
		got = append(got, lines(block)...)
		return nil
	})
	if err != nil {
		t.Fatalf("scan: %v", err)
	}
	if diff := cmp.Diff(b.model.scan(id, from, to, want), got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("series %d from %d to %d (-want +got):\n%s", id, from, to, diff)
	}
}

func checkBlock(t fatalf, id series.ID, b *series.Block) {
	t.Helper()
	if len(b.Times) == 0 || len(b.Flags) != len(b.Times) || len(b.Values) != b.Columns.Len() ||
		id.IsRaw() && len(b.Received) != len(b.Times) || !id.IsRaw() && len(b.Received) != 0 {
		t.Fatalf("block of series %d: %d times, %d flags, %d receipts, %d columns of %d",
			id, len(b.Times), len(b.Flags), len(b.Received), len(b.Values), b.Columns.Len())
	}
}

func (b *bench) checkScanMany(t fatalf, ids []series.ID, from, to int64, want []reading.Column) {
	t.Helper()
	got := map[series.ID][]string{}
	last := series.ID(math.MinInt64)
	err := b.store.ScanMany(context.Background(), ids, from, to, want, func(id series.ID, block *series.Block) error {
		if id < last {
			t.Fatalf("series %d after %d", id, last)
		}
		last = id
		checkBlock(t, id, block)
		got[id] = append(got[id], lines(block)...)
		return nil
	})
	if err != nil {
		t.Fatalf("scan many: %v", err)
	}
	for _, id := range ids {
		if diff := cmp.Diff(b.model.scan(id, from, to, want), got[id], cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("series %d of many from %d to %d (-want +got):\n%s", id, from, to, diff)
		}
	}
}

func (b *bench) checkBefore(t fatalf, id series.ID, at int64, n int, want []reading.Column) {
	t.Helper()
	var got []string
	err := b.store.Before(context.Background(), id, at, n, want, func(block *series.Block) error {
		checkBlock(t, id, block)
		got = append(lines(block), got...)
		return nil
	})
	if err != nil {
		t.Fatalf("before: %v", err)
	}
	if diff := cmp.Diff(b.model.before(id, at, n, want), got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%d rows of series %d before %d (-want +got):\n%s", n, id, at, diff)
	}
}

func (b *bench) checkLatest(t fatalf, ids []series.ID) {
	t.Helper()
	got, err := b.store.Latest(context.Background(), ids)
	if err != nil {
		t.Fatalf("latest: %v", err)
	}
	for i, id := range ids {
		if got[i].Series != id {
			t.Fatalf("latest of series %d is at the position of %d", got[i].Series, id)
		}
		if diff := cmp.Diff(b.model.latest(id), latestLine(got[i])); diff != "" {
			t.Fatalf("latest of series %d (-want +got):\n%s", id, diff)
		}
	}
	visited := 0
	err = b.store.EachLatest(context.Background(), ids, func(i int, latest *series.Latest) {
		if i != visited || latest.Series != ids[i] {
			t.Fatalf("series %d is visited at place %d, after %d others", latest.Series, i, visited)
		}
		if diff := cmp.Diff(latestLine(got[i]), latestLine(*latest)); diff != "" {
			t.Fatalf("each latest of series %d (-list +visited):\n%s", latest.Series, diff)
		}
		visited++
	})
	if err != nil || visited != len(ids) {
		t.Fatalf("%d of %d latest rows visited: %v", visited, len(ids), err)
	}
}

func (b *bench) checkRevisions(t fatalf, id series.ID, from, to int64) {
	t.Helper()
	list, err := b.store.Revisions(context.Background(), id, from, to)
	if err != nil {
		t.Fatalf("revisions: %v", err)
	}
	if !slices.IsSortedFunc(list, func(a, b series.Revision) int { return int(a.Time - b.Time) }) {
		t.Fatalf("revisions of series %d are not in order of time: %v", id, list)
	}
	if diff := cmp.Diff(b.model.revisionsOf(id, from, to), revisionLines(list), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("revisions of series %d (-want +got):\n%s", id, diff)
	}
}
