package formula

import "plumbline/internal/core/reading"

var vwPolyFamily = family{
	SystemFormula: SystemFormula{
		Code: "VW_POLY", Label: label("振弦多项式公式", "Vibrating wire, polynomial", "振弦多項式公式"),
		Text:   "y = A·R² + B·R + C + Kt·(t − t0) − kb·(S1 − S0),  R = f²/1000",
		Inputs: append(needs("freq"), takes("", "digits"), takes("", "temp"), takes("barometer", "airPressure")),
		Settings: []FormulaSetting{
			coefficient("A").required(), coefficient("B").required(), coefficient("C"), coefficient("R0"), coefficient("f0"),
			coefficient("Kt"), coefficient("t0"), coefficient("S0").when("barometer"),
			numeric("kb", label("气压修正系数", "Barometric correction factor", "氣壓修正係數"), "").or(1).when("barometer"),
			perNode, barometerSource, barometerField,
		},
		SuitsTypes: []string{"WATERLEVEL", "GKYL", "SPM", "Crack", "STRAIN"},
	},
	source: "formulas.md section 3",
	maths:  scalar(newVWPoly),
}

// vwPoly is formulas.md section 3:
//
//	R = f²/1000 ;  y = A·R² + B·R + C + Kt·(t − t0) − kb·(S1 − S0)
//
// If R0 or f0 is given but C is not, C is derived from the zero reading on site, so that
// y = 0 there: the factory's C applies to the air pressure at the factory.
type vwPoly struct {
	digits     digits
	a, b, c    float64
	warmth     warmth
	air        barometer
	outputUnit string
}

func newVWPoly(b *binder) (kernel, error) {
	k := &vwPoly{digits: newDigits(b), a: b.number("A"), b: b.number("B"), warmth: newWarmth(b)}
	if c, ok := b.given("C"); ok {
		k.c = c
	} else {
		r0 := zeroDigits(b)
		k.c = -(k.a*r0*r0 + k.b*r0)
	}
	k.air = newBarometer(b, b.number("kb"))
	_, k.outputUnit = b.shown(b.rule.ComputedField)
	return k, nil
}

func (k *vwPoly) eval(f frame) (float64, reading.Flag, string) {
	r, flag, reason := k.digits.read(f)
	if reason != "" {
		return r, flag, reason
	}
	air, reason := k.air.term(f)
	if reason != "" {
		return air, flag, reason
	}
	warm, noTemp := k.warmth.term(f)
	return k.a*r*r + k.b*r + k.c + warm - air, flag | noTemp, ""
}

func (k *vwPoly) explain(f frame) explanation {
	r, _, _ := k.digits.read(f)
	why := explanation{
		text: "y = A·R² + B·R + C + Kt·(t − t0) − kb·(S1 − S0)",
		terms: []Term{
			{Name: "R", Kind: RawTerm, Value: value(r), Unit: "digit"},
			{Name: "A", Kind: CoefficientTerm, Value: k.a},
			{Name: "B", Kind: CoefficientTerm, Value: k.b},
			{Name: "C", Kind: CoefficientTerm, Value: k.c},
		},
		parts: []Step{{Key: "A·R² + B·R + C", Value: value(k.a*r*r + k.b*r + k.c), Unit: k.outputUnit}},
	}
	k.warmth.explain(f, &why, k.outputUnit)
	k.air.explain(f, &why, k.outputUnit)
	return why
}
