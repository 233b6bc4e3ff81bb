package project

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
)

// Service validates and manages projects and structures.
type Service struct {
	store Store
	limit Limit
}

// New returns a service.
func New(store Store) *Service {
	return &Service{store: store, limit: func(ctx context.Context, _ int, add func(context.Context) error) error { return add(ctx) }}
}

// List returns the projects in the scope. It sorts by name, createdAt, level (the default, worst first), points,
// activeAlerts.
func (s *Service) List(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[Summary], error) {
	return s.store.Projects(ctx, scope, query)
}

// Get returns a project, or errs.NothingHere outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Project, error) {
	return s.store.Project(ctx, scope, id)
}

// Create adds a project to a corporation and sets its id. An account that is not an administrator becomes its owner.
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

// Update changes a project, but not its corporation.
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

// Markers returns the projects in the scope with coordinates.
func (s *Service) Markers(ctx context.Context, scope access.Scope) ([]Marker, error) {
	return s.store.Markers(ctx, scope)
}

// MaxMarkers is the maximum number of markers in one call, worst first.
const MaxMarkers = 20_000

// StructureMarkers returns the structures and items with coordinates in a box, of one project unless 0, worst first.
func (s *Service) StructureMarkers(ctx context.Context, scope access.Scope, projectID int64, box Box) ([]StructureMarker, error) {
	return s.store.StructureMarkers(ctx, scope, projectID, box, MaxMarkers)
}

// Tree returns structures, items and points of a project with levels, in display order.
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

// UpdateStructure changes a structure or item, but not its project, and an item remains an item.
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

// DeleteStructure deletes a structure or item; it returns a conflict while it has items or points, unless they are to
// be deleted too, and while points elsewhere are computed from its points.
func (s *Service) DeleteStructure(ctx context.Context, who audit.Actor, id int64, below bool) error {
	return s.store.Exclusively(ctx, exclusion.Owners{Structures: []int64{id}}, func(ctx context.Context) error {
		return s.store.DeleteStructure(ctx, who, id, below)
	})
}
