package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

var hslFamily = family{
	SystemFormula: SystemFormula{
		Code: "HSL", Label: label("静力水准公式", "Hydrostatic level", "靜力水準公式"),
		Text:    "S = −[(h − h_ref) − (h − h_ref)_init] + S_ref",
		Inputs:  []FormulaInput{takes("", "level"), takes("", "pressure"), takes("", "temp")},
		Outputs: []string{"settlement", "level"},
		Settings: []FormulaSetting{
			numeric("S_ref", label("参考点沉降", "Reference point settlement", "參考點沉降"), "mm").or(0),
			numeric("T0", label("液位归算温度", "Reference temperature of levels", "液位歸算溫度"), "°C"),
			choice("input", inputLabel,
				pick("level", "液位", "Liquid level", "液位"), pick("pressure", "压力", "Pressure", "壓力")),
			source("survey", label("参考点沉降来源", "Source of reference point settlement", "參考點沉降來源")),
		},
		SuitsTypes: []string{"HSL"},
	},
	source: "formulas.md section 15",
	maths:  maths{outputs: hslOutputs, compile: newHSL},
}

const (
	gravity    = 9.80665 // m/s²
	liquidTemp = 20.0    // °C, without a measured temperature
)

// hsl is formulas.md section 15: the settlement of a vessel of a hydrostatic level
// against the reference vessel of its line.
//
//	S = −[(h − h_ref) − (h − h_ref)_init] + S_ref
//
// Observed are the liquid level h, mm, unless another rule computes it, and the level
// above that of the reference, downwards: −(h − h_ref). The settlement of the reference
// vessel itself is surveyed: parameter S_ref, mm since the initial value, and option survey, a
// source or point with settlement. Option input is what the vessel sends: level, mm, or
// pressure, kPa, which the density of the liquid at its temperature turns into a level.
// With parameter T0 levels are reduced to that temperature.
//
// A point without a reference is itself a reference. Without a reading of the reference
// within the tolerance a point has a level but no settlement.
type hsl struct {
	raw, temp, reference, survey slot
	pressure                     bool
	liquid                       Liquid
	reduced                      float64 // °C; NaN: levels are not reduced
	surveyed                     float64 // mm
	input, absent, unsurveyed    string
	role                         string
	own                          bool // h is an output of this rule
	computed                     slot // h computed by another rule
	outs                         []int
	columns                      []reading.Column
	bases                        []int
	rounding                     [2]precision // of the settlement and of h
	unit                         string
}

const levelField = "level"

func hslOutputs(rule *Rule, setting *Setting) ([]reading.Column, error) {
	field := rule.ComputedField
	if field == "" {
		field = "settlement"
	}
	list := []reading.Column{{Field: field}}
	if !slices.ContainsFunc(setting.Rules, func(r Rule) bool { return r.ComputedField == levelField }) {
		list = append(list, reading.Column{Field: levelField})
	}
	return list, nil
}

func newHSL(b *binder) (unit, error) {
	s := b.setting
	u := &hsl{
		pressure: b.option("input") == "pressure", liquid: s.Liquid, reduced: math.NaN(), surveyed: b.number("S_ref"),
		reference: nowhere, survey: nowhere, computed: nowhere, role: s.Reference, outs: b.outs, columns: b.columns, own: len(b.columns) == 2,
	}
	if t, given := b.given("T0"); given {
		u.reduced = t
	}
	u.input = levelField
	if u.pressure {
		u.input = "pressure"
	}
	if u.own {
		u.raw, u.temp = b.input("", u.input, 0), b.value("temp")
	} else {
		u.computed, u.raw, u.temp = b.value(levelField), nowhere, nowhere
	}
	if s.Reference != "" {
		u.reference = b.within(s.Reference, levelField, s.ReferenceWithin)
		u.absent = MissingValue + s.Reference + "." + levelField
	}
	if role := b.option("survey"); role != "" {
		u.survey = b.sourced("survey", "settlement", 0)
		u.unsurveyed = MissingValue + role + ".settlement"
	}
	u.rounding[0], u.unit = b.shown(b.columns[0].Field)
	u.rounding[1], _ = b.shown(levelField)
	return u, b.failed
}

// Liquid is the liquid of a hydrostatic level. The zero value is pure water.
type Liquid struct {
	Rho20 float64 // kg/m³ at 20 °C
	Beta  float64 // expansion, 1/°C
}

// Density returns the density at a temperature in °C, kg/m³; for water by Tanaka (2001).
func (l Liquid) Density(t float64) float64 {
	if l.Rho20 > 0 {
		return l.Rho20 * (1 - l.Beta*(t-20))
	}
	return 999.974950 * (1 - (t-3.983035)*(t-3.983035)*(t+301.797)/(522528.9*(t+69.34881)))
}

