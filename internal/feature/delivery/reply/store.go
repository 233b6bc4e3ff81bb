package reply

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// Reply is what a person answered about an alert, by the link in a message or signed in.
type Reply struct {
	AlertID   int64
	AccountID int64  // 0: an address without an account
	Name      string // of the account, or the masked address
	Address   string // to which the message went; empty: signed in
	Answer    string // seen or onMyWay
	CreatedAt int64  // UTC ms
	ByLink    bool
}

// Store keeps what people answer.
type Store struct{ *sqlkit.Tables }

// About returns what people answered about alerts, the oldest first. Who answered both by the link and signed in is there
// once, with the first of the same answers.
//
// Unscoped: the caller may see the alerts.
func (s Store) About(ctx context.Context, alerts []int64) ([]Reply, error) {
	const name = "COALESCE(NULLIF(a.display_name, ''), a.name, '') AS name"
	signedIn := s.Bun.NewSelect().TableExpr("alert_reply AS ar").Join("LEFT JOIN account AS a ON a.id = ar.account_id").
		ColumnExpr("ar.alert_id, ar.account_id, '' AS address, "+name+", ar.answer, ar.created_at, FALSE AS by_link").Where("ar.alert_id IN (?)", bun.List(alerts))
	byLink := s.Bun.NewSelect().TableExpr("alert_answer AS an").Join("JOIN alert_message AS m ON m.id = an.message_id").
		Join("LEFT JOIN account AS a ON a.id = m.account_id").
		ColumnExpr("m.alert_id, m.account_id, m.address, "+name+", an.answer, an.created_at, TRUE AS by_link").Where("m.alert_id IN (?)", bun.List(alerts))
	var rows []Reply
	err := s.Bun.NewSelect().TableExpr("(?) AS one", signedIn.UnionAll(byLink)).ColumnExpr("one.*").
		OrderExpr("one.created_at, one.account_id, one.address").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("answers about %d alerts: %w", len(alerts), err)
	}
	list, known := []Reply{}, map[string]bool{}
	for _, r := range rows {
		if r.Name == "" {
			r.Name = verification.Masked(r.Address)
		}
		key := fmt.Sprintf("%d %d %s %s", r.AlertID, r.AccountID, r.Answer, r.Name)
		if !known[key] {
			list = append(list, r)
		}
		known[key] = true
	}
	return list, nil
}

// Answer stores what a person answers about an alert that they may process, and logs it. The same answer again is only logged.
func (s Store) Answer(ctx context.Context, who audit.Actor, about *alarm.Listed, answer string) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "INSERT INTO alert_reply (id, alert_id, account_id, answer, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
			id, about.ID, who.AccountID, answer, tx.Now)
		if err != nil {
			return fmt.Errorf("answer about alert %d: %w", about.ID, err)
		}
		if n > 0 {
			payload := events.AlertPayload{Alerts: []int64{about.ID}}
			tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), s.Bus, events.Alert, about.ProjectID, payload) })
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: replied, Kind: "alert", ID: about.ID, Corporation: about.CorporationID, Project: about.ProjectID,
			Content: alarm.Location(&about.Record, about.PointName+about.DeviceName, errs.Chinese),
			After:   map[string]string{"linkanswer": answer},
		})
	})
}
