package grading

import "plumbline/internal/core/alarm"

// Responders are those who an emergency plan names for a grade. They get a message when a warning reaches it.
type Responders struct {
	ProjectID int64
	Plan      string // its name
	Level     alarm.Level
	Channels  []string // of accounts, the first that works
	Accounts  []int64
	Addresses []string
	Mobiles   []string
}
