package grading

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

const maxActions = 200 // of a warning

type responseRow struct {
	bun.BaseModel  `bun:"table:graded_response,alias:gr"`
	AlertID        int64 `bun:",pk"`
	Level          int   `bun:",pk"`
	ProjectID      int64
	StartedAt      int64
	DueAt          int64
	AcknowledgedAt int64
	AcknowledgedBy int64
	OverdueAt      int64
}

// starts are the transitions after which responders act.
var starts = map[alarm.TransitionKind]bool{
	alarm.Raised: true, alarm.Escalated: true, alarm.Reopened: true, alarm.Reinstated: true, alarm.Revised: true, alarm.Overdue: true,
}

// startClocks starts the response clock of each grade that open warnings have reached and that has an emergency plan. It
// runs from the moment at which the warning was found.
func (s *Store) startClocks(ctx context.Context, tx *sqlkit.Transaction, changes []alarm.Change) error {
	for i := range changes {
		r := &changes[i].Record
		begun := false
		for _, t := range changes[i].Transitions {
			begun = begun || starts[t.Kind]
		}
		if !begun || !r.Active() {
			continue
		}
		var err error
		if changes[i].RespondBy, err = s.startClock(ctx, tx, r, r.Level); err != nil {
			return err
		}
	}
	return nil
}

// startClock returns when the response time ends, UTC ms; 0: nobody waits for it.
func (s *Store) startClock(ctx context.Context, tx *sqlkit.Transaction, r *alarm.Record, level alarm.Level) (ends int64, err error) {
	list, err := plans(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx).Where("ep.project_id = ? AND ep.level = ?", r.ProjectID, int(level)))
	if err != nil || len(list) == 0 {
		return 0, err
	}
	row := responseRow{AlertID: r.ID, Level: int(level), ProjectID: r.ProjectID, StartedAt: tx.Now, DueAt: tx.Now + list[0].ResponseMinutes*60_000}
	if _, err := tx.Tables.Bun.NewInsert().Conn(tx.Tx).Model(&row).On("CONFLICT (alert_id, level) DO NOTHING").Exec(ctx); err != nil {
		return 0, fmt.Errorf("start the response clock of alert %d: %w", r.ID, err)
	}
	err = tx.Selects(&row).WherePK().Scan(ctx) // one that ran before goes on
	if err != nil || row.AcknowledgedAt != 0 || row.OverdueAt != 0 {
		return 0, sqlkit.Translate(err)
	}
	return row.DueAt, nil
}

// overdue is the condition that nobody has acknowledged an open warning in time: gr is the clock of its highest grade.
const overdue = `gr.acknowledged_at = 0 AND gr.overdue_at = 0 AND gr.due_at <= ? AND al.status IN ('Pending', 'Notice') AND al.withdrawn_at = 0
	AND NOT EXISTS (SELECT 1 FROM graded_response AS higher WHERE higher.alert_id = gr.alert_id AND higher.level > gr.level)`

// Escalate asks the next responders about warnings that nobody has acknowledged in time, each once.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) Escalate(ctx context.Context) error {
	var due []responseRow
	err := w.Selects(&due).Join("JOIN alert AS al ON al.id = gr.alert_id").Join("JOIN graded_project AS gp ON gp.project_id = gr.project_id").
		Where(overdue, clock.Now().UnixMilli()).OrderExpr("gr.due_at, gr.alert_id").Limit(atOnce).Scan(ctx)
	if err != nil {
		return fmt.Errorf("overdue warnings: %w", err)
	}
	for i := range due {
		if err := w.escalate(ctx, &due[i]); err != nil {
			return fmt.Errorf("warning %d is overdue: %w", due[i].AlertID, err)
		}
	}
	return nil
}

