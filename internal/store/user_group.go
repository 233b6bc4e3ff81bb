package store

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/account/people"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
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

// Groups implements people.Store: four queries.
func (s *Store) Groups(ctx context.Context, scope access.Scope, query listing.Query) (listing.Page[people.Group], error) {
	var rows []groupRow
	q := matching(visible(s.selects(&rows), scope, "g.corporation_id", ""), query.Keyword, "g.name", "g.note")
	total, err := q.Count(ctx)
	if err != nil {
		return listing.Page[people.Group]{}, fmt.Errorf("count user groups: %w", err)
	}
	q, err = paged(q.ColumnExpr("g.*").ColumnExpr(groupUsers+" AS users"), query, ordering{"name": "g.name", "users": "users"}, "g.name", "g.id")
	if err != nil {
		return listing.Page[people.Group]{}, err
	}
	if err := q.Scan(ctx); err != nil {
		return listing.Page[people.Group]{}, fmt.Errorf("list user groups: %w", err)
	}
	list, err := s.groups(ctx, rows)
	return listing.Page[people.Group]{List: list, Total: int(total)}, err
}

// groups turns rows, with their roles.
func (s *Store) groups(ctx context.Context, rows []groupRow) ([]people.Group, error) {
	list := make([]people.Group, len(rows))
	ids := make([]int64, len(rows))
	for i, r := range rows {
		ids[i] = r.ID
	}
	held := map[int64][]people.Role{}
	if len(ids) > 0 {
		var err error
		held, err = s.heldRoles(ctx, s.bun.NewSelect().TableExpr("group_role AS h").ColumnExpr("h.group_id AS holder_id").Where("h.group_id IN (?)", bun.List(ids)))
		if err != nil {
			return nil, err
		}
	}
	for i, r := range rows {
		list[i] = people.Group{ID: r.ID, CorporationID: r.CorporationID, Name: r.Name, Note: r.Note, Users: r.Users, Roles: append([]people.Role{}, held[r.ID]...)}
	}
	return list, nil
}

// Group implements people.Store.
func (s *Store) Group(ctx context.Context, scope access.Scope, id int64) (people.Group, error) {
	var row groupRow
	q := visible(s.selects(&row), scope, "g.corporation_id", "").ColumnExpr("g.*").ColumnExpr(groupUsers+" AS users").Where("g.id = ?", id)
	if err := q.Scan(ctx); err != nil {
		return people.Group{}, translate(err)
	}
	list, err := s.groups(ctx, []groupRow{row})
	if err != nil {
		return people.Group{}, err
	}
	return list[0], nil
}

// group reads a group of the actor's scope inside the transaction.
func (c *change) group(ctx context.Context, who oplog.Actor, id int64) (groupRow, error) {
	var row groupRow
	err := visible(c.selects(&row), who.Scope, "g.corporation_id", "").Where("g.id = ?", id).Scan(ctx)
	return row, translate(err)
}

// groupState is a group as the log of operations tells it.
func groupState(r groupRow) any {
	return struct{ Name, Note string }{r.Name, r.Note}
}

// CreateGroup implements people.Store.
func (s *Store) CreateGroup(ctx context.Context, who oplog.Actor, g *people.Group) error {
	return s.write(ctx, func(tx *change) error {
		id, err := tx.id(ctx)
		if err != nil {
			return err
		}
		row := groupRow{ID: id, CorporationID: g.CorporationID, Name: g.Name, Note: g.Note}
		if err := tx.insert(ctx, &row); err != nil {
			return err
		}
		g.ID = id
		return tx.log(ctx, who, logged{kind: "userGroup", action: created, id: id, corporation: g.CorporationID, content: g.Name, after: groupState(row)})
	})
}

// UpdateGroup implements people.Store.
func (s *Store) UpdateGroup(ctx context.Context, who oplog.Actor, g people.Group) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.group(ctx, who, g.ID)
		if err != nil {
			return err
		}
		after := before
		after.Name, after.Note = g.Name, g.Note
		if err := tx.update(ctx, &after, g.ID, "name", "note"); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "userGroup", action: updated, id: g.ID, corporation: before.CorporationID, content: g.Name, before: groupState(before), after: groupState(after)})
	})
}

// DeleteGroup implements people.Store.
func (s *Store) DeleteGroup(ctx context.Context, who oplog.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.group(ctx, who, id)
		if err != nil {
			return err
		}
		for _, statement := range []string{
			"DELETE FROM group_account WHERE group_id = ?", "DELETE FROM group_role WHERE group_id = ?", "DELETE FROM user_group WHERE id = ?",
		} {
			if _, err := tx.exec(ctx, statement, id); err != nil {
				return err
			}
		}
		tx.people = append(tx.people, 0)
		return tx.log(ctx, who, logged{kind: "userGroup", action: deleted, id: id, corporation: before.CorporationID, content: before.Name, before: groupState(before)})
	})
}

// SetGroupRoles implements people.Store.
func (s *Store) SetGroupRoles(ctx context.Context, who oplog.Actor, id int64, roles []int64) error {
	return s.write(ctx, func(tx *change) error {
		g, err := tx.group(ctx, who, id)
		if err != nil {
			return err
		}
		named, err := tx.replaceLinks(ctx, links{table: "group_role", owner: "group_id", id: id, member: "role_id", of: "role"}, roles)
		if err != nil {
			return err
		}
		tx.people = append(tx.people, 0)
		return tx.log(ctx, who, logged{
			kind: "userGroup", action: "roles", id: id, corporation: g.CorporationID, content: g.Name,
			before: map[string]any{"roles": named.before}, after: map[string]any{"roles": named.after},
		})
	})
}

// ChangeGroupUsers implements people.Store.
func (s *Store) ChangeGroupUsers(ctx context.Context, who oplog.Actor, id int64, wanted people.Change) error {
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
		tx.people = append(tx.people, 0)
		return tx.log(ctx, who, logged{kind: "userGroup", action: "users", id: id, corporation: g.CorporationID, content: g.Name, after: usersChanged(added, removed)})
	})
}

// usersChanged is what the log of operations tells of users who came and went: their
// numbers, which stay true when an account is removed.
func usersChanged(added, removed []int64) any {
	return struct{ Added, Removed []int64 }{append([]int64{}, added...), append([]int64{}, removed...)}
}

// without is a list less what another has.
func without(list, other []int64) []int64 {
	out := make(map[int64]bool, len(other))
	for _, id := range other {
		out[id] = true
	}
	return slices.DeleteFunc(slices.Clone(list), func(id int64) bool { return out[id] })
}
