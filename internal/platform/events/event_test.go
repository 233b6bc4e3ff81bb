package events_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plumbline/internal/platform/events"
	"plumbline/internal/testing/pgtest"
)

func TestMain(m *testing.M) {
	// The tests' PostgreSQL server ends with the process.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("os/exec.(*Cmd).Wait"),
		goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1"))
}

func points(t *testing.T, e events.Event) []int64 {
	t.Helper()
	var p events.LivePayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		t.Fatalf("payload %s: %v", e.Payload, err)
	}
	return p.Points
}

func TestEventsOfOneProjectAreMerged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := events.NewLocal()
		live := bus.Subscribe(t.Context(), events.Live)
		for _, id := range []int64{3, 1, 3} {
			events.Publish(t.Context(), bus, events.Live, 7, events.LivePayload{Points: []int64{id}})
		}
		events.Publish(t.Context(), bus, events.Live, 8, events.LivePayload{Points: []int64{2}})
		events.Publish(t.Context(), bus, events.Alert, 7, events.AlertPayload{Alerts: []int64{9}})
		first, second := <-live, <-live
		if first.Project != 7 || second.Project != 8 {
			t.Errorf("projects %d, %d: want 7, 8", first.Project, second.Project)
		}
		if diff := cmp.Diff([]int64{1, 3}, points(t, first)); diff != "" {
			t.Errorf("points of project 7 (-want +got):\n%s", diff)
		}
		synctest.Wait()
		select {
		case e := <-live:
			t.Errorf("one more event: %+v", e)
		default:
		}
		if err := bus.Close(); err != nil {
			t.Fatal(err)
		}
		if _, open := <-live; open {
			t.Error("the subscription is still open after Close")
		}
	})
}

func TestSlowSubscriberGetsMergedEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := events.NewLocal()
		defer bus.Close()
		live := bus.Subscribe(t.Context(), events.Live)
		const many = 1000
		for i := range int64(many) {
			events.Publish(t.Context(), bus, events.Live, 1, events.LivePayload{Points: []int64{i}})
			time.Sleep(time.Second) // no reader yet; the synctest clock, so no real wait
		}
		seen := map[int64]bool{}
		received := 0
		for len(seen) < many {
			received++
			for _, id := range points(t, <-live) {
				seen[id] = true
			}
		}
		if received > 30 {
			t.Errorf("%d events: want the backlog merged into a few", received)
		}
	})
}

func TestSignalsReachOtherNodes(t *testing.T) {
	address := pgtest.URL(t)
	ctx := context.Background()
	open := func() *events.Postgres {
		bus, err := events.NewPostgres(ctx, address, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = bus.Close() })
		return bus
	}
	here, there := open(), open()
	heard := there.Subscribe(t.Context(), events.Live)
	own := here.Subscribe(t.Context(), events.Live)
	const many = 1000 // more than fits into one NOTIFY
	ids := make([]int64, many)
	for i := range ids {
		ids[i] = int64(i) + 1<<50
	}
	events.Publish(ctx, here, events.Live, 5, events.LivePayload{Points: ids})
	for name, received := range map[string]<-chan events.Event{"other node": heard, "own node": own} {
		seen := map[int64]bool{}
		for len(seen) < many {
			e := <-received
			if e.Project != 5 {
				t.Fatalf("%s: project %d, want 5", name, e.Project)
			}
			for _, id := range points(t, e) {
				seen[id] = true
			}
		}
	}
}
