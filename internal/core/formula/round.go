package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

// finer is how many decimals more than shown a result keeps (design core.md section 3).
const (
	finer    = 3
	unlisted = 3 // decimals shown of a field that no measurement has
)

// precision rounds to a number of decimals; the zero value leaves a value alone.
type precision float64

// maxDecimals keeps 10^d exactly representable.
const maxDecimals = 15

func toDecimals(decimals int) precision {
	return precision(math.Pow10(min(max(decimals, 0), maxDecimals)))
}

// store rounds observed columns. lost says that one holds what is no number and not Missing either.
func (p precision) store(out []float64, columns ...int) (lost bool) {
	for _, i := range columns {
		v := out[i]
		lost = lost || v-v != 0 && !reading.IsMissing(v)
		out[i] = p.kept(v)
	}
	return lost
}

// round gives the double that is nearest to the decimal number. Values too large to
// have such decimals stay as they are. Minus zero becomes zero.
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
