package schedule

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/sqlkit"
)

// about is what a mail is about.
type about string

const (
	aboutWaiting about = "waiting" // a report waits for signatures
	aboutIssued  about = "issued"
)

// MailState is the state of a mail.
type MailState string

// States of mails, as those of messages about alerts.
const (
	mailPending MailState = "pending"
	mailClaimed MailState = "claimed"
	mailSent    MailState = "sent"
	mailFailed  MailState = "failed"
	mailUnknown MailState = "unknown" // it may have been sent, and is not sent again
)

// Reasons why a mail was not sent.
const (
	mailMissing = "mailMissing" // no mail server is configured
	noAddress   = "noAddress"   // the account has no address, is disabled or has left the project
	expired     = "expired"
	refusal     = "refused"
	lostAnswer  = "lostAnswer" // the answers to two attempts are unknown
	removed     = "removed"    // the report was deleted
)

// Timing of mails.
const (
	lease    = 2 * time.Minute // of a claim; an attempt takes at most 20 s and waits as long for a session
	giveUp   = 24 * time.Hour
	soonly   = time.Minute // before the second attempt; each pause is twice the last one
	latest   = 30 * time.Minute
	atOnce   = 10
	accounts = "account:" // before the id, mails go to the address that the account has then
)

// addMails writes the mails about a run. A recipient gets one about each thing, however often it is asked for.
func (s *Store) addMails(ctx context.Context, tx *sqlkit.Transaction, run int64, what about, people []int64, addresses []string) error {
	add := func(account int64, address string) error {
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO report_mail (id, run_id, about, account_id, address, state, reason, linked, attempts, unsure, claimed_until,
				due_at, created_at, ended_at)
			VALUES (?, ?, ?, ?, ?, ?, '', FALSE, 0, 0, 0, ?, ?, 0) ON CONFLICT (run_id, about, address) DO NOTHING`,
			id, run, what, account, address, mailPending, tx.Now, tx.Now)
		return err
	}
	for _, id := range people {
		if err := add(id, accounts+strconv.FormatInt(id, 10)); err != nil {
			return err
		}
	}
	for _, address := range addresses {
		if err := add(0, address); err != nil {
			return err
		}
	}
	return nil
}

// Send sends the mails that are due at a time (UTC ms).
func (s *Scheduler) Send(ctx context.Context, now int64) error {
	for {
		claimed, more, err := s.claim(ctx, now)
		if err != nil {
			return err
		}
		for i := range claimed {
			if err := s.deliver(ctx, &claimed[i]); err != nil {
				return err
			}
		}
		if !more {
			return nil
		}
	}
}

// claim claims due mails, before anything is sent. A claim that has run out was left by a server that ended: nobody knows whether the
// mail was sent. It is repeated once.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) claim(ctx context.Context, now int64) (claimed []mailRow, more bool, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		var rows []mailRow
		q := tx.Selects(&rows).Where("(rm.state = ? AND rm.due_at <= ? OR rm.state = ? AND rm.claimed_until < ?)", mailPending, now, mailClaimed, now).
			OrderExpr("rm.due_at, rm.id").Limit(atOnce)
		if s.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil {
			return fmt.Errorf("mails about reports: %w", err)
		}
		more = len(rows) == atOnce
		for i := range rows {
			r := &rows[i]
			if r.State == mailClaimed {
				r.Unsure++
			}
			r.State, r.ClaimedUntil = mailClaimed, now+lease.Milliseconds()
			if r.Unsure > 1 {
				r.State, r.Reason, r.EndedAt = mailUnknown, lostAnswer, now
			}
			r.Attempts++
			if err := tx.Update(ctx, r, r.ID, "state", "reason", "attempts", "unsure", "claimed_until", "ended_at"); err != nil {
				return err
			}
			if r.State == mailClaimed {
				claimed = append(claimed, *r)
			}
		}
		return nil
	})
	if err != nil {
		return nil, false, err
	}
	return claimed, more, nil
}

// deliver sends a claimed mail and stores what came of it.
func (s *Scheduler) deliver(ctx context.Context, r *mailRow) error {
	l, reason, err := s.letter(ctx, r)
	if err != nil { // nothing was sent
		r.State = mailPending
		return errors.Join(err, s.end(ctx, r))
	}
	if reason != "" {
		r.State, r.Reason = mailFailed, reason
		return s.end(ctx, r)
	}
	r.Linked = l.linked
	r.settle(s.Host.Mail.Send(ctx, l.message))
	return s.end(ctx, r)
}

// settle decides what follows from the answer to an attempt: the end, or another attempt.
func (r *mailRow) settle(answer error) {
	r.State, r.Reason = mailPending, ""
	if mail.IsUnsure(answer) {
		r.Unsure++
	}
	switch {
	case answer == nil:
		r.State = mailSent
	case r.Unsure > 1:
		r.State, r.Reason = mailUnknown, lostAnswer
	case mail.IsFinal(answer):
		r.State, r.Reason = mailFailed, refusal
	}
}

// end stores what came of an attempt, unless its claim ran out and another server has the mail.
func (s *Store) end(ctx context.Context, r *mailRow) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r.EndedAt = tx.Now
		if r.State == mailPending {
			r.EndedAt, r.DueAt = 0, tx.Now+pause(r.Attempts).Milliseconds()
			if r.DueAt > r.CreatedAt+giveUp.Milliseconds() {
				r.State, r.Reason, r.EndedAt = mailFailed, expired, tx.Now
			}
		}
		if r.State == mailFailed && r.Unsure > 0 {
			r.State = mailUnknown
		}
		_, err := tx.Exec(ctx, `UPDATE report_mail SET state = ?, reason = ?, linked = ?, unsure = ?, due_at = ?, ended_at = ?, claimed_until = 0
			WHERE id = ? AND attempts = ? AND state = ?`, r.State, r.Reason, r.Linked, r.Unsure, r.DueAt, r.EndedAt, r.ID, r.Attempts, mailClaimed)
		return err
	})
}

// pause returns the time before the next attempt.
func pause(attempts int64) time.Duration {
	p := soonly
	for ; attempts > 1 && p < latest; attempts-- {
		p *= 2
	}
	return min(p, latest)
}

// person is a recipient as it is reached.
type person struct{ Email, Language string }

// person returns how an account is reached; no Email: it is not.
//
// Unscoped: work of the program, for a schedule that was saved in its scope.
func (s *Store) person(ctx context.Context, project, corporation, account, now int64) (p person, err error) {
	var found []person
	err = s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("LOWER(a.email) AS email, a.language").Where("a.id = ?", account).
		Where(sqlkit.Attends("a.id", strconv.FormatInt(project, 10), strconv.FormatInt(corporation, 10), now)).Scan(ctx, &found)
	if err != nil {
		return p, fmt.Errorf("recipient of a report: %w", err)
	}
	if len(found) > 0 {
		p = found[0]
	}
	return p, nil
}

// Mails returns the mails about a run, in the order of their recipients.
func (s *Store) Mails(ctx context.Context, scope access.Scope, project, run int64) ([]mailRow, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []mailRow
	err := s.Bun.NewSelect().Model(&rows).ColumnExpr("rm.*, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		Join("LEFT JOIN account AS a ON a.id = rm.account_id").Join("JOIN report_run AS rn ON rn.id = rm.run_id").
		Where("rn.project_id = ? AND rm.run_id = ?", project, run).OrderExpr("rm.about DESC, account, rm.address, rm.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("mails about run %d: %w", run, err)
	}
	for i := range rows {
		if strings.HasPrefix(rows[i].Address, accounts) {
			rows[i].Address = ""
		}
	}
	return rows, nil
}

// NamesOf returns the names of accounts that recipients may be.
//
// Unscoped: the caller has read the schedules that name them in its scope.
func (s *Store) NamesOf(ctx context.Context, ids []int64) (map[int64]string, error) {
	names := map[int64]string{}
	if len(ids) == 0 {
		return names, nil
	}
	var rows []struct {
		ID   int64
		Name string
	}
	err := s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		Where("a.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("names of recipients: %w", err)
	}
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, nil
}
