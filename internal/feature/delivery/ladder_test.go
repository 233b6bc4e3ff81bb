package delivery_test

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/testing/apptest"
)

const chief = "chief@example.com"

// climbing is a rule for the shift that calls the manager after 30 minutes.
func (r *rig) climbing() *delivery.Rule {
	r.Helper()
	r.exec("UPDATE account SET email = ? WHERE id = ?", chief, r.Manager.ID)
	return r.rule("ladder", func(rule *delivery.Rule) {
		onlyShift(rule)
		rule.RepeatHours, rule.Ladder = 0, []delivery.Rung{{AfterMinutes: 30, Accounts: []int64{r.Manager.ID}}, {AfterMinutes: 60, Accounts: []int64{r.Member.ID}}}
	})
}

// Whom the ladder calls depends on what happens in the first half hour; the preview counts the same, except that it does
// not know answers.
func TestTheLadderCallsWhoIsNext(t *testing.T) {
	first := shift + " raised sent,sent"
	for _, c := range []struct {
		name     string
		then     func(*rig, alarm.Change)
		want     []string
		messages int
	}{
		{"nothing", func(*rig, alarm.Change) {}, []string{first, chief + " raised#-1 sent,sent", member + " raised#-2 sent,sent"}, 3},
		{"processed", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Processed, alarm.Yellow), alarm.Confirm))
		}, []string{first, chief + " raised#-1 skipped outdated", member + " raised#-2 skipped outdated"}, 1},
		{"restored", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		}, []string{first, chief + " raised#-1 skipped outdated", member + " raised#-2 skipped outdated", shift + " restored sent,sent"}, 2},
		{"escalated", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		}, []string{
			first, chief + " raised#-1 skipped outdated", member + " raised#-2 skipped outdated",
			shift + " escalated sent,sent", chief + " escalated#-1 sent,sent", member + " escalated#-2 sent,sent",
		}, 4},
		{"answered", func(r *rig, _ alarm.Change) {
			r.exec(`INSERT INTO alert_answer (id, message_id, answer, client, created_at)
				SELECT 1, MIN(id), 'seen', '127.0.0.1', ? FROM alert_message`, r.now.UnixMilli())
		}, []string{first, chief + " raised#-1 skipped answered", member + " raised#-2 skipped answered"}, 3},
		{"taken care of", func(r *rig, c alarm.Change) {
			r.exec("INSERT INTO alert_assignment (id, alert_id, account_id, assigned_by, created_at) VALUES (1, ?, ?, ?, ?)",
				c.Record.ID, r.Member.ID, r.Manager.ID, r.now.UnixMilli())
		}, []string{first, chief + " raised#-1 skipped answered", member + " raised#-2 skipped answered"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, func(r *rig) {
				rule := r.climbing()
				alert := r.store(r.raised(alarm.Yellow))
				r.send(0)
				alert.Record.Status = alarm.Notice
				r.send(20 * time.Minute)
				r.expect("before", first, chief+" raised#-1 pending", member+" raised#-2 pending")
				c.then(r, alert)
				r.send(9 * time.Minute)
				for range 4 {
					r.send(20 * time.Minute)
				}
				r.expect("after", c.want...)
				p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
				r.must(err)
				if p.Draft.Messages != c.messages {
					r.Errorf("the preview counts %+v, want %d messages", p.Draft, c.messages)
				}
			})
		})
	}
}

// Whom the ladder has called hears that it is over.
func TestTheCalledHearOfTheEnd(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.climbing()
		alert := r.store(r.raised(alarm.Yellow))
		r.send(0)
		r.send(31 * time.Minute)
		alert.Record.Status = alarm.Notice
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.send(time.Hour)
		r.expect("over", shift+" raised sent,sent", chief+" raised#-1 sent,sent", member+" raised#-2 skipped outdated",
			shift+" restored sent,sent", chief+" restored#-1 sent,sent")
		p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
		r.must(err)
		if p.Draft.Messages != 4 || p.Draft.Called != 2 {
			r.Errorf("the preview counts %+v", p.Draft)
		}
	})
}

// If nobody can be reached the next people are called at once, step by step.
func TestTheLadderDoesNotWaitForTheUnreachable(t *testing.T) {
	on(t, func(r *rig) {
		r.climbing()
		r.post.Refuse(550, 0)
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.post.Refuse(0, 0)
		r.send(time.Second)
		r.expect("all refused", shift+" raised failed refused,failed", chief+" raised#-1 failed refused,failed", member+" raised#-2 failed refused,failed")
	})
	on(t, func(r *rig) {
		rule := r.climbing()
		rule.Addresses, rule.Accounts = nil, []int64{r.Owner.ID}
		r.exec("UPDATE account SET email = '' WHERE id = ?", r.Owner.ID)
		r.must(r.ledger.SaveRule(r.Context(), apptest.Actor(r.Admin), rule))
		r.store(r.raised(alarm.Red))
		r.send(0)
		r.expect("without an address", " raised skipped noAddress", chief+" raised#-1 sent,sent", member+" raised#-2 pending")
	})
}
