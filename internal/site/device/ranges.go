package device

import (
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/fault"
)

const maxRanges = 4096

func checkRanges(r definition.Ranges) error {
	var c checks
	if len(r.List) > maxRanges {
		return fault.OnField("list", fault.TooManyEntries, "max", maxRanges)
	}
	type place struct {
		channel int32
		field   string
	}
	seen := map[place]bool{}
	for i, one := range r.List {
		at := entry("list", i)
		if one.ChannelNo < 0 || one.ChannelNo > MaxChannel {
			c.Add(at+"channelNo", fault.ChannelInvalid)
		}
		checkText(&c.Refusals, at+"field", one.Field, maxText, true)
		if seen[place{one.ChannelNo, one.Field}] {
			c.Add(at+"field", fault.Duplicate)
		}
		seen[place{one.ChannelNo, one.Field}] = true
		for name, limit := range map[string]*float64{"min": one.Min, "max": one.Max} {
			if limit != nil && !finite(*limit) {
				c.Add(at+name, fault.NotFinite)
			}
		}
		if one.Min != nil && one.Max != nil && !(*one.Min < *one.Max) {
			c.Add(at+"max", fault.TooSmall, "min", *one.Min)
		}
	}
	return c.Err()
}
