package ingest

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// Limits are the bounds above which intake rejects frames rather than losing any.
type Limits struct {
	Waiting int64  // bytes of frames waiting for a commit
	Backlog int64  // bytes of committed frames not yet stored by stage 1
	Reserve uint64 // bytes of disk reserved for accepted frames
}

// DefaultLimits suit a machine with 2 GB of memory.
var DefaultLimits = Limits{Waiting: 32 << 20, Backlog: 2 << 30, Reserve: 512 << 20}

// ErrStopped rejects frames that arrive during shutdown.
var ErrStopped = errs.New(errs.NotAvailable)

// ErrFull rejects frames while there is no room; the device keeps them.
var ErrFull = errs.New(errs.StorageFull)

const (
	// farBehind is the lag of stage 1 from which commits adapt to its speed: devices then get acknowledgements as fast
	// as readings become results, and neither journal nor memory grows.
	farBehind = 250 * time.Millisecond
	// longestPace is the maximum delay of one commit: a long refold must slow devices down, not stop them.
	longestPace = 200 * time.Millisecond
)

// RetryAfter is the delay for rejected devices, for HTTP.
const RetryAfter = 30 * time.Second

// Committer commits all waiting frames together and then acknowledges them: a single device gets its own commit, two
// hundred share one.
type Committer struct {
	journal *Journal
	limits  Limits
	space   func() (free uint64, err error)
	log     *slog.Logger

	mu      sync.Mutex
	waiting []waiter
	bytes   int64 // waiting or being committed
	stopped bool

	wake chan struct{}
	done chan struct{}
	low  atomic.Bool
	// suspended is why frames are rejected; nil: they are not.
	suspended atomic.Pointer[error]
	backlog   atomic.Int64
	hand      handoff
	handOn    bool // this process has a stage 1
	behind    func() (moved <-chan struct{}, far bool)
	stats     commitStats

	follow    Follower // nil: the configuration changes only in this process
	directory *Directory
}

type waiter struct {
	proof
	frame  Frame
	answer chan answer // nil if nobody waits
}

type answer struct {
	entry Entry
	err   error
}

var answers = sync.Pool{New: func() any { return make(chan answer, 1) }}

// newCommitter starts a committer. space returns the free bytes of the journal's disk; nil if it is on another
// machine. behind reports whether stage 1 is far behind, and a channel for its progress; nil without stage 1.
func newCommitter(journal *Journal, limits Limits, space func() (uint64, error), behind func() (<-chan struct{}, bool), log *slog.Logger) *Committer {
	c := &Committer{
		journal: journal, limits: limits, space: space, log: log, handOn: behind != nil, behind: behind,
		wake: make(chan struct{}, 1), done: make(chan struct{}), hand: handoff{wake: make(chan struct{}, 1)},
	}
	c.watch()
	go c.run()
	return c
}

// Commit returns once the frame is on disk, with its place in the journal. After any error, do not acknowledge.
// ErrFull and ErrStopped mean that nothing was stored; after another error or a cancelled context the frame may have
// been stored, which is harmless because duplicates are recognized.
//
// proves checks the credentials of the sender again if the device has changed meanwhile. Without it the frame of a
// changed device is refused, and the device has to connect again.
func (c *Committer) Commit(ctx context.Context, frame Frame, proves func(*Device) bool) (Entry, error) {
	waiting := answers.Get().(chan answer)
	if err := c.enter(waiter{c.proofOf(&frame, proves), frame, waiting}); err != nil {
		answers.Put(waiting)
		return Entry{}, err
	}
	select {
	case got := <-waiting:
		answers.Put(waiting)
		return got.entry, got.err
	case <-ctx.Done():
		return Entry{}, ctx.Err() // the answer will find the buffered channel
	}
}

// Note stores a frame for diagnostics without waiting: a message from the platform.
func (c *Committer) Note(frame Frame) {
	if err := c.enter(waiter{proof: c.proofOf(&frame, nil), frame: frame}); err != nil {
		c.stats.unnoted.Add(1)
	}
}

func (c *Committer) enter(w waiter) error {
	size := int64(len(w.frame.Payload) + frameFixed)
	if len(w.frame.Payload) > maxFrame {
		return errs.New(errs.BodyTooLarge)
	}
	if refusal := c.suspended.Load(); refusal != nil {
		c.stats.refused.Add(1)
		return *refusal
	}
	if c.low.Load() || c.backlog.Load() > c.limits.Backlog {
		c.stats.refused.Add(1)
		return ErrFull
	}
	c.mu.Lock()
	switch {
	case c.stopped:
		c.mu.Unlock()
		return ErrStopped
	case c.bytes+size > c.limits.Waiting && c.bytes > 0:
		c.mu.Unlock()
		c.stats.refused.Add(1)
		return ErrFull
	}
	c.bytes += size
	c.waiting = append(c.waiting, w)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return nil
}

func (c *Committer) run() {
	defer close(c.done)
	var taken []waiter
	for {
		var more bool
		taken, more = c.next(taken[:0])
		if len(taken) > 0 {
			c.commit(taken)
			clear(taken)
			c.keepPace()
			continue
		}
		if !more {
			return
		}
		<-c.wake
	}
}

