package grading

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

const (
	lookEvery   = time.Second
	switchEvery = 3 * time.Second // looks for corporations that switched graded early warning on or off
	atOnce      = 50              // marked points of one transaction
)

// Alarms stores warnings, see package alarm.
type Alarms interface {
	SaveAlerts(ctx context.Context, tx *sql.Tx, changes []alarm.Change) error
	GradedRecords(ctx context.Context, tx *sql.Tx, grading, point int64) ([]alarm.Record, error)
}

// Messenger writes in-app messages to responders, see package notify.
type Messenger interface {
	AlertOverdue(ctx context.Context, tx *sql.Tx, change *alarm.Change, accounts []int64) error
}

// Readings reads what is judged, see package query.
type Readings interface {
	GradedReadings(ctx context.Context, pointID int64, field string, from, to int64, visit func(*grading.Reading) error) error
}

// Worker judges the marked points of projects and watches the response clocks.
type Worker struct {
	Store
	Alarms   Alarms
	Readings Readings
	Notifier alarm.Notifier
	Messages Messenger
	CatchUp  func(context.Context) error // makes the configuration in memory current
	Log      *slog.Logger
	Resting  func() bool // nil: never
}

// Run judges until ctx ends, and nothing while other servers do the work of this one.
func (w *Worker) Run(ctx context.Context) {
	look, switches := time.NewTicker(lookEvery), time.NewTicker(switchEvery)
	defer look.Stop()
	defer switches.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-switches.C:
			if !w.resting() {
				err = w.Switch(ctx)
			}
		case <-look.C:
			if !w.resting() {
				err = errors.Join(w.Pass(ctx), w.Escalate(ctx))
			}
		}
		if err != nil && ctx.Err() == nil {
			w.Log.Error("graded early warnings", "error", err)
		}
	}
}

func (w *Worker) resting() bool { return w.Resting != nil && w.Resting() }

// Switch begins to judge projects whose corporation has switched graded early warning on, from the first settings of their
// gradings on, and stops it where it is off or no grading is left. It changes the configuration of the points, so that
// every server marks their results from the commit on.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) Switch(ctx context.Context) error {
	wanted, err := w.wanted(ctx, w.Bun.NewSelect())
	if err != nil {
		return err
	}
	var active []int64
	if err := w.Bun.NewSelect().Table("graded_project").Column("project_id").Scan(ctx, &active); err != nil {
		return fmt.Errorf("graded projects: %w", err)
	}
	for _, id := range append(slices.Clone(wanted), active...) {
		if slices.Contains(wanted, id) != slices.Contains(active, id) {
			if err := w.turn(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

// wanted returns the projects with gradings whose corporation has switched graded early warning on.
func (w *Worker) wanted(ctx context.Context, q *bun.SelectQuery) (projects []int64, err error) {
	err = q.TableExpr("alert_grading AS g").ColumnExpr("DISTINCT g.project_id").Join("JOIN project AS p ON p.id = g.project_id AND p.deleted_at = 0").
		Join("JOIN corporation AS c ON c.id = p.corporation_id AND c.active_alert_grading").Where("g.deleted_at = 0").OrderExpr("g.project_id").
		Scan(ctx, &projects)
	if err != nil {
		return nil, fmt.Errorf("projects with gradings: %w", err)
	}
	return projects, nil
}

func (w *Worker) turn(ctx context.Context, project int64) error {
	return w.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "project", project); err != nil {
			return err
		}
		var corporation int64
		if err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table("project").Column("corporation_id").Where("id = ?", project).Scan(ctx, &corporation); err != nil {
			return sqlkit.Translate(err)
		}
		if err := tx.Exclude(ctx, []int64{corporation}); err != nil {
			return err
		}
		wanted, err := w.wanted(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx).Where("g.project_id = ?", project))
		if err != nil {
			return err
		}
		on := len(wanted) > 0
		q := tx.Tables.Bun.NewSelect().Conn(tx.Tx)
		if err := q.Clone().Table("point").Column("id").Where("project_id = ?", project).OrderExpr("id").Scan(ctx, &tx.Points); err != nil {
			return fmt.Errorf("points of project %d: %w", project, err)
		}
		if !on {
			if _, err := tx.Exec(ctx, "DELETE FROM graded_project WHERE project_id = ?", project); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "DELETE FROM grading_mark WHERE project_id = ?", project)
			return err
		}
		n, err := tx.Exec(ctx, "INSERT INTO graded_project (project_id, corporation_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", project, corporation, tx.Now)
		if err != nil || n == 0 {
			return err
		}
		list, err := gradings(ctx, q, project)
		if err != nil {
			return err
		}
		for i := range list {
			if err := w.mark(ctx, tx, &list[i], list[i].Settings.Versions()[0].ValidFrom); err != nil {
				return err
			}
		}
		return nil
	})
}

