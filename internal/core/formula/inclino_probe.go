package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var inclinoProbeFamily = family{
	SystemFormula: SystemFormula{
		Code: "INCLINO_PROBE", Label: label("移动式测斜公式", "Inclinometer probe", "移動式測斜公式"),
		Text:   "D_k = Σ L·(A0 − A180)/(2·C)",
		Inputs: []FormulaInput{takes("", "a0"), takes("", "a180"), takes("", "b0"), takes("", "b180")}, Outputs: []string{"x", "y"},
		Settings: []FormulaSetting{
			numeric("C", label("探头常数", "Probe constant", "探頭常數"), "digit").or(25000).atLeast(1).
				helped("读数 = C·sin θ，公制探头为 25000", "Reading = C·sin θ, 25000 for metric probes", "讀數 = C·sin θ，公制探頭為 25000"),
			choice("axes", label("测量轴", "Axes", "量測軸"),
				pick("AB", "A、B 双轴", "Both, A and B", "A、B 雙軸"), pick("A", "A 单轴", "A alone", "A 單軸")),
		},
		SuitsTypes: []string{"RDM"},
	},
	source: "formulas.md section 10, manual inclinometer probe",
	maths:  maths{outputs: probeOutputs, compile: newInclinoProbe},
}

// ProbeFields are the raw fields of a station of an inclinometer probe: along A and B, with the probe as it is and turned.
var ProbeFields = [4]string{"a0", "a180", "b0", "b180"}

// ComputesCasing reports whether a point computes surveys of a casing.
func (s *Setting) ComputesCasing() bool {
	return slices.ContainsFunc(s.Rules, func(rule Rule) bool { return rule.System == inclinoProbeFamily.Code })
}

// The zero offsets of the probe are stored by station, for surveys that are read in one direction only.
const (
	zeroA = "zeroA"
	zeroB = "zeroB"
)

// MaxChecksumScatter is the scatter of the checksums of a survey, in digits, above which its quality is in doubt
// (formulas.md section 10).
const MaxChecksumScatter = 20

// Checksum returns the sum of the two readings of a station: twice the zero offset of the probe, the same at every depth.
func Checksum(normal, reversed float64) float64 { return normal + reversed }

// ChecksumScatter returns the largest distance of the checksums of a survey from their mean; NaN without any.
func ChecksumScatter(sums []float64) (mean, scatter float64) {
	n := 0
	for _, v := range sums {
		if v-v == 0 {
			mean += v
			n++
		}
	}
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	mean /= float64(n)
	for _, v := range sums {
		if v-v == 0 {
			scatter = max(scatter, math.Abs(v-mean))
		}
	}
	return mean, scatter
}

// inclinoProbe is a casing surveyed by hand with a probe: at every station two readings, the second with the probe
// turned by 180°, so that its zero offset cancels out. A station is a segment of the casing; geometry, twist, axes and
// derived columns are those of a chain.
//
// A survey may reach less far than another. It is fixed at its own last station, and changes align both at the last
// station that they share. A station that was read in one direction uses the zero offset known from an earlier survey.
type inclinoProbe struct {
	inclinoChain
	constant float64
	stations []probeStation
	axes     [2]probeAxis
}

// probeStation is what is read at the station of a segment, by axis: the normal and the reversed reading.
type probeStation [2][2]slot

// probeAxis is where the results of one axis are; nodes is nil if the axis is not read.
type probeAxis struct {
	nodes []int // observed positions by node
	zeros []int // zero offsets by segment
}

func probeOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	if len(setting.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	nodes := chainNodes(setting)
	var columns []reading.Column
	for axis, field := range [2]string{"x", "y"} {
		if axis == 1 && rule.Options["axes"] == "A" {
			break
		}
		for _, node := range nodes {
			columns = append(columns, reading.Column{Field: field, Node: node})
		}
		for _, node := range nodes[1:] {
			columns = append(columns, reading.Column{Field: [2]string{zeroA, zeroB}[axis], Node: node})
		}
	}
	return append(columns, topColumns(setting)...), nil
}

func newInclinoProbe(b *binder) (unit, error) {
	u := &inclinoProbe{
		inclinoChain: inclinoChain{biaxial: b.option("axes") == "AB", nodes: chainNodes(b.setting), columns: b.columns},
		constant:     b.finite("C", b.number("C")),
	}
	var err error
	if u.top, err = fixedAtTop(b.setting); err != nil {
		return nil, err
	}
	u.rounding, u.unit = b.shown("x")
	u.roundAzi, _ = b.shown("azi")
	n, rest := len(u.nodes), b.outs
	for axis := range u.read() {
		u.axes[axis] = probeAxis{nodes: rest[:n], zeros: rest[n : 2*n-1]}
		rest = rest[2*n-1:]
	}
	u.x, u.y = u.axes[0].nodes, u.axes[1].nodes
	u.collar = newChainTop(b, rest)
	for _, segment := range b.setting.Segments {
		if !(segment.Len > 0) {
			return nil, incomplete(NoSegments, "len")
		}
		b.node = segment.No
		made := chainSegment{no: segment.No, length: segment.Len, cos: 1, lengthTwists: [2]float64{segment.Len, segment.Twist}}
		if !b.setting.TwistOff && u.biaxial {
			made.sin, made.cos = math.Sincos(segment.Twist * math.Pi / 180)
		}
		u.segments = append(u.segments, made)
		station := probeStation{{b.value("a0"), b.value("a180")}, {nowhere, nowhere}}
		if u.biaxial {
			station[1] = [2]slot{b.value("b0"), b.value("b180")}
		}
		u.stations = append(u.stations, station)
	}
	u.setAxes(b.setting)
	return u, b.failed
}

