package ingest

import (
	"sync/atomic"
	"time"
)

// Stats are figures since the start of the program, for /metrics and the home screen.
type Stats struct {
	FramesAccepted int64 // committed
	FramesRefused  int64 // turned away for want of room
	FramesDead     int64 // undecodable, or with refused readings
	Commits        int64 // frames a commit = FramesAccepted / Commits
	CommitFailures int64
	CommitTime     time.Duration // sum over all commits
	Readings       int64         // raw rows handed to the series store, duplicates included
	Values         int64         // numbers in them
	Duplicates     int64         // rows that said nothing new
	Revisions      int64         // rows that changed a value
	Batches        int64         // transactions of stage 1
	BatchTime      time.Duration // sum over them
	BacklogBytes   int64         // committed, not yet stored
	Lag            time.Duration // age of the oldest frame that is not yet stored; 0 when all are
	FreeDisk       int64         // bytes, as last seen; 0 when not known
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
