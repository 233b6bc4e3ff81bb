package device

import (
	"context"
	"errors"
	"time"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/platform/vault"
)

// State is what is known of a device right now. It is flushed in pieces by the
// intake, so it may be some seconds old.
type State struct {
	DeviceID     int64
	LastSeen     int64 // UTC ms of the last frame; 0: never
	Voltage      *float64
	Temperature  *float64
	RSSI         *float64
	Firmware     string
	Interval     int64 // ms, the shortest collection interval of the points it feeds; 0 unknown
	Own          Own
	LowVoltage   bool
	DataLost     bool
	DataRepeated bool
}

// Own is the collection that a device keeps by itself: the shortest interval of the points
// that it uploads, from the first start to the last end of them.
type Own struct {
	Interval   int64 // s; 0: none
	Start, End int64 // UTC ms; 0: open
}

// The states of a device and what they are called.
const (
	Online  = "online"
	Sleep   = "sleep"
	Offline = "offline"
)

// The health of a device: the first that applies, in this order.
const (
	DataLost     = "dataLost"
	LowVoltage   = "lowVoltage"
	DataRepeated = "dataRepeated"
	Healthy      = "normal"
	Unknown      = "unknown" // it has never communicated
)

// OnlineFor is how long a device counts as online after a frame.
const OnlineFor = 5 * time.Minute

// SleepFactor is how many collection intervals a silent device counts as asleep.
const SleepFactor = 1.5

// Online tells the state at a time (domain thresholds.md section 3): online after a
// frame, asleep between the frames of its interval, else offline.
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

// Health tells the health that is shown.
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

// Faults lists all that is wrong with the device, the gravest first; never nil.
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

// Service keeps the rules of devices and of their dated configuration.
type Service struct {
	store Store
	vault *vault.Vault
	limit Limit

	manufacturer string // of the predefined models
}

// Limit runs add, which adds n devices, or refuses it; a licence is one.
type Limit func(ctx context.Context, n int, add func() error) error

// New makes the service. v seals the devices' secrets.
func New(store Store, v *vault.Vault) *Service {
	return &Service{
		store: store, vault: v, manufacturer: catalogue.DefaultManufacturer,
		limit: func(_ context.Context, _ int, add func() error) error { return add() },
	}
}

// SetManufacturer says who makes the predefined models; it is called before the doors open.
func (s *Service) SetManufacturer(name string) { s.manufacturer = name }

// SetLimit limits what is added from now on; it is called before the doors open.
func (s *Service) SetLimit(limit Limit) { s.limit = limit }

// List answers devices of the scope. Sorts by what is in the list, and by createdAt.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[Listed], error) {
	return s.store.Devices(ctx, scope, filter, time.Now().UnixMilli())
}

// Counts are the figures over the same devices as List, whatever the page.
func (s *Service) Counts(ctx context.Context, scope access.Scope, filter Filter) (Counts, error) {
	return s.store.DeviceCounts(ctx, scope, filter, time.Now().UnixMilli())
}

// Get answers one device, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Device, error) {
	return s.store.Device(ctx, scope, id)
}

// State answers what is known of a device right now.
func (s *Service) State(ctx context.Context, scope access.Scope, id int64) (State, error) {
	return s.store.DeviceState(ctx, scope, id)
}

// Create adds a device with the first versions of its configuration. A device with
// a register gets a secret, which is answered this one time.
func (s *Service) Create(ctx context.Context, who oplog.Actor, d Device, config []dated.Draft) (made Device, secret string, err error) {
	err = s.store.Exclusively(ctx, func() error {
		made, secret, err = s.create(ctx, who, d, config)
		return err
	})
	return made, secret, err
}

