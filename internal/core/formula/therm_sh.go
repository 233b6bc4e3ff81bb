package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

func init() { register("THERM_SH", scalar(newThermistor)) }

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
		res: b.value("res"), a: b.param("A", 1.4051e-3), b: b.param("B", 2.369e-4), c: b.param("C", 1.019e-7), offset: b.param("offset", 0),
	}, nil
}

func (k *thermistor) eval(f frame) (float64, reading.Flag, string) {
	r := f.at(k.res)
	if r != r {
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
