package delivery

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
)

// Written counts the messages about an alert that were written at one moment.
type Written struct {
	AlertID   int64
	Event     alarm.Event
	Reminder  bool
	Sent, All int
	Delivered int   // of those, text messages that phones have
	CreatedAt int64 // UTC ms
}

// WrittenAbout returns the messages about alerts, by the moment at which they were written; those of ladders by the moment
// at which they ended. Messages that were not needed are left out.
//
// Unscoped: the caller has read the alerts with a scope.
func (l Ledger) WrittenAbout(ctx context.Context, alerts []int64) ([]Written, error) {
	const moment = "CASE WHEN m.reminder < 0 THEN m.ended_at ELSE m.created_at END"
	var list []Written
	err := l.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("m.alert_id, m.event, "+moment+" AS created_at").
		ColumnExpr("m.reminder > 0 AS reminder, COUNT(*) AS \"all\", SUM(CASE WHEN m.state = ? THEN 1 ELSE 0 END) AS sent", Sent).
		ColumnExpr(`SUM(CASE WHEN m.state = ? AND EXISTS (SELECT 1 FROM alert_attempt AS at WHERE at.receipt = 'delivered'
			AND at.message_id = CASE WHEN m.carried_by <> 0 THEN m.carried_by ELSE m.id END) THEN 1 ELSE 0 END) AS delivered`, Sent).
		Where("m.alert_id IN (?)", bun.List(alerts)).
		Where("m.state <> ? AND m.reason NOT IN (?) AND (m.reminder >= 0 OR m.ended_at > 0)", Waiting, bun.List([]string{outdated, unmet, reactedTo})).
		GroupExpr("m.alert_id, m.event, "+moment+", m.reminder > 0").Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("messages about %d alerts: %w", len(alerts), err)
	}
	return list, nil
}
