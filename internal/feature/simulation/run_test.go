package simulation_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/timeline"
	"plumbline/internal/feature"
	"plumbline/internal/feature/simulation"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/await"
)

// gate is an engine that waits, or fails, before it replays its n-th point.
type gate struct {
	simulation.Engine
	n       int
	reached chan struct{} // closed when the n-th point is reached
	open    chan struct{} // lets it go on
	err     error         // of the n-th point, instead of waiting
}

func (s *site) gate(n int) *gate {
	return &gate{Engine: s.Previewer, n: n, reached: make(chan struct{}), open: make(chan struct{})}
}

func (g *gate) Replay(ctx context.Context, p *compiled.Point, sets []timeline.Timeline[alarm.Thresholds],
	visit func(*compiled.Segment, alarm.Deciding),
) ([]compute.Replayed, error) {
	if g.n--; g.n == 0 {
		if g.err != nil {
			return nil, g.err
		}
		close(g.reached)
		select {
		case <-g.open:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return g.Engine.Replay(ctx, p, sets, visit)
}

// work starts a server that simulates; stop stops it and waits.
func (s *site) work(t *testing.T, from simulation.Engine) (stop func()) {
	t.Helper()
	node := jobs.NewService(s.Site.Store, 0, nil, 1, slog.New(slog.DiscardHandler))
	node.Handle(simulation.KindOfJob, simulation.Handler(feature.Host{Previewer: s.Previewer}, from))
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { node.Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	t.Cleanup(stop)
	return stop
}

// batch is a simulation of many points.
type batch struct {
	*site
	list string // the path of simulations
	path string
	id   int64
}

const points = 14

// batch enters the readings of more points and asks about all of them; with the ids of the points as a list.
func (s *site) batch(t *testing.T) (b batch, ids string) {
	t.Helper()
	var names []string
	for i := range points - 2 {
		names = append(names, fmt.Sprintf(`{"name":"M%d","type":"artificial","measurement":"Crack","category":"Artificial"}`, i))
	}
	ids = fmt.Sprintf("%d,%d", s.one, s.other)
	for _, p := range ask(t, s.Server, "owner", "POST", s.points, `{"points":[`+strings.Join(names, ",")+`]}`, 201)["list"].([]any) {
		id := int64(p.(object)["id"].(float64))
		s.enter(t, id)
		ids += fmt.Sprintf(",%d", id)
	}
	return s.asked(t, ids), ids
}

func (s *site) asked(t *testing.T, ids string) batch {
	t.Helper()
	b := batch{site: s, list: fmt.Sprintf("/api/projects/%d/threshold-simulations", s.Project.ID)}
	b.id = int64(ask(t, s.Server, "guest", "POST", b.list, s.question(`"measuringPointIds":[`+ids+`],"set":`+higher), 202)["id"].(float64))
	b.path = fmt.Sprintf("%s/%d", b.list, b.id)
	return b
}

func (b batch) now(t *testing.T) object {
	t.Helper()
	return ask(t, b.Server, "guest", "GET", b.path, "", 200)
}

// until reads the outcome until it is in a state.
func (b batch) until(t *testing.T, state string) object {
	t.Helper()
	for {
		if found := b.now(t); found["state"] == state || t.Context().Err() != nil {
			return found
		}
		await.Pause()
	}
}

// undisturbed is what the same question gives when nothing happens.
func (b batch) undisturbed(t *testing.T, ids string) []any {
	t.Helper()
	stop := b.work(t, b.Previewer)
	defer stop()
	whole := b.asked(t, ids).until(t, "done")["points"].([]any)
	if len(whole) != points {
		t.Fatalf("%d points: %v", len(whole), whole)
	}
	return whole
}

func TestSimulationIsCancelledWhileItRuns(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		b, ids := s.batch(t)
		expect(t, "before it begins", []any{b.now(t)["state"], b.now(t)["total"]}, []any{"waiting", 0})
		g := s.gate(12)
		stop := s.work(t, g)
		<-g.reached
		found := b.now(t)
		expect(t, "while it runs", []any{found["state"], found["done"], found["total"]}, []any{"running", 10, points})
		ask(t, s.Server, "stranger", "POST", fmt.Sprintf("/api/jobs/%d/cancel", b.id), "", 404)
		ask(t, s.Server, "guest", "POST", fmt.Sprintf("/api/jobs/%d/cancel", b.id), "", 200)
		close(g.open)
		stop()
		found = b.now(t)
		expect(t, "cancelled", []any{found["state"], found["reason"], found["done"]}, []any{"cancelled", "", 10})
		whole := b.undisturbed(t, ids)
		if !reflect.DeepEqual(found["points"], whole[:10]) {
			t.Errorf("the points before: %v, want %v", found["points"], whole[:10])
		}
	})
}

func TestSimulationGoesOnOnAnotherServer(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		b, ids := s.batch(t)
		g := s.gate(13)
		stop := s.work(t, g)
		<-g.reached
		stop()
		found := b.now(t)
		expect(t, "after the server has stopped", []any{found["state"], found["reason"], found["done"]}, []any{"waiting", "", 10})
		if list := found["points"].([]any); len(list) != 10 {
			t.Errorf("%d points are kept", len(list))
		}
		rest := s.gate(points - 10) // the other server has only those to do that are left
		stop = s.work(t, rest)
		<-rest.reached
		close(rest.open)
		found = b.until(t, "done")
		stop()
		if whole := b.undisturbed(t, ids); !reflect.DeepEqual(found["points"], whole) {
			t.Errorf("%v\nwant %v", found["points"], whole)
		}
	})
}

