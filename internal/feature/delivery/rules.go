package delivery

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

type ruleRow struct {
	bun.BaseModel `bun:"table:alert_rule,alias:r"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Name          string
	Enabled       bool
	StructureID   int64 `bun:",nullzero"`
	ItemID        int64 `bun:",nullzero"`
	Measurements  string
	Level         alarm.Level
	Types         string
	Events        string
	RepeatHours   int64
	Late          bool
	ByCode        bool
	Channels      string
	Duty          bool
	QuietFrom     int64
	QuietTo       int64
	QuietLevel    alarm.Level
	Conditions    string
	UpdatedAt     int64
	TimeZone      string `bun:",scanonly"`
}

type recipientRow struct {
	bun.BaseModel `bun:"table:alert_rule_recipient,alias:rr"`
	RuleID        int64 `bun:",pk"`
	AccountID     int64 `bun:",pk"`
	Address       string
	WebhookID     int64 `bun:",nullzero"`
}

func (r *Rule) row() ruleRow {
	return ruleRow{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Enabled: r.Enabled, StructureID: r.StructureID, ItemID: r.ItemID,
		Measurements: joined(r.Measurements), Level: r.Level, Types: joined(r.Types), Events: joined(r.Events), RepeatHours: r.RepeatHours, Late: r.Late,
		ByCode: r.ByCode, Channels: joined(r.Channels), Duty: r.Duty, QuietFrom: r.Quiet.From, QuietTo: r.Quiet.To, QuietLevel: r.Quiet.Level,
		Conditions: conditionsText(r.Conditions), UpdatedAt: r.UpdatedAt,
	}
}

func (r *ruleRow) rule() (Rule, error) {
	conditions, err := conditionsOf(r.Conditions)
	return Rule{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Enabled: r.Enabled, StructureID: r.StructureID, ItemID: r.ItemID,
		Measurements: split[string](r.Measurements), Level: r.Level, Types: split[string](r.Types), Events: split[alarm.Event](r.Events),
		RepeatHours: r.RepeatHours, Late: r.Late, ByCode: r.ByCode, Channels: split[Channel](r.Channels), Duty: r.Duty,
		Quiet: Quiet{r.QuietFrom, r.QuietTo, r.QuietLevel}, UpdatedAt: r.UpdatedAt, zone: zoneNamed(r.TimeZone),
		Conditions: conditions, Ladder: []Rung{},
	}, err
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = string(v)
	}
	return strings.Join(texts, ",")
}

func split[T ~string](text string) []T {
	list := []T{}
	for part := range strings.SplitSeq(text, ",") {
		if part != "" {
			list = append(list, T(part))
		}
	}
	return list
}

// Rules returns the rules of a project by name.
func (l Ledger) Rules(ctx context.Context, scope access.Scope, project int64) ([]Rule, error) {
	if _, err := l.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []ruleRow
	q := sqlkit.Visible(withZone(l.Selects(&rows)).Where("r.project_id = ?", project), scope, "r.corporation_id", "r.project_id")
	if err := q.OrderExpr("r.name, r.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("alert rules of project %d: %w", project, err)
	}
	return l.withRecipients(ctx, l.Bun.NewSelect(), rows)
}

// withZone adds the time zone of their project to selected rules.
func withZone(q *bun.SelectQuery) *bun.SelectQuery {
	return q.ColumnExpr("r.*, (SELECT p.time_zone FROM project AS p WHERE p.id = r.project_id) AS time_zone")
}

// inForce returns the enabled rules of projects with their recipients.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (l Ledger) inForce(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]Rule, error) {
	var rows []ruleRow
	err := withZone(q.Clone().Model(&rows)).Where("r.project_id IN (?) AND r.enabled", bun.List(projects)).OrderExpr("r.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("alert rules of %d projects: %w", len(projects), err)
	}
	return l.withRecipients(ctx, q, rows)
}

// withRecipients returns rules with their recipients, by one query. Messages to an account go to its own addresses, while it
// is active and a member of the project.
func (l Ledger) withRecipients(ctx context.Context, q *bun.SelectQuery, rows []ruleRow) ([]Rule, error) {
	if len(rows) == 0 {
		return []Rule{}, nil
	}
	list, ids, place := make([]Rule, len(rows)), make([]int64, len(rows)), make(map[int64]int, len(rows))
	for i := range rows {
		rule, err := rows[i].rule()
		if err != nil {
			return nil, fmt.Errorf("conditions of alert rule %d: %w", rows[i].ID, err)
		}
		list[i], ids[i], place[rows[i].ID] = rule, rows[i].ID, i
		list[i].Accounts, list[i].Addresses, list[i].Mobiles, list[i].Webhooks = []int64{}, []string{}, []string{}, []int64{}
	}
	var found []named
	err := withNames(q.Clone().TableExpr("alert_rule_recipient AS rr")).Where("rr.rule_id IN (?)", bun.List(ids)).
		OrderExpr("rr.rule_id, rr.account_id, rr.address").Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("recipients of alert rules: %w", err)
	}
	for _, f := range found {
		list[place[f.RuleID]].add(f)
	}
	if err := l.withLadders(ctx, q, list, place); err != nil {
		return nil, err
	}
	if err := l.withSilences(ctx, q, list); err != nil {
		return nil, err
	}
	return list, l.withDuty(ctx, q, list)
}

// withNames adds to selected recipients of rules what they refer to.
func withNames(q *bun.SelectQuery) *bun.SelectQuery {
	return q.Join("JOIN alert_rule AS r ON r.id = rr.rule_id").
		Join("LEFT JOIN account AS a ON a.id = rr.account_id").Join("LEFT JOIN alert_webhook AS w ON w.id = rr.webhook_id").
		ColumnExpr("rr.rule_id, rr.account_id AS account, rr.address, COALESCE(a.email, '') AS email, COALESCE(a.mobile, '') AS mobile").
		ColumnExpr("COALESCE(rr.webhook_id, 0) AS webhook, COALESCE(w.name, '') AS webhook_name, COALESCE(w.kind, '') AS kind").
		ColumnExpr("COALESCE(w.enabled, FALSE) AS working").ColumnExpr(reached("rr.account_id", "r.project_id"))
}

// named is a row of a recipient with what it refers to.
type named struct {
	RuleID int64
	person
	Address     string
	Webhook     int64
	WebhookName string
	Kind        Channel
	Working     bool
}

func (r *Rule) add(f named) {
	to := recipient{Channel: Mail, Address: f.Address}
	switch {
	case f.Webhook != 0:
		r.Webhooks = append(r.Webhooks, f.Webhook)
		to = recipient{Channel: f.Kind, Webhook: f.Webhook, Address: f.WebhookName}
		if !f.Working {
			to.Reason = webhookOff
		}
	case f.Account != 0:
		r.Accounts = append(r.Accounts, f.Account)
		to = f.on(r.Channels)
	case strings.Contains(f.Address, "@"):
		r.Addresses = append(r.Addresses, f.Address)
	default:
		r.Mobiles = append(r.Mobiles, f.Address)
		to.Channel = SMS
	}
	r.recipients = append(r.recipients, to)
}

// reached is the SQL for whether an account is active and a member of a project, and whether it has a browser.
func reached(account, project string) string {
	return sqlkit.ActiveMember(account, project, clock.Now().UnixMilli()) + " AS reached, " + hasBrowser(account)
}

// Rule returns a rule of a project.
func (l Ledger) Rule(ctx context.Context, scope access.Scope, project, id int64) (Rule, error) {
	rules, err := l.Rules(ctx, scope, project)
	for _, r := range rules {
		if r.ID == id {
			return r, nil
		}
	}
	if err != nil {
		return Rule{}, err
	}
	return Rule{}, errs.New(errs.NothingHere)
}

// SaveRule creates a rule, or changes the one with its id.
func (l Ledger) SaveRule(ctx context.Context, who audit.Actor, r *Rule) error {
	if err := r.check(); err != nil {
		return err
	}
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
		entry := auditdb.Entry{Action: auditdb.Updated}
		if before == nil {
			entry.Action = auditdb.Created
			if r.ID, err = tx.ID(ctx); err != nil {
				return err
			}
			row := r.row()
			err = tx.Insert(ctx, &row)
		} else {
			entry.Before = before.logged()
			row := r.row()
			if err = tx.Update(ctx, &row, r.ID); err == nil {
				_, err = tx.Exec(ctx, "DELETE FROM alert_rule_recipient WHERE rule_id = ?", r.ID)
			}
			if err == nil {
				_, err = tx.Exec(ctx, "DELETE FROM alert_rule_rung WHERE rule_id = ?", r.ID)
			}
		}
		if err != nil {
			return err
		}
		if rows := r.recipientRows(); len(rows) > 0 { // none: only who is on duty
			if err := tx.Insert(ctx, &rows); err != nil {
				return err
			}
		}
		if rows := r.rungRows(); len(rows) > 0 {
			if err := tx.Insert(ctx, &rows); err != nil {
				return err
			}
		}
		entry.After = r.logged()
		return log(ctx, tx, who, r, entry)
	})
}

func (r *Rule) recipientRows() (rows []recipientRow) {
	for _, account := range r.Accounts {
		rows = append(rows, recipientRow{RuleID: r.ID, AccountID: account})
	}
	for _, address := range slices.Concat(r.Addresses, r.Mobiles) {
		rows = append(rows, recipientRow{RuleID: r.ID, Address: address})
	}
	for _, webhook := range r.Webhooks {
		rows = append(rows, recipientRow{RuleID: r.ID, Address: webhookKey(webhook), WebhookID: webhook})
	}
	return rows
}

// checkThings checks what a rule refers to, its name and the number of rules.
func (l Ledger) checkThings(ctx context.Context, q *bun.SelectQuery, r *Rule) error {
	var refused errs.Refusals
	if err := sqlkit.CheckPlace(ctx, q, &refused, r.ProjectID, r.StructureID, r.ItemID); err != nil {
		return err
	}
	var members []int64
	err := q.Clone().TableExpr("project_member AS m").Column("m.account_id").Where("m.project_id = ?", r.ProjectID).
		Scan(ctx, &members)
	if err != nil {
		return err
	}
	known := make(map[int64]bool, len(members))
	for _, id := range members {
		known[id] = true
	}
	var webhooks []int64
	err = q.Clone().TableExpr("alert_webhook AS w").Column("w.id").Where("w.project_id = ?", r.ProjectID).Scan(ctx, &webhooks)
	if err != nil {
		return err
	}
	people := func(at string, accounts, hooks []int64) {
		for i, account := range accounts {
			if !known[account] {
				refused.Add(fmt.Sprintf("%saccountIds[%d]", at, i), errs.RecipientElsewhere)
			}
		}
		for i, webhook := range hooks {
			if !slices.Contains(webhooks, webhook) {
				refused.Add(fmt.Sprintf("%swebhookIds[%d]", at, i), errs.NothingHere)
			}
		}
	}
	people("", r.Accounts, r.Webhooks)
	for i, rung := range r.Ladder {
		people(fmt.Sprintf("ladder[%d].", i), rung.Accounts, rung.Webhooks)
	}
	if r.Duty {
		rosters, err := l.Rosters.OnDuty(ctx, q, []int64{r.ProjectID}, clock.Now().UnixMilli())
		if err != nil {
			return err
		}
		if rosters[r.ProjectID] == nil {
			refused.Add("duty", errs.NoRoster)
		}
	}
	var others []ruleRow
	if err := q.Clone().Model(&others).Where("r.project_id = ? AND r.id <> ?", r.ProjectID, r.ID).Scan(ctx); err != nil {
		return err
	}
	for i := range others {
		if others[i].Name == r.Name {
			refused.Add("name", errs.NameUsed)
		}
	}
	if r.ID == 0 && len(others) >= maxRules {
		refused.Add("name", errs.TooManyEntries, "max", maxRules)
	}
	return refused.Err()
}

// DeleteRule deletes a rule. Messages that it has sent stay in the ledger.
func (l Ledger) DeleteRule(ctx context.Context, who audit.Actor, project, id int64) error {
	rule, err := l.Rule(ctx, who.Scope, project, id)
	if err != nil {
		return err
	}
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		n, err := tx.Exec(ctx, "DELETE FROM alert_rule WHERE id = ?", id)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		return log(ctx, tx, who, &rule, auditdb.Entry{Action: auditdb.Deleted, Before: rule.logged()})
	})
}
