package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var inclinoChainFamily = family{
	SystemFormula: SystemFormula{
		Code: "INCLINO_CHAIN", Label: label("测斜链公式", "Inclinometer chain", "測斜鏈公式"),
		Text:   "D_k = Σ L·(sin θA·cos φ − sin θB·sin φ)",
		Inputs: needs("angleX", "angleY"), Outputs: []string{"x", "y"},
		Settings: []FormulaSetting{
			choice("input", segmentLabel, pickAngle, pickAcceleration, pick("slope", "斜率", "Slope", "斜率")),
			choice("axes", label("测量轴", "Axes", "量測軸"),
				pick("AB", "A、B 双轴", "Both, A and B", "A、B 雙軸"), pick("A", "A 单轴", "A alone", "A 單軸")),
		},
		SuitsTypes: []string{"ADM", "ADMI", "SDM", "SDMX", "SDMPRO", "RionInclino"},
	},
	source: "formulas.md section 10",
	maths:  maths{outputs: chainOutputs, compile: newInclinoChain},
}

// What the segments of an array send: angle, acceleration or slope.
var (
	segmentLabel     = label("节段读数", "Segment reading", "節段讀數")
	pickAngle        = pick("angle", "角度", "Angle", "角度")
	pickAcceleration = pick("acceleration", "加速度", "Acceleration", "加速度")
)

// maxHeld is the number of consecutive readings for which a segment without tilt uses its last one; after that the
// nodes on its free side have no result.
const maxHeld = 3

// leastAzimuth is the resultant, mm, below which a direction is meaningless.
const leastAzimuth = 0.1

// inclinoChain is formulas.md section 10: a chain of rigid segments with a tilt
// pair each. Segment i joins node i−1 and node i, node 0 is at the collar.
//
// Observed are the offsets x (along A) and y (along B) of every node from the fixed
// end, mm, with each segment's twist applied before cumulation. The change is
// computed by node, in the axes set in the processor; north and east components,
// resultant and azimuth are derived from it. Option input is what a segment sends:
// angle (angleX, angleY in degrees), acceleration (ax, ay, az in g) or slope (slopeX,
// slopeY in mm/m); option axes is AB, or A for strings with one axis.
type inclinoChain struct {
	segments []chainSegment
	top      bool // fixed at the collar
	biaxial  bool
	rounding precision
	unit     string
	input    string

	// Rotations from A/B to the axes of x and y, and from those to north and east.
	toFrame, toNorth rotation

	nodes   []int32
	x, y    []int // observed positions by node 0…N; y nil with one axis
	held    []int // observed hold counts by segment
	collar  chainTop
	columns []reading.Column

	bx, by           []int // positions in the change, by node
	dn, de, dr, da   []int // derived: north, east, resultant, azimuth; nil if absent
	base, derived    []reading.Column
	roundAzi         precision
	wantNorth, wantR bool
}

type chainSegment struct {
	no           int32
	length       float64
	sin, cos     float64 // of the twist
	a, b, c      slot
	lengthTwists [2]float64 // mm, degrees; for explanations
}

// rotation rotates (x, y): x' = x·cos − y·sin, y' = x·sin + y·cos.
type rotation struct{ sin, cos float64 }

func turn(degrees float64) rotation {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return rotation{sin, cos}
}

func (r rotation) apply(x, y float64) (float64, float64) { return x*r.cos - y*r.sin, x*r.sin + y*r.cos }

func chainOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	if len(setting.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	nodes := chainNodes(setting)
	columns := make([]reading.Column, 0, 3*len(nodes))
	fields := []string{"x", "y"}
	if rule.Options["axes"] == "A" {
		fields = fields[:1]
	}
	for _, field := range fields {
		for _, node := range nodes {
			columns = append(columns, reading.Column{Field: field, Node: node})
		}
	}
	for _, node := range nodes[1:] {
		columns = append(columns, reading.Column{Field: HeldField, Node: node})
	}
	return append(columns, topColumns(setting)...), nil
}

func chainNodes(setting *Setting) []int32 {
	nodes := make([]int32, 0, len(setting.Segments)+1)
	nodes = append(nodes, 0)
	for _, segment := range setting.Segments {
		nodes = append(nodes, segment.No)
	}
	return nodes
}

