package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// FewestToFail is the number of readings from which a failure time is estimated.
const FewestToFail = 12

// farthest is how far ahead a failure time is looked for, as a multiple of the time that the readings span.
const farthest = 20.0

// Failure is an estimate of when an accelerating movement fails.
type Failure struct {
	From, To int64 // of the readings used, UTC ms
	Readings int
	// Accelerates reports whether the readings tell an accelerating movement from a steady one. Without it there is no
	// time.
	Accelerates bool
	Time        int64 // UTC ms
	// Low and High enclose the time with probability Confidence. High is 0 if the readings set no upper limit.
	Low, High int64
	Rate      float64 // of the curve at the last reading, per day
	R2        float64
	Residual  float64    // standard deviation of the readings about the curve
	Direction float64    // its sign is that of the movement
	Curve     []Sample   // the fitted movement, up to a little before the failure
	Line      [2]float64 // inverse of the rate of the curve at From and at To
	// LineLow and LineHigh are Line for the failure times Low and High, if there are.
	LineLow, LineHigh *[2]float64
}

// Estimate is a failure time as estimated from the readings up to a time.
type Estimate struct {
	At          int64 // UTC ms
	Readings    int
	Accelerates bool
	Time        int64 // UTC ms; Low and High as in Failure
	Low, High   int64
	R2          float64
}

// InverseVelocity estimates the time of failure by the inverse velocity of Fukuzono (1985) with Voight's exponent α = 2
// (1988): the inverse of the rate falls linearly and is zero at the failure, so the movement is
// x(t) = c − a·ln(tf − t).
//
// The curve is fitted to the movement itself by least squares, not to differences of noisy readings, whose errors depend on
// each other. The interval are the failure times that an F test at Confidence does not reject.
func InverseVelocity(list []Sample) (Failure, error) {
	n := len(list)
	if n < FewestToFail {
		return Failure{}, ErrTooFew
	}
	first, last := list[0].Time, list[n-1].Time
	span := days(last, first)
	y := make([]float64, n)
	for i, s := range list {
		y[i] = s.Value
	}
	at := func(ahead float64) (c, a, squares float64) { // ahead: days from the last reading to the failure
		return straight(y, func(i int) float64 { return -math.Log((span + ahead - days(list[i].Time, first)) / span) })
	}
	squares := func(log float64) float64 {
		_, _, squares := at(math.Exp(log))
		return squares
	}
	low, high := math.Log(span/1000), math.Log(span*farthest)
	best := least(low, high, squares)
	ahead := math.Exp(best)
	c, a, smallest := at(ahead)
	freedom := float64(n - 3)
	limit := smallest * (1 + distuv.F{D1: 1, D2: freedom}.Quantile(Confidence)/freedom)
	result := Failure{From: first, To: last, Readings: n, Residual: math.Sqrt(smallest / freedom), Direction: a}
	if _, _, total := straight(y, func(int) float64 { return 0 }); total > 0 {
		result.R2 = 1 - smallest/total
	}
	// A steady movement is the limit of a failure that is infinitely far away.
	_, _, steady := straight(y, func(i int) float64 { return days(list[i].Time, first) })
	if steady <= limit {
		return result, nil
	}
	result.Accelerates, result.Time = true, last+int64(ahead*day)
	result.Rate = a / ahead
	result.Line = [2]float64{(span + ahead) / a, ahead / a}
	result.Low = last + int64(math.Exp(crossing(best, low, limit, squares))*day)
	if squares(high) > limit {
		result.High = last + int64(math.Exp(crossing(best, high, limit, squares))*day)
	}
	lineFor := func(failure int64) *[2]float64 {
		if failure == 0 {
			return nil
		}
		ahead := days(failure, last)
		_, a, _ := at(ahead)
		return &[2]float64{(span + ahead) / a, ahead / a}
	}
	result.LineLow, result.LineHigh = lineFor(result.Low), lineFor(result.High)
	const steps = 200
	for i := range steps {
		t := (span + ahead) * (1 - math.Pow(1-float64(i)/steps, 2)) // closer together toward the failure
		value := c - a*math.Log((span+ahead-t)/span)
		result.Curve = append(result.Curve, Sample{first + int64(t*day), value})
	}
	return result, nil
}

// crossing returns where a function reaches a limit between a point below it and another; the other one if it stays below.
func crossing(below, other, limit float64, f func(float64) float64) float64 {
	if f(other) <= limit {
		return other
	}
	for range 80 {
		if middle := (below + other) / 2; f(middle) <= limit {
			below = middle
		} else {
			other = middle
		}
	}
	return below
}

// History returns how the estimate moved: those from the readings up to times a step, ms, apart, newest first. All begin
// with the first reading. It ends before too few readings are left.
func History(list []Sample, step int64, most int) (out []Estimate) {
	for range most {
		f, err := InverseVelocity(list)
		if err != nil {
			return out
		}
		last := list[len(list)-1].Time
		out = append(out, Estimate{last, f.Readings, f.Accelerates, f.Time, f.Low, f.High, f.R2})
		end, _ := slices.BinarySearchFunc(list, last-step+1, func(s Sample, t int64) int { return cmp.Compare(s.Time, t) })
		list = list[:end]
	}
	return out
}

// Rising reports whether the mean rate rises from each of some equal parts of the time of a series to the next, in the
// direction of the movement. A part without readings at its ends decides by the readings nearest to them.
func Rising(list []Sample, parts int) bool {
	if len(list) < parts+1 {
		return false
	}
	first, last := list[0], list[len(list)-1]
	direction := last.Value - first.Value
	before, from := math.Inf(-1), first
	for i := 1; i <= parts; i++ {
		until := first.Time + (last.Time-first.Time)*int64(i)/int64(parts)
		end, _ := slices.BinarySearchFunc(list, until+1, func(s Sample, t int64) int { return cmp.Compare(s.Time, t) })
		to := list[max(end-1, 0)]
		if to.Time == from.Time {
			return false
		}
		rate := (to.Value - from.Value) * direction / days(to.Time, from.Time)
		if rate <= before {
			return false
		}
		before, from = rate, to
	}
	return true
}

// InverseRates returns the inverse of the rate over the window, ms, before each reading, days per unit, where the movement
// goes on in a direction. The rates are for the eye: nothing is fitted to them.
func InverseRates(list []Sample, window int64, direction float64) (out []Sample) {
	from := 0
	for _, s := range list {
		for list[from+1].Time <= s.Time-window {
			from++
		}
		elapsed, moved := days(s.Time, list[from].Time), s.Value-list[from].Value
		if s.Time-list[from].Time >= window && moved*direction > 0 {
			out = append(out, Sample{s.Time, elapsed / moved})
		}
	}
	return out
}
