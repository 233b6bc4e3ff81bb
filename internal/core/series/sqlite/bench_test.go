package sqlite_test

import (
	"context"
	"database/sql"
	"math"
	"path/filepath"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/platform/database"
)

// The target ratios are in the module /bench; these benchmarks show where the time goes.

type loaded struct {
	testing.TB
	db    *database.DB
	store *sqlite.Store
}

func newLoaded(b testing.TB) *loaded {
	ctx := context.Background()
	db, err := database.OpenSQLite(ctx, filepath.Join(b.TempDir(), "series.db"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = db.Close() })
	store, err := sqlite.Open(ctx, db)
	if err != nil {
		b.Fatal(err)
	}
	return &loaded{b, db, store}
}

func (l *loaded) transact(do func(*sql.Tx) (func(), error)) error {
	return l.db.Write(context.Background(), func(tx *database.Tx) error {
		apply, err := do(tx.Tx)
		tx.AfterCommit(apply)
		return err
	})
}

func (l *loaded) write(batch series.Batch) {
	err := l.transact(func(tx *sql.Tx) (func(), error) {
		_, apply, err := l.store.Write(context.Background(), tx, batch)
		return apply, err
	})
	if err != nil {
		l.Fatal(err)
	}
}

var benchColumns = reading.Intern([]reading.Column{{Field: "x"}, {Field: "y"}, {Field: "temp"}})

// history is n rows of three fields, in steps of 0.01 and 0.1.
func history(id series.ID, n int, from int64) []series.Put {
	list := make([]series.Put, n)
	values := make([]float64, 3*n)
	for i := range list {
		day := float64(i) / 288 * 2 * math.Pi
		v := values[3*i : 3*i+3 : 3*i+3]
		v[0] = math.Round(1200+40*math.Sin(day)+float64(i*7919%13)) / 100
		v[1] = math.Round(800+90*math.Cos(day)+float64(i*104729%11)) / 100
		v[2] = math.Round(150+50*math.Sin(day)+float64(i*1299709%3)) / 10
		list[i] = series.Put{Series: id, Time: from + int64(i)*300_000, Columns: benchColumns, Values: v}
		if id.IsRaw() {
			list[i].Received = list[i].Time + 900
		}
	}
	return list
}

const benchStart = int64(1_700_000_000_000)

// Writes 1000 raw rows and their 1000 results in one commit.
func BenchmarkWriteLive(b *testing.B) {
	l := newLoaded(b)
	raw, results := history(0, 1000, benchStart), history(1, 1000, benchStart)
	for i := range raw {
		raw[i].Series, results[i].Series = series.RawID(int64(i), 1), series.ResultID(int64(i))
	}
	at := benchStart
	b.ReportAllocs()
	for b.Loop() {
		at += 300_000
		for i := range raw {
			raw[i].Time, raw[i].Received, results[i].Time = at, at+900, at
		}
		l.write(series.Batch{Raw: raw, Results: results})
	}
	b.ReportMetric(6000*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}

// Writes 5000 rows of one point in one commit.
func BenchmarkWriteBack(b *testing.B) {
	l := newLoaded(b)
	list := history(series.ResultID(1), 5000, benchStart)
	b.ReportAllocs()
	for b.Loop() {
		l.write(series.Batch{Results: list})
		for i := range list {
			list[i].Time += 5000 * 300_000
		}
	}
	b.ReportMetric(15000*float64(b.N)/b.Elapsed().Seconds(), "values/s")
}

func BenchmarkScanYear(b *testing.B) {
	l := newLoaded(b)
	id := series.ResultID(1)
	l.write(series.Batch{Results: history(id, 105_120, benchStart)})
	b.ReportAllocs()
	for b.Loop() {
		rows := 0
		err := l.store.Scan(context.Background(), id, 0, math.MaxInt64, nil, func(block *series.Block) error {
			rows += len(block.Times)
			return nil
		})
		if err != nil || rows != 105_120 {
			b.Fatal(rows, err)
		}
	}
}

// Scans 30 days of 200 points; most rows in chunks, the last hours in heads.
func BenchmarkScanMany(b *testing.B) {
	l := newLoaded(b)
	ids := make([]series.ID, 200)
	for i := range ids {
		ids[i] = series.ResultID(int64(i + 1))
		list := history(ids[i], 8640, benchStart)
		l.write(series.Batch{Results: list[:8600]})
		l.write(series.Batch{Results: list[8600:]})
	}
	b.ReportAllocs()
	for b.Loop() {
		rows := 0
		err := l.store.ScanMany(context.Background(), ids, 0, math.MaxInt64, nil, func(_ series.ID, block *series.Block) error {
			rows += len(block.Times)
			return nil
		})
		if err != nil || rows != 200*8640 {
			b.Fatal(rows, err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(200*8640), "ns/row")
}

func BenchmarkLatest(b *testing.B) {
	l := newLoaded(b)
	ids := make([]series.ID, 10_000)
	list := history(1, len(ids), benchStart)
	for i := range ids {
		ids[i] = series.ResultID(int64(i + 1))
		list[i].Series = ids[i]
	}
	l.write(series.Batch{Results: list})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.store.Latest(context.Background(), ids); err != nil {
			b.Fatal(err)
		}
	}
}

// Reads the row before the newest, as a fold does, with a chunk behind the head.
func BenchmarkBefore(b *testing.B) {
	l := newLoaded(b)
	id := series.ResultID(1)
	list := history(id, 8640, benchStart)
	l.write(series.Batch{Results: list[:8600]})
	l.write(series.Batch{Results: list[8600:]})
	b.ReportAllocs()
	for b.Loop() {
		err := l.store.Before(context.Background(), id, list[8639].Time, 1, nil, func(*series.Block) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
	}
}

// Opens a store with 600,000 rows in the log, as after a crash.
func BenchmarkReplay(b *testing.B) {
	l := newLoaded(b)
	list := history(1, 1000, benchStart)
	for round := range 600 {
		for i := range list {
			list[i].Series, list[i].Time = series.ResultID(int64(i+1)), benchStart+int64(round)*300_000
		}
		l.write(series.Batch{Results: list})
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sqlite.Open(context.Background(), l.db); err != nil {
			b.Fatal(err)
		}
	}
}

// Seals the heads of 2,000 series of 64 rows each into chunks that grow to 1,000 rows.
func BenchmarkSeal(b *testing.B) {
	l := newLoaded(b)
	const many, each = 2000, 64
	list := history(1, many, benchStart)
	at := benchStart
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for range each {
			at += 300_000
			for i := range list {
				list[i].Series, list[i].Time = series.ResultID(int64(i+1)), at
			}
			l.write(series.Batch{Results: list})
		}
		b.StartTimer()
		if err := l.store.Flush(context.Background(), l.transact); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/many, "µs/series")
}
