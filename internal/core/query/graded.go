package query

import (
	"context"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/grading"
	"plumbline/internal/core/reading"
)

// GradedReadings visits the valid results of a field of a point in [from, to] (UTC ms) as graded warnings judge them, in
// time order. Results that thresholds do not judge are left out. A point that does not exist has none.
func (s *Service) GradedReadings(ctx context.Context, pointID int64, field string, from, to int64, visit func(*grading.Reading) error) error {
	p, ok, err := s.directory.Find(ctx, pointID)
	if err != nil || !ok {
		return err
	}
	w, err := s.newWalker(ctx, p, []ValueType{Accumulated, Rate})
	if err != nil {
		return err
	}
	g := graded{point: p, field: field}
	return w.walk(ctx, from, to, func(r *row) error {
		if !r.flag.Judged() || p.Definition.Config.Off(r.time) {
			return nil
		}
		made := g.reading(r)
		if len(made.Nodes) == 0 {
			return nil
		}
		return visit(made)
	})
}

// graded turns rows into readings of one field.
type graded struct {
	point   *compiled.Point
	field   string
	segment *compiled.Segment
	nodes   []gradedNode
}

// gradedNode is a node with its columns; -1: none.
type gradedNode struct {
	no                int32
	observed, changed int
}

func (g *graded) enter(s *compiled.Segment) {
	if s == g.segment {
		return
	}
	g.segment, g.nodes = s, g.nodes[:0]
	at := map[int32]int{}
	node := func(c reading.Column) *gradedNode {
		i, known := at[c.Node]
		if !known {
			i = len(g.nodes)
			at[c.Node] = i
			g.nodes = append(g.nodes, gradedNode{c.Node, -1, -1})
		}
		return &g.nodes[i]
	}
	for i, c := range s.Program.Observed().List {
		if c.Field == g.field {
			node(c).observed = i
		}
	}
	for i, c := range s.Program.Changed().List {
		if c.Field == g.field {
			node(c).changed = i
		}
	}
}

func (g *graded) reading(r *row) *grading.Reading {
	g.enter(r.segment)
	d := &g.point.Definition
	made := &grading.Reading{
		Point: d.Point.ID, Measurement: d.Point.Measurement, Field: g.field, Time: r.time,
		Nodes: make([]grading.Node, len(g.nodes)), Control: g.control(r.time),
	}
	for i, n := range g.nodes {
		made.Nodes[i] = grading.Node{
			No: n.no, Observed: valueAt(r.observed, n.observed), Accumulated: valueAt(r.accumulated, n.changed), Rate: valueAt(r.rate, n.changed),
		}
	}
	if unit, _, ok := g.point.ChangeUnit(g.field, r.time); ok {
		made.Units = grading.Units{Value: unit, Rate: unit + "/d"}
	}
	return made
}

// control returns the red thresholds of the field at a time: the smallest one of several ranges of nodes.
func (g *graded) control(t int64) grading.Control {
	c := grading.Control{Accumulated: math.NaN(), Rate: math.NaN()}
	version, ok := g.point.Definition.Thresholds.At(t)
	if !ok {
		return c
	}
	for i := range version.Value.List {
		limit := &version.Value.List[i]
		if !limit.Enable || limit.Field != g.field || limit.Red == nil {
			continue
		}
		switch limit.ValueType {
		case alarm.Accumulated:
			c.Accumulated = least(c.Accumulated, *limit.Red)
		case alarm.Rate:
			c.Rate = least(c.Rate, *limit.Red)
		}
	}
	return c
}

// least returns the smaller of two numbers, or b if a is NaN.
func least(a, b float64) float64 {
	if math.IsNaN(a) || b < a {
		return b
	}
	return a
}

func valueAt(row []float64, column int) float64 {
	if row == nil || column < 0 || math.IsNaN(row[column]) { // NaN, which includes Missing
		return math.NaN()
	}
	return row[column]
}
