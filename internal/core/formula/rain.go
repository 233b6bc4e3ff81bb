package formula

import (
	"slices"

	"plumbline/internal/core/reading"
)

var rainFamily = family{
	SystemFormula: SystemFormula{
		Code: "RAIN", Label: label("雨量公式", "Rain gauge", "雨量公式"),
		Text:    "rain = tips·Kr;  counter: rain = total − total_prev",
		Inputs:  []FormulaInput{takes("", "pulse"), takes("", "total")},
		Outputs: []string{"rain", "total"},
		Settings: []FormulaSetting{
			choice("input", inputLabel,
				pick("tips", "上次读数以来的翻斗次数", "Tips since the last reading", "上次讀數以來的翻斗次數"),
				pick("counter", "翻斗累计次数", "Counter of tips", "翻斗累計次數"),
				pick("total", "累计雨量（mm）", "Counter of rain in mm", "累計雨量（mm）")),
			coefficient("Kr").atLeast(0.001).when("input", "tips", "counter"),
			numeric("resetLimit", label("计数器清零后可信雨量上限", "Highest rain after a counter reset", "計數器歸零後可信雨量上限"), "mm").or(50).atLeast(0).
				when("input", "counter", "total"),
		},
		SuitsTypes: []string{"Rain", "WeatherStation", "WATERLEVEL"},
	},
	source: "formulas.md section 21, devices.md section 5.19",
	maths:  maths{outputs: rainOutputs, compile: newRain},
}

// rain is formulas.md section 21: the rain since the previous reading, mm, never negative.
//
//	tips     rain = pulse·Kr
//	counter  total = pulse·Kr; rain = total − that of the previous valid reading
//	total    the same, from the total that the gauge sends
//
// A counter that falls was reset: the rain is what it has counted since, if that is less than resetLimit, else 0. What
// fell before the reset is lost, so the result is partial. The first reading of a counter has a total but no rain.
type rain struct {
	in         slot
	input      string
	field      string
	kr, limit  float64
	outs       []int // of rain and, for a counter, total
	columns    []reading.Column
	bases      []int
	rounding   []precision
	unit       string
	isCounting bool
}

const totalField = "total"

func rainOutputs(rule *Rule, _ *Setting) ([]reading.Column, error) {
	if input := rule.Options["input"]; input == "counter" || input == "total" {
		return []reading.Column{{Field: "rain"}, {Field: totalField}}, nil
	}
	return []reading.Column{{Field: "rain"}}, nil
}

func newRain(b *binder) (unit, error) {
	u := &rain{input: b.option("input"), field: "pulse", kr: 1, outs: b.outs, columns: b.columns, isCounting: len(b.columns) == 2}
	if u.input == totalField {
		u.field = totalField
	} else {
		u.kr = b.number("Kr")
	}
	if u.isCounting {
		u.limit = b.number("resetLimit")
	}
	u.in = b.input("", u.field, 0)
	for _, column := range b.columns {
		p, unit := b.shown(column.Field)
		u.rounding, u.unit = append(u.rounding, p), unit
	}
	return u, b.failed
}

// since returns the rain since the previous total.
func (u *rain) since(f frame, total float64) (float64, reading.Flag, string) {
	if len(f.env.Previous) == 0 {
		return reading.Missing, 0, MissingValue + "prev." + totalField
	}
	before := f.env.Previous[u.outs[1]]
	switch {
	case before-before != 0:
		return reading.Missing, 0, MissingValue + "prev." + totalField
	case total >= before:
		return total - before, 0, ""
	case total < u.limit:
		return total, reading.Partial, ""
	}
	return 0, reading.Partial, ""
}

func (u *rain) run(f frame) (flag reading.Flag, reason string) {
	v := f.at(u.in)
	if v-v != 0 {
		for _, out := range u.outs {
			f.out[out] = reading.Missing
		}
		return 0, MissingValue + u.field
	}
	v *= u.kr
	if !u.isCounting {
		f.out[u.outs[0]] = max(v, 0)
		return 0, ""
	}
	f.out[u.outs[1]] = v
	f.out[u.outs[0]], flag, reason = u.since(f, v)
	return flag, reason
}

func (u *rain) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

func (u *rain) endless() bool { return false }

func (u *rain) concerns(reading.Column, int32) bool { return true }

func (u *rain) changed() (base, derived []reading.Column) { return u.columns, nil }

func (u *rain) place(base, _ []int) { u.bases = base }

func (u *rain) change(observed, initial, out []float64) {
	for i, at := range u.outs {
		out[u.bases[i]] = u.rounding[i].difference(observed[at], initial[at])
	}
}

func (u *rain) derive([]float64) {}

func (u *rain) explainChange(column reading.Column) (string, []reading.Column) {
	return subtraction, []reading.Column{column}
}

func (u *rain) explain(f frame, out int) []Step {
	counted := Step{
		Field: "rain", Key: "RAIN", Text: "rain = tips·Kr", Unit: u.unit, Value: f.out[out],
		Inputs: []Term{{Name: "tips", Kind: RawTerm, Value: value(f.at(u.in)), Field: u.field}, {Name: "Kr", Kind: CoefficientTerm, Value: u.kr, Unit: "mm"}},
	}
	if reading.IsMissing(f.at(u.in)) {
		counted.Reason = MissingValue + u.field
	}
	if !u.isCounting {
		return []Step{counted}
	}
	counted.Field, counted.Text, counted.Value = totalField, "total = tips·Kr", f.out[u.outs[1]]
	if u.input == totalField {
		counted.Text, counted.Inputs = totalField, []Term{{Name: totalField, Kind: RawTerm, Value: value(f.at(u.in)), Unit: u.unit}}
	}
	if slices.Index(u.outs, out) == 1 {
		return []Step{counted}
	}
	step := Step{
		Field: "rain", Key: "RAIN", Text: "rain = total − total_prev", Unit: u.unit, Value: f.out[out],
		Inputs: []Term{{Name: totalField, Kind: ComputedTerm, Value: counted.Value, Unit: u.unit}},
	}
	if len(f.env.Previous) > 0 {
		step.Inputs = append(step.Inputs, Term{Name: "total_prev", Kind: PreviousTerm, Value: value(f.env.Previous[u.outs[1]]), Unit: u.unit})
	}
	if v := f.out[u.outs[1]]; v-v == 0 {
		var flag reading.Flag
		_, flag, step.Reason = u.since(f, v)
		if flag != 0 {
			step.Text = "total < total_prev: rain = total"
		}
	} else {
		step.Reason = counted.Reason
	}
	return []Step{counted, step}
}
