package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var thermistorBetaFamily = family{
	SystemFormula: SystemFormula{
		Code: "THERM_BETA", Label: label("热敏电阻温度公式（B值）", "Thermistor, beta value", "熱敏電阻溫度公式（B值）"),
		Text:   "T = 1/(1/298.15 + ln(R/R25)/β) − 273.15",
		Inputs: needs("res"),
		Settings: []FormulaSetting{
			numeric("R25", label("25 °C时电阻", "Resistance at 25 °C", "25 °C時電阻"), "Ω").or(10000).atLeast(1),
			numeric("beta", label("B值", "Beta value", "B值"), "K").or(3950).atLeast(1),
			perNode,
		},
	},
	source: "formulas.md section 9",
	maths:  scalar(newThermistorBeta),
}

// thermistorBeta is THERM_BETA of formulas.md section 9:
//
//	T = 1/(1/T25 + ln(R/R25)/β) − 273.15,  T25 = 298.15 K
type thermistorBeta struct {
	res       slot
	r25, beta float64
}

func newThermistorBeta(b *binder) (kernel, error) {
	return &thermistorBeta{res: b.value("res"), r25: b.number("R25"), beta: b.number("beta")}, nil
}

func (k *thermistorBeta) eval(f frame) (float64, reading.Flag, string) {
	r := f.at(k.res)
	if math.IsNaN(r) {
		return r, 0, MissingValue + "res"
	}
	if r <= 0 {
		return math.NaN(), 0, NotPositive
	}
	return 1/(1/(25+kelvin)+math.Log(r/k.r25)/k.beta) - kelvin, 0, ""
}

func (k *thermistorBeta) explain(f frame) explanation {
	return explanation{
		text: "T = 1/(1/298.15 + ln(R/R25)/β) − 273.15",
		terms: []Term{
			{Name: "R", Kind: RawTerm, Value: value(f.at(k.res)), Unit: "Ω"},
			{Name: "R25", Kind: CoefficientTerm, Value: k.r25, Unit: "Ω"},
			{Name: "β", Kind: CoefficientTerm, Value: k.beta, Unit: "K"},
		},
	}
}
