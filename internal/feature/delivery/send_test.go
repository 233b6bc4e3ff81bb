package delivery_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
)

// onlyShift is a rule with one address.
func onlyShift(rule *delivery.Rule) { rule.Accounts = nil }

func TestRefusedMailsAreRepeatedWithPauses(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		r.store(r.raised(alarm.Red))
		r.post.Refuse(452, 0)
		r.send(0)
		r.expect("mailbox full", shift+" raised pending,failed")
		r.send(59 * time.Second)
		r.expect("too early", shift+" raised pending,failed")
		r.post.Refuse(0, 451)
		r.send(time.Second)
		r.send(time.Minute)
		r.expect("the pause is twice as long", shift+" raised pending,failed,failed")
		r.post.Refuse(0, 0)
		r.send(time.Minute)
		r.expect("accepted", shift+" raised sent,failed,failed,sent")
		if n := len(r.post.Mails()); n != 1 {
			t.Errorf("%d mails", n)
		}
	})
}

func TestMailsAreGivenUp(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		alert := r.store(r.raised(alarm.Red))
		r.post.Refuse(550, 0)
		r.send(0)
		r.expect("no such mailbox", shift+" raised failed refused,failed")
		r.status(alert, alarm.Pending)

		r.store(r.raised(alarm.Red))
		r.post.Refuse(452, 0)
		for range 8 {
			r.send(30 * time.Minute)
		}
		r.expect("two hours", shift+" raised failed refused,failed", shift+" raised failed expired,failed,failed,failed,failed")

		r.store(r.raised(alarm.Red))
		r.sender.Mail = nil
		r.send(0)
		r.expect("no mail server", shift+" raised failed refused,failed",
			shift+" raised failed expired,failed,failed,failed,failed", shift+" raised failed mailMissing")
	})
}

// A server that has all of a mail and does not answer may have accepted it: it is sent once more, with the same id.
func TestUnknownAnswersAreRepeatedOnce(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", onlyShift)
		r.store(r.raised(alarm.Red))
		hang := func() {
			r.post.Hang(true)
			ctx, cancel := context.WithTimeout(r.Context(), 300*time.Millisecond)
			defer cancel()
			if err := r.sender.SendDue(ctx, r.now); !errors.Is(err, context.DeadlineExceeded) { // it looks for more messages
				t.Error(err)
			}
			r.post.Hang(false)
		}
		hang()
		r.expect("dropped", shift+" raised pending,unknown")
		r.send(time.Minute)
		r.expect("repeated", shift+" raised sent,unknown,sent")
		ids := map[string]bool{}
		for _, m := range r.post.Mails() {
			ids[m.Header.Get("Message-ID")] = true
		}
		if len(ids) != 1 {
			t.Errorf("message ids: %v", ids)
		}

		r.store(r.raised(alarm.Red))
		hang()
		r.now = r.now.Add(time.Minute)
		hang()
		r.send(time.Hour)
		r.expect("dropped twice", shift+" raised sent,unknown,sent", shift+" raised unknown lostAnswer,unknown,unknown")
	})
}

func TestPeopleWhoLeaveAreNotTold(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("all", nil)
		r.store(r.raised(alarm.Red))
		r.exec("UPDATE account SET active = FALSE WHERE id = ?", r.Member.ID)
		r.send(0)
		r.expect("disabled before the mail", shift+" raised sent,sent", member+" raised skipped noAccess")
		r.store(r.raised(alarm.Red))
		r.expect("disabled before the alert", shift+" raised sent,sent", member+" raised skipped noAccess",
			shift+" raised pending", member+" raised skipped noAccess")
	})
}

func TestOpenAlertsAreRepeated(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("daily", onlyShift)
		r.rule("twice a day", func(rule *delivery.Rule) { rule.Accounts, rule.RepeatHours = nil, 12 })
		r.rule("never", func(rule *delivery.Rule) {
			rule.Accounts, rule.Addresses, rule.RepeatHours = nil, []string{"once@example.com"}, 0
		})
		alert := r.store(r.raised(alarm.Yellow))
		r.send(0)
		remind := func(after time.Duration) {
			r.now = r.now.Add(after)
			for range 2 { // of two servers, one writes it
				r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
			}
			r.send(0)
		}
		first := []string{shift + " raised sent,sent", "once@example.com raised sent,sent"}
		remind(12*time.Hour - time.Second)
		r.expect("before the interval", first...)
		remind(time.Second)
		remind(36 * time.Hour) // three intervals: one reminder
		first = append(first, shift+" raised#1 sent,sent", shift+" raised#4 sent,sent")
		r.expect("after the interval", first...)

		alert.Record.Status = alarm.Notice
		alert = r.store(r.next(alert, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
		r.send(0)
		remind(12 * time.Hour)
		first = append(first, shift+" escalated sent,sent", "once@example.com escalated sent,sent", shift+" raised#1 sent,sent")
		r.expect("counted from the escalation", first...)

		alert.Record.Status = alarm.Notice
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.send(0)
		remind(24 * time.Hour)
		r.expect("restored", append(first, shift+" restored sent,sent", "once@example.com restored sent,sent")...)
	})
}
