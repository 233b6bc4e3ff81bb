// Package analysis computes what engineers look for in a series of readings: smoothed curves, outliers, extrapolations and
// the time of a failure. Everything here is an estimate: it states what it was computed from, is never stored as a result
// and never judged by alarms.
package analysis

import (
	"errors"
	"math"
	"time"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Sample is a value at a time, UTC ms. Series are in time order, without missing values.
type Sample struct {
	Time  int64
	Value float64
}

// Errors of series that cannot be analyzed.
var (
	ErrTooFew     = errors.New("too few readings")
	ErrUnsolvable = errors.New("the readings do not determine the curve")
	ErrStill      = errors.New("the readings lie on a straight line in time")
)

const day = float64(24 * time.Hour / time.Millisecond)

// days returns the time of a sample in days since another time, UTC ms.
func days(t, since int64) float64 { return float64(t-since) / day }

// leastSquares is an ordinary least squares fit.
type leastSquares struct {
	coefficients []float64
	covariance   *mat.SymDense // of the coefficients, for a residual of 1
	residual     float64       // standard deviation, n − p degrees of freedom
	squares      float64       // sum of squared residuals
	freedom      float64
	r2           float64
}

// fit fits y = X·c. row writes the i-th row of X.
func fit(y []float64, p int, row func(i int, into []float64)) (f leastSquares, err error) {
	n := len(y)
	if n <= p {
		return f, ErrTooFew
	}
	x := mat.NewDense(n, p, nil)
	for i := range n {
		row(i, x.RawRowView(i))
	}
	var qr mat.QR
	qr.Factorize(x)
	if cond := qr.Cond(); cond > 1e12 || math.IsNaN(cond) {
		return f, ErrUnsolvable
	}
	var c mat.Dense
	if err := qr.SolveTo(&c, false, mat.NewDense(n, 1, y)); err != nil {
		return f, ErrUnsolvable
	}
	f.coefficients = mat.Col(nil, 0, &c)
	var mean, total float64
	for _, v := range y {
		mean += v / float64(n)
	}
	for i, v := range y {
		d := v - dot(x.RawRowView(i), f.coefficients)
		f.squares += d * d
		total += (v - mean) * (v - mean)
	}
	f.freedom = float64(n - p)
	f.residual = math.Sqrt(f.squares / f.freedom)
	if total > 0 {
		f.r2 = 1 - f.squares/total
	}
	var r, inverse mat.Dense
	qr.RTo(&r)
	square := r.Slice(0, p, 0, p)
	if err := inverse.Inverse(square); err != nil {
		return f, ErrUnsolvable
	}
	f.covariance = mat.NewSymDense(p, nil)
	f.covariance.SymOuterK(1, &inverse)
	return f, nil
}

// straight fits y = a + b·z, fast enough for searches that fit hundreds of times. squares is the sum of squared residuals.
func straight(y []float64, z func(i int) float64) (a, b, squares float64) {
	n := float64(len(y))
	var meanZ, meanY float64
	for i, v := range y {
		meanZ, meanY = meanZ+z(i)/n, meanY+v/n
	}
	var zz, zy, yy float64
	for i, v := range y {
		dz, dy := z(i)-meanZ, v-meanY
		zz, zy, yy = zz+dz*dz, zy+dz*dy, yy+dy*dy
	}
	if zz == 0 {
		return meanY, 0, yy
	}
	b = zy / zz
	return meanY - b*meanZ, b, max(yy-b*zy, 0)
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// standardError returns that of the i-th coefficient.
func (f *leastSquares) standardError(i int) float64 {
	return f.residual * math.Sqrt(f.covariance.At(i, i))
}

// spread returns the half-width of the band in which a new reading lies with a probability. x is its row.
func (f *leastSquares) spread(x []float64, probability float64) float64 {
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: f.freedom}.Quantile((1 + probability) / 2)
	return t * f.residual * math.Sqrt(1+f.leverage(x))
}

// leverage is the variance of the curve at a row, for a residual of 1.
func (f *leastSquares) leverage(x []float64) float64 {
	v := mat.NewVecDense(len(x), x)
	return mat.Inner(v, f.covariance, v)
}
