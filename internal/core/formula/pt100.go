package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var platinumFamily = family{
	SystemFormula: SystemFormula{
		Code: "PT100", Label: label("铂电阻温度公式", "Platinum resistance thermometer", "鉑電阻溫度公式"),
		Text:   "R = R0·(1 + a·t + b·t² + c·(t − 100)·t³),  t ≥ 0: c = 0",
		Inputs: needs("res"),
		Settings: []FormulaSetting{
			numeric("R0", label("0 °C时电阻", "Resistance at 0 °C", "0 °C時電阻"), "Ω").or(100).
				oneOf(pick("100", "100 Ω（Pt100）", "100 Ω (Pt100)", "100 Ω（Pt100）"),
					pick("1000", "1000 Ω（Pt1000）", "1000 Ω (Pt1000)", "1000 Ω（Pt1000）")),
			numeric("wire", label("引线电阻", "Resistance of the leads", "引線電阻"), "Ω").or(0).atLeast(0),
			perNode,
		},
	},
	source: "formulas.md section 9, IEC 60751:2022 section 4.2",
	maths:  scalar(newPlatinum),
}

// Constants of the Callendar–Van Dusen equation and its range, °C (IEC 60751).
const (
	platinumA    = 3.9083e-3
	platinumB    = -5.775e-7
	platinumC    = -4.183e-12
	platinumLow  = -200
	platinumHigh = 850
)

// platinum is PT100 of formulas.md section 9, after IEC 60751:
//
//	t ≥ 0: t = [−a + √(a² − 4b(1 − R/R0))]/(2b)
//	t < 0: R = R0·(1 + a·t + b·t² + c·(t − 100)·t³), solved by Newton's method
//
// Outside −200 … 850 °C, where the standard ends, the result is out of range.
type platinum struct {
	res      slot
	r0, wire float64
}

func newPlatinum(b *binder) (kernel, error) {
	return &platinum{res: b.value("res"), r0: b.number("R0"), wire: b.number("wire")}, nil
}

// platinumSteps bounds the iterations. Within the range five reach the last digit.
const platinumSteps = 8

// platinumTemperature returns the temperature at which the resistance is ratio times that at 0 °C; NaN if there is
// none.
func platinumTemperature(ratio float64) float64 {
	t := (-platinumA + math.Sqrt(platinumA*platinumA-4*platinumB*(1-ratio))) / (2 * platinumB)
	if ratio >= 1 || t-t != 0 {
		return t
	}
	for range platinumSteps {
		r := 1 + t*(platinumA+t*(platinumB+platinumC*t*(t-100)))
		slope := platinumA + t*(2*platinumB+platinumC*t*(4*t-300))
		t -= (r - ratio) / slope
	}
	return t
}

func (k *platinum) eval(f frame) (float64, reading.Flag, string) {
	r := f.at(k.res)
	if math.IsNaN(r) {
		return r, 0, MissingValue + "res"
	}
	if r -= k.wire; r <= 0 {
		return math.NaN(), 0, NotPositive
	}
	t := platinumTemperature(r / k.r0)
	if t < platinumLow || t > platinumHigh {
		return t, reading.OutOfRange, ""
	}
	return t, 0, ""
}

func (k *platinum) explain(f frame) explanation {
	r := f.at(k.res)
	why := explanation{
		text: "R = R0·(1 + a·t + b·t²)",
		terms: []Term{
			{Name: "R", Kind: RawTerm, Value: value(r), Unit: "Ω"},
			{Name: "R0", Kind: CoefficientTerm, Value: k.r0, Unit: "Ω"},
			{Name: "a", Kind: CoefficientTerm, Value: platinumA},
			{Name: "b", Kind: CoefficientTerm, Value: platinumB},
		},
	}
	if r-k.wire < k.r0 {
		why.text = "R = R0·(1 + a·t + b·t² + c·(t − 100)·t³)"
		why.terms = append(why.terms, Term{Name: "c", Kind: CoefficientTerm, Value: platinumC})
	}
	if k.wire != 0 {
		why.parts = append(why.parts, Step{
			Key: "R", Text: "R = R_measured − R_leads", Value: value(r - k.wire), Unit: "Ω",
			Inputs: []Term{{Name: "R_measured", Kind: RawTerm, Value: value(r), Unit: "Ω"}, {Name: "R_leads", Kind: CoefficientTerm, Value: k.wire, Unit: "Ω"}},
		})
		why.terms[0] = Term{Name: "R", Kind: ComputedTerm, Value: value(r - k.wire), Unit: "Ω"}
	}
	return why
}