func (w *Worker) escalate(ctx context.Context, clock *responseRow) error {
	var change alarm.Change
	err := w.Write(ctx, func(tx *sqlkit.Transaction) error {
		change = alarm.Change{}
		// A judge of the project writes the same alert. If one is at work, the next look escalates.
		corporation, err := w.hold(ctx, tx, clock.ProjectID)
		if err != nil || corporation == 0 {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE graded_response SET overdue_at = ? WHERE alert_id = ? AND level = ? AND overdue_at = 0 AND acknowledged_at = 0",
			tx.Now, clock.AlertID, clock.Level)
		if err != nil || n == 0 {
			return err
		}
		record, err := w.record(ctx, tx, clock.AlertID)
		if err != nil || !record.Active() {
			return err
		}
		list, err := plans(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx).Where("ep.project_id = ?", clock.ProjectID))
		if err != nil {
			return err
		}
		level := next(list, clock.Level)
		last := record.Last()
		record.ChangedAt = tx.Now
		change = alarm.Change{Record: record, Transitions: []alarm.Transition{{
			AlertID: record.ID, Kind: alarm.Overdue, From: record.Status, To: record.Status, Time: tx.Now, RecordedAt: tx.Now,
			Level: level, Value: last.Value, Limit: last.Limit, Side: last.Side, Node: last.Node,
		}}}
		if level != alarm.Level(clock.Level) {
			if change.RespondBy, err = w.startClock(ctx, tx, &record, level); err != nil {
				return err
			}
		}
		if err := w.Alarms.SaveAlerts(ctx, tx.Tx.Tx, []alarm.Change{change}); err != nil {
			return err
		}
		if err := w.Notifier.NotifyAlerts(ctx, tx.Tx.Tx, []alarm.Change{change}); err != nil {
			return err
		}
		return w.Messages.AlertOverdue(ctx, tx.Tx.Tx, &change, accountsOf(list, clock.Level, int(level)))
	})
	if err == nil && change.Record.ID != 0 {
		w.announce(ctx, clock.ProjectID, []alarm.Change{change})
	}
	return err
}

// next returns the grade whose responders are asked when those of a grade have not acknowledged a warning; the same: nobody else.
func next(list []Plan, level int) alarm.Level {
	for i := range list {
		if list[i].Level == level && list[i].EscalateToLevel != 0 {
			return alarm.Level(list[i].EscalateToLevel)
		}
	}
	return alarm.Level(level)
}

// accountsOf returns the accounts that the plans of grades name as responders, each once.
func accountsOf(list []Plan, levels ...int) (ids []int64) {
	for i := range list {
		if !slices.Contains(levels, list[i].Level) {
			continue
		}
		for _, r := range list[i].Responders {
			if r.AccountID != 0 {
				ids = append(ids, r.AccountID)
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// record reads a warning in a transaction.
func (w *Worker) record(ctx context.Context, tx *sqlkit.Transaction, id int64) (alarm.Record, error) {
	var grading, point int64
	if err := tx.QueryRowContext(ctx, "SELECT grading_id, point_id FROM alert WHERE id = $1", id).Scan(&grading, &point); err != nil {
		return alarm.Record{}, err
	}
	list, err := w.Alarms.GradedRecords(ctx, tx.Tx.Tx, grading, point)
	for i := range list {
		if list[i].ID == id {
			return list[i], nil
		}
	}
	return alarm.Record{}, err
}

// Clock is the response clock of a grade of a warning.
type Clock struct {
	Level                                       int
	StartedAt, DueAt, AcknowledgedAt, OverdueAt int64 // UTC ms; 0: not
	AcknowledgedBy                              int64
	AcknowledgedName                            string
}

// Clocks returns the response clocks of warnings that the caller may see, by warning and grade.
func (s *Store) Clocks(ctx context.Context, scope access.Scope, alerts []int64) (map[int64][]Clock, error) {
	found := map[int64][]Clock{}
	if len(alerts) == 0 {
		return found, nil
	}
	var rows []struct {
		responseRow `bun:",extend"`
		Name        string `bun:",scanonly"`
	}
	q := s.Selects(&rows).ColumnExpr("gr.*").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS name").
		Join("JOIN alert AS al ON al.id = gr.alert_id").Join("LEFT JOIN account AS a ON a.id = gr.acknowledged_by").
		Where("gr.alert_id IN (?)", bun.List(alerts)).OrderExpr("gr.alert_id, gr.level")
	if err := sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("response clocks: %w", err)
	}
	for _, r := range rows {
		found[r.AlertID] = append(found[r.AlertID], Clock{
			Level: r.Level, StartedAt: r.StartedAt, DueAt: r.DueAt, AcknowledgedAt: r.AcknowledgedAt, OverdueAt: r.OverdueAt,
			AcknowledgedBy: r.AcknowledgedBy, AcknowledgedName: r.Name,
		})
	}
	return found, nil
}

// Acknowledge stops the response clocks of a warning: somebody deals with it.
func (s *Store) Acknowledge(ctx context.Context, who audit.Actor, alert *alarm.Listed) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if !alert.Active() {
			return errs.New(errs.AlertProcessed)
		}
		n, err := tx.Exec(ctx, "UPDATE graded_response SET acknowledged_at = ?, acknowledged_by = ? WHERE alert_id = ? AND acknowledged_at = 0",
			tx.Now, who.AccountID, alert.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NoDeadline)
		}
		s.changed(ctx, tx, alert)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Updated, Kind: warningKind, ID: alert.ID, Corporation: alert.CorporationID, Project: alert.ProjectID, Content: subject(alert),
			After: map[string]any{"acknowledged": true},
		})
	})
}

