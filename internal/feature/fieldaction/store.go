package fieldaction

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type ruleRow struct {
	bun.BaseModel   `bun:"table:field_rule,alias:fr"`
	ID              int64 `bun:",pk"`
	CorporationID   int64
	ProjectID       int64
	Name            string
	Enabled         bool
	Level           alarm.Level
	Measurements    string
	Structures      string
	Points          string
	Devices         string
	Action          string
	IntervalSeconds int64
	OnArgs          string
	OffArgs         string
	LongestMinutes  int64
	UpdatedAt       int64
}

func (r *Rule) row() ruleRow {
	return ruleRow{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Enabled: r.Enabled, Level: r.Level,
		Measurements: strings.Join(r.Measurements, ","), Structures: joined(r.Structures), Points: joined(r.Points), Devices: joined(r.Devices),
		Action: r.Action, IntervalSeconds: r.Seconds, OnArgs: r.On.args(), OffArgs: r.offArgs(), LongestMinutes: r.Longest, UpdatedAt: r.UpdatedAt,
	}
}

func (r *ruleRow) rule() (Rule, error) {
	made := Rule{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Enabled: r.Enabled, Level: r.Level,
		Measurements: []string{}, Action: r.Action, Seconds: r.IntervalSeconds, Longest: r.LongestMinutes, UpdatedAt: r.UpdatedAt,
	}
	if r.Measurements != "" {
		made.Measurements = strings.Split(r.Measurements, ",")
	}
	var err error
	for _, part := range []struct {
		to   *[]int64
		from string
	}{{&made.Structures, r.Structures}, {&made.Points, r.Points}, {&made.Devices, r.Devices}} {
		if *part.to, err = split(part.from); err != nil {
			return made, fmt.Errorf("field rule %d: %w", r.ID, err)
		}
	}
	err = json.Unmarshal([]byte(r.OnArgs), &made.On)
	if err == nil && r.OffArgs != "" {
		made.Off = &Order{}
		err = json.Unmarshal([]byte(r.OffArgs), made.Off)
	}
	if err != nil {
		return made, fmt.Errorf("commands of field rule %d: %w", r.ID, err)
	}
	return made, nil
}

func joined(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = strconv.FormatInt(id, 10)
	}
	return strings.Join(texts, ",")
}

func split(text string) ([]int64, error) {
	list := []int64{}
	for part := range strings.SplitSeq(text, ",") {
		if part == "" {
			continue
		}
		id, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, err
		}
		list = append(list, id)
	}
	return list, nil
}

// Rules returns the rules of a project by name.
func (l Ledger) Rules(ctx context.Context, scope access.Scope, project int64) ([]Rule, error) {
	if _, err := l.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []ruleRow
	q := sqlkit.Visible(l.Selects(&rows).Where("fr.project_id = ?", project), scope, "fr.corporation_id", "fr.project_id")
	if err := q.OrderExpr("fr.name, fr.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("field rules of project %d: %w", project, err)
	}
	return rulesOf(rows)
}

// inForce returns the enabled rules of projects.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) inForce(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]Rule, error) {
	var rows []ruleRow
	if err := q.Model(&rows).Where("fr.project_id IN (?) AND fr.enabled", bun.List(projects)).OrderExpr("fr.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("field rules of %d projects: %w", len(projects), err)
	}
	return rulesOf(rows)
}

func rulesOf(rows []ruleRow) ([]Rule, error) {
	list := make([]Rule, len(rows))
	for i := range rows {
		made, err := rows[i].rule()
		if err != nil {
			return nil, err
		}
		list[i] = made
	}
	return list, nil
}

// Rule returns a rule of a project.
func (l Ledger) Rule(ctx context.Context, scope access.Scope, project, id int64) (Rule, error) {
	list, err := l.Rules(ctx, scope, project)
	if err != nil {
		return Rule{}, err
	}
	at := slices.IndexFunc(list, func(r Rule) bool { return r.ID == id })
	if at < 0 {
		return Rule{}, errs.New(errs.NothingHere)
	}
	return list[at], nil
}

