package analysis

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"plumbline/internal/core/formula"
)

// FewestStations is the number of shared stations in the stable zone from which errors of a survey are estimated.
const FewestStations = 4

// Limits of the conditions of an estimate.
const (
	leastFreedom    = 8    // readings more than terms
	mostCorrelation = 0.9  // of two terms
	mostNoise       = 2.0  // residual as a multiple of what the checksums say
	leastNoise      = 0.29 // digits: half of four roundings to whole numbers, 1/√12 each
)

// CasingFit asks for the systematic errors of a survey that is compared with another, the base.
type CasingFit struct {
	Survey, Base []formula.CasingStation // the same stations, from the collar down
	Terms        []int                   // indices of formula.CasingTerms, rising
	Zone         float64                 // m: stations at this depth and below do not move
	Noise        float64                 // digits: standard deviation of a difference by the checksums of both; NaN: unknown
}

// CasingTerm is one estimated error.
type CasingTerm struct {
	Term          int
	Value         float64
	StandardError float64
	Low, High     float64 // enclose the error with probability Confidence
	// Rival is the term that is hardest to tell apart, with the correlation of the two; -1: there is no other.
	Rival       int
	Correlation float64
}

// CasingEstimate are the systematic errors of a survey.
type CasingEstimate struct {
	Terms      []CasingTerm
	Errors     formula.CasingErrors
	Covariance [][]float64 // of Terms
	Stations   int         // in the stable zone
	Readings   int         // differences there, of both axes
	Freedom    int
	Before     float64 // digits: root mean square of the differences in the zone
	Deviation  float64 // digits: standard deviation of what is left of them
	Conditions []Condition
}

// EstimateCasing estimates errors of a survey by least squares: in the zone that does not move, the survey differs from the
// base only by its errors and the noise of reading. The differences at the stations are fitted, not the curves that are their
// sums, because the errors of sums depend on each other.
//
// The axes may be read with different noise: a first fit shows how much, a second one weights them by it.
func EstimateCasing(r CasingFit) (CasingEstimate, error) {
	var (
		out   CasingEstimate
		y     []float64
		rows  [][]float64
		axes  []int
		count [2]int
	)
	for i := range r.Survey {
		shared := false
		for axis := range 2 {
			difference := r.Survey[i].Half[axis] - r.Base[i].Half[axis]
			by := formula.CasingInfluence(r.Survey, i, axis)
			row, whole := make([]float64, len(r.Terms)), difference-difference == 0 && r.Survey[i].Depth >= r.Zone-1e-9
			for j, term := range r.Terms {
				row[j] = by[term]
				whole = whole && row[j]-row[j] == 0
			}
			if whole {
				y, rows, axes = append(y, difference), append(rows, row), append(axes, axis)
				count[axis]++
				shared = true
			}
		}
		if shared {
			out.Stations++
		}
	}
	if out.Stations < FewestStations {
		return out, ErrTooFew
	}
	scales, err := lengths(r.Terms, rows)
	if err != nil {
		return out, err
	}
	weights := [2]float64{1, 1}
	weighted := func() (leastSquares, error) {
		z := make([]float64, len(y))
		for i := range y {
			z[i] = y[i] * weights[axes[i]]
		}
		return fit(z, len(r.Terms), func(i int, into []float64) {
			for j := range into {
				into[j] = rows[i][j] / scales[j] * weights[axes[i]]
			}
		})
	}
	f, err := weighted()
	if err != nil {
		return out, err
	}
	left := func(i int) float64 {
		d := y[i]
		for j := range f.coefficients {
			d -= rows[i][j] / scales[j] * f.coefficients[j]
		}
		return d
	}
	if count[0] > 0 && count[1] > 0 && f.squares > 0 {
		var squares [2]float64
		for i := range y {
			squares[axes[i]] += left(i) * left(i)
		}
		pooled := f.squares / float64(len(y))
		for axis := range weights {
			weights[axis] = math.Sqrt(pooled / max(squares[axis]/float64(count[axis]), pooled/100))
		}
		if f, err = weighted(); err != nil {
			return out, err
		}
	}
	var squares float64
	for i := range y {
		squares += left(i) * left(i)
		out.Before += y[i] * y[i]
	}
	out.Readings, out.Freedom = len(y), int(f.freedom)
	out.Before, out.Deviation = math.Sqrt(out.Before/float64(len(y))), math.Sqrt(squares/f.freedom)
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: f.freedom}.Quantile((1 + Confidence) / 2)
	for j, term := range r.Terms {
		one := CasingTerm{Term: term, Value: f.coefficients[j] / scales[j], StandardError: f.standardError(j) / scales[j], Rival: -1}
		one.Low, one.High = one.Value-t*one.StandardError, one.Value+t*one.StandardError
		across := make([]float64, len(r.Terms))
		for k := range r.Terms {
			across[k] = f.covariance.At(j, k) * f.residual * f.residual / (scales[j] * scales[k])
			if c := f.covariance.At(j, k) / math.Sqrt(f.covariance.At(j, j)*f.covariance.At(k, k)); k != j && math.Abs(c) >= math.Abs(one.Correlation) {
				one.Rival, one.Correlation = r.Terms[k], c
			}
		}
		out.Covariance = append(out.Covariance, across)
		out.Terms = append(out.Terms, one)
		out.Errors[term] = one.Value
	}
	out.Conditions = out.conditions(r.Noise)
	return out, nil
}

