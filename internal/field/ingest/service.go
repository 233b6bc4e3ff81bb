package ingest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/field/protocol"
	_ "plumbline/internal/field/protocol/all" // the families
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
)

// Config is the dependencies of intake. Fields without "may be" are required.
type Config struct {
	Data    *database.DB // readings, marks, cursor
	Journal *database.DB // frames: its own file in the embedded shape, Data on PostgreSQL

	Directory *Directory
	Series    series.Store
	Feeds     marks.Feeds
	Stage2    marks.Stage2
	// Definitions of the points that read records, for the summaries that retention keeps.
	Definitions Definitions
	Lease       cluster.Lease // of this server
	Current     Configuration
	Home        func(id int64) int64 // see marks.Queue; may be nil in the embedded shape
	Follow      Follower             // of changes of other servers; nil: this is the only one
	Bus         events.Bus           // may be nil: nobody listens
	Seen        SeenStore
	Answers     Answers // may be nil: answers to commands are dropped
	Clocks      Clocks  // may be nil: clocks are not corrected

	Space  func() (uint64, error) // free bytes of the journal's disk; may be nil
	Limits Limits                 // may be zero: DefaultLimits
	Keep   Keep                   // may be zero: DefaultKeep
	Log    *slog.Logger

	// CommitOnly makes a server commit frames and leave stage 1 to another server.
	CommitOnly bool
}

// DefaultKeep is how long stored frames are kept for diagnostics.
var DefaultKeep = Keep{Age: 7 * 24 * time.Hour, Bytes: 1 << 30}

// Service is the intake of one server.
type Service struct {
	config     Config
	journal    *Journal
	committer  *Committer
	worker     *worker
	seen       *seenDevices
	rejections Rejections
	attempts   Attempts
	downlink   atomic.Pointer[Downlink]
	answering  answering

	journalBytes atomic.Int64
	ctx          context.Context
	cancel       context.CancelFunc
	running      sync.WaitGroup
}

// Open creates the tables, finds the cursor and starts committer and stage 1. Close stops it.
func Open(ctx context.Context, config Config) (*Service, error) {
	if config.Limits == (Limits{}) {
		config.Limits = DefaultLimits
	}
	if config.Keep == (Keep{}) {
		config.Keep = DefaultKeep
	}
	if err := Migrate(ctx, config.Data); err != nil {
		return nil, err
	}
	journal, err := OpenJournal(ctx, config.Journal, config.Lease)
	if err != nil {
		return nil, err
	}
	s := &Service{config: config, journal: journal, seen: newSeenDevices()}
	s.worker = s.newWorker(config.Lease.Lane())
	if err := s.worker.readCursor(ctx); err != nil {
		return nil, err
	}
	journal.notBefore(s.worker.cursor.Load())
	backlog, err := journal.sizeBehind(ctx, s.worker.cursor.Load())
	if err != nil {
		return nil, err
	}
	var behind func() (<-chan struct{}, bool)
	if !config.CommitOnly {
		behind = func() (<-chan struct{}, bool) {
			moved := s.worker.advance.waiting()
			return moved, s.worker.lag(clock.Now()) > farBehind
		}
	}
	s.committer = newCommitter(journal, config.Limits, config.Space, behind, config.Log)
	s.committer.backlog.Store(backlog)
	s.committer.follow, s.committer.directory = config.Follow, config.Directory
	config.Directory.Follow(config.Follow)
	s.worker.committer = s.committer
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if !config.CommitOnly {
		s.running.Go(func() { s.worker.run(s.ctx) })
	}
	s.running.Go(s.housekeeping)
	if config.Bus != nil {
		s.attempts.announce = func(device int64) {
			events.Publish(s.ctx, config.Bus, events.Attempt, 0, events.AttemptPayload{Devices: []int64{device}})
		}
		s.running.Go(func() { s.attempts.hear(s.ctx, config.Bus) })
	}
	return s, nil
}

// newWorker returns stage 1 of a lane.
func (s *Service) newWorker(lane int32) *worker {
	return &worker{
		data: s.config.Data, lane: lane, journal: s.journal, series: s.config.Series, feeds: s.config.Feeds, stage2: s.config.Stage2,
		lease: s.config.Lease, current: s.config.Current, marks: marks.Queue{Server: s.config.Lease.Server(), Home: s.config.Home}, bus: s.config.Bus,
		dead: deadLetters{s.config.Data}, log: s.config.Log, reply: s.sendReplies, answers: s.config.Answers, clocks: s.config.Clocks,
		requests: make(chan func(context.Context)),
		decoding: decoding{
			directory: s.config.Directory, missingTimestamps: newMissingTimestamps(s.config.Data), seen: s.seen, words: newColumnLimit(),
			decoders: map[string]protocol.Decoder{},
		},
	}
}

