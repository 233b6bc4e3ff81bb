package ingest

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// spoken is a protocol that a device speaks from a time on, with its profile.
type spoken struct {
	from    int64
	family  *protocol.Family
	link    *device.Link
	profile any
}

// Speaks returns the protocol family of the device at a time (UTC ms), and the profile for its decoder.
func (d *Device) Speaks(at int64) (family *protocol.Family, profile any) {
	for i := len(d.spoken) - 1; i >= 0; i-- {
		if s := &d.spoken[i]; s.from <= at {
			return s.family, s.profile
		}
	}
	return protocol.Of(d.ProtocolCode), nil // not indexed, in tests
}

// Link returns how the device is reached over a line at a time (UTC ms); never nil.
func (d *Device) Link(at int64) *device.Link {
	for i := len(d.spoken) - 1; i >= 0; i-- {
		if s := &d.spoken[i]; s.link != nil && s.from <= at {
			return s.link
		}
	}
	return new(device.Link)
}

// indexLinks reads the profiles. One that a later version of the program refuses is that of no profile: its frames are
// then decoded by the usual one, or become dead frames.
func (d *Device) indexLinks() {
	family := protocol.Of(d.ProtocolCode)
	profile, _ := profileOf(family, nil)
	d.spoken = []spoken{{from: math.MinInt64, family: family, profile: profile}}
	for _, version := range d.Links.Versions() {
		link := version.Value
		family := familyOf(d.ProtocolCode, &link)
		profile, err := profileOf(family, link.Profile)
		if err != nil {
			profile, _ = profileOf(family, nil)
		}
		d.spoken = append(d.spoken, spoken{version.ValidFrom, family, &link, profile})
	}
}

// familyOf returns the family that a device with a protocol code and a link speaks.
func familyOf(code string, link *device.Link) *protocol.Family {
	if found := protocol.Named(link.Protocol); found != nil {
		return found
	}
	return protocol.Of(code)
}

// profileOf reads a profile; nil if the family has none.
func profileOf(family *protocol.Family, text json.RawMessage) (any, error) {
	if family.Profile == nil {
		return nil, nil
	}
	return family.Profile(text)
}

// CheckLink validates the protocol of a link and its profile; it is a device.ProtocolCheck.
func CheckLink(d device.Device, link device.Link) error {
	if link.Protocol == protocol.Files || link.Protocol != "" && protocol.Named(link.Protocol) == nil {
		var names []string
		for _, f := range protocol.Families() {
			if f.Name != protocol.Files {
				names = append(names, f.Name)
			}
		}
		return errs.OnField("protocol", errs.ProtocolUnknown, "allowed", strings.Join(names, ", "))
	}
	family := familyOf(d.ProtocolCode, &link)
	if len(link.Profile) > 0 && family.Profile == nil {
		return errs.OnField("profile", errs.Unexpected)
	}
	var refusals errs.Refusals
	if to, ok := device.ParseDial(link.Dial); ok && !reaches(to, family.Stream) {
		refusals.Add("dial", errs.DialProtocol, "protocol", family.Label)
	}
	_, err := profileOf(family, link.Profile)
	if err := refusals.Within("profile", err); err != nil {
		return err
	}
	return refusals.Err()
}

// reaches reports whether frames of a family can come from an address; of is nil for families without frames on lines.
func reaches(to device.Dial, of *protocol.Stream) bool {
	if of == nil {
		return !to.GRPC && to.Mount == ""
	}
	return to.GRPC == of.GRPC && (to.Mount == "" || of.Caster)
}

// registration returns the registration packet of a device that has its own; "": it registers with its register ID.
func (d *Device) registration() string {
	links := d.Links.Versions()
	if len(links) == 0 {
		return ""
	}
	packet, _ := hex.DecodeString(links[len(links)-1].Value.Registration) // checked when it was entered
	return string(packet)
}

// maxRegistration is the length of the longest registration packet.
const maxRegistration = 64

// ByRegistration returns the device whose own registration packet stands at the start of what was received, and the
// packet.
func (d *Directory) ByRegistration(received []byte) (found *Device, packet []byte, ok bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	if len(d.byPacket) == 0 {
		return nil, nil, false
	}
	for n := min(len(received), maxRegistration); n > 0; n-- {
		if found, ok := d.byPacket[string(received[:n])]; ok {
			return found, received[:n], true
		}
	}
	return nil, nil, false
}

// Dialled returns the devices that the platform connects to, and where.
func (d *Directory) Dialled() map[*Device]string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	list := make(map[*Device]string, len(d.dialled))
	for id := range d.dialled {
		found := d.byID[id]
		list[found] = found.dial()
	}
	return list
}

// DialOf returns where the platform connects to a device; "": nowhere.
func (d *Directory) DialOf(id int64) string {
	found, ok := d.ByID(id)
	if !ok {
		return ""
	}
	return found.dial()
}

// dial returns where the platform connects to a device; "": it dials in, or has no line.
func (d *Device) dial() string {
	if links := d.Links.Versions(); len(links) > 0 && d.Register != "" {
		return links[len(links)-1].Value.Dial
	}
	return ""
}

// message returns the family that a device speaks in messages, line the one that it speaks on a line.
func message(d *Device, at int64) *protocol.Family {
	family, _ := FamilyOf(MQTT, d, at)
	return family
}
