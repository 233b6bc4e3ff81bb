package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// roleOwner is the id of the built-in owner role in the migrations.
const roleOwner = 1

type roleRow struct {
	bun.BaseModel `bun:"table:role,alias:r"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Type          access.RoleType
	Name          string
	Note          string
	Users         int `bun:",scanonly"`
	Groups        int `bun:",scanonly"`
	Members       int `bun:",scanonly"`
}

// role converts a row. sets are the permissions of custom roles.
func (r roleRow) role(sets map[int64]access.Set) user.Role {
	set := sets[r.ID]
	if r.Type != access.Custom {
		set = access.OfRole(r.Type)
	}
	return user.Role{
		ID: r.ID, CorporationID: r.CorporationID, Type: r.Type, Name: r.Name, Note: r.Note, Set: set, Users: r.Users, Groups: r.Groups, Members: r.Members,
	}
}

// roles converts rows, reading the permissions of custom roles in one query.
func (s *Store) roles(ctx context.Context, rows []roleRow) ([]user.Role, error) {
	var custom []int64
	for _, r := range rows {
		if r.Type == access.Custom {
			custom = append(custom, r.ID)
		}
	}
	sets, err := s.customSets(ctx, custom)
	if err != nil {
		return nil, err
	}
	list := make([]user.Role, len(rows))
	for i, r := range rows {
		list[i] = r.role(sets)
	}
	return list, nil
}

// heldRoles returns the roles of each holder. holding is a query over a table h with the columns role_id and
// holder_id.
func (s *Store) heldRoles(ctx context.Context, holding *bun.SelectQuery) (map[int64][]user.Role, error) {
	var held []struct {
		HolderID int64
		ID       int64
		Type     access.RoleType
		Name     string
	}
	err := holding.Join("JOIN role AS r ON r.id = h.role_id").Column("r.id", "r.type", "r.name").OrderExpr("r.corporation_id, r.id").Scan(ctx, &held)
	if err != nil {
		return nil, fmt.Errorf("roles that are held: %w", err)
	}
	rows := make([]roleRow, len(held))
	for i, h := range held {
		rows[i] = roleRow{ID: h.ID, Type: h.Type, Name: h.Name}
	}
	roles, err := s.roles(ctx, rows)
	if err != nil {
		return nil, err
	}
	by := make(map[int64][]user.Role)
	for i, h := range held {
		by[h.HolderID] = append(by[h.HolderID], roles[i])
	}
	return by, nil
}

// known limits a query to the built-in roles and those of the scope's corporation.
func known(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	return q.Where("(r.corporation_id = 0 OR r.corporation_id = ?)", scope.Corporation)
}

// counted adds the number of holders in the scope's corporation.
func counted(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	return q.ColumnExpr("r.*").
		ColumnExpr(
			"(SELECT COUNT(*) FROM account_role AS x JOIN account AS a ON a.id = x.account_id WHERE x.role_id = r.id AND a.corporation_id = ?) AS users",
			scope.Corporation).
		ColumnExpr(
			"(SELECT COUNT(*) FROM group_role AS x JOIN user_group AS g ON g.id = x.group_id WHERE x.role_id = r.id AND g.corporation_id = ?) AS groups",
			scope.Corporation).
		ColumnExpr(
			"(SELECT COUNT(*) FROM member_role AS x JOIN project AS p ON p.id = x.project_id WHERE x.role_id = r.id AND p.corporation_id = ?) AS members",
			scope.Corporation)
}

// Roles uses three queries.
func (s *Store) Roles(ctx context.Context, scope access.Scope, query paging.Query) (paging.Page[user.Role], error) {
	var rows []roleRow
	q := sqlkit.Matching(known(s.Selects(&rows), scope), query.Keyword, "r.name", "r.note")
	total, err := q.Count(ctx)
	if err != nil {
		return paging.Page[user.Role]{}, fmt.Errorf("count roles: %w", err)
	}
	q, err = sqlkit.Paged(counted(q, scope), query, sqlkit.Ordering{"name": "r.name", "users": "users"},
		"CASE WHEN r.corporation_id = 0 THEN r.id ELSE 100 END, r.name", "r.id")
	if err != nil {
		return paging.Page[user.Role]{}, err
	}
	if err := q.Scan(ctx); err != nil {
		return paging.Page[user.Role]{}, fmt.Errorf("list roles: %w", err)
	}
	list, err := s.roles(ctx, rows)
	return paging.Page[user.Role]{List: list, Total: int(total)}, err
}

func (s *Store) Role(ctx context.Context, scope access.Scope, id int64) (user.Role, error) {
	var row roleRow
	if err := counted(known(s.Selects(&row), scope), scope).Where("r.id = ?", id).Scan(ctx); err != nil {
		return user.Role{}, sqlkit.Translate(err)
	}
	list, err := s.roles(ctx, []roleRow{row})
	if err != nil {
		return user.Role{}, err
	}
	return list[0], nil
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) RolesByID(ctx context.Context, corporationID int64, ids []int64) ([]user.Role, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []roleRow
	if err := known(s.Selects(&rows), access.Scope{Corporation: corporationID}).Where("r.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("roles: %w", err)
	}
	if len(rows) != len(ids) {
		return nil, errs.OnField("roles", errs.MustExist)
	}
	return s.roles(ctx, rows)
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateRole(ctx context.Context, who audit.Actor, r *user.Role) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *r
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &roleRow{ID: made.ID, CorporationID: made.CorporationID, Type: made.Type, Name: made.Name, Note: made.Note}); err != nil {
			return err
		}
		if err := tx.setPermissions(ctx, made.ID, made.Set); err != nil {
			return err
		}
		*r = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "role", Action: auditdb.Created, ID: r.ID, Corporation: r.CorporationID, Content: r.Name, After: roleState(*r),
		})
	})
}

// roleState returns a role as the audit log shows it.
func roleState(r user.Role) any {
	return struct {
		Name, Note  string
		Permissions []string
	}{r.Name, r.Note, r.Set.Names()}
}

func (c *change) setPermissions(ctx context.Context, role int64, set access.Set) error {
	if _, err := c.Exec(ctx, "DELETE FROM role_permission WHERE role_id = ?", role); err != nil {
		return err
	}
	for _, p := range set.Permissions() {
		if _, err := c.Exec(ctx, "INSERT INTO role_permission (role_id, permission) VALUES (?, ?)", role, p.String()); err != nil {
			return err
		}
	}
	return nil
}

// customRole reads a custom role of the actor's corporation inside the transaction.
func (c *change) customRole(ctx context.Context, who audit.Actor, id int64) (user.Role, error) {
	var row roleRow
	if err := known(c.Selects(&row), who.Scope).Where("r.id = ? AND r.corporation_id <> 0", id).Scan(ctx); err != nil {
		return user.Role{}, err
	}
	var names []string
	if err := c.store.Bun.NewSelect().Conn(c.Tx).Table("role_permission").Column("permission").Where("role_id = ?", id).Scan(ctx, &names); err != nil {
		return user.Role{}, err
	}
	set := access.Set{}
	for _, name := range names {
		if p, ok := access.ParsePermission(name); ok {
			set = set.With(p.Area, p.Action)
		}
	}
	return row.role(map[int64]access.Set{id: set}), nil
}

func (s *Store) UpdateRole(ctx context.Context, who audit.Actor, r user.Role) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.customRole(ctx, who, r.ID)
		if err != nil {
			return err
		}
		after := before
		after.Name, after.Note = r.Name, r.Note
		if err := tx.Update(ctx, &roleRow{Name: r.Name, Note: r.Note}, r.ID, "name", "note"); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "role", Action: auditdb.Updated, ID: r.ID, Corporation: before.CorporationID, Content: r.Name,
			Before: roleState(before), After: roleState(after),
		})
	})
}

func (s *Store) DeleteRole(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.customRole(ctx, who, id)
		if err != nil {
			return err
		}
		if err := tx.setPermissions(ctx, id, access.Set{}); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM role WHERE id = ?", id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "role", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Content: before.Name, Before: roleState(before),
		})
	})
}

func (s *Store) SetRolePermissions(ctx context.Context, who audit.Actor, id int64, set access.Set) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.customRole(ctx, who, id)
		if err != nil {
			return err
		}
		if set.InProject() != set {
			n, err := s.Bun.NewSelect().Conn(tx.Tx).Table("member_role").Where("role_id = ?", id).Count(ctx)
			if err != nil {
				return err
			}
			if n > 0 {
				return errs.New(errs.RoleInProjects)
			}
		}
		if err := tx.setPermissions(ctx, id, set); err != nil {
			return err
		}
		tx.People = append(tx.People, 0)
		after := before
		after.Set = set
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "role", Action: "permissions", ID: id, Corporation: before.CorporationID, Content: before.Name,
			Before: roleState(before), After: roleState(after),
		})
	})
}

// A built-in role changes only for the users of the actor's corporation.
func (s *Store) ChangeRoleUsers(ctx context.Context, who audit.Actor, id int64, wanted user.Change) error {
	return s.write(ctx, func(tx *change) error {
		var row roleRow
		if err := known(tx.Selects(&row), who.Scope).Where("r.id = ?", id).Scan(ctx); err != nil {
			return err
		}
		if wanted.Replace { // a built-in role also has holders in other corporations
			var ours []int64
			err := s.Bun.NewSelect().Conn(tx.Tx).TableExpr("account_role AS h").Join("JOIN account AS a ON a.id = h.account_id").
				Column("h.account_id").Where("h.role_id = ? AND a.corporation_id = ?", id, who.Scope.Corporation).Scan(ctx, &ours)
			if err != nil {
				return err
			}
			wanted = user.Change{Add: wanted.Add, Remove: without(ours, wanted.Add)}
		}
		if err := tx.ofCorporation(ctx, who.Scope.Corporation, append(append([]int64{}, wanted.Add...), wanted.Remove...)); err != nil {
			return err
		}
		added, removed, err := tx.changeLinks(ctx, links{table: "account_role", owner: "role_id", id: id, member: "account_id"}, wanted)
		if err != nil {
			return err
		}
		tx.People = append(tx.People, 0)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "role", Action: "users", ID: id, Corporation: who.Scope.Corporation, Content: row.Name, After: usersChanged(added, removed),
		})
	})
}
