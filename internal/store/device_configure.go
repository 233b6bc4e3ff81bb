package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
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
	if device.Aspect(draft.Aspect).Computes() {
		c.mark(from, points...)
	} else {
		c.points = append(c.points, points...) // names of channels are the intake's; results stay
	}
	return recorded, c.log(ctx, who, logged{kind: "device", action: draft.Aspect, id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode, before: before, after: version.after(recorded)})
}

// ChangeDevices implements device.Store.
func (s *Store) ChangeDevices(ctx context.Context, who oplog.Actor, ids []int64, alter func(*device.Device)) (n int, err error) {
	err = s.write(ctx, func(tx *change) error {
		n = 0
		for _, id := range ids {
			before, err := tx.device(ctx, who, id)
			if err != nil {
				return err
			}
			after := before
			alter(&after)
			n++
			if err := tx.update(ctx, &deviceRow{Device: after}, id); err != nil {
				return err
			}
			points, err := tx.boundPoints(ctx, id)
			if err != nil {
				return err
			}
			tx.points = append(tx.points, points...)
			tx.devices = append(tx.devices, id)
			if err := tx.log(ctx, who, logged{kind: "device", action: updated, id: id, corporation: after.CorporationID, project: after.ProjectID, content: after.SNCode, before: before, after: after}); err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

// DeleteDevices implements device.Store.
func (s *Store) DeleteDevices(ctx context.Context, who oplog.Actor, ids []int64) (int, error) {
	err := s.write(ctx, func(tx *change) error {
		var used []string
		for _, id := range ids {
			switch err := tx.deleteDevice(ctx, who, id); {
			case fault.Is(err, fault.InUse):
				d, err := tx.device(ctx, who, id)
				if err != nil {
					return err
				}
				used = append(used, d.SNCode)
			case err != nil:
				return err
			}
		}
		if len(used) > 0 {
			const named = 5
			return fault.OnField("ids", fault.DeviceInUse, "names", strings.Join(used[:min(named, len(used))], ", "))
		}
		return nil
	})
	return len(ids), err
}
