package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
	"plumbline/internal/project"
)

// Members implements project.Store: two queries.
func (s *Store) Members(ctx context.Context, scope access.Scope, projectID int64) ([]project.Member, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	var rows []struct {
		AccountID                        int64
		Name, DisplayName, Mobile, Email string
		Since                            int64
		RoleID                           int64
		RoleType, RoleName               string
	}
	err := s.bun.NewRaw(`
		SELECT m.account_id, a.name, a.display_name, a.mobile, a.email, m.since,
			COALESCE(r.id, 0) AS role_id, COALESCE(r.type, '') AS role_type, COALESCE(r.name, '') AS role_name
		FROM project_member AS m JOIN account AS a ON a.id = m.account_id
		LEFT JOIN member_role AS mr ON mr.project_id = m.project_id AND mr.account_id = m.account_id
		LEFT JOIN role AS r ON r.id = mr.role_id
		WHERE m.project_id = ? ORDER BY m.since, m.account_id, r.id`, projectID).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("members of project %d: %w", projectID, err)
	}
	members := make([]project.Member, 0, len(rows))
	for _, r := range rows {
		if n := len(members); n == 0 || members[n-1].AccountID != r.AccountID {
			members = append(members, project.Member{
				ProjectID: projectID, AccountID: r.AccountID, Name: r.Name, DisplayName: r.DisplayName, Mobile: r.Mobile, Email: r.Email,
				Roles: []project.Role{}, Since: r.Since,
			})
		}
		if r.RoleID != 0 {
			last := &members[len(members)-1]
			last.Roles = append(last.Roles, project.Role{ID: r.RoleID, Type: r.RoleType, Name: r.RoleName})
		}
	}
	return members, nil
}

// SetMember implements project.Store.
func (s *Store) SetMember(ctx context.Context, who oplog.Actor, projectID, accountID int64, roleIDs []int64) error {
	return s.write(ctx, func(tx *change) error {
		p, err := tx.project(ctx, who, projectID)
		if err != nil {
			return err
		}
		var account accountRow
		if err := tx.selects(&account).Where("a.id = ? AND a.corporation_id = ?", accountID, p.CorporationID).Scan(ctx); err != nil {
			return err
		}
		known, err := s.bun.NewSelect().Conn(tx.Tx).Table("role").Where("id IN (?)", bun.List(roleIDs)).
			Where("(corporation_id = 0 OR corporation_id = ?) AND (project_id = 0 OR project_id = ?)", p.CorporationID, projectID).Count(ctx)
		if err != nil {
			return err
		}
		if int(known) != len(roleIDs) {
			return fault.OnField("roles", fault.MustExist)
		}
		if err := tx.mayAssign(ctx, who, projectID, accountID, roleIDs); err != nil {
			return err
		}
		if err := tx.keepOwner(ctx, projectID, func() error { return tx.setRoles(ctx, projectID, accountID, roleIDs) }); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "project", action: "member", id: projectID, corporation: p.CorporationID, project: projectID, content: account.Name, after: roleIDs})
	})
}

// makeOwner makes an account that is no administrator the owner of the project it made.
func (c *change) makeOwner(ctx context.Context, who oplog.Actor, p project.Project) error {
	if who.AccountID == 0 {
		return nil
	}
	var account accountRow
	if err := c.selects(&account).Where("a.id = ?", who.AccountID).Scan(ctx); err != nil {
		return err
	}
	if account.Type != access.Normal {
		return nil
	}
	return c.setRoles(ctx, p.ID, account.ID, []int64{roleOwner})
}

// setRoles makes an account a member of a project with exactly these roles.
func (c *change) setRoles(ctx context.Context, projectID, accountID int64, roleIDs []int64) error {
	if _, err := c.exec(ctx, "INSERT INTO project_member (project_id, account_id, since) VALUES (?, ?, ?) ON CONFLICT (project_id, account_id) DO NOTHING", projectID, accountID, c.now); err != nil {
		return err
	}
	if _, err := c.exec(ctx, "DELETE FROM member_role WHERE project_id = ? AND account_id = ?", projectID, accountID); err != nil {
		return err
	}
	for _, role := range roleIDs {
		if _, err := c.exec(ctx, "INSERT INTO member_role (project_id, account_id, role_id) VALUES (?, ?, ?)", projectID, accountID, role); err != nil {
			return err
		}
	}
	c.people = append(c.people, accountID)
	return nil
}

// keepOwner refuses a change that takes the last owner from a project.
func (c *change) keepOwner(ctx context.Context, projectID int64, do func() error) error {
	owners := func() (n int, err error) {
		err = c.QueryRowContext(ctx, "SELECT COUNT(*) FROM member_role WHERE project_id = $1 AND role_id = $2", projectID, roleOwner).Scan(&n)
		return n, err
	}
	before, err := owners()
	if err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	after, err := owners()
	if err != nil {
		return err
	}
	if before > 0 && after == 0 {
		return fault.New(fault.LastOwner)
	}
	return nil
}

// mayAssign refuses to grant, or to take away, what the actor does not hold:
// administrators may everything, members what their own role may name.
func (c *change) mayAssign(ctx context.Context, who oplog.Actor, projectID, accountID int64, roleIDs []int64) error {
	if !who.Scope.Member {
		return nil
	}
	var own, named []access.RoleType
	types := func(dst *[]access.RoleType, accountID int64) error {
		return c.store.bun.NewRaw("SELECT r.type FROM member_role AS mr JOIN role AS r ON r.id = mr.role_id WHERE mr.project_id = ? AND mr.account_id = ?", projectID, accountID).Conn(c.Tx).Scan(ctx, dst)
	}
	if err := types(&own, who.AccountID); err != nil {
		return err
	}
	if err := types(&named, accountID); err != nil {
		return err
	}
	if len(roleIDs) > 0 {
		var wanted []access.RoleType
		if err := c.store.bun.NewRaw("SELECT type FROM role WHERE id IN (?)", bun.List(roleIDs)).Conn(c.Tx).Scan(ctx, &wanted); err != nil {
			return err
		}
		named = append(named, wanted...)
	}
	for _, role := range named {
		if !slices.ContainsFunc(own, func(by access.RoleType) bool { return access.MayAssign(by, role) }) {
			return fault.New(fault.GrantTooMuch)
		}
	}
	return nil
}

// RemoveMember implements project.Store.
func (s *Store) RemoveMember(ctx context.Context, who oplog.Actor, projectID, accountID int64) error {
	return s.write(ctx, func(tx *change) error {
		p, err := tx.project(ctx, who, projectID)
		if err != nil {
			return err
		}
		if err := tx.mayAssign(ctx, who, projectID, accountID, nil); err != nil {
			return err
		}
		if err := tx.keepOwner(ctx, projectID, func() error {
			if _, err := tx.exec(ctx, "DELETE FROM member_role WHERE project_id = ? AND account_id = ?", projectID, accountID); err != nil {
				return err
			}
			n, err := tx.exec(ctx, "DELETE FROM project_member WHERE project_id = ? AND account_id = ?", projectID, accountID)
			if err == nil && n == 0 {
				return fault.New(fault.NothingHere)
			}
			return err
		}); err != nil {
			return err
		}
		tx.people = append(tx.people, accountID)
		return tx.log(ctx, who, logged{kind: "project", action: "memberGone", id: projectID, corporation: p.CorporationID, project: projectID, before: accountID})
	})
}
