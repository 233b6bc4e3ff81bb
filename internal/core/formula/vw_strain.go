package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var vwStrainFamily = family{
	SystemFormula: SystemFormula{
		Code: "VW_STRAIN", Label: label("振弦应变公式", "Vibrating wire strain gauge", "振弦應變公式"),
		Text:   "ε = Gf·B·(f² − f0²)/1000 + (T − T0)·(C_wire − C_struct);  σ = E·ε/10⁶;  N = E·A·ε/10⁹",
		Inputs: append(needs("freq"), takes("", "temp")),
		Fields: []string{"strain", "stress", "force"},
		Settings: []FormulaSetting{
			numeric("Gf", label("应变计型号系数Gf", "Gauge type factor Gf", "應變計型號係數Gf"), "").or(4.062).atLeast(0.001),
			numeric("batch", label("批次系数B", "Batch factor B", "批次係數B"), "").or(1).atLeast(0.001),
			coefficient("f0").required(),
			choice("thermalMode", label("温度修正", "Temperature correction", "溫度修正"),
				pick("none", "不修正（表观应变）", "None (apparent strain)", "不修正（表觀應變）"),
				pick("loadOnly", "扣除自由膨胀（荷载应变）", "Free expansion removed (load strain)", "扣除自由膨脹（載重應變）")),
			coefficient("t0").when("thermalMode", "loadOnly"),
			numeric("cWire", label("钢弦膨胀系数", "Expansion of the wire", "鋼弦膨脹係數"), "µε/°C").or(12.2).when("thermalMode", "loadOnly"),
			numeric("cStruct", label("结构膨胀系数", "Expansion of the structure", "結構膨脹係數"), "µε/°C").or(10).when("thermalMode", "loadOnly"),
			coefficient("E").atLeast(1), coefficient("area").atLeast(1), forceSign, perNode,
		},
		SuitsTypes: []string{"STRAIN"},
	},
	source: "formulas.md section 5, devices.md section 5.13",
	maths:  scalar(newVWStrain),
}

// forceSign says whether tension or compression is a positive force: anchors and bars count tension, struts compression
// (measurements.md section 0.2).
var forceSign = choice("positive", label("轴力正方向", "Positive force", "軸力正方向"),
	pick("tension", "拉力", "Tension", "拉力"), pick("compression", "压力", "Compression", "壓力"))

// forceFactor returns 1 if tension is positive, −1 if compression is.
func forceFactor(b *binder) float64 {
	if b.option(forceSign.Name) == "compression" {
		return -1
	}
	return 1
}

// vwStrain is formulas.md section 5, tension positive:
//
//	ε_app  = Gf·B·(f² − f0²)·10⁻³            µε
//	ε_load = ε_app + (T − T0)·(C_wire − C_struct)
//
// The rule's field is the result: strain (µε), stress σ = E·ε (MPa) or force E·A·ε (kN), whose sign is a setting. With
// thermalMode loadOnly the free expansion of the structure is removed.
type vwStrain struct {
	freq               slot
	gf, batch, f0      float64
	thermal            drift
	field              string
	modulus, area      float64
	scale, sign        float64 // of the strain to the result
	outputUnit, result string
}

func newVWStrain(b *binder) (kernel, error) {
	k := &vwStrain{
		freq: b.value("freq"), gf: b.number("Gf"), batch: b.number("batch"), f0: b.number("f0"),
		field: b.rule.ComputedField, thermal: drift{warmth: warmth{temp: nowhere}}, scale: 1, sign: 1,
	}
	if b.option("thermalMode") == "loadOnly" {
		k.thermal = newDrift(b, "C_wire − C_struct", b.number("cWire")-b.number("cStruct"))
	}
	switch k.field {
	case "stress":
		k.modulus = b.number("E")
		k.scale, k.result = k.modulus/1e6, "σ = E·ε/10⁶"
	case "force":
		k.modulus, k.area, k.sign = b.number("E"), b.number("area"), forceFactor(b)
		k.scale, k.result = k.sign*k.modulus*k.area/1e9, "N = ±E·A·ε/10⁹"
	}
	_, k.outputUnit = b.shown(k.field)
	return k, nil
}

// strain returns the apparent strain and the strain of the result, µε.
func (k *vwStrain) strain(f frame) (apparent, strain float64, flag reading.Flag, reason string) {
	freq := f.at(k.freq)
	if math.IsNaN(freq) {
		return freq, freq, 0, missingFreq
	}
	term, flag := k.thermal.term(f)
	apparent = k.gf * k.batch * (freq*freq - k.f0*k.f0) / 1000
	return apparent, apparent + term, flag | outsideWire(freq, wireLow, wireHigh), ""
}

func (k *vwStrain) eval(f frame) (float64, reading.Flag, string) {
	_, strain, flag, reason := k.strain(f)
	return strain * k.scale, flag, reason
}

func (k *vwStrain) explain(f frame) explanation {
	apparent, strain, _, _ := k.strain(f)
	why := explanation{
		text: "ε = Gf·B·(f² − f0²)/1000",
		terms: []Term{
			{Name: "f", Kind: RawTerm, Value: value(f.at(k.freq)), Unit: "Hz"},
			{Name: "f0", Kind: CoefficientTerm, Value: k.f0, Unit: "Hz"},
			{Name: "Gf", Kind: CoefficientTerm, Value: k.gf},
			{Name: "B", Kind: CoefficientTerm, Value: k.batch},
		},
	}
	if k.thermal.kt != 0 {
		why.text += " + (T − T0)·(C_wire − C_struct)"
		why.parts = append(why.parts, Step{Key: "Gf·B·(f² − f0²)/1000", Value: value(apparent), Unit: "µε"})
		k.thermal.explain(f, &why, "µε")
	}
	if k.result == "" {
		return why
	}
	why.parts = append(why.parts, Step{Key: "ε", Text: why.text, Inputs: why.terms, Value: value(strain), Unit: "µε"})
	why.text = k.result
	why.terms = []Term{{Name: "ε", Kind: ComputedTerm, Value: value(strain), Unit: "µε"}, {Name: "E", Kind: CoefficientTerm, Value: k.modulus, Unit: "MPa"}}
	if k.area > 0 {
		why.terms = append(why.terms, Term{Name: "A", Kind: CoefficientTerm, Value: k.area, Unit: "mm²"}, Term{Name: "±", Kind: CoefficientTerm, Value: k.sign})
	}
	return why
}
