package command

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
)

// The rule of the clock (domain protocols.md section 0): a device whose time is off by
// more than MaxClockOff is told the time, at most once per ClockPause.
const (
	MaxClockOff = 60 * time.Second
	ClockPause  = 6 * time.Hour
)

// maxClocks bounds the devices that are remembered between two looks at the queue.
const maxClocks = 10_000

// Clocks tells devices the time when theirs is off. Stage 1 finds that out and goes on
// at once; the commands are queued behind it.
type Clocks struct {
	mu     sync.Mutex
	off    []device.Device
	looked map[int64]time.Time
	wake   chan struct{}
}

// NewClocks makes it; Run starts it.
func NewClocks() *Clocks {
	return &Clocks{looked: map[int64]time.Time{}, wake: make(chan struct{}, 1)}
}

// ClockOff is told that the clock of a device with a register is off.
func (c *Clocks) ClockOff(d device.Device) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.looked[d.ID]; ok && now.Sub(at) < ClockPause {
		return
	}
	if len(c.looked) >= maxClocks {
		clear(c.looked) // the queue itself knows the rest
	}
	c.looked[d.ID] = now
	c.off = append(c.off, d)
	select {
	case c.wake <- struct{}{}:
	default: // it is awake
	}
}

// Run queues commands until ctx ends.
func (c *Clocks) Run(ctx context.Context, s *Service, log *slog.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		}
		c.mu.Lock()
		list := c.off
		c.off = nil
		c.mu.Unlock()
		for _, d := range list {
			if err := s.SetClock(ctx, d); err != nil && ctx.Err() == nil {
				log.Error("could not tell a device the time", "device", d.ID, "error", err)
			}
		}
	}
}

// SetClock queues the time for a device, unless it was told, or is to be told, within
// ClockPause.
func (s *Service) SetClock(ctx context.Context, d device.Device) error {
	told, err := s.store.Told(ctx, d.ID, SetTime, time.Now().Add(-ClockPause).UnixMilli())
	if err != nil || told {
		return err
	}
	_, err = s.Send(ctx, audit.Program("clock"), d, Order{Kind: SetTime, Priority: ByClock})
	return err
}
