package storetest

import (
	"encoding/json"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/alarm"
	"plumbline/internal/dated"
	"plumbline/internal/point"
	"plumbline/internal/testkit/fixture"
)

// timelines records, mends and takes away versions of each aspect of a point in any order.
// What is stored is the timeline that their times say: no gap, no overlap, whatever the
// order of the edits.
func timelines(t *testing.T, s *fixture.Site) {
	admin := fixture.Actor(s.Admin)
	limit := func(v float64) *float64 { return &v }
	aspects := map[point.Aspect]func(n int) any{
		point.AspectCollect:   func(n int) any { return point.Collect{Mode: "UploadCollect", Interval: int64(600 + n)} },
		point.AspectInitial:   func(n int) any { return point.Initial{Mode: "auto", Count: 1 + n} },
		point.AspectProcessor: func(n int) any { return point.Processor{AxisAzimuth: float64(n)} },
		point.AspectThresholds: func(n int) any {
			return alarm.Thresholds{List: []alarm.Threshold{{Field: "level", ValueType: alarm.Observed, Blue: limit(float64(n + 1)), Enable: true}}}
		},
		point.AspectEngineering: func(n int) any { return point.Engineering{PitDepthH: float64(n)} },
		point.AspectChart:       func(n int) any { return point.Charts{List: []point.Chart{{Chart: "hda-chart", Label: fmt.Sprint(n)}}} },
	}
	for aspect, value := range aspects {
		t.Run(string(aspect), func(t *testing.T) {
			for _, r := range must(s.Points.Versions(ctx, admin.Scope, s.Level.ID, aspect))(t) {
				if r.SupersededAt == 0 {
					must(s.Points.Supersede(ctx, admin, s.Level.ID, r.ID, ""))(t)
				}
			}
			standing := map[int64]int64{} // version: valid from
			n := 0
			rapid.Check(t, func(edits *rapid.T) { // one edit each: the history grows over all of them
				edit := rapid.SampledFrom([]string{"record", "mend", "take away"}).Draw(edits, "edit")
				if len(standing) == 0 {
					edit = "record"
				}
				var picked int64
				if edit != "record" {
					ids := make([]int64, 0, len(standing))
					for id := range standing {
						ids = append(ids, id)
					}
					picked = rapid.SampledFrom(ids).Draw(edits, "version")
				}
				n++
				draft := fixture.Draft(t, string(aspect), day+rapid.Int64Range(0, 12).Draw(edits, "from")*1000, value(n%50))
				switch edit {
				case "record":
					r := must(s.Points.Record(ctx, admin, s.Level.ID, draft))(t)
					standing[r.ID] = r.ValidFrom
				case "mend":
					r := must(s.Points.Mend(ctx, admin, s.Level.ID, picked, draft))(t)
					delete(standing, picked)
					standing[r.ID] = r.ValidFrom
				default:
					must(s.Points.Supersede(ctx, admin, s.Level.ID, picked, ""))(t)
					delete(standing, picked)
				}
				records := must(s.Points.Versions(ctx, admin.Scope, s.Level.ID, aspect))(t)
				timeline := dated.Of(must(dated.Decode[json.RawMessage](records, string(aspect)))(t))
				for at := int64(day - 1000); at <= day+13_000; at += 500 {
					best, found := int64(0), false
					for id, from := range standing {
						if from <= at && (!found || from > standing[best] || from == standing[best] && id > best) {
							best, found = id, true
						}
					}
					if v, ok := timeline.At(at); ok != found || v.ID != best {
						edits.Fatalf("at %d version %d holds (%v), want %d (%v)", at, v.ID, ok, best, found)
					}
				}
			})
		})
	}
}
