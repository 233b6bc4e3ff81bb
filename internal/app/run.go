package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/demo"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/field/transport/tcp"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/telemetry"
)

const (
	// drainWithin is how long running requests may take during shutdown.
	drainWithin = 5 * time.Second
	// maintainEvery is the interval of maintenance of the series store.
	maintainEvery = time.Second
	headersWithin = 10 * time.Second
	idleWithin    = 2 * time.Minute
	jobWorkers    = 2
)

func program(what string) audit.Actor { return audit.Program(what) }

// Run runs the server until ctx ends: it starts everything in order and stops in reverse, within 10 seconds. While
// PostgreSQL is down or used by a server that works alone, it waits and rejects readings.
func Run(ctx context.Context, config Config, out io.Writer) (err error) {
	log := telemetry.NewLogger(out, config.LogFormat, slog.LevelInfo)
	slog.SetDefault(log)
	front, err := newFront(config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, front.close()) }()
	wait := outage{log: log, front: front}
	for {
		err := runOnce(ctx, config, log, out, front)
		if ctx.Err() != nil || !wait.mayPass(err) {
			return err
		}
		if err := wait.before(ctx, err); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

// runOnce runs the server until ctx ends or the database becomes unavailable.
func runOnce(ctx context.Context, config Config, log *slog.Logger, out io.Writer, front *front) (err error) {
	lost, release, err := lockInstance(ctx, config) // before the tables are migrated
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	in, err := Open(ctx, config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	return in.serve(ctx, out, front, lost)
}

// Serve runs the server on an open installation until ctx ends; it prints its address and the first administrator's
// password to out.
func (in *Installation) Serve(ctx context.Context, out io.Writer) (err error) {
	front, err := newFront(in.Config, in.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, front.close()) }()
	lost, release, err := lockInstance(ctx, in.Config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	return in.serve(ctx, out, front, lost)
}

// serve runs the server until ctx ends or lost receives an error.
func (in *Installation) serve(ctx context.Context, out io.Writer, front *front, lost <-chan error) (err error) {
	log, config := in.Log, in.Config
	corporation, password, first, err := in.FirstStart(ctx)
	if err != nil {
		return err
	}
	if first {
		front.password = password
	}
	s, err := in.Start(ctx, StartOptions{Former: front.former, Drain: front.drain})
	if err != nil {
		return err
	}
	front.former = s.lease.Server()
	defer func() {
		err = errors.Join(err, s.Stop())
		front.drain = s.asked()
	}()
	if first && config.Demo {
		began := time.Now()
		if err := s.loadDemo(ctx, corporation); err != nil {
			return fmt.Errorf("load the demo: %w", err)
		}
		log.Info("demo loaded", "took", time.Since(began).Round(time.Millisecond))
	}
	if first && config.DemoLarge {
		began := time.Now()
		if _, err := demo.LoadLarge(ctx, s.demoServices(), corporation, clock.Now().UnixMilli(), demo.Large); err != nil {
			return fmt.Errorf("load the large project: %w", err)
		}
		log.Info("large project loaded", "took", time.Since(began).Round(time.Millisecond))
	}
	in.enforceLicense()
	if err := s.listen(front); err != nil {
		return err
	}
	front.greet(out, s.devices.Address(), s.devices.Dialled())
	if config.Demo {
		s.playDemo(ctx)
	}
	select {
	case <-ctx.Done():
		log.Info("stopping")
		return nil
	case err := <-lost:
		s.drain = shortDrain
		return err
	case err := <-s.failed:
		return err
	case err := <-front.failed:
		return err
	}
}

// listen opens the listeners of front and the broker.
func (s *Server) listen(front *front) error {
	routes := http.NewServeMux()
	routes.Handle("/api/", s.API)
	routes.Handle(httppush.Path, s.API)
	routes.Handle("GET /readyz", telemetry.Readyz(s.checks()...))
	routes.Handle("/metrics", http.NotFoundHandler()) // on the port of operations, not here
	routes.Handle("/", front.web)
	beat := heartbeat.NewHandler(s.heartbeat, time.Now)
	routes.Handle("GET "+heartbeat.Path, beat)
	ops := http.NewServeMux()
	ops.Handle("GET "+heartbeat.Path, beat)
	ops.Handle("GET /healthz", telemetry.Healthz())
	ops.Handle("GET /readyz", telemetry.ReadyzInDetail(s.checks()...))
	ops.Handle("GET /metrics", s.Metrics.Handler())
	if err := front.open(); err != nil {
		return err
	}
	s.listening.Lock()
	s.front = front
	s.listening.Unlock()
	if err := s.openDevicePort(); err != nil {
		return err
	}
	s.front.mqtt = s.devices.Address()
	s.front.enter(routes, ops)
	return nil
}

// heartbeat returns whether the alarm chain of the installation moves.
func (s *Server) heartbeat(ctx context.Context) (heartbeat.State, error) {
	view, err := s.operators.Running(ctx)
	if err != nil {
		return heartbeat.State{}, err
	}
	out, err := delivery.Ledger{Tables: s.Store.Tables}.Outbox(ctx, view.Now)
	return heartbeat.Of(&view, out), err
}

// openDevicePort opens the listeners for devices.
func (s *Server) openDevicePort() error {
	ports, err := s.Config.dtuPorts(s.front.tls)
	if err != nil {
		return err
	}
	broker, lines, err := s.devices.listen(mqtt.Config{
		Address: s.front.mqttAddress(), TLS: s.front.tls, Intake: s.Intake, Log: s.Log, Arrived: s.Dispatcher.Connected,
		Proxies: s.Config.proxyProtocol("mqtt"), Changed: s.changed, Sessions: s.Connections, Current: s.Following.Reach,
	}, tcp.Config{
		Ports: ports, Intake: s.Intake, Log: s.Log, Proxies: s.Config.proxyProtocol("dtu"), Sessions: s.Connections, Current: s.Following.Reach,
		Arrived: s.Dispatcher.Connected, Answered: s.Intake.Answer, Released: s.Store.ReleaseCommand, Waiting: s.Dispatcher.Waiting,
		Dial: s.dialDevice, Dials: s.dialsDevice,
	})
	if err != nil {
		return err
	}
	s.Intake.SetDownlink(broker)
	s.Dispatcher.SetLink(broker)
	s.Dispatcher.SetLines(lines)
	s.Lines.Serve(broker, lines)
	return nil
}

// listeners returns the addresses that devices connect to, for commands to test a device.
func (s *Server) listeners() opsapi.Endpoints {
	address := s.devices.Address()
	if address == "" {
		return opsapi.Endpoints{}
	}
	e := opsapi.Endpoints{MQTTTLS: s.front.tls != nil}
	e.MQTTHost, e.MQTTPort = hostAndPort(address)
	for _, p := range s.devices.Lines() {
		line := opsapi.Line{UDP: p.UDP, TLS: p.TLS != nil, Protocol: p.Protocol, Corporation: p.Corporation}
		line.Host, line.Port = hostAndPort(p.Address)
		e.Lines = append(e.Lines, line)
	}
	return e
}

// hostAndPort splits the address of an open listener; host is empty if it listens on all addresses.
func hostAndPort(address string) (host string, port int) {
	host, digits, _ := net.SplitHostPort(address)
	port, _ = strconv.Atoi(digits)
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = ""
	}
	return host, port
}

// checks are the conditions for taking readings.
func (s *Server) checks() []telemetry.Check {
	return []telemetry.Check{
		{Name: "database", Run: func(ctx context.Context) error { return s.DB.Reader().PingContext(ctx) }},
		{Name: "frame journal", Run: func(ctx context.Context) error { return s.Frames.Reader().PingContext(ctx) }},
		{Name: "room on the disk", Run: func(context.Context) error {
			if s.Intake.Refusing() {
				return ingest.ErrFull
			}
			return nil
		}},
		{Name: "durability", Run: func(context.Context) error { return s.Intake.Suspended() }},
		{Name: "drain", Run: func(context.Context) error {
			if s.draining.on.Load() {
				return errDraining
			}
			return nil
		}},
	}
}
