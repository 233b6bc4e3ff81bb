package seriestest

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func put(id series.ID, time int64, list *reading.Columns, values ...float64) series.Put {
	p := series.Put{Series: id, Time: time, Columns: list, Values: values}
	if id.IsRaw() {
		p.Received = max(0, min(time, 1<<41)) + 1500
	}
	return p
}

// run returns n rows from a time on, with values that depend on salt.
func run(id series.ID, from, step int64, n int, salt float64) []series.Put {
	list := make([]series.Put, n)
	for i := range list {
		list[i] = put(id, from+int64(i)*step, pair, float64(i%977)/100+salt, float64(i%89)/10)
	}
	return list
}

func rowsComeBack(t *testing.T, b *bench) {
	odd := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, 0.1, reading.Missing}
	for i, v := range odd {
		b.write(t, series.Batch{
			Raw:     []series.Put{put(rawIDs[0], int64(i), pair, v, float64(i))},
			Results: []series.Put{put(resultIDs[0], int64(i), single, v)},
		})
	}
	b.write(t, series.Batch{Raw: []series.Put{put(rawIDs[1], -5, none), put(rawIDs[2], math.MaxInt64, pair, 1, 2)}})
	b.check(t)
	b.flush(t)
	b.check(t)
	b.store = b.Open(t)
	b.check(t)
	for _, want := range [][]reading.Column{single.List, other.List, {}} {
		b.checkScan(t, rawIDs[0], 2, 5, want)
		b.checkScanMany(t, []series.ID{rawIDs[0], resultIDs[0], rawIDs[0], series.ResultID(123456)}, 2, 5, want)
	}
}

// partlyKnown writes readings of several series at the same times, of which each series has others already: what the lane
// of a dead server holds, after its devices have sent the unacknowledged ones again to another server.
func partlyKnown(t *testing.T, b *bench) {
	at := func(id series.ID, times ...int64) (list []series.Put) {
		for _, time := range times {
			list = append(list, put(id, time, pair, float64(time), 1))
		}
		return list
	}
	b.write(t, series.Batch{Raw: slices.Concat(at(rawIDs[0], 200), at(rawIDs[1], 100), at(rawIDs[2], 300))})
	got := b.write(t, series.Batch{Raw: slices.Concat(at(rawIDs[0], 100, 200), at(rawIDs[1], 100, 200, 300), at(rawIDs[2], 100, 300))})
	want := []series.Outcome{
		series.Stored, series.Duplicate, series.Duplicate, series.Stored, series.Stored, series.Stored, series.Duplicate,
	}
	if !slices.Equal(got, want) {
		t.Errorf("outcomes %v, want %v", got, want)
	}
	b.check(t)
	b.flush(t)
	b.check(t)
}

func rawRowsMerge(t *testing.T, b *bench) {
	id := rawIDs[0]
	at := func(received int64, list *reading.Columns, values ...float64) series.Put {
		return series.Put{Series: id, Time: 5000, Received: received, Columns: list, Values: values}
	}
	steps := []struct {
		put  series.Put
		want series.Outcome
	}{
		{at(6000, single, 1), series.Stored},
		{at(6000, single, 1), series.Duplicate},
		{at(6000, other, 20, 3), series.Merged},
		{at(9000, pair, 2, 20), series.Revised},
		{at(9500, single, 1), series.Duplicate}, // an older revision
		{at(9999, single, 3), series.Revised},
		{at(12000, array, 1, 2, 3, 4, 5, 6), series.Merged},
		{at(12000, none), series.Duplicate},
		{at(12000, single, reading.Missing), series.Duplicate},
	}
	for i, step := range steps {
		got := b.write(t, series.Batch{Raw: []series.Put{step.put}})
		if got[0] != step.want {
			t.Errorf("step %d: outcome %d, want %d", i, got[0], step.want)
		}
		switch i % 3 { // the row is in a head, in a chunk, or read from the log
		case 1:
			b.flush(t)
		case 2:
			b.store = b.Open(t)
		}
		b.check(t)
	}
	// All in one batch, then again.
	var list []series.Put
	for _, step := range steps {
		p := step.put
		p.Series = rawIDs[1]
		list = append(list, p)
	}
	b.write(t, series.Batch{Raw: list})
	b.write(t, series.Batch{Raw: list})
	b.check(t)
}

