package tcp

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

const (
	maxLines      = 20_000
	maxStrangers  = 4_096            // connections without a device
	introduceSoon = 60 * time.Second // until the device is known
	writeWithin   = 10 * time.Second // for devices that do not read
	claimWithin   = 10 * time.Second
	sweepEvery    = time.Second // for devices that may no longer be connected
	acceptAgain   = 50 * time.Millisecond
)

// Intake is the part of intake that the listener uses.
type Intake interface {
	CommitProven(ctx context.Context, frame ingest.Frame, proves func(*ingest.Device) bool) (ingest.Entry, error)
	// Note records what was sent to a device, for the log of its frames.
	Note(frame ingest.Frame)
	// Heard records a sign of life of a device without a frame, at a time (UTC ms).
	Heard(device, at int64)
	Directory() *ingest.Directory
	// Refused records a rejection and its reason; Attempts records connections.
	Refused(transport ingest.Transport, register, reason, address string, why *errs.Error)
	Attempts() *ingest.Attempts
	// PartsOf returns the stored frames of a device's message that is not complete yet, oldest first.
	PartsOf(ctx context.Context, device int64, since int64, of func(frame []byte) bool) ([][]byte, error)
}

// Port is one address to listen on.
type Port struct {
	Address     string      // host:port; port 0 picks a free one
	TLS         *tls.Config // nil: plain
	UDP         bool        // datagrams instead of connections
	Corporation int64       // only its devices; 0: all
	Protocol    string      // only this protocol family; "": all
}

// Config is how the listener is opened.
type Config struct {
	Ports  []Port
	Intake Intake
	Log    *slog.Logger

	Arrived func(register string) // called when a device is ready for commands; may be nil
	// Dial connects to a device that waits for the platform; nil: none are dialled. Dials reports whether this server does
	// so; nil: it is the only one.
	Dial  func(ctx context.Context, d *ingest.Device, to device.Dial) (net.Conn, error)
	Dials func(id int64, to device.Dial) bool
	// Waiting reports whether commands wait for a device; may be nil: never.
	Waiting func(device int64) bool
	// Answered stores the answer to a command.
	Answered func(ctx context.Context, answer command.Answer) error
	// Released returns a command to the queue whose line has ended before its answer.
	Released func(ctx context.Context, sent command.Command) error
	// Proxies reads the addresses of devices from proxies on accepted connections; nil: no proxies.
	Proxies func(net.Listener) net.Listener
	// Sessions is the connections of all servers; nil: this is the only server. Current makes the directory of Intake
	// current to a generation of the configuration.
	Sessions *connection.Registry
	Current  func(ctx context.Context, generation int64) error
}

// Server is an open listener.
type Server struct {
	config Config
	ports  []*port
	ctx    context.Context
	end    context.CancelFunc
	work   sync.WaitGroup

	strangers atomic.Int64

	mu     sync.Mutex
	closed bool
	open   map[*line]bool
	lines  map[string]*line // of devices, by register ID
}

// port is where lines come from.
type port struct {
	Port
	by       ingest.Transport
	listener io.Closer // nil: the platform dialled
	address  net.Addr
}

func (p *port) transport() ingest.Transport { return p.by }

// Listen opens the ports, which serve devices until Close.
func Listen(config Config) (*Server, error) {
	s := &Server{config: config, open: map[*line]bool{}, lines: map[string]*line{}}
	s.ctx, s.end = context.WithCancel(context.Background())
	for _, p := range config.Ports {
		if err := s.listen(p); err != nil {
			return nil, errors.Join(fmt.Errorf("open the port for devices that dial in: %w", err), s.Close())
		}
	}
	s.work.Go(s.sweep)
	if config.Dial != nil {
		s.work.Go(s.dialAll)
	}
	if config.Sessions != nil {
		s.work.Go(func() { config.Sessions.Watch(s.ctx, s.takenOver) })
	}
	return s, nil
}

// listen opens a port.
func (s *Server) listen(p Port) error {
	if p.UDP {
		return s.listenUDP(p)
	}
	listener, err := net.Listen("tcp", p.Address)
	if err != nil {
		return err
	}
	if s.config.Proxies != nil {
		listener = s.config.Proxies(listener)
	}
	opened := &port{Port: p, by: ingest.TCP, listener: listener, address: listener.Addr()}
	s.ports = append(s.ports, opened)
	s.work.Go(func() { s.accept(opened, listener) })
	return nil
}

// Addresses returns the addresses of the ports.
func (s *Server) Addresses() []string {
	list := make([]string, len(s.ports))
	for i, p := range s.ports {
		list[i] = p.address.String()
	}
	return list
}

