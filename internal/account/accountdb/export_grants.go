package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// holdersAtOnce is the number of accounts in one chunk of the export.
const holdersAtOnce = 200

type holderRow struct {
	bun.BaseModel `bun:"table:account,alias:a"`
	identity.Account
	PasswordHash    string
	CorporationName string `bun:",scanonly"`
}

// EachGrant visits the accounts of the corporation, and accounts of other corporations that are members of its
// projects. It leaves out what those hold elsewhere.
//
// Unscoped: names the corporation of its scope in the query.
func (s *Store) EachGrant(ctx context.Context, scope access.Scope, visit func([]user.Grant) error) error {
	for last := int64(0); ; {
		var accounts []holderRow
		err := s.Selects(&accounts).ColumnExpr("a.*").ColumnExpr("COALESCE(c.name, '') AS corporation_name").
			Join("LEFT JOIN corporation AS c ON c.id = a.corporation_id").Where("a.id > ? AND a.removed_at = 0", last).
			Where(
				"(a.corporation_id = ?0 OR a.id IN (SELECT m.account_id FROM project_member AS m JOIN project AS p ON p.id = m.project_id WHERE p.corporation_id = ?0))", scope.Corporation).
			OrderExpr("a.id").Limit(holdersAtOnce).Scan(ctx)
		if err != nil {
			return fmt.Errorf("accounts for the export of permissions: %w", err)
		}
		if len(accounts) == 0 {
			return nil
		}
		ids := make([]int64, len(accounts))
		for i := range accounts {
			ids[i] = accounts[i].ID
		}
		held, err := s.userGrants(ctx, scope.Corporation, ids)
		if err != nil {
			return err
		}
		var list []user.Grant
		for _, a := range accounts {
			lines := held[a.ID]
			if len(access.OfAccount(a.Type).Permissions()) > 0 && a.CorporationID == scope.Corporation || len(lines) == 0 {
				lines = append([]user.Grant{{Role: user.Role{Set: access.OfAccount(a.Type)}}}, lines...)
			}
			for _, line := range lines {
				line.Account, line.CorporationName = a.Account, a.CorporationName
				list = append(list, line)
			}
		}
		if err := visit(list); err != nil {
			return err
		}
		last = ids[len(ids)-1]
	}
}

// userGrants returns roles by account: held directly, through groups, or as members of the corporation's projects.
func (s *Store) userGrants(ctx context.Context, corporationID int64, accounts []int64) (map[int64][]user.Grant, error) {
	var rows []struct {
		AccountID   int64
		ProjectID   int64
		ProjectName string
		GroupName   string
		Until       int64
		RoleID      int64
		Type        access.RoleType
		Name        string
	}
	err := s.Bun.NewRaw(`
		SELECT h.account_id, 0 AS project_id, '' AS project_name, '' AS group_name, 0 AS until, r.id AS role_id, r.type, r.name
			FROM account_role AS h JOIN role AS r ON r.id = h.role_id WHERE h.account_id IN (?0) AND (r.corporation_id = 0 OR r.corporation_id = ?1)
		UNION ALL SELECT ga.account_id, 0, '', g.name, 0, r.id, r.type, r.name
			FROM group_account AS ga JOIN user_group AS g ON g.id = ga.group_id JOIN group_role AS h ON h.group_id = g.id JOIN role AS r ON r.id = h.role_id
			WHERE ga.account_id IN (?0) AND g.corporation_id = ?1
		UNION ALL SELECT m.account_id, p.id, p.name, '', m.until, r.id, r.type, r.name
			FROM project_member AS m JOIN project AS p ON p.id = m.project_id
			JOIN member_role AS h ON h.project_id = m.project_id AND h.account_id = m.account_id JOIN role AS r ON r.id = h.role_id
			WHERE m.account_id IN (?0) AND p.corporation_id = ?1 AND p.deleted_at = 0 AND (m.until = 0 OR m.until > ?2)
		ORDER BY 1, 2, 4, 6`, bun.List(accounts), corporationID, clock.Now().UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("permissions of accounts: %w", err)
	}
	ofRoles := make([]roleRow, len(rows))
	for i, r := range rows {
		ofRoles[i] = roleRow{ID: r.RoleID, Type: r.Type, Name: r.Name}
	}
	roles, err := s.roles(ctx, ofRoles)
	if err != nil {
		return nil, err
	}
	by := make(map[int64][]user.Grant)
	for i, r := range rows {
		h := user.Grant{ProjectID: r.ProjectID, ProjectName: r.ProjectName, GroupName: r.GroupName, Role: roles[i], Until: r.Until}
		if r.ProjectID != 0 {
			h.Role.Set = h.Role.Set.InProject()
		}
		by[r.AccountID] = append(by[r.AccountID], h)
	}
	return by, nil
}
