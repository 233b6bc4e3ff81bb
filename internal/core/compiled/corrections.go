package compiled

import (
	"cmp"
	"slices"

	"plumbline/internal/core/correction"
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
func (p *Point) AmendsAt(t int64) []correction.Correction {
	if len(p.Amends) == 0 {
		return nil
	}
	first, _ := slices.BinarySearchFunc(p.Amends, t, func(c correction.Correction, t int64) int { return cmp.Or(cmp.Compare(c.From, t), 1) })
	last := first
	for last < len(p.Amends) && p.Amends[last].From == t {
		last++
	}
	return p.Amends[first:last]
}

// Amend changes the inputs of a reading to what amendments say, and reports whether there are any. The last one recorded
// counts.
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
	return amended
}
