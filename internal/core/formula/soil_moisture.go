package formula

import "plumbline/internal/core/reading"

var soilMoistureFamily = family{
	SystemFormula: SystemFormula{
		Code: "SOIL_MOISTURE", Label: label("土壤含水率公式", "Soil moisture", "土壤含水率公式"),
		Text:   "θ = −5.3 + 2.92·ε − 0.055·ε² + 0.00043·ε³;  w = θ/ρd;  S = θ/(1 − ρd/Gs)",
		Inputs: append(needs("eps"), takes("", "vwc")),
		Settings: []FormulaSetting{
			choice("result", label("结果", "Result", "結果"),
				pick("volumetric", "体积含水率", "Volumetric water content", "體積含水率"),
				pick("gravimetric", "质量含水率", "Gravimetric water content", "質量含水率"),
				pick("saturation", "饱和度", "Degree of saturation", "飽和度")),
			choice("input", inputLabel,
				pick("eps", "介电常数", "Permittivity", "介電常數"), pick("vwc", "体积含水率", "Volumetric water content", "體積含水率")),
			numeric("density", label("干密度ρd", "Dry density ρd", "乾密度ρd"), "g/cm³").atLeast(0.1).atMost(2.6).when("result", "gravimetric", "saturation"),
			numeric("Gs", label("土粒相对密度Gs", "Specific gravity of the grains Gs", "土粒比重Gs"), "").or(2.65).atLeast(2.61).atMost(4).when("result", "saturation"),
			source("role", label("数据来源", "Source", "資料來源")),
			perNode,
		},
		SuitsTypes: []string{"SHM"},
	},
	source: "formulas.md section 25, devices.md section 5.17",
	maths:  scalar(newSoilMoisture),
}

// soilMoisture is formulas.md section 25, in percent. Topp:
//
//	θ = −5.3 + 2.92·ε − 0.055·ε² + 0.00043·ε³
//
// The gravimetric content is w = θ/ρd, the saturation S = θ/(1 − ρd/Gs). A probe may send θ itself. Below ε = 1.9 Topp's
// polynomial is negative, and the result is 0. Option role reads another source, such as the probe of a deeper layer.
type soilMoisture struct {
	source      slot
	input       string
	reason      string
	role        string
	factor      float64
	density, gs float64
	text        string
}

func newSoilMoisture(b *binder) (kernel, error) {
	k := &soilMoisture{input: b.option("input"), role: b.option("role"), factor: 1}
	k.reason = MissingValue + k.input
	if k.role == "" {
		k.source = b.value(k.input)
	} else {
		k.source, k.reason = b.sourced("role", k.input, b.node), MissingValue+k.role+"."+k.input
	}
	switch b.option("result") {
	case "gravimetric":
		k.density = b.number("density")
		k.factor, k.text = 1/k.density, "w = θ/ρd"
	case "saturation":
		k.density, k.gs = b.number("density"), b.number("Gs")
		k.factor, k.text = 1/(1-k.density/k.gs), "S = θ/(1 − ρd/Gs)"
	}
	return k, nil
}

// volumetric returns θ in percent.
func (k *soilMoisture) volumetric(f frame) float64 {
	v := f.at(k.source)
	if k.input == "eps" {
		v = -5.3 + v*(2.92+v*(-0.055+v*0.00043))
	}
	if v < 0 {
		return 0
	}
	return v
}

func (k *soilMoisture) eval(f frame) (float64, reading.Flag, string) {
	v := k.volumetric(f)
	if v-v != 0 {
		return v, 0, k.reason
	}
	return v * k.factor, 0, ""
}

func (k *soilMoisture) explain(f frame) explanation {
	given := Term{Name: "ε", Kind: RawTerm, Value: value(f.at(k.source)), Role: k.role, Field: k.input}
	why := explanation{text: "θ = −5.3 + 2.92·ε − 0.055·ε² + 0.00043·ε³", terms: []Term{given}}
	if k.input == "vwc" {
		given.Name, given.Unit = "θ", "%"
		why = explanation{text: "θ", terms: []Term{given}}
	}
	if k.text == "" {
		return why
	}
	theta := value(k.volumetric(f))
	why.parts = []Step{{Key: "θ", Text: why.text, Inputs: why.terms, Value: theta, Unit: "%"}}
	why.text = k.text
	why.terms = []Term{
		{Name: "θ", Kind: ComputedTerm, Value: theta, Unit: "%"}, {Name: "ρd", Kind: CoefficientTerm, Value: k.density, Unit: "g/cm³"},
	}
	if k.gs != 0 {
		why.terms = append(why.terms, Term{Name: "Gs", Kind: CoefficientTerm, Value: k.gs})
	}
	return why
}
