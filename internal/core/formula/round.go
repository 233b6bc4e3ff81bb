package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

// finer is the number of decimals that a result keeps beyond the displayed ones (design core.md section 3).
const (
	finer    = 3
	unlisted = 3 // displayed decimals of a field outside the measurement
)

// precision rounds to a number of decimals; the zero value does not round.
type precision float64

// maxDecimals ensures that 10^d is exact.
const maxDecimals = 15

func toDecimals(decimals int) precision {
	return precision(math.Pow10(min(max(decimals, 0), maxDecimals)))
}

// store rounds observed columns. lost reports whether one is neither a number nor Missing.
func (p precision) store(out []float64, columns ...int) (lost bool) {
	for _, i := range columns {
		v := out[i]
		lost = lost || v-v != 0 && !reading.IsMissing(v)
		out[i] = p.kept(v)
	}
	return lost
}

// round returns the double nearest to the decimal number. Values too large for the decimals are returned unchanged.
// Minus zero becomes zero.
func (p precision) round(v float64) float64 {
	if p == 0 {
		return v
	}
	scaled := v * float64(p)
	if math.Abs(scaled) >= 1<<53 {
		return v
	}
	return math.Round(scaled)/float64(p) + 0
}
