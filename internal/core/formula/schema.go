package formula

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// SystemFormula describes a system formula and its form. Params and Options list the settings by where a rule stores
// them.
type SystemFormula struct {
	Code       string                `json:"code"`
	Label      i18n.Label            `json:"label"`
	Text       string                `json:"text"`    // the equation in the notation of formulas.md
	Inputs     []FormulaInput        `json:"inputs"`  // raw fields
	Outputs    []string              `json:"outputs"` // computed fields; empty: the one named by the rule
	Fields     []string              `json:"fields" doc:"Fields of which a rule computes one; empty: any, or those in outputs"`
	Params     []catalog.Coefficient `json:"params"`
	Options    []FormulaPick         `json:"options"`
	SuitsTypes []string              `json:"types"` // device types; empty: all
	Settings   []FormulaSetting      `json:"settings" doc:"What a rule can set, in the order of the form"`
}

// FormulaInput is a raw field that a system formula reads. Role "" is the main source.
type FormulaInput struct {
	Role     string `json:"role"`
	Field    string `json:"field"`
	Required bool   `json:"required"`
}

// FormulaPick is an option of a system formula with its allowed values, the default first; without values any name is
// allowed.
type FormulaPick struct {
	Name   string     `json:"name"`
	Label  i18n.Label `json:"label"`
	Values []string   `json:"values"`
}

// The kinds of settings. A rule stores numbers in Params, all others in Options.
const (
	numberKind  = "number"
	choiceKind  = "choice"
	booleanKind = "boolean"
	fieldKind   = "field"
	sourceKind  = "source"
)

// FormulaSetting is one setting of a rule: its allowed values, and how a form displays it.
type FormulaSetting struct {
	Name       string             `json:"name"`
	Kind       string             `json:"kind" enum:"number,choice,boolean,field,source" doc:"A number is kept in params, all others in options"`
	Label      i18n.Label         `json:"label"`
	Help       *i18n.Label        `json:"help,omitempty" doc:"What to enter, if the label does not say it"`
	Unit       string             `json:"unit"`
	Min        *float64           `json:"min"`
	Max        *float64           `json:"max"`
	Default    *float64           `json:"default" doc:"Of a number; the first choice is the default of a choice"`
	Choices    []i18n.Option      `json:"choices" doc:"Allowed values; empty: any"`
	Required   bool               `json:"required" doc:"The formula is incomplete without it"`
	FromDevice bool               `json:"fromDevice" doc:"If the rule has none, the device's coefficient of that name counts"`
	When       *FormulaVisibility `json:"when,omitempty" doc:"When the setting has an effect; omitted: always"`
}

// FormulaVisibility is a condition on another setting.
type FormulaVisibility struct {
	Setting string   `json:"setting"`
	Values  []string `json:"values" doc:"Values of the other setting; empty: it is set"`
}

func label(zh, en, tw string) i18n.Label { return i18n.Label{Zh: zh, En: en, Tw: tw} }

// pick is one value of a choice with its label.
func pick(code, zh, en, tw string) i18n.Option {
	return i18n.Option{Code: code, Label: label(zh, en, tw)}
}

// numeric is a number that only the rule has.
func numeric(name string, label i18n.Label, unit string) FormulaSetting {
	return FormulaSetting{Name: name, Kind: numberKind, Label: label, Unit: unit, Choices: []i18n.Option{}}
}

// coefficient is a calibration value of the catalog: the rule's, else the device's.
func coefficient(name string) FormulaSetting {
	known, ok := catalog.CoefficientOf(name)
	if !ok {
		panic("formula: no coefficient " + name)
	}
	s := numeric(name, known.Label, known.Unit).orDevice()
	s.Default = known.Default
	return s
}

// choice is one of several values; the first is the default.
func choice(name string, label i18n.Label, picks ...i18n.Option) FormulaSetting {
	return FormulaSetting{Name: name, Kind: choiceKind, Label: label, Choices: picks}
}

