package query

import (
	"cmp"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// What a node of an array adds to its neighbor, as the profile and the settlement of a line show it: a node of a hole
// is compared with the next deeper one, the deepest with itself; a node of a line with the one before it, of which the
// first has none.
var (
	summedDown  = []string{"x", "y", "z", "n", "e", "res"}
	summedAlong = []string{"settlement", "deflection"}
)

// perSegment reports whether a column of an array is a sum over its segments.
func perSegment(c *Column) bool {
	return c.Depth != nil && (slices.Contains(summedDown, c.Field) || slices.Contains(summedAlong, c.Field))
}

// segmentLabel is the label of a column that shows the part of one segment.
func segmentLabel(of i18n.Label) i18n.Label {
	return i18n.Label{Zh: of.Zh + "（逐段）", En: of.En + " (per segment)", Tw: of.Tw + "（逐段）"}
}

// parts takes sums along an array apart, row by row. The zero value leaves rows as they are.
type parts struct {
	wanted  bool
	columns *reading.Columns // of the program
	from    []int            // column -> the column to subtract
	values  []float64
}

// Instead of a column to subtract.
const (
	whole    = -1 // the column is no sum
	noPart   = -2 // the node has no segment
	fixedEnd = -3 // the node is the end from which the sum starts
)

// of returns the values of a row, valid until the next one.
func (p *parts) of(s *compiled.Segment, kind ValueType, values []float64) []float64 {
	if !p.wanted || values == nil {
		return values
	}
	if columns := layout(s, kind); columns != p.columns {
		p.columns, p.from = columns, neighbors(s, columns)
	}
	p.values = p.values[:0]
	for i, v := range values {
		switch from := p.from[i]; from {
		case whole:
		case noPart:
			v = reading.Missing
		case fixedEnd:
			if !math.IsNaN(v) {
				v = 0
			}
		default:
			if v -= values[from]; !math.IsNaN(v) {
				v = math.Round(v*partScale) / partScale
			}
		}
		p.values = append(p.values, v)
	}
	return p.values
}

// partScale removes the noise of the subtraction: stored values have at most 8 decimals.
const partScale = 1e8

// neighbors returns the column to subtract from each column of a program.
func neighbors(s *compiled.Segment, columns *reading.Columns) []int {
	from := make([]int, columns.Len())
	for i := range from {
		from[i] = whole
	}
	if circular(s) {
		return from
	}
	nodes := slices.Clone(s.Nodes)
	slices.SortStableFunc(nodes, func(a, b formula.Node) int { return cmp.Compare(a.Depth, b.Depth) })
	set := func(fields []string, first int) {
		for _, field := range fields {
			before := first
			for _, node := range nodes {
				if at := columns.Index(reading.Column{Field: field, Node: node.No}); at >= 0 {
					from[at], before = before, at
				}
			}
		}
	}
	set(summedAlong, noPart)
	slices.Reverse(nodes)
	set(summedDown, fixedEnd)
	return from
}
