package receipt

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/feature/delivery"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/sqlkit"
)

const (
	lookEvery = time.Second
	askAtOnce = 20          // providers take so many requests a second
	again     = time.Minute // after the last step, if the server ended before it stored the answer
	maxText   = 500
)

// Receipts as they are stored.
const (
	delivered   = "delivered"
	undelivered = "undelivered"
	none        = "none"
)

// rank decides between receipts of one attempt, in whichever order they arrive: what the phone has, it has.
var rank = map[string]int{none: 1, undelivered: 2, delivered: 3}

type attempt struct {
	bun.BaseModel `bun:"table:alert_attempt,alias:at"`
	ID            int64 `bun:",pk"`
	MessageID     int64
	BeganAt       int64
	EndedAt       int64
	delivery.Receipt
	Address string `bun:",scanonly"`
	DrillID int64  `bun:",scanonly"`
}

func (a *attempt) sending() sms.Sending {
	return sms.Sending{
		ID: delivery.Key(a.MessageID, a.DrillID), Reference: a.Reference, Mobile: a.Address, At: time.UnixMilli(a.BeganAt),
	}
}

// Run asks until ctx ends, and not while other servers do the work of this one.
func (c *Clerk) Run(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if c.Resting != nil && c.Resting() {
			continue
		}
		if err := c.AskDue(ctx, clock.Now()); err != nil && ctx.Err() == nil {
			c.Log.ErrorContext(ctx, "receipts of text messages", "error", err)
		}
	}
}

// AskDue asks for the receipts that are due at a time.
func (c *Clerk) AskDue(ctx context.Context, at time.Time) error {
	list, err := c.claim(ctx, at)
	if err != nil {
		return err
	}
	var failed []error
	for i := range list {
		failed = append(failed, c.ask(ctx, &list[i], at))
	}
	return errors.Join(failed...)
}

// claim takes attempts whose receipts are due, and sets when they are due next, so that no other server asks for them.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (c *Clerk) claim(ctx context.Context, at time.Time) (list []attempt, err error) {
	now := at.UnixMilli()
	due, err := c.Bun.NewSelect().TableExpr("alert_attempt AS at").Where("at.ask_at <> 0 AND at.ask_at <= ?", now).Exists(ctx)
	if err != nil || !due {
		return nil, err
	}
	err = c.Write(ctx, func(tx *sqlkit.Transaction) error {
		q := tx.Selects(&list).ColumnExpr("at.id, at.message_id, at.began_at, at.ended_at, at.reference, at.receipt, at.asked, m.address, COALESCE(m.drill_id, 0) AS drill_id").
			Join("JOIN alert_message AS m ON m.id = at.message_id").Where("at.ask_at <> 0 AND at.ask_at <= ?", now).
			OrderExpr("at.ask_at, at.id").Limit(askAtOnce)
		if c.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE OF at SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		for i := range list {
			a := &list[i]
			a.Asked++
			next := now + again.Milliseconds()
			if int(a.Asked) < len(steps) {
				next = max(a.EndedAt+steps[a.Asked].Milliseconds(), now+1)
			}
			if _, err := tx.Exec(ctx, "UPDATE alert_attempt SET asked = ?, ask_at = ? WHERE id = ?", a.Asked, next, a.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("receipts that are due: %w", err)
	}
	return list, nil
}

// ask asks the provider for the receipt of an attempt, and stores it.
func (c *Clerk) ask(ctx context.Context, a *attempt, at time.Time) error {
	last := int(a.Asked) >= len(steps)
	if a.Receipt.Receipt != "" { // reported before the attempt was closed
		return c.store(ctx, a.ID, sms.Receipt{}, at)
	}
	if c.Provider == nil {
		if last {
			return c.none(ctx, a.ID, "", at)
		}
		return nil
	}
	r, err := c.Provider.Receipt(ctx, a.sending())
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil && (last || sms.IsFinal(err)):
		return c.none(ctx, a.ID, err.Error(), at)
	case err != nil:
		c.Log.WarnContext(ctx, "receipt of a text message", "message", a.MessageID, "error", err)
		return nil
	case r.Fate != sms.Awaited:
		return c.store(ctx, a.ID, r, at)
	case last:
		return c.none(ctx, a.ID, "", at)
	}
	return nil
}

// none stores that nobody could say whether a message arrived, and why.
func (c *Clerk) none(ctx context.Context, id int64, text string, at time.Time) error {
	return c.keep(ctx, id, delivery.Receipt{Receipt: none, ReceiptText: text}, at)
}

// store stores a receipt with what follows from it; Awaited: only what follows from the stored one.
func (c *Clerk) store(ctx context.Context, id int64, r sms.Receipt, at time.Time) error {
	kept := delivery.Receipt{ReceiptCode: r.Code, ReceiptText: r.Text, ReceiptAt: at.UnixMilli()}
	if !r.At.IsZero() {
		kept.ReceiptAt = r.At.UnixMilli()
	}
	switch r.Fate {
	case sms.Delivered:
		kept.Receipt = delivered
	case sms.Undelivered:
		kept.Receipt = undelivered
	}
	return c.keep(ctx, id, kept, at)
}

// keep stores a receipt unless a better one is known, and applies the one that counts to the message.
//
// Unscoped: the id is from a claim, or from a signed report of the provider of the installation.
func (c *Clerk) keep(ctx context.Context, id int64, r delivery.Receipt, at time.Time) error {
	err := c.Write(ctx, func(tx *sqlkit.Transaction) error {
		var known attempt
		q := tx.Selects(&known).Where("at.id = ?", id)
		if c.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE")
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		if rank[r.Receipt] > rank[known.Receipt.Receipt] {
			known.Receipt.Receipt, known.ReceiptCode, known.ReceiptText, known.ReceiptAt = r.Receipt, cut(r.ReceiptCode), cut(r.ReceiptText), r.ReceiptAt
		}
		_, err := tx.Exec(ctx, "UPDATE alert_attempt SET receipt = ?, receipt_code = ?, receipt_text = ?, receipt_at = ?, ask_at = 0 WHERE id = ?",
			known.Receipt.Receipt, known.ReceiptCode, known.ReceiptText, known.ReceiptAt, id)
		if err != nil || known.Receipt.Receipt == none {
			return err
		}
		return c.Report(ctx, tx, known.MessageID, known.Receipt.Receipt == delivered, at.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("receipt of attempt %d: %w", id, err)
	}
	return nil
}

func cut(text string) string {
	if r := []rune(text); len(r) > maxText {
		return string(r[:maxText])
	}
	return text
}
