package notifydb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type notificationRow struct {
	bun.BaseModel `bun:"table:notification,alias:n"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Kind          string
	Level         int
	AlertID       int64
	PointID       int64
	DeviceID      int64
	AccountID     int64
	Args          string
	CreatedAt     int64
	Seen          bool   `bun:",scanonly"`
	ProjectName   string `bun:",scanonly"`
	PointName     string `bun:",scanonly"`
	DeviceName    string `bun:",scanonly"`
}

func (r notificationRow) notification() notify.Notification {
	return notify.Notification{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Kind: r.Kind, Level: r.Level,
		AlertID: r.AlertID, PointID: r.PointID, DeviceID: r.DeviceID, AccountID: r.AccountID,
		Args: sqlkit.RawJSON(r.Args), CreatedAt: r.CreatedAt, Read: r.Seen, ProjectName: r.ProjectName, PointName: r.PointName, DeviceName: r.DeviceName,
	}
}

var _ notify.Store = (*Store)(nil)

// visibleTo limits a query to the notifications that an account may see and has not deleted. It joins whether the
// account has read them.
func visibleTo(q *bun.SelectQuery, scope access.Scope, accountID int64) *bun.SelectQuery {
	return sqlkit.Visible(q, scope, "n.corporation_id", "n.project_id").
		Join("LEFT JOIN notification_seen AS ns ON ns.notification_id = n.id AND ns.account_id = ?", accountID).
		Where("(ns.gone IS NULL OR NOT ns.gone)").Where("n.account_id IN (0, ?)", accountID)
}

// withNames adds the names shown in lists of notifications.
func withNames(q *bun.SelectQuery) *bun.SelectQuery {
	return q.ColumnExpr("n.*").ColumnExpr("ns.account_id IS NOT NULL AS seen").
		ColumnExpr("COALESCE(pr.name, '') AS project_name, COALESCE(pt.name, '') AS point_name, COALESCE(dv.name, '') AS device_name").
		Join("LEFT JOIN project AS pr ON pr.id = n.project_id").
		Join("LEFT JOIN point AS pt ON pt.id = n.point_id").
		Join("LEFT JOIN device AS dv ON dv.id = n.device_id")
}

func (s *Store) Notifications(ctx context.Context, scope access.Scope, accountID int64, filter notify.Filter) (paging.Page[notify.Notification], error) {
	var rows []notificationRow
	q := withNames(visibleTo(s.Selects(&rows), scope, accountID))
	if filter.ProjectID != 0 {
		q = q.Where("n.project_id = ?", filter.ProjectID)
	}
	if filter.Kind != "" {
		q = q.Where("n.kind = ?", filter.Kind)
	}
	if filter.Unread {
		q = q.Where("ns.account_id IS NULL")
	}
	if filter.Read {
		q = q.Where("ns.account_id IS NOT NULL")
	}
	q = sqlkit.Matching(q, filter.Keyword, "pr.name", "pt.name", "dv.name") // titles consist of these names
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"createdAt": "n.created_at", "level": "n.level"}, "n.id DESC", "n.id DESC")
	if err != nil {
		return paging.Page[notify.Notification]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list notifications", notificationRow.notification)
}

func (s *Store) Notification(ctx context.Context, scope access.Scope, accountID, id int64) (notify.Notification, error) {
	var row notificationRow
	err := withNames(visibleTo(s.Selects(&row), scope, accountID)).Where("n.id = ?", id).Scan(ctx)
	return row.notification(), sqlkit.Translate(err)
}

func (s *Store) UnreadNotifications(ctx context.Context, scope access.Scope, accountID int64) (int, error) {
	n, err := visibleTo(s.Selects((*notificationRow)(nil)), scope, accountID).Where("ns.account_id IS NULL").Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count unread notifications: %w", err)
	}
	return int(n), nil
}

func (s *Store) MarkNotifications(ctx context.Context, scope access.Scope, accountID int64, ids []int64, gone bool) (int, error) {
	marked := 0
	err := s.write(ctx, func(tx *change) error {
		var rows []notificationRow
		q := visibleTo(tx.Selects(&rows), scope, accountID).Column("n.id")
		if ids != nil {
			q = q.Where("n.id IN (?)", bun.List(ids))
		}
		if !gone {
			q = q.Where("ns.account_id IS NULL")
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		marked = len(rows)
		if marked > 0 { // other windows of the account update their count
			payload := events.NotificationPayload{Accounts: []int64{accountID}}
			tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), s.Bus, events.Notification, 0, payload) })
		}
		for piece := range slices.Chunk(rows, sqlkit.RowsAtOnce) {
			args := make([]any, 0, 4*len(piece))
			for _, r := range piece {
				args = append(args, r.ID, accountID, gone, tx.Now)
			}
			_, err := tx.ExecContext(ctx, "INSERT INTO notification_seen (notification_id, account_id, gone, at) VALUES "+sqlkit.Placeholders(s.DB.Dialect(), len(piece), 4)+
				" ON CONFLICT (account_id, notification_id) DO UPDATE SET gone = excluded.gone", args...)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return marked, err
}

// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) WriteNotifications(ctx context.Context, tx *sql.Tx, list []notify.Notification) error {
	if len(list) == 0 {
		return nil
	}
	first, err := s.IDs.TakeIn(ctx, tx, int64(len(list)))
	if err != nil {
		return err
	}
	now, err := s.Now(ctx, tx)
	if err != nil {
		return err
	}
	rows := make([]notificationRow, len(list))
	for i := range list {
		n := &list[i]
		n.ID, n.CreatedAt = first+int64(i), now
		rows[i] = notificationRow{
			ID: n.ID, CorporationID: n.CorporationID, ProjectID: n.ProjectID, Kind: n.Kind, Level: n.Level,
			AlertID: n.AlertID, PointID: n.PointID, DeviceID: n.DeviceID, AccountID: n.AccountID,
			Args: string(n.Args), CreatedAt: n.CreatedAt,
		}
	}
	for piece := range slices.Chunk(rows, sqlkit.RowsAtOnce) {
		if _, err := s.Bun.NewInsert().Conn(tx).Model(&piece).Exec(ctx); err != nil {
			return fmt.Errorf("write %d notifications: %w", len(piece), err)
		}
	}
	return nil
}

// everyone who may see the project, or the corporation.
const everyone = 0

// note writes a notification with its arguments for each account.
func (s *Store) note(ctx context.Context, tx *sql.Tx, n notify.Notification, about any, accounts ...int64) (err error) {
	if n.Args, err = json.Marshal(about); err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	list := make([]notify.Notification, len(accounts))
	for i, account := range accounts {
		list[i] = n
		list[i].AccountID = account
	}
	return s.WriteNotifications(ctx, tx, list)
}

// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) HelpEntered(ctx context.Context, tx *sql.Tx, corporationID int64, operator string, until int64, edits bool) error {
	about := notify.HelpArgs{Operator: operator, Until: until, Edits: edits}
	return s.note(ctx, tx, notify.Notification{CorporationID: corporationID, Kind: notify.HelpEntered}, about, everyone)
}

// CertificateEnding notifies the administrators of a corporation that the certificate that signs its reports ends.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) CertificateEnding(ctx context.Context, tx *sql.Tx, kind string, corporation int64, about notify.CertificateArgs) error {
	return s.note(ctx, tx, notify.Notification{CorporationID: corporation, Kind: kind}, about, everyone)
}

// DrillUnproven notifies accounts that rules or people of a project were not proven.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DrillUnproven(ctx context.Context, tx *sql.Tx, corporation, project int64, accounts []int64, lack notify.DrillArgs) error {
	return s.note(ctx, tx, notify.Notification{CorporationID: corporation, ProjectID: project, Kind: notify.DrillUnproven}, lack, accounts...)
}

// FileEnded notifies an account that a file of a project is made, or that it failed.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) FileEnded(ctx context.Context, tx *sql.Tx, corporation, project, account int64, kind, title string) error {
	return s.note(ctx, tx, notify.Notification{CorporationID: corporation, ProjectID: project, Kind: kind}, notify.FileArgs{Title: title}, account)
}

// ReportNoted notifies accounts about a report of a project that a calendar makes.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ReportNoted(ctx context.Context, tx *sql.Tx, kind string, corporation, project int64, accounts []int64, about notify.ReportArgs) error {
	return s.note(ctx, tx, notify.Notification{CorporationID: corporation, ProjectID: project, Kind: kind}, about, accounts...)
}

// AlertAssigned notifies an account that somebody assigned an alert to it.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) AlertAssigned(ctx context.Context, tx *sql.Tx, record *alarm.Record, account int64, by string) error {
	n, err := notify.Assigned(record, account, by)
	if err != nil {
		return err
	}
	return s.WriteNotifications(ctx, tx, []notify.Notification{n})
}

// AlertOverdue notifies responders that nobody has acknowledged a graded warning in time.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) AlertOverdue(ctx context.Context, tx *sql.Tx, change *alarm.Change, accounts []int64) error {
	list := make([]notify.Notification, len(accounts))
	for i, account := range accounts {
		var err error
		if list[i], err = notify.Overdue(change, account); err != nil {
			return err
		}
	}
	return s.WriteNotifications(ctx, tx, list)
}

// IncidentOwned notifies an account that somebody gave an incident to it.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) IncidentOwned(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64, by string) error {
	n, err := notify.Owned(record, structure, level, account, by)
	if err != nil {
		return err
	}
	return s.WriteNotifications(ctx, tx, []notify.Notification{n})
}

// IncidentEscalated notifies the owner of an incident that its level has risen.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) IncidentEscalated(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64) error {
	return s.incident(ctx, tx, notify.IncidentEscalated, record, structure, level, account)
}

// IncidentEnded notifies the owner of an incident that it is over.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) IncidentEnded(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64) error {
	return s.incident(ctx, tx, notify.IncidentEnded, record, structure, level, account)
}

func (s *Store) incident(ctx context.Context, tx *sql.Tx, kind string, record *alarm.Record, structure string, level alarm.Level, account int64) error {
	n, err := notify.Incident(kind, record, structure, level, account)
	if err != nil {
		return err
	}
	return s.WriteNotifications(ctx, tx, []notify.Notification{n})
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) DeleteNotifications(ctx context.Context, before int64) error {
	return s.write(ctx, func(tx *change) error {
		if _, err := tx.Exec(ctx,
			"DELETE FROM notification_seen WHERE notification_id IN (SELECT id FROM notification WHERE created_at < ?)", before); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "DELETE FROM notification WHERE created_at < ?", before)
		return err
	})
}
