package tcp

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"net"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
	"plumbline/internal/site/device"
)

const (
	maxBuffer  = 64 << 10 // bytes without a frame (domain protocols.md section 0)
	firstRead  = 512
	keptBuffer = 4 << 10
	// lookSoon is when a device is looked for again after more bytes, at first; the time doubles up to lookAgain, so that
	// bytes that come one by one cost little.
	lookSoon  = 5 * time.Millisecond
	lookAgain = time.Second
	// settle is how long a register ID without an end waits for more.
	settle = 300 * time.Millisecond
	// shortestIdle is the least time without a byte that ends a connection.
	shortestIdle     = 180 * time.Second
	defaultHeartbeat = 60 * time.Second
)

// usualHeartbeats are those of devices without a configured one.
var usualHeartbeats = [][]byte{[]byte("HB"), {0x00}, {0xFE}}

// line is one connection. Its goroutine is that of serve.
type line struct {
	server *Server
	port   *port
	conn   net.Conn
	since  int64 // UTC ms

	stopped  chan struct{} // closed when it is to end
	stopping sync.Once
	done     chan struct{} // closed when it has ended
	counted  atomic.Bool   // no longer counted as a stranger
	writing  sync.Mutex

	buffer   []byte
	register string // that it is registered as
	dialled  string // where the platform dialled; "": the device did
	gathered gathered
	packet   []byte // the registration packet
	bus      bus

	mu      sync.Mutex
	devices map[string]*caller // changed by the goroutine of serve only
}

func (l *line) address() string { return l.conn.RemoteAddr().String() }

// stop ends the connection.
func (l *line) stop() {
	l.stopping.Do(func() {
		close(l.stopped)
		_ = l.conn.Close()
	})
}

func (l *line) noStranger() {
	if l.counted.CompareAndSwap(false, true) {
		l.server.strangers.Add(-1)
	}
}

func (l *line) callerOf(register string) *caller {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.devices[register]
}

// serve reads until the connection ends.
func (l *line) serve() {
	if l.dialled != "" && l.admit(l.register, nil, false) == nil {
		return
	}
	introduced := time.Now().Add(introduceSoon)
	var unknown string // the register ID that was recorded as unknown
	var heard, looked time.Time
	pause := lookSoon
	unread, full := false, false // more has come since then; as much was looked at as is kept
	for {
		deadline := introduced
		switch {
		case len(l.gathered.frames) > 0:
			deadline = heard.Add(settle)
		case l.register != "":
			deadline = l.idleUntil()
		case unread:
			deadline = looked.Add(pause)
		case len(l.buffer) > 0 && unknown == "":
			deadline = heard.Add(settle)
		}
		err := l.read(deadline)
		if err == nil {
			heard = time.Now()
		} else if len(l.gathered.frames) > 0 {
			if l.keepGathered() != nil || !errors.Is(err, os.ErrDeadlineExceeded) {
				return
			}
			continue
		} else if !errors.Is(err, os.ErrDeadlineExceeded) || l.register != "" || !time.Now().Before(introduced) {
			l.noteTLS(err)
			return
		}
		if l.register == "" {
			most := len(l.buffer) >= maxIntroduction
			if full {
				l.buffer = l.buffer[:maxIntroduction]
			}
			if unread = time.Since(looked) < pause && (full || !most); unread {
				continue
			}
			full = most
			more := time.Since(heard) < settle && !most
			if !looked.IsZero() {
				pause = min(2*pause, lookAgain)
			}
			looked = time.Now()
			in, ok := introduce(l.buffer, l.server.config.Intake.Directory(), more)
			if ok && in.device == nil {
				if unknown != in.register {
					unknown = in.register
					l.server.config.Intake.Refused(l.port.transport(), in.register, ingest.UnknownRegister, l.address(), nil)
				}
				continue
			}
			if !ok {
				continue
			}
			l.register, l.packet = in.register, in.packet // before others find the line
			if l.admit(in.register, in.secret, in.packet == nil) == nil {
				return
			}
			l.buffer = l.buffer[in.length:]
		}
		if !l.consume() {
			return
		}
	}
}

