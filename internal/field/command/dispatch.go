package command

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/events"
)

// Link sends to devices that are connected to this server.
type Link interface {
	// Send sends a message to a device that is connected here and subscribed; false if it is not.
	Send(register string, payload []byte) bool
	// Listens reports whether a device is connected here and subscribed.
	Listens(register string) bool
}

// Lines carries out commands over connections without a message protocol.
type Lines interface {
	// Execute carries out a command in the background, and stores its answer; false if the gateway is not connected here.
	Execute(way Way, c Command) bool
	// Listens reports whether a gateway is connected here.
	Listens(register string) bool
}

// Presence knows the devices that are connected to any server.
type Presence interface {
	// Listening returns those of some devices that are connected and subscribed.
	Listening(ctx context.Context, registers []string) (map[string]bool, error)
}

// Queue is the storage of the dispatcher.
type Queue interface {
	// GatewaysWithCommands returns the gateways with waiting or hanging commands.
	GatewaysWithCommands(ctx context.Context) ([]Queued, error)
	// HangCommands sets the waiting commands of a gateway to hanging: it is not connected.
	HangCommands(ctx context.Context, gateway int64) error
	// ClaimCommands marks the first due command of each of some gateways as sent, with its deadline after patience, unless
	// another is in progress. The commands that it returns are claimed even if there is an error.
	ClaimCommands(ctx context.Context, gateways []int64, patience func(Command) time.Duration) ([]Command, error)
	// ReleaseCommand sets a claimed command to hanging, unless it was claimed again since: it could not be sent, or its
	// connection has ended.
	ReleaseCommand(ctx context.Context, claimed Command) error
	// SweepCommands ends expired commands and retries unanswered ones that have attempts left.
	SweepCommands(ctx context.Context) error
}

// Queued is a gateway with waiting or hanging commands.
type Queued struct {
	Gateway int64
	Waiting int   // number of waiting ones
	Due     int64 // UTC ms, of the first one
	Busy    bool  // another is in progress
}

// Dispatcher sends queued commands over the connections of one server.
type Dispatcher struct {
	queue    Queue
	ways     Ways
	presence Presence // nil: this is the only server
	bus      events.Bus
	log      *slog.Logger
	// noted records what was sent to a device, for the log of its frames.
	noted func(gateway int64, register string, overHTTP bool, payload []byte)

	link   atomic.Pointer[Link]
	lines  atomic.Pointer[Lines]
	wake   chan struct{}
	mu     sync.Mutex
	queued map[int64]bool // gateways with commands, as last read
}

// NewDispatcher returns the dispatcher of a server; Run starts it. presence is nil if there are no other servers.
func NewDispatcher(queue Queue, ways Ways, presence Presence, bus events.Bus,
	noted func(gateway int64, register string, overHTTP bool, payload []byte), log *slog.Logger,
) *Dispatcher {
	return &Dispatcher{
		queue: queue, ways: ways, presence: presence, bus: bus, noted: noted, log: log, wake: make(chan struct{}, 1), queued: map[int64]bool{},
	}
}

// SetLink sets the link to connected devices.
func (d *Dispatcher) SetLink(link Link) { d.link.Store(&link) }

// SetLines sets the connections without a message protocol.
func (d *Dispatcher) SetLines(lines Lines) { d.lines.Store(&lines) }

// here reports whether a device is connected to this server and takes commands.
func (d *Dispatcher) here(register string) bool {
	link, lines := d.link.Load(), d.lines.Load()
	return link != nil && (*link).Listens(register) || lines != nil && (*lines).Listens(register)
}

// listening returns those of some devices that are connected and subscribed, here or to another server.
func (d *Dispatcher) listening(ctx context.Context, registers ...string) (map[string]bool, error) {
	listening, elsewhere := map[string]bool{}, []string(nil)
	for _, register := range registers {
		if d.here(register) {
			listening[register] = true
		} else {
			elsewhere = append(elsewhere, register)
		}
	}
	if d.presence == nil || len(elsewhere) == 0 {
		return listening, nil
	}
	others, err := d.presence.Listening(ctx, elsewhere)
	maps.Copy(listening, others)
	return listening, err
}

// Connected reports that a device connected or subscribed: its hanging commands are sent.
func (d *Dispatcher) Connected(string) {
	select {
	case d.wake <- struct{}{}:
	default: // already awake
	}
}

// Run sends until ctx ends.
func (d *Dispatcher) Run(ctx context.Context) {
	changed := d.bus.Subscribe(ctx, events.Command)
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.wake:
		case <-changed:
		case <-second.C:
			d.try("sweep commands", d.queue.SweepCommands(ctx))
		}
		d.try("send commands", d.pass(ctx))
	}
}

