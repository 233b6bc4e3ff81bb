package formula_test

import (
	"maps"
	"slices"
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/vibration"
)

// natural are the usual fields of formulas that compute any: they scale a signal to whatever the instrument measures.
var natural = map[string][]string{
	"VW_LINEAR":     {"pressure", "width", "strain", "stress", "force"},
	"GK_LINEAR":     {"pressure", "strain", "stress", "force"},
	"VW_POLY":       {"pressure", "width", "strain", "stress", "force"},
	"THERM_SH":      {"temp", "airTemp"},
	"THERM_BETA":    {"temp", "airTemp"},
	"PT100":         {"temp", "airTemp"},
	"MA_LINEAR":     {"width", "head", "flow", "level", "pressure"},
	"VOLT_LINEAR":   {"width", "vwc"},
	"CRACK_1D":      {"width"},
	"RANGE":         {"convergence", "chord", "width", "x", "y", "z", "settlement", "deflection"},
	"SOIL_MOISTURE": {"vwc", "vwc10", "vwc20", "vwc40"},
	"WIND":          {"windSpeed"},
}

// unfilled are the fields that a threshold offers and nothing fills yet, with the reason.
var unfilled = map[string]string{
	"Camera.diff":     "cameras compare no images yet",
	"Flow.velocity":   "meters send flow and total alone",
	"Environment.co2": noGas, "Environment.ch4": noGas, "Environment.h2s": noGas, "Environment.o2": noGas, "Environment.co": noGas,
}

const (
	noGas = "no instrument of the catalog lists gases; a mapping or register map can name the field"
)

// Every field that a threshold offers is filled by a raw field of its name or by a formula of an instrument that
// measures it, except those listed with a reason.
func TestEveryOfferedFieldIsFilled(t *testing.T) {
	found := map[string]bool{}
	for _, m := range catalog.Measurements() {
		filled := filledFields(t, m)
		for _, a := range m.Attributes {
			name := m.Code + "." + a.Name
			switch reason, listed := unfilled[name]; {
			case len(a.Types) == 0:
			case filled[a.Name] && listed:
				t.Errorf("%s is filled; delete its line: %s", name, reason)
			case !filled[a.Name] && !listed:
				t.Errorf("nothing fills %s", name)
			case listed:
				found[name] = true
			}
		}
	}
	for name := range unfilled {
		if !found[name] {
			t.Errorf("no threshold offers %s", name)
		}
	}
}

func filledFields(t *testing.T, m catalog.Measurement) map[string]bool {
	t.Helper()
	filled := map[string]bool{}
	categories := []string{"Composite", "Virtual"}
	for _, kind := range catalog.DeviceTypes() {
		if !slices.Contains(kind.Measurements, m.Code) {
			continue
		}
		categories = append(categories, kind.Code)
		for _, raw := range kind.Fields {
			if a, ok := catalog.Field(m.Code, raw.Name); ok && a.Unit == raw.Unit {
				filled[raw.Name] = true
			}
		}
	}
	if m.Code == "Vibration" {
		for _, field := range vibration.Fields() { // of the records of its devices
			filled[field] = true
		}
	}
	for _, f := range formula.SystemFormulas() {
		if len(f.SuitsTypes) > 0 && !slices.ContainsFunc(f.SuitsTypes, func(code string) bool { return slices.Contains(categories, code) }) {
			continue
		}
		for _, field := range slices.Concat(f.Fields, natural[f.Code]) {
			filled[field] = true
		}
		if len(f.Outputs) > 0 {
			maps.Copy(filled, columnsOf(m, f))
		}
	}
	return filled
}

// columnsOf returns the fields of a point of a measurement that a formula with outputs computes, over its choices.
func columnsOf(m catalog.Measurement, f formula.SystemFormula) map[string]bool {
	rule := formula.Rule{System: f.Code, ComputedField: m.Main, Params: coefs{}, Options: map[string]string{}}
	for i, s := range f.Settings {
		switch {
		case s.Kind == "source":
			rule.Options[s.Name] = "P12"
		case s.Kind == "number" && s.Default == nil:
			rule.Params[s.Name] = float64(i + 1)
			if s.Min != nil {
				rule.Params[s.Name] = max(1, *s.Min)
			}
		}
	}
	columns := map[string]bool{}
	compile := func() {
		p, err := formula.Compile(formula.Setting{
			Rules: []formula.Rule{rule}, Segments: segmentsOfFour(),
			Field: func(name string) (int, string, bool) {
				a, ok := catalog.Field(m.Code, name)
				return a.Decimals, a.Unit, ok
			},
		})
		if err != nil {
			return
		}
		for _, column := range slices.Concat(p.Observed().List, p.Changed().List) {
			columns[column.Field] = true
		}
	}
	compile()
	for _, s := range f.Settings {
		if s.Kind != "choice" && s.Kind != "boolean" {
			continue
		}
		for _, one := range s.Choices {
			rule.Options[s.Name] = one.Code
			compile()
		}
		delete(rule.Options, s.Name)
	}
	return columns
}
