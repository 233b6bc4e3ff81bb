// Package bulk is what people do to many things at once, or to things that hang
// together: bringing in devices from a workbook, moving them, swapping two channels,
// cloning a structure, rotating a secret. Each is planned, shown, done in one
// transaction, kept as a record, and can be undone as a whole as long as nothing that
// came later rests on it.
package bulk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Kind is the kind of an action.
type Kind string

// The kinds.
const (
	ImportDevices  Kind = "importDevices"
	MoveDevices    Kind = "moveDevices"
	SwapChannels   Kind = "swapChannels"
	CloneStructure Kind = "cloneStructure"
	RotateSecret   Kind = "rotateSecret"
)

// Action is the record of one bulk operation.
type Action struct {
	ID            int64
	CorporationID int64
	ProjectID     int64 // 0: the corporation's stock
	Kind          Kind
	Subject       string // names of the things, for people
	ValidFrom     int64  // UTC ms from which it holds
	Effects       Effects
	AccountID     int64
	CreatedAt     int64
	UndoneAt      int64 // 0 while it stands
	UndoneBy      int64
}

// Listed is an action in a list.
type Listed struct {
	Action
	AccountName  string
	UndoneByName string
}

// Effects are what an action made, recorded and moved: all that its undoing needs.
type Effects struct {
	Devices    []int64 `json:"devices,omitempty"`    // made
	Structures []int64 `json:"structures,omitempty"` // made, items after their structure
	Points     []int64 `json:"points,omitempty"`     // made
	Sheets     []int64 `json:"sheets,omitempty"`     // drawings made
	Versions   []int64 `json:"versions,omitempty"`   // recorded
	Moves      []Move  `json:"moves,omitempty"`
	Places     []int64 `json:"places,omitempty"` // projects that were touched; 0 the corporation's stock
	// Corporation is that of the made devices where it is another than the action's.
	Corporation int64     `json:"corporation,omitempty"`
	Rotation    *Rotation `json:"rotation,omitempty"`
}

// touch notes projects in which the action changed something.
func (e *Effects) touch(projects ...int64) {
	for _, id := range projects {
		if !slices.Contains(e.Places, id) {
			e.Places = append(e.Places, id)
		}
	}
}

// Move is a device that went from one place to another.
type Move struct {
	DeviceID    int64 `json:"deviceId"`
	FromProject int64 `json:"fromProject"`
	ToProject   int64 `json:"toProject"`
	// To another corporation the device goes as a new one with the old one's identity:
	// what it measured stays where it was measured. The old one keeps Retired as its serial number.
	Successor int64  `json:"successor,omitempty"`
	SNCode    string `json:"sncode,omitempty"`
	Register  string `json:"register,omitempty"`
	Retired   string `json:"retired,omitempty"`
	Sealed    string `json:"sealed,omitempty"` // the old one's secret, base64, sealed for it
}

// Rotation is the change of a device's secret.
type Rotation struct {
	DeviceID int64  `json:"deviceId"`
	Mark     string `json:"mark"`          // tells the new secret from later ones, and nothing about it
	Old      string `json:"old,omitempty"` // tells the one before it from others
	Until    int64  `json:"until"`         // UTC ms to which the old one holds; 0, when listed: it does no more
}

// Holds reports whether the old secret of a rotation holds at a time (UTC ms), next to what the
// device has now: a later rotation drops it, also one that was undone since.
func (r Rotation) Holds(now device.Secret, at int64) bool {
	return MarkOf(now.Current) == r.Mark && len(now.Previous) > 0 && now.Until > at && (r.Old == "" || MarkOf(now.Previous) == r.Old)
}

// Change is one version to be recorded, or with Supersedes and no value one to be taken away.
type Change struct {
	Owner      timeline.OwnerKind
	ID         int64 // of the point or device
	Name       string
	Supersedes int64
	timeline.Draft
}

// NewDevice is a device to be made, with its sealed secret; empty without a register.
type NewDevice struct {
	device.Device
	Config []timeline.Draft
	Sealed []byte
}

// Plan is all that an action will do, with the ids that its things will have.
type Plan struct {
	Action     Action
	Devices    []NewDevice
	Structures []project.Structure
	Points     []point.New
	Sheets     []NewSheet
	Versions   []Change
	Moves      []Move
	Secret     *device.Secret
	Lines      []Line
	Basis      string // what the plan rests on and its lines do not tell
}

// Mark identifies a plan: the same operation on the same things gives the same mark, whenever it is
// planned. So an operation is done as it was previewed, or not at all.
func (p Plan) Mark() string {
	sum := sha256.New()
	for _, line := range p.Lines {
		fmt.Fprintf(sum, "%#v\n", line)
	}
	fmt.Fprint(sum, p.Basis)
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// Expected is a planner that refuses a plan other than the one that people were shown; an
// empty mark expects nothing.
func Expected(mark string, plan Planner) Planner {
	return func(ctx context.Context, who audit.Actor) (Plan, error) {
		p, err := plan(ctx, who)
		if err == nil && mark != "" && p.Mark() != mark {
			return Plan{}, errs.New(errs.Changed)
		}
		return p, err
	}
}

// What a line says happens to a thing.
const (
	Made         = "made"
	Moved        = "moved"
	Unbound      = "unbound"      // a point loses a device
	Disconnected = "disconnected" // a sensor leaves its channel
	Connected    = "connected"    // a sensor comes to a channel
	Keeps        = "keeps"        // a point goes on being fed
	NewSecret    = "newSecret"
	Removed      = "removed" // by undoing
	Restored     = "restored"
	Later        = "later" // was done to it, or added to it, since; From is what. Undoing takes it along
)

// Line is one thing that changes, for people: From and To are names or channels.
type Line struct {
	Thing  string // device, point, structure, item, plan (a drawing), correction (of a point)
	ID     int64  // 0 while it is not made
	Name   string
	Change string
	From   string
	To     string
}

// Filter narrows a list of actions. Zero fields do not narrow.
type Filter struct {
	paging.Query
	CorporationID int64
	ProjectID     int64
	Kind          Kind
}
