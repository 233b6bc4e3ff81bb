package app

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/marks"
	"plumbline/internal/field/collection"
	"plumbline/internal/field/command"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/fielddb"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs/jobsdb"
)

// join makes this process a server of the installation: the only one in the embedded shape.
func (s *Server) join(ctx context.Context) (err error) {
	s.lease = cluster.Alone{}
	if s.DB.Dialect() != database.Postgres { // what the process before had begun
		return s.DB.Write(ctx, func(tx *database.Tx) error { return fielddb.TakeOver(ctx, tx.Tx, s.lease.Server()) })
	}
	s.member, err = cluster.Join(ctx, cluster.Config{
		Info: s.info(), DB: s.DB, Load: s.loadOfPartitions, Former: s.options.Former, Drain: s.options.Drain, Report: s.reports.next,
		TakeOver: takeOver, Session: s.signals.Session,
	}, s.Log)
	if err != nil {
		return err
	}
	s.lease = s.member
	s.Store.Turns.SetServer(s.member.Server())
	beating, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.endMembership = stop
	s.membership.Go(func() { s.member.Run(beating) })
	s.membership.Go(func() {
		select {
		case <-beating.Done():
		case err := <-s.member.Lost():
			s.drain = shortDrain
			s.failed <- err
		}
	})
	return nil
}

// takeOver passes on what a dead server had begun, in the transaction that ends it.
func takeOver(ctx context.Context, tx *sql.Tx, dead int64) error {
	for _, pass := range []func(context.Context, *sql.Tx, int64) error{marks.TakeOver, jobsdb.TakeOver, foldb.TakeOver, fielddb.TakeOver} {
		if err := pass(ctx, tx, dead); err != nil {
			return err
		}
	}
	return nil
}

// placement returns the partitions of stage 2; nil in the embedded shape, where it folds all points.
func (s *Server) placement() compute.Placement {
	if s.member == nil {
		return nil
	}
	return s.member
}

// loadOfPartitions returns the number of points of each partition.
func (s *Server) loadOfPartitions(ctx context.Context) ([]int64, error) {
	load := make([]int64, cluster.Partitions)
	groups, err := s.Store.PointGroups(ctx, cluster.Slot)
	for _, g := range groups {
		load[cluster.PartOf(g.Project, g.Slot<<cluster.Slot)] += g.Points
	}
	return load, err
}

// changesOfOthers returns what follows the changes of other servers; nil in the embedded shape.
func (s *Server) changesOfOthers() ingest.Follower {
	if s.member == nil {
		return nil
	}
	return s.Following
}

// ownDevices requests readings from the devices that this server judges, so that each is asked by one server.
type ownDevices struct {
	all    collection.Schedule
	worker *compute.Worker
}

func (o ownDevices) Requests(at int64) []definition.Request {
	return slices.DeleteFunc(o.all.Requests(at), func(r definition.Request) bool { return !o.worker.Holds(r.Device) })
}

func (o ownDevices) SwitchedOff(at int64) []int64 {
	return slices.DeleteFunc(o.all.SwitchedOff(at), func(device int64) bool { return !o.worker.Holds(device) })
}

// adopt stores what dead servers have left in their lanes, until ctx ends.
func (s *Server) adopt(ctx context.Context) {
	for {
		var lane int32
		select {
		case <-ctx.Done():
			return
		case lane = <-s.member.Adopted():
		}
		begun := time.Now()
		err := s.Intake.Adopt(ctx, lane)
		if err == nil {
			err = s.member.FreeLane(ctx, lane)
		}
		if ctx.Err() != nil {
			return // the server that takes over from this one adopts it
		}
		s.Log.Info("the lane of a dead server is stored", "lane", lane, "took", time.Since(begun), "error", err)
	}
}

// leave hands everything to the other servers, at once. ctx bounds how long stage 2 may take to give up its points.
func (s *Server) leave(ctx context.Context, drained bool) error {
	if s.member == nil {
		return nil
	}
	defer s.membership.Wait()
	defer s.endMembership()
	err := s.member.Drain(ctx)
	if err == nil {
		select {
		case <-s.member.Released():
		case <-ctx.Done():
		}
		err = s.member.Leave(ctx, drained)
	}
	if err != nil && ctx.Err() != nil { // the others take over when the lease expires
		s.Log.Warn("no time to hand over to the other servers", "error", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("hand over to the other servers: %w", err)
	}
	return nil
}

// openConnections shares the connections of devices with the other servers.
func (s *Server) openConnections(ctx context.Context) (err error) {
	if s.member != nil {
		s.Connections, err = connection.Open(ctx, s.DB, s.member, s.Bus, s.Log)
	}
	return err
}

// presence returns the devices connected to any server; nil in the embedded shape.
func (s *Server) presence() command.Presence {
	if s.Connections == nil {
		return nil
	}
	return s.Connections
}

// devicesChanged signals that secrets of devices may have changed.
func (s *Server) devicesChanged() {
	select {
	case s.changed <- struct{}{}:
	default: // already signalled
	}
}
