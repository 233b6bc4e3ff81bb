package formula

import "plumbline/internal/core/reading"

var waterLevelFamily = family{
	SystemFormula: SystemFormula{
		Code: "WATER_LEVEL", Label: label("水位换算公式", "Water level, depth or pressure", "水位換算公式"),
		Text: "level = z + P/γw;  depth = z_c − level",
		Inputs: []FormulaInput{
			takes("", "pressure"), takes("", "head"), takes("", "distance"), takes("", "level"), takes("", "depth"),
		},
		Fields: []string{"level", "depth", "pressure"},
		Settings: []FormulaSetting{
			coefficient("elevation"),
			numeric("collar", label("孔口高程", "Collar elevation", "孔口高程"), "m").orDevice(),
			choice("input", inputLabel,
				pick("pressure", "压力", "Pressure", "壓力"), pick("head", "水头", "Head of water", "水頭"),
				pick("distance", "到水面的距离", "Distance to the water", "到水面的距離"),
				pick("level", "水位高程", "Water level", "水位高程"), pick("depth", "水位埋深", "Depth of the water table", "水位埋深")),
			perNode,
		},
		SuitsTypes: []string{"WATERLEVEL", "VOLWL"},
	},
	source: "formulas.md section 4, devices.md sections 5.3 and 5.23",
	maths:  scalar(newWaterLevel),
}

// inputLabel is the label of the choice of what an instrument sends.
var inputLabel = label("输入", "Input", "輸入")

// waterWeight is γw, kPa/m (domain formulas.md, constants).
const waterWeight = 9.80665

// waterLevel converts the measurement of a gauge to the quantity of the point
// (domain devices.md sections 5.3 and 5.23, formulas.md section 4):
//
//	h = P/γw;  level = elevation + h;  depth = collar − level
//
// Option input is what the gauge measures: the pressure at the tip (kPa), the head over
// it (m, field head), the distance down to the water (m, from the gauge at elevation),
// or the level or the depth itself. The rule's field is the result: level, depth
// or pressure.
type waterLevel struct {
	source                slot
	input, field          string
	elevation, collar     float64
	needsTip, needsCollar bool
}

func newWaterLevel(b *binder) (kernel, error) {
	k := &waterLevel{input: b.option("input"), field: b.rule.ComputedField}
	if k.field == k.input {
		return nil, illegal(NoComputedField, k.field, 0)
	}
	k.source = b.value(k.input)
	k.needsTip = k.field == "pressure" || k.input != "level" && k.input != "depth"
	k.needsCollar = k.field == "depth" || k.input == "depth"
	if k.needsTip {
		k.elevation = b.number("elevation")
	}
	if k.needsCollar {
		k.collar = b.number("collar")
	}
	return k, nil
}

func (k *waterLevel) eval(f frame) (float64, reading.Flag, string) {
	v := f.at(k.source)
	if v-v != 0 {
		return v, 0, MissingValue + k.input
	}
	level := v
	switch k.input {
	case "pressure":
		level = k.elevation + v/waterWeight
	case "head":
		level = k.elevation + v
	case "distance":
		level = k.elevation - v
	case "depth":
		level = k.collar - v
	}
	switch k.field {
	case "depth":
		return k.collar - level, 0, ""
	case "pressure":
		return waterWeight * (level - k.elevation), 0, ""
	}
	return level, 0, ""
}

var (
	levelTexts  = map[string]string{"pressure": "z + P/γw", "head": "z + h", "distance": "z − d", "depth": "z_c − depth", "level": "level"}
	levelNames  = map[string]string{"pressure": "P", "head": "h", "distance": "d", "depth": "depth", "level": "level"}
	levelUnits  = map[string]string{"pressure": "kPa"}
	levelOfWant = map[string]string{"level": "level = ", "depth": "depth = z_c − ", "pressure": "P = γw·"}
)

func (k *waterLevel) explain(f frame) explanation {
	text := levelTexts[k.input]
	switch k.field {
	case "depth":
		text = "(" + text + ")"
	case "pressure":
		text = "(" + text + " − z)"
	}
	unit := levelUnits[k.input]
	if unit == "" {
		unit = "m"
	}
	why := explanation{text: levelOfWant[k.field] + text, terms: []Term{{Name: levelNames[k.input], Kind: RawTerm, Value: value(f.at(k.source)), Unit: unit}}}
	if k.needsTip {
		why.terms = append(why.terms, Term{Name: "z", Kind: CoefficientTerm, Value: k.elevation, Unit: "m"})
	}
	if k.needsCollar {
		why.terms = append(why.terms, Term{Name: "z_c", Kind: CoefficientTerm, Value: k.collar, Unit: "m"})
	}
	return why
}
