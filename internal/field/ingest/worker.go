package ingest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/site/device"
)

// Downlink sends messages to devices.
type Downlink interface {
	// SendAll sends messages to devices that are connected here, in order, and reports which were sent.
	SendAll(messages []Reply) []bool
}

// Reply is a message to a device.
type Reply struct {
	Device   int64
	Register string
	Payload  []byte
}

// Clocks is notified of devices with a wrong clock. It must not block.
type Clocks interface {
	ClockOff(d device.Device)
}

// Configuration keeps the directories current.
type Configuration interface {
	// Share keeps the configuration of corporations as it is until the transaction ends, and makes the directories
	// current.
	Share(ctx context.Context, tx *sql.Tx, corporations []int64) error
	// Reached returns the generation of the directories.
	Reached() int64
}

// worker is stage 1: frames in, raw readings, marks and cursor out.
type worker struct {
	data      *database.DB
	journal   *Journal
	lane      int32
	committer *Committer // nil for the lane of a dead server
	series    series.Store
	feeds     marks.Feeds
	stage2    marks.Stage2
	lease     cluster.Lease
	current   Configuration
	marks     marks.Queue
	bus       events.Bus
	dead      deadLetters
	decoding  decoding
	log       *slog.Logger
	reply     func([]reply)
	answers   Answers
	clocks    Clocks

	requests chan func(context.Context) // run by the worker between batches

	stats   workStats
	cursor  atomic.Int64 // as committed
	oldest  atomic.Int64 // receipt of the oldest frame in progress, UTC ms; 0 if idle
	advance advance

	from   map[series.ID]int64
	points []int64

	lastRows int // of the last transaction: the next is probably similar
}

// maxWork is the maximum payload of one transaction of stage 1 in bytes, and readMost the amount read from the journal
// at once.
const (
	maxWork  = 2 << 20
	readMost = 4 << 20
)

// errChanged means that the configuration changed after the frames were decoded.
var errChanged = errors.New("the configuration has changed")

// errCursor means that another server has stored the same frames: nothing was written.
var errCursor = errors.New("the cursor was moved by another node")

func (w *worker) readCursor(ctx context.Context) error {
	var seq int64
	err := w.data.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO intake_cursor (part, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING", w.lane)
		return err
	})
	if err != nil {
		return fmt.Errorf("make the cursor of stage 1: %w", err)
	}
	if err := w.data.Reader().QueryRowContext(ctx, "SELECT seq FROM intake_cursor WHERE part = $1", w.lane).Scan(&seq); err != nil {
		return fmt.Errorf("read the cursor of stage 1: %w", err)
	}
	w.cursor.Store(seq)
	return nil
}

// run works until ctx ends. Failures are retried: an acknowledged frame is never skipped.
func (w *worker) run(ctx context.Context) {
	const shortest, longest = 50 * time.Millisecond, 10 * time.Second
	pause := shortest
	// After a start the journal is read first; later only after a gap, and periodically, because other servers may
	// commit frames without notice.
	look := true
	poll := time.NewTicker(500 * time.Millisecond)
	defer poll.Stop()
	for ctx.Err() == nil {
		batches, err := w.next(ctx, look)
		if err == nil && len(batches) > 0 {
			err = w.process(ctx, batches)
		}
		switch {
		case ctx.Err() != nil:
			return
		case errors.Is(err, errCursor):
			w.decoding.missingTimestamps.forget()
			if err = w.readCursor(ctx); err == nil {
				w.advance.announce()
			}
			look = true
		case err == nil && len(batches) > 0:
			pause = shortest
			continue
		case errors.Is(err, errChanged):
			look = true
			continue
		case err == nil:
			w.oldest.Store(0)
			look = w.wait(ctx, poll.C)
			continue
		}
		if err == nil {
			continue
		}
		w.log.Error("stage 1 tries again", "cursor", w.cursor.Load(), "in", pause, "error", err)
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		pause, look = min(2*pause, longest), true
	}
}

