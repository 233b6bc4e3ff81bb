package delivery

import (
	"time"

	"plumbline/internal/core/alarm"
)

// replay returns the messages that rules would have sent about an alert from one time to another (UTC ms, the end
// excluded), reminders included, without the names of things. The transitions are in the order in which they were
// recorded.
func replay(rules []Rule, record *alarm.Record, transitions []alarm.Transition, from, until int64) []Message {
	about := messagesAbout(rules, record, transitions)
	var list []Message
	for i := range about {
		m := &about[i]
		if m.CreatedAt >= from && m.CreatedAt < until {
			list = append(list, *m)
		}
		if m.State == Skipped || !m.Event.Open() {
			continue
		}
		step := repeatHours(rules, m.RuleID) * time.Hour.Milliseconds()
		last := until
		for j := range about[i+1:] {
			if later := &about[i+1+j]; later.place == m.place && later.Event.Open() {
				last = min(last, later.CreatedAt)
				break
			}
		}
		for number, at := int64(1), m.CreatedAt+step; step > 0 && at < last; number, at = number+1, at+step {
			if at >= from && activeAt(transitions, at) {
				reminder := *m
				reminder.Reminder, reminder.Event, reminder.CreatedAt, reminder.DueAt = number, alarm.EventRaised, at, at
				list = append(list, reminder)
			}
		}
	}
	return list
}

func repeatHours(rules []Rule, id int64) int64 {
	for i := range rules {
		if rules[i].ID == id {
			return rules[i].RepeatHours
		}
	}
	return 0
}

// activeAt reports whether an alert was open, not withdrawn and not decided on at a time (UTC ms).
func activeAt(transitions []alarm.Transition, at int64) bool {
	active := false
	for i := range transitions {
		t := &transitions[i]
		if t.RecordedAt > at {
			break
		}
		active = t.Kind != alarm.Withdrawn && t.To.Active()
	}
	return active
}
