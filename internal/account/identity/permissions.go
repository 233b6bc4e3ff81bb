package identity

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// Grant is a permission set that an account has in one project, or in its whole corporation (ProjectID 0).
type Grant struct {
	ProjectID int64
	Foreign   bool  // the project belongs to another corporation
	Until     int64 // UTC ms when the membership ends; 0: never
	Set       access.Set
	Roles     []access.RoleType
}

// Permissions are the permissions of an account. Those held everywhere apply only in its own corporation. In a project
// of another corporation only its membership counts.
type Permissions struct {
	Everywhere access.Set // by account type, and by roles held directly or through groups
	roles      []access.RoleType
	projects   map[int64]Grant
}

// NewPermissions combines the permissions of an account type with grants.
func NewPermissions(t access.AccountType, grants []Grant) Permissions {
	p := Permissions{Everywhere: access.OfAccount(t), projects: make(map[int64]Grant, len(grants))}
	if p.Everywhere.Contains(access.All()) {
		p.roles = []access.RoleType{access.Owner}
	}
	for _, g := range grants {
		if g.ProjectID == 0 {
			p.Everywhere = p.Everywhere.Union(g.Set)
			p.roles = append(p.roles, g.Roles...)
			continue
		}
		g.Set = g.Set.InProject().Union(p.projects[g.ProjectID].Set)
		g.Roles = append(g.Roles, p.projects[g.ProjectID].Roles...)
		p.projects[g.ProjectID] = g
	}
	return p
}

// In returns the permissions in a project. For 0 it returns the union over all projects, which decides about menus.
func (p Permissions) In(projectID int64) access.Set {
	if projectID != 0 {
		grant := p.projects[projectID]
		if grant.Foreign {
			return grant.Set
		}
		return p.Everywhere.Union(grant.Set)
	}
	set := p.Everywhere
	for _, g := range p.projects {
		set = set.Union(g.Set)
	}
	return set
}

// InEvery reports whether the account has a permission in every project it can see. A list over its projects then
// shows nothing that one of them denies.
func (p Permissions) InEvery(need access.Permission) bool {
	if !p.Everywhere.Holds(need) && p.seesAll() {
		return false
	}
	for id := range p.projects {
		if !p.In(id).Holds(need) {
			return false
		}
	}
	return true
}

// Contains reports whether p has at least the permissions of other, everywhere that other has any. Nobody may create,
// change or become an account with more permissions than they have.
func (p Permissions) Contains(other Permissions) bool {
	if !p.Everywhere.Contains(other.Everywhere) {
		return false
	}
	for id, g := range other.projects {
		mine := p.In(id)
		if g.Foreign {
			mine = p.projects[id].Set
			if p.Everywhere == access.All() { // administrators are responsible for the account, whatever others granted it
				mine = g.Set
			}
		}
		if !mine.Contains(g.Set) {
			return false
		}
	}
	return true
}

// Roles returns the types of the account's roles in a project: those of its membership, and in its own corporation
// also those held everywhere.
func (p Permissions) Roles(projectID int64) []access.RoleType {
	grant := p.projects[projectID]
	if grant.Foreign {
		return grant.Roles
	}
	return append(append([]access.RoleType{}, grant.Roles...), p.roles...)
}

// MemberOf reports whether the account is a member of a project.
func (p Permissions) MemberOf(projectID int64) bool {
	_, member := p.projects[projectID]
	return member
}

// ScopeOf returns the part of the tenants' data that an account with these permissions may see. Permission to see
// projects everywhere replaces memberships. Memberships in other corporations add those projects.
func (p Permissions) ScopeOf(a Account) access.Scope {
	scope := a.Scope()
	if scope.Member && p.seesAll() {
		scope.Member, scope.Account = false, 0
	}
	for _, g := range p.projects {
		if g.Foreign && !scope.All {
			scope.Account = a.ID
		}
	}
	return scope
}

func (p Permissions) seesAll() bool { return p.Everywhere.Has(access.Project, access.Retrieve) }

// Permissions returns the permissions of an account. They are cached for a few seconds, but not beyond the end of a
// membership, and dropped when roles change.
func (s *Service) Permissions(ctx context.Context, account Account) (Permissions, error) {
	if account.Type == access.System {
		return NewPermissions(account.Type, nil), nil
	}
	p, read, ok := s.permissions.get(account.ID)
	if ok {
		return p, nil
	}
	now := clock.Now()
	grants, err := s.store.Grants(ctx, account.ID, now.UnixMilli())
	if err != nil {
		return Permissions{}, fmt.Errorf("read permissions: %w", err)
	}
	p = NewPermissions(account.Type, grants)
	until := now.Add(permissionLife)
	for _, g := range grants {
		if end := time.UnixMilli(g.Until); g.Until != 0 && end.Before(until) {
			until = end
		}
	}
	s.permissions.set(account.ID, p, until, read)
	return p, nil
}

// ForgetPermissions drops the cached permissions of an account; 0 drops all.
func (s *Service) ForgetPermissions(accountID int64) { s.permissions.forget(accountID) }
