package command

import (
	"context"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// Resets reports whether a device has a command that restarts it.
func (s *Service) Resets(id int64) bool {
	now := clock.Now()
	way, ok := s.ways.Way(id, now.UnixMilli())
	switch {
	case !ok:
		return false
	case way.Line == nil || way.Line.Command == nil:
		return way.Message != nil && way.Message.Command != nil
	case !way.Line.OnLine():
		return true // a family of messages has all commands
	}
	return len(way.Line.Command(protocol.Request{
		ID: 1, Command: string(Reset), Profile: way.Profile, Register: way.Register, Child: way.Child, ChannelNo: way.ChannelNo, Now: now,
	})) > 0
}

// Restart restarts the measurement of a device: it cancels its outstanding commands, except an upgrade, and sends
// first. Nothing is cancelled if first cannot be sent.
func (s *Service) Restart(ctx context.Context, who audit.Actor, d device.Device, first Kind) (cancelled int, sent Command, err error) {
	if _, err := s.Prepare(ctx, who, d, Order{Kind: first}); err != nil {
		return 0, sent, err
	}
	page, err := s.store.Commands(ctx, who.Scope, Filter{
		Query: paging.Query{Page: 1, Size: mostOutstanding}, DeviceID: d.ID, States: []State{Waiting, Hanging, Sent},
	})
	if err != nil {
		return 0, sent, err
	}
	for _, c := range page.List {
		if c.Kind == Upgrade {
			continue
		}
		switch _, err := s.store.CancelCommand(ctx, who, c.ID); {
		case errs.Is(err, errs.CommandOver): // answered meanwhile
		case err != nil:
			return cancelled, sent, err
		default:
			cancelled++
		}
	}
	sent, err = s.Send(ctx, who, d, Order{Kind: first})
	return cancelled, sent, err
}

// mostOutstanding is more than a device has, since it has one of each kind.
const mostOutstanding = 100
