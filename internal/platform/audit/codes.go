package audit

// keyedByCode are fields whose keys are codes of the catalog.
var keyedByCode = map[string]bool{"values": true, "params": true, "options": true}

// holdsCode are fields whose value is the code of a field of a point or a device.
var holdsCode = map[string]bool{
	"field": true, "fields": true, "computedfield": true, "profilechart1lmetric": true, "profilechart1rmetric": true,
}

// field returns the name of a point's field. For a device, which has no measurement, it is a raw field or a
// coefficient. A field defined by a formula keeps its name.
func (w words) field(code string) string {
	if w.measurement == "" {
		return w.code(code)
	}
	label, unit := fieldOf(w.measurement, code)
	return withUnit(label.In(w.language), unit)
}

// code returns the name of a coefficient, a formula option or a raw field.
func (w words) code(code string) string {
	if c, ok := codes[code]; ok {
		return withUnit(c.Label.In(w.language), c.Unit)
	}
	return code
}

// inside returns the name of a key in a field whose keys are codes.
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
