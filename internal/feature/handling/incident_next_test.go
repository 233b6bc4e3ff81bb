package handling

import (
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
)

// Whatever order alerts come in, twice, late, lowered, withdrawn or reopened, an owner hears each higher level once, the end
// once and only when it is over, and nothing after it.
func TestOwnersHearEverythingOnce(t *testing.T) {
	const minute, change = 60_000, 7
	rapid.Check(t, func(t *rapid.T) {
		state := func(id int64) alarm.Part {
			p := alarm.Part{ID: id, StructureID: 1, PointID: id, Level: alarm.Level(rapid.IntRange(1, 4).Draw(t, "level")), Status: alarm.Pending}
			p.Opened = rapid.Int64Range(0, 200).Draw(t, "opened") * minute
			if lasts := rapid.Int64Range(-1, 60).Draw(t, "lasts"); lasts >= 0 {
				p.Status, p.Ended = alarm.Restore, p.Opened+lasts*minute+1
			}
			return p
		}
		count := rapid.Int64Range(1, 5).Draw(t, "alerts")
		var arrivals []alarm.Part
		for range rapid.IntRange(0, 12).Draw(t, "arrivals") {
			arrivals = append(arrivals, state(rapid.Int64Range(1, count).Draw(t, "id")))
		}
		for id := range count {
			arrivals = append(arrivals, state(id+1))
		}
		arrivals = rapid.Permutation(arrivals).Draw(t, "order")

		parts := map[int64]alarm.Part{1: {ID: 1, StructureID: 1, PointID: 1, Level: alarm.Blue, Status: alarm.Pending}}
		now := int64(0)
		row := noticeRow{ChangeID: change, StructureID: 1, Level: alarm.Blue}
		highest, ends := alarm.Blue, 0
		look := func() {
			var list []alarm.Part
			for _, p := range parts {
				list = append(list, p)
			}
			var mine []Incident
			for _, i := range alarm.Gather(list) {
				if i.Has(1) { // the owner was named when it had this alert
					mine = append(mine, Incident{Incident: i, Owner: Owner{ChangeID: change, AccountID: 9}})
				}
			}
			for range 2 { // by a second server, or after a restart
				if row.EndedAt != 0 {
					return
				}
				h := row.next(mine, now)
				if h.risen {
					if h.Level <= highest {
						t.Fatalf("hears of level %d after %d", h.Level, highest)
					}
					highest = h.Level
				}
				if h.ended {
					if ends++; ends > 1 || !mine[0].Over(now) {
						t.Fatalf("%d ends, at %d: %+v", ends, now, mine)
					}
				}
				if len(mine) > 0 && h.Level < mine[0].Level {
					t.Fatalf("has not heard of %+v: %+v", mine[0], h)
				}
				row = h.noticeRow
			}
		}
		look()
		for _, p := range arrivals {
			parts[p.ID] = p
			now += rapid.Int64Range(0, 40).Draw(t, "minutes") * minute
			look()
		}
		delete(parts, rapid.Int64Range(2, 6).Draw(t, "withdrawn"))
		now += 1000 * minute
		look()
		if over := parts[1].Ended != 0; over && ends == 0 && !slices.ContainsFunc(slices.Collect(maps.Values(parts)), func(p alarm.Part) bool { return p.Ended == 0 }) {
			t.Fatal("an incident is over, and its owner has not heard of it")
		}
	})
}
