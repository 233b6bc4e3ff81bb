package drill

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/sqlkit"
)

const (
	lookEvery = 30 * time.Second
	warnLook  = time.Hour
)

// Weekly starts the drills of weekly plans, and warns about what is not proven.
type Weekly struct {
	*Store
	Log     *slog.Logger
	Resting func() bool // nil: never
}

// Run works until ctx ends, and does nothing while other servers do the work of this one.
func (w *Weekly) Run(ctx context.Context) {
	look, warn := time.NewTicker(lookEvery), time.NewTicker(warnLook)
	defer look.Stop()
	defer warn.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			w.each(ctx, "weekly drills", w.Begin)
		case <-warn.C:
			w.each(ctx, "warnings about drills", w.Warn)
		}
	}
}

func (w *Weekly) each(ctx context.Context, what string, do func(context.Context, int64) error) {
	if w.Resting != nil && w.Resting() {
		return
	}
	if err := do(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
		w.Log.ErrorContext(ctx, what, "error", err)
	}
}

// enabled returns the plans that are switched on.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) enabled(ctx context.Context) (list []planRow, err error) {
	err = s.Selects(&list).ColumnExpr("dp.*, p.time_zone").Join("JOIN project AS p ON p.id = dp.project_id").Where("dp.enabled AND p.deleted_at = 0").
		OrderExpr("dp.project_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("weekly drills: %w", err)
	}
	return list, nil
}

// Begin starts the drills that weekly plans ask for at a time (UTC ms), each once, whichever server is first. A drill that no
// server could start within two hours is left out: people do not expect it any more.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Begin(ctx context.Context, now int64) error {
	plans, err := s.enabled(ctx)
	if err != nil {
		return err
	}
	var failed []error // of some projects; the others go on
	for i := range plans {
		p := plans[i].plan()
		at, due := p.isDue(now, plans[i].zone())
		if !due {
			continue
		}
		begun, err := s.Selects((*drillRow)(nil)).Where("d.project_id = ? AND d.planned_for = ?", plans[i].ProjectID, at).Exists(ctx)
		if err == nil && !begun {
			err = s.beginOne(ctx, &plans[i], at, now)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("weekly drill of project %d: %w", plans[i].ProjectID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Store) beginOne(ctx context.Context, plan *planRow, at, now int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		row := drillRow{CorporationID: plan.CorporationID, ProjectID: plan.ProjectID, PlannedFor: at, Level: plan.Level, CreatedAt: now}
		var err error
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO drill (id, corporation_id, project_id, account_id, planned_for, level, quiet, created_at)
			VALUES (?, ?, ?, 0, ?, ?, FALSE, ?) ON CONFLICT (project_id, planned_for) DO NOTHING`,
			row.ID, row.CorporationID, row.ProjectID, at, row.Level, now)
		if err != nil || n == 0 { // n 0: another server was faster
			return err
		}
		_, err = s.Messages.Write(ctx, tx, row.order(""))
		return err
	})
}

// Warn notifies those who may change the rules of projects with a weekly drill about rules and people that were not proven
// for longer than the plan allows, once a week about each.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Warn(ctx context.Context, now int64) error {
	plans, err := s.enabled(ctx)
	if err != nil {
		return err
	}
	var failed []error // of some projects; the others go on
	for i := range plans {
		p, err := s.proof(ctx, &plans[i], now)
		if err == nil {
			err = s.warn(ctx, &plans[i], p, now)
		}
		if err != nil {
			failed = append(failed, fmt.Errorf("warnings about drills of project %d: %w", plans[i].ProjectID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Store) warn(ctx context.Context, plan *planRow, p Proof, now int64) error {
	proven := func(t Thing) bool { return !t.lacking(now, plan.Since, plan.WarnDays) }
	p.Rules, p.People = slices.DeleteFunc(p.Rules, proven), slices.DeleteFunc(p.People, proven)
	if len(p.Rules)+len(p.People) == 0 {
		return nil
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		rules, err := s.unwarned(ctx, tx, plan.ProjectID, p.Rules, now)
		if err != nil {
			return err
		}
		people, err := s.unwarned(ctx, tx, plan.ProjectID, p.People, now)
		if err != nil || len(rules)+len(people) == 0 {
			return err
		}
		accounts, err := tx.MembersWith(ctx, plan.ProjectID, access.Permission{Area: access.AlertRule, Action: access.Update}, now)
		if err != nil || len(accounts) == 0 {
			return err
		}
		lack := Lack{CorporationID: plan.CorporationID, ProjectID: plan.ProjectID, Rules: rules, People: people, Days: plan.WarnDays}
		return s.Inbox.DrillUnproven(ctx, tx.Tx.Tx, accounts, lack)
	})
}

// unwarned marks things as warned about, and returns the names of those about which nobody was warned in the last week.
func (s *Store) unwarned(ctx context.Context, tx *sqlkit.Transaction, project int64, list []Thing, now int64) (names []string, err error) {
	for i := range list {
		n, err := tx.Exec(ctx, `INSERT INTO drill_warning (project_id, thing, warned_at) VALUES (?, ?, ?)
			ON CONFLICT (project_id, thing) DO UPDATE SET warned_at = excluded.warned_at WHERE drill_warning.warned_at <= ?`,
			project, list[i].Key, now, now-warnEvery.Milliseconds())
		if err != nil {
			return nil, err
		}
		if n > 0 {
			names = append(names, list[i].Name)
		}
	}
	return names, nil
}
