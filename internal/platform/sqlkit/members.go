package sqlkit

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
)

// MembersWith returns the active members of a project whose roles in it hold a permission at a time (UTC ms).
func (c *Transaction) MembersWith(ctx context.Context, project int64, need access.Permission, now int64) (accounts []int64, err error) {
	kinds := []access.RoleType{}
	for _, role := range access.RoleTypes() {
		if role != access.Custom && access.OfRole(role).Holds(need) {
			kinds = append(kinds, role)
		}
	}
	err = c.Tables.Bun.NewSelect().Conn(c.Tx).TableExpr("project_member AS m").ColumnExpr("DISTINCT m.account_id").
		Join("JOIN member_role AS mr ON mr.project_id = m.project_id AND mr.account_id = m.account_id").Join("JOIN role AS r ON r.id = mr.role_id").
		Where("m.project_id = ?", project).Where(ActiveMember("m.account_id", "m.project_id", now)).
		WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
			return q.Where("r.type IN (?)", bun.List(kinds)).
				WhereOr("EXISTS (SELECT 1 FROM role_permission AS rp WHERE rp.role_id = r.id AND rp.permission = ?)", need.String())
		}).OrderExpr("m.account_id").Scan(ctx, &accounts)
	if err != nil {
		return nil, fmt.Errorf("members of project %d with %s: %w", project, need, err)
	}
	return accounts, nil
}
