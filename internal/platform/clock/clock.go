// Package clock gives the time of the installation: that of its database, so that all servers agree although the clocks
// of their machines may be wrong. In the embedded shape it is the clock of the machine. Durations within a process are
// measured with the package time.
package clock

import (
	"sync/atomic"
	"time"
)

// tolerance is the difference from the database below which the clock of the machine is right.
const tolerance = 500 * time.Millisecond

var (
	offset atomic.Int64  // ns
	wrong  time.Duration // of the machine, in tests
)

// Now returns the time of the installation.
func Now() time.Time { return time.Now().Add(wrong + time.Duration(offset.Load())) }

// SetWrong sets the clock of the machine wrong for a test. Call it before anything reads the time.
func SetWrong(by time.Duration) { wrong = by }

// Follow compares the clock of the machine with the time of the database, asked for between two moments. It returns by
// how much the machine is behind.
func Follow(database, before, after time.Time) time.Duration {
	behind := database.Sub(before.Add(after.Sub(before)/2)) - wrong
	if behind.Abs() < tolerance {
		offset.Store(0)
	} else {
		offset.Store(int64(behind))
	}
	return behind
}
