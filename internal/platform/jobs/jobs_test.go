package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

// yard is a queue in a real database with nodes that work on it.
type yard struct {
	*testing.T
	site *apptest.Site
	wake chan struct{}
}

// onBoth runs a test on each database engine.
func onBoth(t *testing.T, test func(y *yard)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			test(&yard{T: t, site: apptest.OpenSite(t, engine), wake: make(chan struct{}, 1)})
		})
	}
}

// node starts a node that handles one kind of job; stop stops it and waits.
func (y *yard) node(kind string, h jobs.Handler) (stop func()) {
	return y.nodeThatRests(kind, h, func() bool { return false })
}

func (y *yard) nodeThatRests(kind string, h jobs.Handler, resting func() bool) (stop func()) {
	node := jobs.NewService(y.site.Store, 0, y.wake, 1, slog.New(slog.DiscardHandler))
	node.RestWhile(resting)
	node.Handle(kind, h)
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { node.Run(ctx) })
	stop = func() { cancel(); running.Wait() }
	y.Cleanup(stop)
	return stop
}

func (y *yard) enqueue(n jobs.New) jobs.Job {
	y.Helper()
	job, err := y.site.Store.Enqueue(y.Context(), n)
	if err != nil {
		y.Fatal(err)
	}
	y.wakeUp()
	return job
}

func (y *yard) wakeUp() {
	select {
	case y.wake <- struct{}{}:
	default:
	}
}

func (y *yard) job(id int64) jobs.Job {
	y.Helper()
	job, err := y.site.Store.Job(y.Context(), access.Scope{All: true}, id)
	if err != nil {
		y.Fatal(err)
	}
	return job
}

// until reads a job repeatedly until awaited returns true, or the test times out.
func (y *yard) until(id int64, awaited func(jobs.Job) bool) jobs.Job {
	y.Helper()
	for {
		if job := y.job(id); awaited(job) || y.Context().Err() != nil {
			return job
		}
		await.Pause()
	}
}

// sql changes the queue directly, for example to simulate elapsed time or earlier attempts.
func (y *yard) sql(query string, args ...any) {
	y.Helper()
	err := y.site.DB.Write(y.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(y.Context(), query, args...)
		return err
	})
	if err != nil {
		y.Fatal(err)
	}
}

func is(states ...jobs.State) func(jobs.Job) bool {
	return func(j jobs.Job) bool { return slices.Contains(states, j.State) }
}

func TestJobResumesAtCheckpoint(t *testing.T) {
	onBoth(t, func(y *yard) {
		reported := make(chan struct{})
		stop := y.node("count", func(ctx context.Context, run *jobs.Run) error {
			if err := run.Report(ctx, jobs.Progress{Done: 3, Total: 10, Checkpoint: json.RawMessage(`{"at":3}`)}); err != nil {
				return err
			}
			close(reported)
			<-ctx.Done()
			return ctx.Err()
		})
		job := y.enqueue(jobs.New{Kind: "count", Args: map[string]int{"to": 10}})
		<-reported
		if got := y.job(job.ID); got.State != jobs.Running || got.Progress.Done != 3 || got.Progress.Total != 10 {
			y.Errorf("while it runs: %+v", got)
		}
		stop()
		if got := y.job(job.ID); got.State != jobs.Waiting || got.Error != "" {
			y.Errorf("after the node was stopped: %s %q, want it waiting without an error", got.State, got.Error)
		}
		y.node("count", func(ctx context.Context, run *jobs.Run) error {
			if from := string(run.Job.Progress.Checkpoint); from != `{"at":3}` {
				return jobs.Final(errors.New("began at " + from))
			}
			return run.Report(ctx, jobs.Progress{Done: 10, Total: 10, Result: json.RawMessage(`"all"`)})
		})
		y.wakeUp()
		if got := y.until(job.ID, is(jobs.Done, jobs.Failed)); got.State != jobs.Done || string(got.Progress.Result) != `"all"` || got.FinishedAt == 0 {
			y.Errorf("in the end: %+v", got)
		}
	})
}

func TestFailedJobIsRetriedWithBackoff(t *testing.T) {
	onBoth(t, func(y *yard) {
		y.node("flaky", func(context.Context, *jobs.Run) error { return errors.New("no disk") })
		before := time.Now()
		job := y.enqueue(jobs.New{Kind: "flaky"})
		for attempt, pause := range []time.Duration{5 * time.Second, 10 * time.Second, 20 * time.Second} {
			got := y.until(job.ID, func(j jobs.Job) bool { return j.State == jobs.Waiting && j.Attempt == attempt+1 })
			if got.Error != "no disk" || got.RunAt < before.Add(pause).UnixMilli() || got.RunAt > time.Now().Add(pause).UnixMilli() {
				y.Errorf("attempt %d: %q, again in %d ms, want %v", got.Attempt, got.Error, got.RunAt-time.Now().UnixMilli(), pause)
			}
			before = time.Now()
			y.sql("UPDATE job SET run_at = 0 WHERE id = $1", job.ID) // skips the delay before the retry
			y.wakeUp()
		}
		y.until(job.ID, func(j jobs.Job) bool { return j.State == jobs.Waiting && j.Attempt == 4 })
		y.sql("UPDATE job SET attempt = $1, run_at = 0 WHERE id = $2", jobs.MaxAttempts-1, job.ID)
		y.wakeUp()
		if got := y.until(job.ID, is(jobs.Failed)); got.Attempt != jobs.MaxAttempts || got.Error != "no disk" || got.FinishedAt == 0 {
			y.Errorf("after the last attempt: %+v", got)
		}
	})
}

