package store

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

// DevicesByID implements device.Store.
func (s *Store) DevicesByID(ctx context.Context, scope access.Scope, ids []int64) ([]device.Device, error) {
	var rows []deviceRow
	q := visible(s.selects(&rows).Where("d.id IN (?)", bun.List(ids)), scope, "d.corporation_id", "d.project_id")
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
			return nil, fault.New(fault.NothingHere)
		}
		list[i] = d
	}
	return list, nil
}

// ConfigureDevice implements device.Store.
func (s *Store) ConfigureDevice(ctx context.Context, who oplog.Actor, d device.Device, drafts []dated.Draft) error {
	return s.write(ctx, func(tx *change) error {
		before, err := tx.device(ctx, who, d.ID)
		if err != nil {
			return err
		}
		points, err := tx.boundPoints(ctx, d.ID)
		if err != nil {
			return err
		}
		tx.devices = append(tx.devices, d.ID)
		tx.points = append(tx.points, points...)
		if before != d {
			if err := tx.update(ctx, &deviceRow{Device: d}, d.ID); err != nil {
				return err
			}
			if tx.markHealth(before, d) {
				tx.mark(0, points...)
			}
			if err := tx.log(ctx, who, logged{kind: "device", action: updated, id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode, before: before, after: d}); err != nil {
				return err
			}
		}
		for _, draft := range drafts {
			if _, err := tx.recordOfDevice(ctx, who, d, draft, 0, points); err != nil {
				return err
			}
		}
		return nil
	})
}

// recordOfDevice records a version of a device, marks the points whose results depend
// on it, and logs it.
func (c *change) recordOfDevice(ctx context.Context, who oplog.Actor, d device.Device, draft dated.Draft, supersedes int64, points []int64) (dated.Record, error) {
	version := newVersion{kind: dated.OfDevice, owner: d.ID, draft: draft, supersedes: supersedes}
	before, err := c.standing(ctx, version)
	if err != nil {
		return dated.Record{}, err
	}
	recorded, from, err := c.record(ctx, who, version)
	if err != nil {
		return dated.Record{}, err
	}
	if definition.DeviceAspect(draft.Aspect).Computes() {
		c.mark(from, points...)
	} else {
		c.points = append(c.points, points...) // names of channels are the intake's; results stay
	}
	return recorded, c.log(ctx, who, logged{kind: "device", action: draft.Aspect, id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode, before: before, after: version.after(recorded)})
}

// ChangeDevices implements device.Store. What is read and logged is read and logged at once:
// thousands are changed together.
func (s *Store) ChangeDevices(ctx context.Context, who oplog.Actor, ids []int64, alter func(*device.Device)) (int, error) {
	err := s.write(ctx, func(tx *change) error {
		rows, err := tx.deviceRows(ctx, who, ids)
		if err != nil {
			return err
		}
		entries := make([]logged, len(rows))
		points, err := tx.boundPoints(ctx, ids...)
		if err != nil {
			return err
		}
		repeats := false
		for i := range rows {
			before := rows[i].Device
			alter(&rows[i].Device)
			after := rows[i].Device
			if err := tx.update(ctx, &rows[i], after.ID); err != nil {
				return err
			}
			repeats = tx.markHealth(before, after) || repeats
			entries[i] = logged{kind: "device", action: updated, id: after.ID, corporation: after.CorporationID, project: after.ProjectID, content: after.SNCode, before: before, after: after}
		}
		if repeats {
			tx.mark(0, points...)
		}
		tx.points, tx.devices = append(tx.points, points...), append(tx.devices, ids...)
		return tx.log(ctx, who, entries...)
	})
	return len(ids), err
}

// markHealth marks what the rules of a device's health decide: they are valid for all times.
// Whether the results of its points are others as well is answered.
func (c *change) markHealth(before, after device.Device) (repeats bool) {
	if !reflect.DeepEqual(before.VoltageThreshold, after.VoltageThreshold) || before.LostThreshold != after.LostThreshold {
		c.marks = append(c.marks, marks.Mark{Point: after.ID})
	}
	return !reflect.DeepEqual(before.RepeatedHours, after.RepeatedHours)
}

// DeleteDevices implements device.Store.
func (s *Store) DeleteDevices(ctx context.Context, who oplog.Actor, ids []int64) (int, error) {
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
		entries := make([]logged, len(rows))
		for i, r := range rows {
			if _, found := slices.BinarySearch(inUse, r.ID); found {
				used = append(used, r.SNCode)
			}
			entries[i] = logged{kind: "device", action: deleted, id: r.ID, corporation: r.CorporationID, project: r.ProjectID, content: r.SNCode, before: r.Device}
		}
		if len(used) > 0 {
			const named = 5
			return fault.OnField("ids", fault.DeviceInUse, "names", strings.Join(used[:min(named, len(used))], ", "))
		}
		if err := tx.dropDevices(ctx, ids); err != nil {
			return err
		}
		return tx.log(ctx, who, entries...)
	})
	return len(ids), err
}

// deviceRows reads devices by their ids; NothingHere unless all are there.
func (c *change) deviceRows(ctx context.Context, who oplog.Actor, ids []int64) ([]deviceRow, error) {
	var rows []deviceRow
	q := visible(c.selects(&rows).Where("d.id IN (?)", bun.List(ids)), who.Scope, "d.corporation_id", "d.project_id")
	if err := q.OrderExpr("d.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("devices by id: %w", err)
	}
	if len(rows) != len(ids) {
		return nil, fault.New(fault.NothingHere)
	}
	return rows, nil
}
