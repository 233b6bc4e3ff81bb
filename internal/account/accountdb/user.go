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
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type userRow struct {
	bun.BaseModel `bun:"table:account,alias:a"`
	identity.Account
	PasswordHash string
	LastUsedAt   int64 `bun:",scanonly"`
}

var _ user.Store = (*Store)(nil)

const (
	lastUsed = "(SELECT COALESCE(MAX(s.last_used_at), 0) FROM session AS s WHERE s.account_id = a.id)"
	closedBy = "a.id IN (SELECT account_id FROM sign_in_attempt WHERE account_id <> 0 AND at >= ? GROUP BY account_id HAVING COUNT(*) >= ?)"
)

// Users uses five queries, whatever the number of users.
func (s *Store) Users(ctx context.Context, scope access.Scope, filter user.UserFilter, closed user.Closed) (paging.Page[user.User], error) {
	var rows []userRow
	q := visibleAccount(s.Selects(&rows), scope)
	if filter.Type != "" {
		q = q.Where("a.type = ?", filter.Type)
	}
	if filter.Active != nil {
		q = q.Where("a.active = ?", *filter.Active)
	}
	if filter.SecondFactor != nil {
		q = q.Where("a.second_factor = ?", *filter.SecondFactor)
	}
	if filter.Locked != nil {
		condition := closedBy
		if !*filter.Locked {
			condition = "NOT " + closedBy
		}
		q = q.Where(condition, closed.Since, closed.Attempts)
	}
	if filter.RoleID != 0 {
		q = q.Where("a.id IN (SELECT account_id FROM account_role WHERE role_id = ?)", filter.RoleID)
	}
	if filter.GroupID != 0 {
		q = q.Where("a.id IN (SELECT account_id FROM group_account WHERE group_id = ?)", filter.GroupID)
	}
	q = sqlkit.Matching(q, filter.Keyword, "a.name", "a.display_name", "a.mobile", "a.email")
	total, err := q.Count(ctx)
	if err != nil {
		return paging.Page[user.User]{}, fmt.Errorf("count users: %w", err)
	}
	q, err = sqlkit.Paged(q.ColumnExpr("a.*").ColumnExpr(lastUsed+" AS last_used_at"), filter.Query, sqlkit.Ordering{
		"name": "a.name", "displayName": "a.display_name", "type": "a.type", "createdAt": "a.created_at", "lastUsedAt": "last_used_at",
	}, "a.name", "a.id")
	if err != nil {
		return paging.Page[user.User]{}, err
	}
	if err := q.Scan(ctx); err != nil {
		return paging.Page[user.User]{}, fmt.Errorf("list users: %w", err)
	}
	list, err := s.withRoles(ctx, rows)
	return paging.Page[user.User]{List: list, Total: int(total)}, err
}

func (s *Store) User(ctx context.Context, scope access.Scope, id int64) (user.User, error) {
	var rows []userRow
	err := visibleAccount(s.Selects(&rows), scope).ColumnExpr("a.*").ColumnExpr(lastUsed+" AS last_used_at").Where("a.id = ?", id).Scan(ctx)
	if err != nil {
		return user.User{}, fmt.Errorf("user %d: %w", id, err)
	}
	if len(rows) == 0 {
		return user.User{}, errs.New(errs.NothingHere)
	}
	list, err := s.withRoles(ctx, rows)
	if err != nil {
		return user.User{}, err
	}
	return list[0], nil
}

// withRoles adds the roles and groups of users, in three queries.
func (s *Store) withRoles(ctx context.Context, rows []userRow) ([]user.User, error) {
	list := make([]user.User, len(rows))
	ids := make([]int64, len(rows))
	at := make(map[int64]int, len(rows))
	for i, r := range rows {
		list[i] = user.User{Account: r.Account, LastUsedAt: r.LastUsedAt, Roles: []user.Role{}, Groups: []user.Group{}}
		ids[i] = r.ID
		at[r.ID] = i
	}
	if len(ids) == 0 {
		return list, nil
	}
	held, err := s.heldRoles(ctx,
		s.Bun.NewSelect().TableExpr("account_role AS h").ColumnExpr("h.account_id AS holder_id").Where("h.account_id IN (?)", bun.List(ids)))
	if err != nil {
		return nil, err
	}
	for id, roles := range held {
		list[at[id]].Roles = roles
	}
	var groups []struct {
		AccountID int64
		ID        int64
		Name      string
	}
	err = s.Bun.NewSelect().TableExpr("group_account AS ga").Join("JOIN user_group AS g ON g.id = ga.group_id").
		Column("ga.account_id", "g.id", "g.name").Where("ga.account_id IN (?)", bun.List(ids)).OrderExpr("g.name, g.id").Scan(ctx, &groups)
	if err != nil {
		return nil, fmt.Errorf("groups of users: %w", err)
	}
	for _, g := range groups {
		person := &list[at[g.AccountID]]
		person.Groups = append(person.Groups, user.Group{ID: g.ID, CorporationID: person.CorporationID, Name: g.Name})
	}
	return list, nil
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) NameTaken(ctx context.Context, name string) (bool, error) {
	return s.Selects((*accountRow)(nil)).Where("LOWER(a.name) = LOWER(?)", name).Exists(ctx)
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateUser(ctx context.Context, who audit.Actor, a *identity.Account, hash string, roles, groups []int64) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.createAccount(ctx, who, a, hash); err != nil {
			return err
		}
		if len(roles) > 0 {
			if err := tx.setUserRoles(ctx, who, *a, roles); err != nil {
				return err
			}
		}
		if len(groups) > 0 {
			return tx.setUserGroups(ctx, who, *a, groups)
		}
		return nil
	})
}

