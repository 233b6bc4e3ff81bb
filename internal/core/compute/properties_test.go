package compute_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/access"
)

// sendAll sends readings in order, in batches.
func (s *site) sendAll(raw series.ID, list []delivery, batch int) {
	for i := 0; i < len(list); i += batch {
		var rows []series.Put
		for _, m := range list[i:min(i+batch, len(list))] {
			rows = append(rows, put(raw, m.time, m.value))
		}
		s.now += 1000 * second
		s.send(true, rows...)
		s.drain()
	}
}

func TestRevokedCorrectionLeavesNoTrace(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		s := newSite(outer, h, d)
		id := d.Point.ID
		s.sendAll(raw, drawReadings(t), 20)
		results, initials, episodes := s.results(id), plainInitials(s.initials(id)), standingEpisodes(s.records(id))
		c := drawCorrection(t, h, id, s.now)
		s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
		s.drain()
		s.configure(id, c.From, func(d *definition.Definition) { d.Corrections[0].RevokedAt = s.now })
		s.drain()
		if diff := cmp.Diff(results, s.results(id)); diff != "" {
			t.Fatalf("results (-never +revoked):\n%s", diff)
		}
		if diff := cmp.Diff(initials, plainInitials(s.initials(id))); diff != "" {
			t.Fatalf("initial values (-never +revoked):\n%s", diff)
		}
		if diff := cmp.Diff(episodes, standingEpisodes(s.records(id))); diff != "" {
			t.Fatalf("alarms (-never +revoked):\n%s", diff)
		}
	})
}

func TestAsKnownOnNeverChanges(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		s := newSite(outer, h, d)
		id := d.Point.ID
		list := rapid.Permutation(drawReadings(t)).Draw(t, "order")
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		s.sendAll(raw, list[:cut], 7)
		s.now += 1000 * second
		known := s.now
		at := func() []row {
			computed, err := s.previewer.AsOf(context.Background(), s, id, known, 1<<62)
			if err != nil {
				t.Fatal(err)
			}
			return rowsOf(computed.Rows)
		}
		before := at()
		for range rapid.IntRange(0, 3).Draw(t, "corrections") {
			s.now += 1000 * second
			c := drawCorrection(t, h, id, s.now)
			s.configure(id, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
		}
		s.sendAll(raw, list[cut:], 7)
		for _, m := range list[:cut/2] {
			s.now += 1000 * second
			s.send(true, put(raw, m.time, m.value+1)) // revisions
		}
		s.drain()
		if diff := cmp.Diff(before, at()); diff != "" {
			t.Fatalf("as known (-then +now):\n%s", diff)
		}
		if cut == len(list) && len(s.definitions[id].Corrections) == 0 {
			return
		}
		if diff := cmp.Diff(rowsOf(s.expect(id).Rows), s.results(id)); diff != "" {
			t.Fatalf("results (-one fold +stored):\n%s", diff)
		}
	})
}

func TestTransitionsAreLegal(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		d, raw := drawDefinition(t, h)
		s := newSite(outer, h, d)
		id := d.Point.ID
		list := drawReadings(t)
		if rapid.Bool().Draw(t, "late") {
			list = rapid.Permutation(list).Draw(t, "order")
		}
		for i := 0; i < len(list); i++ {
			s.now += 1000 * second
			s.send(true, put(raw, list[i].time, list[i].value))
			s.drain()
			if rapid.IntRange(0, 5).Draw(t, "person") == 0 {
				s.process(t, id)
				s.drain()
			}
		}
		s.compare(t, id)
		for _, r := range s.records(id) {
			history, err := h.store.Transitions(context.Background(), access.Scope{All: true}, r.ID)
			if err != nil {
				t.Fatal(err)
			}
			slices.SortFunc(history, func(a, b alarm.Transition) int { return int(a.ID - b.ID) })
			restored := false // and not undone since
			for _, step := range history {
				switch {
				case step.From == step.To, alarm.Allowed(step.From, step.To):
				default:
					t.Fatalf("%s: %s from %s to %s", describe(&r), step.Kind, step.From, step.To)
				}
				if step.Kind == alarm.Restored && restored {
					t.Fatalf("%s: restored twice: %+v", describe(&r), history)
				}
				restored = (restored || step.Kind == alarm.Restored) && !step.To.Active()
			}
			if len(history) == 0 || history[len(history)-1].To != r.Status {
				t.Fatalf("%s: history ends elsewhere: %+v", describe(&r), history)
			}
		}
	})
}

func TestDependentPointsFollowInputs(t *testing.T) {
	h, outer := openHarness(t), t
	rapid.Check(t, func(t *rapid.T) {
		a, rawA := gauge(h)
		b, rawB := gauge(h)
		barometer := h.next()
		main := b.Config.Binding.Versions()[0].Value.Sources[0]
		b.Config.Binding = versions(h, at(0, definition.Binding{Sources: []definition.Source{main, {Role: "barometer", DeviceID: barometer}}}))
		b.Config.Formula = versions(h, at(0, formulaOf("raw*2")), at(start+20*hour, formulaOf("raw*3")))
		both, _ := gauge(h)
		both.Point.Kind = catalog.VirtualPoint
		both.Config.Binding = versions(h,
			at(0, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: a.Point.ID}, {Role: "other", PointID: b.Point.ID}}}))
		both.Config.Formula = versions(h, at(0, formulaOf(fmt.Sprintf("P%d.width-P%d.width", a.Point.ID, b.Point.ID))))
		top, _ := gauge(h)
		top.Point.Kind = catalog.VirtualPoint
		top.Config.Binding = versions[definition.Binding](h)
		top.Config.Formula = versions(h, at(0, formulaOf(fmt.Sprintf("P%d.width*10", both.Point.ID))))
		top.Thresholds = versions(h, at(0, drawThresholds(t)))
		s := newSite(outer, h, a, b, both, top)

		var rows []series.Put
		for i := range rapid.IntRange(5, 40).Draw(t, "readings") {
			when := start + int64(i)*hour
			value := rapid.Float64Range(-5, 5).Draw(t, "value")
			rows = append(rows, put(rawA, when, value), put(rawB, when+rapid.Int64Range(-20, 20).Draw(t, "apart")*60*second, value/2))
		}
		rows = rapid.Permutation(rows).Draw(t, "order")
		for i := 0; i < len(rows); {
			n := min(rapid.IntRange(1, 12).Draw(t, "batch"), len(rows)-i)
			s.now += 1000 * second
			s.send(true, append([]series.Put(nil), rows[i:i+n]...)...)
			i += n
			switch rapid.IntRange(0, 9).Draw(t, "event") {
			case 0:
				s.restart()
			case 1:
				c := correction.Correction{
					ID: h.next(), PointID: a.Point.ID, Kind: correction.Withdraw, RecordedAt: s.now,
					From: start + 3*hour, To: start + rapid.Int64Range(3, 30).Draw(t, "to")*hour,
				}
				s.configure(a.Point.ID, c.From, func(d *definition.Definition) { d.Corrections = append(d.Corrections, c) })
			}
			s.worker.Steps(context.Background(), rapid.IntRange(0, 3).Draw(t, "steps"))
		}
		s.drain()
		for _, d := range []definition.Definition{a, b, both, top} {
			s.compare(t, d.Point.ID)
		}
	})
}
