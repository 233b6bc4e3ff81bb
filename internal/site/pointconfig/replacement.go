package pointconfig

import (
	"plumbline/internal/core/definition"
)

// State is the state of a replacement (specification section 4).
type State string

const (
	NotMigrated State = "notMigrated" // the group is changed, the curve still has a step
	Completed   State = "completed"   // the new group continues the curve of the old one
	Undone      State = "undone"
)

// Replacement is the replacement of a point's devices (domain devices.md section 7): first the group is changed at a
// time; then the data are migrated, which adds earlier readings of the new group to the point, with a new initial
// value and the change of the old group.
type Replacement struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	PointID       int64
	At            int64 // UTC ms of the change of groups
	From          int64 // UTC ms from which readings of the new group count; equal to At until migration
	State         State
	Before, After definition.Binding

	Versions    []Made  // created by it and in effect
	Corrections []int64 // created by it and in effect
	CarriedAt   int64   // UTC ms of the old group's last reading, whose change is carried over; 0: none

	Note       string
	RecordedAt int64
	RecordedBy int64
	MigratedAt int64
	MigratedBy int64
	UndoneAt   int64
	UndoneBy   int64
}

// Made is a version created by a replacement.
type Made struct {
	PointID   int64  `json:"pointId"`
	VersionID int64  `json:"versionId"`
	Aspect    string `json:"aspect"`
	ValidFrom int64  `json:"validFrom"`
}

// Change is a request for the first step.
type Change struct {
	At      int64
	Binding definition.Binding
	Note    string
}

// Migration is a request for the second step.
type Migration struct {
	From  int64 // UTC ms; 0: the new group's first reading after the old one's last
	Count int   // readings averaged for the new initial value; 0 means 3
	Carry bool  // carry the change of the old group over, for a continuous curve
}

// Handover is the data around a replacement.
type Handover struct {
	Last    int64     // UTC ms of the old group's last valid reading before the change; 0: none
	First   int64     // UTC ms of the new group's first reading after it, up to the change; 0: none
	Carried []Carried // accumulated change of the last reading, without shifts
}

// Carried is the accumulated change of one value in its unit; node 0 is a value without a node.
type Carried struct {
	Field  string
	Node   int32
	Amount float64
}

// Group is one of the device groups that feed a point in succession.
type Group struct {
	HistoryID int64 // id of its binding version
	From      int64 // UTC ms; 0: always
	Until     int64 // UTC ms, start of the next; 0: it is the last
	Note      string
	Members   []Member
}

// Member is one source of a group.
type Member struct {
	definition.Source
	Name   string // of the device or point; empty if deleted
	SNCode string
	Type   string
	Model  string
}
