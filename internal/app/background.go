package app

import (
	"context"
	"database/sql"
	"time"

	"plumbline/internal/core/compiled"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/generation"
)

// maintain runs the maintenance of the series store.
func (s *Server) maintain(ctx context.Context) {
	tick := time.NewTicker(maintainEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if err := s.seal(ctx); err != nil && ctx.Err() == nil {
			s.Log.Error("seal series", "error", err)
		}
	}
}

// follow keeps the directories at the current generation of the configuration.
func (s *Server) follow(ctx context.Context) (err error) {
	if s.Following, err = generation.NewFollower(ctx, generation.NewLog(s.DB)); err != nil {
		return err
	}
	if err := s.loadPoints(ctx); err != nil {
		return err
	}
	if s.IntakeDevices, err = ingest.NewDirectory(ctx, s.Store); err != nil {
		return err
	}
	s.Following.Add(func(ctx context.Context, change generation.Change) error {
		defer s.devicesChanged()
		if change.All {
			return s.IntakeDevices.Reload(ctx)
		}
		return s.IntakeDevices.Refresh(ctx, change.Devices)
	})
	s.Following.Add(func(ctx context.Context, change generation.Change) error {
		var replaced []*compiled.Point
		var err error
		if change.All {
			replaced, err = s.Directory.Reload(ctx)
		} else {
			replaced, err = s.Directory.Refresh(ctx, change.Points, change.Devices)
		}
		s.Worker.Replaced(replaced)
		return err
	})
	s.Following.Add(func(context.Context, generation.Change) error {
		s.Store.ForgetFeeds()
		return nil
	})
	// A change of this process applies before its call returns. If that fails, the follower applies it a moment later.
	s.Store.Follow(func(ctx context.Context, generation int64) {
		if err := s.Following.Reach(ctx, generation); err != nil {
			s.Log.Error("load changed configuration", "error", err)
		}
	})
	return nil
}

// loadPoints loads the points that this server is going to fold: all, or where they are if other servers fold them.
func (s *Server) loadPoints(ctx context.Context) (err error) {
	if s.DB.Dialect() != database.Postgres {
		s.Directory, err = compiled.NewDirectory(ctx, s.Store)
		return err
	}
	first, err := cluster.First(ctx, s.DB)
	if err != nil {
		return err
	}
	s.Directory, err = compiled.NewSharedDirectory(ctx, s.Store, first)
	return err
}

// followOthers applies the changes of other servers.
func (s *Server) followOthers(ctx context.Context) {
	signals := make(chan struct{}, 1)
	go s.Following.Run(ctx, signals, s.Log)
	for range s.Bus.Subscribe(ctx, events.Config) {
		select {
		case signals <- struct{}{}:
		default: // already signalled
		}
	}
}

// forgetPermissions applies changes of roles at once.
func (s *Server) forgetPermissions(ctx context.Context) {
	for range s.Bus.Subscribe(ctx, events.Access) {
		s.Identity.ForgetPermissions(0)
	}
}

func (s *Server) wakeJobs(ctx context.Context, wake chan<- struct{}) {
	for range s.Bus.Subscribe(ctx, events.Jobs) {
		select {
		case wake <- struct{}{}:
		default: // already awake
		}
	}
}

// seal runs the maintenance of the series store in write transactions, each of which moves the rows of many series.
func (s *Server) seal(ctx context.Context) error {
	ctx = database.WithStatementTimeout(ctx, 10*time.Minute)
	return s.Series.Maintain(ctx, func(do func(tx *sql.Tx) (func(), error)) error { return s.DB.Apply(ctx, do) })
}
