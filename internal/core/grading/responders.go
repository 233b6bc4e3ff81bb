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

// Response is how people respond to an open warning: the clock of the highest grade that has one, and who was asked so far.
type Response struct {
	ProjectID      int64
	Level          alarm.Level // of the clock; 0: no grade that was reached has an emergency plan
	Plan           string      // name of the emergency plan of Level; empty: it has been removed
	DueAt          int64       // UTC ms at which the response time ends
	AcknowledgedAt int64       // UTC ms; 0: nobody has acknowledged the warning
	Acknowledged   Responder   // who did
	People         []Responder // of the plans of all grades that were asked, each once
	Contingency    string      // title of the contingency plan of the project; empty: none
}

// Responder is somebody whom an emergency plan names.
type Responder struct {
	AccountID int64 // 0: somebody outside
	Name      string
	Duty      string   // may be empty
	Addresses []string // of somebody outside: mail address and mobile
}
