package command

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/device"
)

// Clock rule (domain protocols.md section 0): a device whose clock is off by more than MaxClockOff is sent the time,
// at most once per ClockPause.
const (
	MaxClockOff = 60 * time.Second
	ClockPause  = 6 * time.Hour
)

// maxClocks bounds the devices collected between two runs.
const maxClocks = 10_000

// Clocks corrects the clocks of devices. Stage 1 reports them without waiting; the commands are queued in the
// background.
type Clocks struct {
	mu     sync.Mutex
	off    []device.Device
	looked map[int64]time.Time
	wake   chan struct{}
}

// NewClocks returns a Clocks; Run starts it.
func NewClocks() *Clocks {
	return &Clocks{looked: map[int64]time.Time{}, wake: make(chan struct{}, 1)}
}

// ClockOff reports that the clock of a device with a register ID is wrong.
func (c *Clocks) ClockOff(d device.Device) {
	now := clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.looked[d.ID]; ok && now.Sub(at) < ClockPause {
		return
	}
	if len(c.looked) >= maxClocks {
		clear(c.looked) // the queue prevents duplicates
	}
	c.looked[d.ID] = now
	c.off = append(c.off, d)
	select {
	case c.wake <- struct{}{}:
	default: // already awake
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

// SetClock queues a time command for a device, unless one was sent or is pending within ClockPause.
func (s *Service) SetClock(ctx context.Context, d device.Device) error {
	sent, err := s.store.SentSince(ctx, d.ID, SetTime, clock.Now().Add(-ClockPause).UnixMilli())
	if err != nil || sent {
		return err
	}
	_, err = s.Send(ctx, audit.Program("clock"), d, Order{Kind: SetTime, Priority: ByClock})
	return err
}