// keepPace waits for stage 1 if it is far behind.
func (c *Committer) keepPace() {
	if c.behind == nil {
		return
	}
	var timer *time.Timer
	for {
		moved, far := c.behind()
		if !far {
			return
		}
		if timer == nil {
			timer = time.NewTimer(longestPace)
			defer timer.Stop()
		}
		select {
		case <-moved:
		case <-timer.C:
			return
		}
	}
}

// next returns what waits, up to one commit; more is false if the committer is to stop and nothing is left.
func (c *Committer) next(into []waiter) (taken []waiter, more bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	size, n := 0, 0
	for n < len(c.waiting) && size <= maxCommit {
		size += len(c.waiting[n].frame.Payload) + frameFixed
		n++
	}
	taken = append(into, c.waiting[:n]...)
	rest := copy(c.waiting, c.waiting[n:])
	clear(c.waiting[rest:])
	c.waiting = c.waiting[:rest]
	return taken, rest > 0 || !c.stopped
}

func (c *Committer) commit(taken []waiter) {
	start := time.Now()
	c.stats.begin(clock.Now())
	frames, seq, before, err := c.append(&taken)
	c.stats.end(clock.Now(), err)
	if len(taken) == 0 {
		return
	}
	size := payloadBytes(frames)
	c.stats.committed(len(frames), time.Since(start), err)
	c.mu.Lock()
	c.bytes -= int64(size)
	c.mu.Unlock()
	if err != nil {
		c.log.Error("frames refused: they could not be committed", "frames", len(frames), "error", err)
		reason := errs.StorageFull
		if database.Away(err) || errors.Is(err, cluster.ErrLost) {
			reason = errs.NotAvailable
		}
		err = errs.Wrap(err, reason)
	} else {
		c.backlog.Add(int64(size))
	}
	for i := range taken {
		if taken[i].answer != nil {
			taken[i].answer <- answer{Entry{Seq: seq, Index: int32(i)}, err}
		}
	}
	if err == nil && c.handOn {
		c.hand.put(Batch{Seq: seq, before: before, Frames: frames, bytes: size})
	}
}

// append commits frames, except those that are refused because the configuration has changed.
func (c *Committer) append(taken *[]waiter) (frames []Frame, seq, before int64, err error) {
	ctx := context.Background()
	for {
		frames = frames[:0]
		for i := range *taken {
			frames = append(frames, (*taken)[i].frame)
		}
		if len(frames) == 0 {
			return nil, 0, 0, nil
		}
		newest := int64(-1)
		if c.follow != nil {
			newest = oldest(*taken)
		}
		seq, before, err = c.journal.append(ctx, frames, newest)
		var behind behindError
		if !errors.As(err, &behind) {
			return frames, seq, before, err
		}
		if *taken, err = c.checkAgain(ctx, behind.generation, *taken); err != nil {
			return frames, 0, 0, err
		}
	}
}

// processed reports that stage 1 has stored committed bytes.
func (c *Committer) processed(bytes int) { c.backlog.Add(-int64(bytes)) }

// watch measures the free disk space; called about once a second.
func (c *Committer) watch() {
	if c.space == nil {
		return
	}
	free, err := c.space()
	if err != nil {
		c.log.Warn("free disk space is not known", "error", err)
		return
	}
	c.stats.free.Store(int64(free))
	was := c.low.Load()
	low := free < c.limits.Reserve || was && free < c.limits.Reserve+c.limits.Reserve/8
	if low != was {
		c.low.Store(low)
		if low {
			c.log.Error("devices are refused: the disk is full", "free", free, "reserve", c.limits.Reserve)
		} else {
			c.log.Info("devices are accepted again", "free", free)
		}
	}
}

// Refusing reports whether new frames are rejected, for the readiness probe.
func (c *Committer) Refusing() bool {
	return c.low.Load() || c.backlog.Load() > c.limits.Backlog
}

// close rejects new frames, commits the waiting ones and stops.
func (c *Committer) close() {
	c.mu.Lock()
	c.stopped = true
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
	<-c.done
}

// handoff passes committed batches to stage 1 in memory. It is bounded: the rest is read from the journal.
type handoff struct {
	mu      sync.Mutex
	batches []Batch
	bytes   int
	wake    chan struct{}
}

const maxHandoff = 16 << 20

func (h *handoff) put(batch Batch) {
	h.mu.Lock()
	if h.bytes+batch.bytes > maxHandoff && len(h.batches) > 0 {
		// Stage 1 is behind: it reads the journal from its cursor, in order.
		clear(h.batches)
		h.batches, h.bytes = h.batches[:0], 0
	}
	h.batches = append(h.batches, batch)
	h.bytes += batch.bytes
	h.mu.Unlock()
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// next returns the batches that follow the cursor without a gap, up to most bytes; ahead is true if there are batches
// after a gap.
func (h *handoff) next(cursor int64, most int) (batches []Batch, ahead bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	drop := 0
	for drop < len(h.batches) && h.batches[drop].Seq <= cursor {
		h.bytes -= h.batches[drop].bytes
		drop++
	}
	n, size := drop, 0
	for n < len(h.batches) && h.batches[n].before == cursor && size <= most {
		size += h.batches[n].bytes
		cursor = h.batches[n].Seq
		n++
	}
	batches = append(batches, h.batches[drop:n]...)
	h.bytes -= size
	rest := copy(h.batches, h.batches[n:])
	clear(h.batches[rest:])
	h.batches = h.batches[:rest]
	return batches, rest > 0 && len(batches) == 0
}
