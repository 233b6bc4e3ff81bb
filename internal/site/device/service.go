package device

import (
	"context"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/secrets"
	"plumbline/internal/site/versions"
)

// State is the current state of a device. Intake flushes it periodically, so it may be some seconds old.
type State struct {
	DeviceID     int64
	LastSeen     int64 // UTC ms of the last frame; 0: never
	Voltage      *float64
	Temperature  *float64
	RSSI         *float64
	Firmware     string
	Interval     int64 // ms, the shortest collection interval of the device's points; 0 unknown
	Own          Own
	LowVoltage   bool
	DataLost     bool
	DataRepeated bool
}

// Own is the device's own collection schedule: the shortest interval of the points that it uploads, from the first
// start to the last end.
type Own struct {
	Interval   int64 // s; 0: none
	Start, End int64 // UTC ms; 0: open
}

// Connection states of a device and their names.
const (
	Online  = "online"
	Sleep   = "sleep"
	Offline = "offline"
)

// Health of a device: the first that applies, in this order.
const (
	DataLost     = "dataLost"
	LowVoltage   = "lowVoltage"
	DataRepeated = "dataRepeated"
	Healthy      = "normal"
	Unknown      = "unknown" // it has never communicated
)

// OnlineFor is how long a device is online after a frame.
const OnlineFor = 5 * time.Minute

// SleepFactor is the number of collection intervals for which a silent device is asleep.
const SleepFactor = 1.5

// Online returns the connection state at a time (domain thresholds.md section 3): online after a frame, asleep between
// the frames of its interval, else offline.
func (s State) Online(now int64) string {
	silent := now - s.LastSeen
	switch {
	case s.LastSeen == 0:
		return Offline
	case silent <= OnlineFor.Milliseconds():
		return Online
	case float64(silent) <= SleepFactor*float64(s.Interval):
		return Sleep
	}
	return Offline
}

// Health returns the health to display.
func (s State) Health() string {
	switch {
	case s.DataLost:
		return DataLost
	case s.LowVoltage:
		return LowVoltage
	case s.DataRepeated:
		return DataRepeated
	case s.LastSeen == 0:
		return Unknown
	}
	return Healthy
}

// Faults returns all faults of the device, most severe first; never nil.
func (s State) Faults() []string {
	faults := []string{}
	for _, one := range []struct {
		is   bool
		name string
	}{{s.DataLost, DataLost}, {s.LowVoltage, LowVoltage}, {s.DataRepeated, DataRepeated}} {
		if one.is {
			faults = append(faults, one.name)
		}
	}
	return faults
}

// Service validates and manages devices and their versioned configuration.
type Service struct {
	*versions.Service[Device, definition.DeviceAspect]
	store     Store
	vault     *secrets.Vault
	limit     Limit
	protocols ProtocolCheck // nil: profiles are not checked

	manufacturer string // of the predefined models
}

// Limit runs add, which adds n devices, or refuses it; a license is one.
type Limit func(ctx context.Context, n int, add func(context.Context) error) error

// New returns a service. v seals the secrets of devices.
func New(store Store, v *secrets.Vault) *Service {
	s := &Service{
		store: store, vault: v, manufacturer: catalog.DefaultManufacturer,
		limit: func(ctx context.Context, _ int, add func(context.Context) error) error { return add(ctx) },
	}
	s.Service = versions.New(store, versions.Rules[Device, definition.DeviceAspect]{
		Kind: timeline.OfDevice, Aspects: aspects, Find: store.Device, CheckValue: s.checkVersion,
		CheckRevoked: s.checkRevoked, Seal: s.seal, Show: shown,
	})
	return s
}

// SetManufacturer sets the manufacturer of the predefined models. Call it before the listeners open.
func (s *Service) SetManufacturer(name string) { s.manufacturer = name }

// SetLimit limits additions. Call it before the listeners open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// List returns devices in the scope. It sorts by the columns of the list and by createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.Devices(ctx, scope, filter, clock.Now().UnixMilli())
}

// Counts returns the totals over the same devices as List, without paging.
func (s *Service) Counts(ctx context.Context, scope access.Scope, filter Filter) (Counts, error) {
	return s.store.DeviceCounts(ctx, scope, filter, clock.Now().UnixMilli())
}

// Get returns a device, or errs.NothingHere outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Device, error) {
	return s.store.Device(ctx, scope, id)
}

// State returns the current state of a device.
func (s *Service) State(ctx context.Context, scope access.Scope, id int64) (State, error) {
	return s.store.DeviceState(ctx, scope, id)
}

