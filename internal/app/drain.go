package app

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
)

// drainLook is how often a server looks whether an operator has asked it to drain, and how far it is.
const drainLook = 500 * time.Millisecond

var errDraining = errors.New("an operator drains this server")

// drainState is how far a drain is in this process.
type drainState struct {
	on     atomic.Bool // not ready, and devices are sent away
	handed bool        // partitions are wanted elsewhere
}

// followDrain does what operators ask of this server, until ctx ends.
func (s *Server) followDrain(ctx context.Context) {
	tick := time.NewTicker(drainLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var err error
		if asked := s.member.Asked(); asked != nil {
			err = s.advanceDrain(ctx, *asked)
		} else if s.draining.on.Load() {
			err = s.endDrain(ctx)
		}
		if err != nil && ctx.Err() == nil {
			s.Log.Error("drain this server", "error", err)
		}
	}
}

// advanceDrain takes the next steps of a drain, and stores each with its time. It returns where it has to wait.
func (s *Server) advanceDrain(ctx context.Context, d cluster.Drain) error {
	if !s.draining.on.Swap(true) {
		s.Log.Warn("an operator drains this server", "operator", d.By)
	}
	now := func() int64 { return clock.Now().UnixMilli() }
	if d.Closed == 0 {
		s.devices.stopAccepting()
		d.Closed = now()
		if err := s.member.Progress(ctx, d); err != nil {
			return err
		}
	}
	if d.Notified == 0 {
		asked, err := s.devices.sendAway(ctx)
		if err != nil {
			return fmt.Errorf("send devices away: %w", err)
		}
		d.Devices, d.Notified = asked, now()
		if err := s.member.Progress(ctx, d); err != nil {
			return err
		}
	}
	if !s.draining.handed {
		d.Partitions = len(s.member.Held())
		if err := s.member.HandOver(ctx); err != nil {
			return err
		}
		s.draining.handed = true
		if err := s.member.Progress(ctx, d); err != nil {
			return err
		}
	}
	after, err := s.handingOver(ctx, d, now())
	if err != nil || after == d {
		return err
	}
	if after.Safe != 0 && d.Safe == 0 {
		s.Log.Info("this server is drained: it can be stopped", "devices", after.Devices, "partitions", after.Partitions)
	}
	return s.member.Progress(ctx, after)
}

// handingOver returns the steps that are done by now. If all other servers are gone, this one holds partitions again.
func (s *Server) handingOver(ctx context.Context, d cluster.Drain, now int64) (cluster.Drain, error) {
	if !s.member.Idle() {
		d.HandedOver, d.Safe = 0, 0
		return d, nil
	}
	if d.HandedOver == 0 {
		d.HandedOver = now
	}
	if d.Emptied == 0 {
		adopts, err := s.member.Adopts(ctx)
		if err != nil {
			return d, err
		}
		waiting, stop := context.WithTimeout(ctx, drainLook)
		defer stop()
		if adopts > 0 || s.Intake.WaitAllStored(waiting) != nil {
			return d, nil
		}
		d.Emptied = now
	}
	if d.Safe == 0 {
		d.Safe = now
	}
	return d, nil
}

// endDrain lets this server take part again.
func (s *Server) endDrain(ctx context.Context) error {
	if err := s.member.Return(ctx); err != nil {
		return err
	}
	if s.front != nil {
		if err := s.openDevicePort(); err != nil {
			return err
		}
	}
	s.draining.handed = false
	s.draining.on.Store(false)
	s.Log.Info("the drain of this server was ended: it takes devices and partitions again")
	return nil
}

// asked returns what an operator asked this server to do, for the next start of this process.
func (s *Server) asked() *cluster.Drain {
	if s.member == nil {
		return nil
	}
	return s.member.Asked()
}

// resting reports whether other servers do the work of this one.
func (s *Server) resting() bool {
	return s.member != nil && s.draining.on.Load() && s.member.Idle()
}
