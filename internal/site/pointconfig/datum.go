package pointconfig

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
)

// datum reduces leveled elevations (m) to settlements (mm): all readings of a point have the same difference between
// the two.
type datum struct {
	offset float64 // mm; settlement less elevation
	known  bool
}

// datumOf returns the datum of a point: that of the earliest reading with an elevation. Its first one settles by 0.
func datumOf(measurement string, standing map[int64]correction.Correction, typed []Reading) datum {
	for _, field := range [...]string{"elevation", "settlement"} {
		if _, ok := catalog.Field(measurement, field); !ok {
			return datum{}
		}
	}
	for _, t := range slices.Sorted(maps.Keys(standing)) {
		elevation, leveled := standing[t].Values["elevation"]
		if settlement, ok := standing[t].Values["settlement"]; leveled && ok {
			return datum{settlement - 1000*elevation, true}
		}
	}
	inOrder := slices.Clone(typed)
	for t, c := range standing {
		inOrder = append(inOrder, Reading{Time: t, Values: c.Values})
	}
	slices.SortStableFunc(inOrder, func(a, b Reading) int { return cmp.Compare(a.Time, b.Time) })
	for _, r := range inOrder {
		if elevation, leveled := r.Values["elevation"]; leveled {
			return datum{r.Values["settlement"] - 1000*elevation, true}
		}
	}
	return datum{}
}

// reduce adds the settlement to values with an elevation only.
func (d datum) reduce(values map[string]float64) map[string]float64 {
	elevation, leveled := values["elevation"]
	if _, typed := values["settlement"]; !d.known || !leveled || typed {
		return values
	}
	out := maps.Clone(values)
	out["settlement"] = math.Round((1000*elevation+d.offset)*1e6) / 1e6 // a sum of decimals
	return out
}