func newInclinoChain(b *binder) (unit, error) {
	s := b.setting
	u := &inclinoChain{
		biaxial: b.option("axes") == "AB", nodes: chainNodes(s), columns: b.columns,
		input: b.option("input"),
	}
	var err error
	if u.top, err = fixedAtTop(s); err != nil {
		return nil, err
	}
	u.rounding, u.unit = b.shown("x")
	u.roundAzi, _ = b.shown("azi")
	n := len(u.nodes)
	u.x = b.outs[:n]
	rest := b.outs[n:]
	if u.biaxial {
		u.y, rest = rest[:n], rest[n:]
	}
	u.held = rest[:n-1]
	u.collar = newChainTop(b, rest[n-1:])
	names := map[string][3]string{"angle": {"angleX", "angleY"}, "acceleration": {"ax", "ay", "az"}, "slope": {"slopeX", "slopeY"}}[u.input]
	for _, segment := range s.Segments {
		if !(segment.Len > 0) {
			return nil, incomplete(NoSegments, "len")
		}
		b.node = segment.No
		made := chainSegment{no: segment.No, length: segment.Len, a: b.value(names[0]), b: nowhere, c: nowhere, cos: 1}
		if u.biaxial || u.input == "acceleration" {
			made.b = b.value(names[1])
		}
		if names[2] != "" {
			made.c = b.value(names[2])
		}
		if !s.TwistOff && u.biaxial {
			made.sin, made.cos = math.Sincos(segment.Twist * math.Pi / 180)
		}
		made.lengthTwists = [2]float64{segment.Len, segment.Twist}
		u.segments = append(u.segments, made)
	}
	u.setAxes(s)
	return u, b.failed
}

// setAxes sets the rotations and the columns of the change.
func (u *inclinoChain) setAxes(s *Setting) {
	azimuth := s.MarkAngle // of the x axis
	switch {
	case !u.biaxial || s.OutputFrame == "" || s.OutputFrame == "AB":
	case s.OutputFrame == "NE":
		azimuth = 0
	case s.OutputFrame == "structure":
		azimuth = s.AxisAzimuth
	}
	u.toFrame, u.toNorth = turn(s.MarkAngle-azimuth), turn(azimuth)
	each := func(field string) []reading.Column {
		list := make([]reading.Column, len(u.nodes))
		for i, node := range u.nodes {
			list[i] = reading.Column{Field: field, Node: node}
		}
		return list
	}
	u.base = each("x")
	if !u.biaxial {
		return
	}
	u.base = append(u.base, each("y")...)
	if u.wantNorth = s.has("n") && s.has("e"); u.wantNorth {
		u.derived = append(append(u.derived, each("n")...), each("e")...)
	}
	if u.wantR = s.has("res") && s.has("azi"); u.wantR {
		u.derived = append(append(u.derived, each("res")...), each("azi")...)
	}
}

// tilt returns the offsets of one segment along A and B, mm, before twist; NaN if the segment sent none.
func (u *inclinoChain) tilt(f frame, s *chainSegment) (da, db float64) {
	a := f.at(s.a)
	switch u.input {
	case "slope":
		if !u.biaxial {
			return s.length * a / 1000, 0
		}
		return s.length * a / 1000, s.length * f.at(s.b) / 1000
	case "acceleration":
		ay, az := f.at(s.b), f.at(s.c)
		g := math.Sqrt(a*a + ay*ay + az*az)
		if !u.biaxial {
			return s.length * a / g, 0
		}
		return s.length * a / g, s.length * ay / g
	}
	if !u.biaxial {
		return s.length * math.Sin(a*math.Pi/180), 0
	}
	return s.length * math.Sin(a*math.Pi/180), s.length * math.Sin(f.at(s.b)*math.Pi/180)
}

// step returns the offset of segment i after twist, the number of readings for which its last tilt has been reused,
// and whether there is one.
func (u *inclinoChain) step(f frame, i int) (a, b, held float64, ok bool) {
	s := &u.segments[i]
	da, db := u.tilt(f, s)
	a, b = da*s.cos-db*s.sin, da*s.sin+db*s.cos
	if a-a == 0 && b-b == 0 {
		return a, b, reading.Missing, true
	}
	last := f.env.Previous
	if len(last) < len(f.out) {
		return 0, 0, reading.Missing, false
	}
	held = 1
	if before := last[u.held[i]]; !math.IsNaN(before) {
		held = before + 1
	}
	a, b = last[u.x[i]]-last[u.x[i+1]], 0
	if u.biaxial {
		b = last[u.y[i]] - last[u.y[i+1]]
	}
	if held > maxHeld || a-a != 0 || b-b != 0 {
		return 0, 0, reading.Missing, false
	}
	return a, b, held, true
}

