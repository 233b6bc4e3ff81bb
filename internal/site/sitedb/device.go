package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

func (s *Store) Device(ctx context.Context, scope access.Scope, id int64) (device.Device, error) {
	var row DeviceRow
	err := sqlkit.Visible(s.Selects(&row).Where("d.id = ?", id), scope, "d.corporation_id", "d.project_id").Scan(ctx)
	return row.Device, sqlkit.Translate(err)
}

func (s *Store) DeviceState(ctx context.Context, scope access.Scope, id int64) (device.State, error) {
	page, err := s.Devices(ctx, scope, device.Filter{IDs: []int64{id}}, 0)
	if err != nil {
		return device.State{}, err
	}
	if len(page.List) == 0 {
		return device.State{}, errs.New(errs.NothingHere)
	}
	return page.List[0].State, nil
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateDevice(ctx context.Context, who audit.Actor, d *device.Device, drafts []timeline.Draft) error {
	return s.write(ctx, func(tx *change) (err error) {
		made := *d
		if made.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		made.CreatedAt = tx.Now
		if err := tx.Insert(ctx, &DeviceRow{Device: made}); err != nil {
			return err
		}
		for _, draft := range drafts {
			if _, _, err := tx.Record(ctx, who, foldb.NewVersion{Kind: timeline.OfDevice, Owner: made.ID, Draft: draft}); err != nil {
				return err
			}
		}
		tx.Devices = append(tx.Devices, made.ID)
		*d = made
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: auditdb.Created, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode, After: made,
		})
	})
}

func (c *change) device(ctx context.Context, who audit.Actor, id int64) (device.Device, error) {
	return c.store.DeviceIn(ctx, c.Transaction, who, id)
}

// DeviceIn returns a device in the actor's scope, within a transaction.
func (s *Store) DeviceIn(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, id int64) (device.Device, error) {
	var row DeviceRow
	err := sqlkit.Visible(tx.Selects(&row).Where("d.id = ?", id), who.Scope, "d.corporation_id", "d.project_id").Scan(ctx)
	return row.Device, sqlkit.Translate(err)
}

func (s *Store) UpdateDevice(ctx context.Context, who audit.Actor, d device.Device) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.device(ctx, who, d.ID)
		if err != nil {
			return err
		}
		if err := tx.Update(ctx, &DeviceRow{Device: d}, d.ID); err != nil {
			return err
		}
		points, err := tx.boundPoints(ctx, d.ID)
		if err != nil {
			return err
		}
		tx.Points = append(tx.Points, points...)
		tx.Devices = append(tx.Devices, d.ID)
		if tx.markHealth(before, d) {
			tx.Mark(0, points...)
		}
		if ownHealthChanged(before, d) {
			if err := tx.dropOwnHealth(ctx, who, []int64{d.ID}); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: auditdb.Updated, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode, Before: before, After: d,
		})
	})
}

// boundPoints returns the points whose binding names one of the devices at any time, including superseded versions.
func (c *change) boundPoints(ctx context.Context, devices ...int64) ([]int64, error) {
	var points []int64
	err := c.store.Bun.NewRaw("SELECT DISTINCT owner_id FROM version_source WHERE owner_kind = 'point' AND device_id IN (?)", bun.List(devices)).Conn(c.Tx).
		Scan(ctx, &points)
	if err != nil {
		return nil, fmt.Errorf("points bound to devices: %w", err)
	}
	return points, nil
}

func (s *Store) DeleteDevice(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error { return tx.deleteDevice(ctx, who, id) })
}

func (c *change) deleteDevice(ctx context.Context, who audit.Actor, id int64) error {
	before, err := c.device(ctx, who, id)
	if err != nil {
		return err
	}
	switch used, err := c.devicesInUse(ctx, []int64{id}); {
	case err != nil:
		return err
	case len(used) > 0:
		return errs.New(errs.InUse)
	}
	if err := c.dropDevices(ctx, []int64{id}); err != nil {
		return err
	}
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "device", Action: auditdb.Deleted, ID: id, Corporation: before.CorporationID, Project: before.ProjectID, Content: before.SNCode, Before: before,
	})
}

// devicesInUse returns which devices feed a point, or have something connected to them, at any time. Points of deleted
// projects do not count, nor the given devices themselves: a collector is deleted together with its sensors.
func (c *change) devicesInUse(ctx context.Context, ids []int64) ([]int64, error) {
	var used []int64
	err := c.store.Bun.NewRaw(`SELECT DISTINCT vs.device_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id
		WHERE v.superseded_at = 0 AND vs.device_id IN (?)
			AND NOT (vs.owner_kind = 'point' AND vs.owner_id IN (SELECT id FROM point WHERE project_id IN `+sqlkit.DeletedProjects+`))
			AND NOT (vs.owner_kind = ? AND vs.owner_id IN (?)) ORDER BY vs.device_id`, bun.List(ids), timeline.OfDevice, bun.List(ids)).Conn(c.Tx).
		Scan(ctx, &used)
	if err != nil {
		return nil, fmt.Errorf("devices in use: %w", err)
	}
	return used, nil
}

// dropDevices deletes devices with their configuration, state, secrets and alerts.
func (c *change) dropDevices(ctx context.Context, ids []int64) error {
	if err := c.DeleteVersions(ctx, timeline.OfDevice, ids); err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM alert_transition WHERE alert_id IN (SELECT id FROM alert WHERE device_id IN (?))",
		"DELETE FROM alert WHERE device_id IN (?)",
		"DELETE FROM device_warning_dismissed WHERE device_id IN (?)",
		"DELETE FROM device_file WHERE device_id IN (?)",
		"DELETE FROM device_secret WHERE device_id IN (?)",
		"DELETE FROM device_state WHERE device_id IN (?)",
		"DELETE FROM health_rule WHERE device_id IN (?)",
		"DELETE FROM device WHERE id IN (?)",
	} {
		if _, err := c.Exec(ctx, statement, bun.List(ids)); err != nil {
			return err
		}
	}
	c.Devices = append(c.Devices, ids...)
	return nil
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) SNCodeTaken(ctx context.Context, sncode string) (bool, error) {
	return s.Selects((*DeviceRow)(nil)).Where("d.sn_code = ?", sncode).Exists(ctx)
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) RegisterTaken(ctx context.Context, register string) (bool, error) {
	return s.Selects((*DeviceRow)(nil)).Where("d.register = ?", register).Exists(ctx)
}
