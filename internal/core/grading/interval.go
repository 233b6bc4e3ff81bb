package grading

import "plumbline/internal/core/alarm"

// Interval is the collection interval that the emergency plan of a grade asks the devices of a warning for.
type Interval struct {
	ProjectID int64
	Plan      string // its name
	Level     alarm.Level
	Seconds   int64
	Longest   int64 // minutes after which the devices have the earlier interval back, whatever becomes of the warning
}
