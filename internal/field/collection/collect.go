package collection

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Schedule knows the devices to request readings from; compiled.Directory implements it.
type Schedule interface {
	// Requests returns these devices for a time (UTC ms).
	Requests(at int64) []definition.Request
	// SwitchedOff returns, for a time (UTC ms), the devices all of whose points are switched off.
	SwitchedOff(at int64) []int64
}

// Commands sends requests; command.Service implements it.
type Commands interface {
	Send(ctx context.Context, who audit.Actor, d device.Device, o command.Order) (command.Command, error)
	// SendAll returns the error of each that was refused.
	SendAll(ctx context.Context, who audit.Actor, orders []command.Addressed) (refused []error, err error)
	// Remembers reports whether a device can be asked for readings that it has stored.
	Remembers(device int64) bool
}

// Store keeps the ledger.
type Store interface {
	// OpenCycles enters due cycles, and reports which openings were entered: the others have cycles that somebody else
	// entered.
	OpenCycles(ctx context.Context, openings []Opening) (entered []bool, err error)
	// LastCycles returns when the newest cycle of each of some devices was due (UTC ms).
	LastCycles(ctx context.Context, devices []int64) (map[int64]int64, error)
	// Requested reports whether a request was queued for a device since a time (UTC ms).
	Requested(ctx context.Context, device, since int64) (bool, error)
	// MissCycle enters why the cycle of a device at a time (UTC ms) is missed, unless it is polled.
	MissCycle(ctx context.Context, device, at int64, why Outcome) error
	// MissedSince returns when the first cycle of a device in a time range was due that is missed and was not fetched since;
	// 0: there is none, or its readings are on their way.
	MissedSince(ctx context.Context, device, since, until int64) (first int64, err error)
	// WithdrawRequests cancels the scheduled requests of some devices that were not sent yet: monitoring is off.
	WithdrawRequests(ctx context.Context, devices []int64) error
}

const (
	tick = 5 * time.Second
	// fetchBack is how old the missed readings may be that a device is asked for.
	fetchBack = 31 * 24 * time.Hour
)

// margin is how long before the next request a waiting one expires.
func margin(every time.Duration) time.Duration { return min(3*tick, every/4) }

// Collector requests readings from the devices of a schedule.
type Collector struct {
	store    Store
	commands Commands
	schedule Schedule
	log      *slog.Logger
	last     map[int64]int64 // device: when the cycle of its last request was due, UTC ms
	off      map[int64]bool  // devices that are switched off, whose requests were withdrawn
}

// New returns a collector; Run starts it.
func New(store Store, commands Commands, schedule Schedule, log *slog.Logger) *Collector {
	return &Collector{store: store, commands: commands, schedule: schedule, log: log, last: map[int64]int64{}, off: map[int64]bool{}}
}

