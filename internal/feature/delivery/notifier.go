package delivery

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/sqlkit"
)

// Ledger stores rules and messages. It is an alarm.Notifier.
type Ledger struct {
	*sqlkit.Tables
	Rosters  Rosters
	Silences Silences
	Plans    Plans
	Readings Readings
}

var _ alarm.Notifier = Ledger{}

// NotifyAlerts writes the messages about transitions, with four queries and one insert for any number of alerts.
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
	if err == nil {
		rules, err = l.withPlans(ctx, l.Bun.NewSelect().Conn(tx), rules, projects, changes)
	}
	if err != nil || len(rules) == 0 {
		return err
	}
	var list []Message
	var alerts []int64
	for i := range changes {
		record := &changes[i].Record
		about := messagesAbout(rules, record, changes[i].Transitions)
		if len(about) > 0 {
			alerts = append(alerts, record.ID)
			list = append(list, about...)
		}
	}
	if len(list) == 0 {
		return nil
	}
	later, err := l.calledBefore(ctx, l.Bun.NewSelect().Conn(tx), overs(rules, list))
	if err != nil {
		return err
	}
	list = append(list, later...)
	names, err := l.names(ctx, l.Bun.NewSelect().Conn(tx), alerts)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Content.Names = names[list[i].AlertID]
	}
	return l.add(ctx, tx, list)
}

// messagesAbout returns the messages about transitions of a record, without the names of things.
func messagesAbout(rules []Rule, record *alarm.Record, transitions []alarm.Transition) (list []Message) {
	for i := range transitions {
		t := &transitions[i]
		h, worth := alarm.Happened(record, t)
		if !worth {
			continue
		}
		about := Message{
			CorporationID: record.CorporationID, ProjectID: record.ProjectID, AlertID: record.ID, TransitionID: t.ID,
			StructureID: record.StructureID, Event: h.Event, Content: wording.Of(record, t, h), CreatedAt: t.RecordedAt, DueAt: t.RecordedAt,
		}
		first := addressees(rules, record, h, t.RecordedAt)
		for _, to := range first {
			m := about
			m.RuleID, m.Content.Rule, m.Content.Plan = to.rule.ID, to.rule.Name, to.rule.plan != 0
			m.to(to.step)
			m.Duty = to.Duty
			m.ask(to.asked)
			m.hold(to.hold)
			list = append(list, m)
		}
		for _, to := range calledLater(rules, record, h, first, t.RecordedAt) {
			list = append(list, to.message(about))
		}
	}
	return list
}

// add writes messages that are not in the ledger yet.
func (l Ledger) add(ctx context.Context, tx *sql.Tx, list []Message) error {
	if len(list) == 0 {
		return nil
	}
	id, err := l.IDs.TakeIn(ctx, tx, int64(len(list)))
	if err != nil {
		return err
	}
	ids := make(map[string]int64, len(list))
	for i := range list {
		m := &list[i]
		m.ID = id + int64(i)
		ids[fmt.Sprintf("%d %d %s", m.TransitionID, m.Reminder, m.place)] = m.ID
		if m.after != "" {
			m.AfterID = ids[fmt.Sprintf("%d %d %s", m.TransitionID, m.Reminder, m.after)]
		}
	}
	for piece := range slices.Chunk(list, sqlkit.RowsAtOnce) {
		rows := make([]messageRow, len(piece))
		for i := range piece {
			if rows[i], err = rowOf(&piece[i]); err != nil {
				return err
			}
		}
		_, err := l.Bun.NewInsert().Conn(tx).Model(&rows).On("CONFLICT (transition_id, channel, recipient, reminder) DO NOTHING").Exec(ctx)
		if err != nil {
			return fmt.Errorf("write %d messages: %w", len(piece), err)
		}
	}
	return nil
}

// names returns the names of the things that alerts are about, with the texts of the corporation.
func (l Ledger) names(ctx context.Context, q *bun.SelectQuery, alerts []int64) (map[int64]wording.Names, error) {
	found := make(map[int64]wording.Names, len(alerts))
	for piece := range slices.Chunk(alerts, sqlkit.IDsAtOnce) {
		var rows []struct {
			ID                                                                         int64
			Platform, Language, TimeZone, Project, Structure, Item, Point, Device      string
			Subject, Opened, Restored, SMS, SMSRestored, PushTitle, Push, PushRestored string
		}
		err := q.Clone().TableExpr("alert AS al").ColumnExpr(`al.id, COALESCE(c.platform_name, '') AS platform,
			COALESCE(pr.name, '') AS project, COALESCE(pr.language, '') AS language, COALESCE(pr.time_zone, '') AS time_zone,
			COALESCE(st.name, '') AS structure, COALESCE(it.name, '') AS item, COALESCE(pt.name, '') AS point, COALESCE(dv.name, '') AS device,
			COALESCE(tx.subject, '') AS subject, COALESCE(tx.opened, '') AS opened, COALESCE(tx.restored, '') AS restored, COALESCE(tx.sms, '') AS sms,
			COALESCE(tx.sms_restored, '') AS sms_restored, COALESCE(tx.push_title, '') AS push_title, COALESCE(tx.push, '') AS push,
			COALESCE(tx.push_restored, '') AS push_restored`).
			Join("LEFT JOIN corporation AS c ON c.id = al.corporation_id").Join("LEFT JOIN project AS pr ON pr.id = al.project_id").
			Join("LEFT JOIN structure AS st ON st.id = al.structure_id").Join("LEFT JOIN structure AS it ON it.id = al.item_id").
			Join("LEFT JOIN point AS pt ON pt.id = al.point_id").Join("LEFT JOIN device AS dv ON dv.id = al.device_id").
			Join("LEFT JOIN alert_text AS tx ON tx.corporation_id = al.corporation_id AND tx.language = COALESCE(NULLIF(pr.language, ''), 'zh')").
			Where("al.id IN (?)", bun.List(piece)).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("names of %d alerts: %w", len(piece), err)
		}
		for _, r := range rows {
			found[r.ID] = wording.Names{
				Platform: r.Platform, Language: r.Language, TimeZone: r.TimeZone, Project: r.Project, Structure: r.Structure, Item: r.Item, Point: r.Point,
				Device: r.Device, Texts: wording.AlertTextFields{
					Subject: r.Subject, Opened: r.Opened, Restored: r.Restored, SMS: r.SMS, SMSRestored: r.SMSRestored,
					PushTitle: r.PushTitle, Push: r.Push, PushRestored: r.PushRestored,
				},
			}
		}
	}
	return found, nil
}

// projectNames returns the names for a test message from a project.
//
// Unscoped: the caller has checked that the project is visible.
func (l Ledger) projectNames(ctx context.Context, project int64) (n wording.Names, err error) {
	err = l.Bun.NewSelect().TableExpr("project AS pr").Join("JOIN corporation AS c ON c.id = pr.corporation_id").
		ColumnExpr("c.platform_name, pr.language, pr.time_zone, pr.name").Where("pr.id = ?", project).
		Scan(ctx, &n.Platform, &n.Language, &n.TimeZone, &n.Project)
	if err != nil {
		return n, fmt.Errorf("names of project %d: %w", project, err)
	}
	return n, nil
}
