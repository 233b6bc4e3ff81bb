package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var gkLinearFamily = family{
	SystemFormula: SystemFormula{
		Code: "GK_LINEAR", Label: label("基康线性公式", "Geokon digits, linear", "基康線性公式"),
		Text:   "P = (R1 − R0)·G + (T1 − T0)·K − (S1 − S0)",
		Inputs: append(needs("digits"), takes("", "freq"), takes("", "temp"), takes("barometer", "airPressure")),
		Settings: []FormulaSetting{
			coefficient("G").required(), coefficient("R0"), coefficient("f0"), coefficient("S0").required().when("barometer"),
			numeric("Kt", label("温度系数K", "Temperature factor K", "溫度係數K"), "/°C").orDevice().or(0),
			numeric("t0", label("初始温度T0", "Initial temperature T0", "初始溫度T0"), "°C").orDevice(),
			perNode, barometerSource, barometerField,
		},
		SuitsTypes: []string{"GKYL", "WATERLEVEL", "SPM", "Crack"},
	},
	source: "formulas.md section 4",
	maths:  scalar(newGKLinear),
}

// Settings of a barometric correction: the source of the air pressure.
var (
	barometerSource = source("barometer", label("气压来源", "Air pressure source", "氣壓來源"))
	barometerField  = choice("barometerField", label("气压字段", "Air pressure field", "氣壓欄位"),
		pick("airPressure", "气压", "Air pressure", "氣壓"), pick("pressure", "压力", "Pressure", "壓力")).when("barometer")
)

// gkLinear is formulas.md section 4, in digits R = f²/1000:
//
//	P = (R1 − R0)·G + (T1 − T0)·K − (S1 − S0)
//
// The zero reading is R0 or f0; K is the coefficient Kt. The barometric term is
// there when option barometer names a source or a point.
type gkLinear struct {
	digits     digits
	g, r0      float64
	warmth     warmth
	air        barometer
	outputUnit string
}

func newGKLinear(b *binder) (kernel, error) {
	k := &gkLinear{digits: newDigits(b), g: b.number("G"), warmth: newWarmth(b), air: newBarometer(b, 1)}
	k.r0 = zeroDigits(b)
	_, k.outputUnit = b.shown(b.rule.ComputedField)
	return k, nil
}

// zeroDigits returns the zero reading in digits: R0, else f0²/1000.
func zeroDigits(b *binder) float64 {
	if r0, ok := b.given("R0"); ok {
		return r0
	}
	if f0, ok := b.given("f0"); ok {
		return f0 * f0 / 1000
	}
	b.fail(incomplete(NoCoefficient, "R0"))
	return 0
}

func (k *gkLinear) eval(f frame) (float64, reading.Flag, string) {
	r, flag, reason := k.digits.read(f)
	if reason != "" {
		return r, flag, reason
	}
	air, reason := k.air.term(f)
	if reason != "" {
		return air, flag, reason
	}
	warm, noTemp := k.warmth.term(f)
	return (r-k.r0)*k.g + warm - air, flag | noTemp, ""
}

func (k *gkLinear) explain(f frame) explanation {
	r, _, _ := k.digits.read(f)
	why := explanation{
		text: "P = (R1 − R0)·G + (T1 − T0)·K − (S1 − S0)",
		terms: []Term{
			{Name: "R1", Kind: RawTerm, Value: value(r), Unit: "digit"},
			{Name: "G", Kind: CoefficientTerm, Value: k.g},
			{Name: "R0", Kind: CoefficientTerm, Value: k.r0, Unit: "digit"},
		},
		parts: []Step{{Key: "(R1 − R0)·G", Value: value((r - k.r0) * k.g), Unit: k.outputUnit}},
	}
	k.warmth.explain(f, &why, k.outputUnit)
	k.air.explain(f, &why, k.outputUnit)
	return why
}

// digits reads a vibrating wire as f²/1000: from the field digits, or from the frequency if the reading has no digits.
type digits struct {
	digits, freq slot
}

func newDigits(b *binder) digits { return digits{b.value("digits"), b.value("freq")} }

func (d digits) read(f frame) (float64, reading.Flag, string) {
	if r := f.at(d.digits); !math.IsNaN(r) {
		return r, outsideWire(r, wireLow*wireLow/1000., wireHigh*wireHigh/1000.), ""
	}
	freq := f.at(d.freq)
	if math.IsNaN(freq) {
		return freq, 0, missingFreq
	}
	return freq * freq / 1000, outsideWire(freq, wireLow, wireHigh), ""
}

func outsideWire(v, low, high float64) reading.Flag {
	if v < low || v > high {
		return reading.OutOfRange
	}
	return 0
}

// barometer is the barometric term kb·(S1 − S0) in kPa. Option barometer is its source: a role of the binding, or P
// and the id of a point; the field is option barometerField, airPressure in hPa by default, any other in kPa. Without
// a source the term is zero; with a silent source there is no result.
type barometer struct {
	source slot
	scale  float64 // to kPa
	s0, kb float64
	reason string
}

func newBarometer(b *binder, kb float64) barometer {
	role, field := b.option("barometer"), b.option("barometerField")
	if role == "" || kb == 0 {
		return barometer{source: nowhere}
	}
	air := barometer{source: b.sourced("barometer", field, 0), scale: 1, kb: kb, s0: b.number("S0"), reason: MissingValue + role + "." + field}
	if field == "airPressure" {
		air.scale = 0.1 // hPa
	}
	return air
}

func (a barometer) term(f frame) (float64, string) {
	if a.source == nowhere {
		return 0, ""
	}
	s := f.at(a.source)
	if s-s != 0 {
		return s, a.reason
	}
	return a.kb * (s*a.scale - a.s0), ""
}

func (a barometer) explain(f frame, why *explanation, unit string) {
	if a.source == nowhere {
		return
	}
	term, _ := a.term(f)
	why.terms = append(why.terms, Term{Name: "S1", Kind: PointTerm, Value: value(f.at(a.source) * a.scale), Unit: "kPa"},
		Term{Name: "S0", Kind: CoefficientTerm, Value: a.s0, Unit: "kPa"})
	why.parts = append(why.parts, Step{Key: "kb·(S1 − S0)", Value: value(term), Unit: unit})
}