// Run requests readings until ctx ends, each at full multiples of its interval, so that a restart neither repeats nor
// delays requests. A request to an absent device expires before the next one.
func (c *Collector) Run(ctx context.Context) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for {
		if err := c.Collect(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
			c.log.Error("could not collect readings", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// request is a request that is due.
type request struct {
	definition.Request
	due int64 // UTC ms
}

// Collect requests what is due at a time (UTC ms), and withdraws what was requested from devices that are switched off.
func (c *Collector) Collect(ctx context.Context, now int64) error {
	if err := c.withdraw(ctx, now); err != nil {
		return err
	}
	var due []request
	for _, r := range c.schedule.Requests(now) {
		at := DueAt(now, r.Every)
		if c.last[r.Device] != at && now < at+(r.Every-margin(r.Every)).Milliseconds() { // else the next request is close
			due = append(due, request{r, at})
		}
	}
	if len(due) == 0 {
		return nil
	}
	openings, err := c.openings(ctx, due)
	if err != nil {
		return err
	}
	entered, err := c.store.OpenCycles(ctx, openings)
	if err != nil {
		return err
	}
	if err := c.ask(ctx, due, entered, now); err != nil {
		return err
	}
	for _, r := range due {
		c.last[r.Device] = r.due
		if err := c.fetch(ctx, r); err != nil && ctx.Err() == nil {
			c.log.Error("could not ask a device for missed readings", "device", r.Device, "error", err)
		}
	}
	return nil
}

// withdraw cancels the waiting requests of devices that were switched off since the last run.
func (c *Collector) withdraw(ctx context.Context, now int64) error {
	off, fresh := map[int64]bool{}, []int64(nil)
	for _, device := range c.schedule.SwitchedOff(now) {
		off[device] = true
		if !c.off[device] {
			fresh = append(fresh, device)
		}
	}
	if len(fresh) > 0 {
		if err := c.store.WithdrawRequests(ctx, fresh); err != nil {
			return err
		}
	}
	c.off = off
	return nil
}

// openings returns the due cycles, and in front of each those that nobody entered when they were due, because the
// server was stopped.
func (c *Collector) openings(ctx context.Context, due []request) ([]Opening, error) {
	var unknown []int64
	for _, r := range due {
		if _, ok := c.last[r.Device]; !ok {
			unknown = append(unknown, r.Device)
		}
	}
	entered := map[int64]int64{}
	if len(unknown) > 0 {
		var err error
		if entered, err = c.store.LastCycles(ctx, unknown); err != nil {
			return nil, err
		}
	}
	then := map[int64]map[int64]time.Duration{} // time: device: its interval
	openings := make([]Opening, len(due))
	for i, r := range due {
		last, ok := c.last[r.Device]
		if !ok {
			last, ok = entered[r.Device]
		}
		o := Opening{Device: r.Device, Every: r.Every, From: r.due}
		for ok && o.From-r.Every.Milliseconds() > max(last, r.due-Keep.Milliseconds()) {
			o.From -= r.Every.Milliseconds()
		}
		for at := o.From; at < r.due; at += r.Every.Milliseconds() {
			if then[at] == nil {
				then[at] = c.intervals(at)
			}
			letter := byte(None)
			if then[at][r.Device] == r.Every {
				letter = byte(Open)
			}
			o.Due = append(o.Due, letter)
		}
		o.Due = append(o.Due, byte(Open))
		openings[i] = o
	}
	return openings, nil
}

func (c *Collector) intervals(at int64) map[int64]time.Duration {
	list := map[int64]time.Duration{}
	for _, r := range c.schedule.Requests(at) {
		list[r.Device] = r.Every
	}
	return list
}

// ask queues requests. Of a cycle that was entered before, it may be queued already.
func (c *Collector) ask(ctx context.Context, due []request, entered []bool, now int64) error {
	var asked []request
	var orders []command.Addressed
	for i, r := range due {
		if !entered[i] {
			if requested, err := c.store.Requested(ctx, r.Device, r.due); err != nil {
				return err
			} else if requested {
				continue
			}
		}
		expire := time.Duration(r.due-now)*time.Millisecond + r.Every - margin(r.Every)
		asked = append(asked, r)
		orders = append(orders, command.Addressed{
			Device: device.Device{ID: r.Device, CorporationID: r.CorporationID, ProjectID: r.ProjectID},
			Order:  command.Order{Kind: command.Read, Priority: command.ByConfiguration, Expire: expire, LineOnly: r.LineOnly},
		})
	}
	refusals, err := c.commands.SendAll(ctx, audit.Program("collection"), orders)
	if err != nil {
		return err
	}
	for i, err := range refusals {
		refused, ok := errs.As(err)
		switch {
		case ok && refused.Code == errs.CommandOutstanding.Code: // somebody keeps sending another request, whose readings count
			err = c.store.MissCycle(ctx, asked[i].Device, asked[i].due, Queued)
		case ok && (refused.Code == errs.NoWayToDevice.Code || refused.Code == errs.NoCommands.Code):
			err = c.store.MissCycle(ctx, asked[i].Device, asked[i].due, NoWay)
		}
		if err != nil {
			c.log.Error("could not ask a device for readings", "device", asked[i].Device, "error", err)
		}
	}
	return nil
}

// fetch asks a device that remembers its readings for those of missed cycles. The command waits until it is connected;
// until then it grows with each missed cycle.
func (c *Collector) fetch(ctx context.Context, r request) error {
	if !c.commands.Remembers(r.Device) {
		return nil
	}
	first, err := c.store.MissedSince(ctx, r.Device, r.due-fetchBack.Milliseconds(), r.due)
	if err != nil || first == 0 {
		return err
	}
	_, err = c.commands.Send(ctx, audit.Program("collection"), device.Device{ID: r.Device, CorporationID: r.CorporationID, ProjectID: r.ProjectID},
		command.Order{Kind: command.ReadHistory, Args: fmt.Appendf(nil, `{"start":%d,"end":%d}`, first, r.due), Replace: true})
	if refused, ok := errs.As(err); ok && refused.Code == errs.CommandOutstanding.Code {
		return nil // a person has just asked
	}
	return err
}