// Connected returns the number of open connections.
func (s *Server) Connected() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// StopAccepting closes the ports.
func (s *Server) StopAccepting() {
	for _, p := range s.ports {
		if err := p.listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			s.config.Log.Warn("a port for devices could not be closed", "error", err)
		}
	}
}

// Close ends all connections and waits for pending commits. Intake must still be running.
func (s *Server) Close() error {
	s.StopAccepting()
	s.mu.Lock()
	s.closed = true
	for l := range s.open {
		l.stop()
	}
	s.mu.Unlock()
	s.end()
	s.work.Wait()
	return nil
}

func (s *Server) accept(p *port, listener net.Listener) {
	for {
		accepted, err := listener.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // out of file handles: new connections wait until others close
			s.config.Log.Warn("a connection of a device could not be accepted", "error", err)
			select {
			case <-s.ctx.Done():
				return
			case <-time.After(acceptAgain):
			}
			continue
		}
		if p.TLS != nil {
			accepted = tls.Server(accepted, p.TLS)
		}
		l := s.newLine(p, accepted)
		if !s.add(l) {
			_ = accepted.Close()
			continue
		}
		go func() {
			defer s.work.Done()
			l.serve()
			s.remove(l)
		}()
	}
}

func (s *Server) newLine(p *port, conn net.Conn) *line {
	return &line{
		server: s, port: p, conn: conn, since: now(), stopped: make(chan struct{}), done: make(chan struct{}),
		devices: map[string]*caller{}, bus: bus{asking: make(chan struct{}, 1)},
	}
}

// add counts a connection; false if there are too many, or the server is closed.
func (s *Server) add(l *line) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || len(s.open) >= maxLines || s.strangers.Load() >= maxStrangers {
		return false
	}
	s.open[l] = true
	s.strangers.Add(1)
	s.work.Add(1)
	return true
}

func (s *Server) remove(l *line) {
	l.stop()
	l.noStranger()
	s.mu.Lock()
	delete(s.open, l)
	for register := range l.devices {
		if s.lines[register] == l {
			delete(s.lines, register)
		}
	}
	s.mu.Unlock()
	for _, c := range l.devices {
		if s.config.Sessions != nil && c.held.Number != 0 {
			s.config.Sessions.End(c.held, 0)
		}
	}
	close(l.done)
}

// enter makes a line that of a device, and returns the one that it replaces.
func (s *Server) enter(register string, l *line) (replaced *line) {
	s.mu.Lock()
	defer s.mu.Unlock()
	replaced = s.lines[register]
	s.lines[register] = l
	if replaced == l {
		return nil
	}
	return replaced
}

// lineOf returns the line of a device; nil if it is not connected here.
func (s *Server) lineOf(register string) *line {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lines[register]
}

// takenOver ends a connection whose device has connected to another server.
func (s *Server) takenOver(held connection.Held) {
	l := s.lineOf(held.Client)
	if l == nil {
		return
	}
	if c := l.callerOf(held.Client); c != nil && c.held == held {
		l.stop()
	}
}

// Line returns the connection of a device to this server.
func (s *Server) Line(register string) (connection.Line, bool) {
	l := s.lineOf(register)
	if l == nil {
		return connection.Line{}, false
	}
	return connection.Line{Transport: l.port.transport().String(), Address: l.address(), Since: l.since}, true
}

// EndLine ends the connection of a device; false if it has none here.
func (s *Server) EndLine(register string) bool {
	l := s.lineOf(register)
	if l == nil {
		return false
	}
	l.stop()
	return true
}

func (s *Server) waiting(device int64) bool {
	return s.config.Waiting != nil && s.config.Waiting(device)
}

// sweep ends the connections of devices that may no longer be connected: deleted, with a rotated secret, or with other
// networks. It lets stations sleep.
func (s *Server) sweep() {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
		s.mu.Lock()
		lines := make(map[string]*line, len(s.lines))
		for register, l := range s.lines {
			lines[register] = l
		}
		s.mu.Unlock()
		for register, l := range lines {
			device, known := s.config.Intake.Directory().ByRegister(register)
			c := l.callerOf(register)
			if c == nil {
				continue
			}
			if l.dialled != "" && c.register == l.register && (!known || !s.dials(device, l.dialled)) {
				l.stop() // it is dialled at another address, or by another server
				continue
			}
			if reason := l.refuses(device, known, c.secretNow()); reason != "" {
				s.config.Intake.Refused(l.port.transport(), register, reason, l.address(), nil)
				l.stop()
				continue
			}
			l.release(device, c)
		}
	}
}

func now() int64 { return clock.Now().UnixMilli() }