func (s *Service) create(ctx context.Context, who oplog.Actor, d Device, config []dated.Draft) (Device, string, error) {
	if err := s.fill(ctx, &d); err != nil {
		return Device{}, "", err
	}
	var refusals fault.Refusals
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
		return Device{}, "", fault.New(fault.NothingHere)
	}
	if err := s.limit(ctx, 1, func() error { return s.store.CreateDevice(ctx, who, &d, config) }); err != nil {
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

// Update changes a device's names and identifiers. Kind, type and place stay: package
// action moves devices, with what hangs on them and with what they feed.
func (s *Service) Update(ctx context.Context, who oplog.Actor, d Device) (Device, error) {
	before, err := s.store.Device(ctx, who.Scope, d.ID)
	if err != nil {
		return Device{}, err
	}
	d.CorporationID, d.CreatedAt = before.CorporationID, before.CreatedAt
	if err := s.fill(ctx, &d); err != nil {
		return Device{}, err
	}
	var refusals fault.Refusals
	if err := refusals.Merge("", s.check(ctx, who.Scope, d)); err != nil {
		return Device{}, err
	}
	if d.Kind != before.Kind {
		refusals.Add("kind", fault.Unchangeable)
	}
	if d.Type != before.Type {
		refusals.Add("type", fault.Unchangeable)
	}
	if d.ProjectID != before.ProjectID {
		refusals.Add("projectId", fault.MovedByAction)
	}
	if err := refusals.Err(); err != nil {
		return Device{}, err
	}
	return d, s.store.UpdateDevice(ctx, who, d)
}

// FirstSecret gives a device with a register its secret, where it has none yet: the
// register was added after the device was made. Empty: it has one, or needs none.
func (s *Service) FirstSecret(ctx context.Context, who oplog.Actor, d Device) (secret string, err error) {
	if d.Register == "" {
		return "", nil
	}
	err = s.store.Exclusively(ctx, func() error {
		if _, err := s.store.Secret(ctx, d.ID); !fault.IsKind(err, fault.NotFound) {
			return err
		}
		if secret, err = newSecret(); err != nil {
			return err
		}
		return s.setSecret(ctx, who, d.ID, secret)
	})
	return secret, err
}

// Delete removes a device; Conflict while a point is bound to it or a sensor hangs
// on it. What it sent stays.
func (s *Service) Delete(ctx context.Context, who oplog.Actor, id int64) error {
	return s.store.Exclusively(ctx, func() error { return s.store.DeleteDevice(ctx, who, id) })
}

// SNCodeTaken tells whether a serial number is used on the platform, and no more.
func (s *Service) SNCodeTaken(ctx context.Context, sncode string) (bool, error) {
	return s.store.SNCodeTaken(ctx, sncode)
}

// RegisterTaken tells whether a register is used on the platform, and no more.
func (s *Service) RegisterTaken(ctx context.Context, register string) (bool, error) {
	return s.store.RegisterTaken(ctx, register)
}

// Versions lists the versions of a device's configuration, superseded ones too. An
// empty aspect asks for all.
func (s *Service) Versions(ctx context.Context, scope access.Scope, id int64, aspect definition.DeviceAspect) ([]dated.Record, error) {
	records, err := s.store.DeviceVersions(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	records = dated.OfAspect(records, string(aspect))
	for i := range records {
		if records[i], err = shownRecord(records[i]); err != nil {
			return nil, err
		}
	}
	return records, nil
}

// Record adds a version that is valid from a time on.
func (s *Service) Record(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft) (dated.Record, error) {
	return s.record(ctx, who, id, draft, dated.Record{})
}

// Mend puts a version in the place of another of the same aspect, which is kept as superseded.
func (s *Service) Mend(ctx context.Context, who oplog.Actor, id, versionID int64, draft dated.Draft) (dated.Record, error) {
	old, err := s.standing(ctx, who.Scope, id, versionID)
	if err != nil {
		return dated.Record{}, err
	}
	draft.Aspect = old.Aspect
	return s.record(ctx, who, id, draft, old)
}

// Supersede takes a version out of force without another in its place. What holds again then is
// held against the rules as if it were recorded anew: meanwhile another device may have taken its
// channel.
func (s *Service) Supersede(ctx context.Context, who oplog.Actor, id, versionID int64, note string) (dated.Record, error) {
	old, err := s.standing(ctx, who.Scope, id, versionID)
	if err != nil {
		return dated.Record{}, err
	}
	var gone dated.Record
	err = s.store.Exclusively(ctx, func() (err error) {
		if err = s.CheckReturn(ctx, who.Scope, id, old); err == nil {
			gone, err = s.store.RecordDeviceVersion(ctx, who, id, dated.Draft{Aspect: old.Aspect, ValidFrom: old.ValidFrom, Note: note}, versionID)
		}
		return err
	})
	if err != nil {
		return gone, err
	}
	return shownRecord(gone)
}

// CheckReturn holds what is in force once a version is gone against the rules. A connection alone
// can clash with other devices.
func (s *Service) CheckReturn(ctx context.Context, scope access.Scope, id int64, gone dated.Record) error {
	if definition.DeviceAspect(gone.Aspect) != definition.AspectConnection {
		return nil
	}
	d, err := s.store.Device(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.checkApart(ctx, d, nil, gone.ID)
}

// Check holds a draft against the rules without recording it, for previews. gone is the version in
// whose place it comes; 0: none.
func (s *Service) Check(ctx context.Context, scope access.Scope, id int64, draft dated.Draft, gone int64) error {
	d, err := s.store.Device(ctx, scope, id)
	if err != nil {
		return err
	}
	records, err := s.store.DeviceVersions(ctx, scope, id)
	if err != nil {
		return err
	}
	return s.checkDraft(ctx, d, records, draft, gone)
}

// record adds a version in the place of another, whose secrets may stay, or else beside
// what is in force.
func (s *Service) record(ctx context.Context, who oplog.Actor, id int64, draft dated.Draft, old dated.Record) (made dated.Record, err error) {
	err = s.store.Exclusively(ctx, func() error {
		d, err := s.store.Device(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		records, err := s.store.DeviceVersions(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		if err := s.checkDraft(ctx, d, records, draft, old.ID); err != nil {
			return err
		}
		before := old.Value
		if old.ID == 0 {
			before = inForce(records, draft.ValidFrom)[definition.DeviceAspect(draft.Aspect)]
		}
		var refusals fault.Refusals
		if draft.Value, err = s.seal(definition.DeviceAspect(draft.Aspect), draft.Value, before); err != nil {
			return errors.Join(refusals.Merge("value.", err), refusals.Err())
		}
		made, err = s.store.RecordDeviceVersion(ctx, who, id, draft, old.ID)
		return err
	})
	if err != nil {
		return dated.Record{}, err
	}
	return shownRecord(made)
}

func (s *Service) standing(ctx context.Context, scope access.Scope, id, versionID int64) (dated.Record, error) {
	records, err := s.store.DeviceVersions(ctx, scope, id)
	if err != nil {
		return dated.Record{}, err
	}
	for _, r := range records {
		if r.ID == versionID {
			if r.SupersededAt != 0 {
				return dated.Record{}, fault.New(fault.Changed)
			}
			return r, nil
		}
	}
	return dated.Record{}, fault.New(fault.NothingHere)
}

// Add counts one device by its state at a time.
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
