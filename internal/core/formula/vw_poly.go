package formula

import "plumbline/internal/core/reading"

func init() { register("VW_POLY", scalar(newVWPoly)) }

// vwPoly is formulas.md section 3:
//
//	R = f²/1000 ;  y = A·R² + B·R + C + Kt·(t − t0) − kb·(S1 − S0)
//
// C is derived on site from the zero reading, so that it gives y = 0, wherever R0 or
// f0 is given and C is not: the factory's C holds at the factory's air pressure.
type vwPoly struct {
	digits     digits
	a, b, c    float64
	warmth     warmth
	air        barometer
	outputUnit string
}

func newVWPoly(b *binder) (kernel, error) {
	k := &vwPoly{digits: newDigits(b), a: b.need("A"), b: b.need("B"), warmth: newWarmth(b)}
	if c, ok := b.known("C"); ok {
		k.c = b.finite("C", c)
	} else {
		r0 := zeroDigits(b)
		k.c = -(k.a*r0*r0 + k.b*r0)
	}
	kb := 0.0
	if b.text("barometer") != "" {
		kb = 1
	}
	k.air = newBarometer(b, b.param("kb", kb))
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
