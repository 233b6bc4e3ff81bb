package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var vwRebarFamily = family{
	SystemFormula: SystemFormula{
		Code: "VW_REBAR", Label: label("振弦钢筋计公式", "Vibrating wire rebar gauge", "振弦鋼筋計公式"),
		Text:   "F = dir·K·(f² − f0²) + Kt·(t − t0);  σ = 1000·F/A,  A = π·d²/4",
		Inputs: append(needs("freq"), takes("", "temp")),
		Fields: []string{"stress", "force"},
		Settings: []FormulaSetting{
			coefficient("K").required(), coefficient("f0").required(), coefficient("Kt"), coefficient("t0"),
			coefficient("dir").or(1).oneOf(pick("1", "增大", "Rises", "增大"), pick("-1", "减小", "Falls", "減小")),
			coefficient("diameter").atLeast(1), forceSign, perNode,
		},
		SuitsTypes: []string{"Steel"},
	},
	source: "formulas.md section 6, devices.md section 5.14",
	maths:  scalar(newVWRebar),
}

// vwRebar is formulas.md section 6, tension positive:
//
//	F = dir·K·(f² − f0²) + Kt·(t − t0)   kN
//	σ = 1000·F/A, A = π·d²/4             MPa
//
// The rule's field is the result: force, whose sign is a setting, or stress.
type vwRebar struct {
	freq             slot
	dir, k, f0       float64
	warmth           warmth
	diameter, factor float64 // of the force to the stress; 0: the result is the force
	sign             float64
}

func newVWRebar(b *binder) (kernel, error) {
	k := &vwRebar{freq: b.value("freq"), dir: b.number("dir"), k: b.number("K"), f0: b.number("f0"), warmth: newWarmth(b), sign: forceFactor(b)}
	if b.rule.ComputedField == "stress" {
		k.diameter = b.number("diameter")
		k.factor = 1000 / (math.Pi * k.diameter * k.diameter / 4)
	}
	return k, nil
}

// force returns F in kN, tension positive.
func (k *vwRebar) force(f frame) (float64, reading.Flag, string) {
	freq := f.at(k.freq)
	if math.IsNaN(freq) {
		return freq, 0, missingFreq
	}
	warm, flag := k.warmth.term(f)
	return k.dir*k.k*(freq*freq-k.f0*k.f0) + warm, flag | outsideWire(freq, wireLow, wireHigh), ""
}

func (k *vwRebar) eval(f frame) (float64, reading.Flag, string) {
	force, flag, reason := k.force(f)
	if k.factor != 0 {
		return force * k.factor, flag, reason
	}
	return force * k.sign, flag, reason
}

func (k *vwRebar) explain(f frame) explanation {
	freq := f.at(k.freq)
	why := explanation{
		text: "F = dir·K·(f² − f0²) + Kt·(t − t0)",
		terms: []Term{
			{Name: "f", Kind: RawTerm, Value: value(freq), Unit: "Hz"},
			{Name: "dir", Kind: CoefficientTerm, Value: k.dir},
			{Name: "K", Kind: CoefficientTerm, Value: k.k},
			{Name: "f0", Kind: CoefficientTerm, Value: k.f0, Unit: "Hz"},
		},
		parts: []Step{{Key: "dir·K·(f² − f0²)", Value: value(k.dir * k.k * (freq*freq - k.f0*k.f0)), Unit: "kN"}},
	}
	k.warmth.explain(f, &why, "kN")
	if k.factor == 0 {
		if k.sign < 0 {
			why.text = "F = −[dir·K·(f² − f0²) + Kt·(t − t0)]"
		}
		return why
	}
	force, _, _ := k.force(f)
	why.parts = append(why.parts, Step{Key: "F", Text: why.text, Inputs: why.terms, Value: value(force), Unit: "kN"})
	why.text = "σ = 1000·F/(π·d²/4)"
	why.terms = []Term{
		{Name: "F", Kind: ComputedTerm, Value: value(force), Unit: "kN"}, {Name: "d", Kind: CoefficientTerm, Value: k.diameter, Unit: "mm"},
	}
	return why
}
