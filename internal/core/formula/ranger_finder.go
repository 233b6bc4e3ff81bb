package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var rangeFamily = family{
	SystemFormula: SystemFormula{
		Code: "RANGE", Label: label("测距公式", "Laser range", "測距公式"),
		Text:       "y = Kr·d·cos γ·1000",
		Inputs:     needs("dist"),
		Settings:   []FormulaSetting{coefficient("Kr"), coefficient("gamma").atLeast(-89).atMost(89), perNode},
		SuitsTypes: []string{"RangerFinder"},
	},
	source: "formulas.md section 18, devices.md section 5.28",
	maths:  scalar(newRange),
}

// rangeMeter is RangerFinder of formulas.md section 18: the part of a distance along the wanted direction.
//
//	y = Kr·d·cos γ·1000
//
// d in m; the result is in mm, or in m for a field in m. The instrument sends the trimmed mean of its shots. Shorter is
// negative.
type rangeMeter struct {
	dist              slot
	kr, gamma, factor float64
	scale             float64
	unit              string
}

func newRange(b *binder) (kernel, error) {
	k := &rangeMeter{dist: b.value("dist"), kr: b.number("Kr"), gamma: b.number("gamma"), scale: 1000}
	if _, k.unit = b.shown(b.rule.ComputedField); k.unit == "m" {
		k.scale = 1
	}
	k.factor = k.kr * math.Cos(k.gamma*math.Pi/180) * k.scale
	return k, nil
}

func (k *rangeMeter) eval(f frame) (float64, reading.Flag, string) {
	d := f.at(k.dist)
	if d-d != 0 {
		return d, 0, MissingValue + "dist"
	}
	return d * k.factor, 0, ""
}

func (k *rangeMeter) explain(f frame) explanation {
	text := "y = Kr·d·cos γ·1000"
	if k.scale == 1 {
		text = "y = Kr·d·cos γ"
	}
	return explanation{text: text, terms: []Term{
		{Name: "d", Kind: RawTerm, Value: value(f.at(k.dist)), Unit: "m"},
		{Name: "Kr", Kind: CoefficientTerm, Value: k.kr},
		{Name: "γ", Kind: CoefficientTerm, Value: k.gamma, Unit: "°"},
	}}
}
