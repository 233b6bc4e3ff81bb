package alarm

import (
	"plumbline/internal/platform/paging"
)

// Status is where a record stands in its life (specification section 4).
type Status string

// The statuses. Pending and Notice are active; Confirm and FalseAlarm are for good.
const (
	Pending    Status = "Pending"
	Notice     Status = "Notice"
	Confirm    Status = "Confirm"
	FalseAlarm Status = "FalseAlarm"
	Restore    Status = "Restore"
)

// Statuses lists them in the order in which they are shown.
func Statuses() []Status { return []Status{Pending, Notice, Confirm, FalseAlarm, Restore} }

// Active reports whether a record of this status counts as an active alert.
func (s Status) Active() bool { return s == Pending || s == Notice }

// Processed reports whether a person has decided for good.
func (s Status) Processed() bool { return s == Confirm || s == FalseAlarm }

// Allowed reports whether a record may go from one status to another
// (domain thresholds.md section 2.3). Notice to Pending is an escalation.
func Allowed(from, to Status) bool {
	switch from {
	case Pending:
		return to == Notice || to == Confirm || to == FalseAlarm || to == Restore
	case Notice:
		return to == Pending || to == Confirm || to == FalseAlarm || to == Restore
	case Restore: // to Pending: late data, a correction or configuration has undone it
		return to == Pending || to == Confirm || to == FalseAlarm
	}
	return false
}

// Kind is what a record is about.
type Kind string

// The kinds of records.
const (
	OfThreshold    Kind = "threshold"    // a value of a point reached a threshold
	OfDataLost     Kind = "dataLost"     // a device has fallen silent
	OfLowVoltage   Kind = "lowVoltage"   // the supply of a device is low
	OfDataRepeated Kind = "dataRepeated" // a device sends the same again and again
)

// Key names what a threshold judges: at most one open record has the same point and key.
type Key struct {
	Field     string
	ValueType ValueType
	NodeRange NodeRange
}

// NodeRange limits a key to nodes of an array, ends included. The zero value is
// all nodes.
type NodeRange struct {
	From, To int32
	Limited  bool
}

// Contains reports whether a node is in the range.
func (r NodeRange) Contains(node int32) bool {
	return !r.Limited || node >= r.From && node <= r.To
}

// Side tells which set of limits was reached.
type Side string

// The sides.
const (
	Upper      Side = "upper"
	LowerLimit Side = "lower"
)

// Step is the first moment at which an episode reached a level or a higher one.
type Step struct {
	Level Level   `json:"level"`
	Time  int64   `json:"time"`  // UTC ms of the reading
	Value float64 `json:"value"` // signed, in the field's unit (rate: a day)
	Limit float64 `json:"limit"` // the threshold of Level at that time
	Side  Side    `json:"side"`
	Node  int32   `json:"node,omitempty"`
	// Direction and Reference are those of the threshold; "" of steps that were stored without.
	Direction string  `json:"direction,omitempty"`
	Reference float64 `json:"reference,omitempty"`
	Unit      string  `json:"unit,omitempty"` // of Value and Limit where it is not that of the field; rate: a day
}

// Cause is what made the program judge the past again.
type Cause string

// The causes; none for what is judged as it comes.
const (
	ByLateData      Cause = "lateData"
	ByCorrection    Cause = "correction"
	ByConfiguration Cause = "configuration"
)

// Record is one alert: an episode of a key, or of a device's health, with what
// people did about it.
type Record struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64
	ItemID        int64
	PointID       int64 // 0 for a record about a device
	DeviceID      int64 // of a record about a device only
	Kind          Kind
	Key           Key // OfThreshold only
	Measurement   string

	Status       Status
	Level        Level // the highest reached
	CurrentLevel Level
	Opened       int64  // UTC ms of the reading that opened it
	Steps        []Step // one for each level that was newly reached, rising; never empty
	Ended        int64  // UTC ms of the reading that restored it or, processed, of the last reading it covers; 0: goes on
	RestoreValue float64
	Depth        *float64 // m, of the node of the last step, where the array knows it

	FoundLate    bool  // opened more than 2 h after the event
	FoundBy      Cause // what opened it after the event; empty: it was judged as it came
	WithdrawnAt  int64 // UTC ms at which its episode was found to be none; 0: it stands
	CorrectionID int64 // the correction that withdrew it; 0: a change of configuration or readings

	ProcessedAt    int64
	ProcessedBy    int64
	ProcessedLevel Level  // the level that the person saw
	SeenUntil      int64  // UTC ms of the last result that the person could see
	Cause          string // why it came, as the person says; may be empty
	Measure        string // what is done about it, as the person says; may be empty
	Note           string

	RecordedAt int64 // UTC ms of the wall clock
	ChangedAt  int64
}

// Last is the step of the highest level.
func (r *Record) Last() Step { return r.Steps[len(r.Steps)-1] }

// Active reports whether the record counts as an active alert.
func (r *Record) Active() bool { return r.Status.Active() && r.WithdrawnAt == 0 }

// TransitionKind is what happened to a record.
type TransitionKind string

// The kinds of transitions.
const (
	Raised     TransitionKind = "raised"
	Escalated  TransitionKind = "escalated"
	Restored   TransitionKind = "restored"  // the values came back by themselves
	Revised    TransitionKind = "revised"   // late or corrected data moved its times or levels
	Withdrawn  TransitionKind = "withdrawn" // corrected data left nothing of it
	Reinstated TransitionKind = "reinstated"
	Reopened   TransitionKind = "reopened"  // its restore was undone
	Noticed    TransitionKind = "noticed"   // a rule has sent a notification
	Processed  TransitionKind = "processed" // a person confirmed it or called it false
)

// Transition is one line of a record's history.
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
	Time         int64 // UTC ms of the reading; of the act for what people did
	RecordedAt   int64 // UTC ms of the wall clock
	RecordedBy   int64 // account; 0: the program
	CorrectionID int64
	Cause        Cause // of what changed afterwards
	Note         string
}

// Change is a record to be stored and what happened to it. A record with id 0 is new.
type Change struct {
	Record      Record
	Transitions []Transition
}

// PointLevel is the level of a point from its last judged values.
type PointLevel struct {
	PointID  int64
	Level    Level // by the thresholds in force at the last reading; NotJudged: none has judged
	Since    int64 // UTC ms of the reading at which the threshold that decides it took this level; 0 at Normal
	Standing []KeyStanding
}

// Filter narrows a list of records. Zero fields do not narrow.
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
}

// Listed is a record in a list, with the names that people know.
type Listed struct {
	Record
	ProjectName   string
	StructureName string
	ItemName      string
	PointName     string
	DeviceName    string
	ProcessedName string // display name of who processed it
	TimeZone      string // of the project
}

// Counts are the numbers over a list without its page, type, kind, status and level filter.
// Records about devices have no level: they are counted apart.
type Counts struct {
	Total    int // of thresholds
	Statuses map[Status]int
	Levels   map[Level]int // 1 to 4
	Health   HealthCounts
}

// HealthCounts are the numbers of records about devices.
type HealthCounts struct {
	Total    int
	Statuses map[Status]int
	Kinds    map[Kind]int
}
