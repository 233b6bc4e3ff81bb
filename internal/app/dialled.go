package app

import (
	"context"
	"net"
	"slices"
	"strings"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/ntrip"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/site/device"
)

func (c Config) outbound() *outbound.Dialler {
	allowed, _ := parseProxies(c.AllowNet) // checked by Validate
	return outbound.New(allowed)
}

// WatchDirs are the folders in which sources may look for files.
func (c Config) WatchDirs() []string {
	return strings.FieldsFunc(c.WatchDir, func(r rune) bool { return r == ',' })
}

// serialPorts are the serial ports that devices may be configured on.
func (c Config) serialPorts() []string {
	return strings.FieldsFunc(c.Serial, func(r rune) bool { return r == ',' || r == ' ' })
}

// dialDevice connects to a device that waits for the platform.
func (s *Server) dialDevice(ctx context.Context, d *ingest.Device, to device.Dial) (net.Conn, error) {
	switch {
	case to.Serial != "":
		return tcp.OpenSerial(to, s.Config.serialPorts())
	case to.GRPC:
		return admi.Conn(ctx, s.Outbound, d, to)
	case to.Mount != "":
		return s.dialCaster(ctx, d, to)
	}
	return s.Outbound.Dial(ctx, d.CorporationID, to.Address)
}

// dialCaster asks an NTRIP caster for the stream of a device.
func (s *Server) dialCaster(ctx context.Context, d *ingest.Device, to device.Dial) (net.Conn, error) {
	link := d.Link(clock.Now().UnixMilli())
	caster := ntrip.Caster{Host: to.Address, Mountpoint: to.Mount, User: link.User}
	if link.Password != "" {
		var err error
		if caster.Password, err = device.OpenField(s.Secrets, link.Password); err != nil {
			return nil, err
		}
	}
	conn, err := s.Outbound.Dial(ctx, d.CorporationID, to.Address)
	if err != nil {
		return nil, err
	}
	return ntrip.Open(ctx, conn, caster)
}

// dialsDevice reports whether this server connects to a device: it has the serial port, or holds the partition of the
// device.
func (s *Server) dialsDevice(id int64, to device.Dial) bool {
	if to.Serial != "" && s.member != nil {
		return slices.Contains(s.Config.serialPorts(), to.Serial)
	}
	return s.Worker.Holds(id)
}