// user reads an account in the actor's scope inside the transaction.
func (c *change) user(ctx context.Context, who audit.Actor, id int64) (identity.Account, error) {
	var row accountRow
	err := visibleAccount(c.Selects(&row), who.Scope).Where("a.id = ?", id).Scan(ctx)
	return row.Account, sqlkit.Translate(err)
}

func (s *Store) UpdateUser(ctx context.Context, who audit.Actor, a identity.Account) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.user(ctx, who, a.ID)
		if err != nil {
			return err
		}
		a.EmailVerified = before.EmailVerified && a.Email == before.Email // a new address is unverified
		a.MobileVerified = before.MobileVerified && a.Mobile == before.Mobile
		err = tx.keepPeople(ctx, []identity.Account{before}, func() error {
			return tx.Update(ctx, &accountRow{Account: a}, a.ID, "display_name", "mobile", "email", "type", "email_verified", "mobile_verified")
		})
		if err != nil {
			return err
		}
		tx.People = append(tx.People, a.ID)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: auditdb.Updated, ID: a.ID, Corporation: a.CorporationID, Content: a.Name, Before: before, After: a,
		})
	})
}

func (s *Store) SetActive(ctx context.Context, who audit.Actor, ids []int64, active bool) error {
	return s.write(ctx, func(tx *change) error {
		accounts := make([]identity.Account, 0, len(ids))
		for _, id := range ids {
			a, err := tx.user(ctx, who, id)
			if err != nil {
				return err
			}
			if a.Active != active {
				accounts = append(accounts, a)
			}
		}
		if len(accounts) == 0 {
			audit.Note(ctx) // nothing changed, so there is nothing to log
			return nil
		}
		return tx.keepPeople(ctx, accounts, func() error {
			for _, a := range accounts {
				if err := tx.setActive(ctx, who, a, active); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func (c *change) setActive(ctx context.Context, who audit.Actor, a identity.Account, active bool) error {
	after := a
	after.Active = active
	if err := c.Update(ctx, &accountRow{Account: after}, a.ID, "active"); err != nil {
		return err
	}
	action := "enable"
	if !active {
		action = "disable"
		if _, err := c.Exec(ctx, "UPDATE session SET revoked_at = ? WHERE account_id = ? AND revoked_at = 0", c.Now, a.ID); err != nil {
			return err
		}
	}
	c.People = append(c.People, a.ID)
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: action, ID: a.ID, Corporation: a.CorporationID, Content: a.Name, Before: a, After: after,
	})
}

func (s *Store) SetUserRoles(ctx context.Context, who audit.Actor, id int64, roles []int64) error {
	return s.write(ctx, func(tx *change) error {
		a, err := tx.user(ctx, who, id)
		if err != nil {
			return err
		}
		return tx.setUserRoles(ctx, who, a, roles)
	})
}

func (c *change) setUserRoles(ctx context.Context, who audit.Actor, a identity.Account, roles []int64) error {
	named, err := c.replaceLinks(ctx, links{table: "account_role", owner: "account_id", id: a.ID, member: "role_id", of: "role"}, roles)
	if err != nil {
		return err
	}
	c.People = append(c.People, a.ID)
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: "roles", ID: a.ID, Corporation: a.CorporationID, Content: a.Name,
		Before: map[string]any{"roles": named.before}, After: map[string]any{"roles": named.after},
	})
}

func (s *Store) SetUserGroups(ctx context.Context, who audit.Actor, id int64, groups []int64) error {
	return s.write(ctx, func(tx *change) error {
		a, err := tx.user(ctx, who, id)
		if err != nil {
			return err
		}
		return tx.setUserGroups(ctx, who, a, groups)
	})
}

func (c *change) setUserGroups(ctx context.Context, who audit.Actor, a identity.Account, groups []int64) error {
	known, err := c.store.Bun.NewSelect().Conn(c.Tx).Table("user_group").
		Where("id IN (?) AND corporation_id = ?", bun.List(append([]int64{0}, groups...)), a.CorporationID).Count(ctx)
	if err != nil {
		return err
	}
	if int(known) != len(groups) {
		return errs.OnField("groups", errs.MustExist)
	}
	named, err := c.replaceLinks(ctx, links{table: "group_account", owner: "account_id", id: a.ID, member: "group_id", of: "user_group"}, groups)
	if err != nil {
		return err
	}
	c.People = append(c.People, a.ID)
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "user", Action: "groups", ID: a.ID, Corporation: a.CorporationID, Content: a.Name,
		Before: map[string]any{"groups": named.before}, After: map[string]any{"groups": named.after},
	})
}

