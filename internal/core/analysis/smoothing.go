package analysis

import (
	"math"
	"slices"
)

// MovingMedian returns the median of each window of n readings, an odd number, centered on the reading. At the ends the
// window is as wide as the readings allow on both sides.
func MovingMedian(list []Sample, n int) []Sample {
	return windowed(list, n, median)
}

// MovingMean returns the mean of each window of n readings, as MovingMedian.
func MovingMean(list []Sample, n int) []Sample {
	return windowed(list, n, func(values []float64) (mean float64) {
		for _, v := range values {
			mean += v / float64(len(values))
		}
		return mean
	})
}

func windowed(list []Sample, n int, of func([]float64) float64) []Sample {
	out := make([]Sample, len(list))
	var values []float64
	for i, s := range list {
		half := min(n/2, i, len(list)-1-i)
		values = values[:0]
		for _, one := range list[i-half : i+half+1] {
			values = append(values, one.Value)
		}
		out[i] = Sample{s.Time, of(values)}
	}
	return out
}

// median changes the order of values.
func median(values []float64) float64 {
	slices.Sort(values)
	half := len(values) / 2
	if len(values)%2 == 1 {
		return values[half]
	}
	return (values[half-1] + values[half]) / 2
}

// toDeviation turns the median of absolute deviations into a standard deviation of normal errors.
const toDeviation = 1.4826

// Hampel returns the indices of outliers: readings farther than k scaled median absolute deviations from the median of the
// window of n readings around them (Hampel 1974). A window in which more than half of the readings are equal has no
// deviation; floor is the least one, such as the resolution of the instrument.
func Hampel(list []Sample, n int, k, floor float64) (outliers []int) {
	var values []float64
	for i, s := range list {
		from, to := max(i-n/2, 0), min(i+n/2+1, len(list))
		values = values[:0]
		for _, one := range list[from:to] {
			values = append(values, one.Value)
		}
		middle := median(values)
		for j := range values {
			values[j] = math.Abs(values[j] - middle)
		}
		if math.Abs(s.Value-middle) > k*max(toDeviation*median(values), floor) {
			outliers = append(outliers, i)
		}
	}
	return outliers
}

// Kalman smooths a series as a level that drifts and is read with errors: a Kalman filter forward and a smoother by Rauch,
// Tung and Striebel back. The variance of the errors comes from the differences of neighboring readings; ratio is the
// variance by which the level drifts in the usual time between readings, as a multiple of it. A smaller ratio gives a
// smoother curve.
func Kalman(list []Sample, ratio float64) []Sample {
	n := len(list)
	if n < 3 {
		return slices.Clone(list)
	}
	steps, moved := make([]float64, n-1), make([]float64, n-1)
	for i := range n - 1 {
		steps[i], moved[i] = float64(list[i+1].Time-list[i].Time), math.Abs(list[i+1].Value-list[i].Value)
	}
	usual, noise := median(slices.Clone(steps)), toDeviation*median(moved)/math.Sqrt2
	if noise == 0 || usual == 0 {
		return slices.Clone(list)
	}
	errors := noise * noise
	level, variance := make([]float64, n), make([]float64, n)
	before := make([]float64, n) // variance before the reading
	level[0], variance[0] = list[0].Value, errors
	for i := 1; i < n; i++ {
		before[i] = variance[i-1] + ratio*errors*steps[i-1]/usual
		gain := before[i] / (before[i] + errors)
		level[i] = level[i-1] + gain*(list[i].Value-level[i-1])
		variance[i] = (1 - gain) * before[i]
	}
	out := make([]Sample, n)
	out[n-1] = Sample{list[n-1].Time, level[n-1]}
	for i := n - 2; i >= 0; i-- {
		out[i] = Sample{list[i].Time, level[i] + variance[i]/before[i+1]*(out[i+1].Value-level[i])}
	}
	return out
}

// Interpolate returns values at equal steps, ms, linear between readings. Gaps longer than gap, ms, stay empty.
func Interpolate(list []Sample, step, gap int64) (out []Sample) {
	if len(list) == 0 {
		return nil
	}
	at := 0
	for t := list[0].Time; t <= list[len(list)-1].Time; t += step {
		for at+1 < len(list) && list[at+1].Time <= t {
			at++
		}
		from := list[at]
		switch {
		case from.Time == t:
			out = append(out, from)
		case list[at+1].Time-from.Time <= gap:
			to := list[at+1]
			share := float64(t-from.Time) / float64(to.Time-from.Time)
			out = append(out, Sample{t, from.Value + share*(to.Value-from.Value)})
		}
	}
	return out
}

// Spread returns the standard deviation, with n − 1, of readings about as many smoothed values; NaN for fewer than two.
func Spread(list, smoothed []Sample) float64 {
	n := float64(len(list))
	if n < 2 {
		return math.NaN()
	}
	var mean, squares float64
	for i := range list {
		mean += (list[i].Value - smoothed[i].Value) / n
	}
	for i := range list {
		off := list[i].Value - smoothed[i].Value - mean
		squares += off * off
	}
	return math.Sqrt(squares / (n - 1))
}
