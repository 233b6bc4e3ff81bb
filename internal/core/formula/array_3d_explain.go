package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

func (u *array3D) explainChange(column reading.Column) (string, []reading.Column) {
	own := func(fields ...string) (list []reading.Column) {
		for _, field := range fields {
			list = append(list, reading.Column{Field: field, Node: column.Node})
		}
		return list
	}
	texts := map[string]string{
		"n": "x·cos α − y·sin α", "e": "x·sin α + y·cos α", "res": "√(x² + y²)", "azi": "atan2(e, n) mod 360",
	}
	if text, ok := texts[column.Field]; ok {
		return text, own("x", "y")
	}
	return subtraction, own(column.Field)
}

func (u *array3D) explain(f frame, out int) []Step {
	for axis, outs := range u.outs {
		node := slices.Index(outs, out)
		if node < 0 {
			continue
		}
		var steps []Step
		direction := straight
		for i := range u.segments {
			step, own, reason := u.step(f, i, direction)
			direction = own
			if i < node == u.top {
				steps = append(steps, u.explainStep(f, i, axis, step, reason))
			}
		}
		name := positionFields[axis]
		result := Step{Field: name, Node: u.nodes[node], Key: "ARRAY_3D", Text: name + " = −ΣΔ" + name, Value: f.out[out], Unit: u.unit}
		if u.top {
			result.Text = name + " = ΣΔ" + name
		}
		for _, s := range steps {
			result.Inputs = append(result.Inputs, Term{Name: s.Key, Kind: ComputedTerm, Value: s.Value, Unit: "mm", Node: s.Node})
		}
		if reading.IsMissing(result.Value) {
			if _, result.Reason = u.run(f); result.Reason == "" {
				result.Reason = SegmentSilent
			}
		}
		return append(steps, result)
	}
	return nil
}

// explainStep explains the part of one segment along an axis.
func (u *array3D) explainStep(f frame, i, axis int, step [3]float64, reason string) Step {
	s := &u.segments[i]
	names, units, text := [...]string{"ax", "ay", "az"}, "g", "L·(−sin θA, −sin θB, cos)"
	if u.joints {
		names, units, text = [...]string{"bendX", "bendY", "torsion"}, "°", "L·(M_i·(0, 0, 1))"
	}
	part := Step{
		Key: "Δ" + positionFields[axis], Node: u.nodes[i+1], Text: text, Value: s.length * step[axis], Unit: "mm", Reason: reason,
		Inputs: []Term{{Name: "L", Kind: CoefficientTerm, Value: s.length, Unit: "mm"}},
	}
	if reason != "" {
		part.Value = reading.Missing
	}
	for k, name := range names {
		if v := f.at(s.in[k]); !math.IsNaN(v) {
			part.Inputs = append(part.Inputs, Term{Name: name, Kind: RawTerm, Value: v, Unit: units, Node: u.nodes[i+1]})
		}
	}
	return part
}
