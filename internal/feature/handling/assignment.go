package handling

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"

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

// assign is the action of assigning an alert in the operation log.
const assign = "assign"

// Messenger writes the in-app messages of assignments, in their transaction.
type Messenger interface {
	IncidentOwned(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64, by string) error
	AlertAssigned(ctx context.Context, tx *sql.Tx, record *alarm.Record, account int64, by string) error
	OwnerMessenger
}

// Assignment says who takes care of an alert from a moment on.
type Assignment struct {
	ID         int64
	AccountID  int64  // 0: nobody
	Account    string // display name
	Here       bool   // active, and a member of the project or an administrator of its corporation
	AssignedBy int64
	Author     string // display name of AssignedBy
	CreatedAt  int64  // UTC ms
}

type assignmentRow struct {
	bun.BaseModel `bun:"table:alert_assignment,alias:asg"`
	ID            int64 `bun:",pk"`
	AlertID       int64
	AccountID     int64
	AssignedBy    int64
	CreatedAt     int64
}

// Assignments returns who took care of an alert, oldest first.
func (s *Store) Assignments(ctx context.Context, scope access.Scope, alert int64) ([]Assignment, error) {
	var rows []struct {
		assignmentRow `bun:",extend"`
		Account       string `bun:",scanonly"`
		Author        string `bun:",scanonly"`
		Here          bool   `bun:",scanonly"`
	}
	q := s.Selects(&rows).ColumnExpr("asg.*").ColumnExpr(authorSQL+" AS author").
		ColumnExpr("COALESCE(NULLIF(own.display_name, ''), own.name, '') AS account").
		ColumnExpr(sqlkit.Attends("asg.account_id", "al.project_id", "al.corporation_id", clock.Now().UnixMilli())+" AS here").
		Join("JOIN alert AS al ON al.id = asg.alert_id").Join("LEFT JOIN account AS a ON a.id = asg.assigned_by").
		Join("LEFT JOIN account AS own ON own.id = asg.account_id").Where("asg.alert_id = ?", alert)
	if err := sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id").OrderExpr("asg.created_at, asg.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("assignments of alert %d: %w", alert, err)
	}
	list := make([]Assignment, len(rows))
	for i, r := range rows {
		list[i] = Assignment{r.ID, r.AccountID, r.Account, r.Here, r.AssignedBy, r.Author, r.CreatedAt}
	}
	return list, nil
}

// Assign gives an alert to an account that takes care of it; 0: to nobody. seen is the account that the person saw; nil:
// any. It returns a refusal if somebody else has changed it since, the alert is processed, or the account is no member.
func (s *Store) Assign(ctx context.Context, who audit.Actor, alert *alarm.Listed, account int64, seen *int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		// Assignments of an alert are written one after another, so that two people do not both take it.
		if _, err := tx.Exec(ctx, "UPDATE alert SET id = id WHERE id = ?", alert.ID); err != nil {
			return err
		}
		now, err := s.assigned(ctx, tx, alert)
		switch {
		case err != nil:
			return err
		case now.Status.Processed():
			return errs.New(errs.AlertProcessed)
		case seen != nil && *seen != now.AssigneeID && now.AssigneeID != account:
			return errs.New(errs.AlertTaken, "name", cmp.Or(now.Name, "–"))
		case now.AssigneeID == account:
			audit.Note(ctx) // nothing changed: nothing to log
			return nil
		}
		name, by, err := s.named(ctx, tx, who, alert, account)
		if err != nil {
			return err
		}
		row := assignmentRow{AlertID: alert.ID, AccountID: account, AssignedBy: who.AccountID, CreatedAt: tx.Now}
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE alert SET assignee_id = ? WHERE id = ?", account, alert.ID); err != nil {
			return err
		}
		if account != 0 && account != who.AccountID {
			if err := s.messages.AlertAssigned(ctx, tx.Tx.Tx, &alert.Record, account, by); err != nil {
				return err
			}
		}
		s.announce(ctx, tx, alert, account)
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: assign, Kind: "alert", ID: alert.ID, Corporation: alert.CorporationID, Project: alert.ProjectID,
			Content: alarm.Location(&alert.Record, alert.PointName+alert.DeviceName, errs.Chinese),
			Before:  map[string]string{"alertAssignee": now.Name}, After: map[string]string{"alertAssignee": name},
		})
	})
}

