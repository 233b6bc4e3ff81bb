package timeline_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/core/timeline"
)

func version(id, from, recorded, superseded int64) timeline.Version[int64] {
	return timeline.Version[int64]{ID: id, ValidFrom: from, Value: id, RecordedAt: recorded, SupersededAt: superseded}
}

func TestVersionHoldsUntilNext(t *testing.T) {
	line := timeline.Of([]timeline.Version[int64]{
		version(1, 10, 1, 0), version(2, 20, 2, 5), version(3, 20, 3, 0), version(4, 20, 4, 0), version(5, 30, 5, 0),
	})
	for at, want := range map[int64]int64{10: 1, 19: 1, 20: 4, 29: 4, 30: 5, 1000: 5} {
		if v, ok := line.At(at); !ok || v.ID != want {
			t.Errorf("at %d: version %d, want %d", at, v.ID, want)
		}
	}
	if _, ok := line.At(9); ok {
		t.Error("a version is in effect before the first")
	}
	if next, ok := line.Until(10); !ok || next != 20 {
		t.Errorf("after 10 comes %d, want 20", next)
	}
	if _, ok := line.Until(30); ok {
		t.Error("Until found a version after the last")
	}
}

func TestAsKnownOnIgnoresLaterEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const known = 100
		var before []timeline.Version[int64]
		for i := range rapid.IntRange(0, 8).Draw(t, "versions before") {
			recorded := rapid.Int64Range(1, known-1).Draw(t, "recorded")
			superseded := int64(0)
			if rapid.Bool().Draw(t, "superseded") {
				superseded = rapid.Int64Range(recorded, known-1).Draw(t, "at")
			}
			before = append(before, version(int64(i+1), rapid.Int64Range(0, 20).Draw(t, "from"), recorded, superseded))
		}
		want := timeline.AsKnownOn(before, known).Versions()
		after := append([]timeline.Version[int64](nil), before...)
		for i := range after { // later, some are superseded and others recorded
			if after[i].SupersededAt == 0 && rapid.Bool().Draw(t, "superseded later") {
				after[i].SupersededAt = rapid.Int64Range(known, known+50).Draw(t, "later")
			}
		}
		for i := range rapid.IntRange(0, 5).Draw(t, "versions after") {
			after = append(after, version(int64(100+i), rapid.Int64Range(0, 20).Draw(t, "from"), rapid.Int64Range(known, known+50).Draw(t, "recorded"), 0))
		}
		got := timeline.AsKnownOn(after, known).Versions()
		for i := range got {
			got[i].SupersededAt = 0 // unknown at that time
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("as known then (-want +got):\n%s", diff)
		}
	})
}

func TestDecode(t *testing.T) {
	records := []timeline.Record{
		{Aspect: "a", Version: timeline.Version[json.RawMessage]{ID: 1, ValidFrom: 5, Value: json.RawMessage(`7`), Note: "n"}},
		{Aspect: "b", Version: timeline.Version[json.RawMessage]{ID: 2, Value: json.RawMessage(`"x"`)}},
	}
	got, err := timeline.Decode[int](records, "a")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]timeline.Version[int]{{ID: 1, ValidFrom: 5, Value: 7, Note: "n"}}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := timeline.Decode[int](records, "b"); err == nil {
		t.Error("a text was read as a number")
	}
}

// Versions may be recorded, corrected and revoked in any order. Only their times decide the timeline, and each moment
// from the first on has exactly one version.
func TestEditOrderDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []timeline.Version[int64]
		standing := map[int64]bool{}
		pick := func() int64 {
			var ids []int64
			for _, v := range all {
				if standing[v.ID] {
					ids = append(ids, v.ID)
				}
			}
			return rapid.SampledFrom(ids).Draw(t, "version")
		}
		supersede := func(id, at int64) {
			for i := range all {
				if all[i].ID == id {
					all[i].SupersededAt = at
				}
			}
			delete(standing, id)
		}
		for step := range rapid.IntRange(1, 20).Draw(t, "edits") {
			now := int64(step + 1)
			edit := rapid.SampledFrom([]string{"record", "correct", "revoke"}).Draw(t, "edit")
			if len(standing) == 0 {
				edit = "record"
			}
			if edit != "record" {
				supersede(pick(), now)
			}
			if edit != "revoke" {
				id := int64(len(all) + 1)
				all = append(all, version(id, rapid.Int64Range(0, 12).Draw(t, "from"), now, 0))
				standing[id] = true
			}
		}
		// The expected version at a moment, without a timeline: of those in effect, the one with the latest start;
		// among equal starts, the one recorded last.
		holds := func(at int64) (best timeline.Version[int64], ok bool) {
			for _, v := range all {
				if standing[v.ID] && v.ValidFrom <= at && (!ok || v.ValidFrom > best.ValidFrom || v.ValidFrom == best.ValidFrom && v.ID > best.ID) {
					best, ok = v, true
				}
			}
			return best, ok
		}
		shuffled := rapid.Permutation(all).Draw(t, "order in which they are read")
		line := timeline.Of(shuffled)
		for at := int64(-1); at < 14; at++ {
			want, there := holds(at)
			got, ok := line.At(at)
			if ok != there || got.ID != want.ID {
				t.Fatalf("at %d: version %d (%v), want %d (%v)", at, got.ID, ok, want.ID, there)
			}
		}
		list := line.Versions()
		for i, v := range list {
			next, ends := line.Until(v.ValidFrom)
			if last := i == len(list)-1; ends == last || !last && next != list[i+1].ValidFrom {
				t.Fatalf("version %d ends at %d (%v), the next begins elsewhere", v.ID, next, ends)
			}
			if i > 0 && list[i-1].ValidFrom >= v.ValidFrom {
				t.Fatalf("versions %d and %d overlap", list[i-1].ID, v.ID)
			}
		}
	})
}

// A value is newly in effect exactly where it is in effect after an edit and was not before.
func TestNewly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) timeline.Timeline[int64] {
			var list []timeline.Version[int64]
			for i := range rapid.IntRange(0, 6).Draw(t, label) {
				v := version(int64(i+1), rapid.Int64Range(0, 10).Draw(t, "from"), int64(i), 0)
				v.Value = rapid.Int64Range(1, 3).Draw(t, "value")
				list = append(list, v)
			}
			return timeline.Of(list)
		}
		before, after := draw("before"), draw("after")
		fresh := timeline.Newly(before, after)
		for at := int64(0); at <= 11; at++ {
			was, had := before.At(at)
			is, has := after.At(at)
			want := has && (!had || was.Value != is.Value)
			found := 0
			for _, span := range fresh {
				if span.From <= at && at < span.Until {
					found++
					if span.Value != is.Value {
						t.Fatalf("at %d newly %d, holds %d", at, span.Value, is.Value)
					}
				}
			}
			if found > 1 || (found == 1) != want {
				t.Fatalf("at %d newly %v (%d times), want %v", at, found == 1, found, want)
			}
		}
	})
}
