// Package outbound connects to addresses that people enter: instruments, brokers, partner clouds, webhooks. Addresses
// inside the operator's network are refused unless the operator has listed them, so that nobody reaches through the
// server what only the server can reach.
package outbound

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync"
	"time"

	"plumbline/internal/platform/errs"
)

const dialWithin = 15 * time.Second

// Dialler connects to addresses that people enter. It is safe for concurrent use.
type Dialler struct {
	// Resolver resolves names; nil: the system's.
	Resolver *net.Resolver

	allowed []netip.Prefix
	mu      sync.Mutex
	used    map[int64]*use // by corporation
}

// New returns a dialler that also reaches the networks that the operator has listed.
func New(allowed []netip.Prefix) *Dialler {
	return &Dialler{allowed: allowed, used: map[int64]*use{}}
}

// Dial connects to host:port for a corporation. The address to which a name resolves is checked and dialled, so that a
// second resolution cannot change it. The error is errs.AddressForbidden, errs.AddressUnknown, errs.TooManyOutbound, or that
// of the network.
func (d *Dialler) Dial(ctx context.Context, corporation int64, address string) (net.Conn, error) {
	u, ok := d.take(corporation)
	if !ok {
		return nil, errs.New(errs.TooManyOutbound, "max", maxOpen)
	}
	conn, err := d.dial(ctx, address)
	if err != nil {
		d.give(u)
		return nil, err
	}
	return d.counted(conn, u), nil
}

func (d *Dialler) dial(ctx context.Context, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWithin)
	defer cancel()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errs.New(errs.AddressUnknown, "address", address)
	}
	found, err := d.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	var failed []error
	forbidden := 0
	for _, ip := range found {
		if !d.Allows(ip) {
			forbidden++
			continue
		}
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(ip.String(), port))
		if err == nil {
			return conn, nil
		}
		failed = append(failed, err)
	}
	if forbidden == len(found) {
		return nil, errs.New(errs.AddressForbidden, "address", address)
	}
	return nil, errors.Join(failed...)
}

func (d *Dialler) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, nil
	}
	resolver := d.Resolver
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	found, err := resolver.LookupNetIP(ctx, "ip", host)
	if err != nil || len(found) == 0 {
		return nil, errs.New(errs.AddressUnknown, "address", host)
	}
	return found, nil
}

// Allows reports whether an address may be dialled: it is public, or in a network that the operator has listed.
func (d *Dialler) Allows(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	for _, network := range d.allowed {
		if network.Contains(ip) {
			return true
		}
	}
	return public(ip)
}
