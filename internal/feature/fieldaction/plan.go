package fieldaction

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/grading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

// mostSteps bounds the way from a point over computed points, sensors and collectors to a device.
const mostSteps = 8

// intervals returns the collection intervals that emergency plans ask for, if one of the changes is about a graded warning.
func (l Ledger) intervals(ctx context.Context, q *bun.SelectQuery, projects []int64, changes []alarm.Change) ([]grading.Interval, error) {
	if !slices.ContainsFunc(changes, func(c alarm.Change) bool { return c.Record.Kind == alarm.OfGraded }) {
		return nil, nil
	}
	return l.Plans.Intervals(ctx, q, projects)
}

// followPlans asks the devices of a graded warning for the interval of the grade that it has reached. The plan of a lower
// grade, whose hold it replaces, asks no more.
func (w *writing) followPlans(ctx context.Context, record *alarm.Record, t *alarm.Transition, h alarm.Happening) error {
	opens := h.Event == alarm.EventRaised || h.Event == alarm.EventEscalated || h.Event == alarm.EventReopened
	if record.Kind != alarm.OfGraded || !opens || h.Late || !record.Active() {
		return nil
	}
	at := slices.IndexFunc(w.plans, func(p grading.Interval) bool { return p.ProjectID == record.ProjectID && p.Level == h.Level })
	if at < 0 {
		return nil
	}
	plan := &w.plans[at]
	devices, err := w.devicesOf(ctx, w.Bun.NewSelect().Conn(w.tx), record, t.RecordedAt)
	if err != nil {
		return err
	}
	for _, id := range devices {
		mine := func(one holdRow) bool {
			return one.State == held && one.AlertID == record.ID && one.DeviceID == id && one.Grade != alarm.Normal
		}
		if slices.ContainsFunc(w.holds, func(one holdRow) bool { return mine(one) && one.Grade == h.Level }) {
			continue
		}
		for i := range w.holds {
			if mine(w.holds[i]) {
				w.holds[i].State, w.holds[i].changed = released, true
			}
		}
		w.hold(holdRow{
			CorporationID: record.CorporationID, ProjectID: record.ProjectID, Grade: h.Level, Seconds: plan.Seconds, RuleName: plan.Plan, AlertID: record.ID,
			DeviceID: id, Target: Interval, Kind: command.SetInterval,
		}, plan.Longest, intervalArgs(plan.Seconds), t, string(h.Event))
	}
	return nil
}

// pointsOf returns the points that a graded warning rests on.
func pointsOf(record *alarm.Record) (ids []int64) {
	if record.PointID != 0 {
		return []int64{record.PointID}
	}
	for _, g := range record.Last().Grounds() {
		ids = append(ids, g.Point)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// devicesOf returns the devices of the project that set how often the points of a graded warning are read at a time (UTC ms):
// those that feed them, or the collectors of sensors that cannot be reached themselves.
func (l Ledger) devicesOf(ctx context.Context, q *bun.SelectQuery, record *alarm.Record, at int64) (ids []int64, err error) {
	var feeding []int64
	points := pointsOf(record)
	for range mostSteps { // a computed point is read as often as its sources
		if len(points) == 0 {
			break
		}
		var sources []struct{ DeviceID, PointID int64 }
		err := inForce(q, timeline.OfPoint, string(definition.AspectBinding), points, at).ColumnExpr("vs.device_id, vs.point_id").Scan(ctx, &sources)
		if err != nil {
			return nil, fmt.Errorf("devices that feed points of alert %d: %w", record.ID, err)
		}
		points = points[:0:0]
		for _, s := range sources {
			if s.DeviceID != 0 {
				feeding = append(feeding, s.DeviceID)
			} else {
				points = append(points, s.PointID)
			}
		}
	}
	for range mostSteps {
		if len(feeding) == 0 {
			break
		}
		reached, above, err := l.reachable(ctx, q, record.ProjectID, feeding, at)
		if err != nil {
			return nil, fmt.Errorf("devices of alert %d: %w", record.ID, err)
		}
		ids, feeding = append(ids, reached...), above
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// reachable returns those of some devices that carry out commands themselves, because they are connected to the platform or
// speak a protocol on a line; above are the collectors of the others.
func (l Ledger) reachable(ctx context.Context, q *bun.SelectQuery, project int64, devices []int64, at int64) (reached, above []int64, err error) {
	var speaking []int64
	err = q.Clone().TableExpr("version AS v").ColumnExpr("v.owner_id").Where("v.owner_id IN (?)", bun.List(devices)).
		Where(foldb.InForce, timeline.OfDevice, string(device.AspectLink), at).Scan(ctx, &speaking)
	if err != nil {
		return nil, nil, err
	}
	var rows []struct {
		ID, ProjectID, CollectorID int64
		Register                   string
	}
	connected := inForce(q, timeline.OfDevice, string(definition.AspectConnection), devices, at).ColumnExpr("vs.owner_id, vs.device_id")
	err = q.Clone().TableExpr("device AS d").Join("LEFT JOIN (?) AS up ON up.owner_id = d.id", connected).
		ColumnExpr("d.id, d.project_id, d.register, COALESCE(up.device_id, 0) AS collector_id").
		Where("d.id IN (?)", bun.List(devices)).OrderExpr("d.id").Scan(ctx, &rows)
	for _, r := range rows {
		switch {
		case r.Register != "" || slices.Contains(speaking, r.ID):
			if r.ProjectID == project {
				reached = append(reached, r.ID)
			}
		case r.CollectorID != 0:
			above = append(above, r.CollectorID)
		}
	}
	return reached, above, err
}

// inForce selects what the versions of an aspect that are in effect at a time name, of some owners.
func inForce(q *bun.SelectQuery, kind timeline.OwnerKind, aspect string, owners []int64, at int64) *bun.SelectQuery {
	return q.Clone().TableExpr("version_source AS vs").Join("JOIN version AS v ON v.id = vs.version_id").
		Where("vs.owner_id IN (?) AND vs.owner_kind = ?", bun.List(owners), kind).Where(foldb.InForce, kind, aspect, at)
}

// watchPlans ends holds that emergency plans do not ask for any more.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Worker) watchPlans(ctx context.Context, now int64) error {
	holds, err := w.unasked(ctx, w.Bun.NewSelect())
	if err != nil || len(holds) == 0 {
		return err
	}
	return w.Write(ctx, func(tx *sqlkit.Transaction) error {
		holds, err := w.unasked(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx))
		if err != nil {
			return err
		}
		return w.release(ctx, tx, holds, byPlan, now)
	})
}

// unasked returns the holds whose plan was deleted, or asks for another interval or none.
func (l Ledger) unasked(ctx context.Context, q *bun.SelectQuery) (holds []holdRow, err error) {
	err = q.Clone().Model(&holds).Where("fh.state = ? AND fh.state <> 'released' AND fh.grade <> 0", held).OrderExpr("fh.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("devices that emergency plans hold: %w", err)
	}
	if len(holds) == 0 {
		return nil, nil
	}
	var projects []int64
	for i := range holds {
		projects = append(projects, holds[i].ProjectID)
	}
	slices.Sort(projects)
	plans, err := l.Plans.Intervals(ctx, q, slices.Compact(projects))
	return slices.DeleteFunc(holds, func(h holdRow) bool {
		return slices.ContainsFunc(plans, func(p grading.Interval) bool {
			return p.ProjectID == h.ProjectID && p.Level == h.Grade && p.Seconds == h.Seconds
		})
	}), err
}
