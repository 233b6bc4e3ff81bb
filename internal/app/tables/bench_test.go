package tables_test

import (
	"context"
	"fmt"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

// BenchmarkScreens reads what screens and the start read, over 5,000 points with as many devices. Targets on an idle
// core: a tree 25 ms, a page of a list 10 ms, the counts of a project 150 ms, all definitions 400 ms.
func BenchmarkScreens(b *testing.B) {
	const count = 5000
	s := apptest.OpenSite(b, database.SQLite)
	ctx := context.Background()
	many(b, s, count)
	scope := access.Scope{Corporation: s.Corporation.ID}
	for name, read := range map[string]func() error{
		"tree":        func() error { _, err := s.Projects.Tree(ctx, scope, s.Project.ID); return err },
		"points":      func() error { _, err := s.Points.List(ctx, scope, point.Filter{ProjectID: s.Project.ID}); return err },
		"projects":    func() error { _, err := s.Projects.List(ctx, scope, paging.Query{}); return err },
		"devices":     func() error { _, err := s.Devices.List(ctx, scope, device.Filter{}); return err },
		"corporation": func() error { _, err := s.Stats.Corporation(ctx, scope, noneJudged); return err },
		"project":     func() error { _, err := s.Stats.Project(ctx, scope, s.Project.ID, noneJudged); return err },
		"alerts":      func() error { _, err := s.Store.Alerts(ctx, scope, alarm.Filter{}); return err },
		"definitions": func() error {
			ids, err := s.Store.PointsAfter(ctx, 0, 2*count)
			if err == nil {
				_, err = s.Store.Definitions(ctx, ids)
			}
			return err
		},
		"intakeDevices": func() error { _, err := s.Store.IntakeDevices(ctx, nil); return err },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := read(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// many adds points with devices, and an alert on every tenth.
func many(b *testing.B, s *apptest.Site, count int) {
	b.Helper()
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	var points []point.New
	var changes []alarm.Change
	for i := range count {
		name := fmt.Sprintf("N-%05d", i)
		d, _, err := s.Devices.Create(ctx, admin, device.Device{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: name, Kind: device.Measuring,
			Type: "Crack", Model: "own", SNCode: name, Register: name,
		}, nil)
		if err != nil {
			b.Fatal(err)
		}
		config := []struct {
			aspect definition.PointAspect
			value  any
		}{
			{definition.AspectBinding, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: d.ID}}}},
			{definition.AspectCollect, definition.Collect{Mode: "UploadCollect", Interval: 300}},
			{definition.AspectInitial, definition.Initial{Mode: "auto"}},
		}
		p := point.New{Point: point.Point{StructureID: s.Structure.ID, Name: name, Kind: point.Normal, Measurement: "Crack", Category: "Crack"}}
		for _, c := range config {
			p.Config = append(p.Config, apptest.Draft(b, string(c.aspect), 0, c.value))
		}
		points = append(points, p)
		if len(points) == point.MaxBatch || i == count-1 {
			made, err := s.Points.Create(ctx, admin, s.Project.ID, points)
			if err != nil {
				b.Fatal(err)
			}
			for j := 0; j < len(made); j += 10 {
				changes = append(changes, alarm.Change{Record: alarm.Record{
					CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, StructureID: s.Structure.ID, PointID: made[j].ID, Kind: alarm.OfThreshold,
					Status: alarm.Pending, Level: 2, Opened: 1, Steps: []alarm.Step{{Level: 2}},
				}})
			}
			points = points[:0]
		}
	}
	if err := s.DB.Write(ctx, func(tx *database.Tx) error { return s.Store.SaveAlerts(ctx, tx.Tx, changes) }); err != nil {
		b.Fatal(err)
	}
}
