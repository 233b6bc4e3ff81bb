package seriestest

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"plumbline/internal/reading"
	"plumbline/internal/series"
)

func put(id series.ID, time int64, list *reading.Columns, values ...float64) series.Put {
	p := series.Put{Series: id, Time: time, Columns: list, Values: values}
	if id.IsRaw() {
		p.Received = max(0, min(time, 1<<41)) + 1500
	}
	return p
}

// run is n rows from a time on, of values that differ by salt.
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
		switch i % 3 { // the row is in a head, in a chunk, read from the log
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
		"raw row of a result series":    {Raw: []series.Put{good, put(resultIDs[0], 1, single, 1)}},
		"result row of a raw series":    {Raw: []series.Put{good}, Results: []series.Put{put(rawIDs[0], 1, single, 1)}},
		"too few values":                {Raw: []series.Put{good, put(rawIDs[0], 1, pair, 1)}},
		"replacement of a raw series":   {Replace: []series.Replacement{{Series: rawIDs[0], From: 1, To: 2}}},
		"replacement without range":     {Replace: []series.Replacement{{Series: resultIDs[0], From: 2, To: 1}}},
		"replacement outside its range": {Replace: []series.Replacement{{Series: resultIDs[0], From: 2, To: 3, Rows: []series.Put{put(resultIDs[0], 4, single, 1)}}}},
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

func replaceClears(t *testing.T, b *bench) {
	id := resultIDs[0]
	for _, n := range []int{3, 250} { // through the log, and straight into chunks
		b.write(t, series.Batch{Results: run(id, 0, 10, 3000, 0)}) // chunks
		b.write(t, series.Batch{Results: run(id, 30_000, 10, 20, 0)})
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 15_005, To: 25_000}}}) // within and across chunks
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 29_900, To: 30_105, Rows: run(id, 29_950, 10, 5, 3)}}})
		b.write(t, series.Batch{Replace: []series.Replacement{{Series: id, From: 5000, To: 8000, Rows: run(id, 5000, 7, n, 4)}}})
		b.write(t, series.Batch{Results: run(id, 20_000, 10, 2, 5)}) // into what was cleared
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
	withdraw(0) // none is left
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

func year(t *testing.T, b *bench) {
	id := resultIDs[0]
	all := run(id, 1_700_000_000_000, 300_000, 105_120, 0)
	for part := range slices.Chunk(all, 5000) {
		b.write(t, series.Batch{Results: part})
	}
	b.flush(t)
	b.checkScan(t, id, 1_700_000_000_000+7_000_000_000, 1_700_000_000_000+8_000_000_000, nil)
	n := 0
	if err := b.store.Scan(context.Background(), id, 0, math.MaxInt64, nil, func(block *series.Block) error {
		n += len(block.Times)
		return nil
	}); err != nil || n != len(all) {
		t.Fatalf("%d rows, error %v; want %d", n, err, len(all))
	}
	b.checkBefore(t, id, 1_700_000_000_000+9_000_000_000, 4321, single.List)
}

func before(t *testing.T, b *bench) {
	id := rawIDs[0]
	b.checkBefore(t, id, 100, 5, nil)
	b.write(t, series.Batch{Raw: run(id, 0, 10, 4500, 0)})
	b.write(t, series.Batch{Raw: run(id, 45_000, 10, 7, 0)})
	b.write(t, series.Batch{Raw: run(id, 41_005, 10, 7, 0)})
	for _, at := range []int64{math.MinInt64, 0, 1, 11, 20_000, 20_001, 41_040, 45_000, 45_035, 90_000, math.MaxInt64} {
		for _, n := range []int{0, 1, 6, 8, 2000, 5000} {
			b.checkBefore(t, id, at, n, nil)
		}
	}
}

