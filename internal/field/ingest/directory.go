package ingest

import (
	"context"
	"crypto/subtle"
	"fmt"
	"slices"
	"sync"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/site/device"
)

// Device is the data of a device with a register ID that listeners and stage 1 need.
type Device struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Kind          string // a kind of the catalog
	Register      string
	SNCode        string
	ProtocolCode  string
	TimeZone      string   // IANA name: the device's, else its project's, else its corporation's, else Asia/Shanghai
	Secrets       []Secret // the current one, and during rotation the old one
	// Channels is the channel configuration: a gateway's names for channels.
	Channels timeline.Timeline[definition.Channels]
	// Children are the devices that are or were connected to channels of this one.
	Children []Child
	// Connection is the device's own connection if it is a sensor on a collector.
	Connection timeline.Timeline[definition.Connection]
	// Links is how the device is reached over a line.
	Links timeline.Timeline[device.Link]

	zone   *time.Location
	names  []channelNames // ordered by validity
	spoken []spoken       // ordered by validity
}

// Secret is a device secret in plain text: MQTT password and HMAC key. Until is the UTC ms at which it expires; 0:
// never.
type Secret struct {
	Text  string
	Until int64
}

// Child is a device on a channel of a collector.
type Child struct {
	ID         int64
	SNCode     string
	Connection timeline.Timeline[definition.Connection]
}

// Accepts reports whether a password is one of the device's secrets at a time. It takes constant time.
func (d *Device) Accepts(password []byte, now int64) bool {
	accepted := 0
	for _, secret := range d.Secrets {
		match := subtle.ConstantTimeCompare([]byte(secret.Text), password)
		if secret.Until != 0 && secret.Until <= now {
			match = 0
		}
		accepted |= match
	}
	return accepted == 1
}

// Keys returns the secrets that are valid at a time.
func (d *Device) Keys(now int64) [][]byte {
	keys := make([][]byte, 0, len(d.Secrets))
	for _, secret := range d.Secrets {
		if secret.Until == 0 || secret.Until > now {
			keys = append(keys, []byte(secret.Text))
		}
	}
	return keys
}

// ChannelNamed returns the channel that has a gateway's own name at a time.
func (d *Device) ChannelNamed(name []byte, at int64) (int32, bool) {
	for i := len(d.names) - 1; i >= 0; i-- {
		if d.names[i].from <= at {
			no, ok := d.names[i].channels[string(name)]
			return no, ok
		}
	}
	return 0, false
}

// channelNames is one version of the channel configuration, by name.
type channelNames struct {
	from     int64
	channels map[string]int32
}

// index builds the lookups of names and of links.
func (d *Device) index() {
	d.zone = d.Zone()
	d.indexLinks()
	d.names = nil
	for _, version := range d.Channels.Versions() {
		names := channelNames{from: version.ValidFrom, channels: map[string]int32{}}
		for _, channel := range version.Value.Channels {
			if channel.Name != "" {
				names.channels[channel.Name] = channel.ChannelNo
			}
		}
		d.names = append(d.names, names)
	}
}

// ChannelOfChild returns the channel to which a bus device with a serial number was connected at a time.
func (d *Device) ChannelOfChild(sn []byte, at int64) (int32, bool) {
	for i := range d.Children {
		if d.Children[i].SNCode != string(sn) {
			continue
		}
		version, ok := d.Children[i].Connection.At(at)
		if ok && version.Value.CollectorID == d.ID {
			return version.Value.ChannelNo, true
		}
	}
	return 0, false
}

// OnChannel returns the device that was connected to a channel at a time, or this one if there was none.
func (d *Device) OnChannel(no int32, at int64) int64 {
	for i := range d.Children {
		version, ok := d.Children[i].Connection.At(at)
		if no != 0 && ok && version.Value.CollectorID == d.ID && version.Value.ChannelNo == no {
			return d.Children[i].ID
		}
	}
	return d.ID
}

// Loader reads devices for the directory.
type Loader interface {
	// IntakeDevices returns the given devices, or all if ids is nil: those with a register ID, and sensors, whose
	// Connection leads to their collectors. Deleted devices are left out.
	IntakeDevices(ctx context.Context, ids []int64) ([]Device, error)
	// RegisterOwner returns the device with a register ID; 0: none.
	RegisterOwner(ctx context.Context, register string) (int64, error)
}

// Directory is the in-memory table of devices against which every message is checked, so that ten thousand devices can
// reconnect at once.
type Directory struct {
	loader Loader

	looks  looks
	follow func(ctx context.Context) error // applies the changes of other servers; nil: there are none

	refreshing sync.Mutex // one refresh at a time, without blocking readers

	mu         sync.RWMutex
	byID       map[int64]*Device
	byRegister map[string]*Device
	byPacket   map[string]*Device // by registration packet, of devices that have their own
	dialled    map[int64]bool     // devices that the platform connects to
}

// NewDirectory loads all devices.
func NewDirectory(ctx context.Context, loader Loader) (*Directory, error) {
	d := &Directory{loader: loader}
	if err := d.Reload(ctx); err != nil {
		return nil, err
	}
	return d, nil
}

