package alarm

import (
	"plumbline/internal/platform/paging"
)

// Status is the state of a record in its life cycle (specification section 4).
type Status string

// Pending and Notice are active; Confirm and FalseAlarm are final.
const (
	Pending    Status = "Pending"
	Notice     Status = "Notice"
	Confirm    Status = "Confirm"
	FalseAlarm Status = "FalseAlarm"
	Restore    Status = "Restore"
)

// Statuses returns the statuses in display order.
func Statuses() []Status { return []Status{Pending, Notice, Confirm, FalseAlarm, Restore} }

// Active reports whether a record of this status counts as an active alert.
func (s Status) Active() bool { return s == Pending || s == Notice }

// Processed reports whether a person has made a final decision.
func (s Status) Processed() bool { return s == Confirm || s == FalseAlarm }

// Allowed reports whether a record may change from one status to another (domain thresholds.md section 2.3). Notice to
// Pending is an escalation.
func Allowed(from, to Status) bool {
	switch from {
	case Pending:
		return to == Notice || to == Confirm || to == FalseAlarm || to == Restore
	case Notice:
		return to == Pending || to == Confirm || to == FalseAlarm || to == Restore
	case Restore: // to Pending: undone by late data, a correction or configuration
		return to == Pending || to == Confirm || to == FalseAlarm
	}
	return false
}

// Kind is the subject of a record.
type Kind string

const (
	OfThreshold    Kind = "threshold"    // a value of a point reached a threshold
	OfDataLost     Kind = "dataLost"     // a device has fallen silent
	OfLowVoltage   Kind = "lowVoltage"   // the supply of a device is low
	OfDataRepeated Kind = "dataRepeated" // a device repeats identical readings
)

// Key identifies what a threshold judges. At most one open record has the same point and key.
type Key struct {
	Field     string
	ValueType ValueType
	NodeRange NodeRange
}

// NodeRange limits a key to nodes of an array, ends included. The zero value means all nodes.
type NodeRange struct {
	From, To int32
	Limited  bool
}

// Contains reports whether a node is in the range.
func (r NodeRange) Contains(node int32) bool {
	return !r.Limited || node >= r.From && node <= r.To
}

// Side is the set of limits that was reached.
type Side string

const (
	Upper      Side = "upper"
	LowerLimit Side = "lower"
)

// Step is the first time at which an episode reached a level.
type Step struct {
	Level Level   `json:"level"`
	Time  int64   `json:"time"`  // UTC ms of the reading
	Value float64 `json:"value"` // signed, in the field's unit (rate: a day)
	Limit float64 `json:"limit"` // the threshold of Level at that time
	Side  Side    `json:"side"`
	Node  int32   `json:"node,omitempty"`
	// Direction and Reference are those of the threshold; "" in steps stored before they were recorded.
	Direction string  `json:"direction,omitempty"`
	Reference float64 `json:"reference,omitempty"`
	Unit      string  `json:"unit,omitempty"`   // of Value and Limit if different from the field's; rate: per day
	Ground    string  `json:"ground,omitempty"` // of a graded warning, see GroundsText
}

// Cause is the reason for judging the past again.
type Cause string

// There is no cause for live judgements.
const (
	ByLateData      Cause = "lateData"
	ByCorrection    Cause = "correction"
	ByConfiguration Cause = "configuration"
)

// Record is one alert: an episode of a key or of a device's health, with its handling.
type Record struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64
	PointID       int64 // 0 for a record about a device
	DeviceID      int64 // of a record about a device only
	GradingID     int64 // OfGraded only; its PointID is 0 if it is about several points
	Kind          Kind
	Key           Key // OfThreshold only
	Measurement   string

	Status       Status
	Level        Level // the highest reached
	CurrentLevel Level
	Opened       int64  // UTC ms of the reading that opened it
	Steps        []Step // one for each new level, rising; never empty
	Ended        int64  // UTC ms of the reading that restored it or, if processed, of the last reading it covers; 0: open
	RestoreValue float64
	Depth        *float64 // m, of the node of the last step, if known

	FoundLate    bool  // opened more than 2 h after the event
	FoundBy      Cause // what opened it after the event; empty: opened live
	WithdrawnAt  int64 // UTC ms at which it was withdrawn; 0: in effect
	CorrectionID int64 // the correction that withdrew it; 0: a change of configuration or readings

	ProcessedAt    int64
	ProcessedBy    int64
	ProcessedLevel Level  // the level that the person saw
	SeenUntil      int64  // UTC ms of the last result that the person could see
	Cause          string // as entered by the person; may be empty
	Measure        string // taken, as entered by the person; may be empty
	Note           string
	AssigneeID     int64 // account that takes care of it; 0: nobody

	RecordedAt int64 // UTC ms of the wall clock
	ChangedAt  int64
}

