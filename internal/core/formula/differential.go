package formula

import (
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// heights are the fields of a point that say how high it is, with mm per unit.
var heights = []struct {
	field, unit string
	label       i18n.Label
	mm          float64
}{
	{"settlement", "mm", label("沉降（mm）", "Settlement (mm)", "沉降（mm）"), 1},
	{"elevation", "m", label("高程（m）", "Elevation (m)", "高程（m）"), 1000},
	{"height", "m", label("大地高（m）", "Ellipsoidal height (m)", "大地高（m）"), 1000},
}

var differentialFamily = family{
	SystemFormula: SystemFormula{
		Code: "DIFFERENTIAL", Label: label("差异沉降公式", "Differential settlement", "差異沉降公式"),
		Text: "i = (S_a − S_b)/L", Fields: []string{"slopeX", "slopeY"},
		Settings: []FormulaSetting{
			source("a", label("测点a", "Point a", "測點a")).required(), source("b", label("测点b", "Point b", "測點b")).required(),
			numeric("distance", label("两点间距L", "Distance of the points L", "兩點間距L"), "m").atLeast(0.01).atMost(100_000).required(),
			choice("field", label("取值字段", "Field of the points", "取值欄位"), heightChoices()...),
		},
		SuitsTypes: []string{"Composite", "Virtual"},
	},
	source: "formulas.md section 19",
	maths:  scalar(newDifferential),
}

func heightChoices() (list []i18n.Option) {
	for _, h := range heights {
		list = append(list, i18n.Option{Code: h.field, Label: h.label})
	}
	return list
}

// differential is the differential settlement of formulas.md section 19:
//
//	i = (S_a − S_b)/L   ‰, positive if a is higher
//
// L in m. S are settlements in mm, or elevations in m, of which the change is the differential settlement since the
// initial value.
type differential struct {
	a, b              slot
	field, unit       string
	roles             [2]string
	mm, distance, per float64
}

func newDifferential(b *binder) (kernel, error) {
	k := &differential{field: b.option("field"), roles: [2]string{b.option("a"), b.option("b")}, distance: b.number("distance")}
	for _, h := range heights {
		if h.field == k.field {
			k.unit, k.mm = h.unit, h.mm
		}
	}
	for i, name := range [2]string{"a", "b"} {
		if k.roles[i] == "" {
			b.fail(incomplete(NoSource, name))
		}
	}
	k.a, k.b = b.sourced("a", k.field, 0), b.sourced("b", k.field, 0)
	k.per = k.mm / k.distance
	return k, nil
}

func (k *differential) eval(f frame) (float64, reading.Flag, string) {
	a, b := f.at(k.a), f.at(k.b)
	switch {
	case a-a != 0:
		return reading.Missing, 0, MissingValue + k.roles[0] + "." + k.field
	case b-b != 0:
		return reading.Missing, 0, MissingValue + k.roles[1] + "." + k.field
	}
	return (a - b) * k.per, 0, ""
}

func (k *differential) explain(f frame) explanation {
	text := "i = (S_a − S_b)/L"
	if k.mm != 1 {
		text = "i = 1000·(S_a − S_b)/L"
	}
	return explanation{text: text, terms: []Term{
		{Name: "S_a", Kind: PointTerm, Value: value(f.at(k.a)), Unit: k.unit, Role: k.roles[0], Field: k.field},
		{Name: "S_b", Kind: PointTerm, Value: value(f.at(k.b)), Unit: k.unit, Role: k.roles[1], Field: k.field},
		{Name: "L", Kind: CoefficientTerm, Value: k.distance, Unit: "m"},
	}}
}
