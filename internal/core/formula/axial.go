package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var axialSteelFamily = family{
	SystemFormula: SystemFormula{
		Code: "AXIAL_STEEL", Label: label("钢支撑轴力公式", "Axial force of a steel strut", "鋼支撐軸力公式"),
		Text:   "N = −E·A·ε̄/10⁹,  A = π·(D² − (D − 2t)²)/4;  σ = E·ε̄/10⁶",
		Fields: []string{"strain", "stress", "force"},
		Settings: append([]FormulaSetting{
			coefficient("E").or(2.06e5).atLeast(1),
			choice("section", label("截面", "Section", "截面"), pick("tube", "钢管", "Tube", "鋼管"), pick("area", "已知面积", "Known area", "已知面積")),
			coefficient("diameter").atLeast(1).when("section", "tube"),
			numeric("wall", label("壁厚t", "Wall thickness t", "壁厚t"), "mm").atLeast(0.1).when("section", "tube"),
			coefficient("area").atLeast(1).when("section", "area"),
		}, gaugeSources(label("应变测点", "Strain gauge", "應變測點"))...),
		SuitsTypes: []string{"Composite", "Virtual", "STRAIN", "GKYL"},
	},
	source: "formulas.md section 24",
	maths:  scalar(newAxialSteel),
}

var axialConcreteFamily = family{
	SystemFormula: SystemFormula{
		Code: "AXIAL_RC", Label: label("钢筋混凝土支撑轴力公式", "Axial force of a concrete strut", "鋼筋混凝土支撐軸力公式"),
		Text:   "N = −σ̄s/Es·(Ec·(A − As) + Es·As),  σ̄s = 1000·F̄/A_bar",
		Fields: []string{"stress", "force"},
		Settings: append([]FormulaSetting{
			numeric("width", label("截面宽b", "Width of the section b", "截面寬b"), "mm").atLeast(1).atMost(20000).required(),
			numeric("height", label("截面高h", "Height of the section h", "截面高h"), "mm").atLeast(1).atMost(20000).required(),
			numeric("bars", label("钢筋根数", "Number of bars", "鋼筋根數"), "").atLeast(1).atMost(1000).required(),
			coefficient("diameter").atLeast(1).atMost(100).required(),
			numeric("Ec", label("混凝土弹性模量Ec", "Modulus of the concrete Ec", "混凝土彈性模數Ec"), "MPa").or(3e4).atLeast(1),
			numeric("Es", label("钢筋弹性模量Es", "Modulus of the steel Es", "鋼筋彈性模數Es"), "MPa").or(2e5).atLeast(1),
		}, gaugeSources(label("钢筋计测点", "Rebar gauge", "鋼筋計測點"))...),
		SuitsTypes: []string{"Composite", "Virtual", "Steel", "GKYL"},
	},
	source: "formulas.md section 24",
	maths:  scalar(newAxialConcrete),
}

// axialSteel is AXIAL_STEEL of formulas.md section 24:
//
//	N = −E·A·ε̄·10⁻⁹   kN, compression positive
//
// ε̄ is the mean strain of the gauges around the section, tension positive, so that bending cancels. The rule's field is
// the result: force, the mean stress (MPa, tension positive) or the mean strain (µε).
type axialSteel struct {
	gauges         gauges
	field          string
	modulus, area  float64
	diameter, wall float64 // of a tube; 0: the area is given
}

func newAxialSteel(b *binder) (kernel, error) {
	k := &axialSteel{gauges: newGauges(b, "strain", "µε"), field: b.rule.ComputedField}
	if k.field == "strain" {
		return k, nil
	}
	if k.modulus = b.number("E"); k.field == "stress" {
		return k, nil
	}
	if b.option("section") == "area" {
		k.area = b.number("area")
		return k, nil
	}
	k.diameter, k.wall = b.number("diameter"), b.number("wall")
	inner := k.diameter - 2*k.wall
	if inner < 0 {
		b.fail(&Error{Code: Illegal, Problem: BadCoefficient, Detail: "wall", Allowed: "≤ " + short(k.diameter/2)})
	}
	k.area = math.Pi * (k.diameter*k.diameter - inner*inner) / 4
	return k, nil
}

func (k *axialSteel) eval(f frame) (float64, reading.Flag, string) {
	strain, flag, reason := k.gauges.mean(f)
	switch {
	case reason != "" || k.field == "strain":
		return strain, flag, reason
	case k.field == "stress":
		return strain * k.modulus / 1e6, flag, ""
	}
	return -k.modulus * k.area * strain / 1e9, flag, ""
}

