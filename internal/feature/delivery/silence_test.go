package delivery_test

import (
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
)

// silenced silences messages below red of a part of the project for two hours from now on, and returns what ends it.
func (r *rig) silenced(change func(*alarm.Silence)) (end func()) {
	r.Helper()
	one := alarm.Silence{Level: alarm.Orange, From: r.now.UnixMilli(), To: r.now.Add(2 * time.Hour).UnixMilli()}
	if change != nil {
		change(&one)
	}
	id := r.now.UnixMilli()
	r.exec(`INSERT INTO silence (id, corporation_id, project_id, structure_id, item_id, level, from_time, to_time, note, recorded_at, recorded_by, ended_at, ended_by)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'cleaning', ?, 1, 0, 0)`, id, r.Corporation.ID, r.Project.ID, one.StructureID, one.ItemID, one.Level, one.From, one.To, one.From)
	for _, point := range one.Points {
		r.exec("INSERT INTO silence_point (silence_id, point_id) VALUES (?, ?)", id, point)
	}
	return func() { r.exec("UPDATE silence SET ended_at = ?, ended_by = 1 WHERE id = ?", r.now.UnixMilli(), id) }
}

// release decides about what waits, and sends what is due, after a time.
func (r *rig) release(after time.Duration) {
	r.Helper()
	r.now = r.now.Add(after)
	r.must(r.sender.Release(r.Context(), r.now.UnixMilli()))
	r.must(r.sender.SendDue(r.Context(), r.now))
}

func (r *rig) volume(rule *delivery.Rule) delivery.Volume {
	r.Helper()
	p, err := r.ledger.Preview(r.Context(), r.Guest.Scope(), alarm.NewService(r.Store), rule, r.now.UnixMilli()+1)
	r.must(err)
	return p.Draft
}

// Maintenance holds back what it covers, and at its end what is still true is sent. The preview counts the same.
func TestSilencesHoldBackMessages(t *testing.T) {
	for _, c := range []struct {
		name  string
		scope func(*rig, *alarm.Silence)
		level alarm.Level
		held  bool
	}{
		{"the whole project", func(*rig, *alarm.Silence) {}, alarm.Orange, true},
		{"red", func(*rig, *alarm.Silence) {}, alarm.Red, false},
		{"red on request", func(_ *rig, s *alarm.Silence) { s.Level = alarm.Red }, alarm.Red, true},
		{"its item", func(r *rig, s *alarm.Silence) { s.StructureID, s.ItemID = r.Structure.ID, r.Item.ID }, alarm.Yellow, true},
		{"another item", func(r *rig, s *alarm.Silence) { s.StructureID, s.ItemID = r.Structure.ID, r.Item.ID+1 }, alarm.Yellow, false},
		{"its point", func(r *rig, s *alarm.Silence) { s.Points = []int64{r.Level.ID + 1, r.Level.ID} }, alarm.Yellow, true},
		{"another point", func(r *rig, s *alarm.Silence) { s.Points = []int64{r.Level.ID + 1} }, alarm.Yellow, false},
		{"later", func(_ *rig, s *alarm.Silence) { s.From += 60_000 }, alarm.Yellow, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, func(r *rig) {
				rule := r.rule("shift", onlyShift)
				r.silenced(func(s *alarm.Silence) { c.scope(r, s) })
				r.store(r.raised(c.level))
				r.release(time.Minute)
				if !c.held {
					r.expect("at once", shift+" raised sent,sent")
					return
				}
				r.expect("held back", shift+" raised pending")
				r.release(118 * time.Minute)
				r.expect("still", shift+" raised pending")
				r.release(time.Minute)
				r.expect("at the end", shift+" raised sent,sent")
				if v := r.volume(rule); v.Messages != 1 || v.Held != 1 {
					r.Errorf("the preview counts %+v", v)
				}
			})
		})
	}
}

// What maintenance has caused and is over at its end reaches nobody.
func TestAlertsOfMaintenanceReachNobody(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.rule("shift", onlyShift)
		r.silenced(nil)
		alert := r.store(r.raised(alarm.Orange))
		r.release(time.Hour)
		r.store(r.next(alert, r.transition(alarm.Restored, alarm.Normal), alarm.Restore))
		r.release(2 * time.Hour)
		r.expect("over", shift+" raised skipped outdated", shift+" restored skipped outdated")
		if v := r.volume(rule); v.Messages != 0 {
			r.Errorf("the preview counts %+v", v)
		}
	})
}

// Somebody who ends a silence early gets the messages, unless another one goes on.
func TestSilencesEndEarly(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.rule("shift", onlyShift)
		end := r.silenced(nil)
		r.store(r.raised(alarm.Orange))
		r.release(time.Minute)
		other := r.silenced(func(s *alarm.Silence) { s.To = s.From + 30*60_000 })
		end()
		r.release(time.Minute)
		r.release(0)
		r.expect("the other one", shift+" raised pending")
		if v := r.column("SELECT held_until FROM alert_message"); v != r.column("SELECT MAX(to_time) FROM silence WHERE ended_at = 0") {
			r.Errorf("held until %s", v)
		}
		other()
		r.release(time.Minute)
		r.expect("none", shift+" raised sent,sent")
		if v := r.volume(rule); v.Messages != 1 {
			r.Errorf("the preview counts %+v", v)
		}
	})
}

// The ladder begins when a silence ends.
func TestTheLadderBeginsAfterASilence(t *testing.T) {
	on(t, func(r *rig) {
		rule := r.climbing()
		end := r.silenced(nil)
		r.store(r.raised(alarm.Yellow))
		r.release(time.Hour)
		r.expect("silent", shift+" raised pending", chief+" raised#-1 pending", member+" raised#-2 pending")
		end()
		r.release(time.Second)
		r.expect("ended", shift+" raised sent,sent", chief+" raised#-1 pending", member+" raised#-2 pending")
		r.release(29 * time.Minute)
		r.expect("before the first step", shift+" raised sent,sent", chief+" raised#-1 pending", member+" raised#-2 pending")
		r.release(2 * time.Minute)
		r.expect("the first step", shift+" raised sent,sent", chief+" raised#-1 sent,sent", member+" raised#-2 pending")
		r.release(30 * time.Minute)
		if v := r.volume(rule); v.Messages != 3 || v.Called != 2 {
			r.Errorf("the preview counts %+v", v)
		}
	})
}

// Conditions that are met in a silence send their messages at its end, and quiet hours count after it.
func TestSilencesAndQuietHours(t *testing.T) {
	on(t, func(r *rig) {
		zone, err := time.LoadLocation(r.Project.TimeZone)
		r.must(err)
		local := r.now.In(zone)
		minute := func(after time.Duration) int64 {
			at := local.Add(after)
			return int64(at.Hour()*60 + at.Minute())
		}
		r.rule("shift", func(rule *delivery.Rule) {
			onlyShift(rule)
			rule.Quiet = delivery.Quiet{From: minute(time.Hour), To: minute(3 * time.Hour), Level: alarm.Yellow}
		})
		r.silenced(nil)
		r.store(r.raised(alarm.Yellow))
		r.release(2*time.Hour + time.Minute)
		r.expect("quiet hours", shift+" raised pending")
		r.release(time.Hour)
		r.expect("the day", shift+" raised sent,sent")
	})
}
