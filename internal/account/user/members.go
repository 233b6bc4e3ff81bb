package user

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Members lists the members of a project. Sorts by name, since, until.
func (s *Service) Members(ctx context.Context, scope access.Scope, filter MemberFilter) (paging.Page[Member], error) {
	return s.store.Members(ctx, scope, filter)
}

// Candidates lists the accounts that can be added without their password: active accounts of the project's
// corporation, for callers from that corporation.
func (s *Service) Candidates(ctx context.Context, by Manager, corporationID, projectID int64, query paging.Query) (paging.Page[identity.Account], error) {
	if !by.Scope.Covers(corporationID) {
		return paging.Page[identity.Account]{List: []identity.Account{}}, nil
	}
	return s.store.Candidates(ctx, by.Scope, projectID, query)
}

// AssignableRoles lists the roles that the manager may assign to project members (specification section 5; decision
// 0030). Owners and administrators may assign every role, managers neither owner nor manager. Nobody assigns
// permissions that they lack in the project.
func (s *Service) AssignableRoles(ctx context.Context, by Manager, corporationID, projectID int64) ([]Role, error) {
	page, err := s.store.Roles(ctx, access.Scope{Corporation: corporationID}, paging.Query{Size: paging.MaxSize})
	if err != nil {
		return nil, err
	}
	own, held := by.Permissions.Roles(projectID), by.Permissions.In(projectID)
	return slices.DeleteFunc(page.List, func(r Role) bool { return mayAssign(own, r) != nil || !held.Contains(r.Set) }), nil
}

// mayAssign refuses roles that do not apply to projects, and roles that the manager's own roles may not assign.
func mayAssign(own []access.RoleType, r Role) error {
	if !r.OfProject() {
		return errs.OnField("roles", errs.RoleOfCorporation)
	}
	if !slices.ContainsFunc(own, func(by access.RoleType) bool { return access.MayAssign(by, r.Type) }) {
		return errs.New(errs.GrantTooMuch)
	}
	return nil
}

// AddMember adds an account of the project's corporation to the project.
func (s *Service) AddMember(ctx context.Context, by Manager, corporationID int64, m Membership) (Member, error) {
	if !by.Scope.Covers(corporationID) { // outsiders may not add people of the corporation by id
		return Member{}, errs.OnField("userId", errs.MustExist)
	}
	account, err := s.store.User(ctx, access.Scope{Corporation: corporationID}, m.AccountID)
	if errs.IsKind(err, errs.NotFound) || err == nil && !account.Active {
		return Member{}, errs.OnField("userId", errs.MustExist)
	}
	if err != nil {
		return Member{}, err
	}
	return s.addMember(ctx, by, corporationID, m)
}

// AddWithPassword adds an existing account of any corporation, identified by the name and password that its holder
// provided.
func (s *Service) AddWithPassword(ctx context.Context, by Manager, corporationID int64, m Membership, in identity.SignIn) (Member, error) {
	if err := s.checkMembership(ctx, by, corporationID, nil, &m); err != nil { // before the password counts as an attempt
		return Member{}, err
	}
	account, err := s.identity.VerifyPassword(ctx, in)
	if err != nil {
		return Member{}, err
	}
	if account.Type == access.System {
		return Member{}, errs.OnField("password", errs.VouchFailed)
	}
	m.AccountID = account.ID
	return s.addMember(ctx, by, corporationID, m)
}

func (s *Service) addMember(ctx context.Context, by Manager, corporationID int64, m Membership) (Member, error) {
	if err := s.checkMembership(ctx, by, corporationID, nil, &m); err != nil {
		return Member{}, err
	}
	if err := s.forget(s.store.AddMember(ctx, by.Actor, m)); err != nil {
		return Member{}, err
	}
	return s.store.Member(ctx, by.Scope, m.ProjectID, m.AccountID)
}

// UpdateMember replaces the roles and the end date of a membership.
func (s *Service) UpdateMember(ctx context.Context, by Manager, corporationID int64, m Membership) (Member, error) {
	before, err := s.store.Member(ctx, by.Scope, m.ProjectID, m.AccountID)
	if err != nil {
		return Member{}, err
	}
	if err := mayChangeMember(by, before); err != nil {
		return Member{}, err
	}
	if err := s.checkMembership(ctx, by, corporationID, before.Roles, &m); err != nil {
		return Member{}, err
	}
	if err := s.forget(s.store.UpdateMember(ctx, by.Actor, m)); err != nil {
		return Member{}, err
	}
	return s.store.Member(ctx, by.Scope, m.ProjectID, m.AccountID)
}

// RemoveMember removes an account from a project.
func (s *Service) RemoveMember(ctx context.Context, by Manager, projectID, accountID int64) error {
	before, err := s.store.Member(ctx, by.Scope, projectID, accountID)
	if err != nil {
		return err
	}
	if err := mayChangeMember(by, before); err != nil {
		return err
	}
	return s.forget(s.store.RemoveMember(ctx, by.Actor, projectID, accountID))
}

// mayChangeMember refuses to change a member who has a role that the manager may not assign.
func mayChangeMember(by Manager, m Member) error {
	own, held := by.Permissions.Roles(m.ProjectID), by.Permissions.In(m.ProjectID)
	for _, r := range m.Roles {
		r.Set = r.Set.InProject()
		if err := mayAssign(own, r); err != nil {
			return err
		}
		if !held.Contains(r.Set) {
			return errs.New(errs.GrantTooMuch)
		}
	}
	return nil
}

// checkMembership validates the roles and the end date of a membership.
func (s *Service) checkMembership(ctx context.Context, by Manager, corporationID int64, before []Role, m *Membership) error {
	m.Roles = unique(m.Roles)
	if len(m.Roles) == 0 {
		return errs.OnField("roles", errs.Empty)
	}
	latest := clock.Now().AddDate(longestMembership, 0, 0)
	switch {
	case m.Until != 0 && m.Until <= clock.Now().UnixMilli():
		return errs.OnField("until", errs.UntilPassed)
	case m.Until > latest.UnixMilli():
		return errs.OnField("until", errs.TimeBetween, "min", clock.Now().UTC().Format(time.DateOnly), "max", latest.UTC().Format(time.DateOnly))
	}
	own := by.Permissions.Roles(m.ProjectID)
	return s.mayGrantIn(ctx, by.Permissions.In(m.ProjectID), corporationID, before, m.Roles, func(r Role) error { return mayAssign(own, r) })
}