func refusedBatch(t *testing.T, b *bench) {
	good := put(rawIDs[0], 1, single, 1)
	for name, batch := range map[string]series.Batch{
		"raw row of a result series":  {Raw: []series.Put{good, put(resultIDs[0], 1, single, 1)}},
		"result row of a raw series":  {Raw: []series.Put{good}, Results: []series.Put{put(rawIDs[0], 1, single, 1)}},
		"too few values":              {Raw: []series.Put{good, put(rawIDs[0], 1, pair, 1)}},
		"replacement of a raw series": {Replace: []series.Replacement{{Series: rawIDs[0], From: 1, To: 2}}},
		"replacement without range":   {Replace: []series.Replacement{{Series: resultIDs[0], From: 2, To: 1}}},
		"replacement outside its range": {
			Replace: []series.Replacement{{Series: resultIDs[0], From: 2, To: 3, Rows: []series.Put{put(resultIDs[0], 4, single, 1)}}},
		},
	} {
		if err := b.tryWrite(batch); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	b.model.of(rawIDs[0])
	b.model.of(resultIDs[0])
	b.check(t)
}

func rollback(t *testing.T, b *bench) {
	b.write(t, series.Batch{Raw: run(rawIDs[0], 0, 10, 500, 0), Results: run(resultIDs[0], 0, 10, 50, 0)})
	b.writeAndRollBack(t, series.Batch{
		Raw:     append(run(rawIDs[0], 4000, 10, 400, 7), run(rawIDs[1], 0, 1, 5, 0)...),
		Results: run(resultIDs[1], 0, 10, 300, 0),
		Replace: []series.Replacement{{Series: resultIDs[0], From: 100, To: 600}},
	})
	b.model.of(rawIDs[1])
	b.model.of(resultIDs[1])
	b.check(t)
	b.write(t, series.Batch{Results: run(resultIDs[0], 490, 10, 3, 9)})
	b.check(t)
	b.store = b.Open(t)
	b.check(t)
}

func severalWrites(t *testing.T, b *bench) {
	b.write(t, series.Batch{Raw: run(rawIDs[0], 0, 10, 20, 0), Results: append(run(resultIDs[0], 0, 10, 20, 0), run(resultIDs[1], 0, 10, 500, 0)...)})
	batches := []series.Batch{
		{Raw: run(rawIDs[0], 100, 10, 30, 1), Results: run(resultIDs[0], 100, 10, 30, 1)},
		{Raw: run(rawIDs[0], 150, 10, 40, 2), Replace: []series.Replacement{{Series: resultIDs[0], From: 120, To: 500}}},
		{Raw: run(rawIDs[1], 0, 10, 300, 0), Results: run(resultIDs[0], 300, 10, 2, 3)},
	}
	for _, commit := range []bool{false, true} {
		err := b.transact(func(tx *sql.Tx) (func(), error) {
			var applies []func()
			for _, batch := range batches {
				_, apply, err := b.store.Write(context.Background(), tx, batch)
				if err != nil {
					return nil, err
				}
				applies = append(applies, apply)
			}
			for _, id := range []series.ID{resultIDs[1], rawIDs[2], resultIDs[2]} {
				apply, err := b.store.DeleteSeries(context.Background(), tx, []series.ID{id})
				if err != nil {
					return nil, err
				}
				applies = append(applies, apply)
			}
			if !commit {
				return nil, errRefused
			}
			return func() {
				for _, apply := range applies {
					apply()
				}
			}, nil
		})
		if commit {
			if err != nil {
				t.Fatal(err)
			}
			for _, batch := range batches {
				b.model.write(batch)
			}
			b.model.rows[resultIDs[1]] = nil
		}
		b.check(t)
	}
	b.write(t, series.Batch{Raw: run(rawIDs[0], 1000, 10, 3, 0), Results: run(resultIDs[1], 1000, 10, 3, 0)})
	b.check(t)
	b.store = b.Open(t)
	b.check(t)
}