// links are the rows of a table that connects one owner to members.
type links struct {
	table, owner string
	id           int64
	member, of   string // column of the member, and the table that contains its name
}

// linked are the names of the members before and after a change.
type linked struct{ before, after []string }

// replaceLinks replaces the members of an owner and returns their names.
func (c *change) replaceLinks(ctx context.Context, l links, members []int64) (linked, error) {
	names := func() (list []string, err error) {
		list = []string{}
		err = c.store.Bun.NewSelect().Conn(c.Tx).TableExpr("? AS l", bun.Ident(l.table)).
			Join("JOIN ? AS n ON n.id = l.?", bun.Ident(l.of), bun.Ident(l.member)).
			Column("n.name").Where("l.? = ?", bun.Ident(l.owner), l.id).OrderExpr("n.name").Scan(ctx, &list)
		return list, err
	}
	before, err := names()
	if err != nil {
		return linked{}, err
	}
	if _, err := c.Exec(ctx, "DELETE FROM ? WHERE ? = ?", bun.Ident(l.table), bun.Ident(l.owner), l.id); err != nil {
		return linked{}, err
	}
	for _, member := range members {
		if _, err := c.Exec(ctx, "INSERT INTO ? (?, ?) VALUES (?, ?)", bun.Ident(l.table), bun.Ident(l.owner), bun.Ident(l.member), l.id, member); err != nil {
			return linked{}, err
		}
	}
	after, err := names()
	return linked{before, after}, err
}

// linksAtOnce is the maximum number of rows that one statement inserts or deletes.
const linksAtOnce = 500

// changeLinks adds and removes members of an owner. It returns the accounts whose links changed.
func (c *change) changeLinks(ctx context.Context, l links, change user.Change) (added, removed []int64, err error) {
	var before []int64
	err = c.store.Bun.NewSelect().Conn(c.Tx).TableExpr("?", bun.Ident(l.table)).ColumnExpr("?", bun.Ident(l.member)).
		Where("? = ?", bun.Ident(l.owner), l.id).Scan(ctx, &before)
	if err != nil {
		return nil, nil, err
	}
	if change.Replace {
		change.Remove = without(before, change.Add)
	}
	added, removed = without(change.Add, before), without(change.Remove, without(change.Remove, before))
	for chunk := range slices.Chunk(removed, linksAtOnce) {
		if _, err := c.Exec(ctx, "DELETE FROM ? WHERE ? = ? AND ? IN (?)", bun.Ident(l.table), bun.Ident(l.owner),
			l.id, bun.Ident(l.member), bun.List(chunk)); err != nil {
			return nil, nil, err
		}
	}
	for chunk := range slices.Chunk(added, linksAtOnce) {
		if _, err := c.Exec(ctx, "INSERT INTO ? (?, ?) SELECT ?, id FROM account WHERE id IN (?)", bun.Ident(l.table),
			bun.Ident(l.owner), bun.Ident(l.member), l.id, bun.List(chunk)); err != nil {
			return nil, nil, err
		}
	}
	return added, removed, nil
}

// ofCorporation refuses accounts that do not belong to a corporation.
func (c *change) ofCorporation(ctx context.Context, corporationID int64, accounts []int64) error {
	for chunk := range slices.Chunk(accounts, linksAtOnce) {
		known, err := c.store.Bun.NewSelect().Conn(c.Tx).Table("account").
			Where("id IN (?) AND corporation_id = ? AND removed_at = 0", bun.List(chunk), corporationID).Count(ctx)
		if err != nil {
			return err
		}
		if int(known) != len(chunk) {
			return errs.OnField("users", errs.MustExist)
		}
	}
	return nil
}
