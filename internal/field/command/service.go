package command

import (
	"context"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// Store keeps the queue. Changes that a person made are logged in their transaction,
// and every change is announced (events.Command).
type Store interface {
	Commands(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Command], error)
	Command(ctx context.Context, scope access.Scope, id int64) (Command, error)
	// CreateCommand puts a command into the queue. Where one of its kind is outstanding
	// for the device, that one is answered if it asks for the same (made is false);
	// replaced if it has not been sent and replace is true; else CommandOutstanding.
	CreateCommand(ctx context.Context, who audit.Actor, c Command, replace bool) (there Command, made bool, err error)
	// CancelCommand ends an outstanding command; CommandOver when it has ended.
	CancelCommand(ctx context.Context, who audit.Actor, id int64) (Command, error)
	// Told reports whether a device has been sent a command of a kind since a time (UTC ms),
	// by whomever, or one is outstanding.
	Told(ctx context.Context, deviceID int64, kind Kind, since int64) (bool, error)
	// LeaseCommand prolongs keep sending; CommandOver when it has ended.
	LeaseCommand(ctx context.Context, scope access.Scope, id, until int64) (Command, error)
	Queue
}

// Ways tells on which connection a device is reached; package intake has it.
type Ways interface {
	// Way gives the gateway of a device at a time (UTC ms), its register, and for a
	// device behind it the serial number and channel that name it.
	Way(device, at int64) (w Way, ok bool)
	// Refresh reads devices again, of which it hears a moment after they changed.
	Refresh(ctx context.Context, devices []int64) error
}

// Way leads to a device.
type Way struct {
	Gateway   int64
	Register  string
	Child     string // "": the gateway itself
	ChannelNo int32
	Zone      *time.Location
	Protocol  string // the gateway's, a code of the catalog
}

// Service takes orders and hands commands to connections.
type Service struct {
	store      Store
	ways       Ways
	dispatcher *Dispatcher
}

// New makes the service. The dispatcher is the one of this node.
func New(store Store, ways Ways, dispatcher *Dispatcher) *Service {
	return &Service{store: store, ways: ways, dispatcher: dispatcher}
}

// List answers commands of a device, the newest first. Sorts by createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Command], error) {
	return s.store.Commands(ctx, scope, filter)
}

// Get answers one command, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Command, error) {
	return s.store.Command(ctx, scope, id)
}

// Send queues a command for a device and has it sent as soon as the device is there.
// Asked twice for the same while it is outstanding, it answers the one there is.
func (s *Service) Send(ctx context.Context, who audit.Actor, d device.Device, o Order) (Command, error) {
	c, err := s.Prepare(ctx, who, d, o)
	if err != nil {
		return Command{}, err
	}
	made, _, err := s.store.CreateCommand(ctx, who, c, o.Replace)
	return made, err
}

// Prepare makes a command of an order without queueing it: NoWayToDevice where it could
// not be sent, OnlineOnly where it may not hang.
func (s *Service) Prepare(ctx context.Context, who audit.Actor, d device.Device, o Order) (Command, error) {
	args, err := check(o)
	if err != nil {
		return Command{}, err
	}
	now := time.Now()
	way, ok := s.ways.Way(d.ID, now.UnixMilli())
	if !ok { // it may have been made, or hung on its collector, this very moment
		if err := s.ways.Refresh(ctx, []int64{d.ID}); err != nil {
			return Command{}, err
		}
		way, ok = s.ways.Way(d.ID, now.UnixMilli())
	}
	if !ok {
		return Command{}, errs.New(errs.NoWayToDevice)
	}
	if protocol.Of(way.Protocol).Command == nil {
		return Command{}, errs.New(errs.NoCommands)
	}
	connected := s.dispatcher.connected(way.Register)
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
	if c.Priority == 0 {
		c.Priority = ByPerson
	}
	expire := o.Expire
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

// Cancel ends an outstanding command. One that is on its way may still be done; its
// answer is then left out.
func (s *Service) Cancel(ctx context.Context, who audit.Actor, id int64) (Command, error) {
	return s.store.CancelCommand(ctx, who, id)
}

// Keep prolongs keep sending for the page that shows it.
func (s *Service) Keep(ctx context.Context, scope access.Scope, id int64) (Command, error) {
	return s.store.LeaseCommand(ctx, scope, id, time.Now().Add(Lease).UnixMilli())
}

// Connected reports whether the gateway of a device is connected and listens.
func (s *Service) Connected(deviceID int64) bool {
	way, ok := s.ways.Way(deviceID, time.Now().UnixMilli())
	return ok && s.dispatcher.connected(way.Register)
}
