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

var offset atomic.Int64 // ns

// Now returns the time of the installation.
func Now() time.Time { return time.Now().Add(time.Duration(offset.Load())) }

// Follow compares the clock of the machine with the time of the database, asked for between two moments. It returns by
// how much the machine is behind.
func Follow(database, before, after time.Time) time.Duration {
	behind := database.Sub(before.Add(after.Sub(before) / 2))
	if behind.Abs() < tolerance {
		offset.Store(0)
	} else {
		offset.Store(int64(behind))
	}
	return behind
}