// sql changes the queue, so that no time has to pass before the next attempt.
func (b batch) sql(t *testing.T, query string, args ...any) {
	t.Helper()
	err := b.DB.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), query, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestFailedSimulationSaysWhy(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		b, ids := s.batch(t)
		twelfth := strings.Split(ids, ",")[11]
		name := ask(t, s.Server, "guest", "GET", s.points+"/"+twelfth, "", 200)["name"]
		reason := errs.New(errs.PointUnsimulated, "name", name).Text(errs.English)

		// An error of the moment: the next attempt goes on where it came.
		g := s.gate(12)
		g.err = errors.New("no disk")
		stop := s.work(t, g)
		for b.now(t)["reason"] == "" {
			if t.Context().Err() != nil {
				return
			}
		}
		stop()
		found := b.now(t)
		expect(t, "it will be tried again", []any{found["state"], found["reason"], found["done"]}, []any{"waiting", reason, 11})
		expect(t, "what it was started with", found["asked"].(object)["measuringPointIds"], numbersOf(t, ids))

		// The last attempt.
		b.sql(t, "UPDATE job SET attempt = $1, run_at = 0 WHERE id = $2", jobs.MaxAttempts-1, b.id)
		g = s.gate(1)
		g.err = errors.New("no disk")
		stop = s.work(t, g)
		found = b.until(t, "failed")
		stop()
		expect(t, "it has failed", []any{found["reason"], found["done"]}, []any{reason, 11})

		// An error that another attempt would meet again ends it at once.
		b = s.asked(t, ids)
		g = s.gate(1)
		g.err = errs.New(errs.ZoneUnknown)
		stop = s.work(t, g)
		found = b.until(t, "failed")
		stop()
		expect(t, "refused", found["reason"], errs.New(errs.ZoneUnknown).Text(errs.English))

		// Nobody could keep a reason: a server fell in the last attempt.
		b = s.asked(t, ids)
		b.sql(t, "UPDATE job SET state = 'failed' WHERE id = $1", b.id)
		expect(t, "without a reason", b.now(t)["reason"], errs.New(errs.SimulationFailed).Text(errs.English))

		// Its points are deleted before it begins.
		b = s.asked(t, twelfth)
		ask(t, s.Server, "owner", "DELETE", s.points+"/"+twelfth, "", 200)
		stop = s.work(t, s.Previewer)
		found = b.until(t, "failed")
		stop()
		expect(t, "nothing to simulate", found["reason"], errs.New(errs.SimulatedPointsGone).Text(errs.English))
	})
}

func numbersOf(t *testing.T, ids string) []any {
	t.Helper()
	var list []any
	for id := range strings.SplitSeq(ids, ",") {
		var n int64
		if _, err := fmt.Sscan(id, &n); err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}
