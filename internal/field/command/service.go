package command

import (
	"context"
	"encoding/json"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// Store stores the queue. Changes by people are logged in their transaction, and every change is published
// (events.Command).
type Store interface {
	Commands(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Command], error)
	Command(ctx context.Context, scope access.Scope, id int64) (Command, error)
	// CreateCommand queues a command. If the device has an outstanding command of the same kind, that one is returned
	// if it is equal (made is false), or replaced if it has not been sent and replace is true; else the error is
	// CommandOutstanding.
	CreateCommand(ctx context.Context, who audit.Actor, c Command, replace bool) (there Command, made bool, err error)
	// CreateCommands queues commands like CreateCommand without replace. refused has the error of each that was refused.
	CreateCommands(ctx context.Context, who audit.Actor, list []Command) (refused []error, err error)
	// CancelCommand ends an outstanding command; the error is CommandOver if it has ended.
	CancelCommand(ctx context.Context, who audit.Actor, id int64) (Command, error)
	// SentSince reports whether a command of a kind was sent to a device since a time (UTC ms) or is outstanding.
	SentSince(ctx context.Context, deviceID int64, kind Kind, since int64) (bool, error)
	// LeaseCommand extends keep sending; the error is CommandOver if it has ended.
	LeaseCommand(ctx context.Context, scope access.Scope, id, until int64) (Command, error)
	// Buttons returns the buttons of a project; SetButtons replaces them.
	Buttons(ctx context.Context, scope access.Scope, projectID int64) ([]Button, error)
	SetButtons(ctx context.Context, who audit.Actor, projectID int64, list []Button) error
	Queue
}

// Ways finds the connection of a device; ingest.Directory implements it.
type Ways interface {
	// Way returns the gateway of a device at a time (UTC ms), its register ID, and for a device behind it the serial
	// number and channel of the instrument on the gateway's bus.
	Way(device, at int64) (w Way, ok bool)
	// Refresh reloads devices, for changes whose event has not arrived yet.
	Refresh(ctx context.Context, devices []int64) error
}

// Way is the connection of a device.
type Way struct {
	Gateway    int64
	Instrument int64 // on the bus of the gateway: the device, or the module that it is connected to
	Register   string
	Child      string // serial number of the instrument; "": the gateway itself
	ChannelNo  int32
	Zone       *time.Location
	Message    *protocol.Family // that the gateway speaks in messages
	Line       *protocol.Family // that the instrument speaks on a line
	Profile    any              // of the instrument
}

// Service accepts orders and queues commands.
type Service struct {
	store      Store
	ways       Ways
	dispatcher *Dispatcher
	models     Models
}

// New returns a service; dispatcher is the one of this server.
func New(store Store, ways Ways, dispatcher *Dispatcher, models Models) *Service {
	return &Service{store: store, ways: ways, dispatcher: dispatcher, models: models}
}

// List returns commands of a device, newest first. It sorts by createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Command], error) {
	return s.store.Commands(ctx, scope, filter)
}

// Get returns a command, or errs.NothingHere outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Command, error) {
	return s.store.Command(ctx, scope, id)
}

// Send queues a command for a device; it is sent as soon as the device is connected. Repeating an outstanding command
// returns that one.
func (s *Service) Send(ctx context.Context, who audit.Actor, d device.Device, o Order) (Command, error) {
	c, err := s.Prepare(ctx, who, d, o)
	if err != nil {
		return Command{}, err
	}
	made, _, err := s.store.CreateCommand(ctx, who, c, o.Replace)
	return made, err
}

// Addressed is an order to a device.
type Addressed struct {
	Device device.Device
	Order
}

