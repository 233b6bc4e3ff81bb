package fieldaction

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Timing of actions.
const (
	lease        = time.Minute     // of a claim
	soon         = 2 * time.Second // while another command to the device is under way
	pause        = time.Minute     // before a command that failed is repeated
	offPatience  = 24 * time.Hour  // of switching off
	testPatience = time.Minute     // of a test
	testFor      = 5 * time.Second // how long a test lasts
	onAttempts   = 3
	offAttempts  = 30 // a siren that does not stop is worse than one that does not start
)

// effective selects the actions whose command is in the queue of the device or was executed.
const effective = "fa.command_id <> 0 AND fa.state IN ('ordered', 'answered')"

// claim claims the first action that is due, before its command is ordered; nil: there is none. done: one ended without a
// command. Actions of one target are carried out one after another.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) claim(ctx context.Context, now int64) (claimed *Action, done bool, err error) {
	const due = "(fa.state = 'pending' OR fa.state = 'claimed' AND fa.claimed_until < ?) AND fa.due_at <= ? AND fa.state IN ('pending', 'claimed', 'ordered')"
	there, err := w.Bun.NewSelect().TableExpr("field_action AS fa").Where(due, now, now).Exists(ctx) // reads do not wait for the writer
	if err != nil || !there {
		return nil, false, err
	}
	err = w.Write(ctx, func(tx *sqlkit.Transaction) error {
		claimed, done = nil, false
		earlier := tx.Tables.Bun.NewSelect().TableExpr("field_action AS fb").ColumnExpr("1").
			Where("fb.device_id = fa.device_id AND fb.target = fa.target AND fb.id < fa.id").
			Where("(fb.state = 'pending' AND fb.due_at <= ? OR fb.state = 'claimed')", now)
		var rows []Action
		q := tx.Selects(&rows).Where(due, now, now).Where("NOT EXISTS (?)", earlier).OrderExpr("fa.id").Limit(1)
		if w.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil || len(rows) == 0 {
			return err
		}
		a := &rows[0]
		resumed, err := w.resume(ctx, tx, a)
		if err != nil {
			return fmt.Errorf("field action %d: %w", a.ID, err)
		}
		if !resumed {
			a.State, a.ClaimedUntil = Claimed, now+lease.Milliseconds()
			if err := w.decide(ctx, tx, a, now); err != nil {
				return fmt.Errorf("field action %d: %w", a.ID, err)
			}
		}
		if a.State == Claimed {
			claimed = a
		}
		done = true
		return tx.Update(ctx, a, a.ID, "state", "reason", "args", "earlier", "unsure", "claimed_until", "command_id", "ordered_at", "attempts", "ended_at")
	})
	return claimed, done, err
}

// decide ends a claimed action for which there is nothing to send.
func (w *Worker) decide(ctx context.Context, tx *sqlkit.Transaction, a *Action, now int64) error {
	if a.Unsure > 1 {
		a.end(Unknown, lostServer, now)
		return a.logEnd(ctx, tx)
	}
	if a.UntilAt <= now {
		if a.Reason == "" {
			a.Reason = overtaken
		}
		a.end(Failed, a.Reason, now)
		return nil
	}
	if a.Turn == On {
		return w.decideOn(ctx, tx, a, now)
	}
	return w.decideOff(ctx, tx, a, now)
}

func (w *Worker) decideOn(ctx context.Context, tx *sqlkit.Transaction, a *Action, now int64) error {
	if !a.test() {
		holds, err := tx.Selects((*holdRow)(nil)).Where("fh.rule_id = ? AND fh.grade = ? AND fh.alert_id = ? AND fh.device_id = ? AND fh.state = ?",
			a.RuleID, a.Grade, a.AlertID, a.DeviceID, held).Exists(ctx)
		if err != nil {
			return err
		}
		if !holds {
			a.end(Left, overtaken, now)
			return nil
		}
	}
	last, err := w.last(ctx, tx, a)
	if err != nil {
		return err
	}
	on := last != nil && last.Turn == On
	if on && a.Kind == command.SetInterval {
		changed, err := w.setSince(ctx, tx, last)
		if err != nil {
			return err
		}
		on = !changed
	}
	switch {
	case a.Kind != command.SetInterval:
		if on && !(last.test() && !a.test()) { // a test ends in seconds: an alert must not rely on it
			a.end(Joined, "", now)
		}
		return nil
	case on && seconds(last.Args) <= seconds(a.Args):
		a.Earlier = last.Earlier
		a.end(Joined, "", now)
		return nil
	case on:
		a.Earlier = last.Earlier
		return nil
	}
	if a.Earlier, err = w.interval(ctx, tx, a.DeviceID); err != nil {
		return err
	}
	switch {
	case a.Earlier == 0:
		a.end(Failed, intervalOpen, now)
	case a.Earlier <= seconds(a.Args):
		a.end(Left, oftenEnough, now)
	}
	return nil
}