func (k *axialSteel) explain(f frame) explanation {
	mean := k.gauges.explain(f, "ε̄", "ε̄ = Σε/n")
	if k.field == "strain" {
		return explanation{text: mean.Text, terms: mean.Inputs}
	}
	why := explanation{
		text: "σ = E·ε̄/10⁶", parts: []Step{mean},
		terms: []Term{{Name: "ε̄", Kind: ComputedTerm, Value: mean.Value, Unit: "µε"}, {Name: "E", Kind: CoefficientTerm, Value: k.modulus, Unit: "MPa"}},
	}
	if k.field == "stress" {
		return why
	}
	why.text = "N = −E·A·ε̄/10⁹"
	why.terms = append(why.terms, Term{Name: "A", Kind: CoefficientTerm, Value: k.area, Unit: "mm²"})
	if k.diameter > 0 {
		why.terms[2].Kind = ComputedTerm
		why.parts = append(why.parts, Step{
			Key: "A", Text: "A = π·(D² − (D − 2t)²)/4", Value: k.area, Unit: "mm²",
			Inputs: []Term{{Name: "D", Kind: CoefficientTerm, Value: k.diameter, Unit: "mm"}, {Name: "t", Kind: CoefficientTerm, Value: k.wall, Unit: "mm"}},
		})
	}
	return why
}

// axialConcrete is AXIAL_RC of formulas.md section 24:
//
//	σ̄s = 1000·F̄/A_bar                            MPa, tension positive
//	N  = −σ̄s/Es·(Ec·(A − As) + Es·As)/1000         kN, compression positive
//
// F̄ is the mean force of the instrumented bars (kN, tension positive), As the area of all bars. The rule's field is the
// result: force, or the mean stress of the bars.
type axialConcrete struct {
	gauges                 gauges
	field                  string
	width, height          float64
	bars, diameter, ec, es float64
	bar, steel             float64 // area of one bar and of all, mm²
}

func newAxialConcrete(b *binder) (kernel, error) {
	k := &axialConcrete{
		gauges: newGauges(b, "force", "kN"), field: b.rule.ComputedField,
		width: b.number("width"), height: b.number("height"), bars: b.number("bars"), diameter: b.number("diameter"),
		ec: b.number("Ec"), es: b.number("Es"),
	}
	k.bar = math.Pi * k.diameter * k.diameter / 4
	k.steel = k.bars * k.bar
	if k.steel > k.width*k.height {
		b.fail(&Error{Code: Illegal, Problem: BadCoefficient, Detail: "bars", Allowed: "≤ " + short(math.Floor(k.width*k.height/k.bar))})
	}
	return k, nil
}

func (k *axialConcrete) eval(f frame) (float64, reading.Flag, string) {
	force, flag, reason := k.gauges.mean(f)
	if reason != "" {
		return force, flag, reason
	}
	stress := 1000 * force / k.bar
	if k.field == "stress" {
		return stress, flag, ""
	}
	return -stress / k.es * (k.ec*(k.width*k.height-k.steel) + k.es*k.steel) / 1000, flag, ""
}

func (k *axialConcrete) explain(f frame) explanation {
	mean := k.gauges.explain(f, "F̄", "F̄ = ΣF/n")
	why := explanation{text: "σ̄s = 1000·F̄/(π·d²/4)", parts: []Step{mean}, terms: []Term{
		{Name: "F̄", Kind: ComputedTerm, Value: mean.Value, Unit: "kN"}, {Name: "d", Kind: CoefficientTerm, Value: k.diameter, Unit: "mm"},
	}}
	if k.field == "stress" {
		return why
	}
	stress := value(1000 * mean.Value / k.bar)
	why.parts = append(why.parts, Step{Key: "σ̄s", Text: why.text, Inputs: why.terms, Value: stress, Unit: "MPa"}, Step{
		Key: "As", Text: "As = n·π·d²/4", Value: k.steel, Unit: "mm²",
		Inputs: []Term{{Name: "n", Kind: CoefficientTerm, Value: k.bars}, {Name: "d", Kind: CoefficientTerm, Value: k.diameter, Unit: "mm"}},
	})
	why.text = "N = −σ̄s/Es·(Ec·(b·h − As) + Es·As)/1000"
	why.terms = []Term{
		{Name: "σ̄s", Kind: ComputedTerm, Value: stress, Unit: "MPa"},
		{Name: "Es", Kind: CoefficientTerm, Value: k.es, Unit: "MPa"},
		{Name: "Ec", Kind: CoefficientTerm, Value: k.ec, Unit: "MPa"},
		{Name: "b", Kind: CoefficientTerm, Value: k.width, Unit: "mm"},
		{Name: "h", Kind: CoefficientTerm, Value: k.height, Unit: "mm"},
		{Name: "As", Kind: ComputedTerm, Value: k.steel, Unit: "mm²"},
	}
	return why
}
