package servers_test

import (
	"context"
	"testing"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/durability"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/servers"
)

// TestEmbeddedInstallation: it shows its only server with what a stop would touch, and refuses a drain.
func TestEmbeddedInstallation(t *testing.T) {
	counts := func(at int, n int64) []int64 {
		list := make([]int64, cluster.Partitions)
		list[at] = n
		return list
	}
	s := servers.New(servers.Config{
		Self: cluster.Info{Name: "site", Version: "1.0"}, Started: time.Now(),
		Report:  func() servers.Report { return servers.Report{Connections: 3} },
		Promise: func() durability.Watched { return durability.Watched{Promise: durability.Embedded, Highest: 1} },
		Space:   func(context.Context) (servers.Space, error) { return servers.Space{SizeBytes: 1}, nil },
		Load:    func(context.Context) ([]int64, error) { return counts(7, 20), nil },
		Alerts: func(context.Context) (servers.Alerts, error) {
			return servers.Alerts{All: counts(7, 4), Urgent: counts(7, 1)}, nil
		},
	})
	ctx := t.Context()
	view, err := s.View(ctx)
	if err != nil || !view.Embedded || len(view.Servers) != 1 || view.Servers[0].Report.Connections != 3 || view.Durability.Machines != 1 {
		t.Errorf("%+v, %v", view, err)
	}
	id := view.Servers[0].ID
	effect, err := s.Effect(ctx, id)
	if want := (servers.Effect{Points: 20, Alerts: 4, Urgent: 1, Devices: 3}); err != nil || effect != want {
		t.Errorf("%+v, %v; want %+v", effect, err, want)
	}
	if err := s.Drain(ctx, audit.Program("test"), "", id); !errs.Is(err, errs.DrainsNowhere) {
		t.Errorf("drain: %v", err)
	}
	if err := s.EndDrain(ctx, audit.Program("test"), id+1); !errs.Is(err, errs.NothingHere) {
		t.Errorf("end of a drain of nobody: %v", err)
	}
}
