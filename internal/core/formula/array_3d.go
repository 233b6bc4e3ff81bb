package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var array3DFamily = family{
	SystemFormula: SystemFormula{
		Code: "ARRAY_3D", Label: label("三维阵列公式", "Array in three dimensions", "三維陣列公式"),
		Text:    "P_i = P_(i−1) + L·M_i·(0, 0, 1),  M_i = M_(i−1)·Rz(τ)·Rx(βx)·Ry(βy)",
		Inputs:  []FormulaInput{takes("", "ax"), takes("", "ay"), takes("", "az"), takes("", "bendX"), takes("", "bendY"), takes("", "torsion")},
		Outputs: []string{"x", "y", "z"},
		Settings: []FormulaSetting{
			choice("input", segmentLabel, pickAcceleration, pick("joint", "相对弯角", "Bend of the joint", "相對彎角")).
				helped("加速度：近竖直阵列，节段ax、ay、az；相对弯角：bendX、bendY、torsion，单位°",
					"Acceleration: ax, ay, az of nearly vertical segments; bend: bendX, bendY and torsion in °",
					"加速度：近垂直陣列，節段ax、ay、az；相對彎角：bendX、bendY、torsion，單位°"),
		},
		SuitsTypes: []string{"ADM", "ADMI"},
	},
	source: "formulas.md section 11",
	maths:  maths{outputs: array3DOutputs, compile: newArray3D},
}

// array3D is ARRAY_3D of formulas.md section 11: the positions of the nodes of a shape array, mm, from the fixed end.
//
// Axes are x along A, y along B, z down from the collar or, of a horizontal array, along it. A segment gives its
// acceleration, from which its direction follows while it is within 60° of the vertical; or each joint gives its bends
// and torsion against the segment before:
//
//	M_i = M_(i−1)·Rz(τ_i)·Rx(βx_i)·Ry(βy_i) ;  P_i = P_(i−1) + L·M_i·(0, 0, 1)
//
// A segment that sends nothing, or shakes, leaves the nodes on its free side without result; joints behind a silent one
// have no direction either. The change is by node, in the axes set in the processor.
type array3D struct {
	joints           bool
	top              bool // fixed at the collar
	segments         []array3DSegment
	nodes            []int32
	outs             [3][]int // x, y, z by node
	rounding         precision
	unit             string
	toFrame, toNorth rotation
	base, derived    []reading.Column
	bases            [3][]int
	dn, de, dr, da   []int
	azimuths         precision
	hasNorth, hasAzi bool
}

type array3DSegment struct {
	length float64
	twist  rotation
	in     [3]slot // ax, ay, az or bendX, bendY, torsion
}

const (
	stillLow  = 0.98 // g, of a segment at rest
	stillHigh = 1.02
	steepest  = 60.0 // degrees from the vertical
)

var positionFields = [...]string{"x", "y", "z"}

