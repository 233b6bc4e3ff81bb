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
	FreeDisk       int64         // bytes, as last measured; 0 if unknown
	JournalBytes   int64         // as of the last trimming
	Refusing       bool
}

type commitStats struct {
	accepted, refused, unnoted, commits, failures, nanos, free atomic.Int64
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
