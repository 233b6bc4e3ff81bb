package formula

import (
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/i18n"
)

var cableFamily = family{
	SystemFormula: SystemFormula{
		Code: "CABLE_FORCE", Label: label("频率法索力公式", "Cable force from the frequency", "頻率法索力公式"),
		Text:   "T = 4·m·L²·(f_n/n)² − n²·π²·EI/L²",
		Inputs: []FormulaInput{takes("", "freqX"), takes("", "freqY"), takes("", "freqZ")},
		Fields: []string{"cableForce"},
		Settings: []FormulaSetting{
			numeric("m", label("单位长度质量", "Mass per length", "單位長度質量"), "kg/m").atLeast(smallest).required(),
			numeric("L", label("计算索长", "Free length", "計算索長"), "m").atLeast(smallest).required(),
			numeric("order", label("频率阶次n", "Order n of the frequency", "頻率階次n"), "").or(1).oneOf(orders()...),
			numeric("EI", label("抗弯刚度（两端铰接）", "Bending stiffness, hinged ends", "抗彎剛度（兩端鉸接）"), "N·m²").atLeast(0).or(0),
			choice("input", inputLabel,
				pick("freqZ", "Z向主频", "Dominant frequency Z", "Z向主頻"), pick("freqY", "Y向主频", "Dominant frequency Y", "Y向主頻"),
				pick("freqX", "X向主频", "Dominant frequency X", "X向主頻")),
		},
		SuitsTypes: []string{"VDM", "HDA3"},
	},
	source: "formulas.md section 26",
	maths:  scalar(newCable),
}

// smallest keeps a mass and a length above zero.
const smallest = 0.001

// orders are the natural frequencies that an instrument can be set to find.
func orders() (list []i18n.Option) {
	for _, n := range []string{"1", "2", "3", "4", "5", "6", "7", "8"} {
		list = append(list, pick(n, n, n, n))
	}
	return list
}

// cable is the force of a cable by its natural frequency of order n, formulas.md section 26, in kN:
//
//	T = 4·m·L²·(f_n/n)² − n²·π²·EI/L²
type cable struct {
	source                     slot
	input                      string
	mass, length, n, stiffness float64
}

func newCable(b *binder) (kernel, error) {
	k := &cable{input: b.option("input"), mass: b.number("m"), length: b.number("L"), n: b.number("order"), stiffness: b.number("EI")}
	k.source = b.value(k.input)
	return k, nil
}

func (k *cable) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.source)
	if math.IsNaN(v) {
		return v, 0, MissingValue + k.input
	}
	if v <= 0 {
		return math.NaN(), 0, NotPositive
	}
	return vibration.CableForce(k.mass, k.length, v, int(k.n), k.stiffness) / newtons, 0, ""
}

// newtons are those of a kN.
const newtons = 1000

func (k *cable) explain(f frame) explanation {
	v := f.at(k.source)
	why := explanation{
		text: "T = 4·m·L²·(f_n/n)² − n²·π²·EI/L²",
		terms: []Term{
			{Name: "f_n", Kind: RawTerm, Value: value(v), Unit: "Hz"},
			{Name: "m", Kind: CoefficientTerm, Value: k.mass, Unit: "kg/m"},
			{Name: "L", Kind: CoefficientTerm, Value: k.length, Unit: "m"},
			{Name: "n", Kind: CoefficientTerm, Value: k.n},
			{Name: "EI", Kind: CoefficientTerm, Value: k.stiffness, Unit: "N·m²"},
		},
	}
	if k.stiffness > 0 {
		slack := vibration.CableForce(k.mass, k.length, v, int(k.n), 0) / newtons
		why.parts = []Step{
			{Key: "4·m·L²·(f_n/n)²", Value: value(slack), Unit: "kN"},
			{Key: "n²·π²·EI/L²", Value: value(slack - vibration.CableForce(k.mass, k.length, v, int(k.n), k.stiffness)/newtons), Unit: "kN"},
		}
	}
	return why
}
