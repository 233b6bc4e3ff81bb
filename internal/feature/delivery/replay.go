package delivery

import (
	"slices"
	"strconv"
	"time"

	"plumbline/internal/core/alarm"
)

// replay returns the messages that rules would have sent about an alert from one time to another (UTC ms, the end
// excluded), reminders included, without the names of things. The transitions are in the order in which they were
// recorded. What quiet hours would have held back counts by the time at which it was written. met returns when a message
// that waits meets its conditions (UTC ms); 0: never.
func replay(rules []Rule, record *alarm.Record, transitions []alarm.Transition, from, until int64, met func(*Message) int64) []Message {
	about := released(messagesAbout(rules, record, transitions), rules, record, met)
	list := slices.Clone(about)
	for i := range about {
		if m := &about[i]; m.State != Skipped && m.Event.Open() && m.Reminder == 0 {
			list = append(list, reminders(ruleOf(rules, m.RuleID), record, m, about[i+1:], transitions, until)...)
		}
	}
	list = calledOver(dropped(list, transitions))
	return slices.DeleteFunc(list, func(m Message) bool {
		return m.CreatedAt < from || m.CreatedAt >= until || m.MetAt >= until || m.Reminder < 0 && m.begins() >= until
	})
}

// released returns messages without those whose conditions are never met, and the others as they are sent on.
func released(list []Message, rules []Rule, record *alarm.Record, met func(*Message) int64) (kept []Message) {
	for _, m := range list {
		if m.State == Waiting {
			at := m.CreatedAt
			if m.Event.Open() {
				at = met(&m)
			} else if !slices.ContainsFunc(kept, func(o Message) bool { return o.place == m.place && o.Event.Open() && o.State != Skipped }) {
				at = 0
			}
			if at == 0 {
				continue
			}
			m.State, m.MetAt = Pending, max(at, m.CreatedAt)
			rung := m.Reminder < 0
			h := ruleOf(rules, m.RuleID).heldBack(record, m.Content.Step.Level, m.MetAt, rung)
			if rung {
				h.until = max(h.until, m.MetAt) + m.AfterMinutes*time.Minute.Milliseconds()
			}
			if h.until > m.MetAt {
				m.HeldUntil = h.until
			}
		}
		kept = append(kept, m)
	}
	return kept
}

// calledOver adds that an alert is over for those whom ladders have called.
func calledOver(list []Message) []Message {
	var added []Message
	known := map[string]bool{}
	for i := range list {
		over := &list[i]
		if over.Event != alarm.EventRestored {
			continue
		}
		for j := range list {
			m := &list[j]
			key := strconv.FormatInt(over.TransitionID, 10) + " " + m.place
			if m.Reminder >= 0 || !m.Event.Open() || m.State == Skipped || m.begins() > over.CreatedAt || known[key] {
				continue
			}
			known[key] = true
			also := *over
			also.Reminder, also.place, also.HeldUntil, also.State = m.Reminder, m.place, 0, Pending
			added = append(added, also)
		}
	}
	return append(list, added...)
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
		reminder.hold(rule.heldBack(record, levelAt(record, at), at, false))
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
