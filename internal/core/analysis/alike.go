package analysis

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// mostRows is how many readings a result shows; of more, those with the least and the greatest values of equal parts.
const mostRows = 2000

// alike is how much residuals resemble their neighbors, and what follows from it; Explain names the sources.
type alike struct {
	correlation float64 // of neighbors
	independent float64 // readings that count as independent
	freedom     float64
	inflated    float64 // factor of the variances of coefficients
}

// alikeOf returns it for a fit of p coefficients to n readings.
func alikeOf(p, n int, residual func(i int) float64) (a alike) {
	var products, squares float64
	for i := range n {
		d := residual(i)
		squares += d * d
		if i > 0 {
			products += d * residual(i-1)
		}
	}
	if squares > 0 {
		a.correlation = products / squares
	}
	r := max(a.correlation, 0)
	a.independent = float64(n) * (1 - r) / (1 + r)
	a.freedom = max(a.independent-float64(p), 1) // a fit with less has errors that say so
	a.inflated = float64(n-p) / a.freedom
	return a
}

// quantile is how many standard errors an interval of Confidence reaches to either side.
func (a alike) quantile() float64 { return quantile(a.freedom) }

func quantile(freedom float64) float64 { return quantileAt(freedom, Confidence) }

// quantileAt is how far an interval of a probability reaches to either side.
func quantileAt(freedom, probability float64) float64 {
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile((1 + probability) / 2)
}

// quantiles keeps those of one computation: each window has its own degrees of freedom, and a quantile takes longer than the fit.
type quantiles map[float64]float64

// of returns a quantile within 0.1 %: their reciprocals are rounded to a thousandth.
func (q quantiles) of(freedom float64) float64 {
	const steps = 1000
	rounded := steps / max(math.Round(steps/freedom), 0.5)
	t, ok := q[rounded]
	if !ok {
		t = quantile(rounded)
		q[rounded] = t
	}
	return t
}

// extremes keeps of many rows those with the least and the greatest values of equal parts, and reports whether some are left
// out.
func extremes[T any](rows []T, value func(T) float64) ([]T, bool) {
	if len(rows) <= mostRows {
		return rows, false
	}
	var out []T
	indices := make([]int, len(rows))
	for i := range indices {
		indices[i] = i
	}
	byValue := func(a, b int) int { return cmp.Compare(value(rows[a]), value(rows[b])) }
	for i := range mostRows / 2 {
		part := indices[i*len(rows)/(mostRows/2) : (i+1)*len(rows)/(mostRows/2)]
		least, greatest := slices.MinFunc(part, byValue), slices.MaxFunc(part, byValue)
		out = append(out, rows[min(least, greatest)])
		if least != greatest {
			out = append(out, rows[max(least, greatest)])
		}
	}
	return out, true
}
