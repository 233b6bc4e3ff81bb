package analysis

import (
	"math"
)

// Curve is the shape of an extrapolation.
type Curve string

// The curves; t is in days since the first reading.
const (
	Linear      Curve = "linear"      // a + b·t
	LogTime     Curve = "logTime"     // a + b·ln(1 + t): creep that slows down
	Exponential Curve = "exponential" // a + b·e^(−t/τ): a movement that approaches an end
)

// Curves lists the curves in the order of forms.
func Curves() []Curve { return []Curve{Linear, LogTime, Exponential} }

const (
	// FewestToPredict is the number of readings from which a curve is fitted.
	FewestToPredict = 8
	// Confidence is the probability of bands and intervals.
	Confidence = 0.9
)

// Prediction is an extrapolation of a series.
type Prediction struct {
	Curve        Curve
	From, To     int64 // of the readings used, UTC ms
	Readings     int
	Coefficients []Coefficient
	R2           float64
	Residual     float64 // standard deviation of the readings about the curve, in their unit
	Rows         []PredictedRow
	// At returns the curve at a time, UTC ms.
	At func(t int64) PredictedRow
}

// Coefficient is one number of a fitted curve.
type Coefficient struct {
	Name          string
	Value         float64
	StandardError float64
}

// PredictedRow is the curve at one time, with the band in which a reading lies with probability Confidence.
type PredictedRow struct {
	Time             int64
	Value, Low, High float64
}

// Predict fits a curve to a series by least squares and extrapolates it to a time, UTC ms, in rows of equal distance that
// cover the readings too. The band assumes that readings scatter independently about the curve, so it says nothing of a
// movement that changes its cause.
func Predict(list []Sample, curve Curve, until int64, rows int) (Prediction, error) {
	n := len(list)
	if n < FewestToPredict {
		return Prediction{}, ErrTooFew
	}
	from := list[0].Time
	y := make([]float64, n)
	for i, s := range list {
		y[i] = s.Value
	}
	design, names := designOf(curve, list)
	f, err := fit(y, len(names), func(i int, into []float64) { design.row(days(list[i].Time, from), into) })
	if err != nil {
		return Prediction{}, err
	}
	p := Prediction{Curve: curve, From: from, To: list[n-1].Time, Readings: n, R2: f.r2, Residual: f.residual}
	if curve == Exponential { // the tangent of the curve gives the band, with τ as the third unknown
		tangent, err := fit(y, 3, func(i int, into []float64) { design.tangent(f.coefficients[1], days(list[i].Time, from), into) })
		if err != nil {
			return Prediction{}, err
		}
		tangent.squares, tangent.residual = f.squares, math.Sqrt(f.squares/tangent.freedom)
		p.Residual = tangent.residual
		p.Coefficients = []Coefficient{
			{"a", f.coefficients[0], tangent.standardError(0)},
			{"b", f.coefficients[1], tangent.standardError(1)},
			{"τ", design.tau, tangent.standardError(2)},
		}
		p.draw(until, rows, func(t float64) (value, spread float64) {
			x := make([]float64, 3)
			design.tangent(f.coefficients[1], t, x)
			return f.coefficients[0] + f.coefficients[1]*x[1], tangent.spread(x, Confidence)
		})
		return p, nil
	}
	for i, name := range names {
		p.Coefficients = append(p.Coefficients, Coefficient{name, f.coefficients[i], f.standardError(i)})
	}
	p.draw(until, rows, func(t float64) (value, spread float64) {
		x := make([]float64, len(names))
		design.row(t, x)
		return dot(x, f.coefficients), f.spread(x, Confidence)
	})
	return p, nil
}

// draw sets the curve and its rows up to a time, UTC ms.
func (p *Prediction) draw(until int64, rows int, at func(t float64) (value, spread float64)) {
	from := p.From
	p.At = func(t int64) PredictedRow {
		value, spread := at(days(t, from))
		return PredictedRow{t, value, value - spread, value + spread}
	}
	p.Rows = make([]PredictedRow, rows)
	for i := range p.Rows {
		p.Rows[i] = p.At(from + int64(float64(until-from)*float64(i)/float64(max(rows-1, 1))))
	}
}

// design is the linear part of a curve.
type design struct {
	curve Curve
	tau   float64 // days
}

func (d design) row(t float64, into []float64) {
	into[0] = 1
	switch d.curve {
	case LogTime:
		into[1] = math.Log1p(t)
	case Exponential:
		into[1] = math.Exp(-t / d.tau)
	default:
		into[1] = t
	}
}

// tangent is the row of the curve's derivatives by a, b and τ.
func (d design) tangent(b, t float64, into []float64) {
	e := math.Exp(-t / d.tau)
	into[0], into[1], into[2] = 1, e, b*e*t/(d.tau*d.tau)
}

// designOf returns the design of a curve. The τ of an exponential is searched for between a twentieth of the span and ten
// times as long.
func designOf(curve Curve, list []Sample) (design, []string) {
	d := design{curve: curve}
	if curve == Exponential {
		from, span := list[0].Time, days(list[len(list)-1].Time, list[0].Time)
		y := make([]float64, len(list))
		for i, s := range list {
			y[i] = s.Value
		}
		d.tau = math.Exp(least(math.Log(span/20), math.Log(span*10), func(log float64) float64 {
			tau := math.Exp(log)
			_, _, squares := straight(y, func(i int) float64 { return math.Exp(-days(list[i].Time, from) / tau) })
			return squares
		}))
	}
	return d, []string{"a", "b"}
}

// least returns where a function is least in an interval: the best of a grid, refined by golden sections.
func least(low, high float64, f func(x float64) float64) float64 {
	const grid = 60
	best, at := math.Inf(1), low
	step := (high - low) / grid
	for i := range grid + 1 {
		if v := f(low + float64(i)*step); v < best {
			best, at = v, low+float64(i)*step
		}
	}
	a, b := max(at-step, low), min(at+step, high)
	const golden = 0.6180339887498949
	for range 60 {
		if c, d := b-golden*(b-a), a+golden*(b-a); f(c) < f(d) {
			b = d
		} else {
			a = c
		}
	}
	return (a + b) / 2
}
