package delivery

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

// Timing of messages.
const (
	lease    = time.Minute // of a claim; an attempt takes at most 45 s
	giveUp   = 2 * time.Hour
	handOver = 10 * time.Minute // to the next channel of a person
	soonly   = time.Minute      // before the second attempt; each pause is twice the last one
	latest   = 30 * time.Minute
)

// indexed repeats the condition of the indexes of due messages as they have it: SQLite uses them only then.
const indexed = "m.state IN ('pending', 'claimed')"

const isDue = "(m.state = ? OR m.state = ? AND m.claimed_until < ?) AND m.due_at <= ? AND " + indexed

// part is a part of the messages, which is sent by one goroutine, so that the many of a storm do not delay the first ones.
type part string

const (
	alone    part = "m.gather_at = 0 AND m.drill_id IS NULL"
	together part = "m.gather_at <> 0"
	drills   part = "m.gather_at = 0 AND m.drill_id IS NOT NULL"
)

// duePeers returns what sends the messages that are due.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) duePeers(ctx context.Context, of part, now int64) (peers []string, err error) {
	err = l.Bun.NewSelect().TableExpr("alert_message AS m").ColumnExpr("DISTINCT m.peer").Where(isDue, Pending, Claimed, now, now).Where(string(of)).
		Where("m.project_id NOT IN "+sqlkit.DeletedProjects).OrderExpr("m.peer").Scan(ctx, &peers)
	if err != nil {
		return nil, fmt.Errorf("peers of due messages: %w", err)
	}
	return peers, nil
}

// wanted is what a server asks for: up to n due messages of a part to a peer, at a time (UTC ms). missing is why nothing can be
// sent to the peer; empty: it can.
type wanted struct {
	peer    string
	of      part
	n       int
	now     int64
	missing string
	known   *known
}

// known is what a server knows about a peer and need not read again, because attempts only become more. Only one transaction
// at a time uses it.
type known struct {
	full map[crowd]int64 // recipients who get no message by itself before a time (UTC ms)
	rest int64           // the peer takes none before it (UTC ms)
}

