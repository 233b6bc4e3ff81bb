package app

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/pires/go-proxyproto"
)

// proxies are the trusted networks whose forwarded addresses are used.
type proxies []netip.Prefix

// parseProxies parses networks and addresses, comma-separated.
func parseProxies(list string) (proxies, error) {
	var made proxies
	for part := range strings.SplitSeq(list, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if err != nil {
			address, alone := netip.ParseAddr(part)
			if alone != nil {
				return nil, fmt.Errorf("%q is neither a network such as 10.0.0.0/8 nor an address", part)
			}
			prefix = netip.PrefixFrom(address, address.BitLen())
		}
		made = append(made, prefix.Masked())
	}
	return made, nil
}

func (p proxies) trust(address netip.Addr) bool {
	for _, prefix := range p {
		if prefix.Contains(address) {
			return true
		}
	}
	return false
}

// behind gives requests from a trusted proxy the address of the client. All other headers are ignored, since anyone
// can send them.
func (p proxies) behind(next http.Handler) http.Handler {
	if len(p) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if client, ok := p.client(r); ok {
			r.RemoteAddr = net.JoinHostPort(client.String(), "0")
		}
		next.ServeHTTP(w, r)
	})
}

// client returns the right-most forwarded address that is not a trusted proxy: everything left of it is untrusted.
// Contradicting or invalid headers are ignored.
func (p proxies) client(r *http.Request) (client netip.Addr, ok bool) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !p.trust(peer.Addr().Unmap()) {
		return client, false
	}
	listed, isListed := p.rightmost(r.Header.Values("X-Forwarded-For"), func(s string) string { return s })
	forwarded, isForwarded := p.rightmost(r.Header.Values("Forwarded"), forValue)
	switch {
	case isListed && isForwarded:
		return listed, listed == forwarded
	case isListed:
		return listed, true
	case isForwarded:
		return forwarded, true
	case len(r.Header.Values("X-Forwarded-For"))+len(r.Header.Values("Forwarded")) > 0:
		return client, false
	}
	return p.rightmost(r.Header.Values("X-Real-Ip"), func(s string) string { return s })
}

// rightmost reads a list from its end; if all are trusted proxies, it returns the left-most.
func (p proxies) rightmost(lines []string, part func(string) string) (found netip.Addr, ok bool) {
	hops := strings.Split(strings.Join(lines, ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		address, err := parseHop(part(strings.TrimSpace(hops[i])))
		if err != nil {
			return netip.Addr{}, false
		}
		found, ok = address, true
		if !p.trust(address) {
			return found, true
		}
	}
	return found, ok
}

// forValue returns the value of for= in an element of Forwarded (RFC 7239).
func forValue(element string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		if strings.EqualFold(name, "for") {
			return strings.Trim(value, `"`)
		}
	}
	return ""
}

// parseHop parses an address with or without port, IPv6 with or without brackets.
func parseHop(s string) (netip.Addr, error) {
	if both, err := netip.ParseAddrPort(s); err == nil {
		return both.Addr().Unmap().WithZone(""), nil
	}
	address, err := netip.ParseAddr(strings.Trim(s, "[]"))
	return address.Unmap().WithZone(""), err
}

// proxies returns the validated proxies of the configuration.
func (c Config) proxies() proxies {
	made, _ := parseProxies(c.TrustedProxies)
	return made
}

// checkProxyProtocol checks the ports of the PROXY protocol.
func (c Config) checkProxyProtocol() error {
	for _, port := range c.proxyPorts() {
		if port != "http" && port != "mqtt" && port != "dtu" {
			return fmt.Errorf("--proxy-protocol %q: http, mqtt, dtu or several, such as http,mqtt", c.ProxyProtocol)
		}
	}
	if len(c.proxyPorts()) > 0 && len(c.proxies()) == 0 {
		return fmt.Errorf("--proxy-protocol: give the addresses of the proxies with --trusted-proxies")
	}
	return nil
}

func (c Config) proxyPorts() (ports []string) {
	for port := range strings.SplitSeq(c.ProxyProtocol, ",") {
		if port = strings.TrimSpace(port); port != "" {
			ports = append(ports, port)
		}
	}
	return ports
}

// proxyProtocol returns a listener that reads the PROXY protocol, version 1 or 2, from trusted proxies, which must send
// it: a proxy that passes on what its client sends would let the client choose its address. To everyone else the header
// is a violation of the protocol behind it. It returns nil if the port does not use the PROXY protocol.
func (c Config) proxyProtocol(port string) func(net.Listener) net.Listener {
	if !slices.Contains(c.proxyPorts(), port) {
		return nil
	}
	trusted := c.proxies()
	return func(listener net.Listener) net.Listener {
		return &proxyproto.Listener{
			Listener: listener, ReadHeaderTimeout: headersWithin,
			ConnPolicy: func(from proxyproto.ConnPolicyOptions) (proxyproto.Policy, error) {
				if peer, ok := from.Upstream.(*net.TCPAddr); ok && trusted.trust(peer.AddrPort().Addr().Unmap().WithZone("")) {
					return proxyproto.REQUIRE, nil
				}
				return proxyproto.SKIP, nil
			},
		}
	}
}
