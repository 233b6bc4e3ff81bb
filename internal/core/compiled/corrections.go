package compiled

import (
	"cmp"
	"slices"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// NewestCorrection returns the newest correction that may have changed the judgements between two times; 0: none.
func (p *Point) NewestCorrection(from, to int64) int64 {
	var newest *correction.Correction
	for i := range p.Definition.Corrections {
		c := &p.Definition.Corrections[i]
		if c.Kind == correction.Suspect {
			continue // judged as before
		}
		begins, ends := c.From, c.From
		switch c.Kind {
		case correction.Withdraw:
			ends = c.To
		case correction.Shift, correction.InitShift, correction.TopShift:
			ends = Forever
		}
		if begins <= to && ends >= from && (newest == nil || RecordedBefore(newest, c)) {
			newest = c
		}
	}
	if newest == nil {
		return 0
	}
	return newest.ID
}

// SeparatesReadings reports whether two readings cannot be one observation: an initial value begins between them, or
// the earlier one has a manual value.
func (p *Point) SeparatesReadings(earlier, later int64) bool {
	next, ok := p.initials.Until(earlier)
	if ok && next <= later {
		return true
	}
	return slices.ContainsFunc(p.Replaces, func(c correction.Correction) bool { return c.From >= earlier && c.From < later })
}

func (p *Point) ReplacedAt(t int64) bool {
	return slices.ContainsFunc(p.Replaces, func(c correction.Correction) bool { return c.From == t })
}

func RecordedBefore(a, b *correction.Correction) bool {
	return cmp.Or(cmp.Compare(a.RecordedAt, b.RecordedAt), cmp.Compare(a.ID, b.ID)) < 0
}

func (p *Point) sortCorrections() {
	for _, c := range p.Definition.Corrections {
		switch c.Kind {
		case correction.Withdraw:
			p.Withdrawals = append(p.Withdrawals, c)
		case correction.Suspect:
			p.Suspects = append(p.Suspects, c)
		case correction.Replace:
			p.Replaces = append(p.Replaces, c)
		case correction.Amend:
			p.Amends = append(p.Amends, c)
		case correction.Casing:
			p.Casings = append(p.Casings, c)
		case correction.Shift, correction.InitShift:
			p.Shifts = append(p.Shifts, c)
		case correction.TopShift:
			p.TopShifts = append(p.TopShifts, c)
		}
	}
	recorded := func(a, b correction.Correction) int {
		return cmp.Or(cmp.Compare(a.RecordedAt, b.RecordedAt), cmp.Compare(a.ID, b.ID))
	}
	byFrom := func(a, b correction.Correction) int {
		return cmp.Or(cmp.Compare(a.From, b.From), recorded(a, b))
	}
	slices.SortFunc(p.Withdrawals, recorded)
	slices.SortFunc(p.Replaces, byFrom)
	p.manual = manualValuesOf(p.Replaces)
	slices.SortFunc(p.Amends, byFrom)
	slices.SortFunc(p.Casings, byFrom)
	slices.SortFunc(p.Shifts, byFrom)
	slices.SortFunc(p.TopShifts, byFrom)
}

// carried reports whether an accumulated change was carried over to other instruments between two times.
func (p *Point) carried(after, until int64) bool {
	return slices.ContainsFunc(p.Shifts, func(s correction.Correction) bool {
		return s.Kind == correction.InitShift && s.From > after && s.From <= until
	})
}

// AmendsAt returns the amendments of a reading of the point, in order of recording.
func (p *Point) AmendsAt(t int64) []correction.Correction { return recordedAt(p.Amends, t) }

// CasingAt returns the correction of the systematic errors of a survey, nil if there is none. The last one recorded counts.
func (p *Point) CasingAt(t int64) *correction.Correction {
	list := recordedAt(p.Casings, t)
	if len(list) == 0 {
		return nil
	}
	return &list[len(list)-1]
}

// recordedAt returns the corrections of a time from a list by From.
func recordedAt(list []correction.Correction, t int64) []correction.Correction {
	if len(list) == 0 {
		return nil
	}
	first, _ := slices.BinarySearchFunc(list, t, func(c correction.Correction, t int64) int { return cmp.Or(cmp.Compare(c.From, t), 1) })
	last := first
	for last < len(list) && list[last].From == t {
		last++
	}
	return list[first:last]
}

// Amend changes the inputs of a reading to what amendments say, takes the systematic errors of a survey out of them, and
// reports whether it did. The last amendment recorded counts.
func (p *Point) Amend(t int64, s *Segment, in []float64) (amended bool) {
	for _, c := range p.AmendsAt(t) {
		for i := range s.Inputs {
			if s.Inputs[i].Feed != OfMain {
				continue
			}
			if v, ok := c.Replaces(s.Inputs[i].Column.Field, s.Inputs[i].Column.Node); ok {
				in[i], amended = v, true
			}
		}
	}
	return p.removeErrors(t, s, in) || amended
}

// removeErrors takes the systematic errors of a survey out of its readings, and reports whether one has changed.
func (p *Point) removeErrors(t int64, s *Segment, in []float64) bool {
	c := p.CasingAt(t)
	if c == nil {
		return false
	}
	where := map[reading.Column]*float64{}
	for i := range s.Inputs {
		if s.Inputs[i].Feed == OfMain {
			where[s.Inputs[i].Column] = &in[i]
		}
	}
	return formula.CasingErrorsOf(c.Values).Remove(s.Nodes, func(field int, node int32) *float64 {
		return where[reading.Column{Field: formula.ProbeFields[field], Node: node}]
	})
}
