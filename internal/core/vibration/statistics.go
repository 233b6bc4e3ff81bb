package vibration

import "math"

// Statistics describe the samples of one component. All but Mean refer to the samples without their mean.
type Statistics struct {
	Mean, RMS, Peak float64
	PeakToPeak      float64
	Crest           float64 // NaN for samples that do not move
}

// StatisticsOf returns the statistics of samples; NaN samples, of parts that did not come, are left out.
func StatisticsOf(x []float64) Statistics {
	var sum float64
	n := 0
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range x {
		if !math.IsNaN(v) {
			sum += v
			n++
			low, high = min(low, v), max(high, v)
		}
	}
	if n == 0 {
		nan := math.NaN()
		return Statistics{nan, nan, nan, nan, nan}
	}
	s := Statistics{Mean: sum / float64(n), PeakToPeak: high - low}
	var squares float64
	for _, v := range x {
		if d := v - s.Mean; !math.IsNaN(d) {
			squares += d * d
			s.Peak = max(s.Peak, math.Abs(d))
		}
	}
	s.RMS = math.Sqrt(squares / float64(n))
	s.Crest = s.Peak / s.RMS
	return s
}

// WithoutMean returns the samples without their mean; NaN samples stay.
func WithoutMean(x []float64) []float64 {
	mean := StatisticsOf(x).Mean
	list := make([]float64, len(x))
	for i, v := range x {
		list[i] = v - mean
	}
	return list
}

// PVS returns the peak of the vector sum of components of equal length; NaN if no instant has all of them.
func PVS(components ...[]float64) float64 {
	most := math.NaN()
	if len(components) == 0 {
		return most
	}
	for i := range components[0] {
		var squares float64
		for _, c := range components {
			squares += c[i] * c[i]
		}
		if sum := math.Sqrt(squares); !math.IsNaN(sum) && !(sum <= most) {
			most = sum
		}
	}
	return most
}

// PPV returns the largest of the peaks of components (GB 6722); NaN without any.
func PPV(components ...[]float64) float64 {
	most := math.NaN()
	for _, c := range components {
		for _, v := range c {
			if p := math.Abs(v); !math.IsNaN(p) && !(p <= most) {
				most = p
			}
		}
	}
	return most
}

// CableForce returns the force in N of a cable of m kg/m and L m from its natural frequency of order n in Hz. With a
// bending stiffness EI in N·m² above 0 its ends are hinged.
func CableForce(m, length, frequency float64, order int, stiffness float64) float64 {
	n := float64(order)
	ratio := frequency / n
	return 4*m*length*length*ratio*ratio - n*n*math.Pi*math.Pi*stiffness/(length*length)
}
