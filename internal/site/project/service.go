package project

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Service keeps the rules of projects and structures.
type Service struct {
	store Store
	limit Limit
}

// New makes the service.
func New(store Store) *Service {
	return &Service{store: store, limit: func(_ context.Context, _ int, add func() error) error { return add() }}
}

// List returns the projects of the scope. Sorts by name, createdAt, level (worst
// first is the list's own order), points, activeAlerts.
func (s *Service) List(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Summary], error) {
	return s.store.Projects(ctx, scope, query)
}

// Get returns one project, NotFound outside of the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Project, error) {
	return s.store.Project(ctx, scope, id)
}

// Create adds a project to a corporation and gives it its id. An account that is
// not an administrator becomes its owner.
func (s *Service) Create(ctx context.Context, who audit.Actor, p Project) (Project, error) {
	p.fill()
	if err := p.validate(); err != nil {
		return Project{}, err
	}
	if !who.Scope.Covers(p.CorporationID) {
		return Project{}, errs.New(errs.NothingHere)
	}
	if err := s.store.CreateProject(ctx, who, &p); err != nil {
		return Project{}, err
	}
	return p, nil
}

// Update changes a project. It stays in its corporation.
func (s *Service) Update(ctx context.Context, who audit.Actor, p Project) (Project, error) {
	p.fill()
	if err := p.validate(); err != nil {
		return Project{}, err
	}
	if err := s.store.UpdateProject(ctx, who, p); err != nil {
		return Project{}, err
	}
	return s.store.Project(ctx, who.Scope, p.ID)
}

// Markers returns the projects of the scope that have coordinates, for the map.
func (s *Service) Markers(ctx context.Context, scope access.Scope) ([]Marker, error) {
	return s.store.Markers(ctx, scope)
}

// MaxMarkers is how many markers a call answers, the worst first.
const MaxMarkers = 20_000

// StructureMarkers returns the structures and items with coordinates in a box, of one
// project unless 0, the worst first.
func (s *Service) StructureMarkers(ctx context.Context, scope access.Scope, projectID int64, box Box) ([]StructureMarker, error) {
	return s.store.StructureMarkers(ctx, scope, projectID, box, MaxMarkers)
}

// Tree answers structures, items and points of a project with levels, in the order people gave them.
func (s *Service) Tree(ctx context.Context, scope access.Scope, projectID int64) ([]Node, error) {
	return s.store.Tree(ctx, scope, projectID)
}

// Structures lists the structures and items of a project.
func (s *Service) Structures(ctx context.Context, scope access.Scope, projectID int64) ([]Structure, error) {
	return s.store.Structures(ctx, scope, projectID)
}

// Structure returns one structure or item.
func (s *Service) Structure(ctx context.Context, scope access.Scope, id int64) (Structure, error) {
	return s.store.Structure(ctx, scope, id)
}

// CreateStructure adds a structure, or an item to a structure.
func (s *Service) CreateStructure(ctx context.Context, who audit.Actor, st Structure) (Structure, error) {
	project, err := s.store.Project(ctx, who.Scope, st.ProjectID)
	if err != nil {
		return Structure{}, err
	}
	st.CorporationID = project.CorporationID
	st.fill()
	if err := s.checkStructure(ctx, who.Scope, st); err != nil {
		return Structure{}, err
	}
	if err := s.store.CreateStructure(ctx, who, &st); err != nil {
		return Structure{}, err
	}
	return st, nil
}

// UpdateStructure changes a structure or item. It stays in its project, and what is
// an item stays one.
func (s *Service) UpdateStructure(ctx context.Context, who audit.Actor, st Structure) (Structure, error) {
	before, err := s.store.Structure(ctx, who.Scope, st.ID)
	if err != nil {
		return Structure{}, err
	}
	st.CorporationID, st.ProjectID, st.IsItem, st.CreatedAt = before.CorporationID, before.ProjectID, before.IsItem, before.CreatedAt
	st.GNSS = before.GNSS
	st.fill()
	if err := s.checkStructure(ctx, who.Scope, st); err != nil {
		return Structure{}, err
	}
	return st, s.store.UpdateStructure(ctx, who, st)
}

// DeleteStructure removes a structure or item; Conflict while items or points hang
// below it, unless they are to go with it, and while points elsewhere are computed from
// its points.
func (s *Service) DeleteStructure(ctx context.Context, who audit.Actor, id int64, below bool) error {
	return s.store.Exclusively(ctx, func() error { return s.store.DeleteStructure(ctx, who, id, below) })
}
