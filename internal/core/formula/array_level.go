package formula

import (
	"math"
	"slices"
	"strconv"

	"plumbline/internal/core/reading"
)

var arrayLevelFamily = family{
	SystemFormula: SystemFormula{
		Code: "ARRAY_HORIZONTAL", Label: label("水平阵列沉降公式", "Horizontal array", "水平陣列沉降公式"),
		Text:   "s_k = Σ L·sin θ − (Σ L·sin θ)_init",
		Inputs: []FormulaInput{takes("", "angleX"), takes("", "ax")},
		Settings: []FormulaSetting{
			numeric("S0", label("近端沉降", "Near-end settlement", "近端沉降"), "mm").or(0),
			numeric("SN", label("远端沉降", "Far-end settlement", "遠端沉降"), "mm").or(0),
			choice("input", segmentLabel, pickAngle, pickAcceleration),
		},
		SuitsTypes: []string{"ADM", "ADMI"},
	},
	source: "formulas.md section 12",
	maths:  maths{outputs: levelOutputs, compile: newArrayLevel},
}

// arrayLevel is formulas.md section 12: the settlement, or deflection, of a horizontal
// array. θ of a segment is positive where its far end is higher.
//
//	z_k = Σ_{i≤k} L·sin θ_i ;  s_k = z_k − z_k,init + S0
//	far end fixed: s_k − s_N + SN ;  both ends known: s_k + S0 + (SN − S0 − s_N)·l_k/l_N
//
// Observed is z of every node above the near end, mm, under the rule's field. Parameters S0
// and SN are the surveyed settlements of the ends since the initial value, mm. Option
// input is what a segment sends: angle (angleX, degrees) or acceleration (ax, g).
type arrayLevel struct {
	segments []chainSegment
	nodes    []int32
	along    []float64 // length up to a node, of the whole
	z, held  []int
	bases    []int
	columns  []reading.Column
	s0, sN   float64
	end      string // near, far, both
	input    string
	rounding precision
	unit     string
}

func levelOutputs(rule *Rule, s *Setting) ([]reading.Column, error) {
	if len(s.Segments) == 0 {
		return nil, incomplete(NoSegments, "")
	}
	columns := each(levelled(rule), chainNodes(s))
	for _, segment := range s.Segments {
		columns = append(columns, reading.Column{Field: HeldField, Node: segment.No})
	}
	return columns, nil
}

func levelled(rule *Rule) string {
	if rule.ComputedField == "" {
		return "settlement"
	}
	return rule.ComputedField
}

func newArrayLevel(b *binder) (unit, error) {
	s := b.setting
	n := len(s.Segments) + 1
	u := &arrayLevel{
		nodes: chainNodes(s), z: b.outs[:n], held: b.outs[n:], columns: b.columns, s0: b.number("S0"), sN: b.number("SN"), along: []float64{0},
		input: b.option("input"),
	}
	switch s.FixedEnd {
	case "", "near", "top":
		u.end = "near"
	case "far", "bottom":
		u.end = "far"
	case "both":
		u.end = "both"
	default:
		return nil, illegal(BadOption, "fixedEnd", 0)
	}
	u.rounding, u.unit = b.shown(levelled(b.rule))
	name := map[string]string{"angle": "angleX", "acceleration": "ax"}[u.input]
	for _, segment := range s.Segments {
		if !(segment.Len > 0) {
			return nil, incomplete(NoSegments, "len")
		}
		b.node = segment.No
		u.segments = append(u.segments, chainSegment{no: segment.No, length: segment.Len, a: b.value(name)})
		u.along = append(u.along, u.along[len(u.along)-1]+segment.Len)
	}
	length := u.along[n-1]
	for i := range u.along {
		u.along[i] /= length
	}
	return u, b.failed
}

// step returns the height difference over a segment in mm, and for how many consecutive readings it has used its last
// value.
func (u *arrayLevel) step(f frame, i int) (dz, held float64, ok bool) {
	s := &u.segments[i]
	sin := f.at(s.a)
	if u.input == "angle" {
		sin = math.Sin(sin * math.Pi / 180)
	}
	if sin-sin == 0 {
		return s.length * sin, reading.Missing, true
	}
	return lastStep(f, u.held[i], u.z[i], u.z[i+1])
}

