package formula_test

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/formula"
	"plumbline/internal/platform/i18n"
)

// labels calls visit with every label in v.
func labels(at string, v reflect.Value, visit func(at string, label i18n.Label)) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			labels(at, v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			labels(at, v.Index(i), visit)
		}
	case reflect.Struct:
		if label, ok := v.Interface().(i18n.Label); ok {
			visit(at, label)
			return
		}
		for i := range v.NumField() {
			labels(at+"."+v.Type().Field(i).Name, v.Field(i), visit)
		}
	}
}

// Every form is complete: texts in three languages, conditions on existing settings, allowed defaults, and inputs and
// device types of the catalog.
func TestEverySchemaIsComplete(t *testing.T) {
	codes := map[string]bool{}
	for _, f := range formula.SystemFormulas() {
		t.Run(f.Code, func(t *testing.T) {
			if codes[f.Code] {
				t.Error("the code is a duplicate")
			}
			codes[f.Code] = true
			if f.Text == "" || formula.SourceOf(f.Code) == "" {
				t.Error("the equation or its source is missing")
			}
			if f.Inputs == nil || f.Outputs == nil || f.Params == nil || f.Options == nil || f.SuitsTypes == nil {
				t.Error("a list is null in the API")
			}
			labels(f.Code, reflect.ValueOf(f), func(at string, label i18n.Label) {
				if label.Zh == "" || label.En == "" || label.Tw == "" {
					t.Errorf("%s: label %+v lacks a language", at, label)
				}
			})
			for _, code := range f.SuitsTypes {
				if catalog.MeasurementFields(code) == nil {
					t.Errorf("no category %s has measurements", code)
				}
			}
			names := map[string]bool{}
			for _, s := range f.Settings {
				if names[s.Name] {
					t.Errorf("%s is a duplicate", s.Name)
				}
				names[s.Name] = true
				checkSetting(t, f, s)
			}
		})
	}
}

func checkSetting(t *testing.T, f formula.SystemFormula, s formula.FormulaSetting) {
	t.Helper()
	if s.Min != nil && s.Max != nil && *s.Min > *s.Max {
		t.Errorf("%s: min over max", s.Name)
	}
	if d := s.Default; d != nil && (s.Required || s.Min != nil && *d < *s.Min || s.Max != nil && *d > *s.Max) {
		t.Errorf("%s: the default %v is not allowed or never used", s.Name, *d)
	}
	if known, ok := catalog.CoefficientOf(s.Name); ok && s.FromDevice && known.Unit != s.Unit {
		t.Errorf("%s is in %q, the device's coefficient in %q", s.Name, s.Unit, known.Unit)
	}
	if s.Kind == "choice" && len(s.Choices) < 2 {
		t.Errorf("%s: no choices", s.Name)
	}
	if s.When == nil {
		return
	}
	at := slices.IndexFunc(f.Settings, func(other formula.FormulaSetting) bool { return other.Name == s.When.Setting })
	if at < 0 {
		t.Fatalf("%s depends on %s, which is not a setting", s.Name, s.When.Setting)
	}
	for _, value := range s.When.Values {
		if !slices.ContainsFunc(f.Settings[at].Choices, func(o i18n.Option) bool { return o.Code == value }) {
			t.Errorf("%s shows when %s is %s, which it cannot be", s.Name, s.When.Setting, value)
		}
	}
}

// fieldsOf returns the fields that a formula can compute.
func fieldsOf(f formula.SystemFormula) []string {
	if len(f.Fields) == 0 {
		return []string{"y"}
	}
	return f.Fields
}

// fieldOf returns one whose settings are all needed.
func fieldOf(f formula.SystemFormula) string {
	fields := fieldsOf(f)
	return fields[len(fields)-1]
}

// drawn draws settings that a schema allows: all required ones, some of the others.
func drawn(t *rapid.T, f formula.SystemFormula) formula.Rule {
	rule := formula.Rule{
		System: f.Code, ComputedField: rapid.SampledFrom(fieldsOf(f)).Draw(t, "field"), Params: map[string]float64{}, Options: map[string]string{},
	}
	for _, s := range f.Settings {
		if !s.Required && !rapid.Bool().Draw(t, "set "+s.Name) {
			continue
		}
		switch {
		case s.Kind == "number" && len(s.Choices) > 0:
			v, err := strconv.ParseFloat(rapid.SampledFrom(s.Choices).Draw(t, s.Name).Code, 64)
			if err != nil {
				t.Fatal(err)
			}
			rule.Params[s.Name] = v
		case s.Kind == "number":
			least, most := -1e12, 1e12
			if s.Min != nil {
				least = *s.Min
			}
			if s.Max != nil {
				most = *s.Max
			}
			rule.Params[s.Name] = rapid.Float64Range(least, most).Draw(t, s.Name)
		case len(s.Choices) > 0:
			rule.Options[s.Name] = rapid.SampledFrom(s.Choices).Draw(t, s.Name).Code
		default:
			rule.Options[s.Name] = rapid.SampledFrom([]string{"", "P12", "barometer", "freq"}).Draw(t, s.Name)
		}
	}
	return rule
}

func segmentsOfFour() []formula.Segment { return segmentsOf(4, 500) }