// read returns the axes that are read.
func (u *inclinoProbe) read() []probeAxis {
	if u.biaxial {
		return u.axes[:]
	}
	return u.axes[:1]
}

// offset returns the offset of a station along one axis before twist, mm, and the zero offset that it used; NaN if the
// station was not read.
func (u *inclinoProbe) offset(f frame, i, axis int) (offset, zero float64, ok bool) {
	normal, reversed := f.at(u.stations[i][axis][0]), f.at(u.stations[i][axis][1])
	zero = f.out[u.axes[axis].zeros[i]]
	half := (normal - reversed) / 2
	switch there, turned := normal-normal == 0, reversed-reversed == 0; {
	case there && turned:
	case there:
		half = normal - zero
	case turned:
		half = zero - reversed
	}
	offset = u.segments[i].length * half / u.constant
	return offset, zero, offset-offset == 0
}

// keepZeros stores the zero offset of every station: that of this survey, or else the last one known. held reports
// whether a reading depends on an earlier survey.
func (u *inclinoProbe) keepZeros(f frame) (held bool) {
	for axis, made := range u.read() {
		for i, at := range made.zeros {
			normal, reversed := f.at(u.stations[i][axis][0]), f.at(u.stations[i][axis][1])
			zero := Checksum(normal, reversed) / 2
			if zero-zero != 0 {
				zero = reading.Missing
				if len(f.env.Previous) == len(f.out) {
					zero = f.env.Previous[at]
				}
				held = held || zero-zero == 0 && (normal-normal == 0 || reversed-reversed == 0)
			}
			f.out[at] = zero
		}
	}
	return held
}

// step returns the offsets of a segment along A and B after twist, mm; NaN where there is none.
func (u *inclinoProbe) step(f frame, i int) [2]float64 {
	s := &u.segments[i]
	a, _, _ := u.offset(f, i, 0)
	if !u.biaxial {
		return [2]float64{a, math.NaN()}
	}
	b, _, _ := u.offset(f, i, 1)
	if s.sin == 0 {
		return [2]float64{a, b} // one axis does not need the other
	}
	return [2]float64{a*s.cos - b*s.sin, a*s.sin + b*s.cos}
}

func (u *inclinoProbe) run(f frame) (flag reading.Flag, reason string) {
	if u.keepZeros(f) {
		flag |= reading.Interpolated
	}
	for axis, made := range u.read() {
		any, whole := u.cumulate(f, axis, made.nodes)
		if !whole {
			reason = SegmentSilent
		}
		if any && !whole {
			flag |= reading.Partial
		}
	}
	if unsurveyed := u.collar.run(f); reason == "" {
		reason = unsurveyed
	}
	return flag, reason
}

// cumulate sums the offsets of one axis from the station next to the fixed end. A station missing between others leaves
// the nodes behind it without a result.
func (u *inclinoProbe) cumulate(f frame, axis int, nodes []int) (any, whole bool) {
	for _, at := range nodes {
		f.out[at] = reading.Missing
	}
	whole = true
	sum, ended := 0.0, false
	for k := range u.segments {
		i, from, to := len(u.segments)-1-k, 1, 0 // from the toe upwards
		sign := 1.0
		if u.top {
			i, from, to, sign = k, 0, 1, -1
		}
		step := u.step(f, i)[axis]
		if step-step != 0 {
			whole, ended = false, any
			continue
		}
		if ended {
			continue
		}
		if !any {
			any = true
			f.out[nodes[i+from]] = 0
		}
		sum += sign * step
		f.out[nodes[i+to]] = sum
	}
	return any, whole
}

// common returns the node next to the fixed end that two surveys share, or -1.
func (u *inclinoProbe) common(observed, initial []float64, nodes []int) int {
	for k := range nodes {
		i := len(nodes) - 1 - k
		if u.top {
			i = k
		}
		if d := observed[nodes[i]] - initial[nodes[i]]; d-d == 0 {
			return i
		}
	}
	return -1
}

func (u *inclinoProbe) change(observed, initial, out []float64) {
	topA, topB := u.collar.moved(observed, initial)
	var fixed [2]float64
	for axis, made := range u.read() {
		fixed[axis] = math.NaN()
		if f := u.common(observed, initial, made.nodes); f >= 0 {
			fixed[axis] = observed[made.nodes[f]] - initial[made.nodes[f]]
		}
	}
	for i := range u.nodes {
		dx := observed[u.x[i]] - initial[u.x[i]] - fixed[0] + topA
		if !u.biaxial {
			out[u.bx[i]] = u.rounding.kept(dx)
			continue
		}
		dy := observed[u.y[i]] - initial[u.y[i]] - fixed[1] + topB
		if u.toFrame != (rotation{0, 1}) { // one axis does not need the other
			dx, dy = u.toFrame.apply(dx, dy)
		}
		out[u.bx[i]], out[u.by[i]] = u.rounding.kept(dx), u.rounding.kept(dy)
	}
}
