// Package drawing manages the drawings of a structure, plans, elevations and sections, and the positions of measuring
// points on them.
package drawing

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/project"
)

// Kind is the kind of a drawing.
type Kind string

// A section may be of a tunnel, a slope or a dam.
const (
	Plan      Kind = "plan"
	Elevation Kind = "elevation"
	Section   Kind = "section"
)

// Sheet is one drawing of a structure or item.
type Sheet struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	StructureID   int64 // a structure or an item
	Name          string
	Kind          Kind
	Picture       string   // path of an uploaded file; "": a blank sheet
	RealWidth     *float64 // width of the picture in m, for the scale
	North         *float64 // direction of north in degrees, clockwise from the top, 0 to 360
	Sort          int64
	CreatedAt     int64
}

// Listed is a sheet in a list, with its number of points.
type Listed struct {
	Sheet
	Marks int
}

// Mark is the position of a point on a sheet, as fractions of its width from the left and of its height from the top,
// 0 to 1.
type Mark struct {
	PointID int64
	X, Y    float64
}

// Store stores sheets. Every method returns errs.NotFound outside the scope, and a conflict for a name that the
// structure already has.
type Store interface {
	// Sheets returns the drawings of a project, or of one structure or item unless 0, in display order.
	Sheets(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Listed, error)
	// Sheet returns a drawing of a project.
	Sheet(ctx context.Context, scope access.Scope, projectID, id int64) (Sheet, error)
	CreateSheet(ctx context.Context, who audit.Actor, s *Sheet) error
	UpdateSheet(ctx context.Context, who audit.Actor, s Sheet) error
	DeleteSheet(ctx context.Context, who audit.Actor, projectID, id int64) error

	// Marks returns the points on a drawing that still belong to its structure.
	Marks(ctx context.Context, scope access.Scope, s Sheet) ([]Mark, error)
	// PlaceMarks places or moves points on a drawing and removes others, all or none. Points outside the drawing's
	// structure or item are refused.
	PlaceMarks(ctx context.Context, who audit.Actor, s Sheet, marks []Mark, gone []int64) error

	Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error)
}
