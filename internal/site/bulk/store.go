package bulk

import (
	"context"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Store keeps actions and does them. Every method answers fault NotFound for what lies
// outside of the scope.
type Store interface {
	Exclusively(ctx context.Context, do func() error) error
	// TakeIDs gives the first of n ids in a row.
	TakeIDs(ctx context.Context, n int) (int64, error)

	Actions(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Action(ctx context.Context, scope access.Scope, id int64) (Action, error)
	// Apply does all of a plan in one transaction and answers its record.
	Apply(ctx context.Context, who audit.Actor, plan Plan) (Action, error)
	// PlanUndo returns what undoing would change, and changes nothing. Conflict when what came
	// later rests on the action. What was done since to the things that it made is listed in
	// lines of the change Later.
	PlanUndo(ctx context.Context, who audit.Actor, id int64) ([]Line, error)
	// Undo takes an action back in one transaction. told is how many lines of the change
	// Later people were told; where there are more, it is refused.
	Undo(ctx context.Context, who audit.Actor, id int64, told int) error

	Project(ctx context.Context, scope access.Scope, id int64) (project.Project, error)
	Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error)
	Structures(ctx context.Context, scope access.Scope, projectID int64) ([]project.Structure, error)
	// PointsUnder lists the points of a structure, those of its items too.
	PointsUnder(ctx context.Context, scope access.Scope, structureID int64) ([]point.Point, error)
	// Sheets lists the drawings of a project, or of one of its structures or items unless 0.
	Sheets(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]drawing.Listed, error)
	// Marks lists the points on a drawing.
	Marks(ctx context.Context, scope access.Scope, s drawing.Sheet) ([]drawing.Mark, error)
	PointsByID(ctx context.Context, scope access.Scope, ids []int64) ([]point.Point, error)
	// PointNamesTaken returns which of the names a project's points have.
	PointNamesTaken(ctx context.Context, scope access.Scope, projectID int64, names []string) (map[string]bool, error)

	Device(ctx context.Context, scope access.Scope, id int64) (device.Device, error)
	Secret(ctx context.Context, deviceID int64) (device.Secret, error)
	// Names returns what devices, points and structures of the scope are called.
	Names(ctx context.Context, scope access.Scope, ids []int64) (map[int64]string, error)
	// SensorsOn lists the devices that hang on a channel of a device at some time from a time on.
	SensorsOn(ctx context.Context, scope access.Scope, deviceID, from int64) ([]device.Device, error)
	// Configuration returns the versions of points or devices of the scope, by owner,
	// aspect, validity and recording; no aspects means all.
	Configuration(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, ids []int64, aspects ...string) ([]timeline.Record, error)
	// VersionsByID answers versions of points and devices of the scope.
	VersionsByID(ctx context.Context, scope access.Scope, ids []int64) ([]timeline.Record, error)
	// PointsOfDevices lists the points whose binding names one of the devices at any time.
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
}