// boolean is "true" or "false"; the default is "false".
func boolean(name string, text i18n.Label) FormulaSetting {
	return FormulaSetting{
		Name: name, Kind: booleanKind, Label: text,
		Choices: []i18n.Option{pick("false", "否", "No", "否"), pick("true", "是", "Yes", "是")},
	}
}

// source is the role of a source of the binding, or another point.
func source(name string, text i18n.Label) FormulaSetting {
	help := label("来源角色，或 P 加测点编号", "Role of a source, or P and the id of a point", "來源角色，或 P 加測點編號")
	return FormulaSetting{Name: name, Kind: sourceKind, Label: text, Help: &help, Choices: []i18n.Option{}}
}

// rawField is a raw field of the main source, or of the source named by the formula's source setting.
func rawField(name string, label i18n.Label) FormulaSetting {
	return FormulaSetting{Name: name, Kind: fieldKind, Label: label, Choices: []i18n.Option{}}
}

func (s FormulaSetting) or(value float64) FormulaSetting {
	s.Default = &value
	return s
}

func (s FormulaSetting) orDevice() FormulaSetting {
	s.FromDevice = true
	return s
}

func (s FormulaSetting) atLeast(least float64) FormulaSetting {
	s.Min = &least
	return s
}

func (s FormulaSetting) atMost(most float64) FormulaSetting {
	s.Max = &most
	return s
}

func (s FormulaSetting) helped(zh, en, tw string) FormulaSetting {
	text := label(zh, en, tw)
	s.Help = &text
	return s
}

func (s FormulaSetting) oneOf(picks ...i18n.Option) FormulaSetting {
	s.Choices = picks
	return s
}

func (s FormulaSetting) required() FormulaSetting {
	s.Required = true
	return s
}

func (s FormulaSetting) when(other string, values ...string) FormulaSetting {
	s.When = &FormulaVisibility{Setting: other, Values: append([]string{}, values...)}
	return s
}

// perNode runs a formula of one value for each node of an array.
var perNode = boolean("perNode", label("逐节点计算", "Per node", "逐節點計算"))

// needs returns the required raw fields of the main source.
func needs(fields ...string) []FormulaInput {
	list := make([]FormulaInput, 0, len(fields))
	for _, field := range fields {
		list = append(list, FormulaInput{Field: field, Required: true})
	}
	return list
}

// takes is an optional raw field.
func takes(role, field string) FormulaInput { return FormulaInput{Role: role, Field: field} }

// described completes the description: Params and Options follow from Settings.
func (f *family) described() SystemFormula {
	d := f.SystemFormula
	d.Outputs, d.SuitsTypes = append([]string{}, d.Outputs...), append([]string{}, d.SuitsTypes...)
	d.Fields = append([]string{}, d.Fields...)
	d.Inputs, d.Params, d.Options = append([]FormulaInput{}, d.Inputs...), []catalog.Coefficient{}, []FormulaPick{}
	for _, s := range d.Settings {
		if s.Kind == numberKind {
			d.Params = append(d.Params, catalog.Coefficient{Name: s.Name, Label: s.Label, Unit: s.Unit, Default: s.Default})
			continue
		}
		d.Options = append(d.Options, FormulaPick{Name: s.Name, Label: s.Label, Values: s.codes()})
	}
	return d
}

func (s *FormulaSetting) codes() []string {
	codes := make([]string, 0, len(s.Choices))
	for _, one := range s.Choices {
		codes = append(codes, one.Code)
	}
	return codes
}

// setting returns a setting by name, or nil.
func (f *family) setting(name string) *FormulaSetting {
	at := slices.IndexFunc(f.Settings, func(s FormulaSetting) bool { return s.Name == name })
	if at < 0 {
		return nil
	}
	return &f.Settings[at]
}

