package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var railFamily = family{
	SystemFormula: SystemFormula{
		Code: "RAIL", Label: label("轨道几何公式", "Track geometry", "軌道幾何公式"),
		Text:   "gauge = G − 1435;  cant = s·sin θ;  twist = cant − cant_behind;  f = y − (y_a + y_b)/2",
		Inputs: []FormulaInput{takes("", "angleX"), takes("", "gauge")},
		Fields: []string{"cant", "twist", "gauge", "alignL", "alignR", "profileL", "profileR"},
		Settings: []FormulaSetting{
			rawField("field", label("读数字段", "Field of the reading", "讀數欄位")).
				helped("轨距默认gauge，水平默认angleX，矢距默认与结果同名的字段或坐标",
					"By default gauge for the gauge, angleX for the cant, and for versines the coordinates",
					"軌距預設gauge，水平預設angleX，矢距預設座標"),
			numeric("nominal", label("标准轨距", "Nominal gauge", "標準軌距"), "mm").or(1435).atLeast(500),
			numeric("spacing", label("轨道中心距s", "Distance of the rail centers s", "鋼軌中心距s"), "mm").or(1505).atLeast(500),
			source("behind", label("后方测点", "Point behind", "後方測點")).
				helped("三角坑：基长处的测点；矢距：弦的后端点", "Twist: the point one base length behind; versine: the rear end of the chord",
					"三角坑：基長處的測點；矢距：弦的後端點"),
			source("ahead", label("前方测点", "Point ahead", "前方測點")).
				helped("矢距：弦的前端点", "Versine: the front end of the chord", "矢距：弦的前端點"),
		},
		SuitsTypes: []string{"IDM", "ADM", "ADMI", "Station", "Composite", "Virtual"},
	},
	source: "formulas.md section 23, measurements.md section 2.6",
	maths:  scalar(newRail),
}

// rail is formulas.md section 23, mm. The rule's field is the result:
//
//	gauge     G − nominal gauge
//	cant      s·sin θ of the cross tilt of the sleeper
//	twist     cant here − cant of the point one base length behind
//	align…    versine in plan, right is positive
//	profile…  versine in height, up is positive
//
// A versine is the distance of a point from the chord between two others, at half of it: f = y − (y_a + y_b)/2, with y
// in mm from the field, or from the coordinates northing, easting and elevation in m.
type rail struct {
	field         string
	source        slot
	behind, ahead slot
	ends          [3]sectionEnd // behind, here, ahead
	nominal, s    float64
	taken, role   string
	reasons       [3]string
	inPlan        bool
}

func newRail(b *binder) (kernel, error) {
	k := &rail{field: b.rule.ComputedField, nominal: b.number("nominal"), s: b.number("spacing"), source: nowhere, behind: nowhere, ahead: nowhere}
	k.taken, k.role = b.option("field"), b.option("behind")
	switch k.field {
	case "gauge":
		k.take(b, "gauge")
		return k, nil
	case "cant", "twist":
		k.take(b, "angleX")
		if k.field == "cant" {
			return k, nil
		}
		if k.role == "" {
			return nil, incomplete(NoSource, "behind")
		}
		k.behind, k.reasons[1] = b.sourced("behind", "cant", 0), MissingValue+k.role+".cant"
		return k, nil
	}
	for _, name := range [...]string{"behind", "ahead"} {
		if b.option(name) == "" {
			return nil, incomplete(NoSource, name)
		}
	}
	k.inPlan = k.field == "alignL" || k.field == "alignR"
	if k.taken == "" {
		k.ends = [...]sectionEnd{newSectionEnd(b, "behind"), ownEnd(b), newSectionEnd(b, "ahead")}
		return k, nil
	}
	k.take(b, "")
	k.behind, k.reasons[1] = b.sourced("behind", k.taken, 0), MissingValue+k.role+"."+k.taken
	k.ahead, k.reasons[2] = b.sourced("ahead", k.taken, 0), MissingValue+b.option("ahead")+"."+k.taken
	return k, nil
}

// take resolves the field of the reading; usual is its default.
func (k *rail) take(b *binder, usual string) {
	if k.taken == "" {
		k.taken = usual
	}
	k.source, k.reasons[0] = b.value(k.taken), MissingValue+k.taken
}

// ownEnd returns the coordinates of the point itself.
func ownEnd(b *binder) (end sectionEnd) {
	for i, field := range sectionFields {
		end.slots[i], end.reasons[i] = b.value(field), MissingValue+field
	}
	return end
}

