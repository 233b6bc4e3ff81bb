package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/sqlkit"
)

// maxReminders is the number of messages that one look repeats; the others follow at the next.
const maxReminders = 200

// begins is the SQL of messageRow.begins.
const begins = "CASE WHEN m.held_until > m.met_at AND m.held_until > m.created_at THEN m.held_until WHEN m.met_at > m.created_at THEN m.met_at ELSE m.created_at END"

var openEvents = []alarm.Event{alarm.EventRaised, alarm.EventEscalated, alarm.EventReopened}

// dueReminder is a message about an alert that is still open when its rule asks for a reminder.
type dueReminder struct {
	messageRow  `bun:",extend"`
	RepeatHours int64 `bun:",scanonly"`
}

// Remind writes the reminders that are due at a time (UTC ms): after each interval one to everyone who got a message
// about an alert, until it ends or somebody decides on it. Intervals in which no server ran are not made up for.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Sender) Remind(ctx context.Context, now int64) error {
	var remind []struct{ ID, ProjectID int64 } // first, so that few messages are read
	err := s.Bun.NewSelect().TableExpr("alert_rule").Column("id", "project_id").Where("enabled AND repeat_hours > 0").Scan(ctx, &remind)
	if err != nil || len(remind) == 0 {
		return err
	}
	rules, projects := make([]int64, len(remind)), make([]int64, len(remind))
	for i, r := range remind {
		rules[i], projects[i] = r.ID, r.ProjectID
	}
	var due []dueReminder
	err = s.Selects(&due).ColumnExpr("m.*, r.repeat_hours").Join("JOIN alert_rule AS r ON r.id = m.rule_id").Join("JOIN alert AS al ON al.id = m.alert_id").
		Where("m.reminder = 0 AND m.state IN (?) AND m.event IN (?)", bun.List([]State{Sent, Failed, Unknown}), bun.List(openEvents)).
		Where("m.project_id IN (?) AND m.rule_id IN (?)", bun.List(projects), bun.List(rules)).
		// Of the messages to a person on one channel after another, the last one.
		Where("NOT EXISTS (SELECT 1 FROM alert_message AS f WHERE f.alert_id = m.alert_id AND f.after_id = m.id AND f.state <> ?)", Skipped).
		Where("("+begins+") + (m.reminded + 1) * r.repeat_hours * ? <= ?", time.Hour.Milliseconds(), now).
		Where("al.status IN (?) AND al.withdrawn_at = 0", bun.List([]alarm.Status{alarm.Pending, alarm.Notice})).
		Where("m.project_id NOT IN "+sqlkit.DeletedProjects).
		Where(`NOT EXISTS (SELECT 1 FROM alert_message AS later WHERE later.alert_id = m.alert_id
			AND (later.channel = m.channel AND later.recipient = m.recipient OR later.account_id <> 0 AND later.account_id = m.account_id
				OR later.duty AND m.duty AND later.rule_id = m.rule_id)
			AND later.reminder = 0 AND later.event IN (?) AND later.transition_id <> m.transition_id
			AND (later.created_at > m.created_at OR later.created_at = m.created_at AND later.id > m.id))`,
			bun.List(openEvents)).
		OrderExpr("m.id").Limit(maxReminders).Scan(ctx)
	if err != nil {
		return fmt.Errorf("due reminders: %w", err)
	}
	projects = projects[:0]
	for i := range due {
		projects = append(projects, due[i].ProjectID)
	}
	slices.Sort(projects)
	inForce, err := s.inForce(ctx, s.Bun.NewSelect(), slices.Compact(projects))
	if err != nil {
		return err
	}
	for i := range due {
		if err := s.remind(ctx, &due[i], inForce, now); err != nil {
			return fmt.Errorf("reminder of alert %d: %w", due[i].AlertID, err)
		}
	}
	return nil
}

// remind writes a reminder if the rule, as it is now, still sends the recipient messages about the alert.
func (s *Sender) remind(ctx context.Context, due *dueReminder, rules []Rule, now int64) error {
	alert, err := s.Alerts.Get(ctx, access.Scope{All: true}, due.AlertID)
	if err != nil {
		return err
	}
	number := (now - due.begins()) / (due.RepeatHours * time.Hour.Milliseconds())
	var list []Message
	for i := range rules {
		if rules[i].ID == due.RuleID && rules[i].covers(&alert.Record) {
			list = rules[i].reminder(&alert.Record, due, number, now)
		}
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		n, err := tx.Exec(ctx, "UPDATE alert_message SET reminded = ? WHERE id = ? AND reminded < ?", number, due.ID, number)
		if err != nil || n == 0 || len(list) == 0 { // n 0: another server was faster
			return err
		}
		names, err := s.names(ctx, s.Bun.NewSelect().Conn(tx.Tx.Tx), []int64{due.AlertID})
		if err != nil {
			return err
		}
		for i := range list {
			list[i].Content.Names = names[due.AlertID]
		}
		return s.add(ctx, tx.Tx.Tx, list)
	})
}

// reminder returns the reminder to the recipient of a message, beginning with the first channel; none if the rule no longer
// names them, or no channel can be used.
func (r *Rule) reminder(record *alarm.Record, due *dueReminder, number, now int64) (list []Message) {
	to, named := r.reaches(&due.messageRow, now)
	if !named {
		return nil
	}
	last := record.Last()
	t := alarm.Transition{
		ID: due.TransitionID, Level: last.Level, Value: last.Value, Limit: last.Limit, Side: last.Side, Node: last.Node, Time: last.Time,
	}
	h := alarm.Happening{Event: alarm.EventRaised, At: last.Time}
	steps := to.steps()
	if steps[len(steps)-1].Reason != "" {
		return nil
	}
	for _, s := range steps {
		m := Message{
			CorporationID: due.CorporationID, ProjectID: due.ProjectID, AlertID: due.AlertID, TransitionID: due.TransitionID, Reminder: number,
			RuleID: r.ID, StructureID: record.StructureID, Event: alarm.EventRaised, Content: wording.Of(record, &t, h), CreatedAt: now, DueAt: now,
		}
		m.Content.Reminder, m.Content.Rule = number, r.Name
		m.to(s)
		m.Duty = s.Duty
		m.hold(r.heldBack(record, last.Level, now, false))
		list = append(list, m)
	}
	return list
}
