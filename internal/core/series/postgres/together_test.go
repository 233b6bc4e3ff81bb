package postgres_test

import (
	"context"
	"database/sql"
	"testing"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

func (h *held) apply(do func(*sql.Tx) (func(), error)) error {
	return h.db.Apply(context.Background(), do)
}

var (
	device = series.RawID(7, 1)
	single = reading.Intern([]reading.Column{{Field: "f"}})
)

func raws(from int64, n int, value float64, received int64) series.Batch {
	var b series.Batch
	for i := range int64(n) {
		b.Raw = append(b.Raw, series.Put{Series: device, Time: from + i*1000, Received: received, Columns: single, Values: []float64{value}})
	}
	return b
}

// A writer waits for the sealing of the row it repeats, and then finds it in the chunk.
func TestRowSealedMeanwhileIsADuplicate(t *testing.T) {
	h := newHeld(t)
	tx := h.begin()
	h.write(tx, raws(1000, 3, 5, 9000))
	h.commit(tx)
	result := make(chan []series.Outcome)
	err := h.store.Flush(context.Background(), func(do func(*sql.Tx) (func(), error)) error {
		return h.apply(func(tx *sql.Tx) (func(), error) {
			apply, err := do(tx)
			writer := h.begin()
			go func() {
				batch := raws(2000, 1, 5, 99_000)
				batch.Raw = append(batch.Raw, raws(3000, 1, 6, 99_000).Raw...)
				outcomes := h.write(writer, batch)
				h.commit(writer)
				result <- outcomes
			}()
			h.awaitWaiting()
			return apply, err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := <-result; got[0] != series.Duplicate || got[1] != series.Revised {
		t.Errorf("outcomes %v, want a duplicate and a revision", got)
	}
	h.flush()
	if got := h.values(device); len(got) != 3 || got[3000] != 6 {
		t.Errorf("rows %v", got)
	}
	if list, err := h.store.Revisions(context.Background(), device, 0, 5000); err != nil || len(list) != 1 || list[0].Value != 5 {
		t.Errorf("revisions %v, %v", list, err)
	}
}

// Hundreds of rows go into chunks without the keys of hot rows. A row of the same time that another server stores at
// the same moment stands before that of the chunk; sealing keeps the other value as its revision.
func TestRowsOfOneTimeThroughBothWays(t *testing.T) {
	for _, first := range []string{"many", "one"} {
		t.Run(first+" first", func(t *testing.T) {
			h := newHeld(t)
			many, one := h.begin(), h.begin()
			h.write(many, raws(1000, 300, 1, 9000))
			h.write(one, raws(5000, 1, 2, 19_000))
			if first == "many" {
				h.commit(many)
				h.commit(one)
			} else {
				h.commit(one)
				h.commit(many)
			}
			for range 2 {
				if got := h.values(device); len(got) != 300 || got[5000] != 2 || got[6000] != 1 {
					t.Errorf("%d rows, %v at 5000", len(got), got[5000])
				}
				h.flush()
			}
			list, err := h.store.Revisions(context.Background(), device, 0, 1<<50)
			want := series.Revision{Time: 5000, Column: single.List[0], Value: 1, Received: 9000, Replaced: 19_000}
			if err != nil || len(list) != 1 || list[0] != want {
				t.Errorf("revisions %v, %v; want %v", list, err, want)
			}
			// The same readings again are all known.
			again := h.begin()
			for i, outcome := range h.write(again, raws(1000, 300, 1, 29_000)) {
				if outcome != series.Duplicate {
					t.Fatalf("row %d is %v when it is sent again", i, outcome)
				}
			}
			h.commit(again)
		})
	}
}

// Sealing leaves series for later of which another transaction holds a row.
func TestSealingGivesWay(t *testing.T) {
	h := newHeld(t)
	tx := h.begin()
	h.write(tx, raws(1000, 30, 1, 9000))
	h.commit(tx)
	writer := h.begin()
	h.write(writer, raws(4000, 1, 2, 19_000)) // holds the row that it revises
	h.flush()
	h.write(writer, raws(5000, 1, 2, 19_000))
	h.commit(writer)
	if size := h.size(); size.ChunkBytes != 0 {
		t.Error("sealed while another transaction held a row")
	}
	h.flush()
	if got := h.values(device); len(got) != 30 || got[4000] != 2 || got[5000] != 2 || h.size().ChunkBytes == 0 {
		t.Errorf("rows %v, %d bytes in chunks", got, h.size().ChunkBytes)
	}
}

func (h *held) size() series.Size {
	size, err := h.store.Size(context.Background())
	if err != nil {
		h.Fatal(err)
	}
	return size
}

// What one server finds due and another has sealed meanwhile is left out: no chunk is rewritten for a few rows.
func TestSeriesAreSealedOnce(t *testing.T) {
	h := newHeld(t)
	tx := h.begin()
	h.write(tx, raws(1000, 40, 1, 9000))
	h.commit(tx)
	other := fixtureOn(h)
	done := make(chan error)
	err := h.store.Maintain(context.Background(), func(do func(*sql.Tx) (func(), error)) error {
		return h.apply(func(tx *sql.Tx) (func(), error) {
			apply, err := do(tx)
			more := h.begin()
			h.write(more, raws(41_000, 3, 1, 9000))
			h.commit(more)
			go func() { done <- other.Maintain(context.Background(), h.apply) }()
			h.awaitWaiting()
			return apply, err
		})
	})
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	var hot int
	if err != nil || h.db.Reader().QueryRow("SELECT count(*) FROM series_hot").Scan(&hot) != nil || hot != 3 {
		t.Errorf("%d hot rows, %v; want the 3 that came after the first sealing", hot, err)
	}
	if got := h.values(device); len(got) != 43 {
		t.Errorf("%d rows", len(got))
	}
}
