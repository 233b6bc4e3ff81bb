package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var crackPlaneFamily = family{
	SystemFormula: SystemFormula{
		Code: "CRACK_PLANE", Label: label("双拉线平面位移公式", "Two wires in a plane", "雙拉線平面位移公式"),
		Text:    "x = (d1² − d2² + b²)/(2b);  y = √(d1² − x²)",
		Inputs:  []FormulaInput{takes("", "disp")},
		Outputs: []string{"x", "y", "width", "shearY"},
		Settings: []FormulaSetting{
			numeric("base", label("基线长b", "Length of the base line b", "基線長b"), "mm").atLeast(1).required(),
			gaugeField,
			source("second", label("第二根拉线", "Second wire", "第二根拉線")).required(),
			numeric("d1", label("第一根拉线的固定长", "Fixed length of the first wire", "第一根拉線的固定長"), "mm").or(0),
			numeric("d2", label("第二根拉线的固定长", "Fixed length of the second wire", "第二根拉線的固定長"), "mm").or(0),
		},
		SuitsTypes: []string{"WDM", "Crack"},
	},
	source: "formulas.md section 18",
	maths:  vector(crackPlaneOutputs, newCrackPlane),
}

// crackPlane is CRACK_PLANE of formulas.md section 18: two wires from the base points (0, 0) and (b, 0) end at one
// moving point, mm.
//
//	x = (d1² − d2² + b²)/(2b) ;  y = √(d1² − x²)
//
// The fixed length of a wire is added to its reading. At a crack, y is its width and x its slip.
type crackPlane struct {
	wires   [2]slot
	fixed   [2]float64
	taken   [2]Term // of the explanation, without values
	reasons [2]string
	base    float64
	crack   bool // columns are width and shearY, not x and y
}

func crackPlaneOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	if rule.Options["second"] == "" {
		return nil, incomplete(NoSource, "second")
	}
	if crackColumns(setting) {
		return []reading.Column{{Field: "width"}, {Field: "shearY"}}, nil
	}
	return []reading.Column{{Field: "x"}, {Field: "y"}}, nil
}

// crackColumns reports whether the point's measurement is a crack.
func crackColumns(s *Setting) bool { return s.has("width") && !s.has("x") }

func newCrackPlane(b *binder) (vectorKernel, error) {
	field, role := gauged(b), b.option("second")
	from, kind := field, RawTerm
	if isPoint(role) {
		from, kind = "width", PointTerm
	}
	return &crackPlane{
		wires: [2]slot{b.value(field), b.sourced("second", from, 0)},
		fixed: [2]float64{b.number("d1"), b.number("d2")},
		taken: [2]Term{
			{Name: "d1", Kind: RawTerm, Unit: "mm", Field: field}, {Name: "d2", Kind: kind, Unit: "mm", Role: role, Field: from},
		},
		reasons: [2]string{MissingValue + field, MissingValue + role + "." + from},
		base:    b.number("base"), crack: crackColumns(b.setting),
	}, nil
}

// place returns x and y; NaN if the wires do not meet.
func (k *crackPlane) place(f frame) (x, y float64) {
	d1, d2 := f.at(k.wires[0])+k.fixed[0], f.at(k.wires[1])+k.fixed[1]
	x = (d1*d1 - d2*d2 + k.base*k.base) / (2 * k.base)
	return x, math.Sqrt(d1*d1 - x*x)
}

func (k *crackPlane) eval(f frame) (out [vectorLen]float64, flag reading.Flag, reason string) {
	for i, wire := range k.wires {
		if d := f.at(wire); d-d != 0 {
			out[0], out[1] = reading.Missing, reading.Missing
			return out, 0, k.reasons[i]
		}
	}
	x, y := k.place(f)
	if y-y != 0 {
		x = y
	}
	if k.crack {
		x, y = y, x
	}
	out[0], out[1] = x, y
	return out, 0, ""
}

func (k *crackPlane) explain(f frame, i int) explanation {
	x, _ := k.place(f)
	d1, d2 := k.taken[0], k.taken[1]
	d1.Value, d2.Value = value(f.at(k.wires[0])+k.fixed[0]), value(f.at(k.wires[1])+k.fixed[1])
	base := Term{Name: "b", Kind: CoefficientTerm, Value: k.base, Unit: "mm"}
	ofX := explanation{text: "x = (d1² − d2² + b²)/(2b)", terms: []Term{d1, d2, base}}
	if (i == 0) != k.crack {
		return ofX
	}
	return explanation{
		text: "y = √(d1² − x²)", terms: []Term{d1, {Name: "x", Kind: ComputedTerm, Value: value(x), Unit: "mm"}},
		parts: []Step{{Key: "x", Text: ofX.text, Inputs: ofX.terms, Value: value(x), Unit: "mm"}},
	}
}
