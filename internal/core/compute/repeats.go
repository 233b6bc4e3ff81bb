package compute

import (
	"math"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/reading"
)

// countRepeats flags a reading if it and at least four before it, over the hours of the rule, have the same fields and
// the same values at the resolution of the instrument. The order of fields does not matter.
func (f *fold) countRepeats(t int64, columns *reading.Columns, raw []float64) reading.Flag {
	rule := &f.segment.Repeats
	if rule.After == 0 {
		f.state.same = 0
		return 0
	}
	if columns != f.hashedFor || *rule != f.hashedBy {
		f.hashedFor, f.hashedBy, f.hashes, f.steps = columns, *rule, f.scratch.hashesOf(columns), rule.Steps(columns)
	}
	if f.steps == nil {
		f.state.same = 0
		return 0
	}
	var sum uint64
	for i, v := range raw {
		if reading.IsMissing(v) {
			continue
		}
		if f.steps[i] > 0 {
			v = math.Round(v * f.steps[i])
		}
		h := (f.hashes[i] ^ math.Float64bits(v)) * 0x9E3779B97F4A7C15
		sum += (h ^ h>>32) * 0xD6E8FEB86659FD93
	}
	if sum != f.state.rawHash || f.state.same == 0 {
		f.state.rawHash, f.state.same, f.state.sameSince = sum, 1, t
		return 0
	}
	f.state.same = min(f.state.same+1, catalog.RepeatedReadings)
	if f.state.same < catalog.RepeatedReadings || t-f.state.sameSince < rule.After {
		return 0
	}
	return reading.Repeated
}
