package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/corporation"
	"plumbline/internal/fault"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
)

type corporationRow struct {
	bun.BaseModel `bun:"table:corporation,alias:c"`
	corporation.Corporation
}

var _ corporation.Store = (*Store)(nil)

// Corporation implements corporation.Store.
func (s *Store) Corporation(ctx context.Context, scope access.Scope, id int64) (corporation.Corporation, error) {
	var row corporationRow
	err := visible(s.selects(&row).Where("c.id = ?", id), scope, "c.id", "").Scan(ctx)
	return row.Corporation, translate(err)
}

// CorporationByDomain implements corporation.Store.
func (s *Store) CorporationByDomain(ctx context.Context, prefix string) (corporation.Corporation, error) {
	var rows []corporationRow
	if err := s.selects(&rows).Where("c.domain_prefix = ? AND c.domain_prefix <> ''", prefix).Scan(ctx); err != nil {
		return corporation.Corporation{}, fmt.Errorf("find corporation of a domain: %w", err)
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

// Corporations implements corporation.Store.
func (s *Store) Corporations(ctx context.Context, scope access.Scope, query listing.Query) (listing.Page[corporation.Corporation], error) {
	var rows []corporationRow
	q := matching(visible(s.selects(&rows), scope, "c.id", ""), query.Keyword, "c.name", "c.title")
	q, err := paged(q, query, ordering{"name": "c.name", "createdAt": "c.created_at"}, "c.name", "c.id")
	if err != nil {
		return listing.Page[corporation.Corporation]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return listing.Page[corporation.Corporation]{}, fmt.Errorf("list corporations: %w", err)
	}
	page := listing.Page[corporation.Corporation]{List: make([]corporation.Corporation, len(rows)), Total: int(total)}
	for i := range rows {
		page.List[i] = rows[i].Corporation
	}
	return page, nil
}

// CreateCorporation implements corporation.Store.
func (s *Store) CreateCorporation(ctx context.Context, who oplog.Actor, c *corporation.Corporation) error {
	if !who.Scope.All {
		return fault.New(fault.NotAllowed)
	}
	return s.write(ctx, func(tx *change) (err error) {
		made := *c
		if made.ID, err = tx.id(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.now
		if err := tx.insert(ctx, &corporationRow{Corporation: made}); err != nil {
			return err
		}
		*c = made
		return tx.log(ctx, who, logged{kind: "corporation", action: created, id: c.ID, corporation: c.ID, content: c.Name, after: made})
	})
}

// UpdateCorporation implements corporation.Store.
func (s *Store) UpdateCorporation(ctx context.Context, who oplog.Actor, c corporation.Corporation) error {
	return s.write(ctx, func(tx *change) error {
		var before corporationRow
		if err := visible(tx.selects(&before).Where("c.id = ?", c.ID), who.Scope, "c.id", "").Scan(ctx); err != nil {
			return err
		}
		c.CreatedAt = before.CreatedAt
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
