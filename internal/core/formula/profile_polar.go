package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

var profilePolarFamily = family{
	SystemFormula: SystemFormula{
		Code: "PROFILE_POLAR", Label: label("断面扫描公式", "Scanned section", "斷面掃描公式"),
		Text:    "Q = d(ψ)·(cos ψ, sin ψ),  w = (Q − Q_init)·Q_init/|Q_init|",
		Inputs:  append(needs("dist"), takes("", "angle"), takes("", "tilt")),
		Outputs: []string{"x", "y", "ovality", "radial", "convergence", "area"},
		Settings: []FormulaSetting{
			numeric("angleStep", label("角度步长", "Step of angle", "角度步長"), "°").or(usualAngleStep).oneOf(angleSteps()...),
			numeric("phi0", label("零角方向", "Direction of angle 0", "零角方向"), "°").or(0).
				helped("自水平向右逆时针", "Counterclockwise from the right", "自水平向右逆時針"),
			choice("turns", label("扫描方向", "Direction of scanning", "掃描方向"),
				pick("counterclockwise", "逆时针", "Counterclockwise", "逆時針"), pick("clockwise", "顺时针", "Clockwise", "順時針")),
			choice("instrument", label("仪器位置", "Instrument", "儀器位置"),
				pick("moves", "随结构移动，扣除圆心位移", "Moves with the structure: subtract the movement of the center", "隨結構移動，扣除圓心位移"),
				pick("stands", "位置稳定", "Stands still", "位置穩定")),
			numeric("obstacle", label("遮挡限值", "Limit of obstacles", "遮擋限值"), "mm").or(100).atLeast(1).
				helped("径向变化超过该值的测点视为被遮挡，不参与计算", "A point that moved farther is hidden by something and does not count",
					"徑向變化超過該值的測點視為被遮擋，不參與計算"),
		},
		SuitsTypes: []string{"PDM"},
	},
	source: "devices.md section 5.27, formulas.md section 13 steps 3 to 6",
	maths:  maths{outputs: profileOutputs, compile: newProfilePolar},
}

const usualAngleStep = 5.0 // degrees

// angleSteps returns the steps that divide a circle into 36 to 720 equal parts.
func angleSteps() []i18n.Option {
	var list []i18n.Option
	for _, step := range []string{"0.5", "1", "2", "2.5", "3", "4", "5", "6", "8", "9", "10"} {
		list = append(list, pick(step, step+"°", step+"°", step+"°"))
	}
	return list
}

// mostPoints is the largest number of points of a section (devices.md section 5.27). An instrument that sends angles may
// send more points than the section has nodes.
const mostPoints = 720

// widestGap is the largest gap between measured angles that is interpolated, as a multiple of the step.
const widestGap = 2.5

// fewestAngles is the share of the angles of a section that a reading must have.
const fewestAngles = 0.5

// profilePolar is a section that a rotating rangefinder measures as polar points. The instrument sends angle (degrees, if
// it measures it; else point i is at (i − 1) steps) and dist (m) of every point and its own tilt (degrees).
//
// Node i is the point of the section in the direction ψ = phi0 ± (i − 1)·angleStep; its distance is interpolated between
// the two measured points around it, whose angles are corrected for the tilt. A node in a wider gap has no position.
// Observed positions are relative to the instrument. The change is relative to it too, or, if the instrument moves with
// the structure, to the center of the circle through the nodes. A node that moved farther than obstacle has no change, and
// the section has no change in area, m², then.
type profilePolar struct {
	ringColumns
	step, phi0, sense float64 // degrees; sense is −1 clockwise
	obstacle          float64 // mm
	centered          bool
	angles, dists     []slot
	tilt              slot
	area, areaChange  int
	areaRounding      precision
}

// aimed is a measured point: degrees from 0 to 360, m.
type aimed struct{ angle, dist float64 }

func profileNodes(step float64) []int32 {
	nodes := make([]int32, max(int(math.Round(360/step)), 0))
	for i := range nodes {
		nodes[i] = int32(i + 1)
	}
	return nodes
}

func profileOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	step, given := rule.Params["angleStep"]
	if !given {
		step = usualAngleStep
	}
	nodes := profileNodes(step)
	columns := append(append(each("x", nodes), each("y", nodes)...), reading.Column{Field: "area"})
	if !setting.Ring.Open && len(nodes)%2 == 0 && setting.has("ovality") {
		columns = append(columns, reading.Column{Field: "ovality"})
	}
	return columns, nil
}

func newProfilePolar(b *binder) (unit, error) {
	u := &profilePolar{
		step: b.number("angleStep"), phi0: b.number("phi0"), sense: 1, obstacle: b.number("obstacle"),
		centered: b.option("instrument") == "moves", tilt: b.input("", "tilt", 0),
	}
	if b.option("turns") == "clockwise" {
		u.sense = -1
	}
	nodes := profileNodes(u.step)
	u.area = b.outs[2*len(nodes)]
	u.areaRounding, _ = b.shown("area")
	if err := u.bind(b, nodes, b.outs[2*len(nodes)+1:]); err != nil {
		return nil, err
	}
	u.base = append(u.base, reading.Column{Field: "area"})
	for no := range int32(mostPoints) {
		angle, dist := b.input("", "angle", no+1), b.input("", "dist", no+1)
		b.dispensable(angle) // one bad point spoils no section
		b.dispensable(dist)
		u.angles, u.dists = append(u.angles, angle), append(u.dists, dist)
	}
	b.dispensable(u.tilt)
	return u, b.failed
}

