package foldb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/health"
)

type HealthRuleRow struct {
	bun.BaseModel `bun:"table:health_rule,alias:hr"`
	CorporationID int64
	alarm.HealthRule
	SupersededBy int64
}

// HealthRules returns the rules in effect of projects and devices.
//
// Unscoped: part of a transaction or a query whose rows were scoped.
func (s *Store) HealthRules(ctx context.Context, projects, devices []int64) (health.Rules, error) {
	var rows []HealthRuleRow
	err := s.Selects(&rows).Where("hr.superseded_at = 0 AND (hr.device_id = 0 AND hr.project_id IN (?) OR hr.device_id IN (?))",
		bun.List(projects), bun.List(devices)).OrderExpr("hr.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("health rules: %w", err)
	}
	rules := health.Rules{}
	for i := range rows {
		place := health.PlaceOf(rows[i].HealthRule)
		rules[place] = append(rules[place], rows[i].HealthRule)
	}
	return rules, nil
}

// watched returns the selected devices with their limits.
func (s *Store) watched(ctx context.Context, q *bun.SelectQuery) ([]alarm.Device, error) {
	var rows []health.Judged
	err := q.TableExpr("device AS d").
		ColumnExpr("d.id, d.corporation_id, d.project_id, d.type, d.created_at AS entered, d.voltage_threshold, d.lost_threshold").
		Where("d.project_id <> 0").OrderExpr("d.id").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("devices whose health is judged: %w", err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	projects, ids := make([]int64, len(rows)), make([]int64, len(rows))
	for i := range rows {
		projects[i], ids[i] = rows[i].ProjectID, rows[i].ID
	}
	slices.Sort(projects)
	rules, err := s.HealthRules(ctx, slices.Compact(projects), ids)
	if err != nil {
		return nil, err
	}
	devices := make([]alarm.Device, len(rows))
	for i, d := range rows {
		devices[i] = alarm.Device{ID: d.ID, CorporationID: d.CorporationID, ProjectID: d.ProjectID, Entered: d.Entered, Limits: rules.Limits(d)}
	}
	return devices, nil
}
