package delivery_test

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/platform/heartbeat"
)

func TestOutboxKnowsWhatWaits(t *testing.T) {
	on(t, func(r *rig) {
		begun := r.now.UnixMilli()
		expect := func(when string, want heartbeat.Outbox) {
			r.Helper()
			got, err := r.ledger.Outbox(r.Context(), r.now.UnixMilli())
			r.must(err)
			if got != want {
				r.Errorf("%s: due after %d min, unaccepted after %d min; want %d and %d", when, (got.Due-begun)/60_000, (got.Unaccepted-begun)/60_000,
					(want.Due-begun)/60_000, (want.Unaccepted-begun)/60_000)
			}
		}
		r.rule("all", func(rule *delivery.Rule) { rule.Addresses = nil })
		expect("nothing happened", heartbeat.Outbox{})
		r.store(r.raised(alarm.Red))
		r.now = r.now.Add(3 * time.Minute)
		expect("nobody sends", heartbeat.Outbox{Due: begun, Unaccepted: begun})

		r.post.Refuse(452, 0)
		r.send(0)
		expect("refused for now", heartbeat.Outbox{Unaccepted: begun})
		r.send(time.Minute)
		r.now = r.now.Add(5 * time.Minute)
		expect("the next attempt is late", heartbeat.Outbox{Due: begun + 6*60_000, Unaccepted: begun})

		// The mail server accepts other mails: the first one is a matter of its recipient.
		r.exec("UPDATE alert_message SET due_at = ? WHERE state = 'pending'", r.now.Add(time.Hour).UnixMilli())
		r.post.Refuse(0, 0)
		r.store(r.raised(alarm.Red))
		r.send(0)
		expect("another one was accepted", heartbeat.Outbox{})
		r.send(61 * time.Minute)
		expect("all were sent", heartbeat.Outbox{})

		// A webhook belongs to others, but a message to it must be tried.
		hook, peer := r.hook("group", hook.JSON)
		r.rule("group", only(hook))
		peer.say(500, "")
		r.now = r.now.Add(time.Minute)
		written := r.now.UnixMilli()
		r.store(r.raised(alarm.Red))
		expect("nobody sends a mail and a call", heartbeat.Outbox{Due: written, Unaccepted: written})
		r.send(0)
		r.now = r.now.Add(time.Minute - time.Second)
		expect("the call fails", heartbeat.Outbox{})
	})
}
