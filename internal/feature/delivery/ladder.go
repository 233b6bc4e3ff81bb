package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// reactedTo is the reason of a message of the ladder that somebody's reaction made unnecessary.
const reactedTo = "answered"

const maxRungs = 3

// Rung is a step of the escalation ladder of a rule: who gets a message if nobody has reacted to an alert.
type Rung struct {
	AfterMinutes int64 // after the first messages; those of later steps are greater
	Accounts     []int64
	Webhooks     []int64

	recipients []recipient
}

func (r *Rule) checkLadder(refused *errs.Refusals) {
	if len(r.Ladder) > maxRungs {
		refused.Add("ladder", errs.TooManyEntries, "max", maxRungs)
		return
	}
	earlier := int64(0)
	for i := range r.Ladder {
		rung, at := &r.Ladder[i], fmt.Sprintf("ladder[%d].", i)
		if rung.AfterMinutes <= earlier || rung.AfterMinutes > maxMinutes {
			refused.Add(at+"afterMinutes", errs.OutOfRange, "min", earlier+1, "max", maxMinutes)
		}
		earlier = max(earlier, rung.AfterMinutes)
		checkIDs(refused, at+"accountIds", rung.Accounts)
		checkIDs(refused, at+"webhookIds", rung.Webhooks)
		if len(rung.Accounts)+len(rung.Webhooks) == 0 {
			refused.Add(at+"accountIds", errs.NoRecipients)
		}
	}
}

// checkIDs refuses too many ids and those that are repeated.
func checkIDs(refused *errs.Refusals, field string, ids []int64) {
	for i, id := range ids {
		if slices.Contains(ids[:i], id) {
			refused.Add(fmt.Sprintf("%s[%d]", field, i), errs.Duplicate)
		}
	}
	if len(ids) > maxRecipients {
		refused.Add(field, errs.TooManyEntries, "max", maxRecipients)
	}
}

type rungRow struct {
	bun.BaseModel `bun:"table:alert_rule_rung,alias:rg"`
	RuleID        int64 `bun:",pk"`
	AfterMinutes  int64 `bun:",pk"`
	AccountID     int64 `bun:",pk"`
	WebhookID     int64 `bun:",nullzero"`
	Address       string
}

func (r *Rule) rungRows() (rows []rungRow) {
	for _, rung := range r.Ladder {
		for _, account := range rung.Accounts {
			rows = append(rows, rungRow{RuleID: r.ID, AfterMinutes: rung.AfterMinutes, AccountID: account})
		}
		for _, webhook := range rung.Webhooks {
			rows = append(rows, rungRow{RuleID: r.ID, AfterMinutes: rung.AfterMinutes, Address: webhookKey(webhook), WebhookID: webhook})
		}
	}
	return rows
}

// withLadders adds the ladders to stored rules, by one query.
func (l Ledger) withLadders(ctx context.Context, q *bun.SelectQuery, list []Rule, place map[int64]int) error {
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	var found []struct {
		AfterMinutes int64
		named
	}
	err := withNames(q.Clone().TableExpr("alert_rule_rung AS rr").ColumnExpr("rr.after_minutes")).Where("rr.rule_id IN (?)", bun.List(ids)).
		OrderExpr("rr.rule_id, rr.after_minutes, rr.account_id, rr.address").Scan(ctx, &found)
	if err != nil {
		return fmt.Errorf("ladders of alert rules: %w", err)
	}
	for _, f := range found {
		rule := &list[place[f.RuleID]]
		if n := len(rule.Ladder); n == 0 || rule.Ladder[n-1].AfterMinutes != f.AfterMinutes {
			rule.Ladder = append(rule.Ladder, Rung{AfterMinutes: f.AfterMinutes, Accounts: []int64{}, Webhooks: []int64{}})
		}
		rule.Ladder[len(rule.Ladder)-1].add(f.named, rule.Channels)
	}
	return nil
}

func (r *Rung) add(f named, channels []Channel) {
	with := Rule{Channels: channels}
	with.add(f)
	r.Accounts, r.Webhooks = append(r.Accounts, with.Accounts...), append(r.Webhooks, with.Webhooks...)
	r.recipients = append(r.recipients, with.recipients...)
}