func wideRows(t *testing.T, b *bench) {
	var list []reading.Column
	for node := range int32(200) {
		for _, field := range []string{"x", "y", "z", "temp", "volt"} {
			list = append(list, reading.Column{Field: field, Node: node + 1})
		}
	}
	wide := reading.Intern(list)
	row := func(id series.ID, i int) series.Put {
		p := put(id, int64(i)*60_000, wide, make([]float64, wide.Len())...)
		for c := range p.Values {
			p.Values[c] = float64((i*31+c*17)%1000) / 100
			if (i+c)%50 == 0 {
				p.Values[c] = reading.Missing
			}
		}
		return p
	}
	raw, result := rawIDs[0], resultIDs[0]
	for i := range 50 {
		b.write(t, series.Batch{Raw: []series.Put{row(raw, i)}, Results: []series.Put{row(result, i)}})
		if i == 30 {
			b.flush(t)
		}
	}
	var bulk []series.Put
	for i := range 60 {
		bulk = append(bulk, row(result, 30+i))
	}
	b.write(t, series.Batch{Results: bulk})
	// A shape in two parts, and a node that was not there before.
	half := reading.Intern(list[:500])
	p := row(raw, 500)
	p.Columns, p.Values = half, p.Values[:500]
	b.write(t, series.Batch{Raw: []series.Put{p}})
	b.write(t, series.Batch{Raw: []series.Put{row(raw, 500), put(raw, 600_000, columns("x", 999), 1)}})
	b.check(t)
	b.flush(t)
	b.check(t)
	node := []reading.Column{{Field: "x", Node: 117}, {Field: "volt", Node: 117}}
	b.checkScanMany(t, []series.ID{raw, result}, 0, math.MaxInt64, node)
	b.checkBefore(t, raw, 3_000_000, 20, node)
}

// everNewColumns is a device that names its fields otherwise in each message.
func everNewColumns(t *testing.T, b *bench) {
	id := rawIDs[0]
	for i := range 40 {
		var list []reading.Column
		for c := range int32(30) {
			list = append(list, reading.Column{Field: fmt.Sprintf("f%d", i), Node: c})
		}
		values := make([]float64, len(list))
		values[i%30] = 0.5
		b.write(t, series.Batch{Raw: []series.Put{put(id, int64(i)*10, reading.Intern(list), values...)}})
		if i%15 == 14 {
			b.flush(t)
		}
	}
	b.check(t)
	b.checkScan(t, id, 0, 1000, []reading.Column{{Field: "f7", Node: 7}, {Field: "f33", Node: 3}})
}

// outOfOrder is an import of a file that begins with the newest rows.
func outOfOrder(t *testing.T, b *bench) {
	list := append(run(rawIDs[0], 0, 10, 1500, 0), run(rawIDs[1], 5, 10, 1500, 0)...)
	list = append(list, run(rawIDs[0], 700, 10, 40, 1)...)
	slices.Reverse(list)
	b.write(t, series.Batch{Raw: list})
	b.check(t)
	b.write(t, series.Batch{Raw: list})
	b.check(t)
}

func fastBlocks(t *testing.T, b *bench) {
	id := rawIDs[0]
	for second := range 70 {
		var block []series.Put
		for i := range 64 {
			block = append(block, put(id, int64(second*1000)+int64(i)*1000/64, columns("ax", 0, "ay", 0, "az", 0),
				math.Sin(float64(i))/1e3, math.Cos(float64(i)), float64(i)))
		}
		b.write(t, series.Batch{Raw: block})
	}
	b.check(t)
	b.store = b.Open(t)
	b.flush(t)
	b.check(t)
	b.checkScan(t, id, 10_500, 12_250, columns("ay", 0).List)
}

