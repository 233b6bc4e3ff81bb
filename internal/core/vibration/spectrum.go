package vibration

import (
	"cmp"
	"math"
	"math/cmplx"
	"slices"
)

// Windows of a spectrum.
const (
	Hann        = "hann"
	Rectangular = "rectangular"
)

// lowest is the lowest frequency in Hz that can dominate: below are drift and the instrument itself.
const lowest = 0.1

// Spectrum is the one-sided amplitude spectrum of a component.
type Spectrum struct {
	Step       float64 // Hz between two amplitudes
	Amplitudes []float64
}

// SpectrumOf returns the amplitudes of samples without their mean. Samples must be finite.
func SpectrumOf(x []float64, rate float64, window string) Spectrum {
	n := len(x)
	if n < 2 {
		return Spectrum{}
	}
	windowed := WithoutMean(x)
	gain := 1.0
	if window != Rectangular {
		gain = 0.5
		for i := range windowed {
			windowed[i] *= 0.5 - 0.5*math.Cos(2*math.Pi*float64(i)/float64(n))
		}
	}
	transformed := transform(windowed)
	s := Spectrum{Step: rate / float64(n), Amplitudes: make([]float64, n/2+1)}
	for k := range s.Amplitudes {
		factor := 2 / (float64(n) * gain)
		if k == 0 || 2*k == n {
			factor /= 2
		}
		s.Amplitudes[k] = factor * cmplx.Abs(transformed[k])
	}
	return s
}

// Line is a line of a spectrum.
type Line struct {
	Frequency float64 // Hz, refined between the bins
	Amplitude float64
}

// Dominant returns the frequency of the largest amplitude from 0.1 Hz on; NaN if nothing moves.
func (s Spectrum) Dominant() float64 {
	best := -1
	for k := range s.Amplitudes {
		if float64(k)*s.Step >= lowest && (best < 0 || s.Amplitudes[k] > s.Amplitudes[best]) {
			best = k
		}
	}
	if best < 0 || s.Amplitudes[best] == 0 {
		return math.NaN()
	}
	return s.refined(best)
}

// Peaks returns the largest local maxima from 0.1 Hz on, largest first, at most most.
func (s Spectrum) Peaks(most int) []Line {
	list := []Line{}
	for k := 1; k < len(s.Amplitudes)-1; k++ {
		a, b, c := s.Amplitudes[k-1], s.Amplitudes[k], s.Amplitudes[k+1]
		if b > a && b >= c && float64(k)*s.Step >= lowest {
			list = append(list, Line{s.refined(k), b})
		}
	}
	slices.SortStableFunc(list, func(a, b Line) int { return cmp.Compare(b.Amplitude, a.Amplitude) })
	return list[:min(most, len(list))]
}

// refined returns the frequency of a bin, refined by its neighbors.
func (s Spectrum) refined(k int) float64 {
	if k == 0 || k+1 >= len(s.Amplitudes) {
		return float64(k) * s.Step
	}
	return (float64(k) + vertex(s.Amplitudes[k-1], s.Amplitudes[k], s.Amplitudes[k+1])) * s.Step
}

// vertex returns where the parabola through three bins has its top, from the middle one, in bins.
func vertex(a, b, c float64) float64 {
	bend := a - 2*b + c
	if bend == 0 {
		return 0
	}
	return max(-0.5, min(0.5, 0.5*(a-c)/bend))
}
