// Package bulk implements operations on several things at once: importing devices from a workbook, moving devices,
// swapping two channels, cloning a structure, rotating a secret. Each is planned, previewed and executed in one
// transaction, recorded, and can be undone as a whole while nothing later depends on it.
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

type Kind string

const (
	ImportDevices  Kind = "importDevices"
	MoveDevices    Kind = "moveDevices"
	SwapChannels   Kind = "swapChannels"
	CloneStructure Kind = "cloneStructure"
	RotateSecret   Kind = "rotateSecret"
)

// Operation is the record of one bulk operation.
type Operation struct {
	ID            int64
	CorporationID int64
	ProjectID     int64 // 0: corporation stock
	Kind          Kind
	Subject       string // names of the things, for display
	ValidFrom     int64  // UTC ms from which it applies
	Effects       Effects
	AccountID     int64
	CreatedAt     int64
	UndoneAt      int64 // 0 while in effect
	UndoneBy      int64
}

// Listed is an action in a list.
type Listed struct {
	Operation
	AccountName  string
	UndoneByName string
}

// Effects are what an action created, recorded and moved: all that undo needs.
type Effects struct {
	Devices    []int64 `json:"devices,omitempty"`    // created
	Structures []int64 `json:"structures,omitempty"` // created, items after their structure
	Points     []int64 `json:"points,omitempty"`     // created
	Sheets     []int64 `json:"sheets,omitempty"`     // created drawings
	Versions   []int64 `json:"versions,omitempty"`   // recorded
	Moves      []Move  `json:"moves,omitempty"`
	Places     []int64 `json:"places,omitempty"` // projects that were touched; 0 the corporation's stock
	// Corporation is that of the created devices if it differs from the action's.
	Corporation int64     `json:"corporation,omitempty"`
	Rotation    *Rotation `json:"rotation,omitempty"`
}

// touch adds projects that the action changed.
func (e *Effects) touch(projects ...int64) {
	for _, id := range projects {
		if !slices.Contains(e.Places, id) {
			e.Places = append(e.Places, id)
		}
	}
}

// Move is a moved device.
type Move struct {
	DeviceID    int64 `json:"deviceId"`
	FromProject int64 `json:"fromProject"`
	ToProject   int64 `json:"toProject"`
	// A device that moves to another corporation gets a successor there with the same identity; its past readings stay
	// with the old one, whose serial number becomes Retired.
	Successor int64  `json:"successor,omitempty"`
	SNCode    string `json:"sncode,omitempty"`
	Register  string `json:"register,omitempty"`
	Retired   string `json:"retired,omitempty"`
	Sealed    string `json:"sealed,omitempty"` // the old one's secret, base64, sealed for it
}

// Rotation is the change of a device's secret.
type Rotation struct {
	DeviceID int64  `json:"deviceId"`
	Mark     string `json:"mark"`          // identifies the new secret without revealing it
	Old      string `json:"old,omitempty"` // identifies the previous one
	Until    int64  `json:"until"`         // UTC ms at which the old secret expires; 0 in lists: expired
}

// Holds reports whether the old secret of a rotation is still valid at a time (UTC ms), given the device's current
// secret: a later rotation ends it, even if undone.
func (r Rotation) Holds(now device.Secret, at int64) bool {
	return MarkOf(now.Current) == r.Mark && len(now.Previous) > 0 && now.Until > at && (r.Old == "" || MarkOf(now.Previous) == r.Old)
}

// Change is one version to record or, with Supersedes and no value, one to revoke.
type Change struct {
	Owner      timeline.OwnerKind
	ID         int64 // of the point or device
	Name       string
	Supersedes int64
	timeline.Draft
}

// NewDevice is a device to create, with its sealed secret; empty without a register ID.
type NewDevice struct {
	device.Device
	Config []timeline.Draft
	Sealed []byte
}

// Plan is all that an action will do, including the ids of new things.
type Plan struct {
	Action     Operation
	Devices    []NewDevice
	Structures []project.Structure
	Points     []point.New
	Sheets     []NewSheet
	Versions   []Change
	Moves      []Move
	Secret     *device.Secret
	Lines      []Line
	Basis      string // preconditions that its lines do not show
}

// Mark identifies a plan: planning the same operation on the same things again gives the same mark. So an operation is
// executed as previewed, or not at all.
func (p Plan) Mark() string {
	sum := sha256.New()
	for _, line := range p.Lines {
		fmt.Fprintf(sum, "%#v\n", line)
	}
	fmt.Fprint(sum, p.Basis)
	return hex.EncodeToString(sum.Sum(nil)[:12])
}

// Expected is a planner that refuses a plan other than the previewed one; an empty mark accepts any plan.
func Expected(mark string, plan Planner) Planner {
	return Planner{plan.Of, func(ctx context.Context, who audit.Actor) (Plan, error) {
		p, err := plan.Plan(ctx, who)
		if err == nil && mark != "" && p.Mark() != mark {
			return Plan{}, errs.New(errs.Changed)
		}
		return p, err
	}}
}

// The change in a line.
const (
	Made         = "made"
	Moved        = "moved"
	Unbound      = "unbound"      // a point loses its device
	Disconnected = "disconnected" // a sensor leaves its channel
	Connected    = "connected"    // a sensor is connected to a channel
	Keeps        = "keeps"        // a point keeps its data source
	NewSecret    = "newSecret"
	Removed      = "removed" // by undo
	Restored     = "restored"
	Later        = "later" // a later change or addition, in From, which undo removes too
)

// Line is one change for display: From and To are names or channels.
type Line struct {
	Thing  string // device, point, structure, item, plan (drawing), correction (of a point)
	ID     int64  // 0 until created
	Name   string
	Change string
	From   string
	To     string
}

// Filter limits a list of actions. Zero fields have no effect.
type Filter struct {
	paging.Query
	CorporationID int64
	ProjectID     int64
	Kind          Kind
}
