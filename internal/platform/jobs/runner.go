package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/paging"
)

const (
	lease        = 30 * time.Second
	pollEvery    = time.Second
	keepEnded    = 30 * 24 * time.Hour
	cleanEvery   = time.Hour
	retryFirst   = 5 * time.Second
	retryLongest = 10 * time.Minute
	// MaxAttempts limits the attempts of a job.
	MaxAttempts = 10
	// slowest is the limit of a statement of a job.
	slowest = 10 * time.Minute
)

// Service enqueues jobs, reports their state, and runs them.
type Service struct {
	store    Store
	wake     <-chan struct{}
	handlers map[string]Handler
	log      *slog.Logger
	workers  int
	server   int64
	resting  func() bool // nil: never
	most     map[string]int
	running  map[string]int // of the kinds in most; only Run uses it
}

// NewService returns a service. wake signals that a job may be waiting; it may be nil, because the queue is polled
// every second anyway. workers is the number of jobs that run at once. server is the id of this server; 0: the only one.
func NewService(store Store, server int64, wake <-chan struct{}, workers int, log *slog.Logger) *Service {
	return &Service{
		store: store, server: server, wake: wake, handlers: map[string]Handler{}, log: log,
		workers: max(workers, 1), most: map[string]int{}, running: map[string]int{},
	}
}

// RestWhile makes the service begin no jobs while resting returns true: other servers do them. Call it before Run.
func (s *Service) RestWhile(resting func() bool) { s.resting = resting }

// Handle registers the handler of a kind. Call it before Run.
func (s *Service) Handle(kind string, h Handler) { s.handlers[kind] = h }

// Limit bounds how many jobs of a kind a server runs at once, so that long ones leave workers to others. Call it before Run.
func (s *Service) Limit(kind string, most int) { s.most[kind] = most }

func (s *Service) Enqueue(ctx context.Context, n New) (Job, error) { return s.store.Enqueue(ctx, n) }

// Get returns a job in the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Job, error) {
	return s.store.Job(ctx, scope, id)
}

// List lists the jobs in the scope, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Job], error) {
	return s.store.Jobs(ctx, scope, filter)
}

// Cancel cancels a job. Its handler notices at its next report.
func (s *Service) Cancel(ctx context.Context, who audit.Actor, id int64) (Job, error) {
	return s.store.CancelJob(ctx, who, id)
}

// Schedule creates or changes a recurring job.
func (s *Service) Schedule(ctx context.Context, schedule Schedule) error {
	return s.store.SetSchedule(ctx, schedule)
}

// Run runs jobs until ctx ends, then waits for running jobs. Unfinished jobs return to the queue.
func (s *Service) Run(ctx context.Context) {
	var working sync.WaitGroup
	defer working.Wait()
	slots := make(chan struct{}, s.workers)
	freed := make(chan string, s.workers)
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	clean := time.NewTicker(cleanEvery)
	defer clean.Stop()
	for {
		if _, err := s.store.TickSchedules(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "schedules could not be looked at", "error", err)
		}
		for _, job := range s.claim(ctx, s.workers-len(slots)) {
			slots <- struct{}{}
			s.running[job.Kind]++
			working.Go(func() {
				s.work(ctx, job)
				<-slots
				freed <- job.Kind // has room for all
			})
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case kind := <-freed:
			s.running[kind]--
		case <-poll.C:
		case <-clean.C:
			if err := s.store.DeleteJobs(database.WithStatementTimeout(ctx, slowest), clock.Now().Add(-keepEnded).UnixMilli()); err != nil && ctx.Err() == nil {
				s.log.ErrorContext(ctx, "old jobs could not be deleted", "error", err)
			}
		}
	}
}

// claim claims up to free jobs: first those of kinds without a limit.
func (s *Service) claim(ctx context.Context, free int) (claimed []Job) {
	if s.resting != nil && s.resting() {
		return nil
	}
	for _, group := range s.groups() {
		n := min(free-len(claimed), group.most)
		if n <= 0 || len(group.kinds) == 0 {
			continue
		}
		now := clock.Now()
		list, err := s.store.ClaimJobs(ctx, s.server, group.kinds, n, now.UnixMilli(), now.Add(lease).UnixMilli())
		if err != nil && ctx.Err() == nil {
			s.log.ErrorContext(ctx, "jobs could not be claimed", "error", err)
		}
		claimed = append(claimed, list...)
	}
	return claimed
}

// group is kinds that are claimed together.
type group struct {
	kinds []string
	most  int
}

// groups returns what may be claimed now.
func (s *Service) groups() []group {
	groups := []group{{most: s.workers}}
	for _, kind := range slices.Sorted(maps.Keys(s.handlers)) {
		if most, limited := s.most[kind]; limited {
			groups = append(groups, group{[]string{kind}, most - s.running[kind]})
		} else {
			groups[0].kinds = append(groups[0].kinds, kind)
		}
	}
	return groups
}

// work runs one job, extends its lease, and stores the outcome.
func (s *Service) work(ctx context.Context, job Job) {
	working, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	run := &Run{Job: job, store: s.store}
	done := make(chan struct{})
	var keeping sync.WaitGroup
	keeping.Go(func() { s.keepLease(working, job, stop, done) })
	err := s.call(database.WithStatementTimeout(working, slowest), run)
	close(done)
	keeping.Wait()
	if cause := context.Cause(working); err != nil && ctx.Err() == nil && cause != nil {
		err = cause
	}
	state, message, retryAt := Done, "", int64(0)
	switch {
	case err == nil:
	case errors.Is(err, ErrLost), errors.Is(err, ErrCancelled):
		return // the new owner or the cancellation has stored the outcome
	case ctx.Err() != nil:
		// On shutdown the job goes back to the queue, even after its last attempt.
		state, retryAt = Waiting, clock.Now().UnixMilli()
	case job.Attempt >= MaxAttempts, errors.As(err, &final{}):
		state, message = Failed, err.Error()
	default:
		state, message = Waiting, err.Error()
		retryAt = clock.Now().Add(min(retryFirst<<(job.Attempt-1), retryLongest)).UnixMilli()
	}
	if state != Done {
		s.log.WarnContext(ctx, "job did not end", "kind", job.Kind, "job", job.ID, "attempt", job.Attempt, "error", err)
	}
	if err := s.store.FinishJob(context.WithoutCancel(ctx), run.Job, state, message, retryAt); err != nil && !errors.Is(err, ErrLost) {
		s.log.ErrorContext(ctx, "end of job could not be stored", "kind", job.Kind, "job", job.ID, "error", err)
	}
}

// call turns a handler's panic into an error, so that a faulty job does not crash the program.
func (s *Service) call(ctx context.Context, run *Run) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("job %s panicked: %v", run.Job.Kind, p)
		}
	}()
	return s.handlers[run.Job.Kind](ctx, run)
}

// keepLease extends the lease while the handler works. It stops the handler if the job was cancelled or taken over.
func (s *Service) keepLease(ctx context.Context, job Job, stop context.CancelCauseFunc, done <-chan struct{}) {
	tick := time.NewTicker(lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			return
		case <-tick.C:
			err := s.store.KeepJob(ctx, job, clock.Now().Add(lease).UnixMilli())
			if errors.Is(err, ErrLost) || errors.Is(err, ErrCancelled) {
				stop(err)
				return
			}
		}
	}
}
