package app

import (
	"context"
	"time"

	"plumbline/internal/account/user"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/board"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/demo"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
)

// loadDemo loads the demo before the listeners open.
func (s *Server) loadDemo(ctx context.Context, corporation int64) error {
	return demo.Load(ctx, s.demoServices(), corporation, clock.Now().UnixMilli())
}

// demoServices are the services with which generated projects are created.
func (s *Server) demoServices() demo.Services {
	return demo.Services{
		Projects: s.Projects, Drawings: s.Drawings, Points: s.Points, Devices: s.Devices, Uploads: s.Uploads, Configuration: s.Configuration,
		SaveBoard: func(ctx context.Context, who audit.Actor, project int64, b demo.Board, points map[string]int64) error {
			saved := board.Board{
				ProjectID: project, Name: b.Name,
				Layout: board.Layout{Rows: b.Rows, Columns: b.Columns, Range: b.Range, Axis: true, Cursor: true, Limits: true, Events: true},
			}
			for _, p := range b.Panels {
				saved.Panels = append(saved.Panels, board.Panel{PointID: points[p.Point], View: p.View, Query: p.Query})
			}
			return board.New(s.Store.Tables, s.Points, s.Read).Save(ctx, who, &saved)
		},
		SaveRules: s.saveDemoRules,
		Send: func(ctx context.Context, device int64, register string, message []byte) error {
			_, err := s.Intake.Commit(ctx, ingest.Frame{
				Device: device, Register: register, Transport: ingest.HTTP, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: message,
			})
			return err
		},
		Refresh: func(ctx context.Context, points, devices []int64) error {
			if _, err := s.Directory.Refresh(ctx, points, devices); err != nil {
				return err
			}
			return s.IntakeDevices.Refresh(ctx, devices)
		},
	}
}

// builtInOwner is the role of owners of projects.
const builtInOwner = 1

// saveDemoRules makes the first administrator an owner of a project and saves rules for them, whose first drill shows where its
// messages stay.
func (s *Server) saveDemoRules(ctx context.Context, who audit.Actor, project int64, rules []demo.Rule) error {
	people, err := s.Store.Candidates(ctx, who.Scope, project, paging.Query{Page: 1, Size: 1})
	if err != nil || len(people.List) == 0 {
		return err
	}
	admin := people.List[0].ID
	if err := s.Store.AddMember(ctx, who, user.Membership{ProjectID: project, AccountID: admin, Roles: []int64{builtInOwner}}); err != nil {
		return err
	}
	to := ledger(s.Store.Tables, s.Read)
	for _, r := range rules {
		made := delivery.Rule{
			ProjectID: project, Name: r.Name, Enabled: true, Level: r.Level, Types: []string{r.Type}, Events: alarm.Events(),
			RepeatHours: r.RepeatHours, Channels: []delivery.Channel{delivery.Mail}, Accounts: []int64{admin},
		}
		if r.QuietAtNight {
			made.Quiet = delivery.Quiet{From: 22 * 60, To: 7 * 60, Level: alarm.Yellow}
		}
		if err := to.SaveRule(ctx, who, &made); err != nil {
			return err
		}
	}
	_, err = Drills(s.Store, s.Store.Tables).Start(ctx, who, project, alarm.Red, false)
	return err
}

// playDemo keeps the demo's devices sending if the demo was loaded.
func (s *Server) playDemo(ctx context.Context) {
	loaded, ok, err := demo.LoadedAt(ctx, s.Projects)
	if err != nil || !ok {
		s.Log.Warn("the demo is loaded at the first start only; this installation has none", "error", err)
		return
	}
	live := demo.Live{
		Broker: s.devices.Address(), Loaded: loaded,
		Secret: func(register string) (string, bool) {
			device, ok := s.IntakeDevices.ByRegister(register)
			if !ok || len(device.Secrets) == 0 {
				return "", false
			}
			return device.Secrets[0].Text, true
		},
		Fetch: s.fetchFirmware,
		Failed: func(register string, err error) {
			s.Log.Error("demo device stopped", "register", register, "error", err)
		},
	}
	s.background.Go(func() { s.whileFirst(ctx, live.Run) })
}

// whileFirst runs do while this server holds partition 0, so that of several servers only one does it.
func (s *Server) whileFirst(ctx context.Context, do func(ctx context.Context)) {
	if s.member == nil {
		do(ctx)
		return
	}
	first := func() bool { return s.member.Holder(0) == s.member.Server() }
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for ctx.Err() == nil {
		if first() {
			s.doWhile(ctx, first, tick.C, do)
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// doWhile runs do until it ends, or until still is false at a tick.
func (s *Server) doWhile(ctx context.Context, still func() bool, tick <-chan time.Time, do func(ctx context.Context)) {
	running, stop := context.WithCancel(ctx)
	defer stop()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(running)
	}()
	for {
		select {
		case <-done:
			return
		case <-tick:
			if !still() {
				stop()
			}
		}
	}
}
