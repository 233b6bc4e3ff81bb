package sitedb

import (
	"context"
	"encoding/json"
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
	CommandList string `bun:"commands"`
}

func rowOfModel(m device.Model) (row modelRow, err error) {
	list, err := json.Marshal(m.Commands)
	if err != nil {
		return row, fmt.Errorf("commands of model %s: %w", m.Code, err)
	}
	return modelRow{Model: m, CommandList: string(list)}, nil
}

func (r modelRow) model() (device.Model, error) {
	m := r.Model
	if r.CommandList == "" {
		return m, nil
	}
	if err := json.Unmarshal([]byte(r.CommandList), &m.Commands); err != nil {
		return m, fmt.Errorf("commands of model %d: %w", m.ID, err)
	}
	return m, nil
}

func (s *Store) Models(ctx context.Context, scope access.Scope, corporationID int64) ([]device.Model, error) {
	var rows []modelRow
	q := sqlkit.Visible(s.Selects(&rows).Where("dm.corporation_id = ?", corporationID), scope, "dm.corporation_id", "")
	if err := q.OrderExpr("dm.series, dm.code").Scan(ctx); err != nil {
		return nil, fmt.Errorf("list device models: %w", err)
	}
	list := make([]device.Model, len(rows))
	for i := range rows {
		m, err := rows[i].model()
		if err != nil {
			return nil, err
		}
		list[i] = m
	}
	return list, nil
}

func (s *Store) DeviceModel(ctx context.Context, scope access.Scope, id int64) (device.Model, error) {
	var row modelRow
	if err := sqlkit.Visible(s.Selects(&row).Where("dm.id = ?", id), scope, "dm.corporation_id", "").Scan(ctx); err != nil {
		return device.Model{}, sqlkit.Translate(err)
	}
	return row.model()
}

// Unscoped: the service has just looked the thing up in the caller's scope.
func (s *Store) ModelByCode(ctx context.Context, corporationID int64, code string) (device.Model, error) {
	var row modelRow
	if err := s.Selects(&row).Where("dm.corporation_id = ? AND dm.code = ?", corporationID, code).Scan(ctx); err != nil {
		return device.Model{}, sqlkit.Translate(err)
	}
	return row.model()
}

func (s *Store) CreateModel(ctx context.Context, who audit.Actor, m *device.Model) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *m
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		row, err := rowOfModel(made)
		if err != nil {
			return err
		}
		if err := tx.Insert(ctx, &row); err != nil {
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
	if m, err = row.model(); err != nil {
		return m, 0, err
	}
	n, err := c.Selects((*DeviceRow)(nil)).Where("d.corporation_id = ? AND d.model = ?", row.CorporationID, row.Code).Count(ctx)
	return m, int(n), err
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
		row, err := rowOfModel(m)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &row, m.ID); err != nil {
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