func subject(alert *alarm.Listed) string {
	return alarm.Location(&alert.Record, alert.PointName, errs.Chinese)
}

func (s *Store) changed(ctx context.Context, tx *sqlkit.Transaction, alert *alarm.Listed) {
	tx.AfterCommit(func() {
		events.Publish(context.WithoutCancel(ctx), s.Bus, events.Alert, alert.ProjectID, events.AlertPayload{Alerts: []int64{alert.ID}})
	})
}

type actionRow struct {
	bun.BaseModel `bun:"table:graded_action,alias:ga"`
	ID            int64 `bun:",pk"`
	AlertID       int64
	AccountID     int64
	Text          string
	CreatedAt     int64
}

type pictureRow struct {
	bun.BaseModel `bun:"table:warning_picture,alias:wp"`
	OwnerID       int64 `bun:",pk"`
	Place         int   `bun:",pk"`
	ProjectID     int64
	Picture       string
}

// Action is what a person did about a warning.
type Action struct {
	ID, AccountID int64
	Author, Text  string
	Pictures      []string // stored paths
	CreatedAt     int64    // UTC ms
}

// Actions returns what people did about a warning, oldest first.
func (s *Store) Actions(ctx context.Context, scope access.Scope, alert int64) ([]Action, error) {
	var rows []struct {
		actionRow `bun:",extend"`
		Author    string `bun:",scanonly"`
	}
	q := s.Selects(&rows).ColumnExpr("ga.*").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS author").
		Join("JOIN alert AS al ON al.id = ga.alert_id").Join("LEFT JOIN account AS a ON a.id = ga.account_id").
		Where("ga.alert_id = ?", alert).OrderExpr("ga.id")
	if err := sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("actions about alert %d: %w", alert, err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	pictures, err := s.pictures(ctx, s.Bun.NewSelect(), ids)
	list := make([]Action, len(rows))
	for i, r := range rows {
		list[i] = Action{ID: r.ID, AccountID: r.AccountID, Author: r.Author, Text: r.Text, Pictures: pictures[r.ID], CreatedAt: r.CreatedAt}
	}
	return list, err
}

// pictures returns the stored paths of pictures by owner.
func (s *Store) pictures(ctx context.Context, q *bun.SelectQuery, owners []int64) (map[int64][]string, error) {
	found := map[int64][]string{}
	if len(owners) == 0 {
		return found, nil
	}
	var rows []pictureRow
	if err := q.Clone().Model(&rows).Where("wp.owner_id IN (?)", bun.List(owners)).OrderExpr("wp.owner_id, wp.place").Scan(ctx); err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	for _, r := range rows {
		found[r.OwnerID] = append(found[r.OwnerID], r.Picture)
	}
	return found, nil
}

// AddAction writes what a person did about a warning. Pictures are kept uploads.
func (s *Store) AddAction(ctx context.Context, who audit.Actor, alert *alarm.Listed, what string, pictures []string) error {
	var refused errs.Refusals
	what = strings.TrimSpace(what)
	text(&refused, "text", what, 1, maxText)
	if err := refused.Err(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.Exec(ctx, "UPDATE alert SET id = id WHERE id = ?", alert.ID); err != nil { // so that their number holds
			return err
		}
		count, err := tx.Selects((*actionRow)(nil)).Where("ga.alert_id = ?", alert.ID).Count(ctx)
		if err != nil {
			return err
		}
		if count >= maxActions {
			return errs.OnField("text", errs.TooManyEntries, "max", maxActions)
		}
		row := actionRow{AlertID: alert.ID, AccountID: who.AccountID, Text: what, CreatedAt: tx.Now}
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		if err := addPictures(ctx, tx, row.ID, alert.ProjectID, pictures); err != nil {
			return err
		}
		s.changed(ctx, tx, alert)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Created, Kind: actionKind, ID: row.ID, Corporation: alert.CorporationID, Project: alert.ProjectID, Content: subject(alert),
			After: map[string]any{"actionText": what},
		})
	})
}

func addPictures(ctx context.Context, tx *sqlkit.Transaction, owner, project int64, paths []string) error {
	rows := make([]pictureRow, len(paths))
	for i, path := range paths {
		rows[i] = pictureRow{OwnerID: owner, Place: i, ProjectID: project, Picture: path}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}
