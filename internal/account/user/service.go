package user

import (
	"context"
	"unicode/utf8"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// Limits of names and notes (specification section 5).
const (
	maxName = 20
	maxNote = 500
	// longestMembership is in years. A membership that ends later has no end.
	longestMembership = 100
)

// Service manages people.
type Service struct {
	store    Store
	identity *identity.Service
}

func New(store Store, identity *identity.Service) *Service {
	return &Service{store: store, identity: identity}
}

// forget drops cached permissions so that a change of roles applies at once in this process. The store notifies the
// other processes.
func (s *Service) forget(err error) error {
	if err == nil {
		s.identity.ForgetPermissions(0)
	}
	return err
}

// mayManage refuses to change an account with more permissions than the manager.
func (s *Service) mayManage(ctx context.Context, by Manager, id int64) (User, error) {
	user, err := s.store.User(ctx, by.Scope, id)
	if err != nil {
		return User{}, err
	}
	theirs, err := s.identity.Permissions(ctx, user.Account)
	if err != nil {
		return User{}, err
	}
	if !by.Permissions.Contains(theirs) {
		return User{}, errs.New(errs.ManageMore)
	}
	return user, nil
}

// mayGrant refuses to grant or revoke a role with permissions that the manager lacks in the whole corporation.
// Unchanged roles do not count.
func (s *Service) mayGrant(ctx context.Context, by Manager, corporationID int64, before []Role, after []int64) error {
	return s.mayGrantIn(ctx, by.Permissions.Everywhere, corporationID, before, after, nil)
}

// mayGrantIn is mayGrant with the manager's permissions in one place, and an additional check of each granted role.
func (s *Service) mayGrantIn(ctx context.Context, held access.Set, corporationID int64, before []Role, after []int64, check func(Role) error) error {
	roles, err := s.store.RolesByID(ctx, corporationID, after)
	if err != nil {
		return err
	}
	had := make(map[int64]bool, len(before))
	for _, r := range before {
		had[r.ID] = true
	}
	stay := make(map[int64]bool, len(roles))
	changed := make([]Role, 0, len(roles))
	for _, r := range roles {
		if had[r.ID] {
			stay[r.ID] = true
			continue
		}
		if check != nil {
			if err := check(r); err != nil {
				return err
			}
		}
		changed = append(changed, r)
	}
	for _, r := range before {
		if !stay[r.ID] {
			changed = append(changed, r)
		}
	}
	for _, r := range changed {
		if !held.Contains(r.Set) {
			return errs.New(errs.GrantTooMuch)
		}
	}
	return nil
}

// checkNamed validates the name and note of a group or role.
func checkNamed(name, note string) error {
	var refusals errs.Refusals
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	if utf8.RuneCountInString(note) > maxNote {
		refusals.Add("note", errs.TooLong, "max", maxNote)
	}
	return refusals.Err()
}

// unique returns ids without duplicates, in their order.
func unique(ids []int64) []int64 {
	seen := make(map[int64]bool, len(ids))
	out := make([]int64, 0, len(ids))
	for _, id := range ids {
		if !seen[id] {
			seen[id] = true
			out = append(out, id)
		}
	}
	return out
}
