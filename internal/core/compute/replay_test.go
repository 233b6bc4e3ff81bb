package compute_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/database"
)

// replay judges the history of a point with sets of thresholds.
func (s *site) replay(id int64, sets ...timeline.Timeline[alarm.Thresholds]) []compute.Replayed {
	s.t.Helper()
	p, found, err := s.directory.Find(context.Background(), id)
	if err != nil || !found {
		s.t.Fatal(found, err)
	}
	list, err := s.previewer.Replay(context.Background(), p, sets, func(*compiled.Segment, alarm.Deciding) {})
	if err != nil {
		s.t.Fatal(err)
	}
	return list
}

func replayed(r *compute.Replayed) []episode {
	var list []alarm.Episode
	for i := range r.Episodes {
		list = append(list, r.Episodes[i].Episode)
	}
	return plainEpisodes(list)
}

// always makes thresholds those of all times.
func always(list ...alarm.Threshold) timeline.Timeline[alarm.Thresholds] {
	return timeline.Of([]timeline.Version[alarm.Thresholds]{{ID: 1, ValidFrom: compiled.Beginning, Value: alarm.Thresholds{List: list}}})
}

// The thresholds in force, replayed, raise the alerts that are stored, decisions of people included.
func TestReplayOfThresholdsInForceGivesStoredAlerts(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		s := newSite(outer, h, d)
		id := d.Point.ID
		for _, m := range drawReadings(t) {
			s.now += 1000 * second
			s.send(true, put(raw, m.time, m.value))
			s.drain()
			if rapid.IntRange(0, 9).Draw(t, "person") == 0 {
				s.process(t, id)
				s.drain()
			}
		}
		in := s.definitions[id].Thresholds
		newest := in.Versions()[len(in.Versions())-1].Value.List
		found := s.replay(id, in, always(newest...))
		if diff := cmp.Diff(standingEpisodes(s.records(id)), replayed(&found[0])); diff != "" {
			t.Fatalf("alerts (-stored +replayed):\n%s", diff)
		}
		// With the same thresholds at all times, both agree to the last alert.
		s.configure(id, 0, func(d *definition.Definition) { d.Thresholds = versions(h, at(0, alarm.Thresholds{List: newest})) })
		s.drain()
		if diff := cmp.Diff(standingEpisodes(s.records(id)), replayed(&s.replay(id, always(newest...))[0])); diff != "" {
			t.Fatalf("alerts of one version (-stored +replayed):\n%s", diff)
		}
	})
}

// Higher limits never hold a level longer, and the worst value of an alert reaches its level.
func TestHigherLimitsHoldNoLonger(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		s := newSite(outer, h, d)
		list := drawReadings(t)
		s.sendAll(raw, list, 20)
		end := list[len(list)-1].time
		for _, low := range drawThresholds(t).List {
			factor := rapid.Float64Range(1, 3).Draw(t, "factor")
			high := limits(*low.Blue*factor, *low.Yellow*factor, *low.Orange*factor, *low.Red*factor)
			high.Field, high.ValueType, high.Direction = low.Field, low.ValueType, low.Direction
			high.ConfirmTimes, high.RestoreTimes = low.ConfirmTimes, low.RestoreTimes
			found := s.replay(d.Point.ID, always(low), always(high))
			for level := alarm.Blue; level <= alarm.Red; level++ {
				if a, b := heldFrom(found[0].Levels, level, end), heldFrom(found[1].Levels, level, end); b > a {
					t.Fatalf("%s at level %d: %d ms with limits times %g, %d ms without", low.ValueType, level, b, factor, a)
				}
			}
			for _, e := range found[0].Episodes {
				peak := e.Steps[len(e.Steps)-1].Level
				if got := alarm.Grade(&low, e.Worst.Value); got != peak {
					t.Fatalf("the worst value %g of an alert of level %d has level %d", e.Worst.Value, peak, got)
				}
			}
		}
	})
}

// heldFrom returns how long a level or a higher one was held, ms.
func heldFrom(list []alarm.LevelSince, level alarm.Level, end int64) (sum int64) {
	for i, l := range list {
		until := end
		if i+1 < len(list) {
			until = list[i+1].Time
		}
		if l.Level >= level {
			sum += until - l.Time
		}
	}
	return sum
}

// A long history is replayed in pieces. Rates look back over their borders.
func TestReplayOfLongHistory(t *testing.T) {
	h := openHarness(t)
	d, raw := gauge(h)
	rate := limits(3, 4, 5, 6)
	rate.Field, rate.ValueType = "width", alarm.Rate
	d.Thresholds = versions(h, at(0, alarm.Thresholds{List: []alarm.Threshold{rate, accumulated(limits(10, 12, 14, 16))}}))
	s := newSite(t, h, d)
	var rows []series.Put
	for i := range 5000 {
		v := float64(i%97) / 10
		rows = append(rows, put(raw, start+int64(i)*hour, v))
	}
	s.send(true, rows...)
	s.drain()
	want := standingEpisodes(s.records(d.Point.ID))
	if len(want) < 50 {
		t.Fatalf("only %d alerts", len(want))
	}
	found := s.replay(d.Point.ID, s.definitions[d.Point.ID].Thresholds)
	if diff := cmp.Diff(want, replayed(&found[0])); diff != "" {
		t.Errorf("alerts (-stored +replayed):\n%s", diff)
	}
}

// fill writes raw readings of a point without folding them.
func (h *harness) fill(b *testing.B, raw series.ID, count int, every int64) {
	b.Helper()
	rows := make([]series.Put, 0, 10_000)
	for i := range count {
		rows = append(rows, series.Put{Series: raw, Time: start + int64(i)*every, Columns: threeColumns, Values: threeValues(i)})
		if len(rows) < cap(rows) && i+1 < count {
			continue
		}
		err := h.db.Write(context.Background(), func(tx *database.Tx) error {
			_, apply, err := h.series.Write(context.Background(), tx.Tx, series.Batch{Raw: rows})
			tx.AfterCommit(apply)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		rows = rows[:0]
	}
}

// BenchmarkReplay judges five years of a point with two sets of thresholds. Target: 1 s.
func BenchmarkReplay(b *testing.B) {
	for name, every := range map[string]int64{"hourly": hour, "10 min": 600 * second} {
		b.Run(name, func(b *testing.B) {
			h := openHarness(b)
			d, raw := gauge3(h)
			s := newSite(b, h, d)
			h.fill(b, raw, int(5*365.25*24*3600*1000/float64(every)), every)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s.replay(d.Point.ID, s.definitions[d.Point.ID].Thresholds, always(accumulated(limits(4, 5, 6, 7))))
			}
		})
	}
}

// BenchmarkReplay500Points judges a year of hourly readings of 500 points. Target: 30 s.
func BenchmarkReplay500Points(b *testing.B) {
	h := openHarness(b)
	definitions := make([]definition.Definition, 500)
	for i := range definitions {
		var raw series.ID
		definitions[i], raw = gauge3(h)
		h.fill(b, raw, 8766, hour)
	}
	s := newSite(b, h, definitions...)
	b.ResetTimer()
	for range b.N {
		for i := range definitions {
			s.replay(definitions[i].Point.ID, definitions[i].Thresholds, always(accumulated(limits(4, 5, 6, 7))))
		}
	}
}
