package sitedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

func (s *Store) ProjectHealth(ctx context.Context, scope access.Scope, projectID int64) (p device.ProjectHealth, err error) {
	if _, err = s.ProjectOwner(ctx, scope, projectID); err != nil {
		return p, err
	}
	q := s.Bun.NewSelect().TableExpr("device AS d").ColumnExpr(`d.id, d.corporation_id, d.project_id, d.type, d.created_at AS entered,
		d.voltage_threshold, d.lost_threshold, d.name, d.sn_code, d.kind, ds.voltage`).
		Join("LEFT JOIN device_state AS ds ON ds.device_id = d.id").Where("d.project_id = ?", projectID)
	if err := sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id").OrderExpr("d.sn_code, d.id").Scan(ctx, &p.Devices); err != nil {
		return p, fmt.Errorf("devices of a project: %w", err)
	}
	var rows []foldb.HealthRuleRow
	err = s.Selects(&rows).Where("hr.device_id = 0 AND hr.project_id = ? OR hr.device_id IN (SELECT id FROM device WHERE project_id = ?)", projectID, projectID).
		OrderExpr("hr.valid_from DESC, hr.recorded_at DESC, hr.id DESC").Scan(ctx)
	if err != nil {
		return p, fmt.Errorf("health rules of a project: %w", err)
	}
	for i := range rows {
		p.Rules = append(p.Rules, rows[i].HealthRule)
	}
	return p, nil
}

// loggedHealth is a rule in the audit log.
type loggedHealth struct {
	DeviceType       string   `json:"deviceType,omitempty"`
	DeviceID         int64    `json:"deviceId,omitempty"`
	ValidFrom        int64    `json:"validFrom"`
	VoltageThreshold *float64 `json:"voltageThreshold"` // null: by the less specific rule
	LostThreshold    *int     `json:"lostThreshold"`
	Note             string   `json:"note,omitempty"`
}

func loggedHealthOf(r alarm.HealthRule) loggedHealth {
	return loggedHealth{r.DeviceType, r.DeviceID, r.ValidFrom, r.Voltage, r.Lost, r.Note}
}

func (s *Store) RecordHealthRules(ctx context.Context, who audit.Actor, projectID int64, rules []alarm.HealthRule, changed []int64) (first int64, err error) {
	err = s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, projectID)
		if err != nil {
			return err
		}
		if first, err = tx.Tables.IDs.Take(ctx, tx.Tx, int64(len(rules))); err != nil {
			return err
		}
		rows, entries := make([]foldb.HealthRuleRow, len(rules)), make([]auditdb.Entry, len(rules))
		devices := make([]int64, len(rules))
		for i, r := range rules {
			r.ID, r.RecordedAt, r.RecordedBy = first+int64(i), tx.Now, who.AccountID
			rows[i] = foldb.HealthRuleRow{CorporationID: corporation, HealthRule: r}
			devices[i] = r.DeviceID
			entries[i] = healthEntry(r, corporation, auditdb.Created)
			entries[i].After = loggedHealthOf(r)
		}
		replaced := "UPDATE health_rule SET superseded_at = ?, superseded_by = ? WHERE superseded_at = 0 AND valid_from = ? AND device_id IN (?) "
		args := []any{tx.Now, who.AccountID, rules[0].ValidFrom, bun.List(devices)}
		if rules[0].DeviceID == 0 {
			replaced += "AND device_type = ? AND project_id = ?"
			args = append(args, rules[0].DeviceType, projectID)
		}
		if _, err := tx.Exec(ctx, replaced, args...); err != nil {
			return fmt.Errorf("supersede health rules: %w", err)
		}
		if err := tx.Insert(ctx, &rows); err != nil {
			return fmt.Errorf("store health rules: %w", err)
		}
		tx.judgeAgain(rules[0].ValidFrom, changed)
		return tx.Log(ctx, who, entries...)
	})
	return first, err
}

func (s *Store) RevokeHealthRule(ctx context.Context, who audit.Actor, projectID int64, rule alarm.HealthRule, changed []int64) error {
	return s.write(ctx, func(tx *change) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, projectID)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE health_rule SET superseded_at = ?, superseded_by = ? WHERE id = ? AND superseded_at = 0", tx.Now, who.AccountID, rule.ID)
		switch {
		case err != nil:
			return fmt.Errorf("revoke a health rule: %w", err)
		case n == 0:
			return errs.New(errs.Changed)
		}
		tx.judgeAgain(rule.ValidFrom, changed)
		entry := healthEntry(rule, corporation, auditdb.Deleted)
		entry.Before = loggedHealthOf(rule)
		return tx.Log(ctx, who, entry)
	})
}

func healthEntry(r alarm.HealthRule, corporation int64, action string) auditdb.Entry {
	return auditdb.Entry{Kind: "healthRule", Action: action, ID: r.ID, Corporation: corporation, Project: r.ProjectID, Content: r.DeviceType}
}

// judgeAgain marks devices whose limits change from a time on.
func (c *change) judgeAgain(from int64, devices []int64) {
	for _, id := range devices {
		c.Marks = append(c.Marks, marks.Mark{Point: id, From: from})
	}
	c.Devices = append(c.Devices, devices...)
}

// dropOwnHealth supersedes the rules of devices whose thresholds are now set for all times.
func (c *change) dropOwnHealth(ctx context.Context, who audit.Actor, devices []int64) error {
	_, err := c.Exec(ctx, "UPDATE health_rule SET superseded_at = ?, superseded_by = ? WHERE superseded_at = 0 AND device_id IN (?)",
		c.Now, who.AccountID, bun.List(devices))
	return err
}
