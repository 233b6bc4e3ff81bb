package bulk

import (
	"context"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Store stores and executes actions. Every method returns errs.NotFound outside the scope.
type Store interface {
	Exclusively(ctx context.Context, of exclusion.Owners, do func(ctx context.Context) error) error
	// TakeIDs reserves n consecutive ids and returns the first.
	TakeIDs(ctx context.Context, n int) (int64, error)

	Actions(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Action(ctx context.Context, scope access.Scope, id int64) (Operation, error)
	// Apply executes a plan in one transaction and returns its record.
	Apply(ctx context.Context, who audit.Actor, plan Plan) (Operation, error)
	// PlanUndo returns what undo would change, without changing anything. It returns a conflict if something later
	// depends on the action. Later changes to created things are listed as lines with the change Later.
	PlanUndo(ctx context.Context, who audit.Actor, id int64) ([]Line, error)
	// Undo undoes an action in one transaction. told is the number of Later lines that were shown; it fails if there
	// are more.
	Undo(ctx context.Context, who audit.Actor, id int64, told int) error

	Project(ctx context.Context, scope access.Scope, id int64) (project.Project, error)
	Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error)
	Structures(ctx context.Context, scope access.Scope, projectID int64) ([]project.Structure, error)
	// PointsUnder returns the points of a structure and its items.
	PointsUnder(ctx context.Context, scope access.Scope, structureID int64) ([]point.Point, error)
	// Sheets returns the drawings of a project, or of one structure or item unless 0.
	Sheets(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]drawing.Listed, error)
	// Marks returns the points on a drawing.
	Marks(ctx context.Context, scope access.Scope, s drawing.Sheet) ([]drawing.Mark, error)
	PointsByID(ctx context.Context, scope access.Scope, ids []int64) ([]point.Point, error)
	// PointNamesTaken returns which of the names exist in a project.
	PointNamesTaken(ctx context.Context, scope access.Scope, projectID int64, names []string) (map[string]bool, error)

	Device(ctx context.Context, scope access.Scope, id int64) (device.Device, error)
	Secret(ctx context.Context, deviceID int64) (device.Secret, error)
	// Names returns the names of devices, points and structures in the scope.
	Names(ctx context.Context, scope access.Scope, ids []int64) (map[int64]string, error)
	// SensorsOn returns the devices connected to a device at any time from a time on.
	SensorsOn(ctx context.Context, scope access.Scope, deviceID, from int64) ([]device.Device, error)
	// Configuration returns the versions of points or devices in the scope, ordered by owner, aspect, validity and
	// time of recording; no aspects means all.
	Configuration(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, ids []int64, aspects ...string) ([]timeline.Record, error)
	// VersionsByID returns versions of points and devices in the scope.
	VersionsByID(ctx context.Context, scope access.Scope, ids []int64) ([]timeline.Record, error)
	// PointsOfDevices returns the points whose binding names one of the devices at any time.
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
}
