package device

import (
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"strconv"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/errs"
)

// AspectLink is how a device is reached over a line.
const AspectLink definition.DeviceAspect = "link" // Link

// Link is how a device is reached over a line without a message protocol: TCP, UDP or serial (domain protocols.md
// sections 0 and 1). Everything omitted is the usual.
type Link struct {
	Protocol string          `json:"protocol,omitempty" maxLength:"40" doc:"Name of a protocol family; omitted: that of the protocol code"`
	Profile  json.RawMessage `json:"profile,omitempty" doc:"What the protocol must know of the device, such as its registers"`
	Address  int             `json:"address,omitempty" minimum:"0" maximum:"255" doc:"On the bus; omitted: the channel number of the connection"`

	Dial string `json:"dial,omitempty" maxLength:"200" doc:"Where the platform connects to it: tcp://HOST:PORT, grpc://HOST:PORT or grpcs://HOST:PORT (TLS) of an ADMI service, ntrip://HOST:PORT/MOUNTPOINT of an NTRIP caster, or serial:/dev/ttyS0?baud=9600&data=8&parity=none&stop=1; omitted: it dials in"`
	User string `json:"user,omitempty" maxLength:"100" doc:"Of an NTRIP caster"`
	// Password is sealed in what is stored.
	Password string `json:"password,omitempty" maxLength:"1000" doc:"Of an NTRIP caster; shown as ••••••, which keeps it"`

	Registration   string   `json:"registration,omitempty" doc:"Registration packet, hex; omitted: the register ID as text"`
	EachPacket     bool     `json:"eachPacket,omitempty" doc:"The registration packet stands before each packet"`
	NeedsSecret    bool     `json:"needsSecret,omitempty" doc:"A comma and the secret of the device follow the register ID"`
	Heartbeat      string   `json:"heartbeat,omitempty" doc:"Hex, up to 40 bytes; omitted: HB, 00 or FE"`
	EchoHeartbeat  bool     `json:"echoHeartbeat,omitempty" doc:"The heartbeat is sent back"`
	HeartbeatEvery int      `json:"heartbeatEvery,omitempty" minimum:"5" maximum:"86400" doc:"s; default 60. Three missing ones, and 180 s, end the connection"`
	Networks       []string `json:"networks,omitempty" maxItems:"20" doc:"Networks from which it may connect, such as 10.1.0.0/16; empty: all"`
	Replace        string   `json:"replace,omitempty" enum:"any,network,never" doc:"Who may replace its connection while it lasts: anyone (default), its network only, or nobody"`

	Timeout int `json:"timeout,omitempty" minimum:"100" maximum:"60000" doc:"ms to wait for an answer; default 5000"`
	Retries int `json:"retries,omitempty" minimum:"-1" maximum:"10" doc:"Default 2; -1: none"`
	Gap     int `json:"gap,omitempty" minimum:"-1" maximum:"10000" doc:"ms between an answer and the next request; default 100, -1: none"`
}

// Limits of a link.
const (
	maxHeartbeat    = 40 // bytes
	maxRegistration = 64 // bytes
	maxNetworks     = 20
)

// The values of Link.Replace.
const (
	ReplaceAny     = "any"
	ReplaceNetwork = "network"
	ReplaceNever   = "never"
)

// ProtocolCheck validates the protocol of a link and its profile. d is the device.
type ProtocolCheck func(d Device, link Link) error

// SetProtocols sets the check of protocols, which are known above this package.
func (s *Service) SetProtocols(check ProtocolCheck) { s.protocols = check }

func (s *Service) checkLink(d Device, link Link) error {
	var refusals errs.Refusals
	hexField := func(name, text string, max int) {
		if text == "" {
			return
		}
		if bytes, err := hex.DecodeString(text); err != nil || len(bytes) == 0 {
			refusals.Add(name, errs.HexInvalid)
		} else if len(bytes) > max {
			refusals.Add(name, errs.TooLong, "max", max)
		}
	}
	if _, ok := ParseDial(link.Dial); link.Dial != "" && !ok {
		refusals.Add("dial", errs.DialInvalid)
	} else if link.Dial != "" && d.Register == "" {
		refusals.Add("dial", errs.DialRegister)
	}
	if to, _ := ParseDial(link.Dial); to.Mount == "" {
		for _, field := range []struct{ name, value string }{{"user", link.User}, {"password", link.Password}} {
			if field.value != "" {
				refusals.Add(field.name, errs.LinkUser)
			}
		}
	}
	hexField("registration", link.Registration, maxRegistration)
	hexField("heartbeat", link.Heartbeat, maxHeartbeat)
	if link.NeedsSecret && link.Registration != "" {
		refusals.Add("needsSecret", errs.Unexpected)
	}
	between := func(name string, value, min, max int) {
		if value != 0 && (value < min || value > max) {
			refusals.Add(name, errs.OutOfRange, "min", min, "max", max)
		}
	}
	between("address", link.Address, 1, 255)
	between("heartbeatEvery", link.HeartbeatEvery, 5, 86400)
	between("timeout", link.Timeout, 100, 60000)
	between("retries", link.Retries, -1, 10)
	between("gap", link.Gap, -1, 10000)
	if link.Replace != "" && link.Replace != ReplaceAny && link.Replace != ReplaceNetwork && link.Replace != ReplaceNever {
		refusals.Add("replace", errs.NotOneOf, "allowed", ReplaceAny+", "+ReplaceNetwork+", "+ReplaceNever)
	}
	if len(link.Networks) > maxNetworks {
		refusals.Add("networks", errs.TooManyItems, "max", maxNetworks)
	}
	for i, network := range link.Networks {
		if _, err := netip.ParsePrefix(network); err != nil {
			refusals.Add("networks["+strconv.Itoa(i)+"]", errs.NetworkInvalid)
		}
	}
	if s.protocols != nil {
		if err := refusals.Merge("", s.protocols(d, link)); err != nil {
			return err
		}
	}
	return refusals.Err()
}
