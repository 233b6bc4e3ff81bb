package pointconfig

import (
	"plumbline/internal/core/definition"
)

// State is how far a replacement has come (specification section 4).
type State string

// The states.
const (
	NotMigrated State = "notMigrated" // the group is changed, the curve still jumps
	Completed   State = "completed"   // the new group carries on where the old one ended
	Undone      State = "undone"
)

// Replacement is the replacement of the devices of a point (domain devices.md section 7): at a time
// the group is changed; then the data are migrated, which gives the point the readings of the new
// group from an earlier time on, a new initial value, and the change of the old group.
type Replacement struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	PointID       int64
	At            int64 // UTC ms of the change of groups
	From          int64 // UTC ms from which readings of the new group count; At until the data are migrated
	State         State
	Before, After definition.Binding

	Versions    []Made  // that it has made and that stand
	Corrections []int64 // that it has made and that stand
	CarriedAt   int64   // UTC ms of the old group's last reading, whose change is carried over; 0: none

	Note       string
	RecordedAt int64
	RecordedBy int64
	MigratedAt int64
	MigratedBy int64
	UndoneAt   int64
	UndoneBy   int64
}

// Made is a version that a replacement has made.
type Made struct {
	PointID   int64  `json:"pointId"`
	VersionID int64  `json:"versionId"`
	Aspect    string `json:"aspect"`
	ValidFrom int64  `json:"validFrom"`
}

// Change asks for the first step.
type Change struct {
	At      int64
	Binding definition.Binding
	Note    string
}

// Migration asks for the second step.
type Migration struct {
	From  int64 // UTC ms; 0 takes the new group's first reading behind the old one's last
	Count int   // readings that the new initial value is made of; 0 takes 3
	Carry bool  // the change of the old group goes on: the curve is continuous
}

// Handover is what lies on both sides of a replacement.
type Handover struct {
	Last    int64     // UTC ms of the old group's last valid reading before the change; 0: none
	First   int64     // UTC ms of the new group's first reading behind it, up to the change; 0: none
	Carried []Carried // accumulated change of the last reading, shifts left out
}

// Carried is the accumulated change of one value, in its unit; node 0 is a value without node.
type Carried struct {
	Field  string
	Node   int32
	Amount float64
}

// Group is one of the device groups that feed a point one after the other.
type Group struct {
	HistoryID int64 // of the version that binds it
	From      int64 // UTC ms; 0: always
	Until     int64 // UTC ms, the first moment of the next; 0: it is the last
	Note      string
	Members   []Member
}

// Member is one source of a group.
type Member struct {
	definition.Source
	Name   string // of the device or point; empty when it is gone
	SNCode string
	Type   string
	Model  string
}
