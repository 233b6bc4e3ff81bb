package audit

import (
	"maps"

	"plumbline/internal/platform/i18n"
)

// Names are what a part of the product calls what its entries hold. Keys of fields are in lower case.
type Names struct {
	Kinds   map[string]i18n.Label // what entries are about
	Actions map[string]i18n.Label
	Fields  map[string]i18n.Label
	Values  map[string]i18n.Label            // values that are codes, whatever the field
	Of      map[string]map[string]i18n.Label // the same, by field
	Codes   map[string]Code                  // names inside of values, params and options

	// Field names a field of a point by what the point measures; nil: another part does.
	Field func(measurement, field string) (label i18n.Label, unit string)
}

// Code is the name of a code and the unit of its value.
type Code struct {
	Label i18n.Label
	Unit  string
}

var codes = map[string]Code{}

// fieldOf names a field of a point, which stands for itself until a part registers what does.
var fieldOf = func(_, field string) (label i18n.Label, unit string) {
	return i18n.Label{Zh: field, En: field, Tw: field}, ""
}

// Register adds the names of a part of the product. It is called when the program starts (init).
func Register(n Names) {
	maps.Copy(kinds, n.Kinds)
	maps.Copy(actions, n.Actions)
	maps.Copy(fields, n.Fields)
	maps.Copy(values, n.Values)
	maps.Copy(codes, n.Codes)
	for field, list := range n.Of {
		if valuesOf[field] == nil {
			valuesOf[field] = map[string]label{}
		}
		maps.Copy(valuesOf[field], list)
	}
	if n.Field != nil {
		fieldOf = n.Field
	}
}
