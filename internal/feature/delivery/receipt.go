package delivery

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// FirstAsk is how long after a text message was accepted the provider is asked first whether the phone has it.
const FirstAsk = 10 * time.Second

// undelivered is the reason of a message that the peer accepted, and that did not arrive.
const undelivered = "undelivered"

// Receipt is what became of an accepted attempt: delivered, undelivered, or none if nobody could say; empty: not known yet.
type Receipt struct {
	Receipt     string
	ReceiptCode string // of the provider
	ReceiptText string // of the provider, or why there is none
	ReceiptAt   int64  // UTC ms, of the network if it says so; 0: not known
	Reference   string // by which the provider knows the message
	AskAt       int64  // UTC ms at which the provider is asked; 0: it is not
	Asked       int64  // how often it was asked
}

// asks returns when the provider is asked first for the receipt of an attempt (UTC ms); 0: never.
func (d *tried) asks() int64 {
	if d.Channel != SMS || d.answer.Outcome != Sent {
		return 0
	}
	return d.at + FirstAsk.Milliseconds()
}

// Key is the id of a message for the peer. It is the same for every attempt to send the message.
func Key(message, drill int64) string {
	if drill != 0 {
		return "drill-" + strconv.FormatInt(message, 10)
	}
	return "alert-" + strconv.FormatInt(message, 10)
}

// MessageOf returns the message of a key; 0: it is none.
func MessageOf(key string) int64 {
	number, found := strings.CutPrefix(key, "alert-")
	if !found {
		number, found = strings.CutPrefix(key, "drill-")
	}
	id, err := strconv.ParseInt(number, 10, 64)
	if !found || err != nil || id <= 0 {
		return 0
	}
	return id
}

// Report takes back that a message and those that it carried were sent, because they did not arrive: the next channel follows,
// or the next people, once. If they have arrived after all, they count as sent again.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) Report(ctx context.Context, tx *sqlkit.Transaction, message int64, arrived bool, now int64) error {
	from, to, reason := Sent, Failed, undelivered
	if arrived {
		from, to, reason = Failed, Sent, ""
	}
	var rows []messageRow
	q := tx.Selects(&rows).Where("m.id = ? OR m.carried_by = ? AND m.carried_by <> 0", message, message).
		Where("m.state = ?", from).OrderExpr("m.carried_by, m.id")
	if arrived {
		q = q.Where("m.reason = ?", undelivered)
	}
	if l.DB.Dialect() == database.Postgres {
		q = q.For("UPDATE") // another receipt waits, and finds it done
	}
	if err := q.Scan(ctx); err != nil {
		return fmt.Errorf("message %d with a receipt: %w", message, err)
	}
	if len(rows) == 0 {
		return nil
	}
	ids, list, alerts := make([]int64, len(rows)), make([]Message, len(rows)), []int64{}
	for i := range rows {
		rows[i].State, rows[i].Reason = to, reason
		var err error
		if list[i], err = rows[i].message(); err != nil {
			return err
		}
		ids[i] = rows[i].ID
		if rows[i].AlertID != 0 {
			alerts = append(alerts, rows[i].AlertID)
		}
	}
	_, err := tx.Tables.Bun.NewUpdate().Conn(tx.Tx).TableExpr("alert_message").Set("state = ?, reason = ?", to, reason).
		Where("id IN (?)", bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("receipt of message %d: %w", message, err)
	}
	project := rows[0].ProjectID
	tx.AfterCommit(func() {
		events.Publish(context.WithoutCancel(ctx), l.Bus, events.Alert, project, events.AlertPayload{Alerts: alerts})
	})
	if arrived {
		return nil
	}
	first := &list[0]
	first.load = list[1:]
	return l.over(ctx, tx, &rows[0], first, now)
}
