package tcp

import (
	"net"
	"net/netip"

	"plumbline/internal/field/ingest"
	"plumbline/internal/site/device"
)

// refuses returns why a device may not be connected on this line; "": it may.
func (l *line) refuses(d *ingest.Device, known bool, secret []byte) string {
	switch {
	case !known, l.port.Corporation != 0 && d.CorporationID != l.port.Corporation:
		return ingest.UnknownRegister
	case !l.speaks(d):
		return ingest.WrongProtocol
	}
	if l.dialled != "" && d.Register == l.register {
		return ""
	}
	link := d.Link(now())
	if link.NeedsSecret && !d.Accepts(secret, now()) {
		return ingest.WrongSecret
	}
	from := addressOf(l.conn)
	if len(link.Networks) > 0 && !within(from, link.Networks) {
		return ingest.ForeignNetwork
	}
	if link.Replace == device.ReplaceNetwork {
		if there := l.server.lineOf(d.Register); there != nil && there != l && network(addressOf(there.conn)) != network(from) {
			return ingest.ForeignNetwork
		}
	}
	return ""
}

// speaks reports whether a device speaks the protocol of the port.
func (l *line) speaks(d *ingest.Device) bool {
	if l.port.Protocol == "" {
		return true
	}
	spoken, _ := d.Speaks(now())
	return spoken.Name == l.port.Protocol
}

func addressOf(conn net.Conn) netip.Addr {
	parsed, _ := netip.ParseAddrPort(conn.RemoteAddr().String()) // of a TCP connection
	return parsed.Addr().Unmap()
}

func within(address netip.Addr, networks []string) bool {
	for _, text := range networks {
		if network, err := netip.ParsePrefix(text); err == nil && network.Contains(address) {
			return true
		}
	}
	return false
}

// network returns the network of an address, as far as a modem keeps it when it dials in again.
func network(address netip.Addr) netip.Prefix {
	bits := 24
	if address.Is6() {
		bits = 48
	}
	prefix, _ := address.Prefix(bits) // of a valid length
	return prefix
}
