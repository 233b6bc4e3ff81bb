// Package drawing is the drawings of a structure: plans, elevations and sections, with
// the places where its measuring points stand on them.
package drawing

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/project"
)

// Kind is what a drawing shows.
type Kind string

// The kinds. A section is one through a tunnel, a slope or a dam.
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
	Picture       string   // stored path of an uploaded file; "": a blank sheet
	RealWidth     *float64 // metres across the picture, for the scale
	North         *float64 // degrees of north, clockwise from the top, 0 to 360
	Sort          int64
	CreatedAt     int64
}

// Listed is a sheet in a list, with the number of points on it.
type Listed struct {
	Sheet
	Marks int
}

// Mark is where a point stands on a sheet, as shares of its width from the left and
// of its height from the top, 0 to 1.
type Mark struct {
	PointID int64
	X, Y    float64
}

// Store keeps sheets. Every method answers fault NotFound for what lies outside of the
// scope, and Conflict for a name that the structure has already.
type Store interface {
	// Sheets lists the drawings of a project, or of one of its structures or items
	// unless 0, in the order people gave them.
	Sheets(ctx context.Context, scope access.Scope, projectID, structureID int64) ([]Listed, error)
	// Sheet returns a drawing of a project.
	Sheet(ctx context.Context, scope access.Scope, projectID, id int64) (Sheet, error)
	CreateSheet(ctx context.Context, who audit.Actor, s *Sheet) error
	UpdateSheet(ctx context.Context, who audit.Actor, s Sheet) error
	DeleteSheet(ctx context.Context, who audit.Actor, projectID, id int64) error

	// Marks lists the points on a drawing that still belong to its structure.
	Marks(ctx context.Context, scope access.Scope, s Sheet) ([]Mark, error)
	// PlaceMarks puts points onto a drawing or moves them, and takes others off, all or none.
	// Points that do not belong to the drawing's structure or item are refused.
	PlaceMarks(ctx context.Context, who audit.Actor, s Sheet, marks []Mark, gone []int64) error

	Structure(ctx context.Context, scope access.Scope, id int64) (project.Structure, error)
}
