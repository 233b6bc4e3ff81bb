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
	"sync"
	"time"

	"plumbline/internal/account/sso"
	"plumbline/internal/api"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/computation"
	"plumbline/internal/core/monitor"
	"plumbline/internal/feature/demo"
	"plumbline/internal/feature/notify"
	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/intake"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/field/transport/httpin"
	"plumbline/internal/field/transport/mqtt"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/site/configuration"
)

const (
	// drainWithin is how long requests in hand may take once the server is told to stop.
	drainWithin = 5 * time.Second
	// maintainEvery is how often the series store looks for what is due.
	maintainEvery = time.Second
	headersWithin = 10 * time.Second
	idleWithin    = 2 * time.Minute
	jobWorkers    = 2
)

func program(what string) oplog.Actor { return oplog.Program(what) }

// Run runs the server until ctx ends: everything is started in the order in which it
// is needed and stopped in reverse, within 10 seconds. While PostgreSQL is not up, or
// does not hold this server as its one, it waits and refuses readings.
func Run(ctx context.Context, config Config, out io.Writer) (err error) {
	tameMemory()
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

// runOnce runs the server until ctx ends or the database goes away.
func runOnce(ctx context.Context, config Config, log *slog.Logger, out io.Writer, front *front) (err error) {
	in, err := Open(ctx, config, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	return in.serve(ctx, out, front)
}

// Serve runs the server on an open installation until ctx ends; out is told where it
// is, and the first administrator's password.
func (in *Installation) Serve(ctx context.Context, out io.Writer) (err error) {
	front, err := newFront(in.Config, in.Log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, front.close()) }()
	return in.serve(ctx, out, front)
}

func (in *Installation) serve(ctx context.Context, out io.Writer, front *front) (err error) {
	log, config := in.Log, in.Config
	lost, release, err := in.alone(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	corporation, password, first, err := in.FirstStart(ctx)
	if err != nil {
		return err
	}
	if first {
		front.password = password
	}
	s, err := in.start(ctx, front)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	if first && config.Demo {
		began := time.Now()
		if err := s.loadDemo(ctx, corporation); err != nil {
			return fmt.Errorf("load the demo: %w", err)
		}
		log.Info("demo loaded", "took", time.Since(began).Round(time.Millisecond))
	}
	if first && config.DemoLarge {
		began := time.Now()
		if _, err := demo.LoadLarge(ctx, s.demoServices(), corporation, time.Now().UnixMilli(), demo.Large); err != nil {
			return fmt.Errorf("load the large project: %w", err)
		}
		log.Info("large project loaded", "took", time.Since(began).Round(time.Millisecond))
	}
	in.enforceLicense()
	if err := s.listen(); err != nil {
		return err
	}
	front.greet(out, s.mqtt.Address())
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

// server is the running parts of an installation.
type server struct {
	*Installation
	directory *computation.Directory
	devices   *intake.Directory
	intake    *intake.Service
	worker    *computation.Worker
	read      *monitor.Service
	jobs      *jobs.Service
	imports   *files.Service
	commands  *command.Service
	clocks    *command.Clocks
	firmware  *firmware.Service
	// dispatcher hands commands to the connections of this node.
	dispatcher *command.Dispatcher
	disk       *diskWatch
	metrics    *telemetry.Metrics
	api        *api.API
	mqtt       *mqtt.Server
	front      *front
	drain      time.Duration // how long requests in hand may take at the end

	background sync.WaitGroup     // until stopBackground
	end        context.CancelFunc // of the background
	folding    sync.WaitGroup     // stage 2, which ends after the intake
	endFolding context.CancelFunc
	failed     chan error
}

// start starts what works behind the doors.
func (in *Installation) start(ctx context.Context, front *front) (*server, error) {
	s := &server{Installation: in, front: front, drain: drainWithin, failed: make(chan error, 4)}
	background, end := context.WithCancel(context.WithoutCancel(ctx))
	s.end = end
	folding, endFolding := context.WithCancel(context.WithoutCancel(ctx))
	s.endFolding = endFolding
	if err := s.startFlow(ctx, folding); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	wake := make(chan struct{}, 1)
	s.jobs = jobs.NewService(in.Store, wake, jobWorkers, in.Log)
	if err := s.registerJobs(ctx); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	s.background.Go(func() { s.jobs.Run(background) })
	s.background.Go(func() { s.wakeJobs(background, wake) })
	s.background.Go(func() { s.refreshDevices(background) })
	s.background.Go(func() { s.forgetPermissions(background) })
	s.background.Go(func() { s.lookForMailServer(background) })
	s.background.Go(func() { s.maintain(background) })
	s.background.Go(func() { followMemory(background) })
	s.background.Go(func() { s.watchDisk(background) })
	s.background.Go(func() { s.dispatcher.Run(background) })
	s.background.Go(func() { s.clocks.Run(background, s.commands, s.Log) })
	s.background.Go(func() { command.Collect(background, s.commands, s.directory, s.Log) })
	s.read = monitor.New(monitor.Config{Series: s.Series, Directory: s.directory, Initials: s.Store, Levels: s.Store})
	s.background.Go(func() { s.read.Watch(background, s.Signals) })
	if err := s.buildAPI(); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

// startFlow starts stage 2, then stage 1 and the journal in front of it.
func (s *server) startFlow(ctx, folding context.Context) (err error) {
	if s.directory, err = computation.NewDirectory(ctx, s.Store); err != nil {
		return err
	}
	if s.devices, err = intake.NewDirectory(ctx, s.Store); err != nil {
		return err
	}
	s.Store.Follow(s.refresh)
	if err = s.Store.MarkUnjudged(ctx); err != nil {
		return err
	}
	s.worker = computation.NewWorker(computation.Parts{
		DB: s.Data, Series: s.Series, Store: s.Store, Alarms: s.Store, Notifier: notify.NewAlerts(s.Store),
		Directory: s.directory, Bus: s.Signals, Log: s.Log,
	})
	s.folding.Go(func() {
		if err := s.worker.Run(folding); err != nil {
			s.failed <- fmt.Errorf("computation: %w", err)
		}
	})
	s.disk = &diskWatch{space: func() (uint64, uint64, error) { return diskSpace(s.Config.Data) }, used: s.ownBytes}
	s.clocks = command.NewClocks()
	s.intake, err = intake.Open(ctx, intake.Config{
		Data: s.Data, Journal: s.Frames, Directory: s.devices, Series: s.Series, Feeds: s.directory, Stage2: s.worker, Seen: s.Store,
		Space: intake.FreeSpace(s.Config.Data), Log: s.Log, Answers: s.Store, Clocks: s.clocks,
	})
	if err != nil {
		return err
	}
	s.dispatcher = command.NewDispatcher(s.Store, s.devices, s.Signals, s.intake.NoteSent, s.Log)
	s.commands = command.New(s.Store, s.devices, s.dispatcher)
	s.firmware = firmware.New(s.Store, s.Blobs, s.Vault, s.Devices, s.commands)
	return nil
}

func (s *server) buildAPI() (err error) {
	s.metrics = telemetry.NewMetrics(s.Config.Version)
	s.metrics.WatchIntake(s.intakeFigures())
	s.metrics.WatchDisk(s.diskFigures())
	s.metrics.WatchPasswords(
		func() float64 { checked, _ := s.Identity.PasswordChecks(); return float64(checked) },
		func() float64 { _, waiting := s.Identity.PasswordChecks(); return float64(waiting) },
	)
	s.watchMessages()
	s.metrics.WatchComputation(telemetry.Computation{
		Readings: func() float64 { return float64(s.worker.Figures().Readings) },
		Waiting:  func() float64 { return float64(s.worker.Figures().Waiting) },
		Ailing:   func() float64 { return float64(len(s.worker.Ailments())) },
	})
	s.api, err = api.New(api.Config{
		Version: s.Config.Version, PrivateDeployment: s.Config.Private, License: s.License, Identity: s.Identity, Verification: s.Verification, Corporations: s.Corporations, People: s.People, Projects: s.Projects, Plans: s.Plans, Points: s.Points,
		Devices: s.Devices, Actions: s.Actions, Corrections: s.Corrections, Configuration: configuration.New(s.Store, s.Points, s.Corrections, previews{s}), Alerts: alarm.NewService(s.Store), Notifications: s.Notifications, Operations: s.Operations, Stats: s.Stats, Topology: s.Topology, Uploads: s.Uploads, Map: s.Map, SSO: sso.New(s.Config.OIDC, s.Store, s.Identity, s.onlyCorporation),
		Jobs: s.jobs, Monitor: s.read, Previews: previews{s}, Commands: s.commands, Firmware: s.firmware, Trials: s.worker, Ailments: s.worker.Ailments, Imports: s.imports, Frames: s.intake, Bus: s.Signals, Storage: s.storage, Doors: s.doors, Vault: s.Vault,
		Ingest: httpin.New(s.intake, s.dispatcher, api.Refuse), Metrics: s.metrics,
	})
	return err
}

// listen opens the doors.
func (s *server) listen() error {
	routes := http.NewServeMux()
	routes.Handle("/api/", s.api)
	routes.Handle(httpin.Path, s.api)
	routes.Handle("GET /readyz", telemetry.Readyz(s.checks()...))
	routes.Handle("/metrics", http.NotFoundHandler()) // on the port of operations, and no page
	routes.Handle("/", s.front.web)
	ops := http.NewServeMux()
	ops.Handle("GET /healthz", telemetry.Healthz())
	ops.Handle("GET /readyz", telemetry.ReadyzInDetail(s.checks()...))
	ops.Handle("GET /metrics", s.metrics.Handler())
	if err := s.front.open(); err != nil {
		return err
	}
	door, err := mqtt.Listen(mqtt.Config{Address: s.front.mqttAddress(), TLS: s.front.tls, Intake: s.intake, Log: s.Log, Arrived: s.dispatcher.Connected})
	if err != nil {
		return err
	}
	s.front.mqtt = door.Address()
	s.mqtt = door
	s.intake.SetDownlink(door)
	s.dispatcher.SetLink(door)
	s.front.enter(routes, ops)
	return nil
}

// doors says where devices find the broker, for people who try one by hand.
func (s *server) doors() api.Doors {
	host, port, _ := net.SplitHostPort(s.mqtt.Address()) // of a listener that is open
	number, _ := strconv.Atoi(port)
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = ""
	}
	return api.Doors{MQTTHost: host, MQTTPort: number, MQTTTLS: s.front.tls != nil}
}

// stop stops in the reverse order of start: the doors, what is in hand, stage 1, stage 2.
func (s *server) stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.drain)
	defer cancel()
	var errs []error
	if s.api != nil {
		s.api.Close()
	}
	if s.mqtt != nil {
		errs = append(errs, s.mqtt.Close())
	}
	s.front.leave(ctx)
	s.end()
	s.background.Wait()
	if s.intake != nil {
		errs = append(errs, s.intake.Close(ctx))
	}
	s.endFolding()
	s.folding.Wait()
	return errors.Join(errs...)
}

// checks are what the server must be able to do to take readings.
func (s *server) checks() []telemetry.Check {
	return []telemetry.Check{
		{Name: "database", Run: func(ctx context.Context) error { return s.Data.Reader().PingContext(ctx) }},
		{Name: "frame journal", Run: func(ctx context.Context) error { return s.Frames.Reader().PingContext(ctx) }},
		{Name: "room on the disk", Run: func(context.Context) error {
			if s.intake.Refusing() {
				return intake.ErrFull
			}
			return nil
		}},
	}
}
