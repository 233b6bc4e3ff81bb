package compute_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
)

// differences is the difference between two states of a point's results.
type differences struct {
	Point       int64
	Results     int64
	First, Last int64
}

func differ(id int64, before, after []row) differences {
	d := differences{Point: id}
	note := func(t int64) {
		d.Results++
		if d.First == 0 || t < d.First {
			d.First = t
		}
		d.Last = max(d.Last, t)
	}
	find := func(list []row, t int64) *row {
		for i := range list {
			if list[i].Time == t {
				return &list[i]
			}
		}
		return nil
	}
	for i := range after {
		if old := find(before, after[i].Time); old == nil || !cmp.Equal(*old, after[i]) {
			note(after[i].Time)
		}
	}
	for i := range before {
		if find(after, before[i].Time) == nil {
			note(before[i].Time)
		}
	}
	return d
}

// A preview follows a change to dependent points over any number of steps, and matches what happens when the change is
// saved.
func TestPreviewFollowsDependents(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		a, raw := drawDefinition(t, h)
		b, rawB := gauge(h)
		both, _ := gauge(h)
		both.Point.Kind = catalog.VirtualPoint
		both.Config.Binding = versions(h,
			at(0, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: b.Point.ID}, {Role: "other", PointID: a.Point.ID}}}))
		both.Config.Formula = versions(h, at(0, formulaOf(fmt.Sprintf("P%d.width-P%d.width", b.Point.ID, a.Point.ID))))
		both.Thresholds = versions(h, at(0, drawThresholds(t)))
		top, _ := gauge(h)
		top.Point.Kind = catalog.VirtualPoint
		top.Config.Binding = versions[definition.Binding](h)
		top.Config.Formula = versions(h, at(0, formulaOf(fmt.Sprintf("P%d.width*10", both.Point.ID))))
		s := newSite(outer, h, a, b, both, top)
		list := drawReadings(t)
		s.sendAll(raw, list, 20)
		s.sendAll(rawB, list, 20)

		c := drawCorrection(t, h, a.Point.ID, s.now)
		changed := *s.definitions[a.Point.ID]
		changed.Corrections = append(slices.Clone(changed.Corrections), c)
		previews, err := s.previewer.Preview(t.Context(), []definition.Definition{changed}, c.From)
		if err != nil {
			t.Fatal(err)
		}
		ids := []int64{a.Point.ID, b.Point.ID, both.Point.ID, top.Point.ID}
		before := map[int64][]row{}
		open := map[int64]int{}
		for _, id := range ids {
			before[id], open[id] = s.results(id), len(standingEpisodes(s.records(id)))
		}
		s.configure(a.Point.ID, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
		s.drain()
		var told, happened []differences
		for _, p := range previews {
			if p.Follows != (p.Point != a.Point.ID) {
				t.Fatalf("point %d follows: %v", p.Point, p.Follows)
			}
			if p.Results > 0 {
				told = append(told, differences{p.Point, p.Results, p.First, p.Last})
			}
			if got, want := len(standingEpisodes(s.records(p.Point))), open[p.Point]+len(p.Appear)-len(p.Vanish); got != want {
				t.Fatalf("point %d has %d alarms, the preview predicted %d", p.Point, got, want)
			}
		}
		for _, id := range ids {
			if d := differ(id, before[id], s.results(id)); d.Results > 0 {
				happened = append(happened, d)
			}
		}
		if diff := cmp.Diff(happened, told); diff != "" {
			t.Fatalf("(-happened +predicted):\n%s", diff)
		}
	})
}