// SaveRule creates a rule, or changes the one with its id. Its commands were checked with its devices. What the rule held
// before is switched off if it may be another thing now.
func (l Ledger) SaveRule(ctx context.Context, who audit.Actor, r *Rule) error {
	var before *Rule
	if r.ID != 0 {
		old, err := l.Rule(ctx, who.Scope, r.ProjectID, r.ID)
		if err != nil {
			return err
		}
		before = &old
	}
	return l.Write(ctx, func(tx *sqlkit.Transaction) (err error) {
		if r.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, r.ProjectID); err != nil {
			return err
		}
		// Rules of a project are written one after another, so that their number holds.
		if err := tx.Lock(ctx, "project", r.ProjectID); err != nil {
			return err
		}
		if err := l.checkThings(ctx, l.Bun.NewSelect().Conn(tx.Tx), r); err != nil {
			return err
		}
		r.UpdatedAt = tx.Now
		entry := auditdb.Entry{Action: auditdb.Created, After: r.logged()}
		if before == nil {
			if r.ID, err = tx.ID(ctx); err != nil {
				return err
			}
			row := r.row()
			err = tx.Insert(ctx, &row)
		} else {
			entry.Action, entry.Before = auditdb.Updated, before.logged()
			row := r.row()
			if err = tx.Update(ctx, &row, r.ID); err == nil && (!r.Enabled || !before.sameAction(r)) {
				err = l.letGo(ctx, tx, r.ID)
			}
		}
		if err != nil {
			return err
		}
		return r.log(ctx, tx, who, entry)
	})
}

// sameAction reports whether two versions of a rule do the same with the same devices.
func (r *Rule) sameAction(other *Rule) bool {
	return r.target() == other.target() && r.onArgs() == other.onArgs() && r.offArgs() == other.offArgs() && slices.Equal(r.Devices, other.Devices)
}

// checkThings checks what a rule refers to, its name and the number of rules.
func (l Ledger) checkThings(ctx context.Context, q *bun.SelectQuery, r *Rule) error {
	var refused errs.Refusals
	for _, part := range []struct {
		field, table string
		ids          []int64
	}{{"structureIds", "structure", r.Structures}, {"measuringPointIds", "point", r.Points}, {"deviceIds", "device", r.Devices}} {
		if len(part.ids) == 0 {
			continue
		}
		var known []int64
		err := q.Clone().Table(part.table).Column("id").Where("project_id = ? AND id IN (?)", r.ProjectID, bun.List(part.ids)).Scan(ctx, &known)
		if err != nil {
			return fmt.Errorf("what a field rule refers to: %w", err)
		}
		for i, id := range part.ids {
			if !slices.Contains(known, id) {
				refused.Add(fmt.Sprintf("%s[%d]", part.field, i), errs.NothingHere)
			}
		}
	}
	var others []ruleRow
	if err := q.Clone().Model(&others).Where("fr.project_id = ? AND fr.id <> ?", r.ProjectID, r.ID).Scan(ctx); err != nil {
		return err
	}
	if slices.ContainsFunc(others, func(o ruleRow) bool { return o.Name == r.Name }) {
		refused.Add("name", errs.NameUsed)
	}
	if r.ID == 0 && len(others) >= maxRules {
		refused.Add("name", errs.TooManyEntries, "max", maxRules)
	}
	return refused.Err()
}

// DeleteRule deletes a rule and switches off what it holds. Its actions stay in the ledger.
func (l Ledger) DeleteRule(ctx context.Context, who audit.Actor, project, id int64) error {
	rule, err := l.Rule(ctx, who.Scope, project, id)
	if err != nil {
		return err
	}
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		n, err := tx.Exec(ctx, "DELETE FROM field_rule WHERE id = ?", id)
		if err == nil && n == 0 {
			err = errs.New(errs.NothingHere)
		}
		if err == nil {
			err = l.letGo(ctx, tx, id)
		}
		if err != nil {
			return err
		}
		return rule.log(ctx, tx, who, auditdb.Entry{Action: auditdb.Deleted, Before: rule.logged()})
	})
}

// letGo ends everything that a rule holds.
func (l Ledger) letGo(ctx context.Context, tx *sqlkit.Transaction, rule int64) error {
	var holds []holdRow
	if err := tx.Selects(&holds).Where("fh.rule_id = ? AND fh.state <> 'released'", rule).Scan(ctx); err != nil {
		return fmt.Errorf("what field rule %d holds: %w", rule, err)
	}
	return l.release(ctx, tx, holds, byRule, tx.Now)
}

