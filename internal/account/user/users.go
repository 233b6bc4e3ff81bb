package user

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Users lists the accounts of the corporation with their roles and groups. Sorts by name, displayName, type,
// createdAt, lastUsedAt.
func (s *Service) Users(ctx context.Context, by Manager, filter UserFilter) (paging.Page[User], error) {
	closed := Closed{}
	closed.Attempts, closed.Since = identity.ClosedBy()
	page, err := s.store.Users(ctx, by.wide().Scope, filter, closed)
	if err != nil || len(page.List) == 0 {
		return page, err
	}
	ids := make([]int64, len(page.List))
	for i := range page.List {
		ids[i] = page.List[i].ID
	}
	until, err := s.identity.LockedUntil(ctx, ids)
	if err != nil {
		return page, err
	}
	for i := range page.List {
		page.List[i].LockedUntil = until[page.List[i].ID]
	}
	return page, nil
}

// User returns an account of the corporation.
func (s *Service) User(ctx context.Context, by Manager, id int64) (User, error) {
	user, err := s.store.User(ctx, by.wide().Scope, id)
	if err != nil {
		return User{}, err
	}
	until, err := s.identity.LockedUntil(ctx, []int64{id})
	user.LockedUntil = until[id]
	return user, err
}

// NameTaken reports whether an account name is in use anywhere on the platform.
func (s *Service) NameTaken(ctx context.Context, name string) (bool, error) {
	return s.store.NameTaken(ctx, name)
}

// CreateUser creates an account with an initial password. Its type and roles may not exceed the manager's permissions.
func (s *Service) CreateUser(ctx context.Context, by Manager, in identity.NewAccount, roles, groups []int64) (User, error) {
	by = by.wide()
	in.CorporationID = by.Scope.Corporation
	if in.CorporationID == 0 {
		return User{}, errs.New(errs.NotAllowed) // only operators create platform accounts
	}
	if err := mayHaveType(by, in.Type); err != nil {
		return User{}, err
	}
	roles, groups = unique(roles), unique(groups)
	if err := s.mayGrant(ctx, by, in.CorporationID, nil, roles); err != nil {
		return User{}, err
	}
	for _, group := range groups {
		if _, err := s.mayFill(ctx, by, group); err != nil {
			return User{}, err
		}
	}
	a, hash, err := s.identity.Prepare(ctx, in)
	if err != nil {
		return User{}, err
	}
	if err := s.forget(s.store.CreateUser(ctx, by.Actor, &a, hash, roles, groups)); err != nil {
		return User{}, err
	}
	return s.store.User(ctx, by.Scope, a.ID)
}

// mayHaveType refuses an account type with permissions that the manager lacks.
func mayHaveType(by Manager, t access.AccountType) error {
	if t != access.Admin && t != access.Normal {
		return errs.OnField("type", errs.NotOneOf, "allowed", "Admin, Normal")
	}
	if !by.Permissions.Everywhere.Contains(access.OfAccount(t)) {
		return errs.New(errs.GrantTooMuch)
	}
	return nil
}

// UserChange is an administrator's change to an account; nil fields stay unchanged.
type UserChange struct {
	DisplayName, Mobile, Email *string
	Type                       *access.AccountType
}

// UpdateUser changes an account that has no more permissions than the manager.
func (s *Service) UpdateUser(ctx context.Context, by Manager, id int64, change UserChange) (User, error) {
	by = by.wide()
	user, err := s.mayManage(ctx, by, id)
	if err != nil {
		return User{}, err
	}
	a := user.Account
	for _, field := range []struct{ to, from *string }{{&a.DisplayName, change.DisplayName}, {&a.Mobile, change.Mobile}, {&a.Email, change.Email}} {
		if field.from != nil {
			*field.to = *field.from
		}
	}
	if change.Type != nil && *change.Type != a.Type {
		if id == by.AccountID {
			return User{}, errs.New(errs.NotOneself)
		}
		if err := mayHaveType(by, *change.Type); err != nil {
			return User{}, err
		}
		a.Type = *change.Type
	}
	if a, err = identity.Checked(a); err != nil {
		return User{}, err
	}
	if err := s.forget(s.store.UpdateUser(ctx, by.Actor, a)); err != nil {
		return User{}, err
	}
	return s.User(ctx, by, id)
}

// SetActive enables or disables accounts, all or none. Disabling ends their sessions.
func (s *Service) SetActive(ctx context.Context, by Manager, ids []int64, active bool) error {
	by = by.wide()
	ids = unique(ids)
	for _, id := range ids {
		if id == by.AccountID && !active {
			return errs.New(errs.NotOneself)
		}
		if _, err := s.mayManage(ctx, by, id); err != nil {
			return err
		}
	}
	return s.forget(s.store.SetActive(ctx, by.Actor, ids, active))
}

// RemoveUser removes an account. Its actions stay in the logs under a pseudonym, its name becomes free and its
// sessions end.
func (s *Service) RemoveUser(ctx context.Context, by Manager, id int64) error {
	by = by.wide()
	if id == by.AccountID {
		return errs.New(errs.NotOneself)
	}
	if _, err := s.mayManage(ctx, by, id); err != nil {
		return err
	}
	random := make([]byte, 5)
	if _, err := rand.Read(random); err != nil {
		return fmt.Errorf("make a pseudonym: %w", err)
	}
	return s.forget(s.store.RemoveUser(ctx, by.Actor, id, "removed-"+hex.EncodeToString(random)))
}

// SetInitialPassword sets an initial password of at least 6 characters and ends the account's sessions.
func (s *Service) SetInitialPassword(ctx context.Context, by Manager, id int64, password string) error {
	by = by.wide()
	user, err := s.mayManage(ctx, by, id)
	if err != nil {
		return err
	}
	return s.identity.SetInitialPassword(ctx, by.Actor, user.Account, password)
}

// Unlock unlocks an account after too many wrong passwords.
func (s *Service) Unlock(ctx context.Context, by Manager, id int64) error {
	by = by.wide()
	if _, err := s.mayManage(ctx, by, id); err != nil {
		return err
	}
	return s.identity.Unlock(ctx, by.Actor, id)
}

// SetUserRoles replaces the roles that an account holds directly.
func (s *Service) SetUserRoles(ctx context.Context, by Manager, id int64, roles []int64) error {
	by = by.wide()
	user, err := s.store.User(ctx, by.Scope, id)
	if err != nil {
		return err
	}
	roles = unique(roles)
	if err := s.mayGrant(ctx, by, user.CorporationID, user.Roles, roles); err != nil {
		return err
	}
	return s.forget(s.store.SetUserRoles(ctx, by.Actor, id, roles))
}

// SetUserGroups replaces the groups of an account.
func (s *Service) SetUserGroups(ctx context.Context, by Manager, id int64, groups []int64) error {
	by = by.wide()
	user, err := s.store.User(ctx, by.Scope, id)
	if err != nil {
		return err
	}
	groups = unique(groups)
	stay := map[int64]bool{}
	for _, g := range user.Groups {
		stay[g.ID] = true
	}
	changed := make([]int64, 0, len(groups))
	for _, id := range groups {
		if stay[id] {
			delete(stay, id)
			continue
		}
		changed = append(changed, id)
	}
	for id := range stay {
		changed = append(changed, id)
	}
	for _, id := range changed {
		if _, err := s.mayFill(ctx, by, id); err != nil {
			if errs.IsKind(err, errs.NotFound) {
				return errs.OnField("groups", errs.MustExist)
			}
			return err
		}
	}
	return s.forget(s.store.SetUserGroups(ctx, by.Actor, id, groups))
}
