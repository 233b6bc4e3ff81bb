package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

const (
	// MostPipeSurveys is the maximum number of surveys of a pipe in one answer.
	MostPipeSurveys = 200
	// bendReach is the distance to the two neighbors, m, through which and a node the circle of the bend goes.
	bendReach = 3.0
	// straightRadius is the radius above which a pipe counts as straight, m.
	straightRadius = 10_000
)

// PipeSurvey is one run of a sonde through a pipe.
type PipeSurvey struct {
	Time        int64
	DeviceID    int64
	Flag        reading.Flag
	Path        formula.PipePath
	Reason      string  // why there is no result
	Averaged    bool    // the nodes are the mean of this run and the opposite one before it
	MinRadius   float64 // m, smallest that is allowed; 0: not set
	Nodes       []PipeNode
	Withdrawals []correction.Correction // of the whole survey, in effect
}

// PipeNode is one node of a pipe; NaN: none.
type PipeNode struct {
	No         int32
	Chainage   float64    // m from the entry
	Position   [3]float64 // north, east, up, m
	Depth      float64    // m below the entry
	Moved      [3]float64 // x, y, z in mm since the initial value or the base
	Horizontal float64    // mm
	Radius     float64    // of the bend, m; NaN on a straight stretch
}

// PipeSurveys returns the surveys of a pipe in time order, also those that are withdrawn.
func (s *Service) PipeSurveys(ctx context.Context, r SurveyRequest) ([]PipeSurvey, error) {
	p, err := s.point(ctx, r.Point)
	if err != nil {
		return nil, err
	}
	list := []PipeSurvey{}
	pipe := false
	segments(p, r.Start, r.End, func(one *compiled.Segment) {
		setting, _ := p.Setting(one.From)
		pipe = pipe || setting.ComputesPipe()
	})
	if !pipe {
		return list, nil
	}
	for _, part := range rawParts(p, r.Start, r.End) {
		device, _ := part.id.Channel()
		err := s.series.Scan(ctx, part.id, part.from, part.to, nil, func(b *series.Block) error {
			for i, t := range b.Times {
				if len(list) == MostPipeSurveys {
					return errs.OnField("start", errs.TooManyEntries, "max", MostPipeSurveys)
				}
				if one, ok := pipeSurveyOf(p, b, i); ok {
					pam, _ := p.Definition.Devices[device].Config.Pam.At(t)
					one.Time, one.DeviceID, one.MinRadius = t, device, pam.Value.MinRadius
					list = append(list, one)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b PipeSurvey) int { return int(min(1, max(-1, a.Time-b.Time))) })
	return list, s.pipeResults(ctx, p, r, list)
}

// pipeSurveyOf computes the path of a row, with its amendments. It reports false without stations.
func pipeSurveyOf(p *compiled.Point, b *series.Block, i int) (one PipeSurvey, ok bool) {
	if b.Columns.Index(reading.Column{Field: "chainage", Node: 1}) < 0 {
		return one, false
	}
	t := b.Times[i]
	amendments := p.AmendsAt(t)
	setting, _ := p.Setting(t)
	one.Path, one.Reason, ok = setting.PathOf(func(field string, node int32) float64 {
		for a := range amendments {
			if better, ok := amendments[a].Replaces(field, node); ok {
				return better
			}
		}
		if at := b.Columns.Index(reading.Column{Field: field, Node: node}); at >= 0 {
			return b.Values[at][i]
		}
		return math.NaN()
	})
	if !ok {
		return one, false
	}
	one.Withdrawals = withdrawn(p, t)
	none := math.NaN()
	for _, node := range p.At(t).Nodes {
		one.Nodes = append(one.Nodes, PipeNode{
			No: node.No, Chainage: node.Depth, Position: [3]float64{none, none, none}, Depth: none,
			Moved: [3]float64{none, none, none}, Horizontal: none, Radius: none,
		})
	}
	return one, true
}

// withdrawn returns the corrections that exclude a whole reading.
func withdrawn(p *compiled.Point, t int64) (list []correction.Correction) {
	for _, c := range p.Withdrawals {
		if c.From <= t && t <= c.To && len(c.Fields) == 0 && len(c.Nodes) == 0 {
			list = append(list, c)
		}
	}
	return list
}

// pipeResults adds the results to surveys.
func (s *Service) pipeResults(ctx context.Context, p *compiled.Point, r SurveyRequest, list []PipeSurvey) error {
	at := func(i int) int64 { return list[i].Time }
	return s.resultsAt(ctx, p, r, len(list), at, func(i int, row *row, observed, changed *reading.Columns) {
		one := &list[i]
		one.Flag = row.flag
		one.Averaged = pick(observed, row.observed, reading.Column{Field: formula.RunField}) == 0
		for i := range one.Nodes {
			n := &one.Nodes[i]
			for axis, field := range [3]string{"northing", "easting", "elevation"} {
				n.Position[axis] = pick(observed, row.observed, reading.Column{Field: field, Node: n.No})
				n.Moved[axis] = pick(changed, row.accumulated, reading.Column{Field: [3]string{"x", "y", "z"}[axis], Node: n.No})
			}
			n.Horizontal = math.Hypot(n.Moved[0], n.Moved[1])
			n.Depth = one.Nodes[0].Position[2] - n.Position[2]
		}
		bend(one.Nodes)
	})
}

// bend sets the radius of the bend of nodes that have neighbors far enough on both sides.
func bend(nodes []PipeNode) {
	if len(nodes) < 3 {
		return
	}
	reach := max(1, int(math.Ceil(bendReach/(nodes[1].Chainage-nodes[0].Chainage))))
	for i := reach; i < len(nodes)-reach; i++ {
		radius := formula.BendRadius(nodes[i-reach].Position, nodes[i].Position, nodes[i+reach].Position)
		if radius <= straightRadius {
			nodes[i].Radius = radius
		}
	}
}
