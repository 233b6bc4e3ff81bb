package analysis

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// FewestPairs is the number of pairs from which a relation is fitted.
const FewestPairs = 8

const (
	lineRows = 41  // of the line of a relation
	mostLags = 481 // that a search tries
)

// Pair is a reading with the one of another series that belongs to it.
type Pair struct {
	Time         int64 // of the reading, UTC ms
	Value, Other float64
}

// PairsOf pairs the readings with those of another series: the nearest one to the time less a lag, within a tolerance, ms.
func PairsOf(list, other []Sample, lag, tolerance int64) []Pair {
	pairs := make([]Pair, 0, len(list))
	j := 0
	for _, s := range list {
		wanted := s.Time - lag
		for j+1 < len(other) && apart(other[j+1].Time, wanted) < apart(other[j].Time, wanted) {
			j++
		}
		if j < len(other) && apart(other[j].Time, wanted) <= tolerance {
			pairs = append(pairs, Pair{s.Time, s.Value, other[j].Value})
		}
	}
	return pairs
}

func apart(a, b int64) int64 { return max(a-b, b-a) }

// Lagged is the correlation of two series at a lag.
type Lagged struct {
	Lag   int64 // ms by which the readings follow the other series
	R     float64
	Pairs int
}

// LagSearch is what a search for the lag found.
type LagSearch struct {
	Lags  []Lagged
	Step  int64   // between lags, ms
	Limit float64 // the largest correlation of unrelated series at these lags is smaller with probability Confidence
	AtEnd bool    // the largest correlation is that of the first or the last lag: the range may hide a larger one
}

// SearchLag tries the lags within a range, ms, and returns the one with the largest correlation, positive or negative.
//
// Correlations are those of what a straight line in time leaves of both series: two series that both go on correlate at any lag.
// The limit is that of independent series with the correlations of neighbors a and b, for which n pairs count as
// n·(1 − a·b)/(1 + a·b) (Bartlett 1935). It holds for the largest of all lags: each exceeds it with the probability that
// follows from the lag before, as in a Markov chain, because slow series correlate alike at neighboring lags.
//
// ErrUnsolvable: the other series lies on a straight line in time; ErrStill: the readings do.
func SearchLag(list, other []Sample, within, step, tolerance int64) (lag int64, out LagSearch, err error) {
	out.Step = max(step, int64(math.Ceil(float64(2*within)/(mostLags-1))), int64(time.Second/time.Millisecond))
	most, paired, still := 0, 0, true
	for n := -(within / out.Step); n <= within/out.Step; n++ {
		one := Lagged{Lag: n * out.Step}
		pairs := PairsOf(list, other, one.Lag, tolerance)
		if one.Pairs = len(pairs); one.Pairs < FewestPairs {
			continue
		}
		paired++
		value, cause := detrended(pairs)
		vv, cc := dot(value, value), dot(cause, cause)
		still = still && vv == 0
		if vv > 0 && cc > 0 {
			one.R = max(-1, min(1, dot(value, cause)/math.Sqrt(vv*cc)))
			out.Lags, most = append(out.Lags, one), max(most, one.Pairs)
		}
	}
	best := -1
	for i, one := range out.Lags {
		if 2*one.Pairs < most { // few pairs correlate by chance
			continue
		}
		if best < 0 || better(one, out.Lags[best]) {
			best = i
		}
	}
	switch {
	case paired == 0:
		return 0, out, ErrTooFew
	case still:
		return 0, out, ErrStill
	case best < 0:
		return 0, out, ErrUnsolvable
	}
	lag = out.Lags[best].Lag
	out.AtEnd = best == 0 || best == len(out.Lags)-1
	pairs := PairsOf(list, other, lag, tolerance)
	value, cause := detrended(pairs)
	a, b := max(correlationOf(value), 0), max(correlationOf(cause), 0)
	freedom := max(float64(len(pairs))*(1-a*b)/(1+a*b)-2, 1)
	between := float64(pairs[len(pairs)-1].Time-pairs[0].Time) / float64(len(pairs)-1)
	t := quantileAt(freedom, largestOf(len(out.Lags), lagsAlike(a, b, float64(out.Step)/between)))
	out.Limit = t / math.Sqrt(freedom+t*t)
	return lag, out, nil
}

// better reports whether a lag explains more than another; of equal ones the shorter is better.
func better(a, b Lagged) bool {
	const equal = 1e-9
	switch d := math.Abs(a.R) - math.Abs(b.R); {
	case d > equal:
		return true
	case d < -equal:
		return false
	}
	return apart(a.Lag, 0) < apart(b.Lag, 0)
}

// correlationOf returns the correlation of neighbors.
func correlationOf(residuals []float64) float64 {
	return alikeOf(0, len(residuals), func(i int) float64 { return residuals[i] }).correlation
}

// detrended returns what a straight line in time leaves of both values; nothing of what rounding leaves of a line.
func detrended(pairs []Pair) (value, other []float64) {
	at := func(i int) float64 { return days(pairs[i].Time, pairs[0].Time) }
	rest := func(of func(Pair) float64) []float64 {
		list := make([]float64, len(pairs))
		var largest float64
		for i, one := range pairs {
			list[i] = of(one)
			largest = max(largest, math.Abs(list[i]))
		}
		a, b, _ := straight(list, at)
		for i := range list {
			list[i] -= a + b*at(i)
		}
		// Not the squares of straight, a difference of larger numbers.
		if math.Sqrt(dot(list, list)) <= 1e-9*largest {
			clear(list)
		}
		return list
	}
	return rest(func(p Pair) float64 { return p.Value }), rest(func(p Pair) float64 { return p.Other })
}

