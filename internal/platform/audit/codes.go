package audit

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
	label, unit := fieldOf(w.measurement, code)
	return withUnit(label.In(w.language), unit)
}

// code is the name of a coefficient, an option of a formula or a raw field.
func (w words) code(code string) string {
	if c, ok := codes[code]; ok {
		return withUnit(c.Label.In(w.language), c.Unit)
	}
	return code
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
