package postgres_test

import (
	"context"
	"database/sql"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/postgres"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// benched returns a store on a server without sync: the benchmarks measure statements.
func benched(b *testing.B) (*postgres.Store, series.Transact) {
	b.Helper()
	ctx := context.Background()
	db, err := database.OpenPostgres(ctx, pgtest.URL(b))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	store, err := postgres.Open(ctx, db)
	if err != nil {
		b.Fatal(err)
	}
	return store, func(do func(*sql.Tx) (func(), error)) error { return db.Apply(ctx, do) }
}

var benchColumns = reading.Intern([]reading.Column{{Field: "x"}, {Field: "y"}, {Field: "temp"}})

const benchStart = int64(1_700_000_000_000)

// BenchmarkWriteLive writes 1000 raw rows and their 1000 results in one commit, sealing included: 16 ms on two busy
// cores.
func BenchmarkWriteLive(b *testing.B) {
	ctx := context.Background()
	store, transact := benched(b)
	var batch series.Batch
	for i := range int64(1000) {
		values := []float64{float64(i) / 100, 3.25, 18.4}
		batch.Raw = append(batch.Raw, series.Put{Series: series.RawID(i, 1), Columns: benchColumns, Values: values})
		batch.Results = append(batch.Results, series.Put{Series: series.ResultID(i), Columns: benchColumns, Values: values})
	}
	at := benchStart
	for b.Loop() {
		at += 300_000
		for i := range batch.Raw {
			batch.Raw[i].Time, batch.Raw[i].Received, batch.Results[i].Time = at, at+900, at
		}
		err := transact(func(tx *sql.Tx) (func(), error) {
			_, apply, err := store.Write(ctx, tx, batch)
			return apply, err
		})
		if err != nil {
			b.Fatal(err)
		}
		if err := store.Maintain(ctx, transact); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(6000*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}

// BenchmarkBackfill writes 5000 rows of one series in each commit: 0.8 ms on two busy cores.
func BenchmarkBackfill(b *testing.B) {
	ctx := context.Background()
	store, transact := benched(b)
	batch := series.Batch{Results: make([]series.Put, 5000)}
	for i := range batch.Results {
		batch.Results[i] = series.Put{Series: series.ResultID(1), Columns: benchColumns, Values: []float64{float64(i%97) / 100, float64(i%31) / 10, 18.4}}
	}
	at := benchStart
	for b.Loop() {
		for i := range batch.Results {
			at += 300_000
			batch.Results[i].Time = at
		}
		err := transact(func(tx *sql.Tx) (func(), error) {
			_, apply, err := store.Write(ctx, tx, batch)
			return apply, err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(15000*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}

// BenchmarkLatest reads the newest rows of 10,000 series: 79 ms on two busy cores.
func BenchmarkLatest(b *testing.B) {
	ctx := context.Background()
	store, transact := benched(b)
	ids := make([]series.ID, 10_000)
	batch := series.Batch{Results: make([]series.Put, len(ids))}
	for i := range ids {
		ids[i] = series.ResultID(int64(i))
		batch.Results[i] = series.Put{Series: ids[i], Columns: benchColumns, Values: []float64{3.25, 1, 18.4}}
	}
	for round := range int64(20) {
		for i := range batch.Results {
			batch.Results[i].Time = benchStart + round*300_000
		}
		err := transact(func(tx *sql.Tx) (func(), error) {
			_, apply, err := store.Write(ctx, tx, batch)
			return apply, err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if _, err := store.Latest(ctx, ids); err != nil {
			b.Fatal(err)
		}
	}
}
