package configuration

import (
	"context"
	"maps"

	"plumbline/internal/access"
	"plumbline/internal/correction"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
	"plumbline/internal/point"
)

// MaxEntries is how many readings may be entered by hand at once.
const MaxEntries = 1000

// Reading is what somebody measured by hand at an artificial point.
type Reading struct {
	Time   int64              // UTC ms
	Values map[string]float64 // by field
}

// PlanManual is the plan of entering readings by hand at an artificial point
// (specification sections 3 and 5). Each is a record that can be taken back; it takes the
// place of the one of its time, whose other fields it keeps.
func (s *Service) PlanManual(ctx context.Context, scope access.Scope, pointID int64, readings []Reading, note string) (Plan, error) {
	p, err := s.points.Get(ctx, scope, pointID)
	if err != nil {
		return Plan{}, err
	}
	switch {
	case p.Kind != point.Artificial:
		return Plan{}, fault.New(fault.NotArtificial)
	case len(readings) == 0:
		return Plan{}, fault.OnField("rows", fault.Empty)
	case len(readings) > MaxEntries:
		return Plan{}, fault.OnField("rows", fault.TooManyEntries, "max", MaxEntries)
	}
	standing, err := s.entered(ctx, scope, pointID)
	if err != nil {
		return Plan{}, err
	}
	var refusals fault.Refusals
	var plan Plan
	seen := map[int64]bool{}
	for i, r := range readings {
		at := entry("rows", i)
		c := correction.Correction{PointID: pointID, Kind: correction.Replace, From: r.Time, Values: r.Values, Note: note}
		if told, refused := fault.As(s.corrections.Check(ctx, scope, c)); refused {
			for k := range told.Fields {
				if told.Fields[k].Name == "from" {
					told.Fields[k].Name = "time"
				}
			}
			if err := refusals.Merge(at, told); err != nil {
				return Plan{}, err
			}
		}
		if seen[r.Time] {
			refusals.Add(at+"time", fault.Duplicate)
		}
		seen[r.Time] = true
		if old, ok := standing[r.Time]; ok {
			c.Values = maps.Clone(old.Values)
			maps.Copy(c.Values, r.Values)
			old.Note = note
			plan.TakenBack = append(plan.TakenBack, old)
		}
		plan.Corrections = append(plan.Corrections, c)
	}
	return plan, refusals.Err()
}

// EnterManual enters readings by hand, all or none.
func (s *Service) EnterManual(ctx context.Context, who oplog.Actor, pointID int64, readings []Reading, note string) (n int, err error) {
	err = s.store.Exclusively(ctx, func() error {
		plan, err := s.PlanManual(ctx, who.Scope, pointID, readings, note)
		if err != nil {
			return err
		}
		n = len(plan.Corrections)
		_, err = s.store.CarryOut(ctx, who, plan)
		return err
	})
	return n, err
}

// entered are the readings that stand, by time.
func (s *Service) entered(ctx context.Context, scope access.Scope, pointID int64) (map[int64]correction.Correction, error) {
	list, err := s.corrections.List(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	standing := map[int64]correction.Correction{}
	for _, c := range list {
		if c.Kind == correction.Replace && c.Stands() && len(c.Nodes) == 0 {
			standing[c.From] = c
		}
	}
	return standing, nil
}
