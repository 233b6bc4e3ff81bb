package definition

import (
	"math"

	"plumbline/internal/core/catalog"
)

// Ranges are the measuring ranges of an instrument: a reading outside does not count. A field that is not listed has
// the catalog range of its device type.
type Ranges struct {
	List []Range `json:"list"`
}

// Range is the measuring range of one raw field of a device or one of its channels.
type Range struct {
	ChannelNo int32    `json:"channelNo,omitempty" doc:"Channel of a collector; 0: the device itself and all channels that are not listed"`
	Field     string   `json:"field" doc:"Raw field"`
	Min       *float64 `json:"min,omitempty" doc:"Omitted: no lower limit"`
	Max       *float64 `json:"max,omitempty" doc:"Omitted: no upper limit"`
}

// Bounds returns the limits of the range; a missing limit is infinite.
func (r Range) Bounds() (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if r.Min != nil {
		low = *r.Min
	}
	if r.Max != nil {
		high = *r.Max
	}
	return low, high
}

// Of returns the range of a field on a channel, else that of the device.
func (r Ranges) Of(channelNo int32, field string) (Range, bool) {
	var found Range
	ok := false
	for _, one := range r.List {
		if one.Field == field && (one.ChannelNo == channelNo || one.ChannelNo == 0 && !ok) {
			found, ok = one, true
		}
	}
	return found, ok
}

// RangeOf returns the configured range of a raw field on a channel, else the catalog's. ok is false if there is
// none.
func (r Ranges) RangeOf(deviceType string, channelNo int32, field string) (low, high float64, ok bool) {
	if own, configured := r.Of(channelNo, field); configured {
		low, high = own.Bounds()
		return low, high, !math.IsInf(low, 0) || !math.IsInf(high, 0)
	}
	if raw, known := catalog.RawFieldOf(deviceType, field); known && raw.Min != nil && raw.Max != nil {
		return *raw.Min, *raw.Max, true
	}
	return 0, 0, false
}
