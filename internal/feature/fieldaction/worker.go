package fieldaction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

const lookEvery = time.Second

// Commands queues commands for devices, see package command.
type Commands interface {
	Send(ctx context.Context, who audit.Actor, d device.Device, o command.Order) (command.Command, error)
	Cancel(ctx context.Context, who audit.Actor, id int64) (command.Command, error)
}

// Devices knows devices, see package device.
type Devices interface {
	Get(ctx context.Context, scope access.Scope, id int64) (device.Device, error)
	State(ctx context.Context, scope access.Scope, id int64) (device.State, error)
}

// Worker carries out the actions of the ledger.
type Worker struct {
	Ledger
	Commands Commands
	Devices  Devices
	Log      *slog.Logger
	Resting  func() bool // nil: never
}

// Run carries out what is due until ctx ends, and nothing while other servers do the work of this one.
func (w *Worker) Run(ctx context.Context) {
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	alerts, answers := w.Bus.Subscribe(ctx, events.Alert), w.Bus.Subscribe(ctx, events.Command)
	for {
		var open bool
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		case _, open = <-alerts: // what an alert causes was stored with it
			if !open {
				alerts = nil
			}
		case _, open = <-answers:
			if !open {
				answers = nil
			}
		}
		if w.Resting != nil && w.Resting() {
			continue
		}
		if err := w.Pass(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
			w.Log.Error("field actions", "error", err)
		}
	}
}

// Pass ends what has lasted long enough, sends what is due at a time (UTC ms) and stores what devices have answered.
func (w *Worker) Pass(ctx context.Context, now int64) error {
	err := errors.Join(w.settle(ctx, now), w.watch(ctx, now), w.watchPlans(ctx, now))
	for more := true; more && ctx.Err() == nil; {
		var claimed *Action
		var failed error
		claimed, more, failed = w.claim(ctx, now)
		if failed == nil && claimed != nil {
			failed = w.carryOut(ctx, claimed, now)
		}
		if failed != nil {
			return errors.Join(err, failed)
		}
	}
	return err
}

// carryOut orders the command of a claimed action.
func (w *Worker) carryOut(ctx context.Context, a *Action, now int64) error {
	c, err := w.order(ctx, a, now)
	refused, is := errs.As(err)
	if err != nil && !is {
		return fmt.Errorf("order of field action %d: %w", a.ID, err)
	}
	return w.ordered(ctx, a, c, refused, now)
}

func (w *Worker) order(ctx context.Context, a *Action, now int64) (command.Command, error) {
	d, err := w.Devices.Get(ctx, access.Scope{All: true}, a.DeviceID)
	if err != nil {
		return command.Command{}, err
	}
	if d.ProjectID != a.ProjectID { // it was moved: its new project has not asked for this
		return command.Command{}, errs.New(errs.NothingHere)
	}
	if a.Turn == Off {
		unsent, err := w.unsentOn(ctx, a)
		if err != nil {
			return command.Command{}, err
		}
		for _, id := range unsent {
			if _, err := w.Commands.Cancel(ctx, actor(), id); err != nil && !errs.Is(err, errs.CommandOver) {
				return command.Command{}, err
			}
		}
	}
	expire := min(time.Duration(a.UntilAt-now)*time.Millisecond, command.MaxHangExpire)
	return w.Commands.Send(ctx, actor(), d, command.Order{Kind: a.Kind, Args: json.RawMessage(a.Args), Online: a.test(), Expire: expire})
}

// watch ends holds that have lasted long enough, those of alerts that were false or are gone, and those that emergency plans
// do not ask for any more.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) watch(ctx context.Context, now int64) error {
	over := w.Bun.NewSelect().TableExpr("field_hold AS fh").Join("LEFT JOIN alert AS al ON al.id = fh.alert_id").
		Where("fh.state <> 'released'").Where("(fh.until_at <= ? OR fh.state = ? AND (al.id IS NULL OR al.status = ? OR fh.grade <> 0 AND al.status = ?))",
		now, held, alarm.FalseAlarm, alarm.Confirm)
	there, err := over.Clone().ColumnExpr("1").Exists(ctx)
	if err != nil || !there {
		return err
	}
	return w.Write(ctx, func(tx *sqlkit.Transaction) error {
		var holds []holdRow
		if err := over.Clone().Conn(tx.Tx).ColumnExpr("fh.*, COALESCE(al.status, '') AS alert_status").OrderExpr("fh.until_at, fh.id").
			Scan(ctx, &holds); err != nil {
			return fmt.Errorf("devices that are on for too long: %w", err)
		}
		type switched struct {
			device int64
			target string
		}
		off := map[switched]bool{}
		for i := range holds {
			h := &holds[i]
			if h.UntilAt > now {
				why := byFalseAlarm
				if h.AlertStatus == alarm.Confirm {
					why = byClosed
				}
				if err := w.release(ctx, tx, holds[i:i+1], why, now); err != nil {
					return err
				}
				continue
			}
			if at := (switched{h.DeviceID, h.Target}); !off[at] {
				off[at] = true
				if err := w.release(ctx, tx, holds[i:i+1], byLongest, now); err != nil {
					return err
				}
			}
			_, err := tx.Exec(ctx, "UPDATE field_hold SET state = 'released' WHERE device_id = ? AND target = ? AND state <> 'released'", h.DeviceID, h.Target)
			if err != nil {
				return err
			}
		}
		return nil
	})
}