// read appends what comes until a deadline.
func (l *line) read(deadline time.Time) error {
	if err := l.conn.SetReadDeadline(deadline); err != nil {
		return err
	}
	if len(l.buffer) == 0 && cap(l.buffer) > keptBuffer {
		l.buffer = nil // an idle connection needs no memory
	}
	if cap(l.buffer)-len(l.buffer) < firstRead {
		grown := make([]byte, len(l.buffer), max(firstRead, 2*cap(l.buffer)))
		copy(grown, l.buffer)
		l.buffer = grown
	}
	n, err := l.conn.Read(l.buffer[len(l.buffer):cap(l.buffer)])
	l.buffer = l.buffer[:len(l.buffer)+n]
	if n > 0 {
		return nil
	}
	return err
}

// noteTLS records a handshake that failed. The register ID is not known.
func (l *line) noteTLS(err error) {
	var plainText tls.RecordHeaderError
	var alert tls.AlertError
	switch {
	case errors.As(err, &plainText):
		l.server.config.Intake.Refused(l.port.transport(), "", ingest.TLSExpected, l.address(), nil)
	case errors.As(err, &alert):
		l.server.config.Intake.Refused(l.port.transport(), "", ingest.TLSFailed, l.address(), nil)
	}
}

// link returns how the device of the registration is reached.
func (l *line) link() *device.Link {
	if d, known := l.server.config.Intake.Directory().ByRegister(l.register); known {
		return d.Link(now())
	}
	return new(device.Link)
}

// idleUntil returns when a silent connection ends; zero: never. An instrument that the platform dialled is silent until it is
// polled.
func (l *line) idleUntil() time.Time {
	every := defaultHeartbeat
	if configured := l.link().HeartbeatEvery; configured > 0 {
		every = time.Duration(configured) * time.Second
	} else if l.dialled != "" {
		return time.Time{}
	}
	return time.Now().Add(max(3*every, shortestIdle))
}

// admit makes the line that of a device; nil if it may not be, or the database is away.
func (l *line) admit(register string, secret []byte, inFrames bool) *caller {
	intake := l.server.config.Intake
	d, known := intake.Directory().ByRegister(register)
	if reason := l.refuses(d, known, secret); reason != "" {
		intake.Refused(l.port.transport(), register, reason, l.address(), nil)
		return nil
	}
	may, err := l.mayReplace(d)
	if err != nil {
		l.server.config.Log.Warn("a device could not connect", "register", register, "error", err)
		return nil
	}
	if !may {
		intake.Refused(l.port.transport(), register, ingest.ForeignNetwork, l.address(), nil)
		return nil
	}
	c := &caller{device: d.ID, register: register, secret: secret, inFrames: inFrames}
	if !l.claim(c) {
		return nil
	}
	if d, known = intake.Directory().ByRegister(register); !known || l.refuses(d, known, secret) != "" {
		return nil // changed on another server a moment ago
	}
	l.mu.Lock()
	l.devices[register] = c
	l.mu.Unlock()
	if replaced := l.server.enter(register, l); replaced != nil {
		replaced.stop()
		select {
		case <-replaced.done:
		case <-l.stopped: // lines of several stations may replace each other
			return nil
		}
	}
	l.noStranger()
	spoken, _ := d.Speaks(now())
	intake.Attempts().Note(d.ID, ingest.Attempt{
		Time: now(), Transport: l.port.transport(), Address: l.address(), Protocol: spoken.Label.En, TLS: l.port.TLS != nil,
	})
	intake.Heard(d.ID, now())
	if l.server.config.Arrived != nil {
		l.server.config.Arrived(register)
	}
	return c
}