func (u *arrayLevel) store(out []float64) bool { return u.rounding.store(out, u.z...) }

func (u *arrayLevel) run(f frame) (flag reading.Flag, reason string) {
	z, ok := 0.0, true
	f.out[u.z[0]] = 0
	for i := range u.segments {
		dz, held, answered := u.step(f, i)
		f.out[u.held[i]] = held
		if !math.IsNaN(held) {
			flag |= reading.Interpolated
		}
		if !answered {
			ok, reason = false, SegmentSilent
			flag |= reading.Partial
		}
		z += dz
		f.out[u.z[i+1]] = reading.Missing
		if ok {
			f.out[u.z[i+1]] = z
		}
	}
	if reading.IsMissing(f.out[u.z[1]]) {
		f.out[u.z[0]] = reading.Missing // only the fixed end is known
		flag &^= reading.Partial
	}
	return flag, reason
}

func (u *arrayLevel) endless() bool { return false }

// concerns reports whether a segment lies between the near end and a node, or affects it through the far end.
func (u *arrayLevel) concerns(column reading.Column, node int32) bool {
	return u.end != "near" || slices.Index(u.nodes, node) <= slices.Index(u.nodes, column.Node)
}

func (u *arrayLevel) changed() (base, derived []reading.Column) { return u.columns[:len(u.nodes)], nil }

func (u *arrayLevel) place(base, _ []int) { u.bases = base }

func (u *arrayLevel) change(observed, initial, out []float64) {
	last := len(u.nodes) - 1
	far := observed[u.z[last]] - initial[u.z[last]]
	for k := range u.nodes {
		s := observed[u.z[k]] - initial[u.z[k]]
		switch u.end {
		case "near":
			s += u.s0
		case "far":
			s += u.sN - far
		case "both":
			s += u.s0 + (u.sN-u.s0-far)*u.along[k]
		}
		out[u.bases[k]] = u.rounding.kept(s)
	}
}

func (u *arrayLevel) derive([]float64) {}

func (u *arrayLevel) explainChange(column reading.Column) (string, []reading.Column) {
	far := reading.Column{Field: column.Field, Node: u.nodes[len(u.nodes)-1]}
	switch u.end {
	case "far":
		return "s = Δz − Δz_N + SN", []reading.Column{column, far}
	case "both":
		return "s = Δz + S0 + (SN − S0 − Δz_N)·l/l_N", []reading.Column{column, far}
	}
	return "s = Δz + S0", []reading.Column{column}
}

func (u *arrayLevel) explain(f frame, out int) []Step {
	k := slices.Index(u.z, out)
	if k < 0 {
		return nil
	}
	var steps []Step
	sum := Step{Field: u.columns[k].Field, Node: u.nodes[k], Key: "ARRAY_HORIZONTAL", Text: "z_k = Σ_{i≤k} L·sin θ_i", Value: f.out[out], Unit: u.unit}
	for i := range k {
		s := &u.segments[i]
		dz, held, ok := u.step(f, i)
		part := Step{Node: s.no, Key: "Δz_" + strconv.Itoa(int(s.no)), Text: "Δz = L·sin θ", Value: value(dz), Unit: "mm", Inputs: []Term{
			{Name: "θ", Kind: RawTerm, Value: value(f.at(s.a)), Unit: "°", Node: s.no}, {Name: "L", Kind: CoefficientTerm, Value: s.length, Unit: "mm"},
		}}
		if u.input == "acceleration" {
			part.Text, part.Inputs[0].Name, part.Inputs[0].Unit = "Δz = L·ax", "ax", "g"
		}
		switch {
		case !ok:
			part.Value, part.Reason = reading.Missing, SegmentSilent
		case !math.IsNaN(held):
			part.Reason = HeldField
		}
		steps = append(steps, part)
		sum.Inputs = append(sum.Inputs, Term{Name: "Δz_" + strconv.Itoa(int(s.no)), Kind: ComputedTerm, Value: part.Value, Unit: "mm", Node: s.no})
	}
	if reading.IsMissing(sum.Value) {
		sum.Reason = SegmentSilent
	}
	return append(steps, sum)
}
