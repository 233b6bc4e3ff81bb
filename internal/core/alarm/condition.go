package alarm

import (
	"slices"
	"time"
)

// MaxCounted is the most readings and points that conditions count.
const MaxCounted = 20

// Conditions are what must be true of the readings before people get a message about an event, so that single outliers wake
// nobody. Each must be met at some time since the event and before the alert ends, by the time of the readings. The
// zero value asks for nothing.
type Conditions struct {
	Reached  int   `json:"reached,omitempty"`  // at least so many of Readings consecutive ones reach the level
	Readings int   `json:"readings,omitempty"` // 0: not asked
	Minutes  int64 `json:"minutes,omitempty"`  // all readings over so long reach the level; 0: not asked
	Points   int   `json:"points,omitempty"`   // so many points reach the level, this one included; 0: not asked
	Within   int64 `json:"within,omitempty"`   // minutes before and after the event in which the other points count
}

// Judged is the level of a reading at the time of the reading (UTC ms).
type Judged struct {
	Time  int64
	Level Level
}

// OfReadings reports whether the conditions need the readings of the point.
func (c Conditions) OfReadings() bool { return c.Readings > 0 || c.Minutes > 0 }

// MetByReadings returns the time (UTC ms) of the reading, at or after an event, by which a point meets the conditions at a
// level; 0: not yet. The readings are in time order and may begin before the event.
func (c Conditions) MetByReadings(level Level, event int64, list []Judged) int64 {
	counted, lasted := c.Readings == 0, c.Minutes == 0
	began := int64(0) // of consecutive readings at the level
	for i, r := range list {
		switch {
		case r.Level < level:
			began = 0
		case began == 0:
			began = r.Time
		}
		if r.Time < event {
			continue
		}
		if !counted {
			reached := 0
			for _, before := range list[max(0, i+1-c.Readings) : i+1] {
				if before.Level >= level {
					reached++
				}
			}
			counted = reached >= c.Reached
		}
		lasted = lasted || began != 0 && r.Time-began >= minutes(c.Minutes)
		if counted && lasted {
			return r.Time
		}
	}
	return 0
}

// Standing is the time for which a point is at a level: from a reading to the one that restored it, UTC ms; Until 0: still.
type Standing struct {
	PointID      int64
	Since, Until int64
}

// MetByPoints returns the time (UTC ms), at or after an event, at which enough points stand at the level of the event or
// have stood there within the window; 0: not yet. own is the point of the event, which counts.
func (c Conditions) MetByPoints(own, event int64, others []Standing) int64 {
	if c.Points <= 1 {
		return event
	}
	window := minutes(c.Within)
	first := map[int64]int64{own: event}
	for _, s := range others {
		if s.Since > event+window || s.Until != 0 && s.Until < event-window {
			continue
		}
		at := max(s.Since, event)
		if known, counted := first[s.PointID]; !counted || at < known {
			first[s.PointID] = at
		}
	}
	if len(first) < c.Points {
		return 0
	}
	times := make([]int64, 0, len(first))
	for _, at := range first {
		times = append(times, at)
	}
	slices.Sort(times)
	return times[c.Points-1]
}

func minutes(n int64) int64 { return n * time.Minute.Milliseconds() }

// Met returns the time (UTC ms) by which an alert meets both kinds of conditions, each 0 if it is not met; 0: it does not,
// or had ended by then. ended is 0 for an open alert.
func Met(byReadings, byPoints, ended int64) int64 {
	at := max(byReadings, byPoints)
	if byReadings == 0 || byPoints == 0 || ended != 0 && at > ended {
		return 0
	}
	return at
}
