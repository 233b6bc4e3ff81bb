package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var vwLinearFamily = family{
	SystemFormula: SystemFormula{
		Code: "VW_LINEAR", Label: label("振弦线性公式", "Vibrating wire, linear", "振弦線性公式"),
		Text:   "y = dir·K·(f² − f0²) + Kt·(t − t0) + b",
		Inputs: append(needs("freq"), takes("", "temp")),
		Settings: []FormulaSetting{
			coefficient("K").required(), coefficient("f0").required(), coefficient("Kt"), coefficient("t0"),
			coefficient("dir").oneOf(pick("1", "增大", "Rises", "增大"), pick("-1", "减小", "Falls", "減小")),
			coefficient("b"), perNode,
		},
		SuitsTypes: []string{"WATERLEVEL", "Crack", "STRAIN", "Steel", "SPM", "AFM", "Anchor", "GKYL"},
	},
	source: "formulas.md section 2",
	maths:  scalar(newVWLinear),
}

// Frequencies outside these limits, Hz, mean that no signal was detected (formulas.md section 2).
const (
	wireLow  = 400
	wireHigh = 6000
)

// vwLinear is formulas.md section 2:
//
//	y = dir·K·(f² − f0²) + Kt·(t − t0) + b
//
// dir is −1 by default: the usual form of pressure cells, piezometers and load cells.
type vwLinear struct {
	freq          slot
	dir, k, f0, b float64
	warmth        warmth
	outputUnit    string
}

func newVWLinear(b *binder) (kernel, error) {
	k := &vwLinear{freq: b.value("freq"), dir: b.number("dir"), k: b.number("K"), f0: b.number("f0"), b: b.number("b")}
	k.warmth = newWarmth(b)
	_, k.outputUnit = b.shown(b.rule.ComputedField)
	return k, nil
}

func (k *vwLinear) eval(f frame) (float64, reading.Flag, string) {
	freq := f.at(k.freq)
	if math.IsNaN(freq) {
		return freq, 0, missingFreq
	}
	warm, flag := k.warmth.term(f)
	if freq < wireLow || freq > wireHigh {
		flag |= reading.OutOfRange
	}
	return k.dir*k.k*(freq*freq-k.f0*k.f0) + warm + k.b, flag, ""
}

func (k *vwLinear) explain(f frame) explanation {
	freq := f.at(k.freq)
	why := explanation{
		text: "y = dir·K·(f² − f0²) + Kt·(t − t0) + b",
		terms: []Term{
			{Name: "f", Kind: RawTerm, Value: freq, Unit: "Hz"},
			{Name: "dir", Kind: CoefficientTerm, Value: k.dir},
			{Name: "K", Kind: CoefficientTerm, Value: k.k},
			{Name: "f0", Kind: CoefficientTerm, Value: k.f0, Unit: "Hz"},
		},
		parts: []Step{{Key: "dir·K·(f² − f0²)", Value: value(k.dir * k.k * (freq*freq - k.f0*k.f0)), Unit: k.outputUnit}},
	}
	k.warmth.explain(f, &why, k.outputUnit)
	why.terms = append(why.terms, Term{Name: "b", Kind: CoefficientTerm, Value: k.b})
	return why
}

const missingFreq = MissingValue + "freq"

// warmth is the temperature term of vibrating-wire formulas: Kt·(t − t0). Without a temperature it is omitted and the
// result is flagged.
type warmth struct {
	temp   slot
	kt, t0 float64
}

func newWarmth(b *binder) warmth { return newWarmthOf(b, b.number("Kt")) }

func newWarmthOf(b *binder, factor float64) warmth {
	w := warmth{temp: nowhere, kt: factor}
	if b.setting.TempOff {
		w.kt = 0
	}
	if w.kt != 0 {
		w.t0 = b.number("t0")
		w.temp = b.value("temp")
	}
	return w
}

func (w warmth) term(f frame) (float64, reading.Flag) {
	if w.kt == 0 {
		return 0, 0
	}
	t := f.at(w.temp)
	if t-t != 0 {
		return 0, reading.NoTemp
	}
	return w.kt * (t - w.t0), 0
}

func (w warmth) explain(f frame, why *explanation, unit string) {
	if w.kt == 0 {
		return
	}
	term, _ := w.term(f)
	why.terms = append(why.terms, Term{Name: "t", Kind: RawTerm, Value: value(f.at(w.temp)), Unit: "°C"},
		Term{Name: "Kt", Kind: CoefficientTerm, Value: w.kt}, Term{Name: "t0", Kind: CoefficientTerm, Value: w.t0, Unit: "°C"})
	why.parts = append(why.parts, Step{Key: "Kt·(t − t0)", Value: term, Unit: unit})
}

// value returns a number for an explanation: Missing instead of NaN.
func value(v float64) float64 {
	if v-v != 0 {
		return reading.Missing
	}
	return v
}
