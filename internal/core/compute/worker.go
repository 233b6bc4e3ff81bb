package compute

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"sync/atomic"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

const (
	// queued is how many batches of stage 1 may wait before it is held up.
	queued = 4
	// batchRows is how many readings one transaction of the live path takes at most.
	batchRows = 64_000
	// pollEvery is how often marks are looked for without a signal.
	pollEvery = 5 * time.Second
	// retryAfter is how long a failed transaction waits.
	retryAfter = 500 * time.Millisecond
)

// Parts are what a worker works with.
type Parts struct {
	DB        *database.DB
	Series    series.Store
	Store     Store
	Alarms    alarm.FoldStore
	Notifier  alarm.Notifier // nil: nobody is notified
	Directory *compiled.Directory
	Bus       events.Bus // nil: nobody listens
	Log       *slog.Logger
}

// Worker is stage 2: it folds the points whose readings, configuration or
// corrections changed, and stores results, checkpoints, alert records and
// notifications in one transaction with the marks that are done with (design
// core.md section 5). Readings in order continue from the state in memory;
// everything else is folded again from a checkpoint by the same step.
type Worker struct {
	Parts

	in       chan marks.Stored
	requests chan *request

	live       map[int64]*live
	jobs       map[int64]*job
	queue      []int64 // points with a job, in turn
	watched    map[int64][]*request
	open       map[int64]int  // rows of marks in hand, and for how many points they wait
	inBatch    []int64        // rows of marks of the batch in hand
	cleared    []int64        // rows of marks that the next transaction clears
	seen       map[int64]bool // rows of marks that this look found in nobody's hand
	waiting    map[int64]bool // and that the look before found
	care       care
	reports    reports // of the batch in hand
	quarantine quarantine
	scratch    scratch
	aux        auxiliary
	puts       []series.Put // memory of the live path's commits, used again and again
	weight     int          // floats that the states in live hold
	figures    figures
	every      int // readings between checkpoints
	piece      int // readings of a piece of a refold
	pause      time.Duration
}

// Figures are counters since the start.
type Figures struct {
	Readings  int64 // folded on the live path
	Refolded  int64 // pieces of refolds
	Commits   int64
	Waiting   int64 // batches of stage 1 and points to be folded again whose results are not stored yet
	CommitMs  int64 // of the last transaction
	Failures  int64 // transactions that had to be tried again
	Failing   int64 // points that cannot be computed or stored at the moment
	InMemory  int64 // points whose state is held
	Processed int64 // UTC ms at which the last batch was stored
}

type figures struct {
	batches, readings, refolded, commits, refolds, commitMs, failures, inMemory, processed atomic.Int64
}

// NewWorker makes a worker; Run does the work.
func NewWorker(parts Parts) *Worker {
	w := &Worker{
		Parts: parts, in: make(chan marks.Stored, queued), requests: make(chan *request),
		live: map[int64]*live{}, jobs: map[int64]*job{}, open: map[int64]int{},
		watched: map[int64][]*request{}, seen: map[int64]bool{}, waiting: map[int64]bool{}, quarantine: newQuarantine(), care: newCare(),
		every: checkpointEvery, piece: pieceRows, pause: retryAfter,
	}
	w.aux.rows = parts.Series
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	return w
}

var _ marks.Stage2 = (*Worker)(nil)

// Stored implements ingest.Stage2.
func (w *Worker) Stored(ctx context.Context, stored marks.Stored) error {
	w.figures.batches.Add(1)
	select {
	case w.in <- stored:
		return nil
	case <-ctx.Done():
		w.figures.batches.Add(-1)
		return ctx.Err()
	}
}

// Figures gives the counters.
func (w *Worker) Figures() Figures {
	f := &w.figures
	return Figures{
		Readings: f.readings.Load(), Refolded: f.refolded.Load(), Commits: f.commits.Load(),
		Waiting: f.refolds.Load() + f.batches.Load(), CommitMs: f.commitMs.Load(), Failures: f.failures.Load(),
		InMemory: f.inMemory.Load(), Processed: f.processed.Load(), Failing: int64(len(w.Failures())),
	}
}