// announce makes open pages read the alert again, and the new assignee their messages.
func (s *Store) announce(ctx context.Context, tx *sqlkit.Transaction, alert *alarm.Listed, account int64) {
	tx.AfterCommit(func() {
		after := context.WithoutCancel(ctx)
		events.Publish(after, s.Bus, events.Alert, alert.ProjectID, events.AlertPayload{Alerts: []int64{alert.ID}})
		if account != 0 {
			events.Publish(after, s.Bus, events.Notification, 0, events.NotificationPayload{Accounts: []int64{account}})
		}
	})
}

// current is the state of an alert within a transaction.
type current struct {
	Status     alarm.Status
	AssigneeID int64
	Name       string // of the assignee
}

func (s *Store) assigned(ctx context.Context, tx *sqlkit.Transaction, alert *alarm.Listed) (c current, err error) {
	err = s.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert AS al").ColumnExpr("al.status, al.assignee_id").
		ColumnExpr("COALESCE(NULLIF(own.display_name, ''), own.name, '') AS name").Join("LEFT JOIN account AS own ON own.id = al.assignee_id").
		Where("al.id = ?", alert.ID).Scan(ctx, &c)
	return c, sqlkit.Translate(err)
}

// named returns the names of an account that may take care of an alert, and of the person who assigns it.
func (s *Store) named(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, alert *alarm.Listed, account int64) (name, by string, err error) {
	var people []struct {
		ID   int64
		Name string
		Here bool
	}
	here := sqlkit.Attends("a.id", fmt.Sprint(alert.ProjectID), fmt.Sprint(alert.CorporationID), tx.Now)
	err = s.Bun.NewSelect().Conn(tx.Tx).TableExpr("account AS a").ColumnExpr("a.id").ColumnExpr(authorSQL+" AS name").ColumnExpr(here+" AS here").
		Where("a.id IN (?, ?)", account, who.AccountID).Scan(ctx, &people)
	if err != nil {
		return "", "", fmt.Errorf("names of accounts: %w", err)
	}
	found := account == 0
	for _, p := range people {
		if p.ID == account && p.Here {
			name, found = p.Name, true
		}
		if p.ID == who.AccountID {
			by = p.Name
		}
	}
	if !found {
		return "", "", errs.OnField("accountId", errs.RecipientElsewhere)
	}
	return name, by, nil
}

// Assignee is somebody who may take care of alerts of a project.
type Assignee struct {
	ID     int64
	Name   string // display name
	Avatar string // path of an upload; may be empty
	Open   int    // active alerts of the project that they take care of
}

// Assignees returns the members of a project and the administrators of its corporation, by name.
func (s *Store) Assignees(ctx context.Context, scope access.Scope, project int64) ([]Assignee, error) {
	corporation, err := s.ProjectOwner(ctx, scope, project)
	if err != nil {
		return nil, err
	}
	here := sqlkit.Attends("a.id", fmt.Sprint(project), fmt.Sprint(corporation), clock.Now().UnixMilli())
	list := []Assignee{}
	err = s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id").ColumnExpr(authorSQL+" AS name").ColumnExpr("a.avatar").
		ColumnExpr(`(SELECT COUNT(*) FROM alert AS al WHERE al.assignee_id = a.id AND al.project_id = ? AND al.status IN ('Pending', 'Notice')
			AND al.withdrawn_at = 0) AS open`, project).
		Where("(a.corporation_id = ? OR a.id IN (SELECT account_id FROM project_member WHERE project_id = ?))", corporation, project).
		Where(here).OrderExpr("name, a.id").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("people for alerts of project %d: %w", project, err)
	}
	return list, nil
}