// incompatible reports errors of rules whose settings are allowed one by one: another one is missing, or they
// contradict each other.
func incompatible(err *formula.Error) bool {
	switch err.Problem {
	case formula.NoCoefficient, formula.NoComputedField, formula.NoSource:
		return true
	case formula.BadCoefficient:
		return slices.Contains([]string{"iMax", "vMax", "wall", "bars"}, err.Detail)
	}
	return false
}

// All allowed settings compute, and the explanation of a result ends with its number.
func TestAllowedSettingsCompute(t *testing.T) {
	families, shown := 0, 0
	for _, f := range formula.SystemFormulas() {
		t.Run(f.Code, func(t *testing.T) {
			computed, explained := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				p, err := formula.Compile(formula.Setting{Rules: []formula.Rule{drawn(t, f)}, Segments: segmentsOfFour()})
				if err != nil {
					if typed, ok := formula.AsError(err); !ok || !incompatible(typed) {
						t.Fatalf("refused an allowed setting: %v", err)
					}
					return
				}
				computed++
				in := make([]float64, len(p.Inputs()))
				for i := range in {
					in[i] = rapid.OneOf(rapid.Float64(), rapid.Float64Range(0.5, 2), rapid.Float64Range(400, 3000)).Draw(t, "input")
				}
				out := make([]float64, p.Observed().Len())
				p.Observe(in, &formula.Env{}, out)
				changed := make([]float64, p.Changed().Len())
				p.Change(out, out, changed)
				for i, column := range p.Observed().List {
					steps := p.Explain(in, &formula.Env{}, column)
					if len(steps) == 0 || formula.Hidden(column.Field) {
						continue
					}
					// The last step is the result, with more digits than are stored.
					last := steps[len(steps)-1]
					if missing := out[i]-out[i] != 0; missing != (last.Value-last.Value != 0) || !missing && math.Abs(last.Value-out[i]) > 1e-5*max(1, math.Abs(out[i])) {
						t.Fatalf("%v is %v, but explained as %v: %+v", column, out[i], last.Value, steps)
					} else if !missing {
						explained++
					}
				}
			})
			if computed == 0 {
				t.Error("no rule of the schema compiled")
			}
			if families++; explained > 0 {
				shown++
			}
		})
	}
	// Of a few formulas hardly any drawn inputs have a result, and what a receiver sends needs no step.
	if 4*shown < 3*families {
		t.Errorf("results of %d of %d formulas were explained", shown, families)
	}
}

func TestInvalidSettingsAreNamed(t *testing.T) {
	refused := func(t *testing.T, rule formula.Rule, name, allowed string) {
		t.Helper()
		_, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}, Segments: segmentsOfFour()})
		wrong, ok := formula.AsError(err)
		if !ok || wrong.Detail != name || !strings.Contains(wrong.Allowed, allowed) {
			t.Errorf("%s: got %v, want a refusal that names it and %q", name, err, allowed)
		}
	}
	for _, f := range formula.SystemFormulas() {
		full := func() formula.Rule {
			rule := formula.Rule{System: f.Code, ComputedField: fieldOf(f), Params: map[string]float64{}, Options: map[string]string{}}
			for _, s := range f.Settings {
				switch {
				case s.Required && s.Kind == "number":
					rule.Params[s.Name] = 1
				case s.Required:
					rule.Options[s.Name] = "P12"
				}
			}
			return rule
		}
		t.Run(f.Code, func(t *testing.T) {
			rule := full()
			rule.Options["noSuchSetting"] = "1"
			refused(t, rule, "noSuchSetting", "")
			for _, s := range f.Settings {
				rule := full()
				show(f, s, &rule)
				switch {
				case s.Kind != "number" && len(s.Choices) > 0:
					rule.Options[s.Name] = "none of these"
					refused(t, rule, s.Name, s.Choices[1].Code)
				case s.Kind == "number":
					rule.Params[s.Name] = math.Inf(1)
					refused(t, rule, s.Name, "")
					if s.Min != nil {
						rule.Params[s.Name] = *s.Min - 1
						refused(t, rule, s.Name, strconv.FormatFloat(*s.Min, 'g', -1, 64))
					}
					if s.Max != nil {
						rule.Params[s.Name] = *s.Max + 1
						refused(t, rule, s.Name, strconv.FormatFloat(*s.Max, 'g', -1, 64))
					}
					if s.Required {
						delete(rule.Params, s.Name)
						refused(t, rule, s.Name, "")
					}
				}
			}
		})
	}
}

// show makes a setting visible.
func show(f formula.SystemFormula, s formula.FormulaSetting, rule *formula.Rule) {
	if s.When == nil {
		return
	}
	for _, other := range f.Settings {
		if other.Name != s.When.Setting {
			continue
		}
		show(f, other, rule)
		switch {
		case other.Kind == "number":
			rule.Params[other.Name] = 1
		case len(s.When.Values) > 0:
			rule.Options[other.Name] = s.When.Values[0]
		default:
			rule.Options[other.Name] = "P12"
		}
	}
}

// A hidden number does not cause an error.
func TestHiddenNumberIsNotChecked(t *testing.T) {
	rule := stationRule()
	rule.Params["faceTol"] = -1
	if _, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}}); err != nil {
		t.Error(err)
	}
	rule.Options = map[string]string{"faces": "2"}
	if _, err := formula.Compile(formula.Setting{Rules: []formula.Rule{rule}}); err == nil {
		t.Error("an interval of −1 s between the faces was accepted")
	}
}
