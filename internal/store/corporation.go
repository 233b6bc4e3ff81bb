package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
)

type corporationRow struct {
	bun.BaseModel `bun:"table:corporation,alias:c"`
	corporation.Corporation
}

var _ corporation.Store = (*Store)(nil)

// seen narrows a query of corporations to those that a scope may look at as such.
func seen(q *bun.SelectQuery, scope access.Scope) *bun.SelectQuery {
	if scope.Platform {
		return q
	}
	return visible(q, scope, "c.id", "")
}

// Corporation implements corporation.Store.
func (s *Store) Corporation(ctx context.Context, scope access.Scope, id int64) (corporation.Corporation, error) {
	var row corporationRow
	err := seen(s.selects(&row).Where("c.id = ?", id), scope).Scan(ctx)
	return row.Corporation, translate(err)
}

// CorporationByDomain implements corporation.Store.
func (s *Store) CorporationByDomain(ctx context.Context, prefix string) (corporation.Corporation, error) {
	var rows []corporationRow
	if prefix != "" {
		if err := s.selects(&rows).Where("c.domain_prefix = ? AND c.active", prefix).Scan(ctx); err != nil {
			return corporation.Corporation{}, fmt.Errorf("find corporation of a domain: %w", err)
		}
	}
	if len(rows) == 0 {
		const more = 2 // two tell as well as all that there is not just one
		if err := s.selects(&rows).Limit(more).Scan(ctx); err != nil {
			return corporation.Corporation{}, fmt.Errorf("find the only corporation: %w", err)
		}
	}
	if len(rows) != 1 {
		return corporation.Corporation{}, nil
	}
	return rows[0].Corporation, nil
}

// listedCorporation counts what each corporation of a page holds.
type listedCorporation struct {
	corporationRow `bun:",extend"`
	Users          int64 `bun:",scanonly"`
	Projects       int64 `bun:",scanonly"`
	Points         int64 `bun:",scanonly"`
	Devices        int64 `bun:",scanonly"`
}

// Corporations implements corporation.Store.
func (s *Store) Corporations(ctx context.Context, scope access.Scope, filter corporation.Filter) (listing.Page[corporation.Listed], error) {
	var rows []listedCorporation
	q := matching(seen(s.selects(&rows), scope), filter.Keyword, "c.name", "c.title", "c.domain_prefix").ColumnExpr("c.*")
	if filter.Disabled != nil {
		q = q.Where("c.active = ?", !*filter.Disabled)
	}
	for _, held := range []struct{ table, name string }{{"account", "users"}, {"project", "projects"}, {"point", "points"}, {"device", "devices"}} {
		q = q.ColumnExpr("(SELECT COUNT(*) FROM ? AS held WHERE held.corporation_id = c.id) AS ?", bun.Ident(held.table), bun.Ident(held.name))
	}
	q, err := paged(q, filter.Query, ordering{"name": "c.name", "createdAt": "c.created_at"}, "c.name", "c.id")
	if err != nil {
		return listing.Page[corporation.Listed]{}, err
	}
	return readPage(ctx, q, &rows, "list corporations", func(r listedCorporation) corporation.Listed {
		return corporation.Listed{Corporation: r.Corporation, Users: r.Users, Projects: r.Projects, Points: r.Points, Devices: r.Devices}
	})
}

// CreateCorporation implements corporation.Store.
func (s *Store) CreateCorporation(ctx context.Context, who oplog.Actor, c *corporation.Corporation, first *corporation.FirstAdministrator) error {
	return s.write(ctx, func(tx *change) error {
		if err := tx.createCorporation(ctx, who, c); err != nil || first == nil {
			return err
		}
		var refusals fault.Refusals
		made := tx.createAccount(ctx, who, &identity.Account{
			CorporationID: c.ID, Type: access.Admin, Name: first.Name, DisplayName: first.DisplayName, Mobile: first.Mobile, Email: first.Email,
			Language: first.Language, Theme: identity.Dark, Active: true, SimplePassword: first.SimplePassword,
		}, first.PasswordHash)
		if err := refusals.Merge("administrator.", translate(made)); err != nil {
			return err
		}
		return refusals.Err()
	})
}

func (c *change) createCorporation(ctx context.Context, who oplog.Actor, given *corporation.Corporation) (err error) {
	if !who.Scope.All && !who.Scope.Platform {
		return fault.New(fault.NotAllowed)
	}
	made := *given
	if made.ID, err = c.id(ctx); err != nil {
		return err
	}
	made.Active, made.CreatedAt = true, c.now
	if err := c.insert(ctx, &corporationRow{Corporation: made}); err != nil {
		return err
	}
	*given = made
	return c.log(ctx, who, logged{kind: "corporation", action: created, id: made.ID, corporation: made.ID, content: made.Name, after: made})
}

// SetCorporationActive implements corporation.Store.
func (s *Store) SetCorporationActive(ctx context.Context, who oplog.Actor, id int64, active bool) (corporation.Corporation, error) {
	var after corporation.Corporation
	err := s.write(ctx, func(tx *change) error {
		var before corporationRow
		if err := seen(tx.selects(&before).Where("c.id = ?", id), who.Scope).Scan(ctx); err != nil {
			return err
		}
		after = before.Corporation
		after.Active = active
		if err := tx.update(ctx, &corporationRow{Corporation: after}, id, "active"); err != nil {
			return err
		}
		if _, err := tx.exec(ctx, "UPDATE account SET suspended = ? WHERE corporation_id = ?", !active, id); err != nil {
			return fmt.Errorf("suspend the accounts of corporation %d: %w", id, err)
		}
		if !active {
			if _, err := tx.exec(ctx, `UPDATE session SET revoked_at = ? WHERE revoked_at = 0 AND
				(helping_corporation_id = ? OR account_id IN (SELECT id FROM account WHERE corporation_id = ?))`, tx.now, id, id); err != nil {
				return fmt.Errorf("end the sessions of corporation %d: %w", id, err)
			}
			tx.people = append(tx.people, 0)
		}
		return tx.log(ctx, who, logged{kind: "corporation", action: switched(active), id: id, corporation: id, content: after.Name, before: before.Corporation, after: after})
	})
	return after, err
}

func switched(active bool) string {
	if active {
		return "enable"
	}
	return "disable"
}

// UpdateCorporation implements corporation.Store.
func (s *Store) UpdateCorporation(ctx context.Context, who oplog.Actor, c corporation.Corporation) error {
	return s.write(ctx, func(tx *change) error {
		var before corporationRow
		if err := seen(tx.selects(&before).Where("c.id = ?", c.ID), who.Scope).Scan(ctx); err != nil {
			return err
		}
		c.Active, c.CreatedAt = before.Active, before.CreatedAt
		if err := tx.update(ctx, &corporationRow{Corporation: c}, c.ID); err != nil {
			return err
		}
		if before.TimeZone != c.TimeZone {
			if err := tx.announceStock(ctx, c.ID); err != nil {
				return err
			}
		}
		return tx.log(ctx, who, logged{kind: "corporation", action: updated, id: c.ID, corporation: c.ID, content: c.Name, before: before.Corporation, after: c})
	})
}

// announceStock lets the directory look again at the devices whose zone is their
// corporation's: those in no project.
func (c *change) announceStock(ctx context.Context, id int64) error {
	var devices []int64
	err := c.store.bun.NewSelect().Conn(c.Tx).Table("device").Column("id").Where("corporation_id = ? AND project_id = 0", id).Scan(ctx, &devices)
	if err != nil {
		return fmt.Errorf("devices in stock of corporation %d: %w", id, err)
	}
	c.devices = append(c.devices, devices...)
	return nil
}
