package device

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Dial is where the platform reaches a device that does not dial in: an address, or a serial port of the server.
type Dial struct {
	Address string // host:port; "": a serial port
	GRPC    bool   // a gRPC service is there
	TLS     bool   // its connection is encrypted
	Mount   string // mountpoint of an NTRIP caster; "": there is none
	Serial  string // such as /dev/ttyS0
	Mode    SerialMode
}

// SerialMode is how a serial port transfers bytes.
type SerialMode struct {
	Baud   int    // default 9600
	Data   int    // bits of a byte; default 8
	Parity string // none (default), even or odd
	Stop   int    // stop bits; default 1
}

const (
	dialTCP    = "tcp://"
	dialGRPC   = "grpc://"
	dialGRPCS  = "grpcs://" // over TLS
	dialNTRIP  = "ntrip://"
	dialSerial = "serial:"
	maxBaud    = 4_000_000
)

// ParseDial reads Link.Dial; false if the text is no address.
func ParseDial(text string) (d Dial, ok bool) {
	for prefix, found := range map[string]Dial{dialTCP: {}, dialGRPC: {GRPC: true}, dialGRPCS: {GRPC: true, TLS: true}} {
		if address, is := strings.CutPrefix(text, prefix); is {
			found.Address = address
			return found, validHostPort(address)
		}
	}
	if caster, is := strings.CutPrefix(text, dialNTRIP); is {
		address, mount, _ := strings.Cut(caster, "/")
		return Dial{Address: address, Mount: mount}, validHostPort(address) && validMount(mount)
	}
	rest, isSerial := strings.CutPrefix(text, dialSerial)
	path, query, _ := strings.Cut(rest, "?")
	options, err := url.ParseQuery(query)
	if !isSerial || err != nil || !strings.HasPrefix(path, "/dev/") && !strings.HasPrefix(path, "COM") {
		return d, false
	}
	d.Serial, d.Mode = path, SerialMode{Baud: 9600, Data: 8, Parity: "none", Stop: 1}
	for name := range options {
		value := options.Get(name)
		n, err := strconv.Atoi(value)
		switch name {
		case "baud":
			d.Mode.Baud, ok = n, err == nil && n > 0 && n <= maxBaud
		case "data":
			d.Mode.Data, ok = n, err == nil && n >= 5 && n <= 8
		case "stop":
			d.Mode.Stop, ok = n, err == nil && (n == 1 || n == 2)
		case "parity":
			d.Mode.Parity, ok = value, value == "none" || value == "even" || value == "odd"
		default:
			ok = false
		}
		if !ok {
			return Dial{}, false
		}
	}
	return d, true
}

const maxMount = 100

// validMount reports whether a text is a mountpoint: visible ASCII that stands for itself in an address.
func validMount(text string) bool {
	return text != "" && len(text) <= maxMount && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune("/?#%\\\"<>", r)
	})
}

func validHostPort(address string) bool {
	if _, err := netip.ParseAddrPort(address); err == nil {
		return true
	}
	at := strings.LastIndexByte(address, ':')
	if at <= 0 || strings.ContainsAny(address[:at], "/@:?# ") {
		return false
	}
	port, err := strconv.ParseUint(address[at+1:], 10, 16)
	return err == nil && port > 0
}
