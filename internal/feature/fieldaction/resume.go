package fieldaction

import (
	"context"
	"fmt"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/sqlkit"
)

// clockGap is how far, in ms, the time of a claim may be ahead of that of a command that was queued after it.
const clockGap = 1000

// resume finds the command of an action whose server has ended between claim and order, if that has queued it: an interval that
// was set must not pass for the earlier one. resumed is false if the action is to be ordered, once more or for the first time.
func (l Ledger) resume(ctx context.Context, tx *sqlkit.Transaction, a *Action) (resumed bool, err error) {
	if a.State != Claimed {
		return false, nil
	}
	if a.Kind == command.SetInterval {
		var queued []struct{ ID, CreatedAt int64 }
		err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("command AS cmd").Column("cmd.id", "cmd.created_at").
			Where("cmd.device_id = ? AND cmd.kind = ? AND cmd.args = ? AND cmd.account_id = 0", a.DeviceID, a.Kind, a.Args).
			Where("cmd.created_at >= ? AND cmd.state <> 'cancelled'", a.ClaimedUntil-lease.Milliseconds()-clockGap).
			Where("NOT EXISTS (SELECT 1 FROM field_action AS fb WHERE fb.device_id = cmd.device_id AND fb.command_id = cmd.id)").
			OrderExpr("cmd.id").Limit(1).Scan(ctx, &queued)
		if err != nil {
			return false, fmt.Errorf("command that another server has queued: %w", err)
		}
		if len(queued) > 0 {
			a.State, a.CommandID, a.OrderedAt, a.ClaimedUntil = Ordered, queued[0].ID, queued[0].CreatedAt, 0
			a.Attempts++
			return true, nil
		}
	}
	a.Unsure++
	return false, nil
}