func (l Ledger) decideOff(ctx context.Context, tx *sqlkit.Transaction, a *Action, now int64) error {
	const same = "device_id = ? AND target = ?"
	if a.forced() {
		if _, err := tx.Exec(ctx, "UPDATE field_hold SET state = 'released' WHERE state <> 'released' AND since <= ? AND "+same,
			a.CreatedAt, a.DeviceID, a.Target); err != nil {
			return err
		}
	}
	others, err := tx.Selects((*holdRow)(nil)).Where("fh.state = ? AND fh.device_id = ? AND fh.target = ?", held, a.DeviceID, a.Target).Exists(ctx)
	if err != nil {
		return err
	}
	if others {
		a.end(Kept, "", now)
		return nil
	}
	// What was found to have ended late is off with the others.
	if _, err := tx.Exec(ctx, "UPDATE field_hold SET state = 'released' WHERE state <> 'released' AND "+same, a.DeviceID, a.Target); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "UPDATE field_action SET state = ?, reason = ?, ended_at = ? WHERE state = ? AND turn = ? AND id < ? AND "+same,
		Left, overtaken, now, Pending, On, a.ID, a.DeviceID, a.Target); err != nil {
		return err
	}
	if a.Kind != command.SetInterval {
		if a.Args == "" {
			a.end(Left, overtaken, now)
		}
		return nil
	}
	last, err := l.last(ctx, tx, a)
	switch {
	case err != nil:
		return err
	case last == nil || last.Turn == Off || last.Earlier == 0:
		a.end(Left, overtaken, now)
		return nil
	}
	a.Earlier, a.Args = last.Earlier, intervalArgs(last.Earlier)
	changed, err := l.setSince(ctx, tx, last)
	if changed {
		a.end(Left, setByOthers, now)
	}
	return err
}

// setSince reports whether somebody else has set the interval of a device after an action did.
func (l Ledger) setSince(ctx context.Context, tx *sqlkit.Transaction, last *Action) (bool, error) {
	return tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("command AS cmd").ColumnExpr("1").
		Where("cmd.device_id = ? AND cmd.kind = ? AND cmd.id > ? AND cmd.state IN ('waiting', 'hanging', 'sent', 'answered')",
			last.DeviceID, command.SetInterval, last.CommandID).
		Where("NOT EXISTS (SELECT 1 FROM field_action AS fb WHERE fb.device_id = cmd.device_id AND fb.command_id = cmd.id)").Exists(ctx)
}

// last returns the last action of a target that has reached the queue of the device; nil: none has.
func (l Ledger) last(ctx context.Context, tx *sqlkit.Transaction, a *Action) (*Action, error) {
	var rows []Action
	err := tx.Selects(&rows).Where("fa.device_id = ? AND fa.target = ? AND fa.id <> ?", a.DeviceID, a.Target, a.ID).Where(effective).
		OrderExpr("fa.ordered_at DESC, fa.id DESC").Limit(1).Scan(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// interval returns the collection interval of a device in s: the one that it was last set to, else the one by which its
// points are collected; 0: unknown.
func (w *Worker) interval(ctx context.Context, tx *sqlkit.Transaction, device int64) (int64, error) {
	var args []string
	q := tx.Tables.Bun.NewSelect().Conn(tx.Tx)
	err := q.Clone().TableExpr("command AS cmd").Column("cmd.args").
		Where("cmd.device_id = ? AND cmd.kind = ? AND cmd.state = ?", device, command.SetInterval, command.Answered).
		OrderExpr("cmd.id DESC").Limit(1).Scan(ctx, &args)
	if err != nil {
		return 0, fmt.Errorf("interval that device %d was set to: %w", device, err)
	}
	if len(args) > 0 {
		return seconds(args[0]), nil
	}
	state, err := w.Devices.State(ctx, access.Scope{All: true}, device)
	if errs.Is(err, errs.NothingHere) {
		return 0, nil
	}
	return state.Interval / 1000, err
}

// seconds returns the interval in the arguments of a command; 0: none.
func seconds(args string) int64 {
	var a struct {
		Interval int64 `json:"interval"`
	}
	if json.Unmarshal([]byte(args), &a) != nil {
		return 0
	}
	return a.Interval
}

// ordered records that the command of a claimed action is in the queue, or why it is not.
func (l Ledger) ordered(ctx context.Context, a *Action, c command.Command, refused *errs.Error, now int64) error {
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		switch {
		case refused == nil:
			a.State, a.Reason, a.CommandID, a.OrderedAt, a.ClaimedUntil = Ordered, "", c.ID, now, 0
			a.Attempts++
		case errs.Is(refused, errs.CommandOutstanding):
			a.State, a.DueAt, a.ClaimedUntil = Pending, now+soon.Milliseconds(), 0
		case a.test() && errs.Is(refused, errs.OnlineOnly):
			a.end(Failed, notConnected, now)
		default:
			a.RefusedCode = refused.Code
			a.end(Failed, refusal, now)
		}
		n, err := tx.Exec(ctx, `UPDATE field_action SET state = ?, reason = ?, refused_code = ?, command_id = ?, ordered_at = ?, claimed_until = ?, due_at = ?,
			attempts = ?, ended_at = ? WHERE id = ? AND state = ? AND unsure = ?`,
			a.State, a.Reason, a.RefusedCode, a.CommandID, a.OrderedAt, a.ClaimedUntil, a.DueAt, a.Attempts, a.EndedAt, a.ID, Claimed, a.Unsure)
		if err != nil || n == 0 || a.State != Failed {
			return err // no row: the claim ran out, and another server has the action
		}
		if a.test() && a.Turn == On { // what was not switched on need not be switched off
			_, err := tx.Exec(ctx, "UPDATE field_action SET state = ?, reason = ?, ended_at = ? WHERE device_id = ? AND cause = ? AND state = ?",
				Left, overtaken, now, a.DeviceID, a.Cause+offOf, Pending)
			if err != nil {
				return err
			}
		}
		return a.logEnd(ctx, tx)
	})
}