// pieces writes and replaces from within a read: no lock may be held meanwhile.
func pieces(t *testing.T, b *bench) {
	id := resultIDs[0]
	b.write(t, series.Batch{Results: run(id, 0, 10, 9000, 0)})
	b.write(t, series.Batch{Results: run(id, 90_000, 10, 50, 0)})
	visits := 0
	next := int64(200_000)
	write := func(*series.Block) error {
		visits++
		next += 10
		return b.tryWrite(series.Batch{Results: run(id, next, 10, 1, 0), Replace: []series.Replacement{{Series: id, From: -100, To: -1}}})
	}
	if err := b.store.Scan(context.Background(), id, 0, 100_000, nil, write); err != nil {
		t.Fatal(err)
	}
	if err := b.store.Before(context.Background(), id, 100_000, 8000, nil, write); err != nil {
		t.Fatal(err)
	}
	if visits < 4 {
		t.Errorf("%d visits for 17,000 rows, want pieces", visits)
	}
	stop := fmt.Errorf("enough")
	if err := b.store.Scan(context.Background(), id, 0, 100_000, nil, func(*series.Block) error { return stop }); err != stop {
		t.Errorf("got %v, want the error of the visit", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := b.store.Scan(ctx, id, 0, 50_000, nil, func(*series.Block) error { return nil }); err == nil {
		t.Error("a cancelled read gave no error")
	}
}

func (b *bench) tryWrite(batch series.Batch) error {
	return b.transact(func(tx *sql.Tx) (apply func(), err error) {
		_, apply, err = b.store.Write(context.Background(), tx, batch)
		return apply, err
	})
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

// wholeBatches reads while batches are written, replaced and sealed: the rows of one
// batch carry its number, and a read sees all of them or none.
func wholeBatches(t *testing.T, b *bench) {
	ids := []series.ID{resultIDs[0], resultIDs[1], resultIDs[2]}
	const batches = 60
	write := func(number int) error {
		var batch series.Batch
		n := []int{3, 250, 1}[number%3] // log, chunks, log
		for _, id := range ids {
			batch.Replace = append(batch.Replace, series.Replacement{Series: id, From: 0, To: 10_000, Rows: numbered(id, n, number)})
		}
		return b.tryWrite(batch)
	}
	if err := write(0); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 3 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			last := -1
			for {
				select {
				case <-stop:
					return
				default:
				}
				number, err := b.readNumber(ids)
				if err != nil {
					t.Error(err)
					return
				}
				if number < last {
					t.Errorf("batch %d seen after batch %d", number, last)
					return
				}
				last = number
			}
		}()
	}
	for number := 1; number <= batches; number++ {
		if err := write(number); err != nil {
			t.Error(err)
			break
		}
		if number%7 == 0 {
			b.flush(t)
		}
	}
	close(stop)
	readers.Wait()
	if number, err := b.readNumber(ids); err != nil || number != batches {
		t.Errorf("in the end batch %d, error %v", number, err)
	}
}

func numbered(id series.ID, n, number int) []series.Put {
	list := make([]series.Put, n)
	for i := range list {
		list[i] = put(id, int64(i*3), single, float64(number))
	}
	return list
}

// readNumber reads the number of the one batch whose rows a read may see.
func (b *bench) readNumber(ids []series.ID) (int, error) {
	number, rows := -1, map[series.ID]int{}
	err := b.store.ScanMany(context.Background(), ids, 0, 10_000, nil, func(id series.ID, block *series.Block) error {
		for _, v := range block.Values[0] {
			if number >= 0 && int(v) != number {
				return fmt.Errorf("rows of batch %d and batch %d in one read", number, int(v))
			}
			number = int(v)
			rows[id]++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	want := []int{3, 250, 1}[max(0, number)%3]
	for _, id := range ids {
		if rows[id] != want {
			return 0, fmt.Errorf("%d rows of batch %d in series %d, want %d", rows[id], number, id, want)
		}
	}
	return number, nil
}

// writersAtOnce is several nodes that store the same frames, each in its own order of
// devices, while series are sealed: every row is stored by exactly one of them.
func writersAtOnce(t *testing.T, b *bench) {
	const writers, rounds = 4, 25
	batch := func(round int, backwards bool) series.Batch {
		var batch series.Batch
		for device := range int64(12) {
			id := series.RawID(device, 0)
			batch.Raw = append(batch.Raw, run(id, int64(round)*100, 10, 3, 0)...)
			batch.Results = append(batch.Results, run(series.ResultID(device), int64(round)*100, 10, 3, 0)...)
		}
		if backwards {
			slices.Reverse(batch.Raw)
			slices.Reverse(batch.Results)
		}
		return batch
	}
	stored := make([]int, writers)
	var group sync.WaitGroup
	for writer := range writers {
		group.Add(1)
		go func() {
			defer group.Done()
			for round := range rounds {
				var outcomes []series.Outcome
				err := b.transact(func(tx *sql.Tx) (apply func(), err error) {
					outcomes, apply, err = b.store.Write(context.Background(), tx, batch(round, writer%2 == 1))
					return apply, err
				})
				if err != nil {
					t.Error(err)
					return
				}
				for _, outcome := range outcomes {
					if outcome == series.Stored {
						stored[writer]++
					}
				}
				if round%5 == writer {
					if err := b.store.Maintain(context.Background(), b.transact); err != nil {
						t.Error(err)
						return
					}
				}
			}
		}()
	}
	group.Wait()
	total := 0
	for _, n := range stored {
		total += n
	}
	if want := rounds * 12 * 3; total != want {
		t.Errorf("%d rows were reported as stored, want %d", total, want)
	}
	for round := range rounds {
		b.model.write(batch(round, false))
	}
	b.check(t)
}

func size(t *testing.T, b *bench) {
	b.write(t, series.Batch{Raw: run(rawIDs[0], 0, 10, 3000, 0), Results: run(resultIDs[0], 0, 10, 40, 0)})
	for range 2 {
		got, err := b.store.Size(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got.Series != 2 || got.Rows != 3040 || got.Values != 6080 || got.ChunkBytes <= 0 || got.OtherBytes <= 0 {
			t.Errorf("got %+v, want 2 series, 3040 rows, 6080 values, some bytes", got)
		}
		b.flush(t)
	}
}
