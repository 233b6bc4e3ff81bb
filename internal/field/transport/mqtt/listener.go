package mqtt

import (
	"crypto/tls"
	"encoding/binary"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/listeners"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
)

// listener accepts connections with limits that the broker's own listener lacks: on unauthenticated connections, the
// time to sign in, and devices that do not read.
type listener struct {
	plain net.Listener
	tls   *tls.Config
	in    Intake
	log   *slog.Logger
	// farewell notifies signed-in devices of the shutdown.
	farewell func()
	finished func(*conn) // called when the broker has finished with a connection
	acked    func(connection.Message)

	mu     sync.Mutex
	open   map[*conn]bool
	closed bool

	strangers atomic.Int64
	serving   sync.WaitGroup
}

func (l *listener) Init(*slog.Logger) error { return nil }

const listenerID = "mqtt"

func (l *listener) ID() string { return listenerID }

func (l *listener) Protocol() string { return "mqtt" }

func (l *listener) Address() string { return l.plain.Addr().String() }

func (l *listener) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.open)
}

func (l *listener) Serve(establish listeners.EstablishFn) {
	for {
		accepted, err := l.plain.Accept()
		if err != nil {
			if errors.Is(err, net.ErrClosed) {
				return
			}
			// Out of file handles: new connections wait until others close.
			l.log.Warn("an MQTT connection could not be accepted", "error", err)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		if l.strangers.Load() >= maxStrangers {
			_ = accepted.Close()
			continue
		}
		if l.tls != nil {
			accepted = tls.Server(accepted, l.tls)
		}
		c := &conn{Conn: accepted, listener: l, since: now(), endSignIn: func() {}, done: make(chan struct{}), out: outbox{acked: l.acked}}
		if !l.add(c) {
			_ = accepted.Close()
			return
		}
		_ = accepted.SetDeadline(time.Now().Add(signInWithin))
		go func() {
			defer l.serving.Done()
			if err := establish(l.ID(), c); err != nil {
				l.noteTLS(c, err)
				l.log.Debug("an MQTT connection ended", "address", c.RemoteAddr().String(), "reason", err)
			}
			_ = c.Close()
			l.finished(c)
			c.endSignIn()
			close(c.done)
		}()
	}
}

// noteTLS records connections that failed because only one side used TLS or both did not agree. Their register ID is
// unknown.
func (l *listener) noteTLS(c *conn, err error) {
	if c.welcome.Load() {
		return
	}
	var plainText tls.RecordHeaderError
	var alert tls.AlertError
	reason := ""
	switch {
	case errors.Is(err, errTLSOnPlain):
		reason = ingest.TLSUnexpected
	case errors.As(err, &plainText):
		reason = ingest.TLSExpected
	case errors.As(err, &alert) || l.tls != nil && strings.Contains(err.Error(), "tls: "):
		reason = ingest.TLSFailed
	}
	if reason != "" {
		l.in.Refused(ingest.MQTT, "", reason, c.RemoteAddr().String(), nil)
	}
}

func (l *listener) add(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return false
	}
	l.open[c] = true
	l.strangers.Add(1)
	l.serving.Add(1)
	return true
}

// stopAccepting closes the port.
func (l *listener) stopAccepting() {
	if err := l.plain.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
		l.log.Warn("the MQTT port could not be closed", "error", err)
	}
}

// Close notifies signed-in devices and closes all connections. The broker's own method takes one read lock twice, and
// so deadlocks if a device disconnects at that moment.
func (l *listener) Close(listeners.CloseFn) {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return
	}
	l.closed = true
	l.mu.Unlock()
	l.stopAccepting()
	l.farewell()
	l.mu.Lock()
	left := make([]*conn, 0, len(l.open))
	for c := range l.open {
		left = append(left, c)
	}
	l.mu.Unlock()
	for _, c := range left {
		_ = c.Close()
	}
	l.serving.Wait()
}

// conn is one connection.
type conn struct {
	password []byte // used to sign in
	device   int64
	since    int64           // UTC ms
	client   *broker.Client  // nil before it is signed in
	held     connection.Held // with several servers
	out      outbox
	net.Conn
	listener *listener
	counted  atomic.Bool // no longer counted as unauthenticated
	welcome  atomic.Bool // the device is authenticated
	once     sync.Once
	// endSignIn lets the next connection with the same register ID sign in.
	endSignIn func()
	// done is closed when the broker has finished with the connection.
	done chan struct{}

	first   []byte // start of the first packet, until it is checked
	checked bool
}

// Read checks the first packet before the broker allocates memory for it: otherwise an unauthenticated client could
// claim a megabyte with five bytes.
func (c *conn) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	if !c.checked && n > 0 {
		c.first = append(c.first, into[:n]...)
		length, size := binary.Uvarint(c.first[1:])
		switch {
		case c.first[0] == tlsHandshake && c.listener.tls == nil:
			return 0, errTLSOnPlain
		case c.first[0] != connectPacket || length > maxConnect || size < 0 || size == 0 && len(c.first) > 5 || size > 0 && length <= versionAt:
			return 0, errFirstPacket
		case size > 0 && len(c.first) > 1+size+versionAt:
			earlier := len(c.first) - n
			into[1+size+versionAt-earlier] &^= bridged
			c.checked, c.first = true, nil
		}
	}
	return n, err
}

const (
	connectPacket = 0x10
	tlsHandshake  = 0x16
	maxConnect    = 8 << 10

	versionAt = 6    // of the protocol version, behind the name MQTT and its length
	bridged   = 0x80 // set in it by bridges of mosquitto, which the broker does not know
)

var (
	errFirstPacket = errors.New("the first packet is not a CONNECT, or too long")
	errTLSOnPlain  = errors.New("TLS handshake on a port without TLS")
)

// signedIn marks the connection as authenticated.
func (c *conn) signedIn() {
	c.welcome.Store(true)
	c.noStranger()
}

func (c *conn) noStranger() {
	if c.counted.CompareAndSwap(false, true) {
		c.listener.strangers.Add(-1)
	}
}

// Write times out for a device that does not read.
func (c *conn) Write(data []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return 0, err
	}
	return c.Conn.Write(data)
}

// Close closes once and updates the counts.
func (c *conn) Close() (err error) {
	c.once.Do(func() {
		c.listener.mu.Lock()
		delete(c.listener.open, c)
		c.listener.mu.Unlock()
		c.noStranger()
		err = c.Conn.Close()
	})
	return err
}
