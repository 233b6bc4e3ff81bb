package compute

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

const (
	// queued is the number of batches that stage 1 may queue before it has to wait.
	queued = 4
	// batchRows is the maximum number of readings in one transaction of the live path.
	batchRows = 64_000
	// pollEvery is the interval at which marks are looked for without an event.
	pollEvery = 3 * time.Second
	// retryAfter is the delay before a failed transaction is retried.
	retryAfter = 500 * time.Millisecond
	// triesTogether is how often a transaction is tried while the database accepts others, before its points are tried
	// one by one.
	triesTogether = 3
)

// Parts are the dependencies of a worker.
type Parts struct {
	DB        *database.DB
	Series    series.Store
	Store     Store
	Alarms    alarm.FoldStore
	Notifier  alarm.Notifier // nil: nobody is notified
	Directory *compiled.Directory
	Bus       events.Bus // nil: nobody listens
	// Placement is nil if this process folds all points, and Configuration if it never changes.
	Placement     Placement
	Configuration Configuration
	// Unlimited lifts the limit of memory while the points of claimed partitions are loaded; nil: there is none.
	Unlimited func() (limited func())
	Log       *slog.Logger
}

// Worker is stage 2: it folds the points whose readings, configuration or corrections changed. One transaction stores
// results, checkpoints, alert records and notifications and clears the marks (design core.md section 5). Readings in
// order continue from the state in memory; everything else is refolded from a checkpoint by the same step.
//
// All its parts run on the goroutine of Run.
type Worker struct {
	writer
	in      chan marks.Stored
	figures figures
	waits   waits
	pause   time.Duration // before a failed transaction is retried

	dirty      *dirtyRows
	states     *states
	live       *livePath
	refolds    *refolds
	quarantine *quarantine
	devices    *deviceWatch
	scratch    scratch

	claimed   []int // partitions whose points are not loaded yet
	replacing sync.Mutex
	replaced  []*compiled.Point // configuration before a change
}

// Figures are counters since the start.
type Figures struct {
	Readings  int64 // folded on the live path
	Crossed   int64 // of them stored by another server
	Refolded  int64 // pieces of refolds
	Commits   int64
	Waiting   int64 // batches of stage 1 and points to refold whose results are not stored yet
	CommitMs  int64 // of the last transaction
	Failures  int64 // transactions that had to be retried
	Failing   int64 // points that cannot be computed or stored at the moment
	InMemory  int64 // points whose state is in memory
	Processed int64 // UTC ms at which the last batch was stored
}

type figures struct {
	batches, readings, crossed, refolded, commits, refolds, commitMs, failures, processed atomic.Int64
}

// NewWorker returns a worker; Run does the work.
func NewWorker(parts Parts) *Worker {
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	w := &Worker{
		writer: writer{newPlaced(parts)}, in: make(chan marks.Stored, queued), pause: retryAfter,
		dirty: newDirtyRows(), states: newStates(), quarantine: newQuarantine(),
	}
	w.devices = newDeviceWatch(w.placed, w.dirty)
	w.refolds = &refolds{
		placed: w.placed, states: w.states, dirty: w.dirty, quarantine: w.quarantine, scratch: &w.scratch, figures: &w.figures,
		jobs: map[int64]*job{}, every: checkpointEvery, piece: pieceRows, yield: yieldAfter,
	}
	w.live = &livePath{placed: w.placed, states: w.states, dirty: w.dirty, refolds: w.refolds}
	w.live.aux.rows = parts.Series
	return w
}

var _ marks.Stage2 = (*Worker)(nil)

// Stored queues a batch of stage 1, and waits while the queue is full.
func (w *Worker) Stored(ctx context.Context, stored marks.Stored) error {
	w.figures.batches.Add(1)
	w.waits.enter(utcNow())
	select {
	case w.in <- stored:
		return nil
	case <-ctx.Done():
		w.figures.batches.Add(-1)
		w.waits.withdraw()
		return ctx.Err()
	}
}

// Failures lists the points of this server that cannot be computed or stored, by id; Store has those of all. It is safe
// for concurrent use.
func (w *Worker) Failures() []Failure { return w.quarantine.failures() }

// Figures returns the counters.
func (w *Worker) Figures() Figures {
	f := &w.figures
	return Figures{
		Readings: f.readings.Load(), Crossed: f.crossed.Load(), Refolded: f.refolded.Load(), Commits: f.commits.Load(),
		Waiting: f.refolds.Load() + f.batches.Load(), CommitMs: f.commitMs.Load(), Failures: f.failures.Load(),
		InMemory: w.states.count.Load(), Processed: f.processed.Load(), Failing: int64(len(w.Failures())),
	}
}