// wait returns when there may be work; look says that the journal must be read.
func (w *worker) wait(ctx context.Context, poll <-chan time.Time) (look bool) {
	select {
	case <-ctx.Done():
	case <-w.committer.hand.wake:
	case do := <-w.requests:
		do(ctx)
	case <-poll:
		return true
	}
	return false
}

// next returns the batches after the cursor: from memory if contiguous, else from the journal.
func (w *worker) next(ctx context.Context, look bool) ([]Batch, error) {
	cursor := w.cursor.Load()
	if w.committer != nil {
		batches, ahead := w.committer.hand.next(cursor, maxWork)
		if len(batches) > 0 || !look && !ahead {
			return batches, nil
		}
	}
	return w.journal.Read(ctx, w.lane, cursor, readMost)
}

// process stores batches in one transaction and passes them to stage 2.
func (w *worker) process(ctx context.Context, batches []Batch) error {
	start := time.Now()
	w.oldest.Store(batches[0].Frames[0].Received)
	room := memories.Get().(*memory)
	work := stage1Batch{rows: slices.Grow(room.rows[:0], w.lastRows), memory: room}
	bytes, generation := 0, w.current.Reached()
	for i := range batches {
		bytes += batches[i].bytes
		for k := range batches[i].Frames {
			entry := Entry{Seq: batches[i].Seq, Index: int32(k)}
			if err := w.decoding.frame(ctx, entry, &batches[i].Frames[k], &work); err != nil {
				return err
			}
		}
	}
	w.lastRows = len(work.rows)
	last := batches[len(batches)-1].Seq
	stored, err := w.store(ctx, &work, generation, func(ctx context.Context, tx *database.Tx) error {
		moved, err := tx.ExecContext(ctx, "UPDATE intake_cursor SET seq = $1 WHERE part = $2 AND seq = $3", last, w.lane, w.cursor.Load())
		if err != nil {
			return fmt.Errorf("move the cursor of stage 1: %w", err)
		}
		if n, err := moved.RowsAffected(); err != nil || n != 1 {
			return errors.Join(errCursor, err)
		}
		if w.answers == nil {
			return nil
		}
		if err := w.answers.CyclesPolled(ctx, tx, work.inOrderOfDevices()); err != nil {
			return err
		}
		if len(work.answers) > 0 {
			return w.answers.CommandsAnswered(ctx, tx, work.answers)
		}
		return nil
	})
	if err != nil {
		return err
	}
	w.cursor.Store(last)
	if w.committer != nil {
		w.committer.processed(bytes)
	}
	w.stats.batches.Add(1)
	w.stats.nanos.Add(int64(time.Since(start)))
	w.advance.announce()
	w.reply(work.replies)
	if w.clocks != nil {
		for _, d := range work.clocks {
			w.clocks.ClockOff(device.Device{ID: d.ID, CorporationID: d.CorporationID, ProjectID: d.ProjectID})
		}
	}
	room.rows, stored.Free = work.rows, room.free
	if len(stored.Rows) == 0 {
		stored.Release()
		return nil
	}
	if err := w.stage2.Stored(ctx, stored); err != nil {
		return fmt.Errorf("hand %d rows to stage 2: %w", len(stored.Rows), err)
	}
	return nil
}

