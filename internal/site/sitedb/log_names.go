package sitedb

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/formula"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// Entries about points and devices contain codes that the catalog names.
func init() {
	n := audit.Names{
		Values: map[string]i18n.Label{}, Codes: codesOfCatalog(),
		Of: map[string]map[string]i18n.Label{"measurement": {}, "protocolcode": {}, "chart": {}, "sysformula": {}, "fixedend": {}, "signal": {}, "mode": {}},
		Field: func(measurement, field string) (i18n.Label, string) {
			attribute := catalog.Shown(measurement, field)
			return attribute.Label, attribute.Unit
		},
	}
	for _, m := range catalog.Measurements() {
		n.Values[m.Code], n.Of["measurement"][m.Code] = m.Label, m.Label // some device types have the same code
	}
	for _, d := range catalog.DeviceTypes() {
		n.Values[d.Code] = d.Label
	}
	for _, p := range catalog.Protocols() {
		n.Of["protocolcode"][p.Code] = p.Label
	}
	for _, p := range catalog.Pages() {
		n.Of["chart"][p.Slug] = p.Label
	}
	for _, f := range formula.SystemFormulas() {
		n.Of["sysformula"][f.Code] = f.Label
	}
	for field, list := range map[string][]i18n.Option{"fixedend": catalog.FixedEnds(), "signal": catalog.ChannelKinds(), "mode": catalog.Modes()} {
		for _, o := range list {
			n.Of[field][o.Code] = o.Label
		}
	}
	for _, list := range [][]i18n.Option{catalog.StructureTypes(), catalog.DisplayTypes(), catalog.PointKinds(), catalog.CollectModes()} {
		for _, o := range list {
			n.Values[o.Code] = o.Label
		}
	}
	audit.Register(n)
}

// codesOfCatalog returns the names of coefficients and of the settings of system formulas and device types. A code
// with several names, except coefficients, is left out.
func codesOfCatalog() map[string]audit.Code {
	codes, several := map[string]audit.Code{}, map[string]bool{}
	add := func(code string, label i18n.Label) {
		if known, ok := codes[code]; ok && known.Label != label {
			several[code] = true
		}
		codes[code] = audit.Code{Label: label}
	}
	for _, f := range formula.SystemFormulas() {
		for _, p := range f.Params {
			add(p.Name, p.Label)
		}
		for _, o := range f.Options {
			add(o.Name, o.Label)
		}
	}
	for _, t := range catalog.DeviceTypes() {
		for _, r := range t.Fields {
			add(r.Name, r.Label)
		}
	}
	for code := range several {
		delete(codes, code)
	}
	for _, c := range catalog.Coefficients() {
		codes[c.Name] = audit.Code{Label: c.Label, Unit: c.Unit}
	}
	return codes
}