// always is ready.
var always = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// Run works until ctx ends. It first finishes what a killed process left.
func (w *Worker) Run(ctx context.Context) error {
	var news <-chan events.Event
	if w.Bus != nil {
		news = w.Bus.Subscribe(ctx, events.Config, events.Marks)
	}
	var moved <-chan struct{}
	if !w.alone() {
		moved = w.Placement.Moved()
	}
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	clock := time.NewTicker(watchEvery)
	defer clock.Stop()
	waking := time.NewTicker(shortestPause)
	defer waking.Stop()
	if err := w.Store.ForgetFailures(ctx, w.server()); err != nil {
		return fmt.Errorf("failing points of the last run: %w", err)
	}
	if err := w.refoldLeft(ctx); err != nil {
		return fmt.Errorf("marks of the last run: %w", err)
	}
	for ctx.Err() == nil {
		var refolding <-chan struct{}
		if len(w.refolds.queue) > 0 {
			refolding = always // batches go first; refolds advance between them
		}
		select {
		case <-ctx.Done():
		case stored := <-w.in:
			w.work(ctx, stored)
		case <-news:
			w.look(ctx)
		case <-moved:
			w.move(ctx)
		case <-poll.C:
			w.enter(ctx)
			w.look(ctx)
		case <-clock.C:
			w.devices.look(ctx)
		case <-waking.C:
			w.refolds.retry(utcNow())
			w.noteWaits()
			if err := w.quarantine.save(ctx, w.Store, w.server()); err != nil && ctx.Err() == nil {
				w.Log.Error("record the points that fail", "error", err)
			}
		case <-refolding:
		}
		w.refoldSome(ctx)
	}
	return nil
}

// work folds what stage 1 has stored, together with everything in the queue.
func (w *Worker) work(ctx context.Context, stored marks.Stored) {
	if !w.alone() {
		// A device may have sent its earlier readings to another server: they are folded first.
		if err := w.pickUp(ctx); err != nil && ctx.Err() == nil {
			w.Log.Error("read the marks", "error", err)
		}
	}
	rows, batches := 0, int64(0)
	for more := true; more; {
		w.live.offer(ctx, &stored)
		batches++
		rows += len(stored.Rows)
		stored.Release()
		if more = rows < batchRows; more {
			select {
			case stored = <-w.in:
			default:
				more = false
			}
		}
	}
	w.storeLive(ctx, batches, rows)
}

// storeLive stores what the live path has folded.
func (w *Worker) storeLive(ctx context.Context, batches int64, rows int) {
	c := w.live.settle(utcNow())
	if err := w.commit(ctx, c); err == nil {
		w.live.committed(c)
		w.tidy()
	} else if ctx.Err() == nil { // otherwise the marks remain for the next process
		w.live.failed(!errors.Is(err, errStale))
	}
	w.figures.batches.Add(-batches)
	w.waits.leave(batches)
	w.figures.readings.Add(int64(rows))
	w.figures.processed.Store(utcNow())
}

// refoldSome advances refolds by a piece each and stores them together.
func (w *Worker) refoldSome(ctx context.Context) {
	if len(w.refolds.queue) == 0 {
		return
	}
	c, done, ok := w.refolds.advance(ctx, utcNow())
	if !ok {
		return
	}
	if err := w.commit(ctx, c); err == nil {
		w.refolds.committed(c, done)
		w.tidy()
	} else if ctx.Err() == nil {
		w.refolds.failed(ctx, done, err)
	}
}

// tidy frees the memory of a transaction.
func (w *Worker) tidy() {
	w.scratch.arena = w.scratch.arena[:0]
	w.states.evict()
}

// commit stores the changes, publishes events and schedules dependants. While the database accepts nothing at all, it
// retries for as long as that lasts. It returns the error of ctx, or the reason why this transaction fails although
// others succeed.
func (w *Worker) commit(ctx context.Context, c *commit) error {
	c.clear, c.forward = append(c.clear, w.dirty.cleared...), append(c.forward, w.forward...)
	for device, from := range w.reports {
		c.reports.add(device, from)
	}
	if c.empty() {
		return nil
	}
	c.unmarked = w.devices.unmarked(c.reports)
	for attempt := 1; ; attempt++ {
		begun := time.Now()
		err := w.store(ctx, c)
		if err == nil {
			w.figures.commitMs.Store(time.Since(begun).Milliseconds())
			break
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if errors.Is(err, errStale) {
			return err
		}
		if errors.Is(err, cluster.ErrLost) { // this server is about to stop
			<-ctx.Done()
			return ctx.Err()
		}
		w.figures.failures.Add(1)
		w.Log.Error("store results", "error", err)
		if attempt >= triesTogether && w.takesWrites(ctx) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(w.pause):
		}
	}
	w.figures.commits.Add(1)
	w.dirty.committed(c.clear)
	w.forward, w.reports = nil, nil
	for _, d := range c.dependants {
		if w.holds(d.p) {
			w.refolds.again(d.p, d.s, c.marked, d.cause)
		}
	}
	w.devices.noteReports(c)
	w.tell(ctx, c)
	return nil
}