// store writes the outcome of frames (raw rows, dead frames, marks) and whatever also adds, in one transaction. It
// returns errChanged if the configuration is not that of the generation with which the frames were decoded.
func (w *worker) store(ctx context.Context, work *stage1Batch, generation int64, also func(context.Context, *database.Tx) error) (marks.Stored, error) {
	stored := marks.Stored{Rows: work.rows}
	var others []int64
	var dead []DeadLetter
	err := w.data.Write(ctx, func(tx *database.Tx) error {
		if err := w.lease.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		if err := w.current.Share(ctx, tx.Tx, work.corporations); err != nil {
			return err
		}
		if w.current.Reached() != generation {
			return errChanged
		}
		if err := also(ctx, tx); err != nil {
			return err
		}
		if len(work.rows) > 0 {
			outcomes, apply, err := w.series.Write(ctx, tx.Tx, series.Batch{Raw: work.rows, Waveforms: work.waves})
			if err != nil {
				return fmt.Errorf("store %d raw readings: %w", len(work.rows), err)
			}
			tx.AfterCommit(apply)
			stored.Outcomes = outcomes
			written, err := w.marks.Hand(ctx, tx.Tx, w.marksOf(work.rows, outcomes))
			if err != nil {
				return err
			}
			stored.Mark, stored.Marks, others = written.Own, written.Marks, written.Others
		}
		joined, refused, err := joinPictures(ctx, tx.Tx, work.parts)
		if err != nil {
			return err
		}
		dead = slices.Concat(work.dead, refused)
		if err := w.dead.add(ctx, tx.Tx, dead); err != nil {
			return err
		}
		if err := addPictures(ctx, tx.Tx, slices.Concat(work.images, joined)); err != nil {
			return err
		}
		return w.decoding.missingTimestamps.save(ctx, tx.Tx)
	})
	if err != nil {
		return marks.Stored{}, err
	}
	w.marks.Signal(ctx, w.bus, others)
	w.decoding.missingTimestamps.saved()
	w.stats.dead.Add(int64(len(dead)))
	w.stats.readings.Add(int64(len(work.rows)))
	w.stats.values.Add(int64(work.values))
	for _, outcome := range stored.Outcomes {
		switch outcome {
		case series.Duplicate:
			w.stats.duplicates.Add(1)
		case series.Revised:
			w.stats.revisions.Add(1)
		}
	}
	return stored, nil
}

// marksOf returns the points whose results may change, each with the earliest time. It runs while the transaction
// shares the configuration: a binding changed before is included, and one changed later marks the point itself.
func (w *worker) marksOf(rows []series.Put, outcomes []series.Outcome) []marks.Mark {
	if w.from == nil {
		w.from = map[series.ID]int64{}
	}
	clear(w.from)
	for i := range rows {
		if outcomes[i] == series.Duplicate {
			continue
		}
		if from, ok := w.from[rows[i].Series]; !ok || rows[i].Time < from {
			w.from[rows[i].Series] = rows[i].Time
		}
	}
	list := make([]marks.Mark, 0, len(w.from))
	for id, from := range w.from {
		device, channel := id.Channel()
		w.points = w.feeds.AppendPoints(w.points[:0], device, channel, from)
		for _, point := range w.points {
			list = append(list, marks.Mark{Point: point, From: from})
		}
	}
	return marks.Merge(list)
}

// advance signals movements of the cursor.
type advance struct {
	mu   sync.Mutex
	next chan struct{}
}

// waiting returns a channel that is closed at the next movement of the cursor.
func (a *advance) waiting() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next == nil {
		a.next = make(chan struct{})
	}
	return a.next
}

func (a *advance) announce() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.next != nil {
		close(a.next)
		a.next = nil
	}
}

// lag returns the age of the oldest unstored frame.
func (w *worker) lag(now time.Time) time.Duration {
	oldest := w.oldest.Load()
	if oldest == 0 {
		return 0
	}
	return max(0, now.Sub(time.UnixMilli(oldest)))
}

// replay parses dead frames again. Successful ones are stored and deleted; the others get their new reason.
func (w *worker) replay(ctx context.Context, dead []DeadLetter) (stored marks.Stored, revived int, failed []DeadLetter, err error) {
	var work stage1Batch
	generation := w.current.Reached()
	for i := range dead {
		if err := w.decoding.frame(ctx, dead[i].Entry, &dead[i].Frame, &work); err != nil {
			return marks.Stored{}, 0, nil, err
		}
	}
	still := make(map[Entry]bool, len(work.dead))
	for i := range work.dead {
		still[work.dead[i].Entry] = true
	}
	work.replies = nil // too late
	stored, err = w.store(ctx, &work, generation, func(ctx context.Context, tx *database.Tx) error {
		for i := range dead {
			if !still[dead[i].Entry] {
				revived++
				if err := w.dead.remove(ctx, tx.Tx, dead[i].Entry); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return stored, revived, work.dead, err
}
