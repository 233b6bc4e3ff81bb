package user

import (
	"context"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Roles lists the built-in roles and then those of the corporation. Sorts by name, users.
func (s *Service) Roles(ctx context.Context, by Manager, query paging.Query) (paging.Page[Role], error) {
	return s.store.Roles(ctx, by.wide().Scope, query)
}

func (s *Service) Role(ctx context.Context, by Manager, id int64) (Role, error) {
	return s.store.Role(ctx, by.wide().Scope, id)
}

// CreateRole creates a custom role. The manager must hold its permissions.
func (s *Service) CreateRole(ctx context.Context, by Manager, r Role) (Role, error) {
	by = by.wide()
	r.CorporationID, r.Type, r.Name = by.Scope.Corporation, access.Custom, strings.TrimSpace(r.Name)
	if err := checkNamed(r.Name, r.Note); err != nil {
		return Role{}, err
	}
	if r.CorporationID == 0 {
		return Role{}, errs.New(errs.NotAllowed)
	}
	if !by.Permissions.Everywhere.Contains(r.Set) {
		return Role{}, errs.New(errs.GrantTooMuch)
	}
	return r, s.store.CreateRole(ctx, by.Actor, &r)
}

// UpdateRole changes the name and note of a custom role.
func (s *Service) UpdateRole(ctx context.Context, by Manager, r Role) (Role, error) {
	by = by.wide()
	r.Name = strings.TrimSpace(r.Name)
	if err := checkNamed(r.Name, r.Note); err != nil {
		return Role{}, err
	}
	if _, err := s.custom(ctx, by, r.ID); err != nil {
		return Role{}, err
	}
	if err := s.store.UpdateRole(ctx, by.Actor, r); err != nil {
		return Role{}, err
	}
	return s.store.Role(ctx, by.Scope, r.ID)
}

// DeleteRole deletes a custom role that nobody holds.
func (s *Service) DeleteRole(ctx context.Context, by Manager, id int64) error {
	by = by.wide()
	r, err := s.custom(ctx, by, id)
	if err != nil {
		return err
	}
	if !by.Permissions.Everywhere.Contains(r.Set) {
		return errs.New(errs.GrantTooMuch)
	}
	return s.store.DeleteRole(ctx, by.Actor, id)
}

// SetRolePermissions replaces the permissions of a custom role. Managers can neither grant nor revoke permissions that
// they lack.
func (s *Service) SetRolePermissions(ctx context.Context, by Manager, id int64, set access.Set) (Role, error) {
	by = by.wide()
	r, err := s.custom(ctx, by, id)
	if err != nil {
		return Role{}, err
	}
	if !by.Permissions.Everywhere.Contains(r.Set.Difference(set)) {
		return Role{}, errs.New(errs.GrantTooMuch)
	}
	if err := s.forget(s.store.SetRolePermissions(ctx, by.Actor, id, set)); err != nil {
		return Role{}, err
	}
	return s.store.Role(ctx, by.Scope, id)
}

// ChangeRoleUsers assigns a role to users in the whole corporation, and revokes it.
func (s *Service) ChangeRoleUsers(ctx context.Context, by Manager, id int64, change Change) error {
	by = by.wide()
	r, err := s.store.Role(ctx, by.Scope, id)
	if err != nil {
		return err
	}
	if !by.Permissions.Everywhere.Contains(r.Set) {
		return errs.New(errs.GrantTooMuch)
	}
	change.Add, change.Remove = unique(change.Add), unique(change.Remove)
	return s.forget(s.store.ChangeRoleUsers(ctx, by.Actor, id, change))
}

func (s *Service) custom(ctx context.Context, by Manager, id int64) (Role, error) {
	r, err := s.store.Role(ctx, by.Scope, id)
	if err == nil && r.BuiltIn() {
		err = errs.New(errs.RoleBuiltIn)
	}
	return r, err
}
