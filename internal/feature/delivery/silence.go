package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/sqlkit"
)

// Silences knows the times of maintenance in projects, see package silence.
type Silences interface {
	// Silences returns the silences of projects that end after a time (UTC ms), as long as they held.
	Silences(ctx context.Context, q *bun.SelectQuery, projects []int64, since int64) (map[int64][]alarm.Silence, error)
	// EndedEarly returns which of projects have a silence that somebody ended, and that would still hold at a time (UTC ms).
	EndedEarly(ctx context.Context, q *bun.SelectQuery, projects []int64, at int64) ([]int64, error)
}

// hold says until when a message is held back.
type hold struct {
	until    int64 // UTC ms; 0: it is sent at once
	silenced bool  // by a silence, and perhaps by quiet hours
}

// withSilences adds the silences of their projects to rules. They reach back as far as a preview.
func (l Ledger) withSilences(ctx context.Context, q *bun.SelectQuery, rules []Rule) error {
	if len(rules) == 0 {
		return nil
	}
	projects := make([]int64, len(rules))
	for i := range rules {
		projects[i] = rules[i].ProjectID
	}
	slices.Sort(projects)
	found, err := l.Silences.Silences(ctx, q, slices.Compact(projects), clock.Now().Add(-previewDays*24*time.Hour).UnixMilli())
	if err != nil {
		return fmt.Errorf("silences of alert rules: %w", err)
	}
	for i := range rules {
		rules[i].silences = found[rules[i].ProjectID]
	}
	return nil
}

// heldBack returns until when a rule holds back a message about a level of a record: to the end of quiet hours and silences.
// Only silences hold back a message of the ladder, and its minutes begin after them.
func (r *Rule) heldBack(record *alarm.Record, level alarm.Level, at int64, rung bool) (h hold) {
	if r.plan != 0 {
		return h
	}
	if record.Kind.Health() {
		level = alarm.Normal
	}
	for end := at; ; end = h.until {
		next := end
		if !rung {
			next = max(next, r.Quiet.until(level, end, r.zone))
		}
		for i := range r.silences {
			if r.silences[i].Holds(record, level, end) {
				next, h.silenced = max(next, r.silences[i].To), true
			}
		}
		if next == end {
			return h
		}
		h.until = next
	}
}

// hold holds back a message that can be sent.
func (m *Message) hold(h hold) {
	if h.until > m.CreatedAt && m.State == Pending {
		m.HeldUntil, m.DueAt, m.Silenced = h.until, h.until, h.silenced
	}
}

// resume decides again until when messages are held back that a silence has held, after somebody has ended one.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Sender) resume(ctx context.Context, now int64) error {
	const held = "m.silenced AND m.state = 'pending' AND m.claim = 0 AND m.held_until > ?"
	var projects []int64
	err := s.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("DISTINCT m.project_id").Where(held, now).Scan(ctx, &projects)
	if err != nil {
		return fmt.Errorf("projects with silenced messages: %w", err)
	}
	if len(projects) == 0 {
		return nil
	}
	if projects, err = s.Silences.EndedEarly(ctx, s.Bun.NewSelect(), projects, now); err != nil || len(projects) == 0 {
		return err
	}
	rules, err := s.inForce(ctx, s.Bun.NewSelect(), projects)
	if err != nil {
		return err
	}
	for last := int64(0); ; {
		var rows []messageRow
		err := s.Selects(&rows).Where(held, now).Where("m.project_id IN (?) AND m.id > ?", bun.List(projects), last).
			OrderExpr("m.id").Limit(waitingAtOnce).Scan(ctx)
		if err != nil {
			return fmt.Errorf("silenced messages: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		last = rows[len(rows)-1].ID
		if err := s.resumeRows(ctx, rows, rules, now); err != nil {
			return err
		}
	}
}

func (s *Sender) resumeRows(ctx context.Context, rows []messageRow, rules []Rule, now int64) error {
	alerts := make([]int64, len(rows))
	for i := range rows {
		alerts[i] = rows[i].AlertID
	}
	slices.Sort(alerts)
	records, err := s.Alerts.Named(ctx, access.Scope{All: true}, slices.Compact(alerts))
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		for i := range rows {
			row := &rows[i]
			found, there := records[row.AlertID]
			if !there { // deleted since
				continue
			}
			before := row.HeldUntil
			row.release(rules, &found.Record, now)
			if row.HeldUntil = max(row.HeldUntil, now); row.HeldUntil == before {
				continue
			}
			_, err := tx.Exec(ctx, `UPDATE alert_message SET due_at = ?, held_until = ?, silenced = ? WHERE id = ? AND state = ? AND claim = 0`,
				row.DueAt, row.HeldUntil, row.Silenced, row.ID, Pending)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// release makes a message due at a time (UTC ms) or, as its rule says, later.
func (r *messageRow) release(rules []Rule, record *alarm.Record, now int64) {
	var h hold
	if at := slices.IndexFunc(rules, func(rule Rule) bool { return rule.ID == r.RuleID }); at >= 0 {
		h = rules[at].heldBack(record, r.Level, now, r.Reminder < 0)
	}
	r.DueAt, r.HeldUntil, r.Silenced = max(now, h.until)+r.AfterMinutes*time.Minute.Milliseconds(), 0, h.silenced
	if r.DueAt > now {
		r.HeldUntil = r.DueAt
	}
}
