package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var sectionFamily = family{
	SystemFormula: SystemFormula{
		Code: "STATION_SECTION", Label: label("断面测量公式", "Section of prisms", "斷面測量公式"),
		Text:   "c = √(ΔN² + ΔE² + ΔZ²);  o = [dN·(E − Es) − dE·(N − Ns)]/l;  s = Z",
		Fields: []string{"offset", "convergence", "chord", "settlement"},
		Settings: []FormulaSetting{
			source("prism", label("棱镜测点", "Prism", "稜鏡測點")).
				helped("默认本测点的坐标", "By default the coordinates of this point",
					"預設本測點的座標"),
			source("other", label("弦线另一端", "Other end of the chord", "弦線另一端")),
			numeric("Ns", label("基准线起点北坐标", "Reference line, start, north", "基準線起點北座標"), "m"),
			numeric("Es", label("基准线起点东坐标", "Reference line, start, east", "基準線起點東座標"), "m"),
			numeric("Ne", label("基准线终点北坐标", "Reference line, end, north", "基準線終點北座標"), "m"),
			numeric("Ee", label("基准线终点东坐标", "Reference line, end, east", "基準線終點東座標"), "m"),
		},
		SuitsTypes: []string{"Station", "Composite", "Virtual"},
	},
	source: "formulas.md section 14, measurements.md section 2.8",
	maths:  scalar(newSection),
}

// section is formulas.md section 14, from coordinates of prisms in m:
//
//	chord, convergence  c = √(ΔN² + ΔE² + ΔZ²) between two prisms; shorter is negative
//	offset              o = [dN·(E − Es) − dE·(N − Ns)]/l from the line S → E in plan, right is positive
//	settlement          Z, down is negative
//
// The rule's field is the result: chord in m, the others in mm. The change is the difference from the initial value.
type section struct {
	field          string
	ends           [2]sectionEnd
	count          int // ends that the result needs
	south, west    float64
	dn, de, length float64
}

// sectionEnd is the coordinates of one prism.
type sectionEnd struct {
	slots   [3]slot
	role    string
	reasons [3]string
}

var sectionFields = [...]string{"northing", "easting", "elevation"}

func newSectionEnd(b *binder, setting string) (end sectionEnd) {
	end.role = b.option(setting)
	for i, field := range sectionFields {
		end.reasons[i] = MissingValue + field
		if end.role == "" {
			end.slots[i] = b.value(field)
			continue
		}
		end.slots[i], end.reasons[i] = b.sourced(setting, field, 0), MissingValue+end.role+"."+field
	}
	return end
}

func (e *sectionEnd) at(f frame) (place [3]float64, reason string) {
	for i, s := range e.slots {
		if place[i] = f.at(s); place[i]-place[i] != 0 && reason == "" {
			reason = e.reasons[i]
		}
	}
	return place, reason
}

func newSection(b *binder) (kernel, error) {
	k := &section{field: b.rule.ComputedField, count: 1}
	k.ends[0] = newSectionEnd(b, "prism")
	switch k.field {
	case "offset":
		k.south, k.west = b.number("Ns"), b.number("Es")
		k.dn, k.de = b.number("Ne")-k.south, b.number("Ee")-k.west
		if k.length = math.Hypot(k.dn, k.de); k.length == 0 {
			b.fail(incomplete(NoCoefficient, "Ne"))
		}
	case "chord", "convergence":
		k.count = 2
		if b.option("other") == "" {
			return nil, incomplete(NoSource, "other")
		}
		k.ends[1] = newSectionEnd(b, "other")
	}
	return k, nil
}

// place returns the coordinates that the result needs.
func (k *section) place(f frame) (a, b [3]float64, reason string) {
	if a, reason = k.ends[0].at(f); k.count == 2 && reason == "" {
		b, reason = k.ends[1].at(f)
	}
	return a, b, reason
}

func (k *section) eval(f frame) (float64, reading.Flag, string) {
	a, b, reason := k.place(f)
	if reason != "" {
		return reading.Missing, 0, reason
	}
	switch k.field {
	case "offset":
		return 1000 * (k.dn*(a[1]-k.west) - k.de*(a[0]-k.south)) / k.length, 0, ""
	case "settlement":
		return 1000 * a[2], 0, ""
	}
	chord := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
	if k.field == "convergence" {
		chord *= 1000
	}
	return chord, 0, ""
}

func (k *section) explain(f frame) explanation {
	var places []Term
	for i, end := range k.ends[:k.count] {
		place, _ := end.at(f)
		for axis, name := range [...]string{"N", "E", "Z"} {
			if k.count == 2 {
				name += [...]string{"a", "b"}[i]
			}
			kind := PointTerm
			if end.role == "" {
				kind = ComputedTerm
			}
			places = append(places, Term{Name: name, Kind: kind, Value: value(place[axis]), Unit: "m", Role: end.role, Field: sectionFields[axis]})
		}
	}
	switch k.field {
	case "settlement":
		return explanation{text: "s = 1000·Z", terms: places[2:]}
	case "offset":
		return explanation{text: "o = 1000·[dN·(E − Es) − dE·(N − Ns)]/l", terms: append(places[:2:2],
			Term{Name: "Ns", Kind: CoefficientTerm, Value: k.south, Unit: "m"}, Term{Name: "Es", Kind: CoefficientTerm, Value: k.west, Unit: "m"},
			Term{Name: "dN", Kind: CoefficientTerm, Value: k.dn, Unit: "m"}, Term{Name: "dE", Kind: CoefficientTerm, Value: k.de, Unit: "m"},
			Term{Name: "l", Kind: ComputedTerm, Value: k.length, Unit: "m"})}
	case "chord":
		return explanation{text: "c = √(ΔN² + ΔE² + ΔZ²)", terms: places}
	}
	return explanation{text: "c = 1000·√(ΔN² + ΔE² + ΔZ²)", terms: places}
}
