package alarm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func part(id, structure, opened, ended int64) Part {
	return Part{ID: id, StructureID: structure, PointID: id, Status: Restore, Level: Blue, Opened: opened * minute, Ended: ended * minute}
}

func idsOf(list []Incident) (ids [][]int64) {
	for i := range list {
		ids = append(ids, list[i].Alerts())
	}
	return ids
}

func TestOverlappingAlertsAreOneIncident(t *testing.T) {
	ongoing := part(6, 2, 5, 0)
	ongoing.Status, ongoing.Level = Pending, Red
	got := Gather([]Part{part(1, 1, 10, 20), part(2, 1, 15, 40), part(3, 1, 70, 71), part(4, 1, 102, 103), part(5, 2, 500, 501), ongoing})
	if diff := cmp.Diff([][]int64{{1, 2, 3}, {4}, {6, 5}}, idsOf(got)); diff != "" {
		t.Errorf("70 is 30 min after 40, 102 is 31 min after 71: %s", diff)
	}
	last := got[2]
	if last.ID != 6 || last.Until != 0 || last.Level != Red || last.Active != 1 || last.Points != 2 || last.From != 5*minute {
		t.Errorf("incident of the ongoing alert: %+v", last)
	}
	if got[0].Until != 71*minute || got[0].Active != 0 {
		t.Errorf("incident that is over: %+v", got[0])
	}
}

func TestLateDataJoinAndSplitIncidents(t *testing.T) {
	apart := []Part{part(1, 1, 0, 10), part(2, 1, 100, 110)}
	if got := idsOf(Gather(apart)); len(got) != 2 {
		t.Fatalf("apart: %v", got)
	}
	joined := Gather(append(apart, part(3, 1, 35, 75)))
	if diff := cmp.Diff([][]int64{{1, 3, 2}}, idsOf(joined)); diff != "" || joined[0].ID != 1 {
		t.Errorf("a late alert between them: %s", diff)
	}
	earlier := Gather(append(apart, part(4, 1, -20, -10)))
	if earlier[0].ID != 4 || earlier[1].ID != 2 {
		t.Errorf("a late alert before them: %v", idsOf(earlier))
	}
}

// The incidents of alerts are the same in any order, each alert is in one of them, and no two of one structure touch.
func TestIncidentsDependOnNoOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Part {
			p := part(0, rapid.Int64Range(1, 3).Draw(t, "structure"), rapid.Int64Range(0, 600).Draw(t, "opened"), 0)
			if length := rapid.Int64Range(-1, 90).Draw(t, "length"); length >= 0 {
				p.Ended = p.Opened + length*minute + 1
			}
			p.Status = rapid.SampledFrom(Statuses()).Draw(t, "status")
			p.Level = Level(rapid.IntRange(int(Blue), int(Red)).Draw(t, "level"))
			return p
		}), 0, 40).Draw(t, "parts")
		for i := range parts {
			parts[i].ID, parts[i].PointID = int64(i+1), int64(i%7)
		}
		want := Gather(parts)
		shuffled := slices.Clone(parts)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		random.Shuffle(len(shuffled), func(i, k int) { shuffled[i], shuffled[k] = shuffled[k], shuffled[i] })
		if diff := cmp.Diff(want, Gather(shuffled)); diff != "" {
			t.Fatalf("in another order: %s", diff)
		}
		count := 0
		for i := range want {
			count += len(want[i].Parts)
			if i > 0 && want[i].StructureID == want[i-1].StructureID && (want[i-1].Until == 0 || want[i].From-want[i-1].Until <= bridged) {
				t.Fatalf("two incidents touch: %+v and %+v", want[i-1], want[i])
			}
		}
		if count != len(parts) {
			t.Fatalf("%d of %d alerts are in incidents", count, len(parts))
		}
	})
}
