package query

import (
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

const (
	markCorrection   = "correction"
	markInitial      = "initial"
	markDevice       = "device"
	markFormula      = "formula"
	markCoefficients = "coefficients"
	markRanges       = "ranges"
)

// marks returns the events of a point in a range, in time order.
func marks(p *compiled.Point, start, end int64) []Mark {
	var list []Mark
	for i := range p.Definition.Corrections {
		c := &p.Definition.Corrections[i]
		until := int64(0)
		if c.Kind == correction.Withdraw {
			until = c.To
		}
		if c.Kind == correction.Replace && byHand(p, c.From) {
			continue // a reading, not an event
		}
		if c.Kind == correction.Suspect {
			continue // remarks of readings
		}
		if c.InEffect() && c.From <= end && max(c.From, until) >= start {
			list = append(list, Mark{Time: c.From, Until: until, Kind: markCorrection, ID: c.ID, Note: c.Note})
		}
	}
	d := &p.Definition
	list = appendMarks(list, markInitial, p.Initials(), start, end, true)
	list = appendMarks(list, markDevice, d.Config.Binding, start, end, false)
	list = appendMarks(list, markFormula, d.Config.Formula, start, end, false)
	for _, used := range d.Devices {
		list = appendMarks(list, markCoefficients, used.Config.Coefficients, start, end, false)
		list = appendMarks(list, markRanges, used.Config.Ranges, start, end, true)
	}
	slices.SortFunc(list, func(a, b Mark) int {
		switch {
		case a.Time != b.Time:
			return int(min(max(a.Time-b.Time, -1), 1))
		}
		return int(min(max(a.ID-b.ID, -1), 1))
	})
	return list
}

// appendMarks adds the versions of an aspect that start in a range. The first version of most aspects is not an event.
func appendMarks[T any](list []Mark, kind string, line timeline.Timeline[T], start, end int64, first bool) []Mark {
	for i, v := range line.Versions() {
		if (i > 0 || first) && v.ValidFrom >= start && v.ValidFrom <= end {
			list = append(list, Mark{Time: v.ValidFrom, Kind: kind, ID: v.ID, Note: v.Note})
		}
	}
	return list
}
