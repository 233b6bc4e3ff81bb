package seriestest

import (
	"math"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Changes of stored rows: replacements, late rows, deletions.

func replaceClears(t *testing.T, b *bench) {
	id := resultIDs[0]
	for _, n := range []int{3, 250} { // through the log, and straight into chunks
		b.write(t, series.Batch{Results: run(id, 0, 10, 3000, 0)}) // chunks
		b.write(t, series.Batch{Results: run(id, 30_000, 10, 20, 0)})
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 15_005, To: 25_000}}}) // within and across chunks
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 29_900, To: 30_105, Rows: run(id, 29_950, 10, 5, 3)}}})
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 5000, To: 8000, Rows: run(id, 5000, 7, n, 4)}}})
		b.write(t, series.Batch{Results: run(id, 20_000, 10, 2, 5)}) // into a cleared range
		b.check(t)
		b.checkScan(t, id, 14_000, 26_000, single.List)
		b.checkBefore(t, id, 29_955, 700, nil)
		b.store = b.Open(t)
		b.check(t)
		b.flush(t)
		b.check(t)
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: math.MinInt64, To: math.MaxInt64}}})
		b.check(t)
		b.flush(t)
		b.check(t)
		b.store = b.Open(t)
		b.check(t)
	}
}

func latestWithdrawn(t *testing.T, b *bench) {
	id := resultIDs[0]
	withdraw := func(time int64) {
		p := put(id, time, pair, 1, 2)
		p.Flag = reading.Withdrawn
		b.write(t, series.Batch{Results: []series.Put{p}})
		b.check(t)
	}
	b.write(t, series.Batch{Results: run(id, 0, 10, 2500, 0)})
	b.write(t, series.Batch{Results: run(id, 25_000, 10, 3, 0)})
	withdraw(25_020)
	withdraw(25_010)
	b.store = b.Open(t)
	b.check(t)
	b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 25_000, To: 25_000}}}) // now in a chunk
	b.check(t)
	withdraw(24_990)
	b.store = b.Open(t)
	b.check(t)
	b.flush(t)
	b.store = b.Open(t)
	b.check(t)
	b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 10, To: 30_000}}})
	b.check(t)
	withdraw(0) // nothing is left
	b.store = b.Open(t)
	b.check(t)
	b.write(t, series.Batch{Results: run(id, 40, 10, 1, 0)})
	b.check(t)
}

func lateRows(t *testing.T, b *bench) {
	for _, id := range []series.ID{rawIDs[0], resultIDs[0]} {
		write := func(list []series.Put) {
			if id.IsRaw() {
				b.write(t, series.Batch{Raw: list})
			} else {
				b.write(t, series.Batch{Results: list})
			}
		}
		write(run(id, 100_000, 20, 5000, 0))
		write(run(id, 150_001, 20, 3, 1))       // into one chunk
		write(run(id, 0, 20, 2, 2))             // before all
		write(run(id, 120_005, 400, 150, 3))    // over many, through the log
		write(run(id, 100_010, 20, 4900, 4))    // into all at once
		write(run(id, 300_000, 20, 3, 5))       // after a gap
		write(run(id, 250_000, 20, 1, 6))       // into the gap
		write(run(id, -9_000_000, 50, 2500, 6)) // older history
		b.check(t)
		b.flush(t)
		b.check(t)
		write(run(id, 100_000, 20, 5000, 0)) // all again
		b.check(t)
	}
}

func deletedSeries(t *testing.T, b *bench) {
	b.write(t, series.Batch{Raw: append(run(rawIDs[0], 0, 10, 300, 0), run(rawIDs[1], 0, 10, 20, 0)...), Results: run(resultIDs[0], 0, 1, 10, 0)})
	b.write(t, series.Batch{Raw: append(run(rawIDs[0], 0, 10, 300, 1), run(rawIDs[1], 0, 10, 20, 1)...)})
	b.deleteSeries(t, rawIDs[0], rawIDs[1])
	b.model.of(rawIDs[0])
	b.model.of(rawIDs[1])
	b.check(t)
	b.store = b.Open(t)
	b.check(t)
	b.write(t, series.Batch{Raw: run(rawIDs[1], 50, 10, 5, 0)})
	b.store = b.Open(t)
	b.check(t)
}
