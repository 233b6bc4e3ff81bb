package handling_test

import (
	"fmt"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/apptest"
)

// BenchmarkIncidents lists the incidents of a structure with 10,000 alerts of 100 points: a thousand incidents of ten alerts, and
// one of all of them. Goal: 100 ms.
func BenchmarkIncidents(b *testing.B) {
	for _, engine := range apptest.Engines() {
		for _, apart := range []int64{60, 0} { // minutes between two groups of ten alerts
			b.Run(fmt.Sprintf("%s/%d", engine, apart), func(b *testing.B) {
				s := apptest.Start(b, engine, apptest.Options{})
				storm(b, s, 10_000, apart)
				path := fmt.Sprintf("/api/projects/%d/incidents", s.Project.ID)
				var page struct{ Total int }
				s.Ask(b, "guest", "GET", path, "", 200, &page)
				if want := map[int64]int{60: 1000, 0: 1}[apart]; page.Total != want {
					b.Fatalf("%d incidents, want %d", page.Total, want)
				}
				for b.Loop() {
					s.Ask(b, "guest", "GET", path, "", 200, nil)
				}
			})
		}
	}
}

// storm stores alerts of a structure, ten at a time, each of 20 min, and some minutes after the ten before.
func storm(t testing.TB, s *apptest.Server, count, apart int64) {
	t.Helper()
	now := clock.Now().UnixMilli()
	list := make([]alarm.Change, 0, count)
	for i := range count {
		opened := now - (count-1-i)/10*(20+apart)*minute
		list = append(list, alarm.Change{
			Record: alarm.Record{
				CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, PointID: s.Level.ID + i%100,
				Kind: alarm.OfThreshold, Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel",
				Status: alarm.Restore, Level: alarm.Blue, CurrentLevel: alarm.Normal, Opened: opened, Ended: opened + 20*minute,
				Steps:      []alarm.Step{{Level: alarm.Blue, Time: opened, Value: 2, Limit: 1}},
				RecordedAt: now, ChangedAt: now,
			},
			Transitions: []alarm.Transition{{Kind: alarm.Raised, To: alarm.Pending, Level: alarm.Blue, Value: 2, Limit: 1, Time: opened, RecordedAt: now}},
		})
	}
	if err := s.DB.Write(t.Context(), func(tx *database.Tx) error { return s.Site.Store.SaveAlerts(t.Context(), tx.Tx, list) }); err != nil {
		t.Fatal(err)
	}
}
