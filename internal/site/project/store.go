package project

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
)

// Store stores projects. Every method returns errs.NotFound outside the scope, and a conflict for a name that is
// taken.
type Store interface {
	Projects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Summary], error)
	Project(ctx context.Context, scope access.Scope, id int64) (Project, error)
	CreateProject(ctx context.Context, who audit.Actor, p *Project) error
	UpdateProject(ctx context.Context, who audit.Actor, p Project) error
	Subtree(ctx context.Context, scope access.Scope, at Place) (Subtree, error)
	// DeleteProject marks a project; RestoreProject removes the mark. Each is one transaction.
	DeleteProject(ctx context.Context, who audit.Actor, id int64) error
	DeletedProjects(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Deleted], error)
	// DeletedPoints returns the number of points that would be restored with a project.
	DeletedPoints(ctx context.Context, scope access.Scope, id int64) (int, error)
	RestoreProject(ctx context.Context, who audit.Actor, id int64, name string) (Restored, error)
	// PurgePiece deletes one piece of a project deleted before a time, in one bounded transaction; more is false if
	// nothing was left.
	PurgePiece(ctx context.Context, before int64) (more bool, err error)
	Markers(ctx context.Context, scope access.Scope) ([]Marker, error)
	// StructureMarkers returns at most limit structures and items with coordinates in a box, worst first; projectID 0
	// means the whole scope.
	StructureMarkers(ctx context.Context, scope access.Scope, projectID int64, box Box, limit int) ([]StructureMarker, error)
	Tree(ctx context.Context, scope access.Scope, projectID int64) ([]Node, error)

	Structures(ctx context.Context, scope access.Scope, projectID int64) ([]Structure, error)
	Structure(ctx context.Context, scope access.Scope, id int64) (Structure, error)
	// Stations lists the GNSS devices of a project.
	Stations(ctx context.Context, scope access.Scope, projectID int64) ([]Station, error)
	CreateStructure(ctx context.Context, who audit.Actor, s *Structure) error
	UpdateStructure(ctx context.Context, who audit.Actor, s Structure) error
	DeleteStructure(ctx context.Context, who audit.Actor, id int64, below bool) error

	// Exclusively runs do, which checks the configuration and then writes. Meanwhile no server changes the
	// configuration of the corporations. do must pass on its context, and not call Exclusively.
	Exclusively(ctx context.Context, of exclusion.Owners, do func(ctx context.Context) error) error
}