// release ends holds and switches off their devices at a time (UTC ms).
func (l Ledger) release(ctx context.Context, tx *sqlkit.Transaction, holds []holdRow, why string, now int64) error {
	var list []Action
	for i := range holds {
		if _, err := tx.Exec(ctx, "UPDATE field_hold SET state = 'released' WHERE id = ?", holds[i].ID); err != nil {
			return err
		}
		if !holds[i].EndsItself {
			list = append(list, holds[i].off(fmt.Sprintf("h%d %s", holds[i].ID, why), why, now))
		}
	}
	return l.add(ctx, tx.Tx.Tx, list)
}

// Actions returns actions of a project, newest first.
func (l Ledger) Actions(ctx context.Context, scope access.Scope, f Filter) (paging.Page[Action], error) {
	var rows []Action
	q := l.Selects(&rows).ColumnExpr("fa.*").ColumnExpr("COALESCE(d.name, '') AS device_name, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account_name").
		ColumnExpr("COALESCE(cmd.state, '') AS command_state").Join("LEFT JOIN command AS cmd ON cmd.id = fa.command_id").
		Join("LEFT JOIN device AS d ON d.id = fa.device_id").Join("LEFT JOIN account AS a ON a.id = fa.account_id").Where("fa.project_id = ?", f.ProjectID)
	q = sqlkit.Visible(q, scope, "fa.corporation_id", "fa.project_id")
	if f.RuleID != 0 {
		q = q.Where("fa.rule_id = ?", f.RuleID)
	}
	if f.AlertID != 0 {
		q = q.Where("fa.alert_id = ?", f.AlertID)
	}
	if f.State != "" {
		q = q.Where("fa.state = ?", f.State)
	}
	q, err := sqlkit.Paged(q, f.Query, sqlkit.Ordering{"createdAt": "fa.id"}, "fa.id DESC", "fa.id DESC")
	if err != nil {
		return paging.Page[Action]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list field actions", func(a Action) Action { return a })
}

// Try writes actions that a person asks for at a device of a rule: on, and off after the pause, or off at once.
func (l Ledger) Try(ctx context.Context, who audit.Actor, r *Rule, device int64, on bool) (list []Action, err error) {
	err = l.Write(ctx, func(tx *sqlkit.Transaction) error {
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		one := Action{
			CorporationID: r.CorporationID, ProjectID: r.ProjectID, Cause: fmt.Sprintf("p%d", id), RuleID: r.ID, RuleName: r.Name, DeviceID: device,
			Target: r.target(), Turn: On, Why: byTest, Kind: r.kind(), Args: r.onArgs(), State: Pending, DueAt: tx.Now,
			UntilAt: tx.Now + testPatience.Milliseconds(), AccountID: who.AccountID, CreatedAt: tx.Now,
		}
		end := one
		end.Cause, end.Turn, end.Args, end.DueAt = one.Cause+offOf, Off, r.offArgs(), tx.Now+testFor.Milliseconds()
		list = []Action{one, end}
		if r.endsItself() {
			list = list[:1]
		}
		if !on {
			end.Why, end.DueAt, end.UntilAt = byPerson, tx.Now, tx.Now+offPatience.Milliseconds()
			list = []Action{end}
		}
		if err := l.add(ctx, tx.Tx.Tx, list); err != nil {
			return err
		}
		action := tried
		if !on {
			action = silenced
		}
		return r.log(ctx, tx, who, auditdb.Entry{Action: action, After: loggedTry{DeviceID: device}})
	})
	return list, err
}

// About returns the actions because of alerts, the oldest first.
//
// Unscoped: the caller has read the alerts with a scope.
func (l Ledger) About(ctx context.Context, alerts []int64) (list []Action, err error) {
	err = l.Selects(&list).ColumnExpr("fa.*").ColumnExpr("COALESCE(d.name, '') AS device_name").Join("LEFT JOIN device AS d ON d.id = fa.device_id").
		Where("fa.alert_id IN (?)", bun.List(alerts)).OrderExpr("fa.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("actions because of %d alerts: %w", len(alerts), err)
	}
	return list, nil
}
