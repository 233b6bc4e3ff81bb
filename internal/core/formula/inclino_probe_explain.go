package formula

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
)

func (u *inclinoProbe) explainChange(column reading.Column) (string, []reading.Column) {
	text, from := u.inclinoChain.explainChange(column)
	// f is the shared node next to the fixed end.
	return strings.Replace(text, subtraction, "Δ = (v − v_f) − (v_init − v_init,f)", 1), from
}

func (u *inclinoProbe) explain(f frame, out int) []Step {
	if slices.Contains(u.collar.outs, out) {
		return u.collar.explain(f, u.columns[out-u.x[0]], out)
	}
	axis, node := 0, slices.Index(u.x, out)
	if node < 0 && u.biaxial {
		axis, node = 1, slices.Index(u.y, out)
	}
	if node < 0 {
		return nil // a zero offset is explained with its station
	}
	first, end, text := node, len(u.segments), "D_k = Σ_{i=k+1…N} a_i"
	if u.top {
		first, end, text = 0, node, "D_k = −Σ_{i=1…k} a_i"
	}
	name, field := "a", "x"
	if axis == 1 {
		name, field, text = "b", "y", replaceAxis(text)
	}
	sum := Step{Field: field, Node: u.nodes[node], Key: "INCLINO_PROBE", Text: text, Value: f.out[out], Unit: u.unit}
	var steps []Step
	for i := first; i < end; i++ {
		no := u.segments[i].no
		part := Step{Node: no, Key: name + "_" + strconv.Itoa(int(no)), Value: value(u.step(f, i)[axis]), Unit: "mm"}
		part.Text, part.Inputs = u.equation(f, i, axis)
		if reading.IsMissing(part.Value) {
			part.Reason = SegmentSilent
		}
		steps = append(steps, part)
		sum.Inputs = append(sum.Inputs, Term{Name: part.Key, Kind: ComputedTerm, Value: part.Value, Unit: "mm", Node: no})
	}
	if reading.IsMissing(sum.Value) {
		sum.Reason = SegmentSilent
	}
	return append(steps, sum)
}

// equation returns the equation of a segment along an axis with its numbers.
func (u *inclinoProbe) equation(f frame, i, axis int) (string, []Term) {
	s := &u.segments[i]
	length, constant := Term{Name: "L", Kind: CoefficientTerm, Value: s.length, Unit: "mm"}, Term{Name: "C", Kind: CoefficientTerm, Value: u.constant}
	if s.sin == 0 {
		text, terms := u.difference(f, i, axis)
		return [2]string{"a", "b"}[axis] + " = L·" + text, append(terms, length, constant)
	}
	textA, termsA := u.difference(f, i, 0)
	textB, termsB := u.difference(f, i, 1)
	text := "a = L·" + textA + "·cos φ − L·" + textB + "·sin φ"
	if axis == 1 {
		text = "b = L·" + textA + "·sin φ + L·" + textB + "·cos φ"
	}
	terms := append(append(termsA, termsB...), length, constant)
	return text, append(terms, Term{Name: "φ", Kind: CoefficientTerm, Value: s.lengthTwists[1], Unit: "°"})
}

// difference returns sin θ of a station along an axis, and what was read there.
func (u *inclinoProbe) difference(f frame, i, axis int) (string, []Term) {
	name := [2]string{"A", "B"}[axis]
	no := u.segments[i].no
	normal := Term{Name: name + "0", Kind: RawTerm, Value: value(f.at(u.stations[i][axis][0])), Node: no}
	reversed := Term{Name: name + "180", Kind: RawTerm, Value: value(f.at(u.stations[i][axis][1])), Node: no}
	_, offset, _ := u.offset(f, i, axis)
	zero := Term{Name: "Z" + name, Kind: ComputedTerm, Value: value(offset), Node: no}
	switch {
	case reading.IsMissing(reversed.Value) && !reading.IsMissing(normal.Value):
		return "(" + normal.Name + " − " + zero.Name + ")/C", []Term{normal, zero}
	case reading.IsMissing(normal.Value) && !reading.IsMissing(reversed.Value):
		return "(" + zero.Name + " − " + reversed.Name + ")/C", []Term{reversed, zero}
	}
	return "(" + normal.Name + " − " + reversed.Name + ")/(2·C)", []Term{normal, reversed}
}
