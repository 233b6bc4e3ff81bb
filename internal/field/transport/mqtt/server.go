package mqtt

import (
	"context"
	"crypto/tls"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	broker "github.com/mochi-mqtt/server/v2"
	"github.com/mochi-mqtt/server/v2/packets"

	"plumbline/internal/field/connection"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/errs"
)

// MaxPayload is the maximum size of a packet. A message above the message limit (256 KiB) but below this becomes a
// dead frame with that reason; a larger packet ends the connection.
const MaxPayload = 1 << 20

const (
	maxTopic       = 1 << 10
	maxClients     = 20_000
	maxStrangers   = 4_096            // connections that have not signed in
	signInWithin   = 10 * time.Second // after connecting
	writeWithin    = 10 * time.Second // for devices that do not read acknowledgements
	maxSession     = 24 * 60 * 60     // s for which a session outlives its connection
	maxPending     = 64               // messages queued for one device
	storeWithin    = 10 * time.Second // for subscriptions and messages to devices
	sweepEvery     = time.Second      // for expired secrets
	dayWithoutWord = 24 * 60 * 60     // s between updates of the broker's own topics, which nobody may read
)

// Intake is the part of intake that the listener uses.
type Intake interface {
	CommitProven(ctx context.Context, frame ingest.Frame, proves func(*ingest.Device) bool) (ingest.Entry, error)
	// Heard records a sign of life of a device without a frame, at a time (UTC ms).
	Heard(device, at int64)
	Directory() *ingest.Directory
	// Refused records a rejection and its reason; Attempts records connections.
	Refused(transport ingest.Transport, register, reason, address string, why *errs.Error)
	Attempts() *ingest.Attempts
}

// Config is how the listener is opened.
type Config struct {
	Address string      // host:port; port 0 picks a free one
	TLS     *tls.Config // nil: plain
	Intake  Intake
	Log     *slog.Logger

	Arrived func(register string) // called when a device is ready for commands, after subscribing or resuming; may be nil

	// Proxies reads the addresses of devices from proxies on accepted connections; nil: no proxies.
	Proxies func(net.Listener) net.Listener
	// Changed signals that secrets may have changed; nil: they are only checked regularly.
	Changed <-chan struct{}
	// Sessions is the connections of all servers; nil: this is the only server. Current makes the directory of Intake
	// current to a generation of the configuration.
	Sessions *connection.Registry
	Current  func(ctx context.Context, generation int64) error
}

// Server is an open listener.
type Server struct {
	broker   *broker.Server
	listener *listener
	hook     *hook
	sweeping sync.WaitGroup
	end      context.CancelFunc
}

// Listen opens the listener, which serves devices until Close.
func Listen(config Config) (*Server, error) {
	plain, err := net.Listen("tcp", config.Address)
	if err != nil {
		return nil, fmt.Errorf("open the MQTT port: %w", err)
	}
	if config.Proxies != nil {
		plain = config.Proxies(plain)
	}
	capabilities := broker.NewDefaultServerCapabilities()
	capabilities.MinimumProtocolVersion = 4 // 3.1.1
	capabilities.MaximumClients = maxClients
	capabilities.MaximumPacketSize = MaxPayload + maxTopic
	capabilities.MaximumClientWritesPending = maxPending
	capabilities.MaximumInflight = maxPending
	capabilities.MaximumSessionExpiryInterval = maxSession
	capabilities.TopicAliasMaximum = 0
	capabilities.SharedSubAvailable = 0
	capabilities.WildcardSubAvailable = 0
	server := broker.New(&broker.Options{
		Capabilities:           capabilities,
		SysTopicResendInterval: dayWithoutWord,
		// The broker's log prints whole packets, including passwords.
		Logger: slog.New(slog.DiscardHandler),
	})
	hook := &hook{
		broker: server, intake: config.Intake, log: config.Log, arrived: config.Arrived, signIns: signIns{busy: map[string]chan struct{}{}},
		sessions: config.Sessions, current: config.Current, taken: taken{since: map[int64]time.Time{}},
	}
	if err := server.AddHook(hook, nil); err != nil {
		return nil, closing(plain, err)
	}
	listener := &listener{
		plain: plain, tls: config.TLS, in: config.Intake, log: config.Log, farewell: hook.farewell, finished: hook.finished, open: map[*conn]bool{},
	}
	if config.Sessions != nil {
		listener.acked = config.Sessions.Acknowledged
	}
	if err := server.AddListener(listener); err != nil {
		return nil, closing(plain, err)
	}
	if err := server.Serve(); err != nil {
		return nil, closing(plain, err)
	}
	ctx, end := context.WithCancel(context.Background())
	s := &Server{broker: server, listener: listener, hook: hook, end: end}
	s.sweeping.Go(func() { s.sweep(ctx, config.Changed) })
	if config.Sessions != nil {
		s.sweeping.Go(func() { config.Sessions.Watch(ctx, hook.takenOver) })
	}
	return s, nil
}

// farewell ends all connections with the reason.
func (h *hook) farewell() {
	for _, client := range h.broker.Clients.GetAll() {
		h.end(client, packets.ErrServerShuttingDown)
	}
}

// sweep ends the connections of devices with expired secrets, including those that only listen.
func (s *Server) sweep(ctx context.Context, changed <-chan struct{}) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		case <-tick.C:
		}
		for _, client := range s.broker.Clients.GetAll() {
			if !client.Closed() && s.hook.stale(client) {
				s.hook.refused(client, client.ID, ingest.WrongSecret)
				s.hook.end(client, packets.ErrNotAuthorized)
			}
		}
	}
}

func closing(l net.Listener, err error) error {
	_ = l.Close()
	return fmt.Errorf("start the MQTT listener: %w", err)
}

// Address returns the address of the listener.
func (s *Server) Address() string { return s.listener.Address() }

// Connected returns the number of open connections.
func (s *Server) Connected() int { return s.listener.count() }

// Online reports whether a device is connected here.
func (s *Server) Online(register string) bool {
	client, ok := s.broker.Clients.Get(register)
	return ok && !client.Closed()
}

// Close ends all connections and waits for pending commits. Intake must still be running.
func (s *Server) Close() error {
	s.end()
	s.sweeping.Wait()
	return s.broker.Close()
}
