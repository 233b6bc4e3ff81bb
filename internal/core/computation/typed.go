package computation

import (
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// ofHand is the role of columns that no source fills: their values are typed.
const ofHand = "by hand"

// typed is what people have typed values of: fields of the whole reading, fields of nodes,
// both in order, and the nodes.
type typed struct {
	fields, ofNodes []string
	nodes           []formula.Node
}

// typedIn reads the replaces of a point. Where the depth of a node was typed twice the
// later one of them stands.
func typedIn(replaces []correction.Correction) typed {
	fields, ofNodes, depths := map[string]bool{}, map[string]bool{}, map[int32]float64{}
	for i := range replaces {
		if len(replaces[i].Nodes) == 0 {
			for field := range replaces[i].Values {
				fields[field] = true
			}
		}
		for _, node := range replaces[i].NodeValues {
			for field := range node.Values {
				ofNodes[field] = true
			}
			if node.Depth != nil {
				depths[node.No] = *node.Depth
			} else if _, told := depths[node.No]; !told {
				depths[node.No] = math.NaN()
			}
		}
	}
	t := typed{fields: slices.Sorted(maps.Keys(fields)), ofNodes: slices.Sorted(maps.Keys(ofNodes))}
	for _, no := range slices.Sorted(maps.Keys(depths)) {
		t.nodes = append(t.nodes, formula.Node{No: no, Depth: depths[no]})
	}
	return t
}

// showTyped gives a stretch that nothing feeds the columns of what people typed, beside
// those of its formula if that can be computed: a point without formula or source shows
// what was entered by hand (domain measurements.md section 6).
func (p *Point) showTyped(c *sharing, s *Stretch, setting formula.Setting, sources []source) {
	if s.Program == nil {
		setting.Rules = nil
	}
	rules := slices.Clone(setting.Rules)
	there := func(field string, ofNode bool) bool {
		return s.Program != nil && slices.ContainsFunc(s.Program.Observed().List, func(c reading.Column) bool { return c.Field == field && (c.Node > 0) == ofNode })
	}
	for _, field := range p.typed.fields {
		if !there(field, false) {
			rules = append(rules, formula.Rule{System: "DIRECT", ComputedField: field, Options: map[string]string{"role": ofHand}})
		}
	}
	for _, field := range p.typed.ofNodes {
		if !there(field, true) {
			rules = append(rules, formula.Rule{System: "DIRECT", ComputedField: field, Options: map[string]string{"role": ofHand, "perNode": "true"}})
		}
	}
	if len(rules) == len(setting.Rules) {
		return
	}
	setting.Rules, setting.Segments, s.Nodes = rules, nil, nil
	for _, node := range p.typed.nodes {
		setting.Segments = append(setting.Segments, formula.Segment{No: node.No})
		if node.Depth == node.Depth { // told
			s.Nodes = append(s.Nodes, node)
		}
	}
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
