// Package sample computes one number from several readings of the same quantity: a trimmed mean, a mean wind, a trend.
package sample

import (
	"math"
	"slices"
)

// LeastTrimmed is the number of values from which a trimmed mean is computed: one remains.
const LeastTrimmed = 3

// TrimmedMean returns the mean of values without the smallest and the largest one, which it moves to the ends of the
// list; NaN for fewer than LeastTrimmed.
func TrimmedMean(list []float64) float64 {
	n := len(list)
	if n < LeastTrimmed {
		return math.NaN()
	}
	slices.Sort(list)
	sum := 0.0
	for _, v := range list[1 : n-1] {
		sum += v
	}
	return sum / float64(n-2)
}

// Wind adds up winds. The zero value has none.
type Wind struct {
	Count, Vectors int // speeds, and those with a direction
	speeds         float64
	east, north    float64 // of where it blows to, m/s
}

// Add adds a speed and the direction that the wind comes from, degrees; NaN: not measured. A calm needs no direction.
func (w *Wind) Add(speed, direction float64) {
	w.Count++
	w.speeds += speed
	if speed == 0 {
		w.Vectors++
		return
	}
	if direction-direction != 0 {
		return
	}
	sin, cos := math.Sincos(direction * math.Pi / 180)
	w.Vectors++
	w.east -= speed * sin
	w.north -= speed * cos
}

// Mean returns the arithmetic mean of the speeds.
func (w *Wind) Mean() float64 { return w.speeds / float64(w.Count) }

// Components returns the mean of the wind towards east and north.
func (w *Wind) Components() (east, north float64) {
	n := float64(w.Vectors)
	return w.east / n, w.north / n
}

// Vector returns the speed of the mean vector, and the direction that it comes from: 0 to 360°, NaN in a calm.
func (w *Wind) Vector() (speed, direction float64) {
	east, north := w.Components()
	if speed = math.Hypot(east, north); speed < calm {
		return speed, math.NaN()
	}
	direction = math.Atan2(-east, -north) * 180 / math.Pi
	if direction < 0 {
		direction += 360
	}
	return speed, direction
}

// calm is the speed, m/s, below which a mean vector is nothing but the rounding of winds that cancel.
const calm = 1e-9

// Line adds up points for a straight line by least squares. Times should begin near 0. The zero value has no points.
type Line struct {
	Count        int
	T, Y, TT, TY float64 // Σt, Σy, Σt², Σ(t·y)
}

// Add adds a point.
func (l *Line) Add(t, y float64) {
	l.Count++
	l.T += t
	l.Y += y
	l.TT += t * t
	l.TY += t * y
}

// Fit returns the line y = slope·t + intercept; NaN if the points are not at two times at least.
func (l *Line) Fit() (slope, intercept float64) {
	n := float64(l.Count)
	spread := n*l.TT - l.T*l.T
	if !(spread > 0) {
		return math.NaN(), math.NaN()
	}
	slope = (n*l.TY - l.T*l.Y) / spread
	return slope, (l.Y - slope*l.T) / n
}