func array3DOutputs(_ *Rule, setting *Setting) ([]reading.Column, error) {
	if len(setting.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	nodes := chainNodes(setting)
	columns := make([]reading.Column, 0, len(positionFields)*len(nodes))
	for _, field := range positionFields {
		columns = append(columns, each(field, nodes)...)
	}
	return columns, nil
}

func newArray3D(b *binder) (unit, error) {
	s := b.setting
	u := &array3D{joints: b.option("input") == "joint", nodes: chainNodes(s)}
	switch s.FixedEnd {
	case "", "bottom", "far":
	case "top", "near":
		u.top = true
	default:
		return nil, illegal(BadOption, "fixedEnd", 0)
	}
	n := len(u.nodes)
	for axis := range u.outs {
		u.outs[axis] = b.outs[axis*n : (axis+1)*n]
	}
	u.rounding, u.unit = b.shown("x")
	u.azimuths, _ = b.shown("azi")
	names := [...]string{"ax", "ay", "az"}
	if u.joints {
		names = [...]string{"bendX", "bendY", "torsion"}
	}
	for _, segment := range s.Segments {
		if !(segment.Len > 0) {
			return nil, incomplete(NoSegments, "len")
		}
		b.node = segment.No
		made := array3DSegment{length: segment.Len, twist: rotation{cos: 1}}
		for i, name := range names {
			made.in[i] = b.value(name)
		}
		if !s.TwistOff {
			made.twist = turn(segment.Twist)
		}
		u.segments = append(u.segments, made)
	}
	u.axes(s)
	return u, b.failed
}

// axes sets the rotations and the columns of the change.
func (u *array3D) axes(s *Setting) {
	azimuth := s.MarkAngle // of the x axis
	switch s.OutputFrame {
	case "NE":
		azimuth = 0
	case "structure":
		azimuth = s.AxisAzimuth
	}
	u.toFrame, u.toNorth = turn(s.MarkAngle-azimuth), turn(azimuth)
	for _, field := range positionFields {
		u.base = append(u.base, each(field, u.nodes)...)
	}
	if u.hasNorth = s.has("n") && s.has("e"); u.hasNorth {
		u.derived = append(append(u.derived, each("n", u.nodes)...), each("e", u.nodes)...)
	}
	if u.hasAzi = s.has("res") && s.has("azi"); u.hasAzi {
		u.derived = append(append(u.derived, each("res", u.nodes)...), each("azi", u.nodes)...)
	}
}

// frame3 is the direction of a segment: the columns of a rotation matrix.
type frame3 [3][3]float64

var straight = frame3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

// bent returns m·Rz(τ)·Rx(βx)·Ry(βy); angles in degrees. m holds columns.
func (m frame3) bent(x, y, torsion float64) frame3 {
	mix := func(a, b int, degrees float64) {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for i := range 3 {
			m[a][i], m[b][i] = m[a][i]*cos+m[b][i]*sin, m[b][i]*cos-m[a][i]*sin
		}
	}
	mix(0, 1, torsion)
	mix(1, 2, x)
	mix(2, 0, y)
	return m
}

// hanging returns the step of a nearly vertical segment from its acceleration, in units of its length.
func (s *array3DSegment) hanging(f frame) (step [3]float64, reason string) {
	ax, ay, az := f.at(s.in[0]), f.at(s.in[1]), f.at(s.in[2])
	g := math.Sqrt(ax*ax + ay*ay + az*az)
	switch {
	case g-g != 0:
		return step, SegmentSilent
	case g < stillLow || g > stillHigh:
		return step, InMotion
	}
	a, b := s.twist.apply(ax/g, ay/g)
	down := math.Sqrt(max(1-a*a-b*b, 0))
	if down < math.Cos(steepest*math.Pi/180) {
		return step, TooSteep
	}
	return [3]float64{-a, -b, down}, ""
}

// step returns the step along segment i from the frame of the segment before, and its own frame.
func (u *array3D) step(f frame, i int, before frame3) (step [3]float64, own frame3, reason string) {
	s := &u.segments[i]
	if !u.joints {
		step, reason = s.hanging(f)
		return step, before, reason
	}
	x, y, torsion := f.at(s.in[0]), f.at(s.in[1]), f.at(s.in[2])
	if math.IsNaN(torsion) {
		torsion = 0 // joints that do not twist
	}
	own = before.bent(x, y, torsion)
	if sum := x + y + torsion; sum-sum != 0 {
		return step, own, SegmentSilent
	}
	return own[2], own, ""
}

func (u *array3D) run(f frame) (flag reading.Flag, reason string) {
	var at [3]float64
	u.put(f, 0, at)
	direction := straight
	for i := range u.segments {
		step, own, why := u.step(f, i, direction)
		if why != "" {
			flag |= reading.Partial
			if reason == "" {
				reason = why
			}
			if u.joints {
				own = frame3{{math.NaN(), math.NaN(), math.NaN()}, {math.NaN(), math.NaN(), math.NaN()}, {math.NaN(), math.NaN(), math.NaN()}}
			}
			step = [3]float64{math.NaN(), math.NaN(), math.NaN()}
		}
		direction = own
		for axis := range at {
			at[axis] += u.segments[i].length * step[axis]
		}
		u.put(f, i+1, at)
	}
	if !u.top {
		u.fixAtEnd(f)
	}
	for i := range u.nodes {
		if i != u.fixed() && !math.IsNaN(f.out[u.outs[0][i]]) {
			return flag, reason
		}
	}
	for axis := range u.outs {
		f.out[u.outs[axis][u.fixed()]] = reading.Missing
	}
	return 0, reason
}

// fixAtEnd measures the positions from the far end. Nodes above a silent segment then have no result, while those below
// it keep theirs.
func (u *array3D) fixAtEnd(f frame) {
	direction := straight
	n := len(u.segments)
	if !u.joints {
		var at [3]float64
		u.put(f, n, at)
		for i := n - 1; i >= 0; i-- {
			step, _, why := u.step(f, i, direction)
			for axis := range at {
				at[axis] -= u.segments[i].length * step[axis]
				if why != "" {
					at[axis] = math.NaN()
				}
			}
			u.put(f, i, at)
		}
		return
	}
	for axis := range u.outs {
		end := f.out[u.outs[axis][n]]
		for _, out := range u.outs[axis] {
			f.out[out] = value(f.out[out] - end)
		}
	}
}

func (u *array3D) fixed() int {
	if u.top {
		return 0
	}
	return len(u.segments)
}

func (u *array3D) put(f frame, node int, at [3]float64) {
	for axis := range at {
		f.out[u.outs[axis][node]] = value(at[axis])
	}
}

func (u *array3D) store(out []float64) (lost bool) {
	for _, outs := range u.outs {
		lost = u.rounding.store(out, outs...) || lost
	}
	return lost
}

func (u *array3D) endless() bool { return false }

// concerns reports whether a segment lies between a node and the fixed end; joints turn all that follows.
func (u *array3D) concerns(column reading.Column, node int32) bool {
	at, segment := slices.Index(u.nodes, column.Node), slices.Index(u.nodes, node)
	if u.joints && !u.top {
		return true
	}
	if u.top {
		return segment <= at
	}
	return segment > at
}

func (u *array3D) changed() (base, derived []reading.Column) { return u.base, u.derived }

func (u *array3D) place(base, derived []int) {
	n := len(u.nodes)
	for axis := range u.bases {
		u.bases[axis] = base[axis*n : (axis+1)*n]
	}
	if u.hasNorth {
		u.dn, u.de, derived = derived[:n], derived[n:2*n], derived[2*n:]
	}
	if u.hasAzi {
		u.dr, u.da = derived[:n], derived[n:]
	}
}

func (u *array3D) change(observed, initial, out []float64) {
	for i := range u.nodes {
		var moved [3]float64
		for axis, outs := range u.outs {
			moved[axis] = observed[outs[i]] - initial[outs[i]]
		}
		moved[0], moved[1] = u.toFrame.apply(moved[0], moved[1])
		for axis, bases := range u.bases {
			out[bases[i]] = u.rounding.kept(moved[axis])
		}
	}
}

func (u *array3D) derive(changed []float64) {
	for i := range u.nodes {
		north, east := u.toNorth.apply(changed[u.bases[0][i]], changed[u.bases[1][i]])
		if u.hasNorth {
			changed[u.dn[i]], changed[u.de[i]] = u.rounding.kept(north), u.rounding.kept(east)
		}
		if u.hasAzi {
			res, azi := resultant(north, east)
			changed[u.dr[i]], changed[u.da[i]] = u.rounding.kept(res), u.azimuths.kept(azi)
		}
	}
}