// pass sends one command to each gateway connected here. Commands for gateways that are connected nowhere hang.
func (d *Dispatcher) pass(ctx context.Context) error {
	gateways, err := d.queue.GatewaysWithCommands(ctx)
	if err != nil {
		return err
	}
	queued := make(map[int64]bool, len(gateways))
	for _, g := range gateways {
		queued[g.Gateway] = true
	}
	d.mu.Lock()
	d.queued = queued
	d.mu.Unlock()
	link := d.link.Load()
	if link == nil {
		return nil
	}
	ways, absent := make([]Way, len(gateways)), []string(nil)
	now, here := clock.Now().UnixMilli(), map[int64]Way{}
	for i, g := range gateways {
		way, ok := d.ways.Way(g.Gateway, now)
		if ok && d.here(way.Register) {
			if !g.Busy && g.Due <= now {
				here[g.Gateway] = way
			}
		} else if ok && g.Waiting > 0 {
			absent = append(absent, way.Register)
		}
		ways[i] = way
	}
	if err := d.send(ctx, *link, here); err != nil {
		return err
	}
	listening, err := d.listening(ctx, absent...)
	if err != nil {
		return err
	}
	for i, g := range gateways {
		if g.Waiting > 0 && !listening[ways[i].Register] && !d.here(ways[i].Register) {
			if err := d.queue.HangCommands(ctx, g.Gateway); err != nil {
				return err
			}
		}
	}
	return nil
}

// send sends the next command of each of some gateways that are connected here.
func (d *Dispatcher) send(ctx context.Context, link Link, here map[int64]Way) error {
	if len(here) == 0 {
		return nil
	}
	lines := d.lines.Load()
	onLine := func(gateway int64) bool { return lines != nil && (*lines).Listens(here[gateway].Register) }
	claimed, failed := d.queue.ClaimCommands(ctx, slices.Sorted(maps.Keys(here)), func(c Command) time.Duration {
		switch onLine := onLine(c.GatewayID); {
		case c.Kind == Upgrade, onLine && c.Kind == ReadHistory:
			return UpgradePatience
		case onLine:
			return LinePatience + MaxAttempts*c.Patience()
		}
		return max(Patience, c.Patience())
	})
	for _, c := range claimed {
		sent, way := false, here[c.GatewayID]
		if onLine(c.GatewayID) {
			if of, ok := d.ways.Way(c.DeviceID, clock.Now().UnixMilli()); ok && of.Gateway == c.GatewayID {
				way = of // of an instrument on the bus of the gateway
			}
			sent = (*lines).Execute(way, c)
		} else {
			payload := written(c, way)
			if sent = link.Send(way.Register, payload); sent {
				d.noted(way.Gateway, way.Register, false, payload)
			}
		}
		if !sent {
			if err := d.queue.ReleaseCommand(ctx, c); err != nil {
				failed = errors.Join(failed, err)
			}
		}
	}
	return failed
}

// written encodes a command for the gateway's protocol family; Prepare has checked that the family has commands.
func written(c Command, way Way) []byte {
	name, args := c.Instruction(int(c.ChannelNo))
	return way.Message.Command(protocol.Request{
		ID: c.ID, Command: name, Register: way.Register, Child: c.Child, ChannelNo: c.ChannelNo, Args: args, Now: clock.Now().In(zone(way)),
	})
}

func zone(way Way) *time.Location {
	if way.Zone == nil {
		return time.UTC
	}
	return way.Zone
}

// Waiting reports whether commands wait for a gateway, as read within the last second.
func (d *Dispatcher) Waiting(gateway int64) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.queued[gateway]
}

// Ride returns the command to send with the reply to an upload over HTTP; nil if there is none for the gateway.
func (d *Dispatcher) Ride(ctx context.Context, gateway int64) ([]byte, error) {
	if !d.Waiting(gateway) {
		return nil, nil
	}
	way, ok := d.ways.Way(gateway, clock.Now().UnixMilli())
	if !ok {
		return nil, nil
	}
	if listening, err := d.listening(ctx, way.Register); err != nil || listening[way.Register] { // it is connected over MQTT
		return nil, err
	}
	claimed, err := d.queue.ClaimCommands(ctx, []int64{gateway}, func(Command) time.Duration { return UploadPatience })
	if err != nil || len(claimed) == 0 {
		return nil, err
	}
	payload := written(claimed[0], way)
	d.noted(gateway, way.Register, true, payload)
	return payload, nil
}

func (d *Dispatcher) try(what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		d.log.Error("could not "+what, "error", err)
	}
}
