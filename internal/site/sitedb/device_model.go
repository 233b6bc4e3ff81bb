package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

type modelRow struct {
	bun.BaseModel `bun:"table:device_model,alias:dm"`
	device.Model
}

func (s *Store) Models(ctx context.Context, scope access.Scope, corporationID int64) ([]device.Model, error) {
	var rows []modelRow
	q := sqlkit.Visible(s.Selects(&rows).Where("dm.corporation_id = ?", corporationID), scope, "dm.corporation_id", "")
	if err := q.OrderExpr("dm.series, dm.code").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list device models: %w", err)
	}
	list := make([]device.Model, len(rows))
	for i := range rows {
		list[i] = rows[i].Model
	}
	return list, nil
}

func (s *Store) DeviceModel(ctx context.Context, scope access.Scope, id int64) (device.Model, error) {
	var row modelRow
	err := sqlkit.Visible(s.Selects(&row).Where("dm.id = ?", id), scope, "dm.corporation_id", "").Scan(ctx)
	return row.Model, sqlkit.Translate(err)
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) ModelByCode(ctx context.Context, corporationID int64, code string) (device.Model, error) {
	var row modelRow
	err := s.Selects(&row).Where("dm.corporation_id = ? AND dm.code = ?", corporationID, code).Scan(ctx)
	return row.Model, sqlkit.Translate(err)
}

func (s *Store) CreateModel(ctx context.Context, who audit.Actor, m *device.Model) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *m
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &modelRow{Model: made}); err != nil {
			return err
		}
		*m = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "deviceModel", Action: auditdb.Created, ID: m.ID, Corporation: m.CorporationID, Content: m.Code, After: made,
		})
	})
}

func (c *change) model(ctx context.Context, who audit.Actor, id int64) (m device.Model, devices int, err error) {
	var row modelRow
	if err := sqlkit.Visible(c.Selects(&row).Where("dm.id = ?", id), who.Scope, "dm.corporation_id", "").Scan(ctx); err != nil {
		return m, 0, sqlkit.Translate(err)
	}
	n, err := c.Selects((*DeviceRow)(nil)).Where("d.corporation_id = ? AND d.model = ?", row.CorporationID, row.Code).Count(ctx)
	return row.Model, int(n), err
}

func (s *Store) UpdateModel(ctx context.Context, who audit.Actor, m device.Model) error {
	return s.write(ctx, func(tx *change) error {
		before, devices, err := tx.model(ctx, who, m.ID)
		if err != nil {
			return err
		}
		if devices > 0 && before.Type != m.Type {
			return errs.OnField("type", errs.ModelTypeChanged, "count", devices)
		}
		if err := tx.Update(ctx, &modelRow{Model: m}, m.ID); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "deviceModel", Action: auditdb.Updated, ID: m.ID, Corporation: m.CorporationID, Content: m.Code, Before: before, After: m,
		})
	})
}

func (s *Store) DeleteModel(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, devices, err := tx.model(ctx, who, id)
		if err != nil {
			return err
		}
		if devices > 0 {
			return errs.New(errs.ModelInUse, "count", devices)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM device_model WHERE id = ?", id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "deviceModel", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Content: before.Code, Before: before,
		})
	})
}
