package query

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
)

// byHand reports whether readings of a point are entered manually at a time. They are stored as replacements, although
// there is no value of an instrument to replace.
func byHand(p *compiled.Point, t int64) bool {
	if p.Definition.Point.Kind != catalog.ArtificialPoint {
		return false
	}
	binding, ok := p.Definition.Config.Binding.At(t)
	return !ok || len(binding.Value.Sources) == 0
}

// flagOf returns the flag of a result for display: entered manually rather than replaced.
func flagOf(p *compiled.Point, t int64, flag reading.Flag) reading.Flag {
	if flag&reading.Replaced == 0 || !byHand(p, t) {
		return flag
	}
	return flag&^reading.Replaced | reading.Manual
}
