package pointconfig

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/correction"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/point"
)

// MaxEntries is the maximum number of manual readings in one call.
const MaxEntries = 1000

// Reading is a manual reading of an artificial point.
type Reading struct {
	Time   int64              // UTC ms
	Values map[string]float64 // by field
	// Nodes are the values of an array read manually, such as an inclinometer. An entry without a number means the
	// node at its depth, or a new one.
	Nodes []correction.NodeValue
	Note  string // "": that of all readings
	// Whole removes the values of an earlier entry of this time that are missing here.
	Whole bool
}

// PlanManual returns the plan of entering manual readings at an artificial point (specification sections 3 and 5).
// Each is a record that can be revoked; it replaces the one of the same time and keeps its other fields.
func (s *Service) PlanManual(ctx context.Context, scope access.Scope, pointID int64, readings []Reading, note string) (Plan, error) {
	p, err := s.points.Get(ctx, scope, pointID)
	if err != nil {
		return Plan{}, err
	}
	switch {
	case p.Kind != point.Artificial:
		return Plan{}, errs.New(errs.NotArtificial)
	case len(readings) == 0:
		return Plan{}, errs.OnField("rows", errs.Empty)
	case len(readings) > MaxEntries:
		return Plan{}, errs.OnField("rows", errs.TooManyEntries, "max", MaxEntries)
	}
	standing, err := s.entered(ctx, scope, pointID)
	if err != nil {
		return Plan{}, err
	}
	var refusals errs.Refusals
	var plan Plan
	seen := map[int64]bool{}
	known := knownNodes(standing)
	datum := datumOf(p.Measurement, standing, readings)
	for i, r := range readings {
		at := entry("rows", i)
		r.Values = datum.reduce(r.Values)
		c := correction.Correction{
			PointID: pointID, Kind: correction.Replace, From: r.Time, Values: r.Values, NodeValues: known.number(&refusals, at, r.Nodes),
			Note: cmp.Or(r.Note, note),
		}
		if told, refused := errs.As(s.corrections.Check(ctx, scope, c)); refused {
			for k := range told.Fields {
				name := &told.Fields[k].Name
				if *name == "from" {
					*name = "time"
				}
				*name = strings.Replace(*name, "nodeValues", "nodes", 1)
			}
			if err := refusals.Merge(at, told); err != nil {
				return Plan{}, err
			}
		}
		if seen[r.Time] {
			refusals.Add(at+"time", errs.Duplicate)
		}
		seen[r.Time] = true
		if old, ok := standing[r.Time]; ok {
			if !r.Whole {
				c.Values = maps.Clone(old.Values)
				if c.Values == nil {
					c.Values = map[string]float64{}
				}
				maps.Copy(c.Values, r.Values)
				c.NodeValues = over(old.NodeValues, c.NodeValues)
			}
			old.Note = c.Note
			plan.Revoked = append(plan.Revoked, old)
		}
		plan.Corrections = append(plan.Corrections, c)
	}
	return plan, refusals.Err()
}

// Typed are manual readings of one point.
type Typed struct {
	PointID  int64
	Readings []Reading
}

// EnterManual enters manual readings of points, all or none.
func (s *Service) EnterManual(ctx context.Context, who audit.Actor, list []Typed, note string) (n int, err error) {
	var owners exclusion.Owners
	for _, typed := range list {
		owners.Points = append(owners.Points, typed.PointID)
	}
	err = s.store.Exclusively(ctx, owners, func(ctx context.Context) error {
		var all Plan
		for _, typed := range list {
			plan, err := s.PlanManual(ctx, who.Scope, typed.PointID, typed.Readings, note)
			if err != nil {
				return err
			}
			all.Revoked = append(all.Revoked, plan.Revoked...)
			all.Corrections = append(all.Corrections, plan.Corrections...)
		}
		n = len(all.Corrections)
		_, err := s.store.CarryOut(ctx, who, all)
		return err
	})
	return n, err
}

// entered returns the readings in effect, by time.
func (s *Service) entered(ctx context.Context, scope access.Scope, pointID int64) (map[int64]correction.Correction, error) {
	list, err := s.corrections.List(ctx, scope, pointID)
	if err != nil {
		return nil, err
	}
	standing := map[int64]correction.Correction{}
	for _, c := range list {
		if c.Kind == correction.Replace && c.InEffect() && len(c.Nodes) == 0 {
			standing[c.From] = c
		}
	}
	return standing, nil
}

// nodes are the nodes of an artificial point, identified by their depth.
type nodes struct {
	at   map[int64]int32 // by depth, mm
	last int32           // the highest number
}

func knownNodes(standing map[int64]correction.Correction) *nodes {
	known := &nodes{at: map[int64]int32{}}
	for _, c := range standing {
		for _, node := range c.NodeValues {
			known.add(node)
		}
	}
	return known
}

func (k *nodes) add(node correction.NodeValue) {
	k.last = max(k.last, node.No)
	if node.Depth != nil {
		k.at[millimeters(*node.Depth)] = node.No
	}
}

func millimeters(depth float64) int64 { return int64(math.Round(depth * 1000)) }

// number numbers the nodes without a number, from the collar down.
func (k *nodes) number(refusals *errs.Refusals, at string, list []correction.NodeValue) []correction.NodeValue {
	for _, node := range list {
		if node.No != 0 {
			k.add(node)
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	depth := func(i int) float64 {
		if list[i].Depth == nil {
			return 0
		}
		return *list[i].Depth
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(depth(a), depth(b)) })
	out := slices.Clone(list)
	taken := map[int32]bool{}
	for _, i := range order {
		node := &out[i]
		switch {
		case node.No != 0:
		case node.Depth == nil:
			refusals.Add(at+entry("nodes", i)+"depth", errs.Empty)
			k.last++
			node.No = k.last // not validated further
		default:
			no, ok := k.at[millimeters(*node.Depth)]
			if !ok {
				no = k.last + 1
			}
			if taken[no] {
				refusals.Add(at+entry("nodes", i)+"depth", errs.Duplicate)
			}
			node.No = no
			k.add(*node)
		}
		taken[node.No] = true
	}
	return out
}

// over overlays new values of nodes on existing ones; values that were not measured again are kept.
func over(old, typed []correction.NodeValue) []correction.NodeValue {
	out := slices.Clone(old)
	for _, node := range typed {
		i := slices.IndexFunc(out, func(n correction.NodeValue) bool { return n.No == node.No })
		if i < 0 {
			out = append(out, node)
			continue
		}
		values := maps.Clone(out[i].Values)
		maps.Copy(values, node.Values)
		out[i].Values = values
		out[i].Depth = cmp.Or(node.Depth, out[i].Depth)
	}
	return out
}
