package source

import (
	"net"

	"plumbline/internal/platform/errs"
)

// maxPacket is the maximum length of a packet of an outside broker, bytes after its fixed header. The client library takes
// any length at its word and allocates it, 256 MiB at most.
const maxPacket = 1<<20 + 1<<16

// packets is a connection to a broker. A read fails with errs.BodyTooLarge where a longer packet than maxPacket begins.
type packets struct {
	net.Conn
	inLength bool // the next byte is one of the length (MQTT 3.1.1, 2.2.3)
	shift    int
	left     int // bytes of the packet
}

func (p *packets) Read(to []byte) (int, error) {
	n, err := p.Conn.Read(to)
	for rest := to[:n]; len(rest) > 0; {
		switch {
		case p.inLength:
			p.left |= int(rest[0]&0x7f) << p.shift
			p.shift += 7
			p.inLength = rest[0]&0x80 != 0
			if p.left > maxPacket || p.shift > 28 {
				return 0, errs.New(errs.BodyTooLarge)
			}
			rest = rest[1:]
		case p.left > 0:
			skip := min(p.left, len(rest))
			p.left -= skip
			rest = rest[skip:]
		default:
			p.inLength, p.shift = true, 0
			rest = rest[1:]
		}
	}
	return n, err
}
