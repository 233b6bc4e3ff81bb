package tcp

import (
	"context"
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
	return ""
}

// mayReplace reports whether a device may connect although it is connected, here or to another server.
func (l *line) mayReplace(d *ingest.Device) (bool, error) {
	rule := d.Link(now()).Replace
	if rule == "" || rule == device.ReplaceAny || l.dialled != "" && d.Register == l.register {
		return true, nil
	}
	var there netip.Addr
	if open := l.server.lineOf(d.Register); open == l {
		return true, nil
	} else if open != nil {
		there = addressOf(open.conn)
	} else if l.server.config.Sessions != nil {
		ctx, cancel := context.WithTimeout(l.server.ctx, claimWithin)
		defer cancel()
		address, connected, err := l.server.config.Sessions.Address(ctx, d.Register)
		if err != nil || !connected {
			return err == nil, err
		}
		there = parsed(address)
	} else {
		return true, nil
	}
	return rule == device.ReplaceNetwork && network(there) == network(addressOf(l.conn)), nil
}

// speaks reports whether a device speaks the protocol of the port.
func (l *line) speaks(d *ingest.Device) bool {
	if l.port.Protocol == "" {
		return true
	}
	spoken, _ := d.Speaks(now())
	return spoken.Name == l.port.Protocol
}

func addressOf(conn net.Conn) netip.Addr { return parsed(conn.RemoteAddr().String()) }

// parsed returns the IP address of host:port; invalid for a serial port.
func parsed(address string) netip.Addr {
	at, _ := netip.ParseAddrPort(address)
	return at.Addr().Unmap()
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
