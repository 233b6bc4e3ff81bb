package store

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

type modelRow struct {
	bun.BaseModel `bun:"table:device_model,alias:dm"`
	device.Model
}

// Models implements device.Store.
func (s *Store) Models(ctx context.Context, scope access.Scope, corporationID int64) ([]device.Model, error) {
	var rows []modelRow
	q := visible(s.selects(&rows).Where("dm.corporation_id = ?", corporationID), scope, "dm.corporation_id", "")
	if err := q.OrderExpr("dm.series, dm.code").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list device models: %w", err)
	}
	list := make([]device.Model, len(rows))
	for i := range rows {
		list[i] = rows[i].Model
	}
	return list, nil
}

// DeviceModel implements device.Store.
func (s *Store) DeviceModel(ctx context.Context, scope access.Scope, id int64) (device.Model, error) {
	var row modelRow
	err := visible(s.selects(&row).Where("dm.id = ?", id), scope, "dm.corporation_id", "").Scan(ctx)
	return row.Model, translate(err)
}

// ModelByCode implements device.Store.
func (s *Store) ModelByCode(ctx context.Context, corporationID int64, code string) (device.Model, error) {
	var row modelRow
	err := s.selects(&row).Where("dm.corporation_id = ? AND dm.code = ?", corporationID, code).Scan(ctx)
	return row.Model, translate(err)
}

// CreateModel implements device.Store.
func (s *Store) CreateModel(ctx context.Context, who oplog.Actor, m *device.Model) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *m
		if made.ID, err = tx.id(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.now
		if err := tx.insert(ctx, &modelRow{Model: made}); err != nil {
			return err
		}
		*m = made
		return tx.log(ctx, who, logged{kind: "deviceModel", action: created, id: m.ID, corporation: m.CorporationID, content: m.Code, after: made})
	})
}

func (c *change) model(ctx context.Context, who oplog.Actor, id int64) (m device.Model, devices int, err error) {
	var row modelRow
	if err := visible(c.selects(&row).Where("dm.id = ?", id), who.Scope, "dm.corporation_id", "").Scan(ctx); err != nil {
		return m, 0, translate(err)
	}
	n, err := c.selects((*deviceRow)(nil)).Where("d.corporation_id = ? AND d.model = ?", row.CorporationID, row.Code).Count(ctx)
	return row.Model, int(n), err
}

// UpdateModel implements device.Store.
func (s *Store) UpdateModel(ctx context.Context, who oplog.Actor, m device.Model) error {
	return s.write(ctx, func(tx *change) error {
		before, devices, err := tx.model(ctx, who, m.ID)
		if err != nil {
			return err
		}
		if devices > 0 && before.Type != m.Type {
			return fault.OnField("type", fault.ModelTypeChanged, "count", devices)
		}
		if err := tx.update(ctx, &modelRow{Model: m}, m.ID); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "deviceModel", action: updated, id: m.ID, corporation: m.CorporationID, content: m.Code, before: before, after: m})
	})
}

// DeleteModel implements device.Store.
func (s *Store) DeleteModel(ctx context.Context, who oplog.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		before, devices, err := tx.model(ctx, who, id)
		if err != nil {
			return err
		}
		if devices > 0 {
			return fault.New(fault.ModelInUse, "count", devices)
		}
		if _, err := tx.exec(ctx, "DELETE FROM device_model WHERE id = ?", id); err != nil {
			return err
		}
		return tx.log(ctx, who, logged{kind: "deviceModel", action: deleted, id: id, corporation: before.CorporationID, content: before.Code, before: before})
	})
}
