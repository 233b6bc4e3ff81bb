package accountdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// keepPeople refuses a change to accounts that removes the last active administrator of a corporation or the last
// owner of a project. Changes to the same corporation or project run one after another, so that two cannot each remove
// the other's last one.
func (c *change) keepPeople(ctx context.Context, accounts []identity.Account, do func() error) error {
	ids := make([]int64, len(accounts))
	var corporations []int64
	for i, a := range accounts {
		ids[i] = a.ID
		if a.CorporationID != 0 && !slices.Contains(corporations, a.CorporationID) {
			corporations = append(corporations, a.CorporationID)
		}
	}
	slices.Sort(corporations)
	administrators := make(map[int64]int, len(corporations))
	for _, id := range corporations {
		if err := c.Lock(ctx, "corporation", id); err != nil {
			return err
		}
		n, err := c.administrators(ctx, id)
		if err != nil {
			return err
		}
		administrators[id] = n
	}
	var projects []int64
	err := c.store.Bun.NewSelect().Conn(c.Tx).Table("member_role").ColumnExpr("DISTINCT project_id").
		Where("account_id IN (?) AND role_id = ? AND project_id NOT IN "+sqlkit.DeletedProjects, bun.List(ids), roleOwner).OrderExpr("project_id").
		Scan(ctx, &projects)
	if err != nil {
		return fmt.Errorf("projects of owners: %w", err)
	}
	if err := c.keepOwners(ctx, projects, do); err != nil {
		return err
	}
	for _, id := range corporations {
		n, err := c.administrators(ctx, id)
		if err != nil {
			return err
		}
		if administrators[id] > 0 && n == 0 {
			return errs.New(errs.LastAdministrator)
		}
	}
	return nil
}

func (c *change) administrators(ctx context.Context, corporationID int64) (n int, err error) {
	err = c.QueryRowContext(ctx,
		"SELECT COUNT(*) FROM account WHERE corporation_id = $1 AND type = $2 AND active AND removed_at = 0", corporationID, access.Admin).Scan(&n)
	return n, err
}

// keepOwners refuses a change that removes the last owner of a project. An owner with an end date or a disabled
// account does not count, so that the project keeps an owner.
func (c *change) keepOwners(ctx context.Context, projects []int64, do func() error) error {
	owners := func(id int64) (n int, err error) {
		err = c.QueryRowContext(ctx, `SELECT COUNT(*) FROM member_role AS mr
			JOIN project_member AS m ON m.project_id = mr.project_id AND m.account_id = mr.account_id JOIN account AS a ON a.id = mr.account_id
			WHERE mr.project_id = $1 AND mr.role_id = $2 AND m.until = 0 AND a.active`, id, roleOwner).Scan(&n)
		return n, err
	}
	before := make(map[int64]int, len(projects))
	for _, id := range projects {
		if err := c.Lock(ctx, "project", id); err != nil {
			return err
		}
		n, err := owners(id)
		if err != nil {
			return err
		}
		before[id] = n
	}
	if err := do(); err != nil {
		return err
	}
	for _, id := range projects {
		after, err := owners(id)
		if err != nil {
			return err
		}
		if before[id] > 0 && after == 0 {
			return errs.New(errs.LastOwner)
		}
	}
	return nil
}

// The row stays as the author of the account's actions. All personal data is deleted, including addresses of sign-ins.
func (s *Store) RemoveUser(ctx context.Context, who audit.Actor, id int64, pseudonym string) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.user(ctx, who, id)
		if err != nil {
			return err
		}
		if err := tx.keepPeople(ctx, []identity.Account{before}, func() error { return tx.removeUser(ctx, before, pseudonym) }); err != nil {
			return err
		}
		tx.People = append(tx.People, id)
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "user", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Content: pseudonym,
		})
	})
}

func (c *change) removeUser(ctx context.Context, a identity.Account, pseudonym string) error {
	for _, table := range []string{
		"member_role", "project_member", "account_role", "group_account", "session", "sign_in_challenge", "second_factor", "recovery_code",
		"sso_link", "sso_sign_in", "verification_code", "notification_seen", "sign_in_attempt", "push_browser",
	} {
		if _, err := c.Exec(ctx, "DELETE FROM ? WHERE account_id = ?", bun.Ident(table), a.ID); err != nil {
			return err
		}
	}
	// Presets that the corporation shares stay.
	if _, err := c.Exec(ctx, "DELETE FROM view_preset WHERE account_id = ? AND NOT shared", a.ID); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "DELETE FROM sign_in_attempt WHERE name = LOWER(?)", a.Name); err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "UPDATE api_key SET revoked_at = ? WHERE account_id = ? AND revoked_at = 0", c.Now, a.ID); err != nil {
		return err
	}
	gone := accountRow{Account: identity.Account{
		ID: a.ID, CorporationID: a.CorporationID, Name: pseudonym, Type: a.Type, Theme: identity.Dark, CreatedAt: a.CreatedAt, RemovedAt: c.Now,
	}}
	return c.Update(ctx, &gone, a.ID)
}
