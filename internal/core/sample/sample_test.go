package sample_test

import (
	"math"
	"testing"

	"plumbline/internal/core/sample"
)

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-7*math.Abs(want)) {
		t.Errorf("%s: %.9g, want %.9g", what, got, want)
	}
}

// The worked winds of formulas.md section 22.
func TestWorkedWind(t *testing.T) {
	var w sample.Wind
	directions := []float64{350, 5, 340, 12, 358}
	for i, speed := range []float64{6.2, 7.1, 5.8, 8.4, 6.9} {
		w.Add(speed, directions[i])
	}
	near(t, "mean", w.Mean(), 6.88)
	east, north := w.Components()
	near(t, "u", east, 0.18717562)
	near(t, "w", north, -6.7482488)
	speed, direction := w.Vector()
	near(t, "vector", speed, 6.7508442)
	near(t, "direction", direction, 358.411199)
}

func TestWindWithoutDirections(t *testing.T) {
	var w sample.Wind
	w.Add(4, math.NaN())
	w.Add(0, math.NaN())
	w.Add(2, 90)
	if w.Count != 3 || w.Vectors != 2 || w.Mean() != 2 {
		t.Errorf("%+v with mean %v", w, w.Mean())
	}
	speed, direction := w.Vector()
	near(t, "vector of a calm and an east wind", speed, 1)
	near(t, "from the east", direction, 90)
	var opposite sample.Wind
	opposite.Add(3, 10)
	opposite.Add(3, 190)
	if speed, direction := opposite.Vector(); speed > 1e-12 || !math.IsNaN(direction) {
		t.Errorf("winds that cancel: %v m/s from %v", speed, direction)
	}
}

// The worked trend of formulas.md section 19.
func TestWorkedTrend(t *testing.T) {
	var l sample.Line
	for day, v := range []float64{-10.12, -10.40, -10.71, -10.95, -11.31, -11.55, -11.88} {
		l.Add(float64(day), v)
	}
	slope, intercept := l.Fit()
	near(t, "slope", slope, -0.292142857)
	near(t, "intercept", intercept, -10.1121429)
	var once sample.Line
	once.Add(1, 2)
	once.Add(1, 3)
	if slope, _ := once.Fit(); !math.IsNaN(slope) {
		t.Errorf("two values at one time have slope %v", slope)
	}
}

func TestTrimmedMean(t *testing.T) {
	near(t, "five shots", sample.TrimmedMean([]float64{12.3457, 12.9, 12.3455, 11.2, 12.3456}), 12.3456)
	near(t, "three shots", sample.TrimmedMean([]float64{3, 1, 2}), 2)
	if v := sample.TrimmedMean([]float64{1, 2}); !math.IsNaN(v) {
		t.Errorf("two shots: %v", v)
	}
}