// called is a step to somebody on the ladder of a rule.
type called struct {
	addressed
	rung  int64 // from 1
	after int64 // minutes
}

// calledLater returns who gets messages about an event if nobody reacts: each once at each rung, at the earliest time. If
// nothing can be sent to the recipients of the rules themselves, the first rung is called at once.
func calledLater(rules []Rule, record *alarm.Record, h alarm.Happening, first []addressed, at int64) (list []called) {
	if !h.Event.Open() || h.Event == alarm.EventOverdue {
		return nil
	}
	nobody := !slices.ContainsFunc(first, func(a addressed) bool { return a.Reason == "" })
	places := map[string]int{}
	for i := range rules {
		rule := &rules[i]
		if len(rule.Ladder) == 0 || !rule.matches(record, h) {
			continue
		}
		held := rule.heldBack(record, h.Level, at, true)
		for n, rung := range rule.Ladder {
			after := rung.AfterMinutes
			if nobody {
				after -= rule.Ladder[0].AfterMinutes
			}
			for _, r := range rung.recipients {
				for _, s := range r.steps() {
					c := called{addressed{s, rule, held, rule.asks(record)}, int64(n + 1), after}
					place := fmt.Sprintf("%d %s", c.rung, s.place)
					known, ok := places[place]
					switch {
					case !ok:
						places[place] = len(list)
						list = append(list, c)
					case after < list[known].after:
						list[known] = c
					}
				}
			}
		}
	}
	return list
}

// ask lets a message wait for conditions.
func (m *Message) ask(list []asked) {
	if m.asked = list; len(list) > 0 && m.State == Pending {
		m.State = Waiting
	}
}

// message makes a message that is sent if nobody reacts until then.
func (c *called) message(m Message) Message {
	m.RuleID, m.Reminder, m.AfterMinutes = c.rule.ID, -c.rung, c.after
	m.Content.Rule, m.Content.Rung, m.Content.After = c.rule.Name, c.rung, c.rule.Ladder[c.rung-1].AfterMinutes
	m.to(c.step)
	m.ask(c.asked)
	c.until = max(m.CreatedAt, c.until) + c.after*time.Minute.Milliseconds()
	m.hold(c.hold)
	return m
}

// reacted is the SQL for whether somebody has reacted to the alert of a message since it was written: by the link in a
// message, signed in, or because somebody takes care of it.
const reacted = `(EXISTS (SELECT 1 FROM alert_answer AS an JOIN alert_message AS am ON am.id = an.message_id
	WHERE am.alert_id = m.alert_id AND an.created_at >= m.created_at)
	OR EXISTS (SELECT 1 FROM alert_reply AS ar WHERE ar.alert_id = m.alert_id AND ar.created_at >= m.created_at)
	OR EXISTS (SELECT 1 FROM alert_assignment AS aa WHERE aa.alert_id = m.alert_id AND aa.account_id <> 0 AND aa.created_at >= m.created_at))`

// dropAnswered marks those of the messages of ladders that are no longer needed: somebody has reacted, the alert is over or
// decided on, or a later event has begun the ladder again.
func (l Ledger) dropAnswered(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow) error {
	var rungs []int64
	for i := range rows {
		if rows[i].Reminder < 0 && rows[i].Event.Open() && rows[i].Claim == 0 {
			rungs = append(rungs, rows[i].ID)
		}
	}
	if len(rungs) == 0 {
		return nil
	}
	var found []struct {
		ID      int64
		Reacted bool
	}
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").Join("JOIN alert AS al ON al.id = m.alert_id").
		ColumnExpr("m.id").ColumnExpr(reacted+" AS reacted").Where("m.id IN (?)", bun.List(rungs)).
		WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.WhereOr("al.withdrawn_at <> 0 OR al.status NOT IN (?)", bun.List([]alarm.Status{alarm.Pending, alarm.Notice})).
				WhereOr(`EXISTS (SELECT 1 FROM alert_message AS o WHERE o.alert_id = m.alert_id AND o.rule_id = m.rule_id AND o.reminder < 0
					AND o.transition_id > m.transition_id)`).
				WhereOr(reacted)
		}).Scan(ctx, &found)
	if err != nil {
		return fmt.Errorf("messages of ladders that are not needed: %w", err)
	}
	for _, f := range found {
		for i := range rows {
			if rows[i].ID == f.ID {
				if rows[i].Reason = outdated; f.Reacted {
					rows[i].Reason = reactedTo
				}
			}
		}
	}
	return nil
}

