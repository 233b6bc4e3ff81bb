package query

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
)

// byHand reports whether the readings of a point are entered by hand at a time. They are stored as
// corrections that replace, though there is no instrument value to replace.
func byHand(p *compiled.Point, t int64) bool {
	if p.Definition.Point.Kind != catalog.ArtificialPoint {
		return false
	}
	binding, ok := p.Definition.Config.Binding.At(t)
	return !ok || len(binding.Value.Sources) == 0
}

// flagOf is the flag of a result as it is shown: entered by hand rather than replaced.
func flagOf(p *compiled.Point, t int64, flag reading.Flag) reading.Flag {
	if flag&reading.Replaced == 0 || !byHand(p, t) {
		return flag
	}
	return flag&^reading.Replaced | reading.Manual
}
