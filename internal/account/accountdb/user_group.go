package accountdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type groupRow struct {
	bun.BaseModel `bun:"table:user_group,alias:g"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	Name          string
	Note          string
	Users         int `bun:",scanonly"`
}

const groupUsers = "(SELECT COUNT(*) FROM group_account AS x WHERE x.group_id = g.id)"

// Groups uses four queries.
func (s *Store) Groups(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[user.Group], error) {
	var rows []groupRow
	q := sqlkit.Matching(sqlkit.Visible(s.Selects(&rows), scope, "g.corporation_id", ""), query.Keyword, "g.name", "g.note")
	total, err := q.Count(ctx)
	if err != nil {
		return paging.Page[user.Group]{}, fmt.Errorf("count user groups: %w", err)
	}
	q, err = sqlkit.Paged(q.ColumnExpr("g.*").ColumnExpr(groupUsers+" AS users"), query, sqlkit.Ordering{"name": "g.name", "users": "users"}, "g.name", "g.id")
	if err != nil {
		return paging.Page[user.Group]{}, err
	}
	if err := q.Scan(ctx); err != nil {
		return paging.Page[user.Group]{}, fmt.Errorf("list user groups: %w", err)
	}
	list, err := s.groups(ctx, rows)
	return paging.Page[user.Group]{List: list, Total: int(total)}, err
}

// groups converts rows and adds their roles.
func (s *Store) groups(ctx context.Context, rows []groupRow) ([]user.Group, error) {
	list := make([]user.Group, len(rows))
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	held := map[int64][]user.Role{}
	if len(ids) > 0 {
		var err error
		held, err = s.heldRoles(ctx,
			s.Bun.NewSelect().TableExpr("group_role AS h").ColumnExpr("h.group_id AS holder_id").Where("h.group_id IN (?)", bun.List(ids)))
		if err != nil {
			return nil, err
		}
	}
	for i, r := range rows {
		list[i] = user.Group{ID: r.ID, CorporationID: r.CorporationID, Name: r.Name, Note: r.Note, Users: r.Users, Roles: append([]user.Role{}, held[r.ID]...)}
	}
	return list, nil
}

func (s *Store) Group(ctx context.Context, scope access.Scope, id int64) (user.Group, error) {
	var row groupRow
	q := sqlkit.Visible(s.Selects(&row), scope, "g.corporation_id", "").ColumnExpr("g.*").ColumnExpr(groupUsers+" AS users").Where("g.id = ?", id)
	if err := q.Scan(ctx); err != nil {
		return user.Group{}, sqlkit.Translate(err)
	}
	list, err := s.groups(ctx, []groupRow{row})
	if err != nil {
		return user.Group{}, err
	}
	return list[0], nil
}

// group reads a group in the actor's scope inside the transaction.
func (c *change) group(ctx context.Context, who audit.Actor, id int64) (groupRow, error) {
	var row groupRow
	err := sqlkit.Visible(c.Selects(&row), who.Scope, "g.corporation_id", "").Where("g.id = ?", id).Scan(ctx)
	return row, sqlkit.Translate(err)
}

// groupState returns a group as the audit log shows it.
func groupState(r groupRow) any {
	return struct{ Name, Note string }{r.Name, r.Note}
}

func (s *Store) CreateGroup(ctx context.Context, who audit.Actor, g *user.Group) error {
	return s.write(ctx, func(tx *change) error {
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		row := groupRow{ID: id, CorporationID: g.CorporationID, Name: g.Name, Note: g.Note}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		g.ID = id
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "userGroup", Action: auditdb.Created, ID: id, Corporation: g.CorporationID, Content: g.Name, After: groupState(row),
		})
	})
}

func (s *Store) UpdateGroup(ctx context.Context, who audit.Actor, g user.Group) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.group(ctx, who, g.ID)
		if err != nil {
			return err
		}
		after := before
		after.Name, after.Note = g.Name, g.Note
		if err := tx.Update(ctx, &after, g.ID, "name", "note"); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "userGroup", Action: auditdb.Updated, ID: g.ID, Corporation: before.CorporationID, Content: g.Name,
			Before: groupState(before), After: groupState(after),
		})
	})
}

func (s *Store) DeleteGroup(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.group(ctx, who, id)
		if err != nil {
			return err
		}
		for _, statement := range []string{
			"DELETE FROM group_account WHERE group_id = ?", "DELETE FROM group_role WHERE group_id = ?", "DELETE FROM user_group WHERE id = ?",
		} {
			if _, err := tx.Exec(ctx, statement, id); err != nil {
				return err
			}
		}
		tx.People = append(tx.People, 0)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "userGroup", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Content: before.Name, Before: groupState(before),
		})
	})
}

func (s *Store) SetGroupRoles(ctx context.Context, who audit.Actor, id int64, roles []int64) error {
	return s.write(ctx, func(tx *change) error {
		g, err := tx.group(ctx, who, id)
		if err != nil {
			return err
		}
		named, err := tx.replaceLinks(ctx, links{table: "group_role", owner: "group_id", id: id, member: "role_id", of: "role"}, roles)
		if err != nil {
			return err
		}
		tx.People = append(tx.People, 0)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "userGroup", Action: "roles", ID: id, Corporation: g.CorporationID, Content: g.Name,
			Before: map[string]any{"roles": named.before}, After: map[string]any{"roles": named.after},
		})
	})
}

func (s *Store) ChangeGroupUsers(ctx context.Context, who audit.Actor, id int64, wanted user.Change) error {
	return s.write(ctx, func(tx *change) error {
		g, err := tx.group(ctx, who, id)
		if err != nil {
			return err
		}
		if err := tx.ofCorporation(ctx, g.CorporationID, wanted.Add); err != nil {
			return err
		}
		added, removed, err := tx.changeLinks(ctx, links{table: "group_account", owner: "group_id", id: id, member: "account_id"}, wanted)
		if err != nil {
			return err
		}
		tx.People = append(tx.People, 0)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "userGroup", Action: "users", ID: id, Corporation: g.CorporationID, Content: g.Name, After: usersChanged(added, removed),
		})
	})
}

// usersChanged returns what the audit log shows of added and removed users: their numbers, which stay correct after an
// account is removed.
func usersChanged(added, removed []int64) any {
	return struct{ Added, Removed []int64 }{append([]int64{}, added...), append([]int64{}, removed...)}
}

// without returns list without the elements of other.
func without(list, other []int64) []int64 {
	out := make(map[int64]bool, len(other))
	for _, id := range other {
		out[id] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return out[id] })
}
