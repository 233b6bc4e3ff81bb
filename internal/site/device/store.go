package device

import (
	"context"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/versions"
)

// Filter narrows a list of devices. Zero fields do not narrow.
type Filter struct {
	paging.Query
	CorporationID int64
	ProjectID     int64
	StructureID   int64 // feeding a point of the structure
	Kind          string
	Type          string
	Types         []string // any of these
	Online        string   // online, offline, sleep
	Health        string   // normal, unknown, lowVoltage, dataLost, dataRepeated
	Model         string
	Register      string // exactly this one
	InStock       bool   // of no project
	Fits          string // the first part of the name of a firmware file that is for it
	IDs           []int64

	Completeness Shares // needed to sort by it
}

// Shares returns for each device how much of what was due came, NaN where nothing was.
type Shares func(ctx context.Context, list []Listed) ([]float64, error)

// Onlines and Healths list the states and healths, the better ones first.
var (
	Onlines = []string{Online, Sleep, Offline}
	Healths = []string{Healthy, Unknown, DataRepeated, LowVoltage, DataLost}
)

// Listed is a device in a list: with its state and the points that it feeds.
type Listed struct {
	Device
	State  State
	Points []PointRef
}

// PointRef names a point that a device feeds.
type PointRef struct {
	ID        int64
	Name      string
	ChannelNo int32
}

// Counts are the figures over a list of devices.
type Counts struct {
	Total, Online, Sleep, Offline               int
	Unknown, LowVoltage, DataLost, DataRepeated int
}

// Secret is what a device proves itself with, sealed by the key of the installation.
type Secret struct {
	DeviceID int64
	Current  []byte // sealed; empty when it is disabled
	Previous []byte // sealed; empty unless a rotation is going on
	Until    int64  // UTC ms to which Previous holds
}

// Disabled reports whether the device cannot sign in until it is given a new secret.
func (s Secret) Disabled() bool { return len(s.Current) == 0 }

// Store keeps devices. Every method answers fault NotFound for what lies outside of
// the scope. Recording a version marks every point that the device feeds for
// computation in the same transaction.
type Store interface {
	versions.Store

	Devices(ctx context.Context, scope access.Scope, filter Filter, now int64) (paging.Page[Listed], error)
	// DeviceIDs returns the ids of all devices of a filter, in its order.
	DeviceIDs(ctx context.Context, scope access.Scope, filter Filter, now int64) ([]int64, error)
	DeviceCounts(ctx context.Context, scope access.Scope, filter Filter, now int64) (Counts, error)
	Device(ctx context.Context, scope access.Scope, id int64) (Device, error)
	DeviceState(ctx context.Context, scope access.Scope, id int64) (State, error)
	CreateDevice(ctx context.Context, who audit.Actor, d *Device, drafts []timeline.Draft) error
	UpdateDevice(ctx context.Context, who audit.Actor, d Device) error
	DeleteDevice(ctx context.Context, who audit.Actor, id int64) error

	// ProjectCorporation answers who owns a project of the scope.
	ProjectCorporation(ctx context.Context, scope access.Scope, projectID int64) (int64, error)

	SNCodeTaken(ctx context.Context, sncode string) (bool, error)
	RegisterTaken(ctx context.Context, register string) (bool, error)
	// CodesTaken returns which of the serial numbers and registers are used on the platform.
	CodesTaken(ctx context.Context, sncodes, registers []string) (sncode, register map[string]bool, err error)
	// DevicesBySN answers devices of a corporation by their serial numbers; unknown ones are left out.
	DevicesBySN(ctx context.Context, scope access.Scope, corporationID int64, sncodes []string) (map[string]Device, error)

	// Clashes lists the sensors on the channels that an edit of a connection takes, wherever it lets
	// something hold that did not hold before it: the first in time first.
	Clashes(ctx context.Context, edit timeline.Edit) ([]timeline.Clash, error)
	// Ring returns where an edit of a connection would connect a device to itself; nil: nowhere.
	Ring(ctx context.Context, edit timeline.Edit) (*timeline.Clash, error)

	// DevicesByID answers devices in the order of ids; NothingHere unless all are there.
	DevicesByID(ctx context.Context, scope access.Scope, ids []int64) ([]Device, error)
	// ConfigureDevice stores a device and versions of its configuration in one transaction.
	ConfigureDevice(ctx context.Context, who audit.Actor, d Device, drafts []timeline.Draft) error
	// ChangeDevices changes devices in one transaction and answers how many.
	ChangeDevices(ctx context.Context, who audit.Actor, ids []int64, change func(*Device)) (int, error)
	// DeleteDevices removes devices in one transaction; those in use are named.
	DeleteDevices(ctx context.Context, who audit.Actor, ids []int64) (int, error)

	Models(ctx context.Context, scope access.Scope, corporationID int64) ([]Model, error)
	DeviceModel(ctx context.Context, scope access.Scope, id int64) (Model, error)
	ModelByCode(ctx context.Context, corporationID int64, code string) (Model, error)
	CreateModel(ctx context.Context, who audit.Actor, m *Model) error
	UpdateModel(ctx context.Context, who audit.Actor, m Model) error
	DeleteModel(ctx context.Context, who audit.Actor, id int64) error

	// TypeRules lists the types for which a corporation has a rule or devices.
	TypeRules(ctx context.Context, scope access.Scope, corporationID int64) ([]TypeRule, error)
	// SetTypeRule stores the rule of a type, or removes it when hours is nil, and marks the points
	// of the devices that it applies to.
	SetTypeRule(ctx context.Context, who audit.Actor, corporationID int64, deviceType string, hours *float64) error

	DeviceFiles(ctx context.Context, scope access.Scope, id int64) ([]File, error)
	DeviceFile(ctx context.Context, scope access.Scope, id int64, name string) ([]byte, error)
	SaveDeviceFile(ctx context.Context, who audit.Actor, f *File, content []byte) error
	DeleteDeviceFile(ctx context.Context, who audit.Actor, id int64, name string) error

	DeviceWarnings(ctx context.Context, scope access.Scope, id int64) ([]Warning, error)
	DismissWarnings(ctx context.Context, who audit.Actor, id int64, warnings []int64) error

	// SetSecret stores a sealed secret in place of the one there is.
	SetSecret(ctx context.Context, who audit.Actor, s Secret) error
	Secret(ctx context.Context, deviceID int64) (Secret, error)
}
