package device

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/versions"
)

// Filter limits a list of devices. Zero fields have no effect.
type Filter struct {
	paging.Query
	CorporationID int64
	ProjectID     int64
	StructureID   int64 // that feed a point of the structure
	Kind          string
	Type          string
	Types         []string // any of these
	Online        string   // online, offline, sleep
	Health        string   // normal, unknown, lowVoltage, dataLost, dataRepeated
	Model         string
	Register      string // exact match
	InStock       bool   // without a project
	Fits          string // first part of the name of a firmware file
	IDs           []int64

	Completeness Shares // required to sort by it
}

// Shares returns the completeness of each device, NaN if nothing was due.
type Shares func(ctx context.Context, list []Listed) ([]float64, error)

// Onlines and Healths list the states in display order.
var (
	Onlines = []string{Online, Sleep, Offline}
	Healths = []string{Healthy, Unknown, DataRepeated, LowVoltage, DataLost}
)

// Listed is a device in a list, with its state and points.
type Listed struct {
	Device
	State  State
	Points []PointRef
}

// PointRef is a point that a device feeds.
type PointRef struct {
	ID        int64
	Name      string
	ChannelNo int32
}

// Counts are the totals of a list of devices.
type Counts struct {
	Total, Online, Sleep, Offline               int
	Unknown, LowVoltage, DataLost, DataRepeated int
}

// Secret is the sealed secret of a device.
type Secret struct {
	DeviceID int64
	Current  []byte // sealed; empty if disabled
	Previous []byte // sealed; empty unless a rotation is in progress
	Until    int64  // UTC ms at which Previous expires
}

// Disabled reports whether the device cannot sign in until it gets a new secret.
func (s Secret) Disabled() bool { return len(s.Current) == 0 }

// Store stores devices. Every method returns errs.NotFound outside the scope. Recording a version marks every point
// that the device feeds in the same transaction.
type Store interface {
	versions.Store
	CustomModels

	Devices(ctx context.Context, scope access.Scope, filter Filter, now int64) (paging.Page[Listed], error)
	// DeviceIDs returns the ids of all devices that match a filter, in its order.
	DeviceIDs(ctx context.Context, scope access.Scope, filter Filter, now int64) ([]int64, error)
	DeviceCounts(ctx context.Context, scope access.Scope, filter Filter, now int64) (Counts, error)
	Device(ctx context.Context, scope access.Scope, id int64) (Device, error)
	DeviceState(ctx context.Context, scope access.Scope, id int64) (State, error)
	CreateDevice(ctx context.Context, who audit.Actor, d *Device, drafts []timeline.Draft) error
	UpdateDevice(ctx context.Context, who audit.Actor, d Device) error
	DeleteDevice(ctx context.Context, who audit.Actor, id int64) error

	// ProjectCorporation returns the owner of a project in the scope.
	ProjectCorporation(ctx context.Context, scope access.Scope, projectID int64) (int64, error)

	SNCodeTaken(ctx context.Context, sncode string) (bool, error)
	RegisterTaken(ctx context.Context, register string) (bool, error)
	// CodesTaken returns which of the serial numbers and register IDs are used on the platform.
	CodesTaken(ctx context.Context, sncodes, registers []string) (sncode, register map[string]bool, err error)
	// DevicesBySN returns devices of a corporation by serial number; unknown ones are left out.
	DevicesBySN(ctx context.Context, scope access.Scope, corporationID int64, sncodes []string) (map[string]Device, error)

	// Clashes returns the sensors on channels that an edit of a connection newly takes, earliest first.
	Clashes(ctx context.Context, edit timeline.Edit) ([]timeline.Clash, error)
	// Ring returns where an edit of a connection would connect a device to itself, or nil.
	Ring(ctx context.Context, edit timeline.Edit) (*timeline.Clash, error)

	// DevicesByID returns devices in the order of ids; NothingHere unless all exist.
	DevicesByID(ctx context.Context, scope access.Scope, ids []int64) ([]Device, error)
	// ConfigureDevice stores a device and versions of its configuration in one transaction.
	ConfigureDevice(ctx context.Context, who audit.Actor, d Device, drafts []timeline.Draft) error
	// SetDevicesHealth changes the thresholds of devices in one transaction, supersedes their rules and returns their number.
	SetDevicesHealth(ctx context.Context, who audit.Actor, ids []int64, change func(*Device)) (int, error)
	// DeleteDevices deletes devices in one transaction; the error names those in use.
	DeleteDevices(ctx context.Context, who audit.Actor, ids []int64) (int, error)

	Models(ctx context.Context, scope access.Scope, corporationID int64) ([]Model, error)
	DeviceModel(ctx context.Context, scope access.Scope, id int64) (Model, error)
	CreateModel(ctx context.Context, who audit.Actor, m *Model) error
	UpdateModel(ctx context.Context, who audit.Actor, m Model) error
	DeleteModel(ctx context.Context, who audit.Actor, id int64) error

	// TypeRules returns the types for which a corporation has a rule or devices.
	TypeRules(ctx context.Context, scope access.Scope, corporationID int64) ([]TypeRule, error)
	// SetTypeRule stores the rule of a type, or deletes it if hours is nil, and marks the points of the devices
	// concerned.
	SetTypeRule(ctx context.Context, who audit.Actor, corporationID int64, deviceType string, hours *float64) error

	// ProjectHealth returns the devices of a project without their limits, and all rules about them.
	ProjectHealth(ctx context.Context, scope access.Scope, projectID int64) (ProjectHealth, error)
	// RecordHealthRules stores rules, supersedes those of the same place and time, and marks the devices that change. It
	// returns the id of the first.
	RecordHealthRules(ctx context.Context, who audit.Actor, projectID int64, rules []alarm.HealthRule, changed []int64) (int64, error)
	// RevokeHealthRule supersedes a rule and marks the devices that change.
	RevokeHealthRule(ctx context.Context, who audit.Actor, projectID int64, rule alarm.HealthRule, changed []int64) error

	DeviceFiles(ctx context.Context, scope access.Scope, id int64) ([]File, error)
	DeviceFile(ctx context.Context, scope access.Scope, id int64, name string) ([]byte, error)
	SaveDeviceFile(ctx context.Context, who audit.Actor, f *File, kind string, content []byte) error
	DeleteDeviceFile(ctx context.Context, who audit.Actor, id int64, name string) error

	DeviceWarnings(ctx context.Context, scope access.Scope, id int64) ([]Warning, error)
	DismissWarnings(ctx context.Context, who audit.Actor, id int64, warnings []int64) error

	// SetSecret replaces the sealed secret.
	SetSecret(ctx context.Context, who audit.Actor, s Secret) error
	Secret(ctx context.Context, deviceID int64) (Secret, error)
}
