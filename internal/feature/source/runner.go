package source

import (
	"context"
	"errors"
	"sync"
	"time"

	"plumbline/internal/platform/clock"
)

// Timing of runs.
const (
	lookEvery = time.Second
	lease     = 30 * time.Second
	keepEvery = 10 * time.Second
	maxRuns   = 16 // at once on a server, without brokers
	maxRunsOf = 4  // at once of one corporation
	maxRun    = 10 * time.Minute
	longest   = time.Hour // pause after failures
	never     = 1 << 53   // UTC ms
)

// Run runs due sources until ctx ends, and none while other servers do the work of this one.
func (s *Service) Run(ctx context.Context) {
	r := runner{Service: s, busy: map[int64]int{}, ended: make(chan int64, maxRuns)}
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	wait := func() {
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	for ctx.Err() == nil {
		working, stop := context.WithCancel(ctx)
		for ctx.Err() == nil && !s.resting() {
			r.begin(working)
			wait()
		}
		stop()
		r.running.Wait()
		wait()
	}
}

// runner begins runs and knows which ones go on.
type runner struct {
	*Service
	running sync.WaitGroup
	busy    map[int64]int // runs by corporation, without brokers
	ended   chan int64    // corporations whose runs have ended
}

// begin claims due sources and begins their runs. No corporation gets more than its share, however slow its sources are.
func (r *runner) begin(ctx context.Context) {
	for len(r.ended) > 0 {
		r.busy[<-r.ended]--
	}
	for {
		total, full := 0, []int64{}
		for corporation, n := range r.busy {
			total += n
			if n == maxRunsOf {
				full = append(full, corporation)
			}
		}
		if total == maxRuns {
			return
		}
		claimed, err := r.claim(ctx, 1, full)
		if err != nil && ctx.Err() == nil {
			r.log.ErrorContext(ctx, "data sources could not be claimed", "error", err)
		}
		if len(claimed) == 0 {
			return
		}
		src := &claimed[0]
		if src.Kind == Broker { // a subscription stays, and costs next to nothing
			r.running.Go(func() { r.work(ctx, src) })
			continue
		}
		r.busy[src.CorporationID]++
		r.running.Go(func() {
			r.work(ctx, src)
			r.ended <- src.CorporationID
		})
	}
}

func (s *Service) claim(ctx context.Context, n int, except []int64) ([]Source, error) {
	now := clock.Now()
	return s.store.Claim(ctx, n, except, now.UnixMilli(), now.Add(lease).UnixMilli())
}

// RunDue runs the sources that are due once, one after another, except subscriptions.
func (s *Service) RunDue(ctx context.Context) error {
	claimed, err := s.claim(ctx, maxRuns, nil)
	if err != nil {
		return err
	}
	for i := range claimed {
		s.work(ctx, &claimed[i])
	}
	return nil
}

// work runs a claimed source and keeps the claim meanwhile. Losing it ends the run.
func (s *Service) work(ctx context.Context, src *Source) {
	working, end := context.WithCancelCause(ctx)
	defer end(nil)
	var keeping sync.WaitGroup
	keeping.Go(func() {
		tick := time.NewTicker(keepEvery)
		defer tick.Stop()
		for {
			select {
			case <-working.Done():
				return
			case <-tick.C:
			}
			// A database that does not answer is no reason to stop before the claim runs out.
			if err := s.store.Keep(working, src, clock.Now().Add(lease).UnixMilli()); errors.Is(err, ErrLost) {
				end(ErrLost)
				return
			}
		}
	})
	run := Run{BeganAt: clock.Now().UnixMilli()}
	err := s.run(working, src, &run)
	end(nil)
	keeping.Wait()
	if errors.Is(err, ErrLost) || errors.Is(context.Cause(working), ErrLost) {
		return
	}
	s.finish(context.WithoutCancel(ctx), src, run, err, ctx.Err() != nil)
}

func (s *Service) run(ctx context.Context, src *Source, run *Run) error {
	if src.Kind == Broker {
		return s.subscribe(ctx, src, run)
	}
	ctx, cancel := context.WithTimeout(ctx, maxRun)
	defer cancel()
	if src.Kind == Pull {
		return s.pull(ctx, src, run)
	}
	return s.lookForFiles(ctx, src, run)
}

// finish stores the outcome of a run. stopped says that the server stops: another one goes on at once.
func (s *Service) finish(ctx context.Context, src *Source, run Run, err error, stopped bool) {
	now := clock.Now().UnixMilli()
	run.EndedAt = now
	src.LastRun = run.BeganAt
	switch {
	case stopped:
		src.NextRun = now
	case err == nil:
		src.LastGood, src.Failures, src.NextRun = now, 0, now+src.every().Milliseconds()
	default:
		if run.Problem = problemOf(err); run.Problem.internal {
			s.log.ErrorContext(ctx, "a data source failed", "source", src.ID, "error", err)
		}
		src.Failures++
		if src.NextRun = now + pause(src.every(), src.Failures).Milliseconds(); run.Problem.stops() {
			src.NextRun = never
		}
	}
	src.Problem = run.Problem
	if err := s.store.Finish(ctx, src, run); err != nil && !errors.Is(err, ErrLost) {
		s.log.ErrorContext(ctx, "the run of a data source could not be stored", "source", src.ID, "error", err)
	}
}

// every is the time between two runs.
func (s *Source) every() time.Duration {
	switch {
	case s.Settings.Pull != nil:
		return time.Duration(s.Settings.Pull.Every) * time.Second
	case s.Settings.Files != nil:
		return time.Duration(s.Settings.Files.Every) * time.Second
	}
	return reconnect
}

// pause returns the time until the next run after failures in a row.
func pause(every time.Duration, failures int) time.Duration {
	p := every << min(failures-1, 10)
	return max(every, min(p, longest))
}