// outcome is an ordered action with the state of its command.
type outcome struct {
	Action
	Ended   command.State
	Code    int
	Message string
	Result  string
}

// settle closes ordered actions whose command has ended.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) settle(ctx context.Context, now int64) error {
	ended := l.Bun.NewSelect().TableExpr("field_action AS fa").Join("LEFT JOIN command AS cmd ON cmd.id = fa.command_id").
		Where("fa.state = 'ordered' AND (cmd.id IS NULL OR cmd.state IN ('answered', 'failed', 'cancelled'))")
	there, err := ended.Clone().ColumnExpr("1").Exists(ctx)
	if err != nil || !there {
		return err
	}
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		var rows []outcome
		err := ended.Clone().Conn(tx.Tx).ColumnExpr("fa.*, COALESCE(cmd.state, 'failed') AS ended, COALESCE(cmd.code, 0) AS code").
			ColumnExpr("COALESCE(cmd.message, '') AS message, COALESCE(cmd.result, '') AS result").OrderExpr("fa.id").Limit(sqlkit.RowsAtOnce).Scan(ctx, &rows)
		if err != nil {
			return fmt.Errorf("answers to field actions: %w", err)
		}
		for i := range rows {
			a := &rows[i].Action
			rows[i].judge(now)
			n, err := tx.Exec(ctx, "UPDATE field_action SET state = ?, reason = ?, answer_code = ?, answer = ?, due_at = ?, ended_at = ? WHERE id = ? AND state = ?",
				a.State, a.Reason, a.AnswerCode, a.Answer, a.DueAt, a.EndedAt, a.ID, Ordered)
			if err != nil {
				return err
			}
			if n > 0 && a.EndedAt > 0 {
				if err := a.logEnd(ctx, tx); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// judge decides what follows from the end of a command: the end of the action, or another attempt.
func (o *outcome) judge(now int64) {
	a := &o.Action
	a.AnswerCode, a.Answer = o.Code, o.Message
	if o.Result != "" {
		a.Answer = o.Result
	}
	most := int64(onAttempts)
	if a.Turn == Off {
		most = offAttempts
	}
	reason := deviceError
	switch {
	case o.Ended == command.Answered:
		a.end(Answered, "", now)
		return
	case o.Ended == command.Cancelled:
		a.end(Failed, cancelled, now)
		return
	case o.Code == command.TimedOut:
		reason = noAnswer
	case o.Code == command.Expired:
		reason = notConnected
	}
	if a.Attempts >= most || a.test() || a.UntilAt <= now || !slices.Contains([]int{command.TimedOut, command.Busy}, o.Code) {
		a.end(Failed, reason, now)
		return
	}
	a.State, a.Reason, a.DueAt = Pending, reason, now+pause.Milliseconds()
}

// unsentOn returns the commands that switch a target on and were not sent yet.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) unsentOn(ctx context.Context, a *Action) (ids []int64, err error) {
	err = l.Bun.NewSelect().TableExpr("field_action AS fa").Join("JOIN command AS cmd ON cmd.id = fa.command_id").Column("cmd.id").
		Where("fa.device_id = ? AND fa.target = ? AND fa.turn = ? AND fa.state = ?", a.DeviceID, a.Target, On, Ordered).
		Where("cmd.state IN (?)", bun.List([]command.State{command.Waiting, command.Hanging})).Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("commands that were not sent: %w", err)
	}
	return ids, nil
}
