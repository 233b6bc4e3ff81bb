package app

import (
	"crypto/tls"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/transport/tcp"
)

// dtuPorts parses --dtu: addresses for devices that dial in, comma-separated, such as
// 127.0.0.1:9000,udp://127.0.0.1:9000,tls://:9001?corporation=3&protocol=hj212. secure is the TLS configuration of the server; nil: it has none.
func (c Config) dtuPorts(secure *tls.Config) (ports []tcp.Port, err error) {
	for text := range strings.SplitSeq(c.DTU, ",") {
		text = strings.TrimSpace(text)
		if text == "" {
			continue
		}
		port, encrypted, err := dtuPort(text)
		if err != nil {
			return nil, fmt.Errorf("--dtu %s: %w", text, err)
		}
		switch {
		case encrypted && c.TLSCert == "":
			return nil, fmt.Errorf("--dtu %s: tls:// needs --tls-cert and --tls-key", text)
		case !encrypted && !c.Insecure && !loopback(port.Address):
			return nil, fmt.Errorf("--dtu %s would receive readings and secrets unencrypted: give tls:// (TCP only), or --insecure", text)
		}
		if encrypted {
			port.TLS = secure
		}
		ports = append(ports, port)
	}
	return ports, nil
}

func dtuPort(text string) (port tcp.Port, encrypted bool, err error) {
	address, query, _ := strings.Cut(text, "?")
	port.Address, encrypted = strings.CutPrefix(address, "tls://")
	port.Address, port.UDP = strings.CutPrefix(port.Address, "udp://")
	if encrypted && port.UDP {
		return port, false, fmt.Errorf("UDP has no TLS")
	}
	if err := validAddress(port.Address); err != nil {
		return port, false, err
	}
	options, err := url.ParseQuery(query)
	if err != nil {
		return port, false, fmt.Errorf("options are written as corporation=ID&protocol=NAME")
	}
	for name := range options {
		switch value := options.Get(name); name {
		case "corporation":
			if port.Corporation, err = strconv.ParseInt(value, 10, 64); err != nil || port.Corporation <= 0 {
				return port, false, fmt.Errorf("corporation is the number of a corporation")
			}
		case "protocol":
			if family := protocol.Named(value); family == nil || !dialsIn(family) {
				return port, false, fmt.Errorf("protocol %q is not one of %s", value, strings.Join(lineProtocols(), ", "))
			}
			port.Protocol = value
		default:
			return port, false, fmt.Errorf("unknown option %q: corporation or protocol", name)
		}
	}
	return port, encrypted, nil
}

// dialsIn reports whether devices of a protocol connect to a port of the platform.
func dialsIn(f *protocol.Family) bool { return f.OnLine() && (f.Stream == nil || !f.Stream.GRPC) }

// lineProtocols returns the names of the protocols of devices that dial in.
func lineProtocols() (names []string) {
	for _, family := range protocol.Families() {
		if dialsIn(family) {
			names = append(names, family.Name)
		}
	}
	return names
}
