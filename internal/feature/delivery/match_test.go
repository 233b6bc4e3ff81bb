package delivery

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
)

func drawRule(t *rapid.T, id int64) Rule {
	r := Rule{
		ID: id, ProjectID: 1, Enabled: rapid.Bool().Draw(t, "enabled"), StructureID: rapid.SampledFrom([]int64{0, 10, 11}).Draw(t, "structure"),
		Level: rapid.SampledFrom([]alarm.Level{alarm.Blue, alarm.Orange}).Draw(t, "level"), Types: []string{alarm.TypeThreshold},
		Events:      rapid.SliceOfNDistinct(rapid.SampledFrom(alarm.Events()), 1, 4, rapid.ID[alarm.Event]).Draw(t, "events"),
		RepeatHours: rapid.Int64Range(0, 3).Draw(t, "repeat"), Late: rapid.Bool().Draw(t, "late"),
	}
	channels := rapid.Permutation(personal()).Draw(t, "channels")[:rapid.IntRange(1, 2).Draw(t, "how many")]
	for _, to := range rapid.SliceOfDistinct(rapid.Int64Range(1, 8), rapid.ID[int64]).Draw(t, "recipients") {
		switch to {
		case 1, 2, 3, 4: // of two addresses, each as an account and by itself
			r.recipients = append(r.recipients, recipient{Channel: Mail, Account: to % 2 * to, Address: fmt.Sprintf("p%d@example.com", (to+1)/2)})
		case 5: // reached by mail only
			r.recipients = append(r.recipients, person{Account: to, Email: "p5@example.com", Reached: true}.on(channels))
		case 6: // by text message only
			r.recipients = append(r.recipients, person{Account: to, Mobile: "13800000006", Reached: true}.on(channels))
		case 7: // not at all
			r.recipients = append(r.recipients, person{Account: to, Reached: true}.on(channels))
		default:
			r.recipients = append(r.recipients, recipient{Channel: WeCom, Webhook: to, Address: "robot"})
		}
	}
	return r
}

// drawChange draws what happens to an alert; the ids are those of the database.
func drawChange(t *rapid.T, id int64) alarm.Change {
	c := alarm.Change{Record: alarm.Record{
		ID: id, ProjectID: 1, StructureID: rapid.SampledFrom([]int64{10, 11}).Draw(t, "place"), Kind: alarm.OfThreshold, Level: alarm.Red,
	}}
	for i := range rapid.IntRange(1, 4).Draw(t, "transitions") {
		c.Transitions = append(c.Transitions, alarm.Transition{
			ID: 100*id + int64(i), AlertID: id,
			Kind: rapid.SampledFrom([]alarm.TransitionKind{
				alarm.Raised, alarm.Escalated, alarm.Restored, alarm.Revised, alarm.Withdrawn, alarm.Reinstated, alarm.Reopened, alarm.Noticed,
			}).Draw(t, "kind"),
			To: rapid.SampledFrom([]alarm.Status{alarm.Pending, alarm.Restore}).Draw(t, "to"), Level: alarm.Level(rapid.IntRange(0, 4).Draw(t, "level")),
			RecordedAt: 1_700_000_000_000, Time: 1_700_000_000_000 - rapid.SampledFrom([]int64{0, 7_200_000, 7_200_001}).Draw(t, "age"),
		})
	}
	return c
}

// keysOf returns the keys that a ledger holds after changes in batches, each of them once or, after a take-over, twice.
func keysOf(rules []Rule, batches [][]alarm.Change) map[string]Message {
	ledger := map[string]Message{}
	for _, batch := range batches {
		for i := range batch {
			for _, m := range messagesAbout(rules, &batch[i].Record, batch[i].Transitions) {
				key := fmt.Sprintf("%d %s %s", m.TransitionID, m.Channel, m.recipient)
				if _, there := ledger[key]; !there {
					ledger[key] = m
				}
			}
		}
	}
	return ledger
}

func TestLedgerKeysDoNotDependOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rules []Rule
		for i := range rapid.IntRange(1, 4).Draw(t, "rules") {
			rules = append(rules, drawRule(t, int64(i+1)))
		}
		var changes []alarm.Change
		for i := range rapid.IntRange(1, 6).Draw(t, "changes") {
			changes = append(changes, drawChange(t, int64(i+1)))
		}
		want := keysOf(rules, [][]alarm.Change{changes})

		shuffled := rapid.Permutation(changes).Draw(t, "order")
		var batches [][]alarm.Change
		for piece := range slices.Chunk(shuffled, rapid.IntRange(1, len(shuffled)).Draw(t, "batch")) {
			batches = append(batches, piece)
			if rapid.Bool().Draw(t, "again") {
				batches = append(batches, piece)
			}
		}
		got := keysOf(rapid.Permutation(rules).Draw(t, "rules in another order"), batches)
		if !slices.Equal(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got))) {
			t.Fatalf("keys %v, want %v", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
		}
		for key, m := range got {
			if m.after != "" {
				before, there := got[fmt.Sprintf("%d %s", m.TransitionID, m.after)]
				if !there || before.State != Skipped || before.AccountID != m.AccountID {
					t.Fatalf("%s follows %+v", key, before)
				}
			}
			expected := 0
			for i := range rules {
				if rules[i].ID == m.RuleID && rules[i].Enabled && slices.Contains(rules[i].Events, m.Event) {
					expected++
				}
			}
			if expected != 1 {
				t.Fatalf("%s is sent by rule %d, which does not ask for it", key, m.RuleID)
			}
		}
	})
}

func TestPausesGrowToTheirLimit(t *testing.T) {
	for attempts, want := range map[int64]string{1: "1m0s", 2: "2m0s", 5: "16m0s", 6: "30m0s", 60: "30m0s"} {
		if got := pause(attempts).String(); got != want {
			t.Errorf("pause after %d attempts: %s, want %s", attempts, got, want)
		}
	}
}
