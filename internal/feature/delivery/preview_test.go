package delivery_test

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// What a preview counts afterwards is what the ledger wrote when it happened, reminders included.
func TestPreviewCountsWhatTheLedgerWrote(t *testing.T) {
	on(t, func(r *rig) {
		begun := r.now
		rule := r.rule("all", func(rule *delivery.Rule) { rule.RepeatHours = 5 })
		first := r.store(r.raised(alarm.Yellow))
		second := r.store(r.raised(alarm.Blue))
		wait := func(hours int) {
			for range hours {
				r.send(time.Hour)
				r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
			}
		}
		wait(11)
		first = r.store(r.next(first, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		wait(7)
		r.store(r.next(second, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		wait(6)
		withdrawn := r.next(first, r.transition(alarm.Withdrawn, alarm.Red), alarm.Pending)
		withdrawn.Record.WithdrawnAt = r.now.UnixMilli()
		r.store(withdrawn)
		wait(12)

		page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID, Query: paging.Query{Size: 100}})
		r.must(err)
		want := delivery.Volume{Events: 4, People: 2}
		for _, m := range page.List {
			want.Messages++
			if m.Reminder > 0 {
				want.Reminders++
			}
		}
		if want.Reminders != 2*(2+2+3) { // of the yellow, the red and the blue alert
			r.Fatalf("the ledger has %d reminders", want.Reminders)
		}
		preview := func(change func(*delivery.Rule)) delivery.Preview {
			r.Helper()
			draft := *rule
			change(&draft)
			p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), &draft, r.now.UnixMilli()+1)
			r.must(err)
			return p
		}
		same := preview(func(*delivery.Rule) {})
		if same.Draft != want || same.InForce == nil || *same.InForce != want {
			r.Errorf("%+v, in force %+v, want %+v", same.Draft, same.InForce, want)
		}
		if len(same.List) != 4 || same.List[0].Event != alarm.EventRestored || same.List[1].Reminders != 2*2 || same.List[1].Recipients != 2 {
			r.Errorf("events %+v", same.List)
		}
		levels := [alarm.Red + 1]int{}
		for _, day := range same.Days {
			for level, n := range day.Levels {
				levels[level] += n
			}
		}
		if want := [alarm.Red + 1]int{0, 1, 1, 0, 1}; levels != want || len(same.Days) < 30 {
			r.Errorf("levels %v of %d days, want %v", levels, len(same.Days), want)
		}

		red := preview(func(d *delivery.Rule) { d.ID, d.Name, d.Level, d.RepeatHours = 0, "red", alarm.Red, 0 })
		if want := (delivery.Volume{Events: 1, Messages: 2, People: 2}); red.Draft != want || red.InForce != nil {
			r.Errorf("red only: %+v, in force %+v, want %+v", red.Draft, red.InForce, want)
		}
		r.exec("UPDATE account SET email = '' WHERE id = ?", r.Member.ID)
		mute := preview(func(d *delivery.Rule) { d.Enabled = false })
		if mute.Draft.People != 1 || 2*mute.Draft.Messages != want.Messages || len(mute.Unreached) != 1 || mute.Unreached[0].AccountID != r.Member.ID {
			r.Errorf("without an address: %+v, unreached %+v", mute.Draft, mute.Unreached)
		}
		r.now = begun.Add(40 * 24 * time.Hour)
		if old := preview(func(*delivery.Rule) {}); old.Draft.Messages != 0 {
			r.Errorf("after 40 days: %+v", old.Draft)
		}
	})
}

func TestPreviewRefusesWhatSavingRefuses(t *testing.T) {
	on(t, func(r *rig) {
		draft := delivery.Rule{ProjectID: r.Project.ID, Name: " ", Accounts: []int64{r.Stranger.ID}}
		_, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), &draft, r.now.UnixMilli())
		saved := r.ledger.SaveRule(r.Context(), apptest.Actor(r.Admin), &delivery.Rule{ProjectID: r.Project.ID, Name: " ", Accounts: []int64{r.Stranger.ID}})
		if err == nil || saved == nil || err.Error() != saved.Error() {
			r.Errorf("preview: %v; saving: %v", err, saved)
		}
		if _, err := r.ledger.Preview(r.Context(), r.Stranger.Scope(), alarm.NewService(r.Store), r.rule("all", nil), 0); err == nil {
			r.Error("a stranger previewed a rule")
		}
	})
}