// Pass judges all projects with marks.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) Pass(ctx context.Context) error {
	projects, err := marks.GradedProjects(ctx, w.DB.Reader())
	if err != nil || len(projects) == 0 {
		return err
	}
	var failed error
	for _, project := range projects {
		for more := true; more && ctx.Err() == nil; {
			if more, err = w.judge(ctx, project); err != nil {
				failed = errors.Join(failed, fmt.Errorf("judge project %d: %w", project, err))
				more = false
			}
		}
	}
	return failed
}

// judge judges marked points of a project in one transaction, which holds the row of the project. more: marks are left.
func (w *Worker) judge(ctx context.Context, project int64) (more bool, err error) {
	var changes []alarm.Change
	err = w.Write(ctx, func(tx *sqlkit.Transaction) error {
		changes, more = nil, false
		corporation, err := w.hold(ctx, tx, project)
		if err != nil || corporation == 0 {
			return err
		}
		list, seqs, err := marks.Graded(ctx, tx.Tx.Tx, project)
		if err != nil || len(seqs) == 0 {
			return err
		}
		if err := w.CatchUp(ctx); err != nil { // after the marks: their results rest on this configuration, or an older one
			return err
		}
		if more = len(list) > atOnce; more {
			if err := marks.AddGraded(ctx, tx.Tx.Tx, project, slices.Clone(list[atOnce:])); err != nil {
				return err
			}
			list = list[:atOnce]
		}
		u := units{Worker: w, tx: tx, project: project, corporation: corporation}
		if changes, err = u.judge(ctx, list); err != nil {
			return err
		}
		if err := w.store(ctx, tx, changes); err != nil {
			return err
		}
		return marks.ClearGraded(ctx, tx.Tx.Tx, seqs)
	})
	if err == nil {
		w.announce(ctx, project, changes)
	}
	return more && err == nil, err
}

// hold locks the row of a project and returns its corporation; 0: it is switched off, or another server judges it. Until the
// commit no message or person changes a record that the transaction has read.
func (w *Worker) hold(ctx context.Context, tx *sqlkit.Transaction, project int64) (corporation int64, err error) {
	row := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table("graded_project").Column("corporation_id").Where("project_id = ?", project)
	if err = row.Clone().Scan(ctx, &corporation); err == nil {
		if err := tx.Share(ctx, []int64{corporation}); err != nil {
			return 0, err
		}
		if w.DB.Dialect() == database.Postgres {
			row = row.For("UPDATE SKIP LOCKED")
		}
		err = row.Scan(ctx, &corporation)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return corporation, err
}

// store stores changed warnings with their messages and response clocks.
func (w *Worker) store(ctx context.Context, tx *sqlkit.Transaction, changes []alarm.Change) error {
	if len(changes) == 0 {
		return nil
	}
	if err := w.Alarms.SaveAlerts(ctx, tx.Tx.Tx, changes); err != nil {
		return fmt.Errorf("store graded warnings: %w", err)
	}
	if err := w.startClocks(ctx, tx, changes); err != nil { // first, because messages say when they end
		return err
	}
	if err := w.Notifier.NotifyAlerts(ctx, tx.Tx.Tx, changes); err != nil {
		return fmt.Errorf("notify of graded warnings: %w", err)
	}
	return nil
}

func (w *Worker) announce(ctx context.Context, project int64, changes []alarm.Change) {
	if len(changes) == 0 {
		return
	}
	ids := make([]int64, len(changes))
	for i := range changes {
		ids[i] = changes[i].Record.ID
	}
	events.Publish(ctx, w.Bus, events.Alert, project, events.AlertPayload{Alerts: ids})
	events.Publish(ctx, w.Bus, events.Notification, project, events.NotificationPayload{})
}
