package project

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
)

// Store keeps projects. Every method answers fault NotFound for what lies outside
// of the scope, and Conflict for a name that is taken.
type Store interface {
	Projects(ctx context.Context, scope access.Scope, query listing.Query) (listing.Page[Summary], error)
	Project(ctx context.Context, scope access.Scope, id int64) (Project, error)
	CreateProject(ctx context.Context, who oplog.Actor, p *Project) error
	UpdateProject(ctx context.Context, who oplog.Actor, p Project) error
	DeleteProject(ctx context.Context, who oplog.Actor, id int64) error
	Markers(ctx context.Context, scope access.Scope) ([]Marker, error)
	Tree(ctx context.Context, scope access.Scope, projectID int64) ([]Node, error)

	Structures(ctx context.Context, scope access.Scope, projectID int64) ([]Structure, error)
	Structure(ctx context.Context, scope access.Scope, id int64) (Structure, error)
	CreateStructure(ctx context.Context, who oplog.Actor, s *Structure) error
	UpdateStructure(ctx context.Context, who oplog.Actor, s Structure) error
	DeleteStructure(ctx context.Context, who oplog.Actor, id int64) error
}
