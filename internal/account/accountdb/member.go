package accountdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type memberRow struct {
	ProjectID                                int64
	AccountID                                int64
	CorporationID                            int64
	CorporationName                          string
	Name, DisplayName, Mobile, Email, Avatar string
	Active                                   bool
	Since, Until                             int64
}

func (s *Store) members(projectID int64) *bun.SelectQuery {
	return s.Bun.NewSelect().TableExpr("project_member AS m").Join("JOIN account AS a ON a.id = m.account_id").
		Join("LEFT JOIN corporation AS c ON c.id = a.corporation_id").Where("m.project_id = ?", projectID)
}

func memberColumns(q *bun.SelectQuery) *bun.SelectQuery {
	return q.Column("m.project_id", "m.account_id", "a.corporation_id", "a.name", "a.display_name", "a.mobile",
		"a.email", "a.avatar", "a.active", "m.since", "m.until").
		ColumnExpr("COALESCE(c.name, '') AS corporation_name")
}

// Members uses five queries.
func (s *Store) Members(ctx context.Context, scope access.Scope, filter user.MemberFilter) (paging.Page[user.Member], error) {
	if _, err := s.ProjectOwner(ctx, scope, filter.ProjectID); err != nil {
		return paging.Page[user.Member]{}, err
	}
	q := sqlkit.Matching(s.members(filter.ProjectID), filter.Keyword, "a.name", "a.display_name", "a.mobile", "a.email")
	if filter.RoleID != 0 {
		q = q.Where("m.account_id IN (SELECT account_id FROM member_role WHERE project_id = ? AND role_id = ?)", filter.ProjectID, filter.RoleID)
	}
	total, err := q.Count(ctx)
	if err != nil {
		return paging.Page[user.Member]{}, fmt.Errorf("count members: %w", err)
	}
	q, err = sqlkit.Paged(memberColumns(q), filter.Query, sqlkit.Ordering{"name": "a.name", "since": "m.since", "until": "m.until"}, "m.since", "m.account_id")
	if err != nil {
		return paging.Page[user.Member]{}, err
	}
	var rows []memberRow
	if err := q.Scan(ctx, &rows); err != nil {
		return paging.Page[user.Member]{}, fmt.Errorf("members of project %d: %w", filter.ProjectID, err)
	}
	list, err := s.memberList(ctx, filter.ProjectID, rows)
	return paging.Page[user.Member]{List: list, Total: int(total)}, err
}

func (s *Store) memberList(ctx context.Context, projectID int64, rows []memberRow) ([]user.Member, error) {
	list := make([]user.Member, len(rows))
	if len(rows) == 0 {
		return list, nil
	}
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.AccountID
	}
	held, err := s.heldRoles(ctx, s.Bun.NewSelect().TableExpr("member_role AS h").ColumnExpr("h.account_id AS holder_id").
		Where("h.project_id = ? AND h.account_id IN (?)", projectID, bun.List(ids)))
	if err != nil {
		return nil, err
	}
	for i, r := range rows {
		list[i] = user.Member{
			ProjectID: r.ProjectID, AccountID: r.AccountID, CorporationID: r.CorporationID, CorporationName: r.CorporationName, Name: r.Name,
			DisplayName: r.DisplayName, Mobile: r.Mobile, Email: r.Email, Avatar: r.Avatar, Active: r.Active,
			Roles: append([]user.Role{}, held[r.AccountID]...), Since: r.Since, Until: r.Until,
		}
	}
	return list, nil
}

func (s *Store) Member(ctx context.Context, scope access.Scope, projectID, accountID int64) (user.Member, error) {
	if _, err := s.ProjectOwner(ctx, scope, projectID); err != nil {
		return user.Member{}, err
	}
	var row memberRow
	if err := memberColumns(s.members(projectID)).Where("m.account_id = ?", accountID).Scan(ctx, &row); err != nil {
		return user.Member{}, sqlkit.Translate(err)
	}
	list, err := s.memberList(ctx, projectID, []memberRow{row})
	if err != nil {
		return user.Member{}, err
	}
	return list[0], nil
}

func (s *Store) Candidates(ctx context.Context, scope access.Scope, projectID int64, query paging.Query) (paging.Page[identity.Account], error) {
	corporation, err := s.ProjectOwner(ctx, scope, projectID)
	if err != nil {
		return paging.Page[identity.Account]{}, err
	}
	var rows []accountRow
	q := s.Selects(&rows).Where("a.corporation_id = ? AND a.active AND a.removed_at = 0", corporation).
		Where("a.id NOT IN (SELECT account_id FROM project_member WHERE project_id = ? AND (until = 0 OR until > ?))", projectID, clock.Now().UnixMilli())
	q, err = sqlkit.Paged(sqlkit.Matching(q, query.Keyword, "a.name", "a.display_name"), query, sqlkit.Ordering{"name": "a.name"}, "a.name", "a.id")
	if err != nil {
		return paging.Page[identity.Account]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "candidates for members", func(r accountRow) identity.Account { return r.Account })
}

// membership is a member as the audit log shows it.
type membership struct {
	Roles []string
	Until int64 `json:",omitempty"`
}