// Follow makes Prove see the changes of other servers at once. f is nil for the only server.
func (d *Directory) Follow(f Follower) {
	if f != nil {
		d.follow = f.CatchUp
	}
}

// Reload loads all devices again: new ones are added, deleted ones removed.
func (d *Directory) Reload(ctx context.Context) error {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	all, err := d.loader.IntakeDevices(ctx, nil)
	if err != nil {
		return fmt.Errorf("load the devices: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.byID = make(map[int64]*Device, len(all))
	d.byRegister = make(map[string]*Device, len(all))
	d.byPacket = map[string]*Device{}
	d.dialled = map[int64]bool{}
	for i := range all {
		d.enter(&all[i])
	}
	return nil
}

// ByRegister returns the device with a register ID. Do not change the result.
func (d *Directory) ByRegister(register string) (*Device, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	found, ok := d.byRegister[register]
	return found, ok
}

// ByID returns a device. Do not change the result.
func (d *Directory) ByID(id int64) (*Device, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	found, ok := d.byID[id]
	return found, ok
}

// Way returns the connection of a device: one with a register ID is its own gateway, another is reached through its
// collectors at the time.
func (d *Directory) Way(id, at int64) (command.Way, bool) {
	instrument, ok := d.ByID(id)
	if !ok {
		return command.Way{}, false
	}
	if instrument.Register != "" {
		family, profile := instrument.Speaks(at)
		return command.Way{
			Gateway: id, Instrument: id, Register: instrument.Register, Zone: instrument.Zone(),
			Message: message(instrument, at), Line: family, Profile: profile,
		}, true
	}
	for range mostCollectors {
		connection, ok := instrument.Connection.At(at)
		if !ok {
			return command.Way{}, false
		}
		collector, ok := d.ByID(connection.Value.CollectorID)
		if !ok {
			return command.Way{}, false
		}
		if collector.Register != "" {
			family, profile := instrument.Speaks(at)
			return command.Way{
				Gateway: collector.ID, Instrument: instrument.ID, Register: collector.Register, Child: instrument.SNCode,
				ChannelNo: connection.Value.ChannelNo, Zone: instrument.Zone(), Message: message(collector, at), Line: family, Profile: profile,
			}, true
		}
		instrument = collector
	}
	return command.Way{}, false
}

// mostCollectors bounds the way from a sensor to its gateway.
const mostCollectors = 8

// Len returns the number of devices.
func (d *Directory) Len() int {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return len(d.byID)
}

// Refresh reloads devices after a change of configuration, and their present and previous collectors.
func (d *Directory) Refresh(ctx context.Context, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	defer d.looks.forget()
	return d.reload(ctx, ids)
}

func (d *Directory) reload(ctx context.Context, ids []int64) error {
	d.refreshing.Lock()
	defer d.refreshing.Unlock()
	changed, err := d.load(ctx, ids)
	if err != nil {
		return err
	}
	if collectors := d.collectorsOf(ids, changed); len(collectors) > 0 {
		more, err := d.load(ctx, collectors)
		if err != nil {
			return err
		}
		changed = append(changed, more...)
		ids = append(slices.Clone(ids), collectors...)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, id := range ids {
		if old, ok := d.byID[id]; ok {
			delete(d.byID, id)
			delete(d.dialled, id)
			if d.byRegister[old.Register] == old {
				delete(d.byRegister, old.Register)
			}
			if packet := old.registration(); d.byPacket[packet] == old {
				delete(d.byPacket, packet)
			}
		}
	}
	for i := range changed {
		d.enter(&changed[i])
	}
	return nil
}

func (d *Directory) load(ctx context.Context, ids []int64) ([]Device, error) {
	loaded, err := d.loader.IntakeDevices(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("load changed devices: %w", err)
	}
	return loaded, nil
}

// collectorsOf returns the collectors, outside ids, that have a changed device as a child now or had it before.
func (d *Directory) collectorsOf(ids []int64, changed []Device) []int64 {
	known := make(map[int64]bool, len(ids))
	for _, id := range ids {
		known[id] = true
	}
	var collectors []int64
	add := func(id int64) {
		if id != 0 && !known[id] {
			known[id] = true
			collectors = append(collectors, id)
		}
	}
	for i := range changed {
		for _, version := range changed[i].Connection.Versions() {
			add(version.Value.CollectorID)
		}
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	for _, id := range ids {
		if old, ok := d.byID[id]; ok {
			for _, version := range old.Connection.Versions() {
				add(version.Value.CollectorID)
			}
		}
	}
	return collectors
}

func (d *Directory) enter(found *Device) {
	found.index()
	d.byID[found.ID] = found
	if found.Register == "" {
		return
	}
	d.byRegister[found.Register] = found
	if packet := found.registration(); packet != "" {
		d.byPacket[packet] = found
	}
	if found.dial() != "" {
		d.dialled[found.ID] = true
	}
}
