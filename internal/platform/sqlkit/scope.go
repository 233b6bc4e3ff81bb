package sqlkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// DeletedProjects selects projects that are deleted but not yet purged. Their data is invisible.
const DeletedProjects = "(SELECT id FROM project WHERE deleted_at <> 0)"

// ActiveMember is the SQL for whether an account is active and a member of a project at a time (UTC ms). account and
// project are SQL.
func ActiveMember(account, project string, at int64) string {
	return fmt.Sprintf(`EXISTS (SELECT 1 FROM account AS aa JOIN project_member AS am ON am.account_id = aa.id AND am.project_id = %s
		WHERE aa.id = %s AND aa.active AND aa.removed_at = 0 AND (am.until = 0 OR am.until > %d))`, project, account, at)
}

// Attends is the SQL for whether an account is active at a time (UTC ms), and a member of a project or an administrator of
// its corporation. account, project and corporation are SQL.
func Attends(account, project, corporation string, at int64) string {
	return fmt.Sprintf(`(%s OR EXISTS (SELECT 1 FROM account AS ca WHERE ca.id = %s AND ca.active AND ca.removed_at = 0
		AND ca.corporation_id = %s AND ca.type = 'Admin'))`, ActiveMember(account, project, at), account, corporation)
}

// Visible limits a query to the rows in a scope. corporation and project are the columns with the owner of a row;
// project is "" if rows belong to no project. It excludes data of deleted projects.
func Visible(q *bun.SelectQuery, scope access.Scope, corporation, project string) *bun.SelectQuery {
	if project != "" {
		q = q.Where("? NOT IN "+DeletedProjects, bun.Ident(project))
	}
	return VisibleDeleted(q, scope, corporation, project)
}

// VisibleDeleted is Visible including the data of deleted projects: for the audit log, and for restoring projects.
func VisibleDeleted(q *bun.SelectQuery, scope access.Scope, corporation, project string) *bun.SelectQuery {
	if scope.Project != 0 && project != "" {
		q = q.Where("? = ?", bun.Ident(project), scope.Project)
	}
	switch {
	case scope.All:
		return q
	case scope.Corporation == 0:
		return q.Where("1 = 0")
	}
	own := func(q *bun.SelectQuery) *bun.SelectQuery {
		return q.Where("? = ?", bun.Ident(corporation), scope.Corporation)
	}
	if project == "" || scope.Account == 0 {
		return own(q)
	}
	const member = "? IN (SELECT project_id FROM project_member WHERE account_id = ? AND (until = 0 OR until > ?))"
	now := clock.Now().UnixMilli() // memberships end without any action
	if scope.Member {
		return q.Where(member, bun.Ident(project), scope.Account, now)
	}
	return q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		return own(q).WhereOr(member, bun.Ident(project), scope.Account, now)
	})
}

// Ordering maps the sort fields of a list to SQL.
type Ordering map[string]string

// Paged sorts and limits a list. own is the default order; tie makes any order total. It refuses an unknown sort
// field.
func Paged(q *bun.SelectQuery, query paging.Query, columns Ordering, own, tie string) (*bun.SelectQuery, error) {
	field, down := query.Order()
	switch column, ok := columns[field]; {
	case field == "":
		q = q.OrderExpr(own)
	case !ok:
		return nil, errs.OnField("sort", errs.NotOneOf, "allowed", columns.names())
	case down:
		q = q.OrderExpr(column + " DESC")
	default:
		q = q.OrderExpr(column + " ASC")
	}
	return q.OrderExpr(tie).Limit(int64(query.Limit())).Offset(query.Offset()), nil
}

// ReadPage reads the page of a query from Paged; what names the list in errors.
func ReadPage[R, T any](ctx context.Context, q *bun.SelectQuery, rows *[]R, what string, of func(R) T) (paging.Page[T], error) {
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[T]{}, fmt.Errorf("%s: %w", what, err)
	}
	page := paging.Page[T]{List: make([]T, len(*rows)), Total: int(total)}
	for i, row := range *rows {
		page.List[i] = of(row)
	}
	return page, nil
}

func (o Ordering) names() string {
	names := make([]string, 0, len(o))
	for name := range o {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// Matching limits a query to rows with a keyword in one of the columns (SQL), ignoring the case of Latin letters.
func Matching(q *bun.SelectQuery, keyword string, columns ...string) *bun.SelectQuery {
	keyword = strings.TrimSpace(keyword)
	if keyword == "" {
		return q
	}
	pattern := "%" + likeEscape.Replace(strings.ToLower(keyword)) + "%"
	return q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		for _, column := range columns {
			q = q.WhereOr(`LOWER(?) LIKE ? ESCAPE '\'`, bun.Safe(column), pattern)
		}
		return q
	})
}

var likeEscape = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// ProjectOwner returns the corporation of a project in the scope.
func (s *Tables) ProjectOwner(ctx context.Context, scope access.Scope, id int64) (corporation int64, err error) {
	return ProjectOwner(ctx, s.Bun.NewSelect(), scope, id)
}

func (c *Transaction) ProjectOwner(ctx context.Context, scope access.Scope, id int64) (corporation int64, err error) {
	return ProjectOwner(ctx, c.Tables.Bun.NewSelect().Conn(c.Tx), scope, id)
}

func ProjectOwner(ctx context.Context, q *bun.SelectQuery, scope access.Scope, id int64) (corporation int64, err error) {
	q = Visible(q.Table("project").Column("corporation_id").Where("id = ?", id), scope, "corporation_id", "id")
	if err := q.Scan(ctx, &corporation); err != nil {
		return 0, Translate(err)
	}
	return corporation, nil
}
