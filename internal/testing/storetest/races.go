package storetest

import (
	"fmt"
	"sync"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/generation"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

// atOnce runs all functions concurrently and returns their errors.
func atOnce(do ...func() error) []error {
	failures := make([]error, len(do))
	start := make(chan struct{})
	var working sync.WaitGroup
	for i := range do {
		working.Go(func() {
			<-start
			failures[i] = do[i]()
		})
	}
	close(start)
	working.Wait()
	return failures
}

// Of several conflicting concurrent changes, only one is stored. The others fail as if they had come later.
func configurationRaces(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	virtual := func(name string) point.Point {
		made := must(s.Points.Create(ctx, admin, s.Project.ID, []point.New{{Point: point.Point{
			StructureID: s.Structure.ID, Name: name, Kind: point.Virtual, Measurement: s.Crack.Measurement, Category: "Virtual",
		}}}))(t)
		return made[0]
	}
	reads := func(p, other point.Point) func() error {
		draft := apptest.Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", PointID: other.ID}}})
		return func() error {
			_, err := s.Points.Record(ctx, admin, p.ID, draft)
			return err
		}
	}
	hangs := func(d device.Device, channel int32) func() error {
		draft := apptest.Draft(t, string(definition.AspectConnection), 0, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: channel})
		return func() error {
			_, err := s.Devices.Record(ctx, admin, d.ID, draft)
			return err
		}
	}
	const racers = 8
	for round := range 4 {
		ring := make([]point.Point, racers)
		var links, sensors []func() error
		for n := range ring {
			ring[n] = virtual(fmt.Sprintf("ring-%d-%d", round, n))
		}
		for n := range ring {
			links = append(links, reads(ring[n], ring[(n+1)%racers]))
		}
		refusals := 0
		for _, err := range atOnce(links...) {
			if err != nil {
				refusals++
				refusedFields(t, err)
			}
		}
		same(t, "refused of a ring", refusals, 1)

		for n := range racers {
			d, _, err := s.Devices.Create(ctx, admin, device.Device{
				CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "racer", Kind: s.Gauge.Kind, Type: s.Gauge.Type, Model: s.Gauge.Model,
				SNCode: fmt.Sprintf("RACE-%d-%d", round, n),
			}, []timeline.Draft{})
			ok(t, err)
			sensors = append(sensors, hangs(d, int32(9+round)))
		}
		refusals = 0
		for _, err := range atOnce(sensors...) {
			if err != nil {
				refusals++
				refusedFields(t, err)
			}
		}
		same(t, "refused of those for one channel", refusals, racers-1)
	}
}

// A person decides about an alert while the fold stores it: the decision waits for the fold, and both are stored.
func decisionDuringFold(t *testing.T, s *apptest.Site) {
	record := opened(t, s, day, alarm.Yellow)
	worse, decision := record, record
	worse.Level, worse.CurrentLevel, worse.ChangedAt = alarm.Orange, alarm.Orange, day+100
	decision.Status, decision.ProcessedAt, decision.ProcessedBy, decision.ProcessedLevel = alarm.Confirm, day+200, s.Member.ID, alarm.Yellow
	decided := make(chan error, 1)
	write(t, s, func(tx *database.Tx) error {
		if _, err := generation.NewLog(s.DB).Share(ctx, tx.Tx, []int64{s.Corporation.ID}); err != nil {
			return err
		}
		go func() {
			act := alarm.Transition{Kind: alarm.Processed, From: alarm.Pending, To: alarm.Confirm, Level: alarm.Yellow, Time: day + 200}
			decided <- s.Store.Process(ctx, apptest.Actor(s.Member), decision, alarm.Pending, act, day)
		}()
		for waiting := s.DB.Dialect() != database.Postgres; !waiting && len(decided) == 0; {
			err := s.DB.Reader().QueryRow("SELECT EXISTS (SELECT 1 FROM pg_stat_activity" +
				" WHERE datname = current_database() AND wait_event_type = 'Lock')").Scan(&waiting)
			if err != nil {
				return err
			}
		}
		return s.Store.SaveAlerts(ctx, tx.Tx, []alarm.Change{{Record: worse}})
	})
	ok(t, <-decided)
	got := must(s.Store.Alert(ctx, s.Guest.Scope(), record.ID))(t)
	same(t, "status and level", []any{got.Status, got.Level}, []any{alarm.Confirm, alarm.Orange})
}

// refusedFields checks that an error names a field.
func refusedFields(t *testing.T, err error) {
	t.Helper()
	if refused, is := errs.As(err); !is || len(refused.Fields) == 0 {
		t.Errorf("%v, want a refusal that names a field", err)
	}
}