// Create adds a device with the first versions of its configuration. A device with a register ID gets a secret, which
// is returned only once.
func (s *Service) Create(ctx context.Context, who audit.Actor, d Device, config []timeline.Draft) (made Device, secret string, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Corporations: []int64{d.CorporationID}}, func(ctx context.Context) error {
		made, secret, err = s.create(ctx, who, d, config)
		return err
	})
	return made, secret, err
}

func (s *Service) create(ctx context.Context, who audit.Actor, d Device, config []timeline.Draft) (Device, string, error) {
	if err := s.fill(ctx, &d); err != nil {
		return Device{}, "", err
	}
	var refusals errs.Refusals
	if err := refusals.Merge("", s.check(ctx, who.Scope, d)); err != nil {
		return Device{}, "", err
	}
	config, err := s.firstVersions(ctx, d, config, "", &refusals)
	if err != nil {
		return Device{}, "", err
	}
	if err := refusals.Err(); err != nil {
		return Device{}, "", err
	}
	if !who.Scope.Covers(d.CorporationID) {
		return Device{}, "", errs.New(errs.NothingHere)
	}
	if err := s.limit(ctx, 1, func(ctx context.Context) error { return s.store.CreateDevice(ctx, who, &d, config) }); err != nil {
		return Device{}, "", err
	}
	if d.Register == "" {
		return d, "", nil
	}
	secret, err := newSecret()
	if err != nil {
		return Device{}, "", err
	}
	return d, secret, s.setSecret(ctx, who, d.ID, secret)
}

// Update changes a device's names and identifiers, but not kind, type and place: package bulk moves devices, with
// their sensors and points.
func (s *Service) Update(ctx context.Context, who audit.Actor, d Device) (Device, error) {
	before, err := s.store.Device(ctx, who.Scope, d.ID)
	if err != nil {
		return Device{}, err
	}
	d.CorporationID, d.CreatedAt = before.CorporationID, before.CreatedAt
	if err := s.fill(ctx, &d); err != nil {
		return Device{}, err
	}
	var refusals errs.Refusals
	if err := refusals.Merge("", s.check(ctx, who.Scope, d)); err != nil {
		return Device{}, err
	}
	if d.Kind != before.Kind {
		refusals.Add("kind", errs.Unchangeable)
	}
	if d.Type != before.Type {
		refusals.Add("type", errs.Unchangeable)
	}
	if d.ProjectID != before.ProjectID {
		refusals.Add("projectId", errs.MovedByAction)
	}
	if err := refusals.Err(); err != nil {
		return Device{}, err
	}
	return d, s.store.UpdateDevice(ctx, who, d)
}

// FirstSecret gives a device its secret if a register ID was added after creation. It returns "" if the device has one
// or needs none.
func (s *Service) FirstSecret(ctx context.Context, who audit.Actor, d Device) (secret string, err error) {
	if d.Register == "" {
		return "", nil
	}
	err = s.store.Exclusively(ctx, exclusion.Owners{Devices: []int64{d.ID}}, func(ctx context.Context) error {
		if _, err := s.store.Secret(ctx, d.ID); !errs.IsKind(err, errs.NotFound) {
			return err
		}
		if secret, err = newSecret(); err != nil {
			return err
		}
		return s.setSecret(ctx, who, d.ID, secret)
	})
	return secret, err
}

// Delete deletes a device; it returns a conflict while a point is bound to it or a sensor is connected to it. Its
// readings are kept.
func (s *Service) Delete(ctx context.Context, who audit.Actor, id int64) error {
	return s.store.Exclusively(ctx, exclusion.Owners{Devices: []int64{id}}, func(ctx context.Context) error { return s.store.DeleteDevice(ctx, who, id) })
}

// SNCodeTaken reports only whether a serial number is used on the platform.
func (s *Service) SNCodeTaken(ctx context.Context, sncode string) (bool, error) {
	return s.store.SNCodeTaken(ctx, sncode)
}

// RegisterTaken reports only whether a register ID is used on the platform.
func (s *Service) RegisterTaken(ctx context.Context, register string) (bool, error) {
	return s.store.RegisterTaken(ctx, register)
}

// Add counts a device by its state at a time.
func (c *Counts) Add(s State, now int64) {
	c.Total++
	switch s.Online(now) {
	case Online:
		c.Online++
	case Sleep:
		c.Sleep++
	default:
		c.Offline++
	}
	switch s.Health() {
	case Unknown:
		c.Unknown++
	case LowVoltage:
		c.LowVoltage++
	case DataLost:
		c.DataLost++
	case DataRepeated:
		c.DataRepeated++
	}
}
