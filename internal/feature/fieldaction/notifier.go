package fieldaction

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/platform/sqlkit"
)

// Plans knows the emergency plans of projects, see package grading.
type Plans interface {
	// Intervals returns the collection intervals that emergency plans of projects ask for.
	Intervals(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]grading.Interval, error)
}

// Ledger stores rules and actions. It is an alarm.Notifier.
type Ledger struct {
	*sqlkit.Tables
	Plans Plans // asked about graded warnings only
}

var _ alarm.Notifier = Ledger{}

// NotifyAlerts writes the actions that transitions cause, and what holds the devices.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []alarm.Change) error {
	var projects []int64
	for i := range changes {
		projects = append(projects, changes[i].Record.ProjectID)
	}
	slices.Sort(projects)
	projects = slices.Compact(projects)
	rules, err := l.inForce(ctx, l.Bun.NewSelect().Conn(tx), projects)
	if err != nil {
		return err
	}
	plans, err := l.intervals(ctx, l.Bun.NewSelect().Conn(tx), projects, changes)
	if err != nil {
		return err
	}
	var holds []holdRow
	err = l.Bun.NewSelect().Conn(tx).Model(&holds).Where("fh.project_id IN (?) AND fh.state <> 'released'", bun.List(projects)).
		OrderExpr("fh.id").Scan(ctx)
	if err != nil {
		return fmt.Errorf("devices that alerts hold: %w", err)
	}
	if len(rules)+len(plans)+len(holds) == 0 {
		return nil
	}
	w := writing{Ledger: l, tx: tx, rules: rules, plans: plans, holds: holds}
	for i := range changes {
		for j := range changes[i].Transitions {
			if err := w.follow(ctx, &changes[i].Record, &changes[i].Transitions[j]); err != nil {
				return err
			}
		}
	}
	return w.store(ctx)
}

// writing collects what a transaction writes.
type writing struct {
	Ledger
	tx      *sql.Tx
	rules   []Rule
	plans   []grading.Interval
	holds   []holdRow // held, with new ones
	actions []Action
}

// follow writes down what a transition of a record causes.
func (w *writing) follow(ctx context.Context, record *alarm.Record, t *alarm.Transition) error {
	h, worth := alarm.Happened(record, t)
	switch {
	case worth && h.Event == alarm.EventRestored:
		w.ends(record, t, h.Late)
	case t.Kind == alarm.Withdrawn: // the alert never was: seen from now, that is late
		w.ends(record, t, true)
	case worth:
		for i := range w.rules {
			if w.rules[i].triggers(record, h) {
				w.begins(&w.rules[i], record, t, string(h.Event))
			}
		}
		return w.followPlans(ctx, record, t, h)
	}
	return nil
}

func (w *writing) begins(r *Rule, record *alarm.Record, t *alarm.Transition, why string) {
	for _, device := range r.Devices {
		if slices.ContainsFunc(w.holds, func(h holdRow) bool {
			return h.State == held && h.AlertID == record.ID && h.RuleID == r.ID && h.DeviceID == device
		}) {
			continue // it is on because of this alert
		}
		w.hold(holdRow{
			CorporationID: r.CorporationID, ProjectID: r.ProjectID, RuleID: r.ID, RuleName: r.Name, AlertID: record.ID, DeviceID: device,
			Target: r.target(), Kind: r.kind(), OffArgs: r.offArgs(), EndsItself: r.endsItself(),
		}, r.Longest, r.onArgs(), t, why)
	}
}

// hold holds a device for a time in minutes, and writes the action that switches it on.
func (w *writing) hold(h holdRow, longest int64, onArgs string, t *alarm.Transition, why string) {
	h.State, h.Since, h.UntilAt = held, t.RecordedAt, t.RecordedAt+longest*60_000
	for i := range w.holds { // one alert after another must not keep it on for ever
		if other := &w.holds[i]; other.State != released && other.DeviceID == h.DeviceID && other.Target == h.Target {
			h.UntilAt = min(h.UntilAt, other.UntilAt)
		}
	}
	w.holds = append(w.holds, h)
	w.actions = append(w.actions, Action{
		CorporationID: h.CorporationID, ProjectID: h.ProjectID, Cause: fmt.Sprintf("t%d %s d%d", t.ID, h.by(), h.DeviceID), RuleID: h.RuleID, Grade: h.Grade,
		RuleName: h.RuleName, AlertID: h.AlertID, DeviceID: h.DeviceID, Target: h.Target, Turn: On, Why: why, Kind: h.Kind, Args: onArgs, State: Pending,
		DueAt: t.RecordedAt, UntilAt: h.UntilAt, CreatedAt: t.RecordedAt,
	})
}

// ends ends what an alert holds. An end that was found late switches nothing: the longest duration does.
func (w *writing) ends(record *alarm.Record, t *alarm.Transition, late bool) {
	for i := range w.holds {
		h := &w.holds[i]
		if h.AlertID != record.ID || h.State != held {
			continue
		}
		if late {
			h.State, h.changed = lapsed, true
			continue
		}
		h.State, h.changed = released, true
		if !h.EndsItself {
			w.actions = append(w.actions, h.off(fmt.Sprintf("t%d %s d%d", t.ID, h.by(), h.DeviceID), byRestored, t.RecordedAt))
		}
	}
}

// store writes what was collected.
func (w *writing) store(ctx context.Context) error {
	var fresh []holdRow
	for i := range w.holds {
		h := &w.holds[i]
		if h.ID == 0 {
			fresh = append(fresh, *h)
			continue
		}
		if h.changed {
			if _, err := w.Bun.NewRaw("UPDATE field_hold SET state = ? WHERE id = ?", h.State, h.ID).Conn(w.tx).Exec(ctx); err != nil {
				return fmt.Errorf("end a hold: %w", err)
			}
		}
	}
	if len(fresh) > 0 {
		id, err := w.IDs.TakeIn(ctx, w.tx, int64(len(fresh)))
		if err != nil {
			return err
		}
		for i := range fresh {
			fresh[i].ID = id + int64(i)
		}
		for some := range slices.Chunk(fresh, sqlkit.RowsAtOnce) {
			if _, err := w.Bun.NewInsert().Conn(w.tx).Model(&some).Exec(ctx); err != nil {
				return fmt.Errorf("write %d holds: %w", len(some), err)
			}
		}
	}
	return w.add(ctx, w.tx, w.actions)
}

// add writes actions that are not in the ledger yet.
func (l Ledger) add(ctx context.Context, tx *sql.Tx, list []Action) error {
	if len(list) == 0 {
		return nil
	}
	id, err := l.IDs.TakeIn(ctx, tx, int64(len(list)))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].ID = id + int64(i)
	}
	for some := range slices.Chunk(list, sqlkit.RowsAtOnce) {
		if _, err := l.Bun.NewInsert().Conn(tx).Model(&some).On("CONFLICT (project_id, cause) DO NOTHING").Exec(ctx); err != nil {
			return fmt.Errorf("write %d field actions: %w", len(some), err)
		}
	}
	return nil
}
