package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var windFamily = family{
	SystemFormula: SystemFormula{
		Code: "WIND", Label: label("风速与风压公式", "Wind speed and pressure", "風速與風壓公式"),
		Text:   "v_z = v·(z/h)^α;  w = ρ·v²/2000",
		Inputs: []FormulaInput{takes("", "windSpeed")},
		Settings: []FormulaSetting{
			choice("result", label("结果", "Result", "結果"),
				pick("speed", "换算高度处风速", "Speed at another height", "換算高度處風速"), pick("pressure", "风压（kPa）", "Pressure (kPa)", "風壓（kPa）")),
			numeric("height", label("测风高度h", "Height of the anemometer h", "測風高度h"), "m").or(10).atLeast(0.5).when("result", "speed"),
			numeric("toHeight", label("换算高度z", "Height of the result z", "換算高度z"), "m").or(10).atLeast(0.5).when("result", "speed"),
			numeric("alpha", label("地面粗糙度指数α", "Exponent α of the ground", "地面粗糙度指數α"), "").or(0.15).atLeast(0).atMost(1).when("result", "speed"),
			numeric("rho", label("空气密度ρ", "Density of the air ρ", "空氣密度ρ"), "kg/m³").or(1.25).atLeast(0.1).atMost(2).when("result", "pressure"),
			rawField("field", label("风速字段", "Field of the speed", "風速欄位")).
				helped("默认windSpeed", "By default windSpeed", "預設windSpeed"),
		},
		SuitsTypes: []string{"WeatherStation"},
	},
	source: "formulas.md section 22",
	maths:  scalar(newWind),
}

// wind is formulas.md section 22, of one reading:
//
//	speed     v_z = v·(z/h)^α  m/s
//	pressure  w = ρ·v²/2000     kPa
type wind struct {
	speed    slot
	taken    string
	pressure bool
	factor   float64
	numbers  []Term // coefficients, for the explanation
}

func newWind(b *binder) (kernel, error) {
	k := &wind{taken: b.option("field"), pressure: b.option("result") == "pressure"}
	if k.taken == "" {
		k.taken = "windSpeed"
	}
	k.speed = b.value(k.taken)
	if k.pressure {
		rho := b.number("rho")
		k.factor, k.numbers = rho/2000, []Term{{Name: "ρ", Kind: CoefficientTerm, Value: rho, Unit: "kg/m³"}}
		return k, nil
	}
	height, to, alpha := b.number("height"), b.number("toHeight"), b.number("alpha")
	k.factor = math.Pow(to/height, alpha)
	k.numbers = []Term{
		{Name: "h", Kind: CoefficientTerm, Value: height, Unit: "m"},
		{Name: "z", Kind: CoefficientTerm, Value: to, Unit: "m"},
		{Name: "α", Kind: CoefficientTerm, Value: alpha},
	}
	return k, nil
}

func (k *wind) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.speed)
	switch {
	case v-v != 0:
		return v, 0, MissingValue + k.taken
	case k.pressure:
		return k.factor * v * v, 0, ""
	}
	return k.factor * v, 0, ""
}

func (k *wind) explain(f frame) explanation {
	v := Term{Name: "v", Kind: RawTerm, Value: value(f.at(k.speed)), Unit: "m/s", Field: k.taken}
	text := "v_z = v·(z/h)^α"
	if k.pressure {
		text = "w = ρ·v²/2000"
	}
	return explanation{text: text, terms: append([]Term{v}, k.numbers...)}
}
