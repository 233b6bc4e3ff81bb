package ingest

import (
	"sync/atomic"
	"time"
)

// Stats are counters since the start of the program, for /metrics and the home page.
type Stats struct {
	FramesAccepted int64 // committed
	FramesRefused  int64 // rejected for lack of space
	FramesDead     int64 // undecodable, or with rejected readings
	Commits        int64 // frames per commit = FramesAccepted / Commits
	CommitFailures int64
	CommitTime     time.Duration // sum over all commits
	Readings       int64         // raw rows passed to the series store, including duplicates
	Values         int64         // numbers in them
	Duplicates     int64         // rows without anything new
	Revisions      int64         // rows that changed a value
	Batches        int64         // transactions of stage 1
	BatchTime      time.Duration // sum over all of them
	BacklogBytes   int64         // committed, not yet stored
	Lag            time.Duration // age of the oldest unstored frame; 0 if none
	CommitLag      time.Duration // for how long no commit has succeeded although one runs or was tried lately; 0: all is well
	FreeDisk       int64         // bytes, as last measured; 0 if unknown
	JournalBytes   int64         // as of the last trimming
	Refusing       bool
}

type commitStats struct {
	accepted, refused, unnoted, commits, failures, nanos, free atomic.Int64

	running       atomic.Bool
	since, failed atomic.Int64 // UTC ms of the first commit after the last that succeeded, and of the last failure; 0: none
}

// triedWithin is how long a failed commit counts: devices repeat their frames sooner, unless none is left.
const triedWithin = 5 * time.Minute

func (s *commitStats) begin(now time.Time) {
	s.running.Store(true)
	s.since.CompareAndSwap(0, now.UnixMilli())
}

func (s *commitStats) end(now time.Time, err error) {
	s.running.Store(false)
	if err != nil {
		s.failed.Store(now.UnixMilli())
		return
	}
	s.since.Store(0)
}

func (s *commitStats) lag(now time.Time) time.Duration {
	since := s.since.Load()
	if since == 0 || !s.running.Load() && now.Sub(time.UnixMilli(s.failed.Load())) > triedWithin {
		return 0
	}
	return max(0, now.Sub(time.UnixMilli(since)))
}

func (s *commitStats) committed(frames int, took time.Duration, err error) {
	if err != nil {
		s.failures.Add(1)
		s.refused.Add(int64(frames))
		return
	}
	s.accepted.Add(int64(frames))
	s.commits.Add(1)
	s.nanos.Add(int64(took))
}

type workStats struct {
	dead, readings, values, duplicates, revisions, batches, nanos atomic.Int64
}
