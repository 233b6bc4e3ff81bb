package point

import (
	"context"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
	"plumbline/internal/site/versions"
)

// Filter narrows a list of points. Zero fields do not narrow.
type Filter struct {
	paging.Query
	ProjectID   int64
	StructureID int64
	ItemID      int64
	DeviceID    int64 // bound to the device now
	Measurement string
	Category    string
	Kind        Kind
	IDs         []int64
	Alike       []Alike // of one of these
}

// Alike is what points that are converted together have in common.
type Alike struct {
	StructureID, ItemID   int64
	Measurement, Category string
}

// Listed is a point in a list: with its level, the time of its last result and
// what feeds it now.
type Listed struct {
	Point
	Level       int
	LastReading int64 // UTC ms, 0: none yet
	Sources     []definition.Source
}

// Store keeps points. Every method answers fault NotFound for what lies outside of
// the scope. Recording a version or changing a point marks it, and every point
// that depends on it, for computation in the same transaction.
type Store interface {
	versions.Store

	Points(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Point(ctx context.Context, scope access.Scope, id int64) (Point, error)
	// CreatePoints stores points with their first versions, all or none, and gives them their ids.
	CreatePoints(ctx context.Context, who audit.Actor, points []New) ([]Point, error)
	UpdatePoint(ctx context.Context, who audit.Actor, p Point) error
	DeletePoints(ctx context.Context, who audit.Actor, ids []int64) error

	// PlacePoints sets the coordinates of points of a project, all or none.
	PlacePoints(ctx context.Context, who audit.Actor, projectID int64, places []Place) error
	// PointMarkers returns at most limit points with coordinates in a box, the worst first;
	// projectID 0 asks for all of the scope, structureID (or an item's id) narrows further.
	PointMarkers(ctx context.Context, scope access.Scope, projectID, structureID int64, box project.Box, limit int) ([]Marker, error)

	// ProjectCorporation answers who owns a project of the scope.
	ProjectCorporation(ctx context.Context, scope access.Scope, projectID int64) (int64, error)
	// Pending lists points of a project, or one of them, whose results wait to be computed.
	Pending(ctx context.Context, scope access.Scope, projectID, pointID int64) ([]Pending, error)
	// NamesTaken returns which of the names points of a project have.
	NamesTaken(ctx context.Context, projectID int64, names []string) (map[string]bool, error)
	// ConvertPoint changes what kind of point it is, and records versions, in one transaction.
	ConvertPoint(ctx context.Context, who audit.Actor, p Point, drafts []timeline.Draft) error
	// PlaceExists reports whether the structure, and the item unless 0, belong to the project.
	PlaceExists(ctx context.Context, projectID, structureID, itemID int64) (bool, error)
	// BoundDevice returns a device that the corporation owns, with its versions.
	BoundDevice(ctx context.Context, corporationID, deviceID int64) (device.Device, []timeline.Record, error)
	// Clashes lists the points that have the channels which an edit of a binding takes as their main
	// source, wherever it lets something hold that did not hold before it: the first in time first.
	Clashes(ctx context.Context, edit timeline.Edit) ([]timeline.Clash, error)
	// SourcePoints returns which points feed each of a project's points, at any time, for the search of cycles.
	SourcePoints(ctx context.Context, projectID int64) (map[int64][]int64, error)
	// PointIn returns a point of a project.
	PointIn(ctx context.Context, projectID, id int64) (Point, error)
	// FormulaSetting returns what the formula of a point is compiled with at a time, of
	// versions that need not be stored; bound reports whether anything feeds the point then.
	FormulaSetting(ctx context.Context, p Point, records []timeline.Record, at int64) (setting formula.Setting, bound bool, err error)
	// FormulaInputs lists what a formula of a point can take at a time.
	FormulaInputs(ctx context.Context, p Point, records []timeline.Record, at int64) ([]Input, error)
}
