package analysis

import "math"

// lagsAlike returns the correlation of the correlations at two lags a step apart, in intervals, of independent series with the
// correlations of neighbors a and b: Σ a^|j|·b^|j+step| / Σ a^|j|·b^|j| for series of the first order.
func lagsAlike(a, b, step float64) float64 {
	step = max(step, 1)
	sum := (math.Pow(a, step) + math.Pow(b, step)) / (1 - a*b)
	switch {
	case math.Abs(a-b) < 1e-6:
		sum += (step - 1) * math.Pow(a, step)
	default:
		sum += a * b * (math.Pow(b, step-1) - math.Pow(a, step-1)) / (b - a)
	}
	return min(max(sum*(1-a*b)/(1+a*b), 0), 1)
}

// largestOf returns the probability at which a single interval of a normal value holds for all of n with Confidence, each of
// which has a correlation with the one before.
func largestOf(n int, alike float64) float64 {
	within := func(u float64) float64 { return math.Erf(u / math.Sqrt2) }
	holds := func(u float64) float64 {
		return within(u) * math.Pow(1-exceeds(u, alike)/within(u), float64(n-1))
	}
	low, high := 0.5, 10.0
	for range 60 {
		if middle := (low + high) / 2; holds(middle) < Confidence {
			low = middle
		} else {
			high = middle
		}
	}
	return within(high)
}

// exceeds returns the probability that of two normal values the first is within ±u and the second beyond it.
func exceeds(u, alike float64) float64 {
	rest := math.Sqrt(1 - alike*alike)
	if rest < 1e-9 {
		return 0
	}
	const parts = 200
	// Beyond ten deviations nothing is left to add.
	from := max(-u, u-10*rest)
	h := (u - from) / parts
	density := func(x float64) float64 {
		return math.Exp(-x*x/2) * math.Erfc((u-alike*x)/rest/math.Sqrt2)
	}
	sum := density(from) + density(u)
	for i := 1; i < parts; i++ {
		sum += density(from+float64(i)*h) * float64(2+2*(i%2))
	}
	// Both ends count, and erfc is twice a tail: the factors cancel.
	return sum * h / 3 / math.Sqrt(2*math.Pi)
}
