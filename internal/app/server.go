package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"plumbline/internal/account/sso"
	"plumbline/internal/app/calls"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/asknown"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/testrun"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/disk"
	"plumbline/internal/platform/durability"
	"plumbline/internal/platform/gather"
	"plumbline/internal/platform/generation"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/platform/servers"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// Server is a running installation: computation, intake, commands, jobs and calls. Start starts these; Serve adds the
// listeners.
type Server struct {
	*Installation
	Following     *generation.Follower // keeps the directories current
	Directory     *compiled.Directory
	IntakeDevices *ingest.Directory
	Worker        *compute.Worker
	Outbound      *outbound.Dialler // connects to addresses that people enter
	Previewer     *compute.Previewer
	Intake        *ingest.Service
	Exchange      *gather.Exchange
	Everywhere    *ingest.Everywhere
	Lines         *connection.Lines
	askStorage    *gather.Topic[struct{}, opsapi.Storage]
	Clocks        *command.Clocks
	Connections   *connection.Registry // nil in the embedded shape
	Dispatcher    *command.Dispatcher  // sends commands over this server's connections
	Commands      *command.Service
	Firmware      *firmware.Service
	Imports       *files.Service
	Read          *query.Service
	AsKnown       *asknown.Service
	Previews      *preview.Service
	Configuration *pointconfig.Service
	Jobs          *jobs.Service
	Metrics       *telemetry.Metrics
	API           *calls.API
	Alerts        *alarm.Service

	lease         cluster.Lease
	member        *cluster.Member // nil in the embedded shape
	promise       *durability.Watch
	operators     *servers.Service
	reports       reporter
	draining      drainState
	listening     sync.Mutex // held to set front and to read it in a report
	membership    sync.WaitGroup
	endMembership context.CancelFunc

	options  StartOptions
	features []feature.Parts
	disk     *diskWatch
	memory   *memory
	front    *front // nil until listening
	devices  devicePort
	changed  chan struct{} // signals that devices may have changed
	drain    time.Duration // maximum duration of running requests during shutdown

	background    sync.WaitGroup
	endBackground context.CancelFunc
	folding       sync.WaitGroup // stage 2, which stops after intake
	endFolding    context.CancelFunc
	failed        chan error
}

// StartOptions change how a server starts, for tests.
type StartOptions struct {
	Held  bool                // jobs, commands and scheduled collections run only when the test calls them
	Calls func(*calls.Config) // changes the dependencies of the calls; may be nil

	Former int64          // id of this process when it was a server before; 0: it was none
	Drain  *cluster.Drain // what an operator asked of it then; nil: nothing
}