func TestFinalErrorIsNotRetried(t *testing.T) {
	onBoth(t, func(y *yard) {
		y.node("wrong", func(context.Context, *jobs.Run) error { return jobs.Final(errors.New("no such file")) })
		job := y.enqueue(jobs.New{Kind: "wrong"})
		if got := y.until(job.ID, is(jobs.Failed)); got.Attempt != 1 || got.Error != "no such file" {
			y.Errorf("%+v", got)
		}
	})
}

func TestPanicFailsOnlyItsJob(t *testing.T) {
	onBoth(t, func(y *yard) {
		y.node("work", func(_ context.Context, run *jobs.Run) error {
			if string(run.Job.Args) == `"bad"` {
				panic("out of range")
			}
			return nil
		})
		bad, good := y.enqueue(jobs.New{Kind: "work", Args: "bad"}), y.enqueue(jobs.New{Kind: "work", Args: "good"})
		y.until(good.ID, is(jobs.Done))
		if got := y.until(bad.ID, func(j jobs.Job) bool { return j.Error != "" }); !strings.Contains(got.Error, "out of range") || got.State != jobs.Waiting {
			y.Errorf("%+v", got)
		}
	})
}

func TestCancelledJobStopsAtNextReport(t *testing.T) {
	onBoth(t, func(y *yard) {
		began, ended := make(chan struct{}), make(chan error)
		y.node("long", func(ctx context.Context, run *jobs.Run) error {
			close(began)
			for done := int64(0); ; done++ {
				if err := run.Report(ctx, jobs.Progress{Done: done}); err != nil {
					ended <- err
					return err
				}
			}
		})
		job := y.enqueue(jobs.New{Kind: "long", CorporationID: y.site.Corporation.ID, ProjectID: y.site.Project.ID})
		<-began
		service := jobs.NewService(y.site.Store, 0, nil, 1, slog.New(slog.DiscardHandler))
		if _, err := service.Cancel(y.Context(), apptest.Actor(y.site.Stranger), job.ID); err == nil {
			y.Error("a stranger cancelled the job")
		}
		if _, err := service.Cancel(y.Context(), apptest.Actor(y.site.Admin), job.ID); err != nil {
			y.Fatal(err)
		}
		if err := <-ended; !errors.Is(err, jobs.ErrCancelled) {
			y.Errorf("the handler got %v", err)
		}
		if got := y.job(job.ID); got.State != jobs.Cancelled || got.Error != "" || got.FinishedAt == 0 {
			y.Errorf("afterwards: %+v", got)
		}
	})
}

func TestExpiredLeaseMovesJobToAnotherNode(t *testing.T) {
	onBoth(t, func(y *yard) {
		began, taken, told := make(chan struct{}), make(chan struct{}), make(chan error)
		y.node("slow", func(ctx context.Context, run *jobs.Run) error {
			close(began)
			<-taken
			err := run.Report(ctx, jobs.Progress{Done: 1, Result: json.RawMessage(`"of the first"`)})
			told <- err
			return err
		})
		job := y.enqueue(jobs.New{Kind: "slow"})
		<-began
		// The node hangs, as after a pause of its machine; another node takes over a minute later.
		later := time.Now().Add(time.Minute)
		claimed, err := y.site.Store.ClaimJobs(y.Context(), 0, []string{"slow"}, 1, later.UnixMilli(), later.Add(time.Minute).UnixMilli())
		if err != nil || len(claimed) != 1 || claimed[0].Attempt != 2 {
			y.Fatalf("claimed %+v, %v", claimed, err)
		}
		close(taken)
		if err := <-told; !errors.Is(err, jobs.ErrLost) {
			y.Errorf("the first node got %v", err)
		}
		second := claimed[0]
		second.Progress.Result = json.RawMessage(`"of the second"`)
		if err := y.site.Store.FinishJob(y.Context(), second, jobs.Done, "", 0); err != nil {
			y.Fatal(err)
		}
		if got := y.job(job.ID); got.State != jobs.Done || string(got.Progress.Result) != `"of the second"` {
			y.Errorf("%+v", got)
		}
	})
}

// TestDrainedServerBeginsNoJobs: while a server rests, another does all jobs. Then it takes part again.
func TestDrainedServerBeginsNoJobs(t *testing.T) {
	onBoth(t, func(y *yard) {
		var resting atomic.Bool
		resting.Store(true)
		ran := make(chan string, 10)
		y.nodeThatRests("count", func(context.Context, *jobs.Run) error { ran <- "first"; return nil }, resting.Load)
		stop := y.node("count", func(context.Context, *jobs.Run) error { ran <- "second"; return nil })
		for range 5 {
			y.enqueue(jobs.New{Kind: "count"})
			if who := <-ran; who != "second" {
				y.Errorf("the %s server did it", who)
			}
		}
		stop()
		resting.Store(false)
		y.enqueue(jobs.New{Kind: "count"})
		if who := <-ran; who != "first" {
			y.Errorf("the %s server did it", who)
		}
	})
}

func TestJobWaitsForRunAt(t *testing.T) {
	onBoth(t, func(y *yard) {
		y.node("work", func(context.Context, *jobs.Run) error { return nil })
		tomorrow := y.enqueue(jobs.New{Kind: "work", RunAt: time.Now().Add(24 * time.Hour)})
		now := y.enqueue(jobs.New{Kind: "work"})
		y.until(now.ID, is(jobs.Done))
		if got := y.job(tomorrow.ID); got.State != jobs.Waiting || got.Attempt != 0 {
			y.Errorf("%+v", got)
		}
	})
}
