package app

import (
	"context"
	"fmt"
	"os"
	"sync"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/disk"
	"plumbline/internal/platform/durability"
	"plumbline/internal/platform/servers"
	"plumbline/internal/platform/servers/serversdb"
)

// info describes this server to operators.
func (s *Server) info() cluster.Info {
	name, _ := os.Hostname() // only shown
	return cluster.Info{Name: name, Version: s.Config.Version}
}

// openOperators opens what platform operators see of this server.
func (s *Server) openOperators(ctx, background context.Context) (err error) {
	s.promise, err = durability.New(ctx, s.DB, s.Intake.Suspend, s.Log)
	if err != nil {
		return err
	}
	size := &databaseSize{server: s}
	s.operators = servers.New(servers.Config{
		DB: s.DB, Store: serversdb.New(s.Store.Tables), Server: s.lease.Server(), Self: s.info(), Started: clock.Now(),
		Report: s.reports.now, Promise: s.promise.Now, Space: size.read, Load: s.loadOfPartitions, Alerts: s.alertsOfPartitions,
	})
	s.reports.started(s)
	if s.member == nil {
		return nil
	}
	s.background.Go(func() {
		tick := time.NewTicker(durability.Every)
		defer tick.Stop()
		s.promise.Run(background, tick.C)
	})
	s.background.Go(func() { s.followDrain(background) })
	return nil
}

// readiness reports whether this server takes readings, or why it does not.
func (s *Server) readiness() (ready bool, reason string) {
	switch {
	case s.draining.on.Load():
		return false, "draining"
	case s.Intake.Suspended() != nil:
		return false, "suspended"
	case s.Intake.Refusing():
		return false, "full"
	}
	return true, ""
}

// addresses returns where the server listens; "" while it does not.
func (s *Server) addresses() (web, devices string) {
	s.listening.Lock()
	defer s.listening.Unlock()
	if s.front != nil {
		web = s.front.address
	}
	return web, s.devices.Address()
}

// alertsOfPartitions returns the number of open alerts of each partition.
func (s *Server) alertsOfPartitions(ctx context.Context) (servers.Alerts, error) {
	counts := servers.Alerts{All: make([]int64, cluster.Partitions), Urgent: make([]int64, cluster.Partitions)}
	groups, err := s.Store.AlertGroups(ctx, cluster.Slot)
	for _, g := range groups {
		part := cluster.PartOf(g.Project, g.Slot<<cluster.Slot)
		counts.All[part] += g.Alerts
		counts.Urgent[part] += g.Urgent
	}
	return counts, err
}

// databaseSize remembers the size of the database for a while: to measure it reads every file's entry.
type databaseSize struct {
	server *Server
	mu     sync.Mutex
	at     time.Time
	space  servers.Space
}

const sizeFor = 30 * time.Second

func (d *databaseSize) read(ctx context.Context) (servers.Space, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.at.IsZero() && time.Since(d.at) < sizeFor {
		return d.space, nil
	}
	space, err := d.server.databaseSpace(ctx)
	if err != nil {
		return space, err
	}
	d.space, d.at = space, time.Now()
	return space, nil
}

// databaseSpace returns the size of the database, and the room on its disk if it is a disk of this machine.
func (s *Server) databaseSpace(ctx context.Context) (space servers.Space, err error) {
	folder := s.Config.Data
	if s.DB.Dialect() == database.Postgres {
		err = s.DB.Reader().QueryRowContext(ctx, "SELECT pg_database_size(current_database()), coalesce(current_setting('data_directory', true), '')").
			Scan(&space.SizeBytes, &folder)
		if err != nil {
			// The folder is shown to administrators of the database only.
			err = s.DB.Reader().QueryRowContext(ctx, "SELECT pg_database_size(current_database())").Scan(&space.SizeBytes)
			folder = ""
		}
		if err != nil {
			return space, fmt.Errorf("size of the database: %w", err)
		}
		if folder == "" || !onThisMachine(s.Config.DatabaseURL) {
			return space, nil
		}
	} else if space.SizeBytes, err = folderSize(folder); err != nil {
		return space, err
	}
	free, total, err := disk.Space(folder)
	if err != nil {
		return space, nil // of another container
	}
	space.FreeBytes, space.TotalBytes = int64(free), int64(total)
	if at, ok := s.disk.fullAt(); ok {
		space.FullAt = at.UnixMilli()
	}
	return space, nil
}
