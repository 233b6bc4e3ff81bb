package device

import (
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

const maxRanges = 4096

func checkRanges(r definition.Ranges) error {
	var c checks
	if len(r.List) > maxRanges {
		return errs.OnField("list", errs.TooManyEntries, "max", maxRanges)
	}
	type place struct {
		channel int32
		field   string
	}
	seen := map[place]bool{}
	for i, one := range r.List {
		at := entry("list", i)
		if one.ChannelNo < 0 || one.ChannelNo > MaxChannel {
			c.Add(at+"channelNo", errs.ChannelInvalid)
		}
		checkText(&c.Refusals, at+"field", one.Field, maxText, true)
		if seen[place{one.ChannelNo, one.Field}] {
			c.Add(at+"field", errs.Duplicate)
		}
		seen[place{one.ChannelNo, one.Field}] = true
		for name, limit := range map[string]*float64{"min": one.Min, "max": one.Max} {
			if limit != nil && !reading.IsFinite(*limit) {
				c.Add(at+name, errs.NotFinite)
			}
		}
		if one.Min != nil && one.Max != nil && !(*one.Min < *one.Max) {
			c.Add(at+"max", errs.TooSmall, "min", *one.Min)
		}
	}
	return c.Err()
}
