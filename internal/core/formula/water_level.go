package formula

import "plumbline/internal/core/reading"

func init() { register("WATER_LEVEL", scalar(newWaterLevel)) }

// waterWeight is γw, kPa/m (domain formulas.md, constants).
const waterWeight = 9.80665

// waterLevel leads from what a gauge measures to the reference that the point shows
// (domain devices.md sections 5.3 and 5.23, formulas.md section 4):
//
//	h = P/γw;  level = elevation + h;  depth = collar − level
//
// Option input says what the gauge gives: the pressure at the tip (kPa), the head over
// it (m, field head), the distance down to the water (m, from the gauge at elevation),
// or the level or the depth itself. The rule's field says what is wanted: level, depth
// or pressure.
type waterLevel struct {
	source                slot
	input, field          string
	elevation, collar     float64
	needsTip, needsCollar bool
}

func newWaterLevel(b *binder) (kernel, error) {
	k := &waterLevel{input: b.option("input", "pressure", "head", "distance", "level", "depth"), field: b.rule.ComputedField}
	if k.field != "level" && k.field != "depth" && k.field != "pressure" || k.field == k.input {
		return nil, illegal(NoComputedField, k.field, 0)
	}
	k.source = b.value(k.input)
	k.needsTip = k.field == "pressure" || k.input != "level" && k.input != "depth"
	k.needsCollar = k.field == "depth" || k.input == "depth"
	if k.needsTip {
		k.elevation = b.need("elevation")
	}
	if k.needsCollar {
		k.collar = b.need("collar")
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