// Run works until ctx ends: what a killed process left first, then what comes.
func (w *Worker) Run(ctx context.Context) error {
	var config <-chan events.Event
	if w.Bus != nil {
		config = w.Bus.Subscribe(ctx, events.Config)
	}
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	clock := time.NewTicker(watchEvery)
	defer clock.Stop()
	waking := time.NewTicker(shortestPause)
	defer waking.Stop()
	if err := w.refoldPending(ctx, nil); err != nil {
		return fmt.Errorf("marks of the last run: %w", err)
	}
	for ctx.Err() == nil {
		if len(w.queue) > 0 {
			// Batches go first, refolds advance between them.
			select {
			case stored := <-w.in:
				w.work(ctx, stored)
			case event := <-config:
				w.configured(ctx, event)
			case r := <-w.requests:
				w.begin(r)
			case <-clock.C:
				w.watchHealth(ctx)
			case <-waking.C:
				w.retry()
			default:
			}
			w.refoldSome(ctx)
			continue
		}
		select {
		case <-ctx.Done():
		case stored := <-w.in:
			w.work(ctx, stored)
		case event := <-config:
			w.configured(ctx, event)
		case r := <-w.requests:
			w.begin(r)
		case <-poll.C:
			w.poll(ctx)
		case <-clock.C:
			w.watchHealth(ctx)
		case <-waking.C:
			w.retry()
		}
	}
	return nil
}

func (w *Worker) watchHealth(ctx context.Context) {
	if err := w.watch(ctx); err != nil && ctx.Err() == nil {
		w.Log.Error("look after the devices", "error", err)
	}
}

// configured takes a change of configuration or corrections.
func (w *Worker) configured(ctx context.Context, event events.Event) {
	if event.Topic == "" {
		return // the subscription has ended
	}
	// The marks are read before the configuration is: it holds whatever they announce. The
	// other way round, a change that is stored in between would be folded without itself.
	entries, err := w.pending(ctx)
	if err != nil {
		w.Log.Error("read the marks of changed configuration", "error", err)
		return
	}
	before := w.Directory.All()
	points, err := w.reload(ctx, event.Payload)
	if err != nil {
		w.Log.Error("load changed configuration", "error", err)
		return
	}
	changed := make(map[int64]alarm.Cause, len(points))
	for _, id := range points {
		p, ok := w.Directory.Point(id)
		if !ok {
			w.remove(id)
		}
		changed[id] = causeOf(before[id], p)
		if was := before[id]; was != nil && (!ok || !slices.Equal(was.Mains, p.Mains)) {
			w.released(was)
		}
	}
	if err := w.refoldMarked(ctx, entries, changed); err != nil {
		w.Log.Error("take the marks of changed configuration", "error", err)
	}
}

// causeOf says what of a point's configuration has changed: a correction, or anything else.
func causeOf(before, now *compiled.Point) alarm.Cause {
	if before != nil && now != nil && !reflect.DeepEqual(before.Definition.Corrections, now.Definition.Corrections) {
		return alarm.ByCorrection
	}
	return alarm.ByConfiguration
}

// pending reads all rows of marks.
func (w *Worker) pending(ctx context.Context) (all []marks.Entry, err error) {
	for after := int64(0); ; {
		entries, err := marks.Pending(ctx, w.DB.Reader(), after)
		if err != nil || len(entries) == 0 {
			return all, err
		}
		all = append(all, entries...)
		after = entries[len(entries)-1].Seq
	}
}

