package audit

import (
	"maps"

	"plumbline/internal/platform/i18n"
)

// Names are display names that a part of the product registers for its entries. Field keys are in lower case.
type Names struct {
	Kinds   map[string]i18n.Label // things in entries
	Actions map[string]i18n.Label
	Fields  map[string]i18n.Label
	Values  map[string]i18n.Label            // codes, in any field
	Of      map[string]map[string]i18n.Label // codes, by field
	Codes   map[string]Code                  // keys in values, params and options

	// Field returns the name of a point's field by measurement. nil: another part provides it.
	Field func(measurement, field string) (label i18n.Label, unit string)
}

// Code is the name of a code and the unit of its value.
type Code struct {
	Label i18n.Label
	Unit  string
}

var codes = map[string]Code{}

// fieldOf returns the name of a point's field. It returns field itself until a part registers Field.
var fieldOf = func(_, field string) (label i18n.Label, unit string) {
	return i18n.Label{Zh: field, En: field, Tw: field}, ""
}

// Register adds display names. Call it from init.
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
