package computation

import (
	"slices"

	"plumbline/internal/correction"
	"plumbline/internal/formula"
	"plumbline/internal/reading"
)

// ofHand is the role of columns that no source fills: their values are typed.
const ofHand = "by hand"

// typedFields lists the fields of which people have typed values, in order.
func typedFields(corrections []correction.Correction) []string {
	var fields []string
	for i := range corrections {
		if corrections[i].Kind != correction.Replace || len(corrections[i].Nodes) > 0 {
			continue
		}
		for field := range corrections[i].Values {
			if !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		}
	}
	slices.Sort(fields)
	return fields
}

// showTyped gives a stretch that nothing feeds the columns of what people typed, beside
// those of its formula if that can be computed: a point without formula or source shows
// what was entered by hand (domain measurements.md section 6).
func (p *Point) showTyped(c *sharing, s *Stretch, setting formula.Setting, sources []source) {
	if s.Program == nil {
		setting.Rules = nil
	}
	rules := slices.Clone(setting.Rules)
	for _, field := range p.typed {
		if s.Program == nil || !slices.ContainsFunc(s.Program.Observed().List, func(c reading.Column) bool { return c.Field == field }) {
			rules = append(rules, formula.Rule{System: "DIRECT", ComputedField: field, Options: map[string]string{"role": ofHand}})
		}
	}
	if len(rules) == len(setting.Rules) {
		return
	}
	setting.Rules = rules
	program, problem := c.program(setting, p.Definition.Point.Measurement, p.mainType(s.From))
	if problem != nil {
		return
	}
	s.Program, s.inputs, s.feeds = program, nil, nil
	for _, wanted := range program.Inputs() {
		s.inputs = append(s.inputs, s.resolve(wanted, sources))
	}
	s.made = len(p.stretches) + 1
	if last := len(p.stretches) - 1; last >= 0 && p.stretches[last].Program == program && p.stretches[last].Main == 0 {
		s.made = p.stretches[last].made
	}
}
