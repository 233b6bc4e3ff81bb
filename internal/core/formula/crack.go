package formula

import "plumbline/internal/core/reading"

var crackFamily = family{
	SystemFormula: SystemFormula{
		Code: "CRACK_1D", Label: label("裂缝计公式", "Crack gauge", "裂縫計公式"),
		Text:     "w = (L − L0) − α·l·(T − T0)",
		Inputs:   []FormulaInput{takes("", "disp"), takes("", "temp")},
		Settings: append(append([]FormulaSetting{gaugeField}, rodSettings...), perNode),
		SuitsTypes: []string{
			"Crack", "WDM",
		},
	},
	source: "formulas.md section 18",
	maths:  scalar(newCrack),
}

var crackSpatialFamily = family{
	SystemFormula: SystemFormula{
		Code: "CRACK_3D", Label: label("三向裂缝计公式", "Crack gauge, three directions", "三向裂縫計公式"),
		Text:    "Δx, Δy, Δz = (L − L0) − α·l·(T − T0);  res = √(Δx² + Δy² + Δz²)",
		Inputs:  []FormulaInput{takes("", "disp"), takes("", "temp")},
		Outputs: []string{"width", "shearY", "shearZ"},
		Settings: append([]FormulaSetting{
			gaugeField,
			source("gaugeY", label("面内滑移计", "Gauge of in-plane slip", "面內滑移計")).required(),
			source("gaugeZ", label("面外错动计", "Gauge of out-of-plane slip", "面外錯動計")),
		}, rodSettings...),
		SuitsTypes: []string{"Crack"},
	},
	source: "formulas.md section 18, measurements.md section 2.7",
	maths:  vector(crackSpatialOutputs, newCrackSpatial),
}

var (
	gaugeField = rawField("field", label("读数字段", "Field of the reading", "讀數欄位")).
			helped("默认disp", "By default disp", "預設disp")
	rodSettings = []FormulaSetting{
		numeric("L0", label("安装读数L0", "Reading at installation L0", "安裝讀數L0"), "mm").or(0),
		numeric("alpha", label("测杆膨胀系数α", "Expansion of the rod α", "測桿膨脹係數α"), "10⁻⁶/°C").or(0),
		numeric("length", label("标距l", "Gauge length l", "標距l"), "mm").or(0).atLeast(0),
		coefficient("t0"),
	}
)

const gaugeReading = "disp" // raw field of a crack gauge, mm

// gauged returns the field that the gauge of a rule reads.
func gauged(b *binder) string {
	if field := b.option(gaugeField.Name); field != "" {
		return field
	}
	return gaugeReading
}

// crack is CRACK_1D of formulas.md section 18, opening positive, mm:
//
//	w = (L − L0) − α·l·(T − T0)
//
// L is the reading of the gauge, mm: a raw field, or the result of another rule if the gauge sends no length. α is that
// of the extension rod.
type crack struct {
	gauge  slot
	zero   float64
	rod    drift
	reason string
	taken  string
}

func newCrack(b *binder) (kernel, error) {
	field := gauged(b)
	k := &crack{gauge: b.value(field), zero: b.number("L0"), rod: newRod(b), reason: MissingValue + field, taken: field}
	return k, nil
}

func newRod(b *binder) drift {
	return newDrift(b, "−α·l", -b.number("alpha")*b.number("length")*1e-6)
}

func (k *crack) eval(f frame) (float64, reading.Flag, string) {
	length := f.at(k.gauge)
	if length-length != 0 {
		return length, 0, k.reason
	}
	term, flag := k.rod.term(f)
	return length - k.zero + term, flag, ""
}

func (k *crack) explain(f frame) explanation {
	why := explanation{
		text: "w = (L − L0) − α·l·(T − T0)",
		terms: []Term{
			{Name: "L", Kind: RawTerm, Value: value(f.at(k.gauge)), Unit: "mm", Field: k.taken},
			{Name: "L0", Kind: CoefficientTerm, Value: k.zero, Unit: "mm"},
		},
	}
	k.rod.explain(f, &why, "mm")
	return why
}

// crackSpatial is CRACK_3D: the gauge of the point measures the opening, those of one or two other sources the slip in
// the plane of the wall and out of it. Rod and temperature are the same.
type crackSpatial struct {
	gauges  []slot
	taken   []Term // of the explanation, without values
	reasons []string
	zero    float64
	rod     drift
}

func crackSpatialOutputs(rule *Rule, _ *Setting) ([]reading.Column, error) {
	list := []reading.Column{{Field: "width"}, {Field: "shearY"}, {Field: "shearZ"}}
	if rule.Options["gaugeY"] == "" {
		return nil, incomplete(NoSource, "gaugeY")
	}
	if rule.Options["gaugeZ"] == "" {
		list = list[:2]
	}
	return list, nil
}

func newCrackSpatial(b *binder) (vectorKernel, error) {
	field := gauged(b)
	k := &crackSpatial{
		gauges: []slot{b.value(field)}, taken: []Term{{Name: "L", Kind: RawTerm, Unit: "mm", Field: field}},
		reasons: []string{MissingValue + field}, zero: b.number("L0"), rod: newRod(b),
	}
	for _, name := range []string{"gaugeY", "gaugeZ"}[:len(b.columns)-1] {
		role, from, kind := b.option(name), field, RawTerm
		if isPoint(role) {
			from, kind = "width", PointTerm
		}
		k.gauges = append(k.gauges, b.sourced(name, from, 0))
		k.reasons = append(k.reasons, MissingValue+role+"."+from)
		k.taken = append(k.taken, Term{Name: "L", Kind: kind, Unit: "mm", Role: role, Field: from})
	}
	return k, nil
}

func (k *crackSpatial) eval(f frame) (out [vectorLen]float64, flag reading.Flag, reason string) {
	term, flag := k.rod.term(f)
	for i, gauge := range k.gauges {
		length := f.at(gauge)
		if length-length != 0 {
			out[i] = reading.Missing
			if reason == "" {
				reason = k.reasons[i]
			}
			flag |= reading.Partial
			continue
		}
		out[i] = length - k.zero + term
	}
	return out, flag, reason
}

func (k *crackSpatial) explain(f frame, i int) explanation {
	taken := k.taken[i]
	taken.Value = value(f.at(k.gauges[i]))
	why := explanation{
		text:  "w = (L − L0) − α·l·(T − T0)",
		terms: []Term{taken, {Name: "L0", Kind: CoefficientTerm, Value: k.zero, Unit: "mm"}},
	}
	k.rod.explain(f, &why, "mm")
	return why
}
