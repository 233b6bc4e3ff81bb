package fielddb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) GatewaysWithCommands(ctx context.Context) ([]command.Queued, error) {
	var list []command.Queued
	err := s.Bun.NewSelect().Table("command").ColumnExpr("gateway_id AS gateway").ColumnExpr("SUM(CASE WHEN state = 'waiting' THEN 1 ELSE 0 END) AS waiting").
		ColumnExpr("MIN(CASE WHEN state <> 'sent' THEN next_at END) AS due").ColumnExpr("MAX(CASE WHEN state = 'sent' THEN 1 ELSE 0 END) = 1 AS busy").
		Where(outstanding).GroupExpr("gateway_id").Having("MIN(CASE WHEN state <> 'sent' THEN next_at END) IS NOT NULL").OrderExpr("gateway_id").Scan(ctx, &list)
	return list, err
}

// ClaimCommands relies on the unique index of sent commands, so that two servers never send to one gateway at once.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ClaimCommands(ctx context.Context, gateways []int64, patience func(command.Command) time.Duration) (claimed []command.Command, err error) {
	for some := range slices.Chunk(gateways, commandsAtOnce) {
		var rows []commandRow
		err := s.write(ctx, func(tx *change) error {
			rows = rows[:0]
			first := tx.Selects((*commandRow)(nil)).ColumnExpr("cmd.id").ColumnExpr("row_number() OVER (PARTITION BY cmd.gateway_id ORDER BY cmd.priority, cmd.id) AS turn").
				Where("cmd.gateway_id IN (?) AND cmd.state IN ('waiting', 'hanging') AND cmd.next_at <= ?", bun.List(some), tx.Now).
				Where("NOT EXISTS (SELECT 1 FROM command AS busy WHERE busy.gateway_id = cmd.gateway_id AND busy.state = 'sent')")
			if err := tx.Selects(&rows).Where("cmd.id IN (SELECT id FROM (?) AS waiting WHERE turn = 1)", first).OrderExpr("cmd.gateway_id").Scan(ctx); err != nil {
				return err
			}
			if len(rows) == 0 {
				return nil
			}
			for i := range rows {
				row := &rows[i]
				row.State, row.SentAt, row.Attempts = command.Sent, tx.Now, row.Attempts+1
				row.Deadline, row.Server = tx.Now+patience(row.command()).Milliseconds(), s.Turns.Server()
			}
			if err := tx.UpdateAll(ctx, &rows, "state", "sent_at", "attempts", "deadline", "server"); err != nil {
				return err
			}
			tx.announceCommands(ctx, rows...)
			return nil
		})
		if err != nil {
			return claimed, err
		}
		for i := range rows {
			claimed = append(claimed, rows[i].command())
		}
	}
	return claimed, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ReleaseCommand(ctx context.Context, sent command.Command) error {
	return s.write(ctx, func(tx *change) error {
		var row commandRow
		if err := tx.Selects(&row).Where("cmd.id = ?", sent.ID).Scan(ctx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "UPDATE command SET state = 'hanging', attempts = attempts - 1, deadline = 0 WHERE id = ? AND state = 'sent' AND sent_at = ?",
			sent.ID, sent.SentAt)
		tx.announceCommands(ctx, row)
		return err
	})
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SweepCommands(ctx context.Context) error {
	late := func(q *bun.SelectQuery, now int64) *bun.SelectQuery {
		return q.Where("cmd."+outstanding+
			" AND (cmd.state = 'sent' AND cmd.deadline < ?0 OR cmd.state <> 'sent' AND cmd.expires_at < ?0 OR cmd.every_ms > 0 AND cmd.kept_until < ?0)", now)
	}
	now := clock.Now().UnixMilli()
	some, err := late(s.Selects((*commandRow)(nil)), now).Exists(ctx) // without waiting for the only writer
	if err == nil && !some {
		some, err = s.Bun.NewSelect().Table("firmware_upgrade").Where(upgradeSilent, now).Exists(ctx)
	}
	if err != nil || !some {
		return err
	}
	return s.write(ctx, func(tx *change) error {
		var rows []commandRow
		if err := late(tx.Selects(&rows), tx.Now).Limit(sqlkit.RowsAtOnce).Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			if err := tx.sweep(ctx, &rows[i]); err != nil {
				return err
			}
		}
		return tx.failSilentUpgrades(ctx)
	})
}

