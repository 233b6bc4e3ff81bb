package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

// ringColumns are the results of a section of a lining. Observed are x (to the right) and y (up) of every node, mm, and the
// ovality of the shape, ‰. The change is the radial movement of every node, the convergence of every chord, under its first
// node, the movement along x and y, and the change in ovality.
type ringColumns struct {
	ring    Ring
	nodes   []int32
	chords  [][2]int // by index of the node
	columns []reading.Column

	x, y            []int
	oval            int // observed, −1: none
	rounding, oval3 precision

	base                 []reading.Column
	radial, conv, dx, dy []int
	ovality              int // changed, −1: none
}

// bind sets the columns of the nodes. rest are the indices of what follows them among the outputs: the ovality, if it is
// computed.
func (u *ringColumns) bind(b *binder, nodes []int32, rest []int) error {
	n := len(nodes)
	u.ring, u.nodes, u.columns = b.setting.Ring, nodes, b.columns
	u.x, u.y, u.oval, u.ovality = b.outs[:n], b.outs[n:2*n], -1, -1
	if len(rest) > 0 {
		u.oval = rest[0]
	}
	u.rounding, _ = b.shown("radial")
	u.oval3, _ = b.shown("ovality")
	if err := u.chosenChords(); err != nil {
		return err
	}
	u.base = each("radial", nodes)
	for _, chord := range u.chords {
		u.base = append(u.base, reading.Column{Field: "convergence", Node: nodes[chord[0]]})
	}
	u.base = append(append(u.base, each("x", nodes)...), each("y", nodes)...)
	if u.oval >= 0 {
		u.base = append(u.base, reading.Column{Field: "ovality"})
	}
	return nil
}

func (u *ringColumns) chosenChords() error {
	for _, chord := range u.ring.Chords {
		a, b := slices.Index(u.nodes, chord[0]), slices.Index(u.nodes, chord[1])
		if a < 0 || b < 0 || a == b {
			return illegal(BadOption, "chords", 0)
		}
		if slices.ContainsFunc(u.chords, func(c [2]int) bool { return c[0] == a }) {
			return illegal(BadOption, "chords", 0)
		}
		u.chords = append(u.chords, [2]int{a, b})
	}
	if half := len(u.nodes) / 2; len(u.chords) == 0 && !u.ring.Open && len(u.nodes)%2 == 0 {
		for i := range half {
			u.chords = append(u.chords, [2]int{i, i + half})
		}
	}
	return nil
}

func (u *ringColumns) changed() (base, derived []reading.Column) { return u.base, nil }

func (u *ringColumns) place(base, _ []int) {
	n, m := len(u.nodes), len(u.chords)
	u.radial, u.conv, u.dx, u.dy = base[:n], base[n:n+m], base[n+m:2*n+m], base[2*n+m:3*n+m]
	if u.oval >= 0 {
		u.ovality = base[3*n+m]
	}
}

func (u *ringColumns) derive([]float64) {}

func (u *ringColumns) endless() bool { return false }

// concerns returns true: every node affects the others through the closure or the center.
func (u *ringColumns) concerns(reading.Column, int32) bool { return true }

func (u *ringColumns) store(out []float64) bool {
	lost := u.rounding.store(out, u.x...)
	lost = u.rounding.store(out, u.y...) || lost
	if u.oval >= 0 {
		lost = u.oval3.store(out, u.oval) || lost
	}
	return lost
}

func (u *ringColumns) positions(values []float64) [][2]float64 {
	points := make([][2]float64, len(u.nodes))
	for i := range points {
		points[i] = [2]float64{values[u.x[i]], values[u.y[i]]}
	}
	return points
}

func (u *ringColumns) explainChange(column reading.Column) (string, []reading.Column) {
	at := func(i int) []reading.Column {
		return []reading.Column{{Field: "x", Node: u.nodes[i]}, {Field: "y", Node: u.nodes[i]}}
	}
	i := slices.Index(u.nodes, column.Node)
	switch column.Field {
	case "radial":
		return "w = (Q − Q_init)·Q_init/|Q_init|", at(i)
	case "convergence":
		for _, chord := range u.chords {
			if chord[0] == i {
				return "ΔC = |Q_a − Q_b| − |Q_a − Q_b|_init", append(at(chord[0]), at(chord[1])...)
			}
		}
	case "ovality":
		return "(max ΔD − min ΔD)/(2·R0)·1000", append(each("x", u.nodes), each("y", u.nodes)...)
	}
	return subtraction, []reading.Column{column}
}

func span(points [][2]float64, a, b int) float64 {
	return math.Hypot(points[a][0]-points[b][0], points[a][1]-points[b][1])
}

// ovality returns how far the diameters of a section differ, or, with before, how far their changes differ, in ‰ of the
// diameter. Diameters that lack a node do not count; NaN without any.
func ovality(points, before [][2]float64, radius float64) float64 {
	half := len(points) / 2
	least, most := math.Inf(1), math.Inf(-1)
	for i := range half {
		d := span(points, i, i+half)
		if before != nil {
			d -= span(before, i, i+half)
		}
		if d-d == 0 {
			least, most = min(least, d), max(most, d)
		}
	}
	if least > most {
		return reading.Missing
	}
	return (most - least) / (2 * radius) * 1000
}

// circleThrough fits a circle by least squares (Kåsa).
func circleThrough(points [][2]float64) (center [2]float64, radius float64) {
	n := float64(len(points))
	var mx, my float64
	for _, p := range points {
		mx, my = mx+p[0]/n, my+p[1]/n
	}
	var uu, uv, vv, uuu, vvv, uvv, vuu float64
	for _, p := range points {
		u, v := p[0]-mx, p[1]-my
		uu, uv, vv = uu+u*u, uv+u*v, vv+v*v
		uuu, vvv, uvv, vuu = uuu+u*u*u, vvv+v*v*v, uvv+u*v*v, vuu+v*u*u
	}
	p, q, det := (uuu+uvv)/2, (vvv+vuu)/2, uu*vv-uv*uv
	uc, vc := (p*vv-q*uv)/det, (q*uu-p*uv)/det
	return [2]float64{uc + mx, vc + my}, math.Sqrt(uc*uc + vc*vc + (uu+vv)/n)
}
