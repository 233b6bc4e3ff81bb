package sitedb

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/foldb"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

const maxWarnings = 200

// ofDevice limits alert records to a device's health records that were not dismissed.
func ofDevice(q *bun.SelectQuery, id int64) *bun.SelectQuery {
	return q.Where("al.device_id = ? AND al.kind IN (?) AND al.withdrawn_at = 0", id, bun.List(alarm.HealthKinds())).
		Where("NOT EXISTS (SELECT 1 FROM device_warning_dismissed AS w WHERE w.alert_id = al.id)")
}

func (s *Store) DeviceWarnings(ctx context.Context, scope access.Scope, id int64) ([]device.Warning, error) {
	if _, err := s.Device(ctx, scope, id); err != nil {
		return nil, err
	}
	var rows []foldb.AlertRow
	q := ofDevice(s.Selects(&rows).Column("id", "kind", "opened", "ended"), id)
	if err := q.OrderExpr("al.opened DESC, al.id DESC").Limit(maxWarnings).Scan(ctx); err != nil {
		return nil, fmt.Errorf("warnings of device %d: %w", id, err)
	}
	list := make([]device.Warning, len(rows))
	for i, r := range rows {
		list[i] = device.Warning{ID: r.ID, Kind: string(r.Kind), Opened: r.Opened, Ended: r.Ended}
	}
	return list, nil
}

func (s *Store) DismissWarnings(ctx context.Context, who audit.Actor, id int64, warnings []int64) error {
	return s.write(ctx, func(tx *change) error {
		d, err := tx.device(ctx, who, id)
		if err != nil {
			return err
		}
		var rows []foldb.AlertRow
		if err := ofDevice(tx.Selects(&rows).Column("id", "kind"), id).Where("al.id IN (?)", bun.List(warnings)).OrderExpr("al.id").Scan(ctx); err != nil {
			return err
		}
		if len(rows) != len(warnings) {
			return errs.OnField("ids", errs.MustExist)
		}
		kinds := make([]string, len(rows))
		for i, r := range rows {
			kinds[i] = string(r.Kind)
			if _, err := tx.Exec(ctx,
				"INSERT INTO device_warning_dismissed (alert_id, device_id, dismissed_at, dismissed_by) VALUES (?, ?, ?, ?)",
				r.ID, id, tx.Now, who.AccountID); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "device", Action: "dismissWarnings", ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Content: d.SNCode,
			After: map[string]any{"count": len(rows), "kind": strings.Join(kinds, ", ")},
		})
	})
}
