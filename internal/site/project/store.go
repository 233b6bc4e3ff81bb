package project

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Store keeps projects. Every method answers fault NotFound for what lies outside
// of the scope, and Conflict for a name that is taken.
type Store interface {
	Projects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Summary], error)
	Project(ctx context.Context, scope access.Scope, id int64) (Project, error)
	CreateProject(ctx context.Context, who audit.Actor, p *Project) error
	UpdateProject(ctx context.Context, who audit.Actor, p Project) error
	Below(ctx context.Context, scope access.Scope, at Place) (Below, error)
	// DeleteProject marks a project; RestoreProject takes the mark away. Each is one transaction.
	DeleteProject(ctx context.Context, who audit.Actor, id int64) error
	DeletedProjects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Deleted], error)
	// DeletedPoints counts the points that would come back with a project.
	DeletedPoints(ctx context.Context, scope access.Scope, id int64) (int, error)
	RestoreProject(ctx context.Context, who audit.Actor, id int64, name string) (Restored, error)
	// PurgePiece removes one piece of one project that was deleted before a time, in one
	// bounded transaction; more is false when nothing was left to remove.
	PurgePiece(ctx context.Context, before int64) (more bool, err error)
	Markers(ctx context.Context, scope access.Scope) ([]Marker, error)
	// StructureMarkers returns at most limit structures and items with coordinates in a box,
	// the worst first; projectID 0 asks for all of the scope.
	StructureMarkers(ctx context.Context, scope access.Scope, projectID int64, box Box, limit int) ([]StructureMarker, error)
	Tree(ctx context.Context, scope access.Scope, projectID int64) ([]Node, error)

	Structures(ctx context.Context, scope access.Scope, projectID int64) ([]Structure, error)
	Structure(ctx context.Context, scope access.Scope, id int64) (Structure, error)
	// Stations lists the GNSS devices of a project.
	Stations(ctx context.Context, scope access.Scope, projectID int64) ([]Station, error)
	CreateStructure(ctx context.Context, who audit.Actor, s *Structure) error
	UpdateStructure(ctx context.Context, who audit.Actor, s Structure) error
	DeleteStructure(ctx context.Context, who audit.Actor, id int64, below bool) error

	// Exclusively runs do, a check of configuration and the write that rests on it, one at
	// a time over all nodes. do must not call it again.
	Exclusively(ctx context.Context, do func() error) error
}
