package query

import (
	"math"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
)

// Range is the measuring range of a raw field during a time range. It decides whether a reading is valid.
type Range struct {
	From, Until int64 // UTC ms, within the requested range
	Field       string
	Unit        string
	Low, High   float64 // infinite if there is no limit
}

// rangesOf returns the measuring ranges for readings from start to end.
func rangesOf(p *compiled.Point, start, end int64) []Range {
	var list []Range
	for t := start; t <= end; {
		s := p.At(t)
		until := min(s.Until, end)
		for _, r := range rangesAt(p, t) {
			r.From, r.Until = t, until
			same := func(o Range) bool {
				return o.Field == r.Field && o.Low == r.Low && o.High == r.High && o.Until == t
			}
			if i := slices.IndexFunc(list, same); i >= 0 {
				list[i].Until = until
			} else {
				list = append(list, r)
			}
		}
		if s.Until > end || s.Until == math.MaxInt64 {
			break
		}
		t = s.Until
	}
	return list
}

// rangesAt returns the measuring ranges for a reading at a time.
func rangesAt(p *compiled.Point, t int64) []Range {
	s := p.At(t)
	if s.Program == nil {
		return nil
	}
	var list []Range
	inputs := s.Program.Inputs()
	for _, limit := range s.Program.Limits() {
		if limit.Decides {
			field := inputs[limit.Input].Field
			list = append(list, Range{Field: field, Unit: unitOfRaw(p, t, field), Low: limit.Low, High: limit.High})
		}
	}
	return list
}

// unitOfRaw returns the unit of a raw field of the main device.
func unitOfRaw(p *compiled.Point, t int64, field string) string {
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 {
		return ""
	}
	raw, _ := catalog.RawFieldOf(p.Definition.Devices[binding.Value.Sources[0].DeviceID].Type, field)
	return raw.Unit
}

// inputRange returns the range of an input of a point at a time, infinite if it has none.
func inputRange(p *compiled.Point, t int64, input int) (low, high float64) {
	if program := p.At(t).Program; program != nil {
		for _, limit := range program.Limits() {
			if limit.Input == input {
				return limit.Low, limit.High
			}
		}
	}
	return math.Inf(-1), math.Inf(1)
}
