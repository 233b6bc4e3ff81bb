package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

const maxWarnings = 200

// ofDevice narrows alert records to those about the health of a device that nobody took off it.
func ofDevice(q *bun.SelectQuery, id int64) *bun.SelectQuery {
	return q.Where("al.device_id = ? AND al.kind IN (?) AND al.withdrawn_at = 0", id, bun.List(alarm.HealthKinds())).
		Where("NOT EXISTS (SELECT 1 FROM device_warning_dismissed AS w WHERE w.alert_id = al.id)")
}

// DeviceWarnings implements device.Store.
func (s *Store) DeviceWarnings(ctx context.Context, scope access.Scope, id int64) ([]device.Warning, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var rows []alertRow
	q := ofDevice(s.selects(&rows).Column("id", "kind", "opened", "ended"), id)
	if err := q.OrderExpr("al.opened DESC, al.id DESC").Limit(maxWarnings).Scan(ctx); err != nil {
		return nil, fmt.Errorf("warnings of device %d: %w", id, err)
	}
	list := make([]device.Warning, len(rows))
	for i, r := range rows {
		list[i] = device.Warning{ID: r.ID, Kind: string(r.Kind), Opened: r.Opened, Ended: r.Ended}
	}
	return list, nil
}

// DismissWarnings implements device.Store.
func (s *Store) DismissWarnings(ctx context.Context, who oplog.Actor, id int64, warnings []int64) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, id)
		if err != nil {
			return err
		}
		var rows []alertRow
		if err := ofDevice(tx.selects(&rows).Column("id", "kind"), id).Where("al.id IN (?)", bun.List(warnings)).OrderExpr("al.id").Scan(ctx); err != nil {
			return err
		}
		if len(rows) != len(warnings) {
			return fault.OnField("ids", fault.MustExist)
		}
		kinds := make([]string, len(rows))
		for i, r := range rows {
			kinds[i] = string(r.Kind)
			if _, err := tx.exec(ctx, "INSERT INTO device_warning_dismissed (alert_id, device_id, dismissed_at, dismissed_by) VALUES (?, ?, ?, ?)", r.ID, id, tx.now, who.AccountID); err != nil {
				return err
			}
		}
		return tx.log(ctx, who, logged{
			kind: "device", action: "dismissWarnings", id: d.ID, corporation: d.CorporationID, project: d.ProjectID, content: d.SNCode,
			after: map[string]any{"count": len(rows), "kind": strings.Join(kinds, ", ")},
		})
	})
}
