package compute_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/core/series"
)

// refusing is a series store that fails to store the results of some points, or fails altogether.
type refusing struct {
	series.Store
	points []int64
	fails  int // of the next writes of results
}

func (r *refusing) Write(ctx context.Context, tx *sql.Tx, batch series.Batch) ([]series.Outcome, func(), error) {
	if r.fails > 0 && len(batch.Raw) == 0 {
		r.fails--
		return nil, nil, errors.New("damaged page")
	}
	bad := func(id series.ID) bool { return !id.IsRaw() && slices.Contains(r.points, id.Point()) }
	for i := range batch.Results {
		if bad(batch.Results[i].Series) {
			return nil, nil, errors.New("damaged page")
		}
	}
	for i := range batch.Replace {
		if bad(batch.Replace[i].Series) {
			return nil, nil, errors.New("damaged page")
		}
	}
	return r.Store.Write(ctx, tx, batch)
}

// A point whose results cannot be stored is quarantined with its reason and does not block others. What it missed is
// folded as soon as possible, also after a kill.
func TestUnstorablePointDoesNotBlockOthers(t *testing.T) {
	h, outer := openHarness(t), t
	stored := h.series
	rapid.Check(t, func(t *rapid.T) {
		poison := &refusing{Store: stored}
		h.series = poison
		good, rawGood := drawDefinition(t, h)
		bad, rawBad := drawDefinition(t, h)
		s := newSite(outer, h, good, bad)
		s.worker.Hurry()
		list := drawReadings(t)
		from := rapid.IntRange(0, len(list)-1).Draw(t, "ill from")
		until := rapid.IntRange(from, len(list)-1).Draw(t, "ill until")
		for i, m := range rapid.Permutation(list).Draw(t, "order") {
			if i == from {
				poison.points = []int64{bad.Point.ID}
			}
			s.now += 1000 * second
			s.send(true, put(rawGood, m.time, m.value), put(rawBad, m.time, m.value))
			s.worker.SetYield(time.Duration(rapid.IntRange(0, 1).Draw(t, "yield")) * time.Second)
			s.worker.Steps(t.Context(), rapid.IntRange(0, 3).Draw(t, "steps"))
			poison.fails = 3 * rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "fails")
			switch rapid.IntRange(0, 9).Draw(t, "event") {
			case 0:
				s.restart()
				s.worker.Hurry()
			case 1:
				s.worker.WakeNow()
			}
			if i == until {
				poison.fails = 0
				s.worker.WakeNow()
				s.drain()
				if got := s.worker.Failures(); from < until && (len(got) != 1 || got[0].Point != bad.Point.ID || got[0].Error == "") {
					t.Fatalf("failures %+v", got)
				}
				if got, want := len(s.results(good.Point.ID)), len(rowsOf(s.expect(good.Point.ID).Rows)); got != want {
					t.Fatalf("the good point has %d of %d results", got, want)
				}
				poison.points = nil
			}
		}
		poison.fails = 0
		s.drain()
		s.worker.WakeNow()
		s.drain()
		s.compare(t, good.Point.ID)
		s.compare(t, bad.Point.ID)
		if got := s.worker.Failures(); len(got) != 0 {
			t.Fatalf("still failing: %+v", got)
		}
	})
}
