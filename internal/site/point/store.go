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

// Filter limits a list of points. Zero fields have no effect.
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

// Alike is what points with a shared conversion have in common.
type Alike struct {
	StructureID, ItemID   int64
	Measurement, Category string
}

// Listed is a point in a list, with its level, the time of its last result and its current sources.
type Listed struct {
	Point
	Level       int
	LastReading int64 // UTC ms, 0: none yet
	Sources     []definition.Source
	Off         bool // monitoring is switched off
}

// Store stores points. Every method returns errs.NotFound outside the scope. Recording a version or changing a point
// marks it and its dependants in the same transaction.
type Store interface {
	versions.Store
	device.CustomModels

	Points(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Point(ctx context.Context, scope access.Scope, id int64) (Point, error)
	// CreatePoints stores points with their first versions, all or none, and sets their ids.
	CreatePoints(ctx context.Context, who audit.Actor, points []New) ([]Point, error)
	UpdatePoint(ctx context.Context, who audit.Actor, p Point) error
	DeletePoints(ctx context.Context, who audit.Actor, ids []int64) error

	// PlacePoints sets the coordinates of points of a project, all or none.
	PlacePoints(ctx context.Context, who audit.Actor, projectID int64, places []Place) error
	// PointMarkers returns at most limit points with coordinates in a box, worst first; projectID 0 means the whole
	// scope, structureID (or an item's id) narrows further.
	PointMarkers(ctx context.Context, scope access.Scope, projectID, structureID int64, box project.Box, limit int) ([]Marker, error)

	// ProjectCorporation returns the owner of a project in the scope.
	ProjectCorporation(ctx context.Context, scope access.Scope, projectID int64) (int64, error)
	// Pending returns points of a project, or one of them, that wait to be computed.
	Pending(ctx context.Context, scope access.Scope, projectID, pointID int64) ([]Pending, error)
	// NamesTaken returns which of the names points of a project have.
	NamesTaken(ctx context.Context, projectID int64, names []string) (map[string]bool, error)
	// ConvertPoint changes the kind of a point and records versions, in one transaction.
	ConvertPoint(ctx context.Context, who audit.Actor, p Point, drafts []timeline.Draft) error
	// PlaceExists reports whether the structure, and the item unless 0, belong to the project.
	PlaceExists(ctx context.Context, projectID, structureID, itemID int64) (bool, error)
	// BoundDevice returns a device of the corporation with its versions.
	BoundDevice(ctx context.Context, corporationID, deviceID int64) (device.Device, []timeline.Record, error)
	// Clashes returns the points whose main source is a channel that an edit of a binding newly takes, earliest first.
	Clashes(ctx context.Context, edit timeline.Edit) ([]timeline.Clash, error)
	// SourcePoints returns the source points, at any time, of each of a project's points, to find cycles.
	SourcePoints(ctx context.Context, projectID int64) (map[int64][]int64, error)
	// VersionsOfPoints returns the versions of an aspect of points.
	VersionsOfPoints(ctx context.Context, aspect definition.PointAspect, ids []int64) ([]timeline.Record, error)
	// PointIn returns a point of a project.
	PointIn(ctx context.Context, projectID, id int64) (Point, error)
	// FormulaSetting returns the setting with which the formula of a point is compiled at a time, from versions that
	// may be unsaved; bound reports whether the point has a source then.
	FormulaSetting(ctx context.Context, p Point, records []timeline.Record, at int64) (setting formula.Setting, bound bool, err error)
	// FormulaInputs returns what the formula of a point can use at a time.
	FormulaInputs(ctx context.Context, p Point, records []timeline.Record, at int64) ([]Input, error)
}
