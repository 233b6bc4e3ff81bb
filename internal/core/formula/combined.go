package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

var combinedFamily = family{
	SystemFormula: SystemFormula{
		Code: "COMBINED", Label: label("子测点合成公式", "Combination of sub-points", "子測點合成公式"),
		Text: "v̄ = Σv/n;  S = Σv;  R = √Σv²",
		Settings: append([]FormulaSetting{
			choice("how", label("合成方式", "Combination", "合成方式"), pick("mean", "平均值", "Mean", "平均值"), pick("sum", "总和", "Sum", "總和"),
				pick("resultant", "合量", "Resultant", "合量")),
		}, gaugeSources(label("子测点", "Sub-point", "子測點"))...),
		SuitsTypes: []string{"Composite", "Virtual"},
	},
	source: "views.md section 6, composite point; missing sub-points as in formulas.md section 24",
	maths:  scalar(newCombined),
}

// combined computes one value from the same field of several sub-points, the rule's field:
//
//	mean       v̄ = Σv/n
//	sum        S = Σv
//	resultant  R = √Σv²   of components at right angles
//
// The mean counts if at least half of the sub-points have a reading; without all of them it is partial. A sum or
// resultant without one of its parts would be too small, so that there is none.
type combined struct {
	gauges gauges
	how    string
}

func newCombined(b *binder) (kernel, error) {
	_, unit := b.shown(b.rule.ComputedField)
	return &combined{gauges: newGauges(b, b.rule.ComputedField, unit), how: b.option("how")}, nil
}

func (k *combined) eval(f frame) (float64, reading.Flag, string) {
	if k.how != "sum" && k.how != "resultant" {
		return k.gauges.mean(f)
	}
	total := 0.0
	for i, s := range k.gauges.slots {
		v := f.at(s)
		switch {
		case v-v != 0:
			return reading.Missing, 0, k.gauges.reasons[i]
		case k.how == "sum":
			total += v
		default:
			total += v * v
		}
	}
	if k.how == "resultant" {
		total = math.Sqrt(total)
	}
	return total, 0, ""
}

func (k *combined) explain(f frame) explanation {
	text := map[string]string{"sum": "S = Σv", "resultant": "R = √Σv²"}[k.how]
	if text == "" {
		text = "v̄ = Σv/n"
	}
	return explanation{text: text, terms: k.gauges.explain(f, "", text).Inputs}
}
