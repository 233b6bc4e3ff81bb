package compiled

import (
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// byHand is the role of columns without a source: their values are entered manually.
const byHand = "by hand"

// manualValues lists what has manual values: fields of the whole reading, fields of nodes, both sorted, and the nodes.
type manualValues struct {
	fields, ofNodes []string
	nodes           []formula.Node
}

// manualValuesOf reads the replacements of a point. If the depth of a node was entered twice, the later one counts.
func manualValuesOf(replaces []correction.Correction) manualValues {
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
	t := manualValues{fields: slices.Sorted(maps.Keys(fields)), ofNodes: slices.Sorted(maps.Keys(ofNodes))}
	for _, no := range slices.Sorted(maps.Keys(depths)) {
		t.nodes = append(t.nodes, formula.Node{No: no, Depth: depths[no]})
	}
	return t
}

// showManual adds the columns of manual values to a segment without a source, next to those of its formula if it can
// be computed: a point without formula or source shows manual values (domain measurements.md section 6).
func (p *Point) showManual(c *interner, s *Segment, setting formula.Setting, sources []source) {
	if s.Program == nil {
		setting.Rules = nil
	}
	rules := slices.Clone(setting.Rules)
	there := func(field string, ofNode bool) bool {
		return s.Program != nil && slices.ContainsFunc(s.Program.Observed().List, func(c reading.Column) bool {
			return c.Field == field && (c.Node > 0) == ofNode
		})
	}
	for _, field := range p.manual.fields {
		if !there(field, false) {
			rules = append(rules, formula.Rule{System: "DIRECT", ComputedField: field, Options: map[string]string{"role": byHand}})
		}
	}
	for _, field := range p.manual.ofNodes {
		if !there(field, true) {
			rules = append(rules, formula.Rule{System: "DIRECT", ComputedField: field, Options: map[string]string{"role": byHand, "perNode": "true"}})
		}
	}
	if len(rules) == len(setting.Rules) {
		return
	}
	setting.Rules, setting.Segments, s.Nodes = rules, nil, nil
	for _, node := range p.manual.nodes {
		setting.Segments = append(setting.Segments, formula.Segment{No: node.No})
		if !math.IsNaN(node.Depth) { // known
			s.Nodes = append(s.Nodes, node)
		}
	}
	program, problem := c.program(setting, p.Definition.Point.Measurement, p.mainType(s.From))
	if problem != nil {
		return
	}
	s.Program, s.Inputs, s.Feeds = program, nil, nil
	for _, wanted := range program.Inputs() {
		s.Inputs = append(s.Inputs, s.resolve(wanted, sources))
	}
	s.made = len(p.Segments) + 1
	if last := len(p.Segments) - 1; last >= 0 && p.Segments[last].Program == program && p.Segments[last].Main == 0 {
		s.made = p.Segments[last].made
	}
}