// Last returns the step of the highest level.
func (r *Record) Last() Step { return r.Steps[len(r.Steps)-1] }

// Active reports whether the record counts as an active alert.
func (r *Record) Active() bool { return r.Status.Active() && r.WithdrawnAt == 0 }

// TransitionKind is what happened to a record.
type TransitionKind string

const (
	Raised     TransitionKind = "raised"
	Escalated  TransitionKind = "escalated"
	Restored   TransitionKind = "restored"  // the values returned to normal
	Revised    TransitionKind = "revised"   // late or corrected data changed its times or levels
	Withdrawn  TransitionKind = "withdrawn" // corrected data removed it
	Reinstated TransitionKind = "reinstated"
	Reopened   TransitionKind = "reopened"  // its restore was undone
	Noticed    TransitionKind = "noticed"   // a rule has sent a notification
	Processed  TransitionKind = "processed" // a person confirmed it or marked it as a false alarm
)

// Transition is one entry of a record's history.
type Transition struct {
	ID           int64
	AlertID      int64
	Kind         TransitionKind
	From, To     Status
	Level        Level
	Value        float64
	Limit        float64
	Side         Side
	Node         int32
	Time         int64 // UTC ms of the reading; of the decision for actions of people
	RecordedAt   int64 // UTC ms of the wall clock
	RecordedBy   int64 // account; 0: the program
	CorrectionID int64
	Cause        Cause // of a retroactive change
	Note         string
	Pictures     []string // of a decision: paths of files
}

// Change is a record to store with its transitions. A record with id 0 is new.
type Change struct {
	Record      Record
	Transitions []Transition
	RespondBy   int64 // UTC ms at which the response time of a graded warning ends; 0: there is none, or nobody waits for it
}

// PointLevel is the current level of a point.
type PointLevel struct {
	PointID  int64
	Level    Level // by the thresholds in effect at the last reading; NotJudged: none has judged
	Since    int64 // UTC ms of the reading at which the deciding threshold reached this level; 0 at Normal
	Outcomes []Outcome
}

// Filter limits a list of records. Zero fields have no effect.
type Filter struct {
	paging.Query
	ProjectID   int64
	StructureID int64
	ItemID      int64
	PointID     int64
	DeviceID    int64
	Type        string // TypeThreshold, TypeDeviceHealth
	Kind        Kind
	Statuses    []Status
	Levels      []Level
	Measurement string
	Withdrawn   *bool
	FoundLate   *bool
	From, To    int64 // of Opened, UTC ms, To exclusive
	IDs         []int64
	AssigneeID  int64
	Unassigned  *bool // an assignee that is gone counts as none
}

// Listed is a record in a list, with display names.
type Listed struct {
	Record
	ProjectName   string
	StructureName string
	ItemName      string
	PointName     string
	DeviceName    string
	ProcessedName string // display name of the person who processed it
	TimeZone      string // of the project
	AssigneeName  string // display name of the person who takes care of it
	AssigneeHere  bool   // active, and a member of the project or an administrator of its corporation
}

// Counts are the totals of a list without its page, type, kind, status and level filters. Records about devices have
// no level and, as graded warnings, are counted separately.
type Counts struct {
	Total    int // of thresholds
	Statuses map[Status]int
	Levels   map[Level]int // 1 to 4
	Health   HealthCounts
	Graded   GradedCounts
}

// GradedCounts are the totals of graded warnings.
type GradedCounts struct {
	Total    int
	Statuses map[Status]int
	Levels   map[Level]int // 1 to 4
}

// HealthCounts are the totals of records about devices.
type HealthCounts struct {
	Total    int
	Statuses map[Status]int
	Kinds    map[Kind]int
}
