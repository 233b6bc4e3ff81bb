package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var weirFamily = family{
	SystemFormula: SystemFormula{
		Code: "WEIR", Label: label("量水堰流量公式", "Flow over a weir", "量水堰流量公式"),
		Text:   "V90: Q = 1.4·H^2.5;  V: Q = 8/15·Cd·√(2g)·tan(θ/2)·H^2.5;  rect: Q = (0.402 + 0.054·H/P)·b·√(2g)·H^1.5;  trapezoid: Q = 1.86·b·H^1.5",
		Inputs: append(needs("head"), takes("", "level")),
		Fields: []string{"flow", "head"},
		Settings: []FormulaSetting{
			choice("weir", label("堰型", "Type of weir", "堰型"),
				pick("V90", "直角三角堰", "V-notch, 90°", "直角三角堰"), pick("V", "三角堰", "V-notch", "三角堰"),
				pick("rect", "无侧收缩矩形堰", "Rectangular, not contracted", "無側收縮矩形堰"),
				pick("trapezoid", "梯形堰", "Trapezoidal (Cipolletti)", "梯形堰")).
				helped("直角三角堰适用水头0.05～0.25 m", "V-notch, 90°: for heads of 0.05 to 0.25 m", "直角三角堰適用水頭0.05～0.25 m"),
			numeric("Cd", label("流量系数", "Discharge coefficient", "流量係數"), "").or(0.58).atLeast(0.1).atMost(2).when("weir", "V"),
			numeric("theta", label("堰口角", "Angle of the notch", "堰口角"), "°").or(90).atLeast(10).atMost(150).when("weir", "V"),
			numeric("width", label("堰口宽b", "Width of the crest b", "堰口寬b"), "m").atLeast(0.01).when("weir", "rect", "trapezoid"),
			numeric("height", label("堰高P", "Height of the weir P", "堰高P"), "m").atLeast(0.01).when("weir", "rect"),
			choice("input", inputLabel,
				pick("head", "堰上水头", "Head over the crest", "堰上水頭"), pick("level", "水位高程", "Water level", "水位高程")),
			numeric("zeroHead", label("堰顶读数", "Reading at the crest", "堰頂讀數"), "mm").or(0).when("input", "head"),
			numeric("crest", label("堰顶高程", "Elevation of the crest", "堰頂高程"), "m").when("input", "level"),
		},
		SuitsTypes: []string{"Flow", "VOLWL", "WATERLEVEL"},
	},
	source: "formulas.md section 20, devices.md section 5.20",
	maths:  scalar(newWeir),
}

// weir is formulas.md section 20, H in m, Q in m³/s:
//
//	V90        Q = 1.4·H^2.5
//	V          Q = 8/15·Cd·√(2g)·tan(θ/2)·H^2.5
//	rect       Q = (0.402 + 0.054·H/P)·b·√(2g)·H^1.5
//	trapezoid  Q = 1.86·b·H^1.5
//
// The rule's field is the result: the flow in L/s, 0 if the water is below the crest, or the head in mm. The gauge
// sends the head (mm, zeroHead is its reading at the crest) or the level (m).
type weir struct {
	source         slot
	input          string
	zero, scale    float64 // H = (v − zero)·scale
	factor, grown  float64 // Q = (factor + grown·H)·H^power, m³/s
	power          float64
	width, height  float64
	cd, theta      float64
	wantsHead      bool
	text, unitText string
}

const rootOf2G = 4.428690551393267 // √(2g)

func newWeir(b *binder) (kernel, error) {
	k := &weir{input: b.option("input"), scale: 0.001, unitText: "mm", wantsHead: b.rule.ComputedField == "head", power: 1.5}
	if k.input == "level" {
		k.scale, k.unitText, k.zero = 1, "m", b.number("crest")
	} else {
		k.zero = b.number("zeroHead")
	}
	if k.source = b.value(k.input); k.wantsHead {
		return k, nil
	}
	switch b.option("weir") {
	case "V90":
		k.factor, k.power, k.text = 1.4, 2.5, "Q = 1.4·H^2.5·1000"
	case "V":
		k.cd, k.theta = b.number("Cd"), b.number("theta")
		k.factor, k.power = 8./15*k.cd*rootOf2G*math.Tan(k.theta*math.Pi/360), 2.5
		k.text = "Q = 8/15·Cd·√(2g)·tan(θ/2)·H^2.5·1000"
	case "rect":
		k.width, k.height = b.number("width"), b.number("height")
		k.factor, k.grown = 0.402*k.width*rootOf2G, 0.054*k.width*rootOf2G/k.height
		k.text = "Q = (0.402 + 0.054·H/P)·b·√(2g)·H^1.5·1000"
	default:
		k.width = b.number("width")
		k.factor, k.text = 1.86*k.width, "Q = 1.86·b·H^1.5·1000"
	}
	return k, nil
}

func (k *weir) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.source)
	if v-v != 0 {
		return v, 0, MissingValue + k.input
	}
	head := (v - k.zero) * k.scale
	if k.wantsHead {
		return head * 1000, 0, ""
	}
	if head <= 0 {
		return 0, 0, ""
	}
	return (k.factor + k.grown*head) * math.Pow(head, k.power) * 1000, 0, ""
}

func (k *weir) explain(f frame) explanation {
	v := f.at(k.source)
	step := explanation{text: "H = head − head_0", terms: []Term{
		{Name: k.input, Kind: RawTerm, Value: value(v), Unit: k.unitText}, {Name: "head_0", Kind: CoefficientTerm, Value: k.zero, Unit: k.unitText},
	}}
	if k.input == "level" {
		step.text, step.terms[1].Name = "H = level − z_crest", "z_crest"
	}
	if k.wantsHead {
		return step
	}
	head := Term{Name: "H", Kind: ComputedTerm, Value: value((v - k.zero) * k.scale), Unit: "m"}
	why := explanation{
		text: k.text, terms: []Term{head},
		parts: []Step{{Key: "H", Text: step.text, Inputs: step.terms, Value: head.Value, Unit: "m"}},
	}
	for _, term := range [...]Term{
		{Name: "Cd", Value: k.cd}, {Name: "θ", Value: k.theta, Unit: "°"}, {Name: "b", Value: k.width, Unit: "m"}, {Name: "P", Value: k.height, Unit: "m"},
	} {
		if term.Kind = CoefficientTerm; term.Value != 0 {
			why.terms = append(why.terms, term)
		}
	}
	return why
}
