package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/sqlkit"
)

// waitingAtOnce is the number of waiting messages that are read at once.
const waitingAtOnce = 500

// decision is what becomes of a message that has waited for the conditions of its rule.
type decision struct {
	row   *messageRow
	state State // Pending or Skipped
}

// Release sends on those of the waiting messages whose conditions are met at a time (UTC ms), and drops those whose alert
// has ended without. Messages that a silence held are due earlier if somebody has ended it.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Sender) Release(ctx context.Context, now int64) error {
	if err := s.resume(ctx, now); err != nil {
		return err
	}
	for last := int64(0); ; {
		var rows []messageRow
		err := s.Selects(&rows).Where("m.state = 'waiting' AND m.id > ?", last).Where("m.project_id NOT IN " + sqlkit.DeletedProjects).
			OrderExpr("m.id").Limit(waitingAtOnce).Scan(ctx)
		if err != nil {
			return fmt.Errorf("waiting messages: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		last = rows[len(rows)-1].ID
		over := func(r messageRow) bool { return r.Event == alarm.EventRestored }
		opened := slices.DeleteFunc(slices.Clone(rows), over)
		if err := s.release(ctx, opened, now); err != nil {
			return err
		}
		// Those that say that an alert is over depend on what became of the others.
		if err := s.release(ctx, slices.DeleteFunc(rows, func(r messageRow) bool { return !over(r) }), now); err != nil {
			return err
		}
	}
}

func (s *Sender) release(ctx context.Context, rows []messageRow, now int64) error {
	if len(rows) == 0 {
		return nil
	}
	var alerts, projects []int64
	for i := range rows {
		alerts, projects = append(alerts, rows[i].AlertID), append(projects, rows[i].ProjectID)
	}
	slices.Sort(alerts)
	slices.Sort(projects)
	records, err := s.Alerts.Named(ctx, access.Scope{All: true}, slices.Compact(alerts))
	if err != nil {
		return err
	}
	rules, err := s.inForce(ctx, s.Bun.NewSelect(), slices.Compact(projects))
	if err != nil {
		return err
	}
	known := map[int64]*evidence{}
	var decided []decision
	for i := range rows {
		row := &rows[i]
		found, there := records[row.AlertID]
		if !there { // deleted since
			continue
		}
		e := known[row.AlertID]
		if e == nil {
			e = &evidence{Ledger: s.Ledger, record: &found.Record, since: now - stillCounts.Milliseconds(), until: now + 24*time.Hour.Milliseconds()}
			known[row.AlertID] = e
		}
		d, err := s.decide(ctx, e, row, now)
		if err != nil {
			return fmt.Errorf("conditions of message %d: %w", row.ID, err)
		}
		if d == nil {
			continue
		}
		if d.state == Pending {
			row.MetAt = now
			row.release(rules, e.record, now)
		} else {
			row.Reason, row.EndedAt = unmet, now
		}
		decided = append(decided, *d)
	}
	return s.takeDecisions(ctx, decided)
}

// decide returns what becomes of a waiting message; nil: it waits on.
func (s *Sender) decide(ctx context.Context, e *evidence, row *messageRow, now int64) (*decision, error) {
	if row.Event == alarm.EventRestored {
		return s.decideRestored(ctx, row)
	}
	conditions, err := unpacked(row.Conditions)
	if err != nil {
		return nil, err
	}
	over := !e.record.Active()
	met := int64(0)
	if e.record.WithdrawnAt == 0 && !e.record.Status.Processed() {
		if met, err = e.met(ctx, row.Level, conditions); err != nil {
			return nil, err
		}
	}
	switch {
	case met != 0:
		return &decision{row, Pending}, nil
	case over:
		return &decision{row, Skipped}, nil
	}
	return nil, nil
}

// decideRestored decides about a message that an alert is over: who has not heard of the alert does not need it.
func (s *Sender) decideRestored(ctx context.Context, row *messageRow) (*decision, error) {
	var states []State
	err := s.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("DISTINCT m.state").
		Where("m.alert_id = ? AND m.channel = ? AND m.recipient = ? AND m.event IN (?)", row.AlertID, row.Channel, row.Recipient, bun.List(openEvents)).
		Where("m.id < ?", row.ID).Scan(ctx, &states)
	if err != nil {
		return nil, err
	}
	heard := slices.ContainsFunc(states, func(s State) bool { return s != Waiting && s != Skipped })
	switch {
	case heard:
		return &decision{row, Pending}, nil
	case slices.Contains(states, Waiting):
		return nil, nil
	}
	return &decision{row, Skipped}, nil
}

// takeDecisions stores decisions, except where another server was faster.
func (s *Sender) takeDecisions(ctx context.Context, decided []decision) error {
	if len(decided) == 0 {
		return nil
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		for _, d := range decided {
			r := d.row
			_, err := tx.Exec(ctx, `UPDATE alert_message SET state = ?, reason = ?, met_at = ?, due_at = ?, held_until = ?, silenced = ?, ended_at = ?
				WHERE id = ? AND state = ?`, d.state, r.Reason, r.MetAt, r.DueAt, r.HeldUntil, r.Silenced, r.EndedAt, r.ID, Waiting)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
