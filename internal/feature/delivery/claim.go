package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// Timing of messages.
const (
	lease  = time.Minute // of a claim; an attempt takes at most 20 s
	giveUp = 2 * time.Hour
	soonly = time.Minute // before the second attempt; each pause is twice the last one
	latest = 30 * time.Minute
)

// claim claims up to n due messages and records an attempt for each, before anything is sent. A claim that has run out
// was left by a server that ended: nobody knows whether the message was sent. It is repeated once.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) claim(ctx context.Context, n int, now int64, mails bool) (claimed []Message, err error) {
	err = l.Write(ctx, func(tx *sqlkit.Transaction) error {
		claimed = nil
		var rows []messageRow
		q := tx.Selects(&rows).Where("(m.state = ? AND m.due_at <= ? OR m.state = ? AND m.claimed_until < ?)", Pending, now, Claimed, now).
			Where("m.state IN ('pending', 'claimed')"). // literally, for the index
			Where("m.project_id NOT IN " + sqlkit.DeletedProjects).OrderExpr("m.due_at, m.id").Limit(int64(n))
		if l.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil || len(rows) == 0 {
			return err
		}
		gone, err := withoutAccess(ctx, tx, rows)
		if err != nil {
			return err
		}
		for i := range rows {
			m, err := l.begin(ctx, tx, &rows[i], now, mails, gone[rows[i].ID])
			if err != nil {
				return fmt.Errorf("claim message %d: %w", rows[i].ID, err)
			}
			if m != nil {
				claimed = append(claimed, *m)
			}
		}
		return nil
	})
	return claimed, err
}

// begin records an attempt to send a message; nil if it cannot or must not be sent.
func (l Ledger) begin(ctx context.Context, tx *sqlkit.Transaction, row *messageRow, now int64, mails, gone bool) (*Message, error) {
	if row.State == Claimed {
		if _, err := tx.Exec(ctx, "UPDATE alert_attempt SET outcome = ?, ended_at = ? WHERE message_id = ? AND outcome = ?",
			Unknown, now, row.ID, underWay); err != nil {
			return nil, err
		}
		row.Unsure++
	}
	row.State, row.EndedAt, row.ClaimedUntil = Claimed, 0, 0
	switch {
	case row.Unsure > 1:
		row.State, row.Reason = Unknown, lostAnswer
	case gone:
		row.State, row.Reason = Skipped, noAccess
	case !mails:
		row.State, row.Reason = Failed, mailMissing
	case now-row.CreatedAt > giveUp.Milliseconds():
		row.State, row.Reason = Failed, expired
	}
	if row.State != Claimed && row.Unsure > 0 {
		row.State = Unknown // the attempt may have reached the recipient
	}
	row.Claim++
	if row.State != Claimed {
		row.EndedAt = now
		return nil, tx.Update(ctx, row, row.ID, "state", "reason", "unsure", "claim", "claimed_until", "ended_at")
	}
	row.ClaimedUntil = now + lease.Milliseconds()
	if err := tx.Update(ctx, row, row.ID, "state", "unsure", "claim", "claimed_until"); err != nil {
		return nil, err
	}
	id, err := tx.ID(ctx)
	if err != nil {
		return nil, err
	}
	if err := tx.Insert(ctx, &attemptRow{ID: id, MessageID: row.ID, BeganAt: now, Outcome: underWay}); err != nil {
		return nil, err
	}
	m, err := row.message()
	m.attempt = id
	return &m, err
}

// withoutAccess returns the messages to accounts that can no longer see the project.
func withoutAccess(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow) (map[int64]bool, error) {
	var ids []int64
	for i := range rows {
		if rows[i].AccountID != 0 {
			ids = append(ids, rows[i].ID)
		}
	}
	gone := map[int64]bool{}
	if len(ids) == 0 {
		return gone, nil
	}
	var found []struct {
		ID      int64
		Reached bool
	}
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").ColumnExpr("m.id").ColumnExpr(reached("m.account_id", "m.project_id")).
		Where("m.id IN (?)", bun.List(ids)).Scan(ctx, &found)
	for _, f := range found {
		gone[f.ID] = !f.Reached
	}
	return gone, err
}

// answer is what came of an attempt.
type answer struct {
	Outcome State // Sent, Failed or Unknown
	Final   bool  // of Failed: another attempt would fail as well
	Text    string
}

// finish closes the attempt of a claimed message. The first message about an alert that is sent makes it Notice, in the
// same transaction.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) finish(ctx context.Context, alerts Noticer, m *Message, a answer, now int64) error {
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		if a.Outcome == Sent && m.Event.Open() {
			// First, because it excludes folds and deletions, which lock messages after that.
			noticed, err := alerts.Notice(ctx, tx.Tx, m.AlertID, m.TransitionID, now)
			if err != nil {
				return fmt.Errorf("notice of alert %d: %w", m.AlertID, err)
			}
			if noticed {
				payload := events.AlertPayload{Alerts: []int64{m.AlertID}}
				tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), l.Bus, events.Alert, m.ProjectID, payload) })
			}
		}
		if _, err := tx.Exec(ctx, "UPDATE alert_attempt SET outcome = ?, answer = ?, ended_at = ? WHERE id = ?", a.Outcome, a.Text, now, m.attempt); err != nil {
			return err
		}
		row := messageRow{ID: m.ID, State: Pending, Unsure: m.Unsure, EndedAt: now, DueAt: m.DueAt}
		row.settle(m, a, now)
		_, err := tx.Exec(ctx, `UPDATE alert_message SET state = ?, reason = ?, unsure = ?, due_at = ?, ended_at = ?, claimed_until = 0
			WHERE id = ? AND claim = ? AND state = ?`, row.State, row.Reason, row.Unsure, row.DueAt, row.EndedAt, m.ID, m.claim, Claimed)
		return err // no row: the claim ran out, and another server has the message
	})
}

// settle decides what follows from an answer: the end, or another attempt.
func (r *messageRow) settle(m *Message, a answer, now int64) {
	if a.Outcome == Sent {
		r.State = Sent
		return
	}
	if a.Outcome == Unknown {
		r.Unsure++
	}
	due := now + pause(m.claim).Milliseconds()
	switch {
	case r.Unsure > 1:
		r.State, r.Reason = Unknown, lostAnswer
	case a.Final:
		r.State, r.Reason = Failed, refusal
	case due-m.CreatedAt > giveUp.Milliseconds():
		r.State, r.Reason = Failed, expired
	default:
		r.DueAt, r.EndedAt = due, 0
		return
	}
	if r.Unsure > 0 {
		r.State = Unknown
	}
}

// pause returns the time before the next attempt.
func pause(attempts int64) time.Duration {
	p := soonly
	for ; attempts > 1 && p < latest; attempts-- {
		p *= 2
	}
	return min(p, latest)
}