// exchange closes attempts and claims more messages, in one transaction: while readings pour in, each one waits for its turn.
// handled counts also the messages that ended without an attempt.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) exchange(ctx context.Context, alerts Noticer, done []tried, w wanted) (claimed []Message, handled int, err error) {
	err = l.Write(ctx, func(tx *sqlkit.Transaction) (err error) {
		if err := l.finish(ctx, tx, alerts, done); err != nil {
			return err
		}
		claimed, handled, err = l.claim(ctx, tx, w)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	return claimed, handled, nil
}

// claim claims due messages and records an attempt for each, before anything is sent. A claim that has run out was left by a
// server that ended: nobody knows whether the message was sent. It is repeated once.
func (l Ledger) claim(ctx context.Context, tx *sqlkit.Transaction, w wanted) (claimed []Message, handled int, err error) {
	if w.n <= 0 {
		return nil, 0, nil
	}
	spaced := w.of == alone && gathers(w.peer) && w.missing == ""
	var goes []int64
	if spaced {
		if goes, err = l.holdBack(ctx, tx, w); err != nil {
			return nil, 0, err
		}
	}
	most, err := l.paced(ctx, tx, w)
	if err != nil || most <= 0 {
		return nil, 0, err
	}
	rows, err := l.due(ctx, tx, w, most, spaced, goes)
	if err != nil || len(rows) == 0 {
		return nil, 0, err
	}
	people, err := l.people(ctx, tx, rows)
	if err != nil {
		return nil, 0, err
	}
	if err := l.dropOutdated(ctx, tx, rows); err != nil {
		return nil, 0, err
	}
	if err := l.dropAnswered(ctx, tx, rows); err != nil {
		return nil, 0, err
	}
	handled = len(rows)
	var load loads
	if w.of == together {
		ends := func(row *messageRow) bool {
			state, _ := row.next(people[row.ID], w.now, w.missing)
			return state != Claimed
		}
		if rows, load, err = l.loaded(ctx, tx, rows, ends); err != nil {
			return nil, 0, err
		}
	}
	if err := l.lose(ctx, tx, rows, w.now); err != nil {
		return nil, 0, err
	}
	for i := range rows {
		row := &rows[i]
		row.State, row.Reason = row.next(people[row.ID], w.now, w.missing)
		row.Claim++
		m, err := row.message()
		if err == nil {
			m.load, err = load.of(row.ID)
		}
		if err == nil && row.State != Claimed {
			err = l.drop(ctx, tx, row, &m, w.now)
		}
		if err != nil {
			return nil, 0, fmt.Errorf("claim message %d: %w", row.ID, err)
		}
		if row.State == Claimed {
			claimed = append(claimed, m)
		}
	}
	return claimed, handled, l.begin(ctx, tx, claimed, w.now)
}

// due returns the due messages to claim, with their company.
func (l Ledger) due(ctx context.Context, tx *sqlkit.Transaction, w wanted, most int, spaced bool, goes []int64) (rows []messageRow, err error) {
	q := tx.Selects(&rows).Where("m.peer = ?", w.peer).Where(isDue, Pending, Claimed, w.now, w.now).Where(string(w.of)).
		Where("m.project_id NOT IN " + sqlkit.DeletedProjects).Limit(int64(most))
	if spaced { // not one that was stored since
		q = q.Where("(m.claim > 0 OR m.id IN (?))", bun.List(append(goes, 0)))
	}
	if w.of != together {
		q = q.OrderExpr("CASE WHEN m.level = ? THEN 0 ELSE 1 END, m.due_at, m.id", alarm.Red)
	} else {
		q = q.OrderExpr("m.due_at") // of many, in the order of the index
	}
	if l.DB.Dialect() == database.Postgres {
		q = q.For("UPDATE SKIP LOCKED")
	}
	if err := q.Scan(ctx); err != nil || len(rows) == 0 || w.of != together {
		return rows, err
	}
	return l.company(ctx, tx, rows, w.now)
}

// paced returns how many of the wanted messages a peer takes now: a robot at most so many in a minute, from all servers. Drills leave
// half of them to alerts.
func (l Ledger) paced(ctx context.Context, tx *sqlkit.Transaction, w wanted) (int, error) {
	pace := paceOf(w.peer)
	if w.of == drills {
		pace /= 2
	}
	if pace == 0 {
		return w.n, nil
	}
	var begun []int64
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_attempt AS at").Join("JOIN alert_message AS m ON m.id = at.message_id").
		ColumnExpr("at.began_at").Where("at.began_at > ? AND m.peer = ?", w.now-time.Minute.Milliseconds(), w.peer).
		OrderExpr("at.began_at DESC").Limit(int64(pace)).Scan(ctx, &begun)
	if err == nil && len(begun) == pace {
		w.known.rest = begun[pace-1] + time.Minute.Milliseconds()
	}
	return min(w.n, pace-len(begun)), err
}

// lose closes the attempts that servers have left open: nobody knows what came of them.
func (l Ledger) lose(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow, now int64) error {
	var ids []int64
	for i := range rows {
		if rows[i].State == Claimed {
			rows[i].Unsure++
			ids = append(ids, rows[i].ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, "UPDATE alert_attempt SET outcome = ?, ended_at = ? WHERE message_id IN (?) AND outcome = ?", Unknown, now, bun.List(ids), underWay)
	return err
}

// drop stores the end of a message that cannot or must not be sent.
func (l Ledger) drop(ctx context.Context, tx *sqlkit.Transaction, row *messageRow, m *Message, now int64) error {
	row.ClaimedUntil, row.EndedAt = 0, now
	if err := tx.Update(ctx, row, row.ID, "state", "reason", "unsure", "claim", "claimed_until", "ended_at"); err != nil {
		return err
	}
	return l.over(ctx, tx, row, m, now)
}

// begin records attempts to send messages, with two statements for any number.
func (l Ledger) begin(ctx context.Context, tx *sqlkit.Transaction, messages []Message, now int64) error {
	if len(messages) == 0 {
		return nil
	}
	first, err := l.IDs.TakeIn(ctx, tx.Tx.Tx, int64(len(messages)))
	if err != nil {
		return err
	}
	ids, attempts := make([]int64, len(messages)), make([]attemptRow, len(messages))
	for i := range messages {
		m := &messages[i]
		m.attempt = first + int64(i)
		ids[i], attempts[i] = m.ID, attemptRow{ID: m.attempt, MessageID: m.ID, BeganAt: now, Outcome: underWay}
	}
	_, err = tx.Exec(ctx, `UPDATE alert_message SET state = ?, unsure = unsure + CASE WHEN state = ? THEN 1 ELSE 0 END, claim = claim + 1, claimed_until = ?
		WHERE id IN (?)`, Claimed, Claimed, now+lease.Milliseconds(), bun.List(ids))
	if err == nil {
		err = tx.Insert(ctx, &attempts)
	}
	if err != nil {
		return fmt.Errorf("claim %d messages: %w", len(messages), err)
	}
	return nil
}

// next returns what becomes of a message that is due: Claimed, or an end with its reason.
func (r *messageRow) next(to person, now int64, missing string) (state State, reason string) {
	state, reason = Claimed, r.Reason
	switch {
	case r.Reason == outdated || r.Reason == reactedTo:
		state = Skipped
	case r.Unsure > 1:
		state, reason = Unknown, lostAnswer
	case r.AccountID != 0 && !to.Reached:
		state, reason = Skipped, noAccess
	case missing != "":
		state, reason = Failed, missing
	case now-r.begins() > patience(r.Follows != "").Milliseconds():
		state, reason = Failed, expired
	}
	if state != Claimed && r.Unsure > 0 {
		state = Unknown // the attempt may have reached the recipient
	}
	return state, reason
}

// over writes what follows from the end of a message and of those that it carried: messages on the next channels, and to
// the next people if nobody could be reached.
func (l Ledger) over(ctx context.Context, tx *sqlkit.Transaction, row *messageRow, m *Message, now int64) error {
	m.State = row.State
	ended := []*Message{m}
	if len(m.load) > 0 {
		if err := l.unload(ctx, tx, row); err != nil {
			return err
		}
		for i := range m.load {
			m.load[i].State = row.State
			ended = append(ended, &m.load[i])
		}
	}
	var rows []messageRow
	for _, e := range ended {
		if len(e.follows) > 0 && e.State != Sent {
			rows = append(rows, messageRow{ID: e.ID, AccountID: e.AccountID})
		}
	}
	if len(rows) > 0 {
		people, err := l.people(ctx, tx, rows)
		if err != nil {
			return err
		}
		for _, e := range ended {
			if err := l.add(ctx, tx.Tx.Tx, e.fallback(people[e.ID], now)); err != nil {
				return err
			}
		}
	}
	if row.State != Failed && (row.State != Skipped || row.Reason == outdated || row.Reason == reactedTo) {
		return nil
	}
	for _, e := range ended {
		if err := l.callNext(ctx, tx, e.TransitionID, now); err != nil {
			return err
		}
	}
	return nil
}

// patience returns how long a message is tried.
func patience(followed bool) time.Duration {
	if followed {
		return handOver
	}
	return giveUp
}

// people returns the accounts that messages are for, as they are now, by message.
func (l Ledger) people(ctx context.Context, tx *sqlkit.Transaction, rows []messageRow) (map[int64]person, error) {
	var ids []int64
	for i := range rows {
		if rows[i].AccountID != 0 {
			ids = append(ids, rows[i].ID)
		}
	}
	people := map[int64]person{}
	if len(ids) == 0 {
		return people, nil
	}
	var found []struct {
		ID int64
		person
	}
	err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("alert_message AS m").Join("LEFT JOIN account AS a ON a.id = m.account_id").
		ColumnExpr("m.id, m.account_id AS account, COALESCE(a.email, '') AS email, COALESCE(a.mobile, '') AS mobile").
		ColumnExpr(reached("m.account_id", "m.project_id")).Where("m.id IN (?)", bun.List(ids)).Scan(ctx, &found)
	for _, f := range found {
		people[f.ID] = f.person
	}
	return people, err
}
