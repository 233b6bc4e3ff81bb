package delivery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// tried is a message with what came of an attempt, and when (UTC ms).
type tried struct {
	*Message
	answer answer
	at     int64
}

// answer is what came of an attempt.
type answer struct {
	Outcome State  // Sent, Failed or Unknown
	Final   bool   // of Failed: another attempt would fail as well
	Reason  string // of a final failure; empty: refusal
	Text    string
	After   time.Duration // before the next attempt, as the peer asks

	Reference string // of Sent: by which the provider of text messages knows the message
}

// finish closes the attempts of claimed messages. The first message about an alert that is sent makes it Notice, in the same
// transaction.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) finish(ctx context.Context, tx *sqlkit.Transaction, alerts Noticer, done []tried) error {
	// First, because it excludes folds and deletions, which lock messages after that.
	if err := l.notice(ctx, tx, alerts, done); err != nil {
		return err
	}
	rows := make([]messageRow, len(done))
	for i, d := range done {
		rows[i] = messageRow{ID: d.ID, State: Pending, Unsure: d.Unsure, EndedAt: d.at, DueAt: d.DueAt}
		rows[i].settle(d.Message, d.answer, d.at)
	}
	held, err := l.close(ctx, tx, done, rows)
	if err != nil {
		return err
	}
	for i, d := range done {
		if rows[i].State == Pending || !slices.Contains(held, d.ID) {
			continue
		}
		if err := l.over(ctx, tx, &rows[i], d.Message, d.at); err != nil {
			return err
		}
	}
	return nil
}

// closedRow is what an attempt left of a message.
type closedRow struct {
	ID, Attempt, Claim     int64
	State, Outcome         State
	Reason                 string
	Unsure, DueAt, EndedAt int64
	Answer, Reference      string
	AnsweredAt, AskAt      int64
}

// close stores what came of attempts with two statements for any number, and returns the messages that were still held. One whose
// claim has run out belongs to another server.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) close(ctx context.Context, tx *sqlkit.Transaction, done []tried, rows []messageRow) (held []int64, err error) {
	if len(done) == 0 {
		return nil, nil
	}
	closed := make([]closedRow, len(done))
	for i, d := range done {
		r := &rows[i]
		closed[i] = closedRow{
			d.ID, d.attempt, d.claim, r.State, d.answer.Outcome, r.Reason, r.Unsure, r.DueAt, r.EndedAt, d.answer.Text, d.answer.Reference, d.at, d.asks(),
		}
	}
	values := l.Bun.NewValues(&closed)
	_, err = l.Bun.NewUpdate().Conn(tx.Tx).With("done", values).TableExpr("alert_attempt").TableExpr("done").
		Set("outcome = done.outcome, answer = done.answer, ended_at = done.answered_at, reference = done.reference, ask_at = done.ask_at").
		Where("alert_attempt.id = done.attempt").Exec(ctx)
	if err == nil {
		_, err = l.Bun.NewUpdate().Conn(tx.Tx).With("done", values).TableExpr("alert_message").TableExpr("done").
			Set("state = done.state, reason = done.reason, unsure = done.unsure, due_at = done.due_at, ended_at = done.ended_at, claimed_until = 0").
			Where("alert_message.id = done.id AND alert_message.claim = done.claim AND alert_message.state = ?", Claimed).
			Returning("alert_message.id").Exec(ctx, &held)
	}
	if err != nil {
		return nil, fmt.Errorf("close %d attempts: %w", len(done), err)
	}
	return held, nil
}

// notice makes the alerts Notice that sent messages are about.
func (l Ledger) notice(ctx context.Context, tx *sqlkit.Transaction, alerts Noticer, done []tried) error {
	var about, sent []int64
	projects, now := map[int64]int64{}, int64(0)
	for _, d := range done {
		if d.answer.Outcome != Sent {
			continue
		}
		now = max(now, d.at)
		for _, one := range append([]Message{*d.Message}, d.load...) {
			if one.Event.Open() && one.DrillID == 0 {
				about, sent = append(about, one.AlertID), append(sent, one.TransitionID)
				projects[one.AlertID] = one.ProjectID
			}
		}
	}
	if len(about) == 0 {
		return nil
	}
	changed, err := alerts.Notice(ctx, tx.Tx, about, sent, now)
	if err != nil {
		return err
	}
	byProject := map[int64][]int64{}
	for _, id := range changed {
		byProject[projects[id]] = append(byProject[projects[id]], id)
	}
	tx.AfterCommit(func() {
		for project, list := range byProject {
			events.Publish(context.WithoutCancel(ctx), l.Bus, events.Alert, project, events.AlertPayload{Alerts: list})
		}
	})
	return nil
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
	due := now + max(pause(m.claim), min(a.After, latest)).Milliseconds()
	switch {
	case r.Unsure > 1:
		r.State, r.Reason = Unknown, lostAnswer
	case a.Final:
		r.State, r.Reason = Failed, cmp.Or(a.Reason, refusal)
	case due-m.begins() > patience(len(m.follows) > 0).Milliseconds():
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
