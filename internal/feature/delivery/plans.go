package delivery

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/feature/delivery/respond"
)

// Plans knows the emergency plans of projects, see package grading.
type Plans interface {
	respond.Plans
	// Responders returns who the emergency plans of projects name.
	Responders(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]grading.Responders, error)
}

// withPlans appends rules for those who emergency plans name, if one of the changes is about a graded warning.
func (l Ledger) withPlans(ctx context.Context, q *bun.SelectQuery, rules []Rule, projects []int64, changes []alarm.Change) ([]Rule, error) {
	if !slices.ContainsFunc(changes, func(c alarm.Change) bool { return c.Record.Kind == alarm.OfGraded }) {
		return rules, nil
	}
	list, err := l.Plans.Responders(ctx, q, projects)
	if err != nil {
		return nil, err
	}
	for _, r := range list {
		rule := Rule{
			ProjectID: r.ProjectID, Name: r.Plan, Enabled: true, plan: r.Level, Accounts: r.Accounts, Addresses: r.Addresses, Mobiles: r.Mobiles,
		}
		for _, c := range r.Channels {
			rule.Channels = append(rule.Channels, Channel(c))
		}
		if rule.recipients, err = l.recipientsOf(ctx, &rule); err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// concerns reports whether a plan's responders get a message about an event of a record: its grade was reached while the
// warning is open, or nobody acknowledged the warning in time and they are next. A restore goes to those of all grades
// that were reached. Warnings of the past that are over concern nobody any more.
func (r *Rule) concerns(record *alarm.Record, h alarm.Happening) bool {
	switch {
	case record.Kind != alarm.OfGraded || r.ProjectID != record.ProjectID:
		return false
	case h.Event == alarm.EventRestored:
		return !h.Late && r.plan <= record.Level
	}
	return record.Active() && r.plan == h.Level
}