func (c *change) sweep(ctx context.Context, row *commandRow) error {
	switch {
	case row.EveryMs > 0 && row.KeptUntil < c.Now: // its page was closed, or its time is over
		state := command.Cancelled
		if row.Answers > 0 {
			state = command.Answered
		}
		return c.endCommand(ctx, row, ending{state: state, code: row.Code, message: row.Message})
	case row.ExpiresAt < c.Now:
		code := command.Expired
		if row.Attempts > 0 {
			code = command.TimedOut
		}
		return c.endCommand(ctx, row, ending{state: command.Failed, code: code})
	case row.Attempts < command.MaxAttempts:
		row.State, row.NextAt, row.Deadline = command.Waiting, c.Now, 0
	case row.EveryMs > 0:
		row.State, row.NextAt, row.Deadline, row.Attempts, row.Code = command.Waiting, row.SentAt+row.EveryMs, 0, 0, command.TimedOut
	default:
		return c.endCommand(ctx, row, ending{state: command.Failed, code: command.TimedOut})
	}
	c.announceCommands(ctx, *row)
	return c.Update(ctx, row, row.ID, "state", "next_at", "deadline", "attempts", "code")
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HangCommands(ctx context.Context, gateway int64) error {
	return s.write(ctx, func(tx *change) error {
		var rows []commandRow
		err := s.Bun.NewRaw("UPDATE command SET state = 'hanging' WHERE gateway_id = ? AND state = 'waiting' RETURNING *", gateway).Conn(tx.Tx).Scan(ctx, &rows)
		if errors.Is(err, sql.ErrNoRows) {
			err = nil
		}
		tx.announceCommands(ctx, rows...)
		return err
	})
}

// CommandsAnswered runs in the transaction that moves the cursor, so that no answer is lost or counted twice. Answers
// to ended commands are ignored, unless the command ended without an answer.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) CommandsAnswered(ctx context.Context, tx *database.Tx, answers []command.Answer) error {
	if len(answers) == 0 {
		return nil
	}
	c := &change{Logged: auditdb.WithLog(s.Within(tx)), store: s}
	ids := make([]int64, len(answers))
	for i := range answers {
		ids[i] = answers[i].ID
	}
	var rows []commandRow
	if err := c.Selects(&rows).Where("cmd.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return err
	}
	asked := make(map[int64]*commandRow, len(rows))
	for i := range rows {
		asked[rows[i].ID] = &rows[i]
	}
	var over []ended
	for _, answer := range answers {
		row := asked[answer.ID]
		if row == nil || row.GatewayID != answer.Gateway {
			continue // an unknown id, or a command of another device
		}
		if slices.ContainsFunc(over, func(e ended) bool { return e.row == row }) { // a second answer
			if err := c.endCommands(ctx, over); err != nil {
				return err
			}
			over = nil
		}
		end, err := c.answer(ctx, row, answer)
		if err != nil {
			return fmt.Errorf("answer to command %d: %w", answer.ID, err)
		}
		if end != nil {
			over = append(over, ended{row, *end})
		}
	}
	return c.endCommands(ctx, over)
}

// answer enters an answer to a command. It returns the end of the command; nil: it goes on, or was over.
func (c *change) answer(ctx context.Context, row *commandRow, answer command.Answer) (*ending, error) {
	c.Now = answer.At
	givenUp := row.State == command.Failed && row.Code == command.TimedOut && row.Result == ""
	if !row.command().Outstanding() && !givenUp {
		return nil, nil
	}
	row.Result, row.Answers = string(answer.Result), row.Answers+1
	if row.Kind == command.ReadHistory && answer.Code == command.OK {
		if more, err := c.pieceCame(ctx, row, answer); more || err != nil {
			return nil, err
		}
	}
	if row.EveryMs > 0 && !givenUp && answer.Code != command.NotSupported {
		row.State, row.Deadline, row.Attempts = command.Waiting, 0, 0
		row.Code, row.Message, row.NextAt = answer.Code, answer.Message, max(row.SentAt+row.EveryMs, answer.At)
		c.announceCommands(ctx, *row)
		if row.Kind == command.Read && answer.Code == command.OK {
			if err := c.judge(ctx, []judged{{row.DeviceID, answer.At, collection.Polled, ""}}); err != nil {
				return nil, err
			}
		}
		return nil, c.Update(ctx, row, row.ID, "state", "deadline", "attempts", "code", "message", "result", "answers", "next_at")
	}
	state := command.Answered
	if answer.Code != command.OK {
		state = command.Failed
	}
	return &ending{state, answer.Code, answer.Message, answer.Fault, answer.At}, nil
}

// pieceCame enters a piece of history. more is true if another one is to be asked for.
func (c *change) pieceCame(ctx context.Context, row *commandRow, answer command.Answer) (more bool, err error) {
	row.ReadUntil = max(row.ReadUntil, answer.Until)
	if err := c.Update(ctx, row, row.ID, "read_until"); err != nil {
		return false, err
	}
	if row.command().Received(answer.Until) {
		return false, c.fetched(ctx, row.command())
	}
	row.State, row.Deadline, row.Attempts, row.Code, row.Message, row.NextAt = command.Waiting, 0, 0, command.OK, answer.Message, c.Now
	c.announceCommands(ctx, *row)
	return true, c.Update(ctx, row, row.ID, "state", "deadline", "attempts", "code", "message", "result", "answers", "next_at")
}

// TakeOver returns the commands to the queue that a dead server had sent. Firmware may be on its way to the device: an
// upgrade waits for its answer.
func TakeOver(ctx context.Context, tx *sql.Tx, dead int64) error {
	_, err := tx.ExecContext(ctx,
		"UPDATE command SET state = 'hanging', attempts = attempts - 1, deadline = 0 WHERE state = 'sent' AND server = $1 AND kind <> $2", dead, string(command.Upgrade))
	if err != nil {
		return fmt.Errorf("take over the commands of server %d: %w", dead, err)
	}
	return nil
}