// RelationRow is a pair with what the line leaves of it.
type RelationRow struct {
	Pair
	Residual float64
}

// LinePoint is a point of the line of a relation; a reading lies between Low and High with probability Confidence.
type LinePoint struct{ Other, Value, Low, High float64 }

// Relation is the straight line of readings against those of another series.
type Relation struct {
	From, To            int64 // of the readings that have a pair, UTC ms
	Pairs               int
	Slope, SlopeError   float64
	SlopeLow, SlopeHigh float64 // enclose it with probability Confidence
	Intercept           float64
	InterceptError      float64
	R, R2               float64
	Deviation           float64 // standard deviation of the residuals
	Correlation         float64 // of neighboring residuals
	Independent         float64 // pairs that count as independent
	Rows                []RelationRow
	Reduced             bool // Rows are not all pairs
	Line                []LinePoint
}

// Relate fits value = intercept + slope·other by least squares. Residuals that resemble their neighbors count as fewer, as in
// Explain.
func Relate(pairs []Pair) (out Relation, err error) {
	n := len(pairs)
	if n < FewestPairs {
		return out, ErrTooFew
	}
	y := make([]float64, n)
	var mean, spread float64
	least, most := pairs[0].Other, pairs[0].Other
	for i, one := range pairs {
		y[i] = one.Value
		mean += one.Other / float64(n)
		least, most = min(least, one.Other), max(most, one.Other)
	}
	if spread = most - least; spread <= 1e-12*math.Abs(mean) {
		return out, ErrUnsolvable
	}
	input := func(other float64, into []float64) { into[0], into[1] = 1, (other-mean)/spread }
	f, err := fit(y, 2, func(i int, into []float64) { input(pairs[i].Other, into) })
	if err != nil {
		return out, err
	}
	x := make([]float64, 2)
	fitted := func(other float64) float64 { input(other, x); return dot(x, f.coefficients) }
	out.Rows = make([]RelationRow, n)
	for i, one := range pairs {
		out.Rows[i] = RelationRow{one, one.Value - fitted(one.Other)}
	}
	a := alikeOf(2, n, func(i int) float64 { return out.Rows[i].Residual })
	t, grown := a.quantile(), math.Sqrt(a.inflated)
	out.From, out.To, out.Pairs, out.R2, out.Deviation = pairs[0].Time, pairs[n-1].Time, n, f.r2, f.residual
	out.Correlation, out.Independent = a.correlation, a.independent
	out.Slope, out.SlopeError = f.coefficients[1]/spread, f.standardError(1)*grown/spread
	out.SlopeLow, out.SlopeHigh = out.Slope-t*out.SlopeError, out.Slope+t*out.SlopeError
	out.R = math.Copysign(math.Sqrt(max(f.r2, 0)), out.Slope)
	out.Intercept = fitted(0)
	out.InterceptError = f.residual * grown * math.Sqrt(f.leverage(x))
	for i := range lineRows {
		other := least + spread*float64(i)/(lineRows-1)
		one := LinePoint{Other: other, Value: fitted(other)}
		half := t * f.residual * math.Sqrt(1+a.inflated*f.leverage(x))
		one.Low, one.High = one.Value-half, one.Value+half
		out.Line = append(out.Line, one)
	}
	out.Rows, out.Reduced = extremes(out.Rows, func(r RelationRow) float64 { return r.Residual })
	return out, nil
}

// Difference is how far the readings of one series are from those of another.
type Difference struct {
	From, To             int64 // of the readings that have a pair, UTC ms
	Pairs                int
	Rate, RateError      float64 // of a straight line, per day
	Value                float64 // of the line at From
	RateLow, RateHigh    float64 // enclose it with probability Confidence
	Scatter              float64 // standard deviation of one difference about its neighbors
	Last, Least, Largest DifferenceRow
	Rows                 []DifferenceRow
	Reduced              bool // Rows are not all pairs
}

// DifferenceRow is a pair with its difference.
type DifferenceRow struct {
	Pair
	Difference float64
}

// Differ subtracts the other value of each pair. Errors of the rate allow for residuals that resemble their neighbors.
func Differ(pairs []Pair) (out Difference, err error) {
	n := len(pairs)
	if n < FewestPairs {
		return out, ErrTooFew
	}
	list := make([]Sample, n)
	for i, one := range pairs {
		list[i] = Sample{one.Time, one.Value - one.Other}
		out.Rows = append(out.Rows, DifferenceRow{one, list[i].Value})
	}
	rate, err := rateOf(list)
	if err != nil {
		return out, err
	}
	out.From, out.To, out.Pairs = list[0].Time, list[n-1].Time, n
	out.Rate, out.RateError, out.Value = rate.slope, rate.err, rate.begin
	out.RateLow, out.RateHigh = rate.slope-rate.quantile()*rate.err, rate.slope+rate.quantile()*rate.err
	out.Scatter = scatterOf(list)
	byDifference := func(a, b DifferenceRow) int { return cmp.Compare(a.Difference, b.Difference) }
	out.Last, out.Least, out.Largest = out.Rows[n-1], slices.MinFunc(out.Rows, byDifference), slices.MaxFunc(out.Rows, byDifference)
	out.Rows, out.Reduced = extremes(out.Rows, func(r DifferenceRow) float64 { return r.Difference })
	return out, nil
}
