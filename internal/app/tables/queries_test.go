package tables_test

import (
	"context"
	"testing"

	"plumbline/internal/account/user"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/stats"
	"plumbline/internal/testing/apptest"
)

// TestQueriesPerCall checks the number of queries of each reading call, whatever the number of rows. What devices feed
// is cached briefly: a second caller saves two.
func TestQueriesPerCall(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx, scope := context.Background(), s.Owner.Scope()
	made := s.Store.Queries(nil)
	for _, call := range []struct {
		name string
		want int64
		do   func() error
	}{
		{"projects", 3, func() error { return second(s.Projects.List(ctx, scope, paging.Query{})) }},
		{"markers", 2, func() error { return second(s.Projects.Markers(ctx, scope)) }},
		{"tree", 3, func() error { return second(s.Projects.Tree(ctx, scope, s.Project.ID)) }},
		{"members", 4, func() error {
			return second(s.Users.Members(ctx, scope, user.MemberFilter{ProjectID: s.Project.ID}))
		}},
		{"points", 3, func() error { return second(s.Points.List(ctx, scope, point.Filter{})) }},
		{"devices", 7, func() error { return second(s.Devices.List(ctx, scope, device.Filter{})) }},
		{"device counts", 1, func() error { return second(s.Devices.Counts(ctx, scope, device.Filter{})) }},
		{"corporation", 5, func() error { return second(s.Stats.Corporation(ctx, scope, noneJudged)) }},
		{"project", 5, func() error { return second(s.Stats.Project(ctx, scope, s.Project.ID, noneJudged)) }},
		{"topology", 4, func() error { return second(s.Topology.Graph(ctx, scope, s.Project.ID)) }},
		{"places", 1, func() error { return second(s.Stats.Places(ctx, scope, s.Project.ID, 0)) }},
		{"device health", 1, func() error { return second(s.Stats.DeviceHealth(ctx, scope, s.Project.ID, 0)) }},
		{"active alerts", 1, func() error { return second(s.Stats.ActiveAlerts(ctx, scope, 0)) }},
		{"alerts", 2, func() error { return second(s.Store.Alerts(ctx, scope, alarm.Filter{})) }},
		{"alert counts", 1, func() error { return second(s.Store.AlertCounts(ctx, scope, alarm.Filter{})) }},
		{"notifications", 2, func() error { return second(notify.New(s.Store).List(ctx, scope, s.Owner.ID, notify.Filter{})) }},
		{"definitions", 7, func() error { return second(s.Store.Definitions(ctx, []int64{s.Level.ID, s.Crack.ID})) }},
		{"devices of the intake", 6, func() error { return second(s.Store.IntakeDevices(ctx, nil)) }},
		{"roles", 1, func() error { return second(s.Store.Grants(ctx, s.Owner.ID, 1)) }},
	} {
		made.Store(0)
		if err := call.do(); err != nil {
			t.Fatalf("%s: %v", call.name, err)
		}
		if n := made.Load(); n != call.want {
			t.Errorf("%s: %d queries, want %d", call.name, n, call.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// noneJudged leaves all points without a level.
func noneJudged(context.Context, []stats.Place) error { return nil }
