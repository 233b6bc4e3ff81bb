package vibration

import "math"

// Integrated returns the integral of samples: detrended, high-pass filtered at a corner in Hz by a Butterworth filter of
// the 4th order forward and backward, which shifts no phase, and summed by the trapezoidal rule. It returns nil if the
// corner is not below half of the rate, or the record is shorter than two of its periods: such a filter never settles.
func Integrated(x []float64, rate, corner float64) []float64 {
	if !(corner > 0 && corner < rate/2) || float64(len(x)) < 2*rate/corner {
		return nil
	}
	filtered := highPassed(detrended(x), rate, corner)
	sum := make([]float64, len(filtered))
	for i := 1; i < len(filtered); i++ {
		sum[i] = sum[i-1] + (filtered[i-1]+filtered[i])/(2*rate)
	}
	return WithoutMean(sum)
}

// detrended returns the samples without the line that fits them best.
func detrended(x []float64) []float64 {
	n := float64(len(x))
	middle := (n - 1) / 2
	var mean, slope float64
	for i, v := range x {
		mean += v / n
		slope += v * (float64(i) - middle)
	}
	slope /= n * (n*n - 1) / 12
	list := make([]float64, len(x))
	for i, v := range x {
		list[i] = v - mean - slope*(float64(i)-middle)
	}
	return list
}

// section is one half of the filter; its factors are those of the bilinear transform.
type section struct{ b0, b1, b2, a1, a2 float64 }

// highPassed filters samples forward and backward. They are mirrored at both ends for a period of the corner, which
// keeps their mean, so that the filter has settled when the record begins.
func highPassed(x []float64, rate, corner float64) []float64 {
	n := len(x)
	pad := min(n-1, int(math.Ceil(rate/corner)))
	list := make([]float64, 0, n+2*pad)
	for i := pad; i > 0; i-- {
		list = append(list, x[i])
	}
	list = append(list, x...)
	for i := 1; i <= pad; i++ {
		list = append(list, x[n-1-i])
	}
	k := math.Tan(math.Pi * corner / rate)
	for range 2 {
		for _, q := range [...]float64{math.Sin(math.Pi / 8), math.Sin(3 * math.Pi / 8)} {
			d := 1 + 2*q*k + k*k
			section{1 / d, -2 / d, 1 / d, 2 * (k*k - 1) / d, (1 - 2*q*k + k*k) / d}.run(list)
		}
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
	return list[pad : pad+n]
}

// run filters samples in place, as if the first had been there forever.
func (s section) run(x []float64) {
	z1, z2 := -s.b0*x[0], s.b2*x[0]
	for i, v := range x {
		y := s.b0*v + z1
		z1 = s.b1*v - s.a1*y + z2
		z2 = s.b2*v - s.a2*y
		x[i] = y
	}
}