// around returns an angle from 0 to below 360.
func around(degrees float64) float64 {
	turned := degrees - 360*math.Floor(degrees/360)
	if turned >= 360 { // of a tiny negative angle
		return 0
	}
	return turned
}

// direction returns ψ of a node, degrees.
func (u *profilePolar) direction(i int) float64 { return around(u.phi0 + u.sense*float64(i)*u.step) }

// sweep returns the measured points by their true direction.
func (u *profilePolar) sweep(f frame) []aimed {
	tilt := f.at(u.tilt)
	if tilt-tilt != 0 {
		tilt = 0
	}
	points := make([]aimed, 0, len(u.nodes))
	for i := range u.dists {
		angle, dist := f.at(u.angles[i]), f.at(u.dists[i])
		if angle-angle != 0 {
			if i >= len(u.nodes) {
				continue
			}
			angle = float64(i) * u.step
		}
		if dist > 0 {
			points = append(points, aimed{around(u.phi0 + u.sense*angle + tilt), dist})
		}
	}
	slices.SortFunc(points, func(a, b aimed) int {
		switch {
		case a.angle < b.angle:
			return -1
		case a.angle > b.angle:
			return 1
		}
		return 0
	})
	return points
}

// neighbors returns the measured points before and after a direction, and the share of the way between them; ok is false
// if they are too far apart.
func (u *profilePolar) neighbors(points []aimed, psi float64) (before, after aimed, share float64, ok bool) {
	n := len(points)
	if n < 2 {
		return before, after, 0, false
	}
	const same = 1e-9
	at, _ := slices.BinarySearchFunc(points, psi-same, func(p aimed, target float64) int {
		if p.angle < target {
			return -1
		}
		return 1
	})
	after, before = points[at%n], points[(at+n-1)%n]
	if gap := around(after.angle - psi + same); gap <= 2*same {
		return after, after, 0, true
	}
	gap := around(after.angle - before.angle)
	if gap == 0 { // all points in one direction
		gap = 360
	}
	return before, after, around(psi-before.angle) / gap, gap <= widestGap*u.step
}

func (u *profilePolar) run(f frame) (flag reading.Flag, reason string) {
	for i := range u.nodes {
		f.out[u.x[i]], f.out[u.y[i]] = reading.Missing, reading.Missing
	}
	f.out[u.area] = reading.Missing
	if u.oval >= 0 {
		f.out[u.oval] = reading.Missing
	}
	points := u.sweep(f)
	shape := make([][2]float64, len(u.nodes))
	var seen [][2]float64
	for i := range u.nodes {
		psi := u.direction(i)
		before, after, share, ok := u.neighbors(points, psi)
		if !ok {
			shape[i] = [2]float64{reading.Missing, reading.Missing}
			continue
		}
		sin, cos := math.Sincos(psi * math.Pi / 180)
		mm := (before.dist + share*(after.dist-before.dist)) * 1000
		shape[i] = [2]float64{mm * cos, mm * sin}
		seen = append(seen, shape[i])
	}
	if float64(len(seen)) < fewestAngles*float64(len(shape)) {
		return 0, MissingValue + "dist"
	}
	if len(seen) < len(shape) {
		flag, reason = reading.Partial, MissingValue+"dist"
	}
	for i, p := range shape {
		f.out[u.x[i]], f.out[u.y[i]] = p[0], p[1]
	}
	f.out[u.area] = enclosed(shape)
	if u.oval >= 0 {
		_, radius := circleThrough(seen)
		f.out[u.oval] = ovality(shape, nil, radius)
	}
	return flag, reason
}

// enclosed returns the area inside a section, m²; Missing if a node has no position.
func enclosed(shape [][2]float64) float64 {
	var sum float64
	for i, p := range shape {
		next := shape[(i+1)%len(shape)]
		sum += p[0]*next[1] - next[0]*p[1]
	}
	return value(math.Abs(sum) / 2e6)
}

func (u *profilePolar) place(base, derived []int) {
	u.ringColumns.place(base, derived)
	u.areaChange = base[len(base)-1]
}

func (u *profilePolar) store(out []float64) bool {
	lost := u.ringColumns.store(out)
	return u.areaRounding.store(out, u.area) || lost
}

func (u *profilePolar) explainChange(column reading.Column) (string, []reading.Column) {
	if column.Field == "area" {
		return subtraction, []reading.Column{column}
	}
	return u.ringColumns.explainChange(column)
}