// callNext makes the next rung of a ladder due if no earlier message about the event has reached anybody or still may.
func (l Ledger) callNext(ctx context.Context, tx *sqlkit.Transaction, transition, now int64) error {
	hopeful := bun.List([]State{Pending, Claimed, Carried, Waiting, Sent, Unknown})
	_, err := tx.Tables.Bun.NewUpdate().Conn(tx.Tx).TableExpr("alert_message AS m").Set("due_at = ?, held_until = ?", now, now).
		Where("m.transition_id = ? AND m.state = ? AND m.claim = 0 AND m.due_at > ?", transition, Pending, now).
		Where(`m.reminder = (SELECT MAX(n.reminder) FROM alert_message AS n WHERE n.transition_id = ? AND n.reminder < 0 AND n.state = ? AND n.claim = 0)`,
			transition, Pending).
		Where(`NOT EXISTS (SELECT 1 FROM alert_message AS o WHERE o.transition_id = ? AND o.reminder <= 0 AND o.reminder > m.reminder AND o.state IN (?))`,
			transition, hopeful).Exec(ctx)
	if err != nil {
		return fmt.Errorf("next step of the ladder: %w", err)
	}
	return nil
}

// isCalledOff reports whether a message of a ladder was not needed when it was due, as far as the transitions and messages of
// its alert show it; answers of recipients are not among them.
func (m *Message) isCalledOff(list []Message, transitions []alarm.Transition) bool {
	if !m.Event.Open() || m.State == Skipped {
		return false
	}
	at := m.begins()
	status, withdrawn := statusAt(transitions, at)
	return withdrawn || !status.Active() || slices.ContainsFunc(list, func(o Message) bool {
		return o.Reminder < 0 && o.RuleID == m.RuleID && o.TransitionID > m.TransitionID && o.CreatedAt <= at
	})
}

// overs returns a message for each alert that is over, if a rule has a ladder.
func overs(rules []Rule, list []Message) (over []Message) {
	if !slices.ContainsFunc(rules, func(r Rule) bool { return len(r.Ladder) > 0 }) {
		return nil
	}
	for i := range list {
		if list[i].Event == alarm.EventRestored && !slices.ContainsFunc(over, func(o Message) bool { return o.AlertID == list[i].AlertID }) {
			over = append(over, list[i])
		}
	}
	return over
}

// calledBefore returns messages to those whom a ladder has called about alerts that are now over.
func (l Ledger) calledBefore(ctx context.Context, q *bun.SelectQuery, over []Message) (list []Message, err error) {
	if len(over) == 0 {
		return nil, nil
	}
	about := make(map[int64]*Message, len(over))
	ids := make([]int64, len(over))
	for i := range over {
		about[over[i].AlertID], ids[i] = &over[i], over[i].AlertID
	}
	var rows []messageRow
	err = q.Clone().Model(&rows).Where("m.alert_id IN (?) AND m.reminder < 0 AND m.event IN (?) AND m.state IN (?)", bun.List(ids), bun.List(openEvents),
		bun.List([]State{Claimed, Sent, Unknown})).OrderExpr("m.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("whom ladders have called: %w", err)
	}
	known := map[string]bool{}
	for i := range rows {
		r := &rows[i]
		key := fmt.Sprintf("%d %s %s", r.AlertID, r.Channel, r.Recipient)
		if known[key] {
			continue
		}
		known[key] = true
		m := *about[r.AlertID]
		m.place, m.after, m.Occasion, m.DueAt, m.Reason, m.EndedAt, m.asked = "", "", Occasion{}, m.CreatedAt, "", 0, nil
		m.RuleID, m.Reminder, m.AccountID, m.WebhookID, m.Channel, m.Address = r.RuleID, r.Reminder, r.AccountID, r.WebhookID, r.Channel, r.Address
		m.recipient, m.peer, m.follows, m.State = r.Recipient, r.Peer, split[Channel](r.Follows), Pending
		list = append(list, m)
	}
	return list, nil
}
