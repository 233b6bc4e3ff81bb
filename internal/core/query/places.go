package query

import (
	"context"
	"math"
	"slices"
	"sort"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// A node of an array whose depth changes within a range is a column for each depth (domain views.md section 1): values
// of different places are not one curve.

// place is a column of results at one depth of its node, in mm so that the noise of sums makes no other place.
type place struct {
	reading.Column
	depth int64
}

const unplaced = math.MinInt64 // the depth of a place that has none

func placeOf(c reading.Column, depth *float64) place {
	if depth == nil {
		return place{c, unplaced}
	}
	return place{c, int64(math.Round(*depth * 1000))}
}

// depthsOf returns the depths of the nodes of a segment; none for a ring.
func depthsOf(s *compiled.Segment) map[int32]*float64 {
	if len(s.Nodes) == 0 || circular(s) {
		return nil
	}
	depths := make(map[int32]*float64, len(s.Nodes))
	for i := range s.Nodes {
		depths[s.Nodes[i].No] = &s.Nodes[i].Depth
	}
	return depths
}

// places collects the columns of results in a range.
type places struct {
	fields map[string]bool
	found  map[place]*float64 // the depth
	last   map[int32]*float64 // depths of the last configuration with nodes
}

func placesIn(p *compiled.Point, r *Request, kind ValueType) places {
	all := places{fields: map[string]bool{}, found: map[place]*float64{}}
	var before *compiled.Segment
	segments(p, r.Start, r.End, func(s *compiled.Segment) {
		columns := layout(s, kind)
		if before != nil && alike(before, s, kind) {
			return
		}
		before = s
		depths := depthsOf(s)
		if depths != nil {
			all.last = depths
		}
		if columns != nil {
			all.add(columns, depths)
		}
	})
	return all
}

// alike reports whether two segments have the same columns at the same places.
func alike(a, b *compiled.Segment, kind ValueType) bool {
	return layout(a, kind) == layout(b, kind) && slices.Equal(a.Nodes, b.Nodes)
}

func (a *places) add(columns *reading.Columns, depths map[int32]*float64) {
	ofNodes := map[string]bool{}
	for _, c := range columns.List {
		ofNodes[c.Field] = ofNodes[c.Field] || c.Node > 0
	}
	for _, c := range columns.List {
		if formula.Hidden(c.Field) {
			continue
		}
		depth := depths[c.Node]
		if !ofNodes[c.Field] { // of the whole array
			depth = nil
		}
		a.fields[c.Field] = true
		a.found[placeOf(c, depth)] = depth
	}
}

// current returns the places of which those without a depth have the last one of their node.
func (a *places) current() map[place]*float64 {
	list := make(map[place]*float64, len(a.found))
	for at, depth := range a.found {
		if depth == nil {
			depth = a.last[at.Node]
		}
		list[placeOf(at.Column, depth)] = depth
	}
	return list
}

// old reports whether a node no longer has a depth at the end of the range.
func (a *places) old(at place) bool {
	return at.depth != unplaced && placeOf(at.Column, a.last[at.Node]) != at
}

// holds reports whether the values of a column in a segment are those at the depth of the column.
func (c *Column) holds(s *compiled.Segment) bool {
	for i := range s.Nodes {
		if n := &s.Nodes[i]; n.No == c.Node && !circular(s) {
			name := reading.Column{Field: c.Field, Node: c.Node}
			return placeOf(name, c.Depth) == placeOf(name, &n.Depth)
		}
	}
	return !c.Old
}

// columns returns the requested columns of one value type, without earlier depths of nodes that no result of the range
// has.
func (s *Service) columns(ctx context.Context, p *compiled.Point, r *Request, kind ValueType) ([]Column, error) {
	list, err := columns(p, r, kind)
	if err != nil || !slices.ContainsFunc(list, func(c Column) bool { return c.Old }) {
		return list, err
	}
	type run struct {
		of       *compiled.Segment
		from, to int64
	}
	var runs []run
	segments(p, r.Start, r.End, func(s *compiled.Segment) {
		from, to := max(s.From, r.Start), min(s.Until-1, r.End)
		if k := len(runs) - 1; k >= 0 && alike(runs[k].of, s, kind) {
			runs[k].to = to
			return
		}
		runs = append(runs, run{s, from, to})
	})
	var used []*compiled.Segment
	for _, one := range runs {
		some := false
		err := s.series.Before(ctx, series.ResultID(r.Point), one.to+1, 1, []reading.Column{}, func(b *series.Block) error {
			some = some || len(b.Times) > 0 && b.Times[len(b.Times)-1] >= one.from
			return nil
		})
		if err != nil {
			return nil, err
		}
		if some {
			used = append(used, one.of)
		}
	}
	return slices.DeleteFunc(list, func(c Column) bool {
		return c.Old && !slices.ContainsFunc(used, func(s *compiled.Segment) bool {
			columns := layout(s, kind)
			return columns != nil && columns.Index(reading.Column{Field: c.Field, Node: c.Node}) >= 0 && c.holds(s)
		})
	}), nil
}

// selection is the columns to read from results.
type selection struct {
	columns []Column
	names   []reading.Column
	parted  []bool // the node has several depths in the range: only the segments with that of the column count
	any     bool   // some are parted
}

func selectionOf(columns []Column) selection {
	w := selection{columns: columns, names: make([]reading.Column, len(columns)), parted: make([]bool, len(columns))}
	first := make(map[reading.Column]int, len(columns))
	for i, c := range columns {
		w.names[i] = reading.Column{Field: c.Field, Node: c.Node}
		if k, again := first[w.names[i]]; again {
			w.parted[k], w.parted[i], w.any = true, true, true
		} else {
			first[w.names[i]] = i
		}
	}
	return w
}

// in reports whether a column has values in a segment.
func (w *selection) in(s *compiled.Segment, k int) bool { return !w.parted[k] || w.columns[k].holds(s) }

// run returns the end of the times from an index on that are of one segment, and whether a column has values there; all
// times for a column that is not parted.
func (w *selection) run(p *compiled.Point, times []int64, from, k int) (to int, there bool) {
	if !w.parted[k] {
		return len(times), true
	}
	s := p.At(times[from])
	return from + sort.Search(len(times)-from, func(i int) bool { return times[from+i] >= s.Until }), w.columns[k].holds(s)
}

// elsewhere is the place of a column in the vectors of a program in which its node has another depth.
const elsewhere = -2

// picks finds columns in the vectors of a program; it caches the last program.
type picks struct {
	columns *reading.Columns
	segment *compiled.Segment
	at      []int
}

func (p *picks) of(s *compiled.Segment, kind ValueType, wanted *selection) []int {
	columns := layout(s, kind)
	if columns == p.columns && len(p.at) == len(wanted.names) && (!wanted.any || s == p.segment) {
		return p.at
	}
	p.columns, p.segment, p.at = columns, s, p.at[:0]
	for k, c := range wanted.names {
		at := columns.Index(c)
		if !wanted.in(s, k) {
			at = elsewhere
		}
		p.at = append(p.at, at)
	}
	return p.at
}

// moved adds the changes in a segment of nodes that have another depth than in an earlier one.
func moved(before, s *compiled.Segment, list []int) []int {
	columns := layout(s, Accumulated)
	if columns == nil || slices.Equal(before.Nodes, s.Nodes) {
		return list
	}
	was, is := depthsOf(before), depthsOf(s)
	for i, c := range columns.List {
		if a, b := was[c.Node], is[c.Node]; a != nil && b != nil && placeOf(c, a) != placeOf(c, b) {
			list = append(list, i)
		}
	}
	return list
}