func (s *Store) AddMember(ctx context.Context, who audit.Actor, m user.Membership) error {
	return s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, m.ProjectID)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", m.ProjectID); err != nil {
			return err
		}
		before, there, err := tx.membership(ctx, m.ProjectID, m.AccountID)
		if err != nil {
			return err
		}
		if there && (before.Until == 0 || before.Until > tx.Now) {
			return errs.New(errs.MemberAlready)
		}
		return tx.setMember(ctx, who, corporation, m, nil)
	})
}

func (s *Store) UpdateMember(ctx context.Context, who audit.Actor, m user.Membership) error {
	return s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, m.ProjectID)
		if err != nil {
			return err
		}
		before, there, err := tx.membership(ctx, m.ProjectID, m.AccountID)
		if err != nil {
			return err
		}
		if !there {
			return errs.New(errs.NothingHere)
		}
		return tx.keepOwners(ctx, []int64{m.ProjectID}, func() error { return tx.setMember(ctx, who, corporation, m, before) })
	})
}

func (c *change) setMember(ctx context.Context, who audit.Actor, corporation int64, m user.Membership, before any) error {
	var account accountRow
	if err := c.Selects(&account).Where("a.id = ? AND a.removed_at = 0", m.AccountID).Scan(ctx); err != nil {
		return err
	}
	known, err := c.store.Bun.NewSelect().Conn(c.Tx).Table("role").Where("id IN (?)", bun.List(m.Roles)).
		Where("(corporation_id = 0 OR corporation_id = ?)", corporation).Count(ctx)
	if err != nil {
		return err
	}
	if int(known) != len(m.Roles) {
		return errs.OnField("roles", errs.MustExist)
	}
	if err := c.setRoles(ctx, m.ProjectID, m.AccountID, m.Roles, m.Until); err != nil {
		return err
	}
	after, _, err := c.membership(ctx, m.ProjectID, m.AccountID)
	if err != nil {
		return err
	}
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: "member", ID: m.AccountID, Corporation: corporation, Project: m.ProjectID, Content: account.Name, Before: before, After: after,
	})
}

// membership returns the membership of an account in a project. there is false if it is not a member.
func (c *change) membership(ctx context.Context, projectID, accountID int64) (m *membership, there bool, err error) {
	var until []int64
	if err := c.store.Bun.NewSelect().Conn(c.Tx).Table("project_member").Column("until").
		Where("project_id = ? AND account_id = ?", projectID, accountID).Scan(ctx, &until); err != nil {
		return nil, false, err
	}
	if len(until) == 0 {
		return nil, false, nil
	}
	m = &membership{Roles: []string{}, Until: until[0]}
	err = c.store.Bun.NewSelect().Conn(c.Tx).TableExpr("member_role AS mr").Join("JOIN role AS r ON r.id = mr.role_id").Column("r.name").
		Where("mr.project_id = ? AND mr.account_id = ?", projectID, accountID).OrderExpr("r.id").Scan(ctx, &m.Roles)
	return m, true, err
}

// MakeOwner makes a non-administrator the owner of the project that it created.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) MakeOwner(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, projectID int64) error {
	if who.AccountID == 0 {
		return nil
	}
	c := &change{auditdb.WithLog(tx), s}
	var account accountRow
	if err := c.Selects(&account).Where("a.id = ?", who.AccountID).Scan(ctx); err != nil {
		return err
	}
	if account.Type != access.Normal {
		return nil
	}
	return c.setRoles(ctx, projectID, account.ID, []int64{roleOwner}, 0)
}

// setRoles makes an account a project member with exactly these roles, until a time.
func (c *change) setRoles(ctx context.Context, projectID, accountID int64, roleIDs []int64, until int64) error {
	_, err := c.Exec(ctx, `INSERT INTO project_member (project_id, account_id, since, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (project_id, account_id) DO UPDATE SET until = excluded.until`, projectID, accountID, c.Now, until)
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "DELETE FROM member_role WHERE project_id = ? AND account_id = ?", projectID, accountID); err != nil {
		return err
	}
	for _, role := range slices.Compact(slices.Sorted(slices.Values(roleIDs))) {
		if _, err := c.Exec(ctx, "INSERT INTO member_role (project_id, account_id, role_id) VALUES (?, ?, ?)", projectID, accountID, role); err != nil {
			return err
		}
	}
	c.People = append(c.People, accountID)
	return nil
}

func (s *Store) RemoveMember(ctx context.Context, who audit.Actor, projectID, accountID int64) error {
	return s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, projectID)
		if err != nil {
			return err
		}
		before, there, err := tx.membership(ctx, projectID, accountID)
		if err != nil {
			return err
		}
		if !there {
			return errs.New(errs.NothingHere)
		}
		var account accountRow
		if err := tx.Selects(&account).Where("a.id = ?", accountID).Scan(ctx); err != nil {
			return err
		}
		err = tx.keepOwners(ctx, []int64{projectID}, func() error {
			if _, err := tx.Exec(ctx, "DELETE FROM member_role WHERE project_id = ? AND account_id = ?", projectID, accountID); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, "DELETE FROM project_member WHERE project_id = ? AND account_id = ?", projectID, accountID)
			return err
		})
		if err != nil {
			return err
		}
		tx.People = append(tx.People, accountID)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: "memberGone", ID: accountID, Corporation: corporation, Project: projectID, Content: account.Name, Before: before,
		})
	})
}
