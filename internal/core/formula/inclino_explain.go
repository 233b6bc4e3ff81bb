package formula

import (
	"math"
	"slices"
	"strconv"

	"plumbline/internal/core/reading"
)

func (u *inclinoChain) explainChange(column reading.Column) (string, []reading.Column) {
	node := column.Node
	pair := []reading.Column{{Field: "x", Node: node}, {Field: "y", Node: node}}
	switch column.Field {
	case "n":
		return "n = x·cos ψ − y·sin ψ", pair
	case "e":
		return "e = x·sin ψ + y·cos ψ", pair
	case "res":
		return "res = √(x² + y²)", pair
	case "azi":
		return "azi = atan2(e, n) mod 360", pair
	}
	top := u.collar.from()
	text, from := subtraction, []reading.Column{column}
	switch {
	case u.toFrame.sin == 0:
		if top != nil {
			text += " + Δ_top"
		}
	case column.Field == "x":
		text, from = "x = ΔA·cos β − ΔB·sin β", pair
	default:
		text, from = "y = ΔA·sin β + ΔB·cos β", pair
	}
	return text, append(from, top...)
}

func (u *inclinoChain) explain(f frame, out int) []Step {
	column := u.columns[out-u.x[0]]
	if slices.Contains(u.collar.outs, out) {
		return u.collar.explain(f, column, out)
	}
	node := 0
	for node < len(u.nodes) && u.nodes[node] != column.Node {
		node++
	}
	from, to := node, len(u.segments) // segments node+1 … N, by index
	text := "D_k = Σ_{i=k+1…N} a_i"
	if u.top {
		from, to, text = 0, node, "D_k = −Σ_{i=1…k} a_i"
	}
	axis := "a"
	if column.Field == "y" {
		axis, text = "b", replaceAxis(text)
	}
	var steps []Step
	sum := Step{Field: column.Field, Node: column.Node, Key: "INCLINO_CHAIN", Text: text, Value: f.out[out], Unit: u.unit}
	for i := from; i < to; i++ {
		s := &u.segments[i]
		a, b, held, ok := u.step(f, i)
		v := a
		if axis == "b" {
			v = b
		}
		number := axis + "_" + strconv.Itoa(int(s.no))
		part := Step{Node: s.no, Key: number, Text: u.equation(axis), Value: value(v), Unit: "mm", Inputs: u.terms(f, s)}
		switch {
		case !ok:
			part.Value, part.Reason = reading.Missing, SegmentSilent
		case !math.IsNaN(held):
			part.Reason = HeldField
		}
		steps = append(steps, part)
		sum.Inputs = append(sum.Inputs, Term{Name: number, Kind: ComputedTerm, Value: part.Value, Unit: "mm", Node: s.no})
	}
	if reading.IsMissing(sum.Value) {
		sum.Reason = SegmentSilent
	}
	return append(steps, sum)
}

func replaceAxis(text string) string {
	runes := []rune(text)
	for i, r := range runes {
		if r == 'a' {
			runes[i] = 'b'
		}
	}
	return string(runes)
}

func (u *inclinoChain) equation(axis string) string {
	dA, dB := "L·sin θA", "L·sin θB"
	switch u.input {
	case "slope":
		dA, dB = "L·sA/1000", "L·sB/1000"
	case "acceleration":
		dA, dB = "L·ax/|a|", "L·ay/|a|"
	}
	switch {
	case !u.biaxial:
		return "a = " + dA
	case axis == "b":
		return "b = " + dA + "·sin φ + " + dB + "·cos φ"
	}
	return "a = " + dA + "·cos φ − " + dB + "·sin φ"
}

func (u *inclinoChain) terms(f frame, s *chainSegment) []Term {
	names, unit := [3]string{"θA", "θB"}, "°"
	switch u.input {
	case "slope":
		names, unit = [3]string{"sA", "sB"}, "mm/m"
	case "acceleration":
		names, unit = [3]string{"ax", "ay", "az"}, "g"
	}
	terms := []Term{{Name: names[0], Kind: RawTerm, Value: value(f.at(s.a)), Unit: unit, Node: s.no}}
	if s.b != nowhere {
		terms = append(terms, Term{Name: names[1], Kind: RawTerm, Value: value(f.at(s.b)), Unit: unit, Node: s.no})
	}
	if s.c != nowhere {
		terms = append(terms, Term{Name: names[2], Kind: RawTerm, Value: value(f.at(s.c)), Unit: unit, Node: s.no})
	}
	terms = append(terms, Term{Name: "L", Kind: CoefficientTerm, Value: s.lengthTwists[0], Unit: "mm"})
	if u.biaxial {
		terms = append(terms, Term{Name: "φ", Kind: CoefficientTerm, Value: s.lengthTwists[1], Unit: "°"})
	}
	return terms
}