// level returns h in mm.
func (u *hsl) level(f frame) (h float64, flag reading.Flag, reason string) {
	if !u.own {
		if h = f.at(u.computed); h-h != 0 {
			return h, 0, MissingValue + levelField
		}
		return h, 0, ""
	}
	h = f.at(u.raw)
	if h-h != 0 {
		return h, 0, MissingValue + u.input
	}
	t := f.at(u.temp)
	if t-t != 0 {
		t = liquidTemp
		if u.pressure || !math.IsNaN(u.reduced) {
			flag = reading.NoTemp
		}
	}
	density := u.liquid.Density(t)
	if u.pressure {
		h *= 1e6 / (density * gravity)
	}
	if !math.IsNaN(u.reduced) && flag == 0 {
		h *= density / u.liquid.Density(u.reduced)
	}
	return h, flag, ""
}

func (u *hsl) run(f frame) (flag reading.Flag, reason string) {
	h, flag, reason := u.level(f)
	f.out[u.outs[0]] = reading.Missing
	if u.own {
		f.out[u.outs[1]] = value(h)
	}
	if reason != "" {
		return flag, reason
	}
	s := 0.0
	if u.reference != nowhere {
		r := f.at(u.reference)
		if r-r != 0 {
			return flag, u.absent
		}
		s = -(h - r)
	}
	if u.survey != nowhere {
		surveyed := f.at(u.survey)
		if surveyed-surveyed != 0 {
			return flag, u.unsurveyed
		}
		s += surveyed
	}
	f.out[u.outs[0]] = s
	return flag, ""
}

func (u *hsl) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

func (u *hsl) endless() bool { return false }

func (u *hsl) concerns(reading.Column, int32) bool { return true }

func (u *hsl) changed() (base, derived []reading.Column) { return u.columns[:1], nil }

func (u *hsl) place(base, _ []int) { u.bases = base }

func (u *hsl) change(observed, initial, out []float64) {
	out[u.bases[0]] = u.rounding[0].kept(observed[u.outs[0]] - initial[u.outs[0]] + u.surveyed)
}

func (u *hsl) derive([]float64) {}

func (u *hsl) explainChange(column reading.Column) (string, []reading.Column) {
	if u.surveyed == 0 {
		return subtraction, []reading.Column{column}
	}
	return subtraction + " + S_ref", []reading.Column{column}
}

func (u *hsl) explain(f frame, out int) []Step {
	h, _, reason := u.level(f)
	step := Step{
		Field: levelField, Key: "HSL", Text: "h", Value: value(h), Unit: "mm", Reason: reason,
		Inputs: []Term{{Name: u.input, Kind: ComputedTerm, Value: value(h), Unit: "mm"}},
	}
	if u.own {
		step.Inputs = []Term{{Name: u.input, Kind: RawTerm, Value: value(f.at(u.raw)), Unit: "mm"}}
	}
	t := f.at(u.temp)
	if u.pressure && u.own {
		step.Text, step.Inputs[0].Unit = "h = p·10⁶/(ρ(T)·g)", "kPa"
		if t-t != 0 {
			t = liquidTemp
		}
		step.Inputs = append(step.Inputs, Term{Name: "T", Kind: RawTerm, Value: t, Unit: "°C"},
			Term{Name: "ρ", Kind: ComputedTerm, Value: u.liquid.Density(t), Unit: "kg/m³"})
	}
	if !math.IsNaN(u.reduced) && u.own {
		step.Text += "·ρ(T)/ρ(T0)"
		step.Inputs = append(step.Inputs, Term{Name: "T0", Kind: CoefficientTerm, Value: u.reduced, Unit: "°C"})
	}
	if out != u.outs[0] {
		return []Step{step}
	}
	settled := Step{
		Field: u.columns[0].Field, Key: "HSL", Text: "S = −(h − h_ref)", Value: f.out[out], Unit: u.unit,
		Inputs: []Term{{Name: "h", Kind: ComputedTerm, Value: value(h), Unit: "mm"}},
	}
	if u.reference == nowhere {
		settled.Text, settled.Inputs = "S = 0", nil
	} else {
		settled.Inputs = append(settled.Inputs, Term{Name: "h_ref", Kind: PointTerm, Value: value(f.at(u.reference)), Unit: "mm", Role: u.role})
	}
	if u.survey != nowhere {
		settled.Text += " + S_ref"
		settled.Inputs = append(settled.Inputs, Term{Name: "S_ref", Kind: PointTerm, Value: value(f.at(u.survey)), Unit: "mm"})
	}
	if reading.IsMissing(settled.Value) {
		_, settled.Reason = u.run(f)
	}
	return []Step{step, settled}
}