// SendAll queues commands like Send. refused has the error of each that was refused.
func (s *Service) SendAll(ctx context.Context, who audit.Actor, orders []Addressed) (refused []error, err error) {
	refused = make([]error, len(orders))
	var list []Command
	var of []int // index in orders
	for i, o := range orders {
		c, err := s.Prepare(ctx, who, o.Device, o.Order)
		if _, is := errs.As(err); is {
			refused[i] = err
			continue
		}
		if err != nil {
			return nil, err
		}
		list, of = append(list, c), append(of, i)
	}
	done, err := s.store.CreateCommands(ctx, who, list)
	for k, err := range done {
		refused[of[k]] = err
	}
	return refused, err
}

// Prepare validates an order and returns the command without queueing it. The error is NoWayToDevice if it cannot be
// sent, OnlineOnly if it may not wait.
func (s *Service) Prepare(ctx context.Context, who audit.Actor, d device.Device, o Order) (Command, error) {
	args, err := s.checked(ctx, d, o)
	if err != nil {
		return Command{}, err
	}
	now := clock.Now()
	way, ok := s.ways.Way(d.ID, now.UnixMilli())
	if !ok { // it may have just been created or connected
		if err := s.ways.Refresh(ctx, []int64{d.ID}); err != nil {
			return Command{}, err
		}
		way, ok = s.ways.Way(d.ID, now.UnixMilli())
	}
	if !ok {
		return Command{}, errs.New(errs.NoWayToDevice)
	}
	if way.Message.Command == nil && way.Line.Command == nil {
		return Command{}, errs.New(errs.NoCommands)
	}
	if o.LineOnly && (way.Line == nil || !way.Line.OnLine()) {
		return Command{}, errs.New(errs.NoWayToDevice)
	}
	listening, err := s.dispatcher.listening(ctx, way.Register)
	if err != nil {
		return Command{}, err
	}
	connected := listening[way.Register]
	if o.Online && !connected {
		return Command{}, errs.New(errs.OnlineOnly)
	}
	c := Command{
		CorporationID: d.CorporationID, ProjectID: d.ProjectID, DeviceID: d.ID, GatewayID: way.Gateway, Child: way.Child, ChannelNo: way.ChannelNo,
		Kind: o.Kind, Args: args, Priority: o.Priority, State: Hanging, AccountID: who.AccountID, EveryMs: o.Every.Milliseconds(),
	}
	if connected {
		c.State = Waiting
	}
	expire := o.Expire
	switch {
	case c.Kind == ReadHistory && way.Line != nil && way.Line.History > 0: // pieces, between other commands
		c.Priority = ByHistory
		if expire == 0 {
			expire = MaxHangExpire
		}
	case c.Priority == 0:
		c.Priority = ByPerson
	}
	if expire == 0 {
		expire = HangExpire
	}
	c.ExpiresAt = now.Add(expire).UnixMilli()
	if o.Every != 0 {
		c.RepeatUntil, c.KeptUntil = now.Add(MaxKeep).UnixMilli(), now.Add(Lease).UnixMilli()
		c.ExpiresAt = c.RepeatUntil
	}
	return c, nil
}

func (s *Service) checked(ctx context.Context, d device.Device, o Order) (json.RawMessage, error) {
	if o.Kind == Model {
		return s.modelOrder(ctx, d.CorporationID, d.Model, o)
	}
	return check(o)
}

// Remembers reports whether a device can be asked for readings that it has stored.
func (s *Service) Remembers(device int64) bool {
	way, ok := s.ways.Way(device, clock.Now().UnixMilli())
	return ok && way.Line != nil && way.Line.History > 0
}

// Cancel ends an outstanding command. One that was already sent may still be executed; its answer is then ignored.
func (s *Service) Cancel(ctx context.Context, who audit.Actor, id int64) (Command, error) {
	return s.store.CancelCommand(ctx, who, id)
}

// Keep extends keep sending for the page that shows it.
func (s *Service) Keep(ctx context.Context, scope access.Scope, id int64) (Command, error) {
	return s.store.LeaseCommand(ctx, scope, id, clock.Now().Add(Lease).UnixMilli())
}
