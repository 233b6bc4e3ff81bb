package seriestest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"plumbline/internal/core/series"
)

// Concurrent reads and writes.

// pieces writes and replaces from within a read, which must not hold a lock.
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
		t.Error("a cancelled read returned no error")
	}
	b.leaves(t, "Scan", func(ctx context.Context, visit func(*series.Block) error) error {
		return b.store.Scan(ctx, id, 0, 100_000, nil, visit)
	})
	b.leaves(t, "Before", func(ctx context.Context, visit func(*series.Block) error) error {
		return b.store.Before(ctx, id, 100_000, 8000, nil, visit)
	})
}

// leaves checks that a read stops at the first piece after its context ended.
func (b *bench) leaves(t *testing.T, name string, read func(context.Context, func(*series.Block) error) error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	visits := 0
	err := read(ctx, func(*series.Block) error {
		visits++
		cancel()
		return nil
	})
	if visits != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%s continued for %d pieces after its reader stopped: %v", name, visits-1, err)
	}
}

func (b *bench) tryWrite(batch series.Batch) error {
	return b.transact(func(tx *sql.Tx) (apply func(), err error) {
		_, apply, err = b.store.Write(context.Background(), tx, batch)
		return apply, err
	})
}

// wholeBatches reads while batches are written, replaced and sealed: the rows of a batch have its number, and a read
// sees all of them or none. The workers of Citus show a batch one after the other, each series as a whole.
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

// readNumber returns the number of the earliest batch whose rows a read sees.
func (b *bench) readNumber(ids []series.ID) (int, error) {
	numbers, rows := map[series.ID]int{}, map[series.ID]int{}
	err := b.store.ScanMany(context.Background(), ids, 0, 10_000, nil, func(id series.ID, block *series.Block) error {
		for _, v := range block.Values[0] {
			if number, seen := numbers[id]; seen && int(v) != number {
				return fmt.Errorf("rows of batch %d and batch %d in one read", number, int(v))
			}
			numbers[id] = int(v)
			rows[id]++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	earliest := numbers[ids[0]]
	for _, id := range ids {
		number := numbers[id]
		if want := []int{3, 250, 1}[number%3]; rows[id] != want {
			return 0, fmt.Errorf("%d rows of batch %d in series %d, want %d", rows[id], number, id, want)
		}
		if number != earliest && !b.DB.OnCitus() {
			return 0, fmt.Errorf("batch %d and batch %d in one read", earliest, number)
		}
		earliest = min(earliest, number)
	}
	return earliest, nil
}

// writersAtOnce simulates several servers that store the same frames, each in its own order of devices, while series
// are sealed: exactly one stores each row.
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
				var err error
				for again := true; again; again = deadlocked(err) { // as stage 1 does
					err = b.transact(func(tx *sql.Tx) (apply func(), err error) {
						outcomes, apply, err = b.store.Write(context.Background(), tx, batch(round, writer%2 == 1))
						return apply, err
					})
				}
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
