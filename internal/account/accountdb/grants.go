package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
)

// Grants reads roles held directly and through groups, and those of project memberships, in two queries.
//
// Unscoped: runs before there is a scope and finds the account by a secret.
func (s *Store) Grants(ctx context.Context, accountID, now int64) ([]identity.Grant, error) {
	var held []struct {
		ProjectID int64
		Foreign   bool `bun:"foreign_project"`
		Until     int64
		RoleID    int64
		Type      access.RoleType
	}
	err := s.Bun.NewRaw(`
		SELECT m.project_id, p.corporation_id <> a.corporation_id AS foreign_project, m.until, r.id AS role_id, r.type
			FROM project_member AS m JOIN project AS p ON p.id = m.project_id JOIN account AS a ON a.id = m.account_id
			JOIN member_role AS mr ON mr.project_id = m.project_id AND mr.account_id = m.account_id JOIN role AS r ON r.id = mr.role_id
			WHERE m.account_id = ?0 AND p.deleted_at = 0 AND (m.until = 0 OR m.until > ?1)
		UNION SELECT r.project_id, FALSE, 0, r.id, r.type FROM account_role AS ar JOIN role AS r ON r.id = ar.role_id WHERE ar.account_id = ?0
		UNION SELECT r.project_id, FALSE, 0, r.id, r.type FROM group_account AS ga JOIN group_role AS gr ON gr.group_id = ga.group_id
			JOIN role AS r ON r.id = gr.role_id WHERE ga.account_id = ?0`, accountID, now).Scan(ctx, &held)
	if err != nil {
		return nil, fmt.Errorf("roles of account %d: %w", accountID, err)
	}
	var custom []int64
	for _, h := range held {
		if h.Type == access.Custom {
			custom = append(custom, h.RoleID)
		}
	}
	sets, err := s.customSets(ctx, custom)
	if err != nil {
		return nil, err
	}
	grants := make([]identity.Grant, len(held))
	for i, h := range held {
		set := sets[h.RoleID]
		if h.Type != access.Custom {
			set = access.OfRole(h.Type)
		}
		grants[i] = identity.Grant{ProjectID: h.ProjectID, Foreign: h.Foreign, Until: h.Until, Set: set, Roles: []access.RoleType{h.Type}}
	}
	return grants, nil
}

// customSets returns the permissions of custom roles, by role.
func (s *Store) customSets(ctx context.Context, roles []int64) (map[int64]access.Set, error) {
	sets := make(map[int64]access.Set, len(roles))
	if len(roles) == 0 {
		return sets, nil
	}
	var rows []struct {
		RoleID     int64
		Permission string
	}
	err := s.Bun.NewSelect().Table("role_permission").Column("role_id", "permission").Where("role_id IN (?)", bun.List(roles)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("permissions of roles: %w", err)
	}
	for _, r := range rows {
		if p, ok := access.ParsePermission(r.Permission); ok {
			sets[r.RoleID] = sets[r.RoleID].With(p.Area, p.Action)
		}
	}
	return sets, nil
}
