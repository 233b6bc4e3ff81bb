package delivery_test

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// A message of the night is written at once and sent in the morning, if it is still true; the preview counts the same.
func TestQuietHoursHoldBackLowLevels(t *testing.T) {
	const early, late, night = 20, 30, 90 // minutes after the first alert, and of the quiet hours that begin with it
	for _, c := range []struct {
		name string
		then func(*rig, alarm.Change)
		want []string
	}{
		{"nothing else", func(*rig, alarm.Change) {}, []string{shift + " raised sent,sent"}},
		{"restored", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		}, []string{shift + " raised skipped outdated", shift + " restored skipped outdated"}},
		{"processed", func(r *rig, c alarm.Change) {
			done := r.next(c, r.transition(alarm.Noticed, alarm.Yellow), alarm.Confirm)
			r.store(done)
		}, []string{shift + " raised skipped outdated"}},
		{"red", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Escalated, alarm.Red), alarm.Pending))
			r.send(0)
		}, []string{shift + " raised skipped outdated", shift + " escalated sent,sent"}},
		{"orange", func(r *rig, c alarm.Change) {
			r.store(r.next(c, r.transition(alarm.Escalated, alarm.Orange), alarm.Pending))
		}, []string{shift + " raised skipped outdated", shift + " escalated sent,sent"}},
		{"restored and open again", func(r *rig, c alarm.Change) {
			c = r.store(r.next(c, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
			r.now = r.now.Add(time.Minute)
			r.store(r.next(c, r.transition(alarm.Reopened, alarm.Yellow), alarm.Pending))
		}, []string{shift + " raised skipped outdated", shift + " restored skipped outdated", shift + " reopened sent,sent"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, func(r *rig) {
				rule := r.rule("quiet", func(rule *delivery.Rule) {
					onlyShift(rule)
					rule.Quiet = r.quietFor(night)
				})
				alert := r.store(r.raised(alarm.Yellow))
				r.send(early * time.Minute)
				r.expect("held", shift+" raised pending")
				r.now = r.now.Add((late - early) * time.Minute)
				c.then(r, alert)
				r.send((night - late + 1) * time.Minute)
				r.expect("after the quiet hours", c.want...)
				r.previewed(rule)
			})
		})
	}
}

// An alert of the day that is over in the night gives a message in the morning.
func TestRestoresOfTheNightAreSentInTheMorning(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.rule("quiet", onlyShift)
		alert := r.store(r.raised(alarm.Yellow))
		r.send(0)
		alert.Record.Status = alarm.Notice
		rule.Quiet = r.quietFor(90)
		r.must(r.ledger.SaveRule(r.Context(), apptest.Actor(r.Admin), rule))
		r.now = r.now.Add(time.Minute)
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.expect("held", shift+" raised sent,sent", shift+" restored pending")
		r.send(2 * time.Hour)
		r.expect("sent", shift+" raised sent,sent", shift+" restored sent,sent")
	})
}

// A rule without quiet hours for the same person sends at once, and reminders of the night wait as well.
func TestQuietHoursOfAllRulesCount(t *testing.T) {
	on(t, func(r *rig) {
		quiet := r.quietFor(600)
		r.rule("quiet", func(rule *delivery.Rule) { onlyShift(rule); rule.Quiet = quiet; rule.RepeatHours = 1 })
		loud := r.rule("loud", func(rule *delivery.Rule) { onlyShift(rule); rule.RepeatHours = 0 })
		r.store(r.raised(alarm.Yellow))
		r.send(0)
		r.expect("one rule sends at once", shift+" raised sent,sent")
		r.must(r.ledger.DeleteRule(r.Context(), apptest.Actor(r.Admin), r.Project.ID, loud.ID))
		for range 3 {
			r.send(time.Hour)
			r.must(r.sender.Remind(r.Context(), r.now.UnixMilli()))
		}
		r.expect("reminders wait", shift+" raised sent,sent", shift+" raised#1 pending", shift+" raised#2 pending", shift+" raised#3 pending")
		r.send(8 * time.Hour)
		r.expect("the last one is sent", shift+" raised sent,sent", shift+" raised#1 skipped outdated", shift+" raised#2 skipped outdated",
			shift+" raised#3 sent,sent")
	})
}

// quietFor returns quiet hours for levels up to orange that began with the minute of now.
func (r *rig) quietFor(minutes int64) delivery.Quiet {
	r.exec("UPDATE project SET time_zone = 'UTC' WHERE id = ?", r.Project.ID)
	r.now = r.now.Truncate(time.Minute)
	from := int64(r.now.UTC().Hour()*60 + r.now.UTC().Minute())
	return delivery.Quiet{From: from, To: (from + minutes) % (24 * 60), Level: alarm.Orange}
}

// previewed expects that the preview of a rule counts what the ledger has not skipped.
func (r *rig) previewed(rule *delivery.Rule) {
	r.Helper()
	page, err := r.ledger.Messages(r.Context(), r.Guest.Scope(), delivery.Filter{ProjectID: r.Project.ID, Query: paging.Query{Size: 100}})
	r.must(err)
	want := delivery.Volume{People: 1}
	for _, m := range page.List {
		if m.State == delivery.Skipped {
			continue
		}
		want.Messages++
		if m.HeldUntil != 0 {
			want.Held++
		}
	}
	p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
	r.must(err)
	if want.Events = p.Draft.Events; p.Draft != want || *p.InForce != want {
		r.Errorf("preview %+v, in force %+v, ledger %+v", p.Draft, *p.InForce, want)
	}
}