// outward returns the movement of a node away from the center, mm; NaN if it lacks a position.
func outward(now, before, shift, center [2]float64) float64 {
	rx, ry := before[0]-center[0], before[1]-center[1]
	return ((now[0]-before[0]-shift[0])*rx + (now[1]-before[1]-shift[1])*ry) / math.Hypot(rx, ry)
}

// common returns the positions of the nodes that both sections have and that keep within the limit of obstacles.
func (u *profilePolar) common(now, before [][2]float64, shift, center [2]float64) (a, b [][2]float64) {
	for i := range now {
		if math.Abs(outward(now[i], before[i], shift, center)) <= u.obstacle {
			a, b = append(a, now[i]), append(b, before[i])
		}
	}
	return a, b
}

func (u *profilePolar) change(observed, initial, out []float64) {
	now, before := u.positions(observed), u.positions(initial)
	whole := slices.DeleteFunc(slices.Clone(before), func(p [2]float64) bool { return p[0]-p[0] != 0 })
	center, radius := circleThrough(whole)
	if u.ring.Radius > 0 {
		radius = u.ring.Radius
	}
	var shift [2]float64
	if u.centered {
		a, b := u.common(now, before, shift, center)
		if len(a) >= 3 {
			to, _ := circleThrough(a)
			from, _ := circleThrough(b)
			shift = [2]float64{to[0] - from[0], to[1] - from[1]}
		}
	}
	for i := range now {
		radial := outward(now[i], before[i], shift, center)
		if !(math.Abs(radial) <= u.obstacle) {
			radial, now[i] = reading.Missing, [2]float64{reading.Missing, reading.Missing}
		}
		out[u.radial[i]] = u.rounding.kept(radial)
		out[u.dx[i]] = u.rounding.kept(value(now[i][0] - before[i][0] - shift[0]))
		out[u.dy[i]] = u.rounding.kept(value(now[i][1] - before[i][1] - shift[1]))
	}
	for i, chord := range u.chords {
		out[u.conv[i]] = u.rounding.kept(value(span(now, chord[0], chord[1]) - span(before, chord[0], chord[1])))
	}
	out[u.areaChange] = reading.Missing
	if !slices.ContainsFunc(now, func(p [2]float64) bool { return p[0]-p[0] != 0 }) {
		out[u.areaChange] = u.areaRounding.kept(value(observed[u.area] - initial[u.area]))
	}
	if u.ovality >= 0 {
		out[u.ovality] = u.oval3.kept(value(ovality(now, before, radius)))
	}
}

func (u *profilePolar) explain(f frame, out int) []Step {
	at := slices.IndexFunc(u.columns, func(c reading.Column) bool { return u.position(c) == out })
	column := u.columns[at]
	points := u.sweep(f)
	sum := Step{Field: column.Field, Node: column.Node, Key: "PROFILE_POLAR", Value: f.out[out], Unit: "mm"}
	switch column.Field {
	case "ovality":
		sum.Text, sum.Unit = "(max D − min D)/(2·R)·1000", "‰"
		return []Step{sum}
	case "area":
		sum.Text, sum.Unit = "A = |Σ (x_i·y_{i+1} − x_{i+1}·y_i)|/2", "m²"
		return []Step{sum}
	}
	sum.Text = map[string]string{"x": "x = d·cos ψ", "y": "y = d·sin ψ"}[column.Field]
	i := slices.Index(u.nodes, column.Node)
	psi := u.direction(i)
	before, after, share, ok := u.neighbors(points, psi)
	angle := Step{Node: column.Node, Key: "ψ", Text: "ψ = φ0 ± (i − 1)·Δ", Value: psi, Unit: "°", Inputs: []Term{
		{Name: "phi0", Kind: CoefficientTerm, Value: u.phi0, Unit: "°"}, {Name: "angleStep", Kind: CoefficientTerm, Value: u.sense * u.step, Unit: "°"},
	}}
	distance := Step{
		Node: column.Node, Key: "d", Text: "d = d1 + (ψ − ψ1)/(ψ2 − ψ1)·(d2 − d1)", Value: before.dist + share*(after.dist-before.dist), Unit: "m",
		Inputs: []Term{
			{Name: "ψ1", Kind: ComputedTerm, Value: before.angle, Unit: "°"},
			{Name: "d1", Kind: RawTerm, Value: before.dist, Unit: "m"},
			{Name: "ψ2", Kind: ComputedTerm, Value: after.angle, Unit: "°"},
			{Name: "d2", Kind: RawTerm, Value: after.dist, Unit: "m"},
			{Name: "tilt", Kind: RawTerm, Value: value(f.at(u.tilt)), Unit: "°"},
		},
	}
	if !ok {
		sum.Reason, distance.Reason, distance.Value = MissingValue+"dist", MissingValue+"dist", reading.Missing
	}
	return []Step{angle, distance, sum}
}

// position returns the index of an observed column.
func (u *profilePolar) position(c reading.Column) int {
	switch c.Field {
	case "x":
		return u.x[c.Node-1]
	case "y":
		return u.y[c.Node-1]
	case "area":
		return u.area
	}
	return u.oval
}