func (u *inclinoChain) run(f frame) (flag reading.Flag, reason string) {
	n := len(u.segments)
	first, last, by := n-1, -1, -1 // from the toe upwards
	if u.top {
		first, last, by = 0, n, 1
	}
	var x, y float64
	ok := true
	u.put(f, u.fixed(), 0, 0, true)
	for i := first; i != last; i += by {
		a, b, held, answered := u.step(f, i)
		f.out[u.held[i]] = held
		if !math.IsNaN(held) {
			flag |= reading.Interpolated
		}
		if !answered {
			ok, reason = false, SegmentSilent
			flag |= reading.Partial
		}
		if u.top {
			x, y = x-a, y-b
			u.put(f, i+1, x, y, ok)
		} else {
			x, y = x+a, y+b
			u.put(f, i, x, y, ok)
		}
	}
	if u.silent(f) {
		u.put(f, u.fixed(), 0, 0, false)
		flag &^= reading.Partial
	}
	if unsurveyed := u.collar.run(f); reason == "" {
		reason = unsurveyed
	}
	return flag, reason
}

// fixed returns the index of the fixed node.
func (u *inclinoChain) fixed() int {
	if u.top {
		return 0
	}
	return len(u.segments)
}

// silent reports whether no node but the fixed one has a result.
func (u *inclinoChain) silent(f frame) bool {
	for i, at := range u.x {
		if i != u.fixed() && !math.IsNaN(f.out[at]) {
			return false
		}
	}
	return true
}

func (u *inclinoChain) store(out []float64) bool {
	lost := u.rounding.store(out, u.x...)
	return u.rounding.store(out, u.y...) || lost
}

func (u *inclinoChain) put(f frame, node int, x, y float64, ok bool) {
	if !ok {
		x, y = reading.Missing, reading.Missing
	}
	f.out[u.x[node]] = x
	if u.biaxial {
		f.out[u.y[node]] = y
	}
}

// concerns reports whether a segment lies between a node and the fixed end.
func (u *inclinoChain) concerns(column reading.Column, node int32) bool {
	at, segment := slices.Index(u.nodes, column.Node), slices.Index(u.nodes, node)
	if u.top {
		return segment <= at
	}
	return segment > at
}

func (u *inclinoChain) endless() bool { return false }

func (u *inclinoChain) changed() (base, derived []reading.Column) { return u.base, u.derived }

func (u *inclinoChain) place(base, derived []int) {
	n := len(u.nodes)
	u.bx = base[:n]
	if u.biaxial {
		u.by = base[n:]
	}
	if u.wantNorth {
		u.dn, u.de, derived = derived[:n], derived[n:2*n], derived[2*n:]
	}
	if u.wantR {
		u.dr, u.da = derived[:n], derived[n:]
	}
}

func (u *inclinoChain) change(observed, initial, out []float64) {
	topA, topB := u.collar.moved(observed, initial)
	for i := range u.nodes {
		dx := observed[u.x[i]] - initial[u.x[i]] + topA
		if !u.biaxial {
			out[u.bx[i]] = u.rounding.kept(dx)
			continue
		}
		dx, dy := u.toFrame.apply(dx, observed[u.y[i]]-initial[u.y[i]]+topB)
		out[u.bx[i]], out[u.by[i]] = u.rounding.kept(dx), u.rounding.kept(dy)
	}
}

// kept returns v rounded, or Missing for NaN.
func (p precision) kept(v float64) float64 {
	if v-v != 0 {
		return reading.Missing
	}
	return p.round(v)
}

func (u *inclinoChain) derive(changed []float64) {
	if !u.biaxial {
		return
	}
	for i := range u.nodes {
		north, east := u.toNorth.apply(changed[u.bx[i]], changed[u.by[i]])
		if u.wantNorth {
			changed[u.dn[i]], changed[u.de[i]] = u.rounding.kept(north), u.rounding.kept(east)
		}
		if u.wantR {
			res, azi := resultant(north, east)
			changed[u.dr[i]], changed[u.da[i]] = u.rounding.kept(res), u.roundAzi.kept(azi)
		}
	}
}

// resultant returns the length of a horizontal movement, mm, and its azimuth clockwise from north; NaN if it is too
// small to have one.
func resultant(north, east float64) (length, azimuth float64) {
	length = math.Sqrt(north*north + east*east)
	if !(length >= leastAzimuth) {
		return length, math.NaN()
	}
	return length, clockwise(math.Atan2(east, north) * 180 / math.Pi)
}

// clockwise normalizes an angle in degrees to 0 … 360.
func clockwise(degrees float64) float64 {
	degrees = math.Mod(degrees, 360)
	if degrees < 0 {
		degrees += 360
	}
	return degrees
}
