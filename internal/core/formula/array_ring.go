package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var arrayRingFamily = family{
	SystemFormula: SystemFormula{
		Code: "ARRAY_CIRCULAR", Label: label("环向阵列公式", "Circular array", "環向陣列公式"),
		Text:    "w = (Q − Q_init)·Q_init/|Q_init|",
		Inputs:  []FormulaInput{takes("", "ax"), takes("", "ay"), takes("", "angleX")},
		Outputs: []string{"x", "y", "ovality", "radial", "convergence"},
		Settings: []FormulaSetting{
			numeric("phi0", label("起始方向", "Initial direction", "起始方向"), "°").or(0),
			choice("input", segmentLabel, pickAcceleration,
				pick("bend", "相对前一节段的弯折", "Bend against the segment before", "相對前一節段的彎折")),
		},
		SuitsTypes: []string{"ADM", "ADMI"},
	},
	source: "formulas.md section 13",
	maths:  maths{outputs: ringOutputs, compile: newArrayRing},
}

// Ring is the layout of a circular array (domain devices.md section 3.4). The zero value is a closed ring of all
// segments.
type Ring struct {
	Open      bool
	StartNode int32      // segments before it are not part of the ring
	Chords    [][2]int32 // nodes; empty: the diameters of a closed ring with an even number of nodes
	Radius    float64    // mm, by design; 0: of the circle through the initial nodes
}

// farOpen is the misclosure, as a fraction of the perimeter, above which it is reported.
const farOpen = 0.005

// arrayRing is formulas.md section 13: a section of a lining from an array around it.
//
// Observed are x (to the right) and y (up) of every node, mm, and the ovality of the shape,
// ‰. The misclosure of a closed ring is distributed over its nodes by length and the positions are
// relative to the center of the best-fitting circle. An open arc is fixed at
// its two end points: its misclosure relative to the initial arc is distributed.
// The change is the radial movement of every node, the convergence of every chord, under its
// first node, and the change in ovality of the diameters.
//
// Option input is what a segment sends: acceleration, ax along its axis and ay across it
// in the plane of the section, or bend, angleX against the segment before, from parameter
// phi0 on.
type arrayRing struct {
	ringColumns
	segments []ringSegment
	along    []float64 // length up to a node, of the whole
	length   float64   // mm
	bend     bool
	phi0     float64 // degrees
	held     []int
}

type ringSegment struct {
	no     int32
	length float64
	a, b   slot
}

// ringNodes returns the nodes of a ring: its start and the far ends of its segments. In a closed ring the last one is
// the start again.
func ringNodes(s *Setting) (nodes []int32, segments []Segment, err error) {
	first := 0
	if s.Ring.StartNode != 0 {
		first = slices.IndexFunc(s.Segments, func(one Segment) bool { return one.No == s.Ring.StartNode }) + 1
		if first == 0 {
			return nil, nil, illegal(BadOption, "startNode", 0)
		}
	}
	segments = s.Segments[first:]
	if len(segments) < 3 {
		return nil, nil, incomplete(NoSegments, "")
	}
	nodes = []int32{s.Ring.StartNode}
	for _, segment := range segments {
		nodes = append(nodes, segment.No)
	}
	if !s.Ring.Open {
		nodes = nodes[:len(segments)]
	}
	return nodes, segments, nil
}

func ringOutputs(_ *Rule, s *Setting) ([]reading.Column, error) {
	nodes, segments, err := ringNodes(s)
	if err != nil {
		return nil, err
	}
	columns := append(each("x", nodes), each("y", nodes)...)
	for _, segment := range segments {
		columns = append(columns, reading.Column{Field: HeldField, Node: segment.No})
	}
	if !s.Ring.Open && len(nodes)%2 == 0 && s.has("ovality") {
		columns = append(columns, reading.Column{Field: "ovality"})
	}
	return columns, nil
}

// each returns a field of all nodes.
func each(field string, nodes []int32) []reading.Column {
	list := make([]reading.Column, len(nodes))
	for i, node := range nodes {
		list[i] = reading.Column{Field: field, Node: node}
	}
	return list
}

func newArrayRing(b *binder) (unit, error) {
	s := b.setting
	nodes, segments, err := ringNodes(s)
	if err != nil {
		return nil, err
	}
	u := &arrayRing{
		bend: b.option("input") == "bend", phi0: b.number("phi0"), held: b.outs[2*len(nodes) : 2*len(nodes)+len(segments)],
	}
	if err := u.bind(b, nodes, b.outs[2*len(nodes)+len(segments):]); err != nil {
		return nil, err
	}
	names := [2]string{"ax", "ay"}
	if u.bend {
		names = [2]string{"angleX"}
	}
	for _, segment := range segments {
		if !(segment.Len > 0) {
			return nil, incomplete(NoSegments, "len")
		}
		b.node = segment.No
		made := ringSegment{no: segment.No, length: segment.Len, a: b.value(names[0]), b: nowhere}
		if !u.bend {
			made.b = b.value(names[1])
		}
		u.segments = append(u.segments, made)
		u.along = append(u.along, u.length)
		u.length += segment.Len
	}
	u.along = append(u.along, u.length)
	for i := range u.along {
		u.along[i] /= u.length
	}
	return u, b.failed
}

