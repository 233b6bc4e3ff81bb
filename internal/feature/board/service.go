package board

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/core/query"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/point"
)

// Service checks and keeps boards.
type Service struct {
	store  *Store
	points *point.Service
	read   *query.Service
}

// New returns a service.
func New(tables *sqlkit.Tables, points *point.Service, read *query.Service) *Service {
	return &Service{&Store{tables}, points, read}
}

// List returns the boards of a project in their order.
func (s *Service) List(ctx context.Context, scope access.Scope, project int64) ([]Board, error) {
	return s.store.Boards(ctx, scope, project)
}

// Get returns a board of a project.
func (s *Service) Get(ctx context.Context, scope access.Scope, project, id int64) (Board, error) {
	return s.store.Board(ctx, scope, project, id)
}

// Save checks a board and inserts it, or changes it if it has an id.
func (s *Service) Save(ctx context.Context, who audit.Actor, b *Board) error {
	var before Board
	if b.ID != 0 {
		var err error
		if before, err = s.store.Board(ctx, who.Scope, b.ProjectID, b.ID); err != nil {
			return err
		}
	}
	if err := b.check(); err != nil {
		return err
	}
	if err := s.checkPanels(ctx, who.Scope, b, before.Panels); err != nil {
		return err
	}
	return s.store.Save(ctx, who, b)
}

// checkPanels refuses points of other projects and views that a point does not have. Panels of points that have been
// deleted may stay where they are: a board can be changed without losing the hint.
func (s *Service) checkPanels(ctx context.Context, scope access.Scope, b *Board, before []Panel) error {
	var refused errs.Refusals
	for i := range b.Panels {
		p, field := &b.Panels[i], fmt.Sprintf("panels[%d].", i)
		found, err := s.points.Get(ctx, scope, p.PointID)
		switch {
		case errs.IsKind(err, errs.NotFound), err == nil && found.ProjectID != b.ProjectID:
			kept := slices.IndexFunc(before, func(old Panel) bool { return old.Gone && old.PointID == p.PointID && old.View == p.View })
			if kept < 0 {
				refused.Add(field+"measuringPointId", errs.MustExist)
				continue
			}
			p.Name, p.Gone = before[kept].Name, true
			continue
		case err != nil:
			return err
		}
		p.Name = found.Name
		pages, err := s.read.Pages(ctx, []int64{p.PointID})
		if err != nil {
			return err
		}
		if !slices.Contains(pages[0], p.View) {
			refused.Add(field+"view", errs.NotOneOf, "allowed", pages[0])
		}
	}
	return refused.Err()
}

// Sort puts the boards of a project into a new order; those that are not named follow as they were.
func (s *Service) Sort(ctx context.Context, who audit.Actor, project int64, ids []int64) error {
	return s.store.Sort(ctx, who, project, ids)
}

// Delete deletes a board.
func (s *Service) Delete(ctx context.Context, who audit.Actor, project, id int64) error {
	return s.store.Delete(ctx, who, project, id)
}