// Start starts everything behind the listeners. Call Stop afterwards.
func (in *Installation) Start(ctx context.Context, options StartOptions) (*Server, error) {
	s := &Server{Installation: in, options: options, drain: drainWithin, memory: newMemory(), failed: make(chan error, 4), changed: make(chan struct{}, 1)}
	s.Outbound = in.Config.outbound()
	ctx = context.WithoutCancel(ctx)
	background, end := context.WithCancel(ctx)
	s.endBackground = end
	folding, endFolding := context.WithCancel(ctx)
	s.endFolding = endFolding
	if err := s.start(ctx, folding, background); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

func (s *Server) start(ctx, folding, background context.Context) error {
	if err := s.startFlow(ctx, folding); err != nil {
		return err
	}
	wake := make(chan struct{}, 1)
	s.Jobs = jobs.NewService(s.Store, s.lease.Server(), wake, jobWorkers, s.Log)
	s.Jobs.RestWhile(s.resting)
	if err := s.registerJobs(ctx); err != nil {
		return err
	}
	if err := s.openFeatures(ctx); err != nil {
		return err
	}
	if err := s.openOperators(ctx, background); err != nil {
		return err
	}
	s.background.Go(func() { s.wakeJobs(background, wake) })
	s.startBackground(background)
	return s.openAPI()
}

// startFlow starts stage 2, then the journal and stage 1.
func (s *Server) startFlow(ctx, folding context.Context) (err error) {
	if err = s.follow(ctx); err != nil { // before others pass partitions to this server
		return err
	}
	if err = s.join(ctx); err != nil {
		return err
	}
	if err = s.Store.MarkUnjudged(ctx); err != nil {
		return err
	}
	parts := compute.Parts{
		DB: s.DB, Series: s.Series, Store: s.Store, Alarms: s.Store,
		Notifier:  notifier(s.Store),
		Directory: s.Directory, Bus: s.Bus, Log: s.Log, Configuration: s.Following,
		Placement: s.placement(), Unlimited: s.memory.unlimited,
	}
	s.Worker, s.Previewer = compute.NewWorker(parts), &compute.Previewer{Parts: parts}
	s.folding.Go(func() {
		if err := s.Worker.Run(folding); err != nil {
			s.failed <- fmt.Errorf("computation: %w", err)
		}
	})
	s.disk = &diskWatch{space: func() (uint64, uint64, error) { return disk.Space(s.Config.Data) }, used: s.ownBytes}
	s.Clocks = command.NewClocks()
	s.Intake, err = ingest.Open(ctx, ingest.Config{
		Data: s.DB, Journal: s.Frames, Directory: s.IntakeDevices, Series: s.Series, Feeds: s.Directory, Stage2: s.Worker, Seen: s.Store,
		Lease: s.lease, Home: s.Worker.Home, Current: s.Following, Follow: s.changesOfOthers(), Bus: s.Bus,
		Space: s.freeSpace, Log: s.Log, Answers: s.Store, Clocks: s.Clocks, Definitions: s.Store,
	})
	if err != nil {
		return err
	}
	if err := s.openConnections(ctx); err != nil {
		return err
	}
	s.Dispatcher = command.NewDispatcher(s.Store, s.IntakeDevices, s.presence(), s.Bus, s.Intake.NoteSent, s.Log)
	s.Exchange = gather.New(s.DB, s.Bus, s.lease.Server(), s.Log)
	s.Everywhere = ingest.NewEverywhere(s.Exchange, s.Intake)
	s.Lines = connection.NewLines(s.Exchange)
	s.askStorage = gather.On(s.Exchange, "storage", s.storage)
	s.Commands = command.New(s.Store, s.IntakeDevices, s.Dispatcher, s.Devices)
	s.Firmware = firmware.New(s.Store, s.Blobs, s.Secrets, s.Devices, s.Commands)
	reading := query.Config{Series: s.Series, Directory: s.Directory, Initials: s.Store, Levels: s.Store}
	if s.DB.Dialect() == database.Postgres {
		reading.MaxAge = query.LatestAge
	}
	s.Read = query.New(reading)
	s.AsKnown = asknown.New(s.Series, s.Previewer, s.Store)
	s.Previews = preview.New(preview.Config{
		Store: s.Store, Points: s.Points, Devices: s.Devices, Engine: s.Previewer, Directory: s.Directory, Thresholds: s.Read,
	})
	s.Alerts = alarm.NewService(s.Store)
	s.Configuration = pointconfig.New(s.Store, s.Points, s.Corrections, s.Previews)
	return nil
}

// startBackground starts the background work until ctx ends.
func (s *Server) startBackground(ctx context.Context) {
	s.background.Go(func() { s.followOthers(ctx) })
	s.background.Go(func() { s.forgetPermissions(ctx) })
	s.background.Go(func() { s.lookForMailServer(ctx) })
	s.background.Go(func() { s.maintain(ctx) })
	s.background.Go(func() { s.memory.follow(ctx) })
	s.background.Go(func() { s.watchDisk(ctx) })
	s.background.Go(func() { s.Exchange.Run(ctx) })
	if s.member != nil {
		s.background.Go(func() { s.adopt(ctx) })
	}
	s.background.Go(func() { s.Clocks.Run(ctx, s.Commands, s.Log) })
	s.background.Go(func() { s.Read.Watch(ctx, s.Bus) })
	if s.options.Held {
		return
	}
	s.background.Go(func() { s.Jobs.Run(ctx) })
	s.background.Go(func() { s.Dispatcher.Run(ctx) })
	for _, parts := range s.features {
		if parts.Run != nil {
			s.background.Go(func() { parts.Run(ctx) })
		}
	}
	s.background.Go(func() { collection.New(s.Store, s.Commands, ownDevices{s.Directory, s.Worker}, s.Log).Run(ctx) })
}

func (s *Server) openAPI() (err error) {
	s.Metrics = telemetry.NewMetrics(s.Config.Version)
	s.watchFigures()
	config := calls.Config{
		Version: s.Config.Version, PrivateDeployment: s.Config.Private, License: s.License,
		Identity: s.Identity, Verification: s.Verification, Corporations: s.Corporations, Users: s.Users,
		SSO:      sso.New(s.Config.oidc(), s.Store, s.Identity, s.onlyCorporation),
		Projects: s.Projects, Drawings: s.Drawings, Points: s.Points, Devices: s.Devices, Bulk: s.Bulk, Corrections: s.Corrections,
		Configuration: s.Configuration, Previews: s.Previews, Stats: s.Stats, Topology: s.Topology, Uploads: s.Uploads,
		Alerts: s.Alerts, Audit: s.Audit, Monitor: s.Read, AsKnown: s.AsKnown,
		Trials: s.Previewer, Failures: s.Store.Failures,
		Jobs: s.Jobs, Commands: s.Commands, Cycles: s.Store, Firmware: s.Firmware, Imports: s.Imports,
		TestRuns: testrun.NewService(s.Store, s.Series, s.IntakeDevices), Frames: s.Intake, Everywhere: s.Everywhere, Lines: s.Lines, Bus: s.Bus,
		Features: s.features, Storage: s.storageOfAll, Endpoints: s.listeners, Servers: s.operators, Secrets: s.Secrets,
		Ingest: httppush.New(s.Intake, s.Dispatcher, httpapi.Refuse), Metrics: s.Metrics,
	}
	if s.options.Calls != nil {
		s.options.Calls(&config)
	}
	s.API, err = calls.New(config)
	return err
}

// Stop stops in reverse order: listeners, running requests, stage 1, stage 2.
func (s *Server) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), s.drain)
	defer cancel()
	var errs []error
	if s.API != nil {
		s.API.Close()
	}
	errs = append(errs, s.devices.Close())
	if s.Connections != nil {
		s.Connections.Close()
	}
	if s.front != nil {
		s.front.leave(ctx)
	}
	s.endBackground()
	s.background.Wait()
	drained := false
	if s.Intake != nil {
		var err error
		drained, err = s.Intake.Close(ctx)
		errs = append(errs, err)
	}
	errs = append(errs, s.leave(ctx, drained))
	s.endFolding()
	s.folding.Wait()
	return errors.Join(errs...)
}
