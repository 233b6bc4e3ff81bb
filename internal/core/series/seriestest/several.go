package seriestest

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// RunSeveral simulates several servers, each with a store on one database. All of them store the readings of the same
// devices, each those of an earlier round again, and seal whatever is due. The results of a point come from one of
// them, as its lease guarantees. In the end every row is there once, in every store.
func RunSeveral(t *testing.T, make func(t testing.TB) Fixture) {
	const stores, rounds, devices = 3, 40, 10
	f := make(t)
	b := &bench{TB: t, Fixture: f, model: newModel()}
	outcomes := [stores]map[series.Outcome]int{}
	var written [stores][]series.Batch
	var group sync.WaitGroup
	for k := range stores {
		outcomes[k] = map[series.Outcome]int{}
		store := f.Open(t)
		b.store = store
		group.Add(1)
		go func() {
			defer group.Done()
			for round := range int64(rounds) {
				batch := sharedReadings(round, devices)
				results := ownResults(round, int64(k))
				written[k] = append(written[k], results)
				batch.Results, batch.Replace = results.Results, results.Replace
				var got []series.Outcome
				var err error
				for again := true; again; again = deadlocked(err) { // as stage 1 does
					err = b.transact(func(tx *sql.Tx) (apply func(), err error) {
						got, apply, err = store.Write(context.Background(), tx, batch)
						return apply, err
					})
				}
				if err == nil {
					err = store.Maintain(context.Background(), b.transact)
				}
				if err != nil {
					t.Errorf("store %d, round %d: %v", k, round, err)
					return
				}
				for _, outcome := range got {
					outcomes[k][outcome]++
				}
			}
		}()
	}
	group.Wait()
	total := map[series.Outcome]int{}
	for _, counted := range outcomes {
		for outcome, n := range counted {
			total[outcome] += n
		}
	}
	if want := rounds * devices * 3; total[series.Stored] != want || total[series.Merged]+total[series.Revised] != 0 {
		t.Errorf("outcomes %v, want %d rows stored and the others duplicates", total, want)
	}
	for round := range int64(rounds) {
		b.model.write(sharedReadings(round, devices))
	}
	for k := range stores {
		for _, batch := range written[k] {
			b.model.write(batch)
		}
	}
	b.check(t)
	b.flush(t)
	b.store = f.Open(t)
	b.check(t)
}

// deadlocked reports whether PostgreSQL ended a transaction in favor of another. It happens if rows that two servers get
// again are sealed meanwhile: one inserts their keys while the other, which has found them stored, locks them.
func deadlocked(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "40P01"
}

// sharedReadings are three readings of each device, and three that were sent before.
func sharedReadings(round, devices int64) series.Batch {
	var batch series.Batch
	for _, r := range []int64{round, max(0, round-15)} {
		for device := range devices {
			batch.Raw = append(batch.Raw, run(series.RawID(device, 0), r*100, 10, 3, 0)...)
		}
	}
	return batch
}

// ownResults are results of five points: new rows, some invalid, and now and then a replacement of few or many.
func ownResults(round, owner int64) series.Batch {
	var batch series.Batch
	for point := range int64(5) {
		id := series.ResultID(owner*100 + point)
		rows := run(id, round*100, 10, 3, float64(round))
		if (round+point)%4 == 0 {
			rows[2].Flag = reading.Abnormal
		}
		batch.Results = append(batch.Results, rows...)
	}
	if round%7 == owner {
		id := series.ResultID(owner*100 + round%5)
		from, n := round*40, 2+int(round%2)*250
		batch.Replace = []series.Replacement{{Series: id, From: from, To: from + 3000, Rows: run(id, from, 11, n, 1)}}
	}
	return batch
}
