package oplog

import "plumbline/internal/core/catalogue"

// coded are the fields whose inner names are codes of the catalogue.
var coded = map[string]bool{"values": true, "params": true, "options": true}

// holdsCode are the fields whose value is the code of a field of a point or a device.
var holdsCode = map[string]bool{
	"field": true, "fields": true, "computedfield": true, "profilechart1lmetric": true, "profilechart1rmetric": true,
}

// field is the name of a field of the point; of a device, which has no measurement, of
// a raw field or a coefficient. A field that a formula invents stands for itself.
func (w words) field(code string) string {
	if w.measurement == "" {
		return w.code(code)
	}
	a := catalogue.Shown(w.measurement, code)
	return withUnit(a.Label.In(w.language), a.Unit)
}

// code is the name of a coefficient, an option of a formula or a raw field.
func (w words) code(code string) string {
	if c, ok := catalogue.CoefficientOf(code); ok {
		return withUnit(c.Label.In(w.language), c.Unit)
	}
	return nameIn(codes, code, code, w.language)
}

// inside names what stands in a field whose inner names are codes.
func (w words) inside(outer, code string) string {
	if outer == "values" {
		return w.field(code)
	}
	return w.code(code)
}

func inOptions(p path) bool { return len(p) > 1 && p[len(p)-2].field == "options" }

func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " (" + unit + ")"
}

// codes are the names of what system formulas and device types bring, by code. A code
// that has several names there has none here.
var codes = map[string]label{}

func init() {
	several := map[string]bool{}
	add := func(code string, l label) {
		if known, ok := codes[code]; ok && known != l {
			several[code] = true
		}
		codes[code] = l
	}
	for _, f := range catalogue.SystemFormulas() {
		for _, p := range f.Params {
			add(p.Name, p.Label)
		}
		for _, o := range f.Options {
			add(o.Name, o.Label)
		}
	}
	for _, t := range catalogue.DeviceTypes() {
		for _, r := range t.Fields {
			add(r.Name, r.Label)
		}
	}
	for code := range several {
		delete(codes, code)
	}
}