// reload loads what a signal names: all points when signals were lost. It answers
// the points that it looked at.
func (w *Worker) reload(ctx context.Context, payload json.RawMessage) ([]int64, error) {
	if payload == nil {
		return w.Directory.Reload(ctx)
	}
	var changed events.ConfigPayload
	if err := json.Unmarshal(payload, &changed); err != nil {
		return nil, fmt.Errorf("signal of a change of configuration: %w", err)
	}
	return w.Directory.Refresh(ctx, changed.Points, changed.Devices)
}

// poll looks for marks whose signal was missed.
func (w *Worker) poll(ctx context.Context) {
	if len(w.in) > 0 {
		return
	}
	w.waiting, w.seen = w.seen, map[int64]bool{}
	if err := w.refoldPending(ctx, map[int64]alarm.Cause{}); err != nil {
		w.Log.Error("read the marks", "error", err)
	}
}

// refoldPending turns rows of marks that nobody works on into refolds. only limits it
// to rows that name nothing but these points; nil takes all. Rows that stage 1 has
// just written are on their way through the queue: they are left alone unless they
// are still there at the second look.
func (w *Worker) refoldPending(ctx context.Context, only map[int64]alarm.Cause) error {
	entries, err := w.pending(ctx)
	if err != nil {
		return err
	}
	return w.refoldMarked(ctx, entries, only)
}

func (w *Worker) refoldMarked(ctx context.Context, entries []marks.Entry, only map[int64]alarm.Cause) error {
	for _, entry := range entries {
		if _, known := w.open[entry.Seq]; known {
			continue
		}
		if only != nil && !w.within(entry.Marks, only) {
			if !w.abandoned(entry.Seq) {
				continue
			}
			// The signal was missed: what is known of the points may be old.
			if _, err := w.Directory.Refresh(ctx, pointsOf(entry.Marks), nil); err != nil {
				return err
			}
		}
		w.refoldEntry(entry, only)
	}
	return nil
}

func pointsOf(list []marks.Mark) []int64 {
	points := make([]int64, 0, len(list))
	for _, mark := range list {
		points = append(points, mark.Point)
	}
	return points
}

// within reports whether a row of marks names nothing but these points, and devices.
func (w *Worker) within(list []marks.Mark, points map[int64]alarm.Cause) bool {
	for _, mark := range list {
		if _, ok := points[mark.Point]; ok {
			continue
		}
		if _, ok := w.Directory.Device(mark.Point); !ok {
			return false
		}
	}
	return true
}

func (w *Worker) refoldEntry(entry marks.Entry, causes map[int64]alarm.Cause) {
	w.open[entry.Seq] = 0
	for _, mark := range entry.Marks {
		p, ok := w.Directory.Point(mark.Point)
		if !ok { // a device, or removed since
			if _, ok := w.Directory.Device(mark.Point); ok {
				w.reported(mark.Point, mark.From, entry.Seq, "")
			}
			continue
		}
		for _, m := range p.Mains {
			if _, watched := w.Directory.Device(m.Device); !watched {
				continue
			}
			w.reported(m.Device, max(m.From, mark.From), entry.Seq, causes[mark.Point])
		}
		w.again(p, span{p.EffectFrom(mark.From), compiled.Forever}, entry.Seq, causes[mark.Point])
	}
	if w.open[entry.Seq] == 0 {
		w.release(entry.Seq)
	}
}

// abandoned reports whether a row of marks was there at an earlier look already.
func (w *Worker) abandoned(seq int64) bool {
	if w.waiting[seq] {
		return true
	}
	w.seen[seq] = true
	return false
}

// hold notes that a row of marks waits for one more point.
func (w *Worker) hold(seq int64) {
	if seq != 0 {
		w.open[seq]++
	}
}

// drop notes that one point of a row of marks is done with.
func (w *Worker) drop(seq int64) {
	if seq == 0 {
		return
	}
	if w.open[seq]--; w.open[seq] <= 0 {
		w.release(seq)
	}
}

// release lets the next transaction clear a row of marks.
func (w *Worker) release(seq int64) {
	if seq != 0 {
		w.cleared = append(w.cleared, seq)
	}
}