// lengths returns the lengths of the columns of a fit, by which they are divided. A column that depends on those before it is an
// error that names its term.
func lengths(terms []int, rows [][]float64) ([]float64, error) {
	if len(rows) <= len(terms) {
		return nil, ErrTooFew
	}
	scales := make([]float64, len(terms))
	var basis [][]float64 // of the columns so far, orthonormal
	for j, term := range terms {
		column := make([]float64, len(rows))
		for i := range rows {
			column[i] = rows[i][j]
		}
		scales[j] = math.Sqrt(dot(column, column))
		for _, b := range basis {
			along := dot(column, b)
			for i := range column {
				column[i] -= along * b[i]
			}
		}
		left := math.Sqrt(dot(column, column))
		if scales[j] == 0 || left <= determined*scales[j] {
			return nil, Undetermined{formula.CasingTerms[term]}
		}
		for i := range column {
			column[i] /= left
		}
		basis = append(basis, column)
	}
	return scales, nil
}

// conditions decides under which conditions of use the estimate stands.
func (e *CasingEstimate) conditions(noise float64) []Condition {
	number := func(v float64) *float64 { return &v }
	worst := 0.0
	for _, one := range e.Terms {
		worst = max(worst, math.Abs(one.Correlation))
	}
	list := []Condition{
		{Name: "enough", Met: e.Freedom >= leastFreedom, Value: number(float64(e.Freedom)), Limit: number(leastFreedom)},
		{Name: "separable", Met: worst <= mostCorrelation, Value: &worst, Limit: number(mostCorrelation)},
	}
	if noise-noise == 0 {
		ratio := e.Deviation / max(noise, leastNoise)
		list = append(list, Condition{Name: "quiet", Met: ratio <= mostNoise, Value: &ratio, Limit: number(mostNoise)})
	}
	return list
}

// CasingNoise returns the standard deviation, digits, that the difference of two surveys has by their checksums: the sum of two
// readings varies as much as their difference, of which half counts.
func CasingNoise(surveys ...[]float64) float64 {
	total := 0.0
	for _, sums := range surveys {
		var mean, squares, n float64
		for _, v := range sums {
			if v-v == 0 {
				mean, n = mean+v, n+1
			}
		}
		mean /= n
		for _, v := range sums {
			if v-v == 0 {
				squares += (v - mean) * (v - mean)
			}
		}
		total += squares / (n - 1) / 4
	}
	return math.Sqrt(total)
}