// claim makes this server the holder of the device's connection.
func (l *line) claim(c *caller) bool {
	sessions := l.server.config.Sessions
	if sessions == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(l.server.ctx, claimWithin)
	defer cancel()
	session, err := sessions.Claim(ctx, connection.Claim{
		Client: c.register, Device: c.device, Transport: l.port.transport().String(), Address: l.address(), Clean: true,
	})
	if err == nil {
		c.held = connection.Held{Client: c.register, Number: session.Number}
		err = sessions.Subscribe(ctx, c.held, &connection.Subscription{})
	}
	if err == nil {
		err = l.server.config.Current(ctx, session.Generation)
	}
	if err != nil {
		l.server.config.Log.Warn("a device could not connect", "register", c.register, "error", err)
		return false
	}
	return true
}

// consume takes frames, registrations and heartbeats from the buffer. It returns false to end the connection.
func (l *line) consume() bool {
	for len(l.buffer) > 0 {
		d, known := l.server.config.Intake.Directory().ByRegister(l.register)
		if !known {
			l.server.config.Intake.Refused(l.port.transport(), l.register, ingest.UnknownRegister, l.address(), nil)
			return false
		}
		family, _ := d.Speaks(now())
		taken, ok := l.take(d, family)
		if !ok {
			return false
		}
		if taken == 0 {
			break
		}
		l.buffer = l.buffer[:copy(l.buffer, l.buffer[taken:])]
	}
	if len(l.buffer) >= maxBuffer {
		l.server.config.Log.Warn("a device sends no frames", "register", l.register, "bytes", len(l.buffer))
		return false
	}
	return true
}

// take takes one piece from the start of the buffer and returns its length; 0: more bytes are needed.
func (l *line) take(d *ingest.Device, family *protocol.Family) (taken int, ok bool) {
	link := d.Link(now())
	if q := l.askedNow(); q != nil && q.polling != nil {
		if taken := l.answered(q); taken > 0 {
			return taken, true
		}
		return l.nothing(link), true
	}
	skip, n := 0, 0
	if family.Stream != nil {
		skip, n = family.Stream.Cut(l.buffer)
	}
	if n > 0 && skip == 0 {
		return n, l.frame(family, l.buffer[:n])
	}
	if at := l.nothing(link); at > 0 { // a registration or heartbeat, which may stand before a frame
		return at, true
	}
	if family.Stream != nil {
		return skip, true
	}
	if l.begun(link) {
		return 0, true
	}
	l.stray(l.buffer)
	return len(l.buffer), true
}

// nothing returns the length of a registration or a heartbeat at the start of the buffer; 0: there is none.
func (l *line) nothing(link *device.Link) int {
	intake := l.server.config.Intake
	c := l.callerOf(l.register)
	if c == nil {
		return 0
	}
	if len(l.packet) > 0 && bytes.HasPrefix(l.buffer, l.packet) {
		intake.Heard(c.device, now())
		return len(l.packet)
	}
	for _, beat := range heartbeats(link) {
		if !bytes.HasPrefix(l.buffer, beat) {
			continue
		}
		intake.Heard(c.device, now())
		if link.EchoHeartbeat {
			_ = l.write(beat) // a line that ended is noticed by the next read
		}
		return len(beat)
	}
	return 0
}

// begun reports whether the buffer is the start of a registration or a heartbeat.
func (l *line) begun(link *device.Link) bool {
	if bytes.HasPrefix(l.packet, l.buffer) {
		return true
	}
	return slices.ContainsFunc(heartbeats(link), func(beat []byte) bool { return bytes.HasPrefix(beat, l.buffer) })
}

func heartbeats(link *device.Link) [][]byte {
	if link.Heartbeat == "" {
		return usualHeartbeats
	}
	beat, _ := hex.DecodeString(link.Heartbeat) // checked when it was entered
	return [][]byte{beat}
}

// write sends bytes to the device.
func (l *line) write(data []byte) error {
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := l.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	_, err := l.conn.Write(data)
	return err
}
