package timeline

import "time"

const (
	// Earliest is the first time that a reading can have (UTC ms): 2000-01-01.
	Earliest = 946_684_800_000
	ahead    = 24 * time.Hour
)

// Possible reports whether a reading can be of a time (UTC ms), or a setting begin then: not before Earliest, nor
// more than a day ahead.
func Possible(t int64) bool { return t >= Earliest && t <= time.Now().Add(ahead).UnixMilli() }
