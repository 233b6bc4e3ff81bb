package tcp

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"sync"
	"time"

	"plumbline/internal/field/ingest"
)

// Limits of UDP. The address of a datagram can be forged, so that what is kept for one must be little.
const (
	maxDatagram   = 64 << 10
	maxSenders    = 4_096 // at a port
	waitDatagrams = 16    // of a sender, until they are read
)

// listenUDP opens a port for datagrams. Each sender's address is a line.
func (s *Server) listenUDP(p Port) error {
	conn, err := net.ListenPacket("udp", p.Address)
	if err != nil {
		return err
	}
	opened := &port{Port: p, by: ingest.UDP, listener: conn, address: conn.LocalAddr()}
	s.ports = append(s.ports, opened)
	s.work.Go(func() { s.receive(opened, conn.(*net.UDPConn)) })
	return nil
}

// receive gives datagrams to the lines of their senders.
func (s *Server) receive(p *port, conn *net.UDPConn) {
	senders := &senders{list: map[netip.AddrPort]*sender{}}
	buffer := make([]byte, maxDatagram)
	for {
		n, from, err := conn.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil || n == 0 {
			continue // such as a refusal of what was sent
		}
		known := senders.of(from)
		if known == nil {
			known = &sender{senders: senders, conn: conn, from: from, in: make(chan []byte, waitDatagrams), closed: make(chan struct{})}
			if !senders.add(known) {
				continue
			}
			l := s.newLine(p, known)
			if !s.add(l) {
				_ = known.Close()
				continue
			}
			go func() {
				defer s.work.Done()
				l.serve()
				s.remove(l)
			}()
		}
		select {
		case known.in <- append([]byte(nil), buffer[:n]...):
		default: // the sender repeats what is not answered
		}
	}
}

// senders are those of one port.
type senders struct {
	mu   sync.Mutex
	list map[netip.AddrPort]*sender
}

func (s *senders) of(from netip.AddrPort) *sender {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list[from]
}

func (s *senders) add(one *sender) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) >= maxSenders {
		return false
	}
	s.list[one.from] = one
	return true
}

// sender is a device that sends datagrams, as a connection. One goroutine reads.
type sender struct {
	senders *senders
	conn    *net.UDPConn
	from    netip.AddrPort
	in      chan []byte
	rest    []byte
	until   time.Time // zero: no deadline
	closed  chan struct{}
	closing sync.Once
}

func (s *sender) Read(b []byte) (int, error) {
	if len(s.rest) == 0 {
		var expired <-chan time.Time
		if !s.until.IsZero() {
			timer := time.NewTimer(time.Until(s.until))
			defer timer.Stop()
			expired = timer.C
		}
		select {
		case s.rest = <-s.in:
		case <-s.closed:
			return 0, net.ErrClosed
		case <-expired:
			return 0, os.ErrDeadlineExceeded
		}
	}
	n := copy(b, s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

func (s *sender) Write(b []byte) (int, error) { return s.conn.WriteToUDPAddrPort(b, s.from) }

func (s *sender) Close() error {
	s.closing.Do(func() {
		close(s.closed)
		s.senders.mu.Lock()
		defer s.senders.mu.Unlock()
		if s.senders.list[s.from] == s {
			delete(s.senders.list, s.from)
		}
	})
	return nil
}

func (s *sender) LocalAddr() net.Addr  { return s.conn.LocalAddr() }
func (s *sender) RemoteAddr() net.Addr { return net.UDPAddrFromAddrPort(s.from) }

func (s *sender) SetReadDeadline(t time.Time) error {
	s.until = t
	return nil
}

func (s *sender) SetDeadline(t time.Time) error    { return s.SetReadDeadline(t) }
func (s *sender) SetWriteDeadline(time.Time) error { return nil }
