package monitor

import (
	"plumbline/internal/computation"
	"plumbline/internal/point"
	"plumbline/internal/reading"
)

// byHand reports whether people enter the readings of a point at a time. They are kept as
// corrections that replace, but no instrument's value is behind them.
func byHand(p *computation.Point, t int64) bool {
	if p.Definition.Point.Kind != point.Artificial {
		return false
	}
	binding, ok := p.Definition.Config.Binding.At(t)
	return !ok || len(binding.Value.Sources) == 0
}

// flagOf is the flag of a result as people see it: entered by hand, not replaced.
func flagOf(p *computation.Point, t int64, flag reading.Flag) reading.Flag {
	if flag&reading.Replaced == 0 || !byHand(p, t) {
		return flag
	}
	return flag&^reading.Replaced | reading.Manual
}
