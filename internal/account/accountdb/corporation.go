package accountdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type corporationRow struct {
	bun.BaseModel `bun:"table:corporation,alias:c"`
	corporation.Corporation
}

var _ corporation.Store = (*Store)(nil)

// visibleCorporations limits a query to the corporations whose own data a scope may see.
func visibleCorporations(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	if scope.Platform {
		return q
	}
	return sqlkit.Visible(q, scope, "c.id", "")
}

func (s *Store) Corporation(ctx context.Context, scope access.Scope, id int64) (corporation.Corporation, error) {
	var row corporationRow
	err := visibleCorporations(s.Selects(&row).Where("c.id = ?", id), scope).Scan(ctx)
	return row.Corporation, sqlkit.Translate(err)
}

// Unscoped: the look of the sign-in page, before anybody has signed in.
func (s *Store) CorporationByDomain(ctx context.Context, prefix string) (corporation.Corporation, error) {
	var rows []corporationRow
	if prefix != "" {
		if err := s.Selects(&rows).Where("c.domain_prefix = ? AND c.active", prefix).Scan(ctx); err != nil {
			return corporation.Corporation{}, fmt.Errorf("find corporation of a domain: %w", err)
		}
	}
	if len(rows) == 0 {
		const more = 2 // two rows are enough to know that there is more than one
		if err := s.Selects(&rows).Limit(more).Scan(ctx); err != nil {
			return corporation.Corporation{}, fmt.Errorf("find the only corporation: %w", err)
		}
	}
	if len(rows) != 1 {
		return corporation.Corporation{}, nil
	}
	return rows[0].Corporation, nil
}

// listedCorporation counts the contents of each corporation of a page.
type listedCorporation struct {
	corporationRow `bun:",extend"`
	Users          int64 `bun:",scanonly"`
	Projects       int64 `bun:",scanonly"`
	Points         int64 `bun:",scanonly"`
	Devices        int64 `bun:",scanonly"`
}

func (s *Store) Corporations(ctx context.Context, scope access.Scope, filter corporation.Filter) (paging.Page[corporation.Listed], error) {
	var rows []listedCorporation
	q := sqlkit.Matching(visibleCorporations(s.Selects(&rows), scope), filter.Keyword, "c.name", "c.title", "c.domain_prefix").ColumnExpr("c.*")
	if filter.Disabled != nil {
		q = q.Where("c.active = ?", !*filter.Disabled)
	}
	for _, held := range []struct{ table, name string }{{"account", "users"}, {"project", "projects"}, {"point", "points"}, {"device", "devices"}} {
		q = q.ColumnExpr("(SELECT COUNT(*) FROM ? AS held WHERE held.corporation_id = c.id) AS ?", bun.Ident(held.table), bun.Ident(held.name))
	}
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"name": "c.name", "createdAt": "c.created_at"}, "c.name", "c.id")
	if err != nil {
		return paging.Page[corporation.Listed]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list corporations", func(r listedCorporation) corporation.Listed {
		return corporation.Listed{Corporation: r.Corporation, Users: r.Users, Projects: r.Projects, Points: r.Points, Devices: r.Devices}
	})
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateCorporation(ctx context.Context, who audit.Actor, c *corporation.Corporation, first *corporation.FirstAdministrator) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.createCorporation(ctx, who, c); err != nil || first == nil {
			return err
		}
		var refusals errs.Refusals
		made := tx.createAccount(ctx, who, &identity.Account{
			CorporationID: c.ID, Type: access.Admin, Name: first.Name, DisplayName: first.DisplayName, Mobile: first.Mobile, Email: first.Email,
			Language: first.Language, Theme: identity.Dark, Active: true, SimplePassword: first.SimplePassword,
		}, first.PasswordHash)
		if err := refusals.Merge("administrator.", sqlkit.Translate(made)); err != nil {
			return err
		}
		return refusals.Err()
	})
}

func (c *change) createCorporation(ctx context.Context, who audit.Actor, given *corporation.Corporation) (err error) {
	if !who.Scope.All && !who.Scope.Platform {
		return errs.New(errs.NotAllowed)
	}
	made := *given
	if made.ID, err = c.ID(ctx); err != nil {
		return err
	}
	made.Active, made.CreatedAt = true, c.Now
	if err := c.Insert(ctx, &corporationRow{Corporation: made}); err != nil {
		return err
	}
	*given = made
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "corporation", Action: auditdb.Created, ID: made.ID, Corporation: made.ID, Content: made.Name, After: made,
	})
}

func (s *Store) SetCorporationActive(ctx context.Context, who audit.Actor, id int64, active bool) (corporation.Corporation, error) {
	var after corporation.Corporation
	err := s.write(ctx, func(tx *change) error {
		var before corporationRow
		if err := visibleCorporations(tx.Selects(&before).Where("c.id = ?", id), who.Scope).Scan(ctx); err != nil {
			return err
		}
		after = before.Corporation
		after.Active = active
		if err := tx.Update(ctx, &corporationRow{Corporation: after}, id, "active"); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "UPDATE account SET suspended = ? WHERE corporation_id = ?", !active, id); err != nil {
			return fmt.Errorf("suspend the accounts of corporation %d: %w", id, err)
		}
		if !active {
			if _, err := tx.Exec(ctx, `UPDATE session SET revoked_at = ? WHERE revoked_at = 0 AND
				(helping_corporation_id = ? OR account_id IN (SELECT id FROM account WHERE corporation_id = ?))`, tx.Now, id, id); err != nil {
				return fmt.Errorf("end the sessions of corporation %d: %w", id, err)
			}
			tx.People = append(tx.People, 0)
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "corporation", Action: switched(active), ID: id, Corporation: id, Content: after.Name, Before: before.Corporation, After: after,
		})
	})
	return after, err
}

func switched(active bool) string {
	if active {
		return "enable"
	}
	return "disable"
}

func (s *Store) UpdateCorporation(ctx context.Context, who audit.Actor, c corporation.Corporation) error {
	return s.write(ctx, func(tx *change) error {
		var before corporationRow
		if err := visibleCorporations(tx.Selects(&before).Where("c.id = ?", c.ID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		c.Active, c.CreatedAt = before.Active, before.CreatedAt
		if err := tx.Update(ctx, &corporationRow{Corporation: c}, c.ID); err != nil {
			return err
		}
		if before.TimeZone != c.TimeZone {
			if err := tx.announceUnassigned(ctx, c.ID); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "corporation", Action: auditdb.Updated, ID: c.ID, Corporation: c.ID, Content: c.Name, Before: before.Corporation, After: c,
		})
	})
}

// announceUnassigned makes the directory reload the devices that use the time zone of their corporation: those in no
// project.
func (c *change) announceUnassigned(ctx context.Context, id int64) error {
	var devices []int64
	err := c.store.Bun.NewSelect().Conn(c.Tx).Table("device").Column("id").Where("corporation_id = ? AND project_id = 0", id).Scan(ctx, &devices)
	if err != nil {
		return fmt.Errorf("devices in stock of corporation %d: %w", id, err)
	}
	c.Devices = append(c.Devices, devices...)
	return nil
}
