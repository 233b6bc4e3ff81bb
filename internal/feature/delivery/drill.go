package delivery

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/sqlkit"
)

// noDrills is the value of Filter.Drills for messages about alerts.
const noDrills = "none"

// Drill is a marked test of the rules of a project, see package drill.
type Drill struct {
	ID, CorporationID, ProjectID int64
	Level                        alarm.Level // rules for higher levels only have no part in it
	At                           int64       // UTC ms
	By                           string      // who started it; empty: the weekly plan
	Quiet                        bool        // quiet hours of rules hold it back
}

// DrillMessages returns the messages of a drill, those that cannot be sent included, without ids. Everybody whom a rule or
// its ladder names gets one at once, for each rule.
//
// Unscoped: the caller has chosen the project, or works for the program.
func (l Ledger) DrillMessages(ctx context.Context, q *bun.SelectQuery, d Drill) (list []Message, err error) {
	rules, err := l.inForce(ctx, q, []int64{d.ProjectID})
	if err != nil || len(rules) == 0 {
		return nil, err
	}
	var names wording.Names
	err = q.Clone().TableExpr("project AS pr").Join("LEFT JOIN corporation AS c ON c.id = pr.corporation_id").Where("pr.id = ?", d.ProjectID).
		ColumnExpr("COALESCE(c.platform_name, '') AS platform, pr.language, pr.time_zone, pr.name AS project").
		Scan(ctx, &names.Platform, &names.Language, &names.TimeZone, &names.Project)
	if err != nil {
		return nil, fmt.Errorf("names of project %d: %w", d.ProjectID, err)
	}
	for i := range rules {
		if rules[i].Level <= d.Level {
			list = append(list, rules[i].drill(d, names, -int64(i+1))...)
		}
	}
	return list, nil
}

// WriteDrill writes the messages of a drill, which are sent like those about alerts.
//
// Unscoped: the caller has chosen the project, or works for the program.
func (l Ledger) WriteDrill(ctx context.Context, tx *sqlkit.Transaction, d Drill) (messages int, err error) {
	list, err := l.DrillMessages(ctx, l.Bun.NewSelect().Conn(tx.Tx), d)
	if err != nil || len(list) == 0 {
		return 0, err
	}
	first, err := l.IDs.TakeIn(ctx, tx.Tx.Tx, -list[len(list)-1].TransitionID)
	if err != nil {
		return 0, err
	}
	for i := range list {
		list[i].TransitionID -= first
	}
	return len(list), l.add(ctx, tx.Tx.Tx, list)
}

// drill returns the messages of a rule; transition keeps them apart from those of other rules.
func (r *Rule) drill(d Drill, names wording.Names, transition int64) (list []Message) {
	known := map[string]bool{}
	to := r.recipientsAt(d.At)
	for _, rung := range r.Ladder {
		to = append(to[:len(to):len(to)], rung.recipients...)
	}
	for _, one := range to {
		for _, s := range one.steps() {
			if known[s.place] {
				continue
			}
			known[s.place] = true
			m := Message{
				CorporationID: d.CorporationID, ProjectID: d.ProjectID, DrillID: d.ID, TransitionID: transition, RuleID: r.ID,
				Event: wording.Drill, CreatedAt: d.At, DueAt: d.At, Content: wording.Content{
					Names: names, Event: wording.Drill, At: d.At, Kind: alarm.OfThreshold, Step: alarm.Step{Level: d.Level, Time: d.At},
					Rule: r.Name, Drill: true, DrillBy: d.By,
				},
			}
			m.to(s)
			m.Duty = s.Duty
			if d.Quiet {
				m.hold(hold{until: r.Quiet.until(d.Level, d.At, r.zone)})
			}
			list = append(list, m)
		}
	}
	return list
}

// Recipient identifies the recipient of a message in the ledger, on its channel.
func (m *Message) Recipient() string { return m.recipient }
