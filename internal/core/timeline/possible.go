package timeline

import (
	"time"

	"plumbline/internal/platform/clock"
)

const (
	// Earliest is the earliest time of a reading (UTC ms): 2000-01-01.
	Earliest = 946_684_800_000
	ahead    = 24 * time.Hour
)

// Possible reports whether a reading or a setting may have a time (UTC ms): not before Earliest, and at most a day in
// the future.
func Possible(t int64) bool { return t >= Earliest && t <= clock.Now().Add(ahead).UnixMilli() }