// Close commits what waits, stores it and the state of devices, and stops. Close the listeners first. drained reports
// whether stage 1 has stored everything; the rest waits for the next start, or for the server that takes over the lane.
func (s *Service) Close(ctx context.Context) (drained bool, err error) {
	s.committer.close()
	if !s.config.CommitOnly {
		drained = s.WaitAllStored(ctx) == nil
	}
	s.cancel()
	s.running.Wait()
	if err := s.seen.flush(ctx, s.config.Seen); err != nil {
		return drained, fmt.Errorf("store the state of devices: %w", err)
	}
	return drained, nil
}

// Commit returns once a frame is committed and synced; see Committer.Commit.
func (s *Service) Commit(ctx context.Context, frame Frame) (Entry, error) {
	return s.committer.Commit(ctx, frame, nil)
}

// CommitProven is Commit for a sender whose credentials can be checked again; see Committer.Commit.
func (s *Service) CommitProven(ctx context.Context, frame Frame, proves func(*Device) bool) (Entry, error) {
	return s.committer.Commit(ctx, frame, proves)
}

// Directory returns the table of devices.
func (s *Service) Directory() *Directory { return s.config.Directory }

// Rejections returns the recent rejections.
func (s *Service) Rejections() *Rejections { return &s.rejections }

// Attempts returns the recent attempts of devices.
func (s *Service) Attempts() *Attempts { return &s.attempts }

// Refused records a rejection by register ID, and as an attempt of the device that has it.
func (s *Service) Refused(transport Transport, register, reason, address string, why *errs.Error) {
	now := clock.Now().UnixMilli()
	var id int64
	if device, ok := s.config.Directory.ByRegister(register); ok && register != "" {
		id = device.ID
	}
	if reason != BadBody { // the device is authenticated
		s.rejections.Note(transport, register, reason, address, now)
	}
	s.attempts.Note(id, Attempt{Time: now, Transport: transport, Address: address, Reason: reason, Fault: why})
}

// SetDownlink sets the way in which answers reach devices.
func (s *Service) SetDownlink(downlink Downlink) { s.downlink.Store(&downlink) }

// LastSeen returns the UTC ms of a device's last frame since the start of this server; 0 if none.
func (s *Service) LastSeen(device int64) int64 { return s.seen.lastSeen(device) }

// Heard records a sign of life of a connected device without a frame, at a time (UTC ms). One every few minutes is
// enough; more would only cause writes.
func (s *Service) Heard(device, at int64) {
	if at-s.seen.lastSeen(device) >= heardEvery.Milliseconds() {
		s.seen.note(device, at, nil)
	}
}

// heardEvery is well within the time for which a sign keeps a device online.
const heardEvery = 2 * time.Minute

// LookAtDisk measures the free space now instead of within a second.
func (s *Service) LookAtDisk() { s.committer.watch() }

// Refusing reports whether new frames are rejected for lack of space.
func (s *Service) Refusing() bool { return s.committer.Refusing() }

// Frames returns a device's frames in both directions, newest first; see Journal.Frames.
func (s *Service) Frames(ctx context.Context, device int64, before Entry, limit int) (frames []Logged, more Entry, err error) {
	return s.journal.Frames(ctx, device, before, limit)
}

// WaitStored returns once stage 1 has stored the frame at an entry.
func (s *Service) WaitStored(ctx context.Context, entry Entry) error {
	for {
		moved := s.worker.advance.waiting()
		if s.worker.cursor.Load() >= entry.Seq {
			return nil
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ctx.Done():
			return ErrStopped
		}
	}
}

// WaitAllStored returns once stage 1 has stored all frames committed so far.
func (s *Service) WaitAllStored(ctx context.Context) error {
	return s.WaitStored(ctx, Entry{Seq: s.journal.end()})
}

