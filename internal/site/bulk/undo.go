package bulk

import (
	"context"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/exclusion"
)

// Undo undoes an action. Things added later to what it created are removed too: told is how many of them the preview
// showed; it fails if there are more.
func (s *Service) Undo(ctx context.Context, who audit.Actor, id int64, told int) (Operation, error) {
	of, err := s.owners(ctx, who.Scope, id)
	if err != nil {
		return Operation{}, err
	}
	err = s.store.Exclusively(ctx, of, func(ctx context.Context) error { return s.store.Undo(ctx, who, id, told) })
	if err != nil {
		return Operation{}, err
	}
	return s.store.Action(ctx, who.Scope, id)
}

// PlanUndo returns what undo would change: things, and revoked versions. It fails where Undo would fail.
func (s *Service) PlanUndo(ctx context.Context, who audit.Actor, id int64) (lines []Line, gone []Change, err error) {
	of, err := s.owners(ctx, who.Scope, id)
	if err != nil {
		return nil, nil, err
	}
	err = s.store.Exclusively(ctx, of, func(ctx context.Context) error {
		if lines, err = s.store.PlanUndo(ctx, who, id); err != nil {
			return err
		}
		a, err := s.store.Action(ctx, who.Scope, id)
		if err != nil {
			return err
		}
		records, err := s.store.VersionsByID(ctx, who.Scope, a.Effects.Versions)
		for _, r := range records {
			gone = append(gone, Change{Owner: r.OwnerKind, ID: r.OwnerID, Supersedes: r.ID, Draft: timeline.Draft{Aspect: r.Aspect, ValidFrom: r.ValidFrom}})
		}
		return err
	})
	return lines, gone, err
}

// owners returns the corporations that an action changed.
func (s *Service) owners(ctx context.Context, scope access.Scope, id int64) (exclusion.Owners, error) {
	a, err := s.store.Action(ctx, scope, id)
	return exclusion.Owners{Corporations: []int64{a.CorporationID, a.Effects.Corporation}}, err
}
