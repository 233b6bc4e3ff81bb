package sitedb

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

func (s *Store) DevicesByID(ctx context.Context, scope access.Scope, ids []int64) ([]device.Device, error) {
	var rows []DeviceRow
	q := sqlkit.Visible(s.Selects(&rows).Where("d.id IN (?)", bun.List(ids)), scope, "d.corporation_id", "d.project_id")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("devices by id: %w", err)
	}
	byID := make(map[int64]device.Device, len(rows))
	for i := range rows {
		byID[rows[i].ID] = rows[i].Device
	}
	list := make([]device.Device, len(ids))
	for i, id := range ids {
		d, ok := byID[id]
		if !ok {
			return nil, errs.New(errs.NothingHere)
		}
		list[i] = d
	}
	return list, nil
}

func (s *Store) ConfigureDevice(ctx context.Context, who audit.Actor, d device.Device, drafts []timeline.Draft) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.device(ctx, who, d.ID)
		if err != nil {
			return err
		}
		points, err := tx.boundPoints(ctx, d.ID)
		if err != nil {
			return err
		}
		tx.Devices = append(tx.Devices, d.ID)
		tx.Points = append(tx.Points, points...)
		if before != d {
			if err := tx.Update(ctx, &DeviceRow{Device: d}, d.ID); err != nil {
				return err
			}
			if tx.markHealth(before, d) {
				tx.Mark(0, points...)
			}
			if ownHealthChanged(before, d) {
				if err := tx.dropOwnHealth(ctx, who, []int64{d.ID}); err != nil {
					return err
				}
			}
			if err := tx.Log(ctx, who, auditdb.Entry{
				Kind: "device", Action: auditdb.Updated, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID,
				Content: d.SNCode, Before: before, After: d,
			}); err != nil {
				return err
			}
		}
		for _, draft := range drafts {
			if _, err := tx.record(ctx, who, deviceOwner(d, points), draft, 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// SetDevicesHealth reads and logs in bulk, since thousands of devices may change together.
func (s *Store) SetDevicesHealth(ctx context.Context, who audit.Actor, ids []int64, alter func(*device.Device)) (int, error) {
	err := s.write(ctx, func(tx *change) error {
		rows, err := tx.deviceRows(ctx, who, ids)
		if err != nil {
			return err
		}
		entries := make([]auditdb.Entry, len(rows))
		points, err := tx.boundPoints(ctx, ids...)
		if err != nil {
			return err
		}
		repeats := false
		for i := range rows {
			before := rows[i].Device
			alter(&rows[i].Device)
			after := rows[i].Device
			if err := tx.Update(ctx, &rows[i], after.ID); err != nil {
				return err
			}
			repeats = tx.markHealth(before, after) || repeats
			if !ownHealthChanged(before, after) { // the rules that are dropped below may have been others
				tx.judgeAgain(0, []int64{after.ID})
			}
			entries[i] = auditdb.Entry{
				Kind: "device", Action: auditdb.Updated, ID: after.ID, Corporation: after.CorporationID,
				Project: after.ProjectID, Content: after.SNCode, Before: before, After: after,
			}
		}
		if repeats {
			tx.Mark(0, points...)
		}
		if err := tx.dropOwnHealth(ctx, who, ids); err != nil {
			return err
		}
		tx.Points, tx.Devices = append(tx.Points, points...), append(tx.Devices, ids...)
		return tx.Log(ctx, who, entries...)
	})
	return len(ids), err
}

// markHealth marks the effects of changed health rules, which apply to all times. It reports whether the results of
// the device's points change too.
func (c *change) markHealth(before, after device.Device) (repeats bool) {
	if ownHealthChanged(before, after) {
		c.Marks = append(c.Marks, marks.Mark{Point: after.ID})
	}
	return !reflect.DeepEqual(before.RepeatedHours, after.RepeatedHours)
}

func ownHealthChanged(before, after device.Device) bool {
	return !reflect.DeepEqual(before.VoltageThreshold, after.VoltageThreshold) || before.LostThreshold != after.LostThreshold
}

func (s *Store) DeleteDevices(ctx context.Context, who audit.Actor, ids []int64) (int, error) {
	err := s.write(ctx, func(tx *change) error {
		rows, err := tx.deviceRows(ctx, who, ids)
		if err != nil {
			return err
		}
		inUse, err := tx.devicesInUse(ctx, ids)
		if err != nil {
			return err
		}
		var used []string
		entries := make([]auditdb.Entry, len(rows))
		for i, r := range rows {
			if _, found := slices.BinarySearch(inUse, r.ID); found {
				used = append(used, r.SNCode)
			}
			entries[i] = auditdb.Entry{
				Kind: "device", Action: auditdb.Deleted, ID: r.ID, Corporation: r.CorporationID, Project: r.ProjectID, Content: r.SNCode, Before: r.Device,
			}
		}
		if len(used) > 0 {
			const named = 5
			return errs.OnField("ids", errs.DeviceInUse, "names", strings.Join(used[:min(named, len(used))], ", "))
		}
		if err := tx.dropDevices(ctx, ids); err != nil {
			return err
		}
		return tx.Log(ctx, who, entries...)
	})
	return len(ids), err
}

// deviceRows reads devices by id; NothingHere unless all exist.
func (c *change) deviceRows(ctx context.Context, who audit.Actor, ids []int64) ([]DeviceRow, error) {
	var rows []DeviceRow
	q := sqlkit.Visible(c.Selects(&rows).Where("d.id IN (?)", bun.List(ids)), who.Scope, "d.corporation_id", "d.project_id")
	if err := q.OrderExpr("d.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("devices by id: %w", err)
	}
	if len(rows) != len(ids) {
		return nil, errs.New(errs.NothingHere)
	}
	return rows, nil
}