// declared returns a setting that the family reads. Reading one that the schema lacks is a bug of the family.
func (b *binder) declared(name string) *FormulaSetting {
	s := b.family.setting(name)
	if s == nil {
		panic("formula: " + b.family.Code + " has no setting " + name)
	}
	return s
}

// check refuses values that the schema does not allow, and unknown options, which would have no effect. Hidden numbers
// are not checked.
func (f *family) check(rule *Rule) error {
	if len(f.Fields) > 0 && !slices.Contains(f.Fields, rule.ComputedField) {
		return &Error{Code: Illegal, Problem: NoComputedField, Detail: rule.ComputedField, Allowed: strings.Join(f.Fields, ", ")}
	}
	for i := range f.Settings {
		s := &f.Settings[i]
		if s.Kind == numberKind {
			if v, given := rule.Params[s.Name]; given && f.visible(rule, s) && !s.allowsNumber(v) {
				return &Error{Code: Illegal, Problem: BadCoefficient, Detail: s.Name, Allowed: s.allowed()}
			}
			continue
		}
		v := rule.Options[s.Name]
		if v != "" && len(s.Choices) > 0 && !slices.Contains(s.codes(), v) {
			return &Error{Code: Illegal, Problem: BadOption, Detail: s.Name, Allowed: s.allowed()}
		}
	}
	for name, v := range rule.Options {
		if s := f.setting(name); v != "" && (s == nil || s.Kind == numberKind) {
			return illegal(BadOption, name, 0)
		}
	}
	return nil
}

func (s *FormulaSetting) allowsNumber(v float64) bool {
	if !reading.IsFinite(v) || s.Min != nil && v < *s.Min || s.Max != nil && v > *s.Max {
		return false
	}
	return len(s.Choices) == 0 || slices.Contains(s.codes(), short(v))
}

// allowed returns the allowed values of the setting for messages; "" for any number or name.
func (s *FormulaSetting) allowed() string {
	switch {
	case len(s.Choices) > 0:
		return strings.Join(s.codes(), ", ")
	case s.Min != nil && s.Max != nil:
		return short(*s.Min) + " … " + short(*s.Max)
	case s.Min != nil:
		return "≥ " + short(*s.Min)
	case s.Max != nil:
		return "≤ " + short(*s.Max)
	}
	return ""
}

func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// visible reports whether a setting has an effect, given the other settings of the rule.
func (f *family) visible(rule *Rule, s *FormulaSetting) bool {
	if s.When == nil {
		return true
	}
	other := f.setting(s.When.Setting)
	if !f.visible(rule, other) {
		return false
	}
	if other.Kind == numberKind {
		_, given := rule.Params[other.Name]
		return given
	}
	v := other.chosen(rule)
	return len(s.When.Values) == 0 && v != "" || slices.Contains(s.When.Values, v)
}

// chosen returns the value of an option; the default is its first value.
func (s *FormulaSetting) chosen(rule *Rule) string {
	if v := rule.Options[s.Name]; v != "" || len(s.Choices) == 0 {
		return v
	}
	return s.Choices[0].Code
}

// number returns a setting: the rule's, else the device's coefficient if allowed, else the default. Without any the
// rule is incomplete.
func (b *binder) number(name string) float64 {
	if v, ok := b.given(name); ok {
		return v
	}
	if s := b.declared(name); s.Default != nil {
		return *s.Default
	}
	b.fail(incomplete(NoCoefficient, name))
	return 0
}

// given returns a number set by the rule or the device.
func (b *binder) given(name string) (float64, bool) {
	v, ok := b.rule.Params[name]
	if s := b.declared(name); !ok && s.FromDevice {
		if v, ok = b.setting.Coefficients[name]; ok && !s.allowsNumber(v) {
			b.fail(&Error{Code: Illegal, Problem: BadCoefficient, Detail: name, Allowed: s.allowed()})
		}
	}
	return v, ok
}

// option returns a choice, a boolean or a name; the default of a choice is its first value.
func (b *binder) option(name string) string { return b.declared(name).chosen(b.rule) }
