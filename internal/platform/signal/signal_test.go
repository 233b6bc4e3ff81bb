package signal_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"plumbline/internal/platform/signal"
	"plumbline/internal/testkit/pgtest"
)

func TestMain(m *testing.M) {
	// The private PostgreSQL of the tests ends with the process.
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("os/exec.(*Cmd).Wait"), goleak.IgnoreAnyFunction("plumbline/internal/testkit/pgtest.(*Server).start.func1"))
}

func points(t *testing.T, e signal.Event) []int64 {
	t.Helper()
	var p signal.LivePayload
	if err := json.Unmarshal(e.Payload, &p); err != nil {
		t.Fatalf("payload %s: %v", e.Payload, err)
	}
	return p.Points
}

func TestEventsOfOneProjectAreMerged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := signal.NewLocal()
		live := bus.Subscribe(t.Context(), signal.Live)
		for _, id := range []int64{3, 1, 3} {
			signal.Publish(t.Context(), bus, signal.Live, 7, signal.LivePayload{Points: []int64{id}})
		}
		signal.Publish(t.Context(), bus, signal.Live, 8, signal.LivePayload{Points: []int64{2}})
		signal.Publish(t.Context(), bus, signal.Alert, 7, signal.AlertPayload{Alerts: []int64{9}})
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

func TestASlowSubscriberGetsMergedEvents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := signal.NewLocal()
		defer bus.Close()
		live := bus.Subscribe(t.Context(), signal.Live)
		const many = 1000
		for i := range int64(many) {
			signal.Publish(t.Context(), bus, signal.Live, 1, signal.LivePayload{Points: []int64{i}})
			time.Sleep(time.Second) // nobody reads; the clock of the bubble, not of the wall
		}
		seen := map[int64]bool{}
		events := 0
		for len(seen) < many {
			events++
			for _, id := range points(t, <-live) {
				seen[id] = true
			}
		}
		if events > 30 {
			t.Errorf("%d events: want the backlog merged into a few", events)
		}
	})
}

func TestSignalsReachOtherNodes(t *testing.T) {
	address := pgtest.URL(t)
	ctx := context.Background()
	open := func() *signal.Postgres {
		bus, err := signal.NewPostgres(ctx, address, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = bus.Close() })
		return bus
	}
	here, there := open(), open()
	heard := there.Subscribe(t.Context(), signal.Live)
	own := here.Subscribe(t.Context(), signal.Live)
	const many = 1000 // more than one NOTIFY carries
	ids := make([]int64, many)
	for i := range ids {
		ids[i] = int64(i) + 1<<50
	}
	signal.Publish(ctx, here, signal.Live, 5, signal.LivePayload{Points: ids})
	for name, events := range map[string]<-chan signal.Event{"other node": heard, "own node": own} {
		seen := map[int64]bool{}
		for len(seen) < many {
			e := <-events
			if e.Project != 5 {
				t.Fatalf("%s: project %d, want 5", name, e.Project)
			}
			for _, id := range points(t, e) {
				seen[id] = true
			}
		}
	}
}
