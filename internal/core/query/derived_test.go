package query_test

import (
	"math"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/events"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// A chart shows for each reading the change and rate that the definitions give, bit for bit, whatever the readings,
// initial values and shifts. The expectation is computed here one reading at a time, with the functions of the fold.
func TestChartsMatchDefinitions(t *testing.T) {
	s := newSite(t)
	id := int64(pointID)
	rapid.Check(t, func(t *rapid.T) {
		id++
		n := rapid.IntRange(1, 150).Draw(t, "count")
		type stored struct {
			t      int64
			values []float64
			counts bool
		}
		var rows []stored
		at := start
		for range n {
			at += rapid.Int64Range(5, 400).Draw(t, "minutes") * minute
			v := float64(rapid.IntRange(-5000, 5000).Draw(t, "mm")) / 1000
			rows = append(rows, stored{at, []float64{v, 31.5 - v, 15}, rapid.IntRange(0, 9).Draw(t, "abnormal") > 0})
		}
		when := func(name string) int64 { return rapid.Int64Range(start, at).Draw(t, name) }

		d := piezometer(id)
		for i := range rapid.IntRange(0, 3).Draw(t, "shifts") {
			d.Corrections = append(d.Corrections,
				correction.Correction{ID: int64(i + 1), Kind: correction.Shift, Fields: []string{"level"}, From: when("shift"), Amount: float64(i) + 0.25})
		}
		second := when("second initial value")
		d.Config.Initial = timeline.Of([]timeline.Version[definition.Initial]{{ID: 1, ValidFrom: start - day}, {ID: 2, ValidFrom: second}})
		p := s.add(d)
		columns := p.At(start).Program.Observed()
		initials := []compiled.InitialValue{
			{Point: id, From: start - day, Version: 1, Columns: columns, Values: []float64{1, 30.5, 15}},
			{Point: id, From: second, Version: 2, Columns: columns, Values: []float64{2, 29.5, 15}},
		}
		if rapid.Bool().Draw(t, "the first is not formed") {
			initials = initials[1:]
		}
		s.initials = initials
		var batch series.Batch
		for _, r := range rows {
			flag := reading.Flag(0)
			if !r.counts {
				flag = reading.Abnormal
			}
			batch.Results = append(batch.Results, series.Put{Series: series.ResultID(id), Time: r.t, Flag: flag, Columns: columns, Values: r.values})
		}
		s.write(batch)

		changes := compiled.NewChanges(p, initials)
		width := p.At(start).Program.Changed().Len()
		want := map[query.ValueType]map[int64]float64{query.Accumulated: {}, query.Change: {}, query.Rate: {}}
		for i, r := range rows {
			if !r.counts {
				continue
			}
			out := make([]float64, width)
			if changes.Accumulated(r.t, r.values, out) {
				want[query.Accumulated][r.t] = out[0]
			}
			oldest, newest := p.RateWindow(r.t)
			previous, old := -1, -1
			for k := range i {
				if rows[k].counts {
					previous = k
					if rows[k].t >= oldest && rows[k].t <= newest {
						old = k
					}
				}
			}
			if previous >= 0 {
				changes.Between(r.t, r.values, rows[previous].t, rows[previous].values, columns, out)
				want[query.Change][r.t] = out[0]
			}
			if old >= 0 && changes.HasInitial(r.t) {
				changes.Rate(r.t, r.values, rows[old].t, rows[old].values, columns, out)
				want[query.Rate][r.t] = out[0]
			}
		}
		from := when("from")
		for kind, expected := range want {
			r := ask(kind, from, at, "level")
			r.Point = id
			chart, err := s.read.Query(s.t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			got := map[int64]float64{}
			for i, v := range chart.Series[0].Values {
				if !math.IsNaN(v) {
					got[chart.Series[0].Times[i]] = v
				}
			}
			for at, v := range expected {
				if at < from {
					continue
				}
				if math.Float64bits(got[at]) != math.Float64bits(v) {
					t.Fatalf("%s at %d: %v, want %v", kind, at, got[at], v)
				}
				delete(got, at)
			}
			if len(got) > 0 {
				t.Fatalf("%s: %d values too many: %v", kind, len(got), got)
			}
		}
	})
}

func TestWatchInvalidatesCache(t *testing.T) {
	s := newSite(t)
	s.add(piezometer(pointID))
	s.initial(pointID, 10, 21.5, 15)
	s.store(pointID, level(start, 12))
	bus := events.NewLocal()
	var watching sync.WaitGroup
	watching.Go(func() { s.read.Watch(t.Context(), bus) })
	accumulated := func() float64 {
		list, err := s.read.Latest(t.Context(), []int64{pointID})
		if err != nil {
			t.Fatal(err)
		}
		return list[0].Accumulated
	}
	if got := accumulated(); got != 2 {
		t.Fatalf("accumulated %v", got)
	}
	s.initials[0].Values = []float64{11, 20.5, 15}
	deadline := time.Now().Add(10 * time.Second)
	for accumulated() != 1 { // the watcher may subscribe after the first event
		if time.Now().After(deadline) {
			t.Fatal("the event was not received")
		}
		events.Publish(t.Context(), bus, events.Live, 2, events.LivePayload{Points: []int64{pointID}})
	}
	if err := bus.Close(); err != nil {
		t.Fatal(err)
	}
	watching.Wait()
}

// Concurrent callers while results change: the race detector shows whether the cache is guarded.
func TestLatestConcurrently(t *testing.T) {
	s := newSite(t)
	var ids []int64
	for id := int64(1); id <= 20; id++ {
		s.add(piezometer(id))
		s.store(id, level(start, float64(id)))
		ids = append(ids, id)
	}
	var asking sync.WaitGroup
	for k := range 4 {
		asking.Go(func() {
			for range 50 {
				list, err := s.read.Latest(t.Context(), ids)
				if err != nil || list[k].Observed != float64(k+1) {
					t.Errorf("%+v %v", list[k], err)
				}
				s.read.Forget(int64(k + 1))
			}
		})
	}
	asking.Wait()
}