// byCoordinates reports whether the versine comes from coordinates.
func (k *rail) byCoordinates() bool { return k.source == nowhere }

func (k *rail) eval(f frame) (float64, reading.Flag, string) {
	if k.byCoordinates() {
		return k.versine(f)
	}
	v := f.at(k.source)
	if v-v != 0 {
		return v, 0, k.reasons[0]
	}
	switch k.field {
	case "gauge":
		return v - k.nominal, 0, ""
	case "cant":
		return k.cant(v), 0, ""
	}
	behind := f.at(k.behind)
	if behind-behind != 0 {
		return behind, 0, k.reasons[1]
	}
	if k.field == "twist" {
		return k.cant(v) - behind, 0, ""
	}
	ahead := f.at(k.ahead)
	if ahead-ahead != 0 {
		return ahead, 0, k.reasons[2]
	}
	return v - (behind+ahead)/2, 0, ""
}

func (k *rail) cant(angle float64) float64 { return k.s * math.Sin(angle*math.Pi/180) }

// versine returns the distance from the chord in mm.
func (k *rail) versine(f frame) (float64, reading.Flag, string) {
	var places [3][3]float64
	for i := range k.ends {
		place, reason := k.ends[i].at(f)
		if reason != "" {
			return reading.Missing, 0, reason
		}
		places[i] = place
	}
	a, y, b := places[0], places[1], places[2]
	if !k.inPlan {
		return 1000 * (y[2] - (a[2]+b[2])/2), 0, ""
	}
	dn, de := b[0]-a[0], b[1]-a[1]
	length := math.Hypot(dn, de)
	if length == 0 {
		return math.NaN(), 0, DividedByZero
	}
	return 1000 * (dn*(y[1]-a[1]) - de*(y[0]-a[0])) / length, 0, ""
}

func (k *rail) explain(f frame) explanation {
	if k.byCoordinates() {
		return k.explainVersine(f)
	}
	v := Term{Name: k.taken, Kind: RawTerm, Value: value(f.at(k.source)), Unit: "mm"}
	switch k.field {
	case "gauge":
		return explanation{text: "G − G_nominal", terms: []Term{v, {Name: "G_nominal", Kind: CoefficientTerm, Value: k.nominal, Unit: "mm"}}}
	case "cant", "twist":
		v.Name, v.Field, v.Unit = "θ", k.taken, "°"
	}
	tilted := []Term{v, {Name: "s", Kind: CoefficientTerm, Value: k.s, Unit: "mm"}}
	if k.field == "cant" {
		return explanation{text: "cant = s·sin θ", terms: tilted}
	}
	behind := Term{Name: "y_a", Kind: PointTerm, Value: value(f.at(k.behind)), Unit: "mm", Role: k.role, Field: k.taken}
	if k.field == "twist" {
		behind.Name, behind.Field = "cant_behind", "cant"
		cant := value(k.cant(f.at(k.source)))
		return explanation{
			text: "twist = cant − cant_behind", terms: []Term{{Name: "cant", Kind: ComputedTerm, Value: cant, Unit: "mm"}, behind},
			parts: []Step{{Key: "cant", Text: "cant = s·sin θ", Inputs: tilted, Value: cant, Unit: "mm"}},
		}
	}
	v.Name, v.Field = "y", k.taken
	return explanation{text: "f = y − (y_a + y_b)/2", terms: []Term{
		v, behind, {Name: "y_b", Kind: PointTerm, Value: value(f.at(k.ahead)), Unit: "mm", Field: k.taken},
	}}
}

func (k *rail) explainVersine(f frame) explanation {
	why := explanation{text: "f = 1000·[Z − (Z_a + Z_b)/2]"}
	axes, names := []int{2}, [...]string{"N", "E", "Z"}
	if k.inPlan {
		why.text, axes = "f = 1000·[dN·(E − E_a) − dE·(N − N_a)]/l", []int{0, 1}
	}
	for i, end := range k.ends {
		place, _ := end.at(f)
		for _, axis := range axes {
			kind := PointTerm
			if end.role == "" {
				kind = ComputedTerm
			}
			why.terms = append(why.terms, Term{
				Name: names[axis] + [...]string{"_a", "", "_b"}[i], Kind: kind, Value: value(place[axis]), Unit: "m", Role: end.role, Field: sectionFields[axis],
			})
		}
	}
	return why
}