// lastStep returns the previous reading's step from one observed position to the next, and for how many consecutive
// readings it has been reused.
func lastStep(f frame, held, from, to int) (d, times float64, ok bool) {
	last := f.env.Previous
	if len(last) < len(f.out) {
		return 0, reading.Missing, false
	}
	times = 1
	if before := last[held]; !math.IsNaN(before) {
		times = before + 1
	}
	d = last[to] - last[from]
	if times > maxHeld || d-d != 0 {
		return 0, reading.Missing, false
	}
	return d, times, true
}

// walk calls visit with the inclination of each segment in degrees, its step, and for how many consecutive readings it
// has used its last one. It reports whether every segment has a step.
func (u *arrayRing) walk(f frame, visit func(i int, phi, dx, dy, held float64)) bool {
	phi := u.phi0
	for i := range u.segments {
		s := &u.segments[i]
		a, held := f.at(s.a), reading.Missing
		if u.bend {
			phi += a
		} else {
			phi = math.Atan2(a, f.at(s.b)) * 180 / math.Pi
		}
		sin, cos := math.Sincos(phi * math.Pi / 180)
		dx, dy := s.length*cos, s.length*sin
		if phi-phi != 0 {
			next := (i + 1) % len(u.nodes)
			var ok, too bool
			dx, held, ok = lastStep(f, u.held[i], u.x[i], u.x[next])
			dy, _, too = lastStep(f, u.held[i], u.y[i], u.y[next])
			if !ok || !too {
				return false
			}
			phi = math.Atan2(dy, dx) * 180 / math.Pi
		}
		visit(i, phi, dx, dy, held)
	}
	return true
}

func (u *arrayRing) run(f frame) (flag reading.Flag, reason string) {
	for _, list := range [][]int{u.x, u.y, u.held} {
		for _, at := range list {
			f.out[at] = reading.Missing
		}
	}
	if u.oval >= 0 {
		f.out[u.oval] = reading.Missing
	}
	n := len(u.nodes)
	points := make([][2]float64, len(u.segments)+1)
	ok := u.walk(f, func(i int, _, dx, dy, held float64) {
		f.out[u.held[i]] = held
		if !math.IsNaN(held) {
			flag |= reading.Interpolated
		}
		points[i+1] = [2]float64{points[i][0] + dx, points[i][1] + dy}
	})
	if !ok {
		return flag, SegmentSilent
	}
	if !u.ring.Open {
		spread(points, points[n], u.along)
		points = points[:n]
		center, _ := circleThrough(points)
		for i := range points {
			points[i][0] -= center[0]
			points[i][1] -= center[1]
		}
	}
	for i, p := range points {
		f.out[u.x[i]], f.out[u.y[i]] = p[0], p[1]
	}
	if u.oval >= 0 {
		_, radius := circleThrough(points)
		f.out[u.oval] = ovality(points, nil, radius)
	}
	return flag, ""
}

// spread distributes the error of the last point over all points in proportion to length.
func spread(points [][2]float64, e [2]float64, along []float64) {
	for i := range points {
		points[i][0] -= e[0] * along[i]
		points[i][1] -= e[1] * along[i]
	}
}

func (u *arrayRing) change(observed, initial, out []float64) {
	now, before := u.positions(observed), u.positions(initial)
	if u.ring.Open {
		last := len(u.nodes) - 1
		spread(now, [2]float64{now[last][0] - before[last][0], now[last][1] - before[last][1]}, u.along)
	}
	center, radius := circleThrough(before)
	if u.ring.Radius > 0 {
		radius = u.ring.Radius
	}
	for i := range now {
		mx, my := now[i][0]-before[i][0], now[i][1]-before[i][1]
		rx, ry := before[i][0]-center[0], before[i][1]-center[1]
		out[u.radial[i]] = u.rounding.kept((mx*rx + my*ry) / math.Hypot(rx, ry))
		out[u.dx[i]], out[u.dy[i]] = u.rounding.kept(mx), u.rounding.kept(my)
	}
	for i, chord := range u.chords {
		out[u.conv[i]] = u.rounding.kept(span(now, chord[0], chord[1]) - span(before, chord[0], chord[1]))
	}
	if u.ovality < 0 {
		return
	}
	out[u.ovality] = u.oval3.kept(ovality(now, before, radius))
}
