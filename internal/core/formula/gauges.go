package formula

import (
	"strconv"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/i18n"
)

// mostGauges is the maximum number of gauges in a section of a support.
const mostGauges = 8

// gauges are the readings of the same field of several sources: the gauges around a section. Their mean counts if at
// least half of them have a reading; without all of them it is partial (formulas.md section 24).
type gauges struct {
	field   string
	slots   []slot
	roles   []string
	reasons []string
	unit    string
}

// gaugeSources are the settings of the gauges; the first two, opposite each other, are required.
func gaugeSources(text i18n.Label) (list []FormulaSetting) {
	for i := 1; i <= mostGauges; i++ {
		no := strconv.Itoa(i)
		s := source("gauge"+no, label(text.Zh+no, text.En+" "+no, text.Tw+no))
		if i <= 2 {
			s = s.required()
		}
		list = append(list, s)
	}
	return list
}

func newGauges(b *binder, field, unit string) gauges {
	g := gauges{field: field, unit: unit}
	for i := 1; i <= mostGauges; i++ {
		name := "gauge" + strconv.Itoa(i)
		role := b.option(name)
		if role == "" {
			if i <= 2 {
				b.fail(incomplete(NoSource, name))
			}
			continue
		}
		g.slots, g.roles = append(g.slots, b.sourced(name, field, 0)), append(g.roles, role)
		g.reasons = append(g.reasons, MissingValue+role+"."+field)
	}
	return g
}

func (g *gauges) mean(f frame) (mean float64, flag reading.Flag, reason string) {
	sum, n := 0.0, 0
	for i, s := range g.slots {
		v := f.at(s)
		if v-v != 0 {
			flag = reading.Partial
			if reason == "" {
				reason = g.reasons[i]
			}
			continue
		}
		sum += v
		n++
	}
	if n == 0 || 2*n < len(g.slots) {
		return reading.Missing, 0, reason
	}
	return sum / float64(n), flag, ""
}

// explain returns the mean as a step.
func (g *gauges) explain(f frame, name, text string) Step {
	mean, _, _ := g.mean(f)
	step := Step{Key: name, Text: text, Value: value(mean), Unit: g.unit}
	for i, s := range g.slots {
		if v := f.at(s); v-v == 0 {
			step.Inputs = append(step.Inputs, Term{Name: g.roles[i], Kind: PointTerm, Value: v, Unit: g.unit, Role: g.roles[i], Field: g.field})
		}
	}
	return step
}
