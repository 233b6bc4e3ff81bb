package formula

import (
	"slices"

	"plumbline/internal/core/reading"
)

var rainFamily = family{
	SystemFormula: SystemFormula{
		Code: "RAIN", Label: label("雨量公式", "Rain gauge", "雨量公式"),
		Text:    "rain = tips·Kr;  counter: rain = total − total_prev;  rain1h = Σ rain in (t − 1 h, t]",
		Inputs:  []FormulaInput{takes("", "pulse"), takes("", "total"), takes("", "rain")},
		Outputs: append(append([]string{"rain", "total"}, rainSumFields...), antecedentField),
		Settings: append([]FormulaSetting{
			choice("input", inputLabel,
				pick("tips", "上次读数以来的翻斗次数", "Tips since the last reading", "上次讀數以來的翻斗次數"),
				pick("counter", "翻斗累计次数", "Counter of tips", "翻斗累計次數"),
				pick("total", "累计雨量（mm）", "Counter of rain in mm", "累計雨量（mm）"),
				pick("rain", "上次读数以来的雨量（mm）", "Rain since the last reading in mm", "上次讀數以來的雨量（mm）")),
			coefficient("Kr").atLeast(0.001).when("input", "tips", "counter"),
			numeric("resetLimit", label("计数器清零后可信雨量上限", "Highest rain after a counter reset", "計數器歸零後可信雨量上限"), "mm").or(50).atLeast(0).
				when("input", "counter", "total"),
		}, antecedentSettings()...),
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
//	rain     rain as the gauge sends it
//
// A counter that falls was reset: the rain is what it has counted since, if that is less than resetLimit, else 0. What
// fell before the reset is lost, so the result is partial. The first reading of a counter has a total but no rain. The sums
// that end at the reading follow (rainSums), and the effective antecedent rain if it is wanted.
type rain struct {
	in         slot
	field      string
	kr, limit  float64
	outs       []int // of rain, total if it counts, and the sums
	columns    []reading.Column
	bases      []int
	rounding   []precision
	unit       string
	isCounting bool
	sums       rainSums
	antecedent antecedentRain
}

const totalField = "total"

func rainOutputs(rule *Rule, _ *Setting) ([]reading.Column, error) {
	columns := []reading.Column{{Field: "rain"}}
	if input := rule.Options["input"]; input == "counter" || input == "total" {
		columns = append(columns, reading.Column{Field: totalField})
	}
	for _, field := range rainSumFields {
		columns = append(columns, reading.Column{Field: field})
	}
	if hasAntecedent(rule) {
		columns = append(columns, reading.Column{Field: antecedentField})
	}
	return columns, nil
}

func newRain(b *binder) (unit, error) {
	u := &rain{field: "pulse", kr: 1, outs: b.outs, columns: b.columns}
	u.isCounting = u.columns[1].Field == totalField
	sums := 1
	if u.isCounting {
		sums = 2
	}
	u.sums = rainSums{rain: u.outs[0], outs: u.outs[sums : sums+len(rainSumFields)]}
	if hasAntecedent(b.rule) {
		u.antecedent = newAntecedentRain(b, u.outs[len(u.outs)-1])
	}
	switch input := b.option("input"); input {
	case totalField, "rain":
		u.field = input
	default:
		u.kr = b.number("Kr")
	}
	if u.isCounting {
		u.limit = b.number("resetLimit")
	}
	u.in = b.input("", u.field, 0)
	for _, column := range b.columns {
		p, _ := b.shown(column.Field)
		u.rounding = append(u.rounding, p)
	}
	_, u.unit = b.shown("rain")
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
	if u.isCounting {
		f.out[u.outs[1]] = v
		f.out[u.outs[0]], flag, reason = u.since(f, v)
	} else {
		f.out[u.outs[0]] = max(v, 0)
	}
	return flag | u.sums.run(f) | u.antecedent.run(f), reason
}

func (u *rain) remembers(at int) (columns []int, span int64, own bool) {
	u.sums.at, u.antecedent.at = at, at
	return u.outs[:1], max(longestRain, u.antecedent.span()), false
}

func (u *rain) store(out []float64) (lost bool) {
	for i, at := range u.outs {
		lost = u.rounding[i].store(out, at) || lost
	}
	return lost
}

func (u *rain) endless() bool { return false }

func (u *rain) concerns(reading.Column, int32) bool { return true }

// changed leaves out the sums: their change means nothing.
func (u *rain) changed() (base, derived []reading.Column) {
	return slices.DeleteFunc(slices.Clone(u.columns), func(c reading.Column) bool {
		return c.Field == antecedentField || slices.Contains(rainSumFields, c.Field)
	}), nil
}

func (u *rain) place(base, _ []int) { u.bases = base }

func (u *rain) change(observed, initial, out []float64) {
	for i, base := range u.bases {
		out[base] = u.rounding[i].difference(observed[u.outs[i]], initial[u.outs[i]])
	}
}

func (u *rain) derive([]float64) {}

func (u *rain) explainChange(column reading.Column) (string, []reading.Column) {
	return subtraction, []reading.Column{column}
}

func (u *rain) explain(f frame, out int) []Step {
	counted := Step{
		Field: "rain", Key: "RAIN", Text: "rain = tips·Kr", Unit: u.unit, Value: f.out[u.outs[0]],
		Inputs: []Term{{Name: "tips", Kind: RawTerm, Value: value(f.at(u.in)), Field: u.field}, {Name: "Kr", Kind: CoefficientTerm, Value: u.kr, Unit: "mm"}},
	}
	if u.field != "pulse" {
		counted.Text, counted.Inputs = u.field, []Term{{Name: u.field, Kind: RawTerm, Value: value(f.at(u.in)), Unit: u.unit}}
	}
	if reading.IsMissing(f.at(u.in)) {
		counted.Reason = MissingValue + u.field
	}
	if u.isCounting {
		counted.Field, counted.Value = totalField, f.out[u.outs[1]]
		if u.field != totalField {
			counted.Text = "total = tips·Kr"
		}
		if out == u.outs[1] {
			return []Step{counted}
		}
	}
	if u.antecedent.days > 0 && out == u.antecedent.out {
		return append(u.explainRain(f, counted), u.antecedent.explain(f)...)
	}
	if slices.Contains(u.sums.outs, out) {
		return append(u.explainRain(f, counted), u.sums.explain(f, out)...)
	}
	return u.explainRain(f, counted)
}

// explainRain returns the steps of the rain since the previous reading; counted is the first.
func (u *rain) explainRain(f frame, counted Step) []Step {
	if !u.isCounting {
		return []Step{counted}
	}
	step := Step{
		Field: "rain", Key: "RAIN", Text: "rain = total − total_prev", Unit: u.unit, Value: f.out[u.outs[0]],
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
