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

// Writes 1000 raw rows and their 1000 results in one commit, on a server without sync: this measures the statements.
func BenchmarkWriteLive(b *testing.B) {
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
	transact := func(do func(*sql.Tx) (func(), error)) error {
		return db.Write(ctx, func(tx *database.Tx) error {
			_, err := do(tx.Tx)
			return err
		})
	}
	columns := reading.Intern([]reading.Column{{Field: "x"}, {Field: "y"}, {Field: "temp"}})
	var batch series.Batch
	for i := range int64(1000) {
		values := []float64{float64(i) / 100, 3.25, 18.4}
		batch.Raw = append(batch.Raw, series.Put{Series: series.RawID(i, 1), Columns: columns, Values: values})
		batch.Results = append(batch.Results, series.Put{Series: series.ResultID(i), Columns: columns, Values: values})
	}
	at := int64(1_700_000_000_000)
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
