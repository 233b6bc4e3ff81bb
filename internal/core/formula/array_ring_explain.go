package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

func (u *arrayRing) explain(f frame, out int) []Step {
	column := u.columns[slices.IndexFunc(u.columns, func(c reading.Column) bool { return u.position(c) == out })]
	var steps []Step
	var end [2]float64
	ok := u.walk(f, func(i int, phi, dx, dy, held float64) {
		s := &u.segments[i]
		end = [2]float64{end[0] + dx, end[1] + dy}
		step := Step{Node: s.no, Key: "φ", Text: "φ = atan2(ax, ay)", Value: phi, Unit: "°", Inputs: []Term{
			{Name: "ax", Kind: RawTerm, Value: value(f.at(s.a)), Unit: "g", Node: s.no},
			{Name: "ay", Kind: RawTerm, Value: value(f.at(s.b)), Unit: "g", Node: s.no},
		}}
		if u.bend {
			step.Text, step.Inputs = "φ = φ_before + θ", []Term{{Name: "θ", Kind: RawTerm, Value: value(f.at(s.a)), Unit: "°", Node: s.no}}
		}
		if !math.IsNaN(held) {
			step.Reason = HeldField
		}
		step.Inputs = append(step.Inputs, Term{Name: "L", Kind: CoefficientTerm, Value: s.length, Unit: "mm"})
		steps = append(steps, step)
	})
	text := "P = Σ L·(cos φ, sin φ)"
	if !u.ring.Open {
		open := Step{Key: "e", Text: "e = |P_N − P_0|", Value: math.Hypot(end[0], end[1]), Unit: "mm"}
		if open.Value > farOpen*u.length {
			open.Reason = RingOpen
		}
		steps = append(steps, open)
		text = "Q = P − e·s/s_N − c"
	}
	if column.Field == "ovality" {
		text = "(max D − min D)/(2·R)·1000"
	}
	sum := Step{Field: column.Field, Node: column.Node, Key: "ARRAY_CIRCULAR", Text: text, Value: f.out[out], Unit: "mm"}
	if column.Field == "ovality" {
		sum.Unit = "‰"
	}
	if !ok {
		sum.Reason = SegmentSilent
	}
	return append(steps, sum)
}

// position returns the index of an observed column.
func (u *arrayRing) position(c reading.Column) int {
	all := append(append(slices.Clone(u.x), u.y...), u.held...)
	if u.oval >= 0 {
		all = append(all, u.oval)
	}
	return all[slices.Index(u.columns, c)]
}