// housekeeping watches the disk, stores device states and trims tables.
func (s *Service) housekeeping() {
	second := time.NewTicker(time.Second)
	defer second.Stop()
	for ticks := 0; ; ticks++ {
		select {
		case <-s.ctx.Done():
			return
		case <-second.C:
		}
		s.committer.watch()
		if ticks%5 == 4 {
			s.try("store the state of devices", s.seen.flush(s.ctx, s.config.Seen))
		}
		if ticks%60 == 30 {
			s.try("trim the journal", s.trimJournal(s.ctx))
			s.try("trim dead frames", s.worker.dead.trim(s.ctx))
		}
	}
}

func (s *Service) try(what string, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		s.config.Log.Error("could not "+what, "error", err)
	}
}

// sendReplies sends devices the replies they requested, and records them.
func (s *Service) sendReplies(replies []reply) {
	downlink := s.downlink.Load()
	if downlink == nil {
		return
	}
	var messages []Reply
	for i := range replies {
		r := &replies[i]
		now := clock.Now()
		var payload []byte
		switch spoken, _ := r.device.Speaks(now.UnixMilli()); {
		case r.message.Type == protocol.TimeRequest && spoken.TimeReply != nil:
			_, offset := now.In(r.device.Zone()).Zone()
			payload = spoken.TimeReply(now.UnixMilli(), offset/60)
		case r.message.Type != protocol.TimeRequest && spoken.Receipt != nil:
			payload = spoken.Receipt(r.message.Seq, r.message.HasSeq)
		default:
			continue
		}
		messages = append(messages, Reply{r.device.ID, r.device.Register, payload})
	}
	if len(messages) == 0 {
		return
	}
	for i, sent := range (*downlink).SendAll(messages) {
		if m := messages[i]; sent {
			s.NoteSent(m.Device, m.Register, false, m.Payload)
		}
	}
}

// Note records a frame for diagnostics, without waiting.
func (s *Service) Note(frame Frame) { s.committer.Note(frame) }

// PartsOf returns the stored frames of a device's message that is not complete yet, received since a time (UTC ms),
// oldest first.
func (s *Service) PartsOf(ctx context.Context, device, since int64, of func(frame []byte) bool) (parts [][]byte, err error) {
	const page, most = 100, 2000 // frames of the device, in both directions
	before := Entry{}
	for seen := 0; seen < most; seen += page {
		frames, more, err := s.journal.Frames(ctx, device, before, page)
		if err != nil {
			return nil, err
		}
		for _, f := range frames {
			if f.Received < since {
				more = Entry{}
				break
			}
			if f.Kind == Part && of(f.Payload) {
				parts = append(parts, f.Payload)
			}
		}
		if more.Seq == 0 {
			break
		}
		before = more
	}
	slices.Reverse(parts)
	return parts, nil
}

// NoteSent records a message sent to a device with its frames, for diagnostics.
func (s *Service) NoteSent(device int64, register string, overHTTP bool, payload []byte) {
	transport := MQTT
	if overHTTP {
		transport = HTTP
	}
	s.committer.Note(Frame{Device: device, Register: register, Transport: transport, Kind: Down, Received: clock.Now().UnixMilli(), Payload: payload})
}

// DefaultZone is the zone of an installation without a setting (design core.md section 1).
const DefaultZone = "Asia/Shanghai"

// Zone returns the time zone of a device.
func (d *Device) Zone() *time.Location {
	if d.zone != nil {
		return d.zone
	}
	zone, err := time.LoadLocation(d.TimeZone)
	if err != nil {
		return time.UTC // validated on input
	}
	return zone
}

// Stats returns the counters since the start.
func (s *Service) Stats() Stats {
	c, w := &s.committer.stats, &s.worker.stats
	return Stats{
		FramesAccepted: c.accepted.Load(), FramesRefused: c.refused.Load(), FramesDead: w.dead.Load(),
		Commits: c.commits.Load(), CommitFailures: c.failures.Load(), CommitTime: time.Duration(c.nanos.Load()),
		Readings: w.readings.Load(), Values: w.values.Load(), Duplicates: w.duplicates.Load(), Revisions: w.revisions.Load(),
		Batches: w.batches.Load(), BatchTime: time.Duration(w.nanos.Load()),
		BacklogBytes: max(0, s.committer.backlog.Load()), Lag: s.worker.lag(clock.Now()), CommitLag: c.lag(clock.Now()),
		FreeDisk: c.free.Load(), JournalBytes: s.journalBytes.Load(), Refusing: s.Refusing(),
	}
}
