package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var thermistorFamily = family{
	SystemFormula: SystemFormula{
		Code: "THERM_SH", Label: label("热敏电阻温度公式", "Thermistor, Steinhart–Hart", "熱敏電阻溫度公式"),
		Text:   "T = 1/(A + B·ln R + C·(ln R)³) − 273.15 + offset",
		Inputs: needs("res"),
		Settings: []FormulaSetting{
			numeric("A", label("系数A", "Factor A", "係數A"), "").or(1.4051e-3),
			numeric("B", label("系数B", "Factor B", "係數B"), "").or(2.369e-4),
			numeric("C", label("系数C", "Factor C", "係數C"), "").or(1.019e-7),
			numeric("offset", label("偏移量", "Offset", "偏移量"), "°C").or(0),
			perNode,
		},
	},
	source: "formulas.md section 9",
	maths:  scalar(newThermistor),
}

// kelvin is 0 °C in K.
const kelvin = 273.15

// thermistor is THERM_SH of formulas.md section 9 (Steinhart–Hart):
//
//	T = 1/(A + B·ln R + C·(ln R)³) − 273.15 + offset
//
// The factors are parameters of the rule, by default those of the 3 kΩ thermistor of
// vibrating-wire sensors; a device's coefficients A, B, C belong to its polynomial.
type thermistor struct {
	res             slot
	a, b, c, offset float64
}

func newThermistor(b *binder) (kernel, error) {
	return &thermistor{
		res: b.value("res"), a: b.number("A"), b: b.number("B"), c: b.number("C"), offset: b.number("offset"),
	}, nil
}

func (k *thermistor) eval(f frame) (float64, reading.Flag, string) {
	r := f.at(k.res)
	if math.IsNaN(r) {
		return r, 0, MissingValue + "res"
	}
	if r <= 0 {
		return math.NaN(), 0, NotPositive
	}
	l := math.Log(r)
	return 1/(k.a+k.b*l+k.c*l*l*l) - kelvin + k.offset, 0, ""
}

func (k *thermistor) explain(f frame) explanation {
	return explanation{
		text: "T = 1/(A + B·ln R + C·(ln R)³) − 273.15 + offset",
		terms: []Term{
			{Name: "R", Kind: RawTerm, Value: value(f.at(k.res)), Unit: "Ω"},
			{Name: "A", Kind: CoefficientTerm, Value: k.a},
			{Name: "B", Kind: CoefficientTerm, Value: k.b},
			{Name: "C", Kind: CoefficientTerm, Value: k.c},
			{Name: "offset", Kind: CoefficientTerm, Value: k.offset, Unit: "°C"},
		},
	}
}
