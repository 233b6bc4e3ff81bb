package user

import (
	"context"
	"strings"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Groups lists the groups of the corporation with their roles. Sorts by name, users.
func (s *Service) Groups(ctx context.Context, by Manager, query paging.Query) (paging.Page[Group], error) {
	return s.store.Groups(ctx, by.wide().Scope, query)
}

func (s *Service) Group(ctx context.Context, by Manager, id int64) (Group, error) {
	return s.store.Group(ctx, by.wide().Scope, id)
}

// CreateGroup creates a group without users and roles.
func (s *Service) CreateGroup(ctx context.Context, by Manager, g Group) (Group, error) {
	by = by.wide()
	g.CorporationID, g.Name, g.Roles = by.Scope.Corporation, strings.TrimSpace(g.Name), []Role{}
	if err := checkNamed(g.Name, g.Note); err != nil {
		return Group{}, err
	}
	if g.CorporationID == 0 {
		return Group{}, errs.New(errs.NotAllowed)
	}
	return g, s.store.CreateGroup(ctx, by.Actor, &g)
}

// UpdateGroup changes the name and note of a group.
func (s *Service) UpdateGroup(ctx context.Context, by Manager, g Group) (Group, error) {
	by = by.wide()
	g.Name = strings.TrimSpace(g.Name)
	if err := checkNamed(g.Name, g.Note); err != nil {
		return Group{}, err
	}
	if err := s.store.UpdateGroup(ctx, by.Actor, g); err != nil {
		return Group{}, err
	}
	return s.store.Group(ctx, by.Scope, g.ID)
}

// DeleteGroup deletes a group. The manager must hold its roles; its users lose them.
func (s *Service) DeleteGroup(ctx context.Context, by Manager, id int64) error {
	by = by.wide()
	if _, err := s.mayFill(ctx, by, id); err != nil {
		return err
	}
	return s.forget(s.store.DeleteGroup(ctx, by.Actor, id))
}

func (s *Service) SetGroupRoles(ctx context.Context, by Manager, id int64, roles []int64) error {
	by = by.wide()
	g, err := s.store.Group(ctx, by.Scope, id)
	if err != nil {
		return err
	}
	roles = unique(roles)
	if err := s.mayGrant(ctx, by, g.CorporationID, g.Roles, roles); err != nil {
		return err
	}
	return s.forget(s.store.SetGroupRoles(ctx, by.Actor, id, roles))
}

// ChangeGroupUsers adds users to a group and removes users from it.
func (s *Service) ChangeGroupUsers(ctx context.Context, by Manager, id int64, change Change) error {
	by = by.wide()
	if _, err := s.mayFill(ctx, by, id); err != nil {
		return err
	}
	change.Add, change.Remove = unique(change.Add), unique(change.Remove)
	return s.forget(s.store.ChangeGroupUsers(ctx, by.Actor, id, change))
}

// mayFill refuses to change the users of a group whose roles exceed the manager's permissions.
func (s *Service) mayFill(ctx context.Context, by Manager, id int64) (Group, error) {
	g, err := s.store.Group(ctx, by.Scope, id)
	if err != nil {
		return Group{}, err
	}
	for _, r := range g.Roles {
		if !by.Permissions.Everywhere.Contains(r.Set) {
			return Group{}, errs.New(errs.GrantTooMuch)
		}
	}
	return g, nil
}
