package pointconfig

import (
	"context"
	"encoding/json"
	"fmt"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
)

// MaxPoints is the maximum number of points in one change.
const MaxPoints = 1000

// Bulk records versions of one aspect for several points of a project, from one time on.
type Bulk struct {
	Aspect    definition.PointAspect
	ValidFrom int64 // UTC ms; 0: always
	Note      string
	Changes   []Assignment
}

// Assignment is a value of the aspect for points.
type Assignment struct {
	PointIDs []int64
	Value    json.RawMessage
}

// PlanBulk returns the plan of a change for several points. Errors name their place, such as
// changes[0].measuringPointIds[3].value.rules[0].formula.
func (s *Service) PlanBulk(ctx context.Context, scope access.Scope, projectID int64, b Bulk) (Plan, error) {
	if b.Aspect == definition.AspectBinding {
		return Plan{}, errs.OnField("aspect", errs.NotOneOf, "allowed", "formula, initial, processor, collect, monitoring, thresholds, engineering, chart")
	}
	var ids []int64
	for _, change := range b.Changes {
		ids = append(ids, change.PointIDs...)
	}
	switch {
	case len(ids) == 0:
		return Plan{}, errs.OnField("changes", errs.AtLeastOnePoint)
	case len(ids) > MaxPoints:
		return Plan{}, errs.OnField("changes", errs.TooManyEntries, "max", MaxPoints)
	}
	known, err := s.store.PointsNamed(ctx, projectID, ids)
	if err != nil {
		return Plan{}, err
	}
	var refusals errs.Refusals
	var plan Plan
	seen := make(map[int64]bool, len(ids))
	for i, change := range b.Changes {
		for j, id := range change.PointIDs {
			at := entry("changes", i) + entry("measuringPointIds", j)
			name := at[:len(at)-1]
			if _, ok := known[id]; !ok {
				refusals.Add(name, errs.MustExist)
				continue
			}
			if seen[id] {
				refusals.Add(name, errs.Duplicate)
				continue
			}
			seen[id] = true
			draft := timeline.Draft{Aspect: string(b.Aspect), ValidFrom: b.ValidFrom, Value: change.Value, Note: b.Note}
			if err := refusals.Merge(at, s.points.Check(ctx, scope, id, draft, 0)); err != nil {
				return Plan{}, err
			}
			plan.Versions = append(plan.Versions, Step{PointID: id, Draft: draft, From: b.ValidFrom})
		}
	}
	return plan, refusals.Err()
}

// RecordBulk executes a change for several points, all or none.
func (s *Service) RecordBulk(ctx context.Context, who audit.Actor, projectID int64, b Bulk) (made []timeline.Record, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		plan, err := s.PlanBulk(ctx, who.Scope, projectID, b)
		if err != nil {
			return err
		}
		made, err = s.store.CarryOut(ctx, who, plan)
		return err
	})
	return made, err
}

// InForce returns a page of points with their version of an aspect in effect at a time; 0 is now.
func (s *Service) InForce(ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect,
	at int64,
) (paging.Page[Configured], error) {
	if at == 0 {
		at = now()
	}
	return s.store.InForce(ctx, scope, filter, aspect, at, false)
}

// Shared is a conversion common to points of one place, measurement and category.
type Shared struct {
	point.Alike
	Formula definition.Formula // without rules: the points have none
	Points  []SharedPoint
}

// SharedPoint is a point with the time from which it has the formula.
type SharedPoint struct {
	ID        int64
	Name      string
	ValidFrom int64
}

// Formulas groups the points of a filter by their conversion at a time; 0 is now. Pages are cut between places,
// measurements and categories, so that no group is on two pages; groups are in the order of their first points.
func (s *Service) Formulas(ctx context.Context, scope access.Scope, filter point.Filter, at int64) (paging.Page[Shared], error) {
	groups := paging.Page[Shared]{List: []Shared{}}
	if at == 0 {
		at = now()
	}
	alike, err := s.store.Alike(ctx, scope, filter)
	if err != nil || len(alike.List) == 0 {
		return groups, err
	}
	filter.Alike = alike.List
	page, err := s.store.InForce(ctx, scope, filter, definition.AspectFormula, at, true)
	if err != nil {
		return groups, err
	}
	groups.Total = alike.Total
	position := map[string]int{}
	for _, c := range page.List {
		var formula definition.Formula
		if c.Record.ID != 0 {
			if err := json.Unmarshal(c.Record.Value, &formula); err != nil {
				return groups, fmt.Errorf("formula of point %d: %w", c.Point.ID, err)
			}
		}
		value, err := json.Marshal(formula) // field order is fixed, so equal formulas have equal JSON
		if err != nil {
			return groups, fmt.Errorf("formula of point %d: %w", c.Point.ID, err)
		}
		p := c.Point
		of := point.Alike{StructureID: p.StructureID, ItemID: p.ItemID, Measurement: p.Measurement, Category: p.Category}
		key := fmt.Sprint(of, string(value))
		i, ok := position[key]
		if !ok {
			i = len(groups.List)
			position[key] = i
			groups.List = append(groups.List, Shared{Alike: of, Formula: formula})
		}
		groups.List[i].Points = append(groups.List[i].Points, SharedPoint{ID: p.ID, Name: p.Name, ValidFrom: c.Record.ValidFrom})
	}
	return groups, nil
}
