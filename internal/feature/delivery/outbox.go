package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/sqlkit"
)

// Outbox returns what waits to be sent. A peer from which an attempt began in the last minute is served: robots take only
// so many messages a minute. Webhooks belong to others, so only mail and text messages are expected to be accepted.
//
// Unscoped: only times for the whole installation, which contain nothing of any corporation.
func (l Ledger) Outbox(ctx context.Context, now int64) (out heartbeat.Outbox, err error) {
	served := l.Bun.NewSelect().TableExpr("alert_attempt AS at").Join("JOIN alert_message AS b ON b.id = at.message_id").ColumnExpr("b.peer").
		Where("at.began_at > ?", now-time.Minute.Milliseconds())
	err = l.Bun.NewSelect().TableExpr("alert_message AS m").
		ColumnExpr("COALESCE(MIN(CASE WHEN m.state = ? THEN m.due_at ELSE m.claimed_until END), 0)", Pending).
		Where(isDue, Pending, Claimed, now, now).Where("m.project_id NOT IN "+sqlkit.DeletedProjects).Where("m.peer NOT IN (?)", served).Scan(ctx, &out.Due)
	if err != nil {
		return out, fmt.Errorf("messages that are due: %w", err)
	}
	own := bun.List([]Channel{Mail, SMS})
	accepted := l.Bun.NewSelect().TableExpr("alert_attempt AS at").Join("JOIN alert_message AS b ON b.id = at.message_id").ColumnExpr("1").
		Where("at.began_at >= m.created_at AND at.outcome = ? AND b.peer = m.peer", Sent)
	err = l.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("COALESCE(MIN(m.created_at), 0)").
		Where("m.state IN ('pending', 'claimed') AND m.peer IN (?)", own).Where("m.project_id NOT IN "+sqlkit.DeletedProjects).
		Where("NOT EXISTS (?)", accepted).Scan(ctx, &out.Unaccepted)
	if err != nil {
		return out, fmt.Errorf("messages that are not accepted: %w", err)
	}
	return out, nil
}
