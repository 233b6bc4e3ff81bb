package grading

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

const maxIntervalSeconds = 7 * 86400

// checkInterval checks what devices are asked for. Nothing of it is kept while it is not ticked.
func (p *EmergencyPlanFields) checkInterval(refused *errs.Refusals) {
	if !p.RaiseInterval {
		p.IntervalSeconds, p.LongestMinutes = 0, 0
		return
	}
	if p.IntervalSeconds < command.MinInterval || p.IntervalSeconds > maxIntervalSeconds {
		refused.Add("intervalSeconds", errs.OutOfRange, "min", command.MinInterval, "max", maxIntervalSeconds)
	}
	if p.LongestMinutes < 1 || p.LongestMinutes > maxMinutes {
		refused.Add("longestMinutes", errs.OutOfRange, "min", 1, "max", maxMinutes)
	}
}

// asksAs reports whether two versions of a plan ask devices for the same.
func (p *EmergencyPlanFields) asksAs(other *EmergencyPlanFields) bool {
	return p.RaiseInterval == other.RaiseInterval && p.IntervalSeconds == other.IntervalSeconds && p.LongestMinutes == other.LongestMinutes
}

// mayAsk refuses callers who may not send commands to devices of a project, if they change what its plan asks devices for.
func (s *server) mayAsk(ctx context.Context, project int64, grade int, wanted *EmergencyPlanFields) error {
	list, err := s.store.Plans(ctx, httpapi.CallerOf(ctx).Scope, project)
	if err != nil {
		return err
	}
	now := new(EmergencyPlanFields)
	for i := range list {
		if list[i].Level == grade {
			now = &list[i].EmergencyPlanFields
		}
	}
	if now.asksAs(wanted) {
		return nil
	}
	return httpapi.CallerOf(ctx).Require(httpapi.DevicePermission(access.Update), project)
}

// Intervals returns the collection intervals that emergency plans of projects ask for, for the ledger of field actions.
//
// Unscoped: the caller has chosen the projects, or works for the program.
func (s *Store) Intervals(ctx context.Context, q *bun.SelectQuery, projects []int64) ([]grading.Interval, error) {
	var rows []planRow
	err := q.Clone().Model(&rows).Where("ep.project_id IN (?) AND ep.raise_interval", bun.List(projects)).OrderExpr("ep.project_id, ep.level").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("collection intervals of plans of %d projects: %w", len(projects), err)
	}
	list := make([]grading.Interval, len(rows))
	for i, r := range rows {
		list[i] = grading.Interval{ProjectID: r.ProjectID, Plan: r.Name, Level: alarm.Level(r.Level), Seconds: r.IntervalSeconds, Longest: r.LongestMinutes}
	}
	return list, nil
}
