package servers

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/durability"
	"plumbline/internal/platform/errs"
)

// Store asks servers to drain.
type Store interface {
	// AskDrain asks a server to drain. by is the display name of the operator.
	AskDrain(ctx context.Context, who audit.Actor, by string, server int64) error
	// AskReturn ends the drain of a server.
	AskReturn(ctx context.Context, who audit.Actor, server int64) error
}

// Alerts are the open alerts of each partition.
type Alerts struct{ All, Urgent []int64 }

// Config are the dependencies of a service.
type Config struct {
	DB      *database.DB
	Store   Store
	Server  int64         // id of this server; 0: the only one
	Self    cluster.Info  // this server
	Started time.Time     // of this server
	Report  func() Report // of this server
	Promise func() durability.Watched
	Space   func(context.Context) (Space, error)
	Load    func(context.Context) ([]int64, error) // points of each partition
	Alerts  func(context.Context) (Alerts, error)
}

// Service serves the calls of operators.
type Service struct{ Config }

// New returns a service.
func New(config Config) *Service { return &Service{config} }

// only is the id of the server of an embedded installation.
const only = 1

// View returns the servers.
func (s *Service) View(ctx context.Context) (View, error) {
	v, err := s.Running(ctx)
	if err != nil {
		return v, err
	}
	v.Durability = durabilityOf(s.Promise())
	v.Database, err = s.Space(ctx)
	return v, err
}

// Running returns the servers without what their database means and holds.
func (s *Service) Running(ctx context.Context) (v View, err error) {
	if s.Server == 0 {
		report, now := s.Report(), clock.Now().UnixMilli()
		v.Now, v.Embedded, v.SelfID = now, true, only
		v.Servers = []Server{{
			ID: only, Name: s.Self.Name, Version: s.Self.Version, StartedAt: s.Started.UnixMilli(), Alive: true, Report: &report, ReportedAt: now,
		}}
		v.Former, v.Partitions, v.Lanes = []Former{}, []Partition{}, []Lane{}
		return v, nil
	}
	o, err := cluster.Look(ctx, s.DB)
	if err != nil {
		return v, err
	}
	v.Now, v.SelfID = o.Now.UnixMilli(), s.Server
	return v, v.fill(o)
}

// fill adds the servers of the database.
func (v *View) fill(o cluster.Overview) error {
	v.Servers, v.Former = make([]Server, len(o.Servers)), make([]Former, len(o.Former))
	v.Partitions, v.Lanes = make([]Partition, len(o.Parts)), make([]Lane, len(o.Lanes))
	held := map[int64]int{}
	for i, p := range o.Parts {
		v.Partitions[i] = Partition{ServerID: p.Server, WantedID: p.Wanted}
		held[p.Server]++
	}
	for i, l := range o.Lanes {
		v.Lanes[i] = Lane{Lane: int(l.Lane), ServerID: l.Server, Adopted: l.Adopted}
	}
	for i, f := range o.Former {
		v.Former[i] = Former{
			ID: f.ID, Name: f.Name, Version: f.Version, StartedAt: f.Started.UnixMilli(), EndedAt: f.Ended.UnixMilli(), SuccessorID: f.Successor,
		}
	}
	for i, r := range o.Servers {
		one := Server{
			ID: r.ID, Name: r.Name, Version: r.Version, StartedAt: r.Started.UnixMilli(), Alive: r.Lease.After(o.Now),
			Stopping: r.Draining && r.Drain == nil, Partitions: held[r.ID], ReportedAt: r.Reported.UnixMilli(),
		}
		if d := r.Drain; d != nil {
			one.Drain = &Drain{
				AskedAt: d.Asked, By: d.By, ClosedAt: d.Closed, NotifiedAt: d.Notified, Devices: d.Devices, Partitions: d.Partitions,
				HandedOverAt: d.HandedOver, EmptiedAt: d.Emptied, SafeAt: d.Safe,
			}
		}
		if r.Report != nil {
			one.Report = new(Report)
			if err := json.Unmarshal(r.Report, one.Report); err != nil {
				return fmt.Errorf("read the report of server %d: %w", r.ID, err)
			}
			v.noteLags(r.ID, one.Report)
		}
		v.Servers[i] = one
	}
	return nil
}

// noteLags enters what a server says about the partitions that it holds.
func (v *View) noteLags(server int64, r *Report) {
	if r.Lags == nil {
		r.Lags = []Lag{}
	}
	for _, l := range r.Lags {
		if l.Partition >= 0 && l.Partition < len(v.Partitions) && v.Partitions[l.Partition].ServerID == server {
			v.Partitions[l.Partition].LagMs = l.Ms
		}
	}
}

// Effect returns what a drain of a server touches.
func (s *Service) Effect(ctx context.Context, server int64) (e Effect, err error) {
	v, err := s.View(ctx)
	if err != nil {
		return e, err
	}
	there := false
	for _, one := range v.Servers {
		switch {
		case one.ID == server:
			there, e.Partitions = true, one.Partitions
			if one.Report != nil {
				e.Devices = one.Report.Connections
			}
		case one.Alive && !one.Stopping && one.Drain == nil:
			e.Others++
		}
	}
	if !there {
		return e, errs.New(errs.NothingHere)
	}
	load, err := s.Load(ctx)
	if err != nil {
		return e, err
	}
	alerts, err := s.Alerts(ctx)
	if err != nil {
		return e, err
	}
	for part := range load {
		if v.Embedded || v.Partitions[part].ServerID == server {
			e.Points, e.Alerts, e.Urgent = e.Points+load[part], e.Alerts+alerts.All[part], e.Urgent+alerts.Urgent[part]
		}
	}
	return e, nil
}

// Drain asks a server to hand over what it does, until it is stopped or EndDrain.
func (s *Service) Drain(ctx context.Context, who audit.Actor, by string, server int64) error {
	if s.Server == 0 {
		return s.alone(server)
	}
	return s.Store.AskDrain(ctx, who, by, server)
}

// EndDrain lets a server take part again.
func (s *Service) EndDrain(ctx context.Context, who audit.Actor, server int64) error {
	if s.Server == 0 {
		return s.alone(server)
	}
	return s.Store.AskReturn(ctx, who, server)
}

// alone refuses a drain of the only server.
func (s *Service) alone(server int64) error {
	if server != only {
		return errs.New(errs.NothingHere)
	}
	return errs.New(errs.DrainsNowhere)
}
