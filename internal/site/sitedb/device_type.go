package sitedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

type typeRuleRow struct {
	bun.BaseModel `bun:"table:device_type_rule,alias:tr"`
	CorporationID int64  `bun:",pk"`
	DeviceType    string `bun:",pk"`
	RepeatedHours float64
}

func (s *Store) TypeRules(ctx context.Context, scope access.Scope, corporationID int64) ([]device.TypeRule, error) {
	var rules []typeRuleRow
	if err := sqlkit.Visible(s.Selects(&rules).Where("tr.corporation_id = ?", corporationID), scope, "tr.corporation_id", "").Scan(ctx); err != nil {
		return nil, fmt.Errorf("rules of device types: %w", err)
	}
	var counts []struct {
		Type    string
		Devices int
	}
	q := s.Bun.NewSelect().TableExpr("device AS d").ColumnExpr("d.type, COUNT(*) AS devices").
		Where("d.corporation_id = ? AND d.repeated_hours IS NULL", corporationID).GroupExpr("d.type").OrderExpr("d.type")
	if err := sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id").Scan(ctx, &counts); err != nil {
		return nil, fmt.Errorf("devices by type: %w", err)
	}
	list := make([]device.TypeRule, len(rules))
	for i := range rules {
		list[i] = device.TypeRule{Type: rules[i].DeviceType, Own: &rules[i].RepeatedHours}
	}
	for _, n := range counts {
		i := slices.IndexFunc(list, func(r device.TypeRule) bool { return r.Type == n.Type })
		if i < 0 {
			i, list = len(list), append(list, device.TypeRule{Type: n.Type})
		}
		list[i].Devices = n.Devices
	}
	return list, nil
}

// loggedRule is the rule of a device type in the audit log.
type loggedRule struct {
	RepeatedHours *float64 `json:"repeatedHours"` // null: as in the catalog
}

func (s *Store) SetTypeRule(ctx context.Context, who audit.Actor, corporationID int64, deviceType string, hours *float64) error {
	return s.write(ctx, func(tx *change) error {
		switch found, err := sqlkit.Visible(tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("corporation AS c").
			Where("c.id = ?", corporationID), who.Scope, "c.id", "").Exists(ctx); {
		case err != nil:
			return fmt.Errorf("corporation of a device type: %w", err)
		case !found:
			return errs.New(errs.NothingHere)
		}
		was, err := tx.replaceTypeRule(ctx, corporationID, deviceType, hours)
		if err != nil {
			return err
		}
		if !sameHours(was, hours) {
			if err := tx.markType(ctx, corporationID, deviceType); err != nil {
				return err
			}
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "deviceType", Action: auditdb.Updated, Corporation: corporationID, Content: deviceType, Before: loggedRule{was}, After: loggedRule{hours},
		})
	})
}

// replaceTypeRule stores or deletes the rule of a type and returns the previous hours; nil if there was no rule.
func (c *change) replaceTypeRule(ctx context.Context, corporationID int64, deviceType string, hours *float64) (was *float64, err error) {
	var before []typeRuleRow
	if err := c.Selects(&before).Where("tr.corporation_id = ? AND tr.device_type = ?", corporationID, deviceType).Scan(ctx); err != nil {
		return nil, fmt.Errorf("rule of a device type: %w", err)
	}
	if len(before) > 0 {
		was = &before[0].RepeatedHours
	}
	query, args := "DELETE FROM device_type_rule WHERE corporation_id = ? AND device_type = ?", []any{corporationID, deviceType}
	if hours != nil {
		query, args = `INSERT INTO device_type_rule (corporation_id, device_type, repeated_hours) VALUES (?, ?, ?)
			ON CONFLICT (corporation_id, device_type) DO UPDATE SET repeated_hours = excluded.repeated_hours`, append(args, *hours)
	}
	if _, err := c.Exec(ctx, query, args...); err != nil {
		return nil, fmt.Errorf("store the rule of a device type: %w", err)
	}
	return was, nil
}

// markType marks the points of the devices to which a type's rule applies.
func (c *change) markType(ctx context.Context, corporationID int64, deviceType string) error {
	var points []int64
	err := c.store.Bun.NewRaw(`SELECT DISTINCT owner_id FROM version_source WHERE owner_kind = 'point' AND device_id IN
		(SELECT id FROM device WHERE corporation_id = ? AND type = ? AND repeated_hours IS NULL) ORDER BY owner_id`, corporationID, deviceType).Conn(c.Tx).
		Scan(ctx, &points)
	if err != nil {
		return fmt.Errorf("points of devices of a type: %w", err)
	}
	c.Mark(0, points...)
	return nil
}

func sameHours(a, b *float64) bool {
	return a == b || a != nil && b != nil && *a == *b
}
