package delivery

import (
	"slices"
	"time"

	"plumbline/internal/core/alarm"
)

// replay returns the messages that rules would have sent about an alert from one time to another (UTC ms, the end
// excluded), reminders included, without the names of things. The transitions are in the order in which they were
// recorded. What quiet hours would have held back counts by the time at which it was written.
func replay(rules []Rule, record *alarm.Record, transitions []alarm.Transition, from, until int64) []Message {
	about := messagesAbout(rules, record, transitions)
	list := slices.Clone(about)
	for i := range about {
		if m := &about[i]; m.State != Skipped && m.Event.Open() {
			list = append(list, reminders(ruleOf(rules, m.RuleID), record, m, about[i+1:], transitions, until)...)
		}
	}
	return slices.DeleteFunc(dropped(list, transitions), func(m Message) bool { return m.CreatedAt < from || m.CreatedAt >= until })
}

// reminders returns the reminders of a message, up to the next message about the alert to the same recipient.
func reminders(rule *Rule, record *alarm.Record, m *Message, later []Message, transitions []alarm.Transition, until int64) (list []Message) {
	step := rule.RepeatHours * time.Hour.Milliseconds()
	if step == 0 {
		return nil
	}
	for i := range later {
		if n := &later[i]; n.Event.Open() && (n.place == m.place || n.Duty && m.Duty && n.RuleID == m.RuleID) {
			until = min(until, n.CreatedAt)
			break
		}
	}
	for number, at := int64(1), m.begins()+step; at < until; number, at = number+1, at+step {
		status, withdrawn := statusAt(transitions, at)
		if withdrawn || !status.Active() {
			continue
		}
		reminder := *m
		reminder.Reminder, reminder.Event, reminder.CreatedAt, reminder.DueAt, reminder.HeldUntil = number, alarm.EventRaised, at, at, 0
		if m.Duty {
			to := rule.onDuty(at)
			if to.missed() {
				continue
			}
			steps := to.steps()
			reminder.to(steps[len(steps)-1])
		}
		reminder.hold(rule.heldUntil(record, levelAt(record, at), at))
		list = append(list, reminder)
	}
	return list
}

func ruleOf(rules []Rule, id int64) *Rule {
	return &rules[slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })]
}

// levelAt returns the level of the last step of a record that was known at a time (UTC ms).
func levelAt(record *alarm.Record, at int64) alarm.Level {
	level := alarm.Normal
	for _, s := range record.Steps {
		if s.Time <= at {
			level = s.Level
		}
	}
	return level
}

// statusAt returns the status of an alert at a time (UTC ms), and whether it was withdrawn.
func statusAt(transitions []alarm.Transition, at int64) (status alarm.Status, withdrawn bool) {
	for i := range transitions {
		t := &transitions[i]
		if t.RecordedAt > at {
			break
		}
		status, withdrawn = t.To, t.Kind == alarm.Withdrawn
	}
	return status, withdrawn
}
