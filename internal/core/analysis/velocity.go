package analysis

import (
	"cmp"
	"math"
	"slices"
)

const (
	// FewestInWindow is the number of readings of a window from which a rate is computed; they span half of it at least.
	FewestInWindow = 4
	// FewestToMove is the number of readings from which a movement, or its uniform creep, is computed.
	FewestToMove = 8
)

// Tangent angles of the stages of creep, degrees: in uniform creep it is 45; from Medium on it accelerates, from Near on a
// failure is near.
const (
	UniformAngle = 45.0
	MediumAngle  = 80.0
	NearAngle    = 85.0
)

// Stage is a stage of creep by its tangent angle.
type Stage string

// Stages of creep.
const (
	Slowing Stage = "slowing" // the interval of the angle is below UniformAngle
	Uniform Stage = "uniform" // it contains it
	Initial Stage = "initial" // it is above it
	Medium  Stage = "medium"
	Near    Stage = "near"
)

// MovementRow is how a series moves at a reading. What cannot be computed is NaN.
type MovementRow struct {
	Time  int64 // UTC ms
	Value float64
	// Rate, per day, Acceleration, per day², and Angle, degrees, lie between Low and High with probability Confidence.
	Rate, RateLow, RateHigh                         float64
	Acceleration, AccelerationLow, AccelerationHigh float64
	Angle, AngleLow, AngleHigh                      float64

	rateError, freedom float64
}

// Stage is that of the angle.
func (r *MovementRow) Stage() Stage {
	switch {
	case r.Angle >= NearAngle:
		return Near
	case r.Angle >= MediumAngle:
		return Medium
	case r.AngleLow > UniformAngle:
		return Initial
	case r.AngleHigh < UniformAngle:
		return Slowing
	}
	return Uniform
}

// Creep is the rate of the uniform stage, the unit of tangent angles.
type Creep struct {
	From, To        int64 // of the readings used, UTC ms
	Readings        int
	Value           float64 // of the line at From
	Rate, RateError float64 // per day
	// Determined reports whether the rate differs from 0 at Confidence. Without it there are no angles.
	Determined bool
}

// Movement is the rate of a series, its acceleration and its tangent angle.
type Movement struct {
	From, To int64 // of the readings, UTC ms
	Readings int
	Scatter  float64 // standard deviation of one reading about its neighbors
	Without  int     // readings without a rate
	Creep    *Creep
	Rows     []MovementRow
	Reduced  bool         // Rows are not all readings
	Last     *MovementRow // the last with a rate
	Fastest  *MovementRow
}

// Move computes how the readings move. With a window, ms, the rate is the slope of the straight line, and the acceleration that of
// the parabola, through the readings of the window before each reading; with none they are those between the reading and the one,
// or the two, before it.
//
// With the span of uniform creep, the tangent angle is that of Xu Qiang et al. (2009): the movement divided by the uniform rate is
// a time, so that uniform creep rises at 45° whatever the units: arctan(rate / uniform rate).
func Move(list []Sample, window int64, creep *[2]int64) (out Movement, err error) {
	n := len(list)
	if n < FewestToMove {
		return out, ErrTooFew
	}
	out.From, out.To, out.Readings, out.Scatter = list[0].Time, list[n-1].Time, n, scatterOf(list)
	if creep != nil {
		part := slices.DeleteFunc(slices.Clone(list), func(s Sample) bool { return s.Time < creep[0] || s.Time > creep[1] })
		if len(part) < FewestToMove {
			return out, ErrTooFew
		}
		rate, err := rateOf(part)
		if err != nil {
			return out, err
		}
		out.Creep = &Creep{
			From: part[0].Time, To: part[len(part)-1].Time, Readings: len(part), Value: rate.begin, Rate: rate.slope, RateError: rate.err,
			Determined: math.Abs(rate.slope) > rate.quantile()*rate.err,
		}
	}
	known := quantiles{}
	rowOf := func(i int) (row MovementRow) {
		if row = between(list, i, out.Scatter, known); window > 0 {
			row = inWindow(list[windowBefore(list, i, window):i+1], window, known)
		}
		row.Time, row.Value = list[i].Time, list[i].Value
		row.tilt(out.Creep, known)
		return row
	}
	// The fit of a window costs more than its rate: a row for some readings, the rate of all.
	every := 1
	if window > 0 {
		every = (n + mostRows - 1) / mostRows
	}
	for i := (n - 1) % every; i < n; i += every {
		out.Rows = append(out.Rows, rowOf(i))
	}
	rates := ratesOf(list, window)
	last, fastest := -1, -1
	for i, rate := range rates {
		if math.IsNaN(rate) {
			out.Without++
			continue
		}
		if last = i; fastest < 0 || math.Abs(rate) > math.Abs(rates[fastest]) {
			fastest = i
		}
	}
	if last >= 0 {
		end, most := rowOf(last), rowOf(fastest)
		out.Last, out.Fastest = &end, &most
	}
	if out.Reduced = every > 1; window == 0 {
		out.Rows, out.Reduced = extremes(out.Rows, func(r MovementRow) float64 {
			if math.IsNaN(r.Rate) {
				return 0
			}
			return r.Rate
		})
	}
	return out, nil
}

// windowBefore returns the first reading of the window that ends with the i-th one.
func windowBefore(list []Sample, i int, window int64) int {
	first, _ := slices.BinarySearchFunc(list[:i], list[i].Time-window, func(s Sample, t int64) int { return cmp.Compare(s.Time, t+1) })
	return first
}

// fills reports whether readings are enough for the rate of a window.
func fills(part []Sample, window int64) bool {
	n := len(part)
	return n >= FewestInWindow && 2*(part[n-1].Time-part[0].Time) >= window
}

// ratesOf returns the rate at each reading, per day, NaN where there is none; that of a window from running sums.
func ratesOf(list []Sample, window int64) []float64 {
	rates := make([]float64, len(list))
	var n, t, y, tt, ty float64
	add := func(s Sample, sign float64) {
		at, v := days(s.Time, list[0].Time), s.Value-list[0].Value
		n, t, y, tt, ty = n+sign, t+sign*at, y+sign*v, tt+sign*at*at, ty+sign*at*v
	}
	first := 0
	for i, s := range list {
		rates[i] = math.NaN()
		if window == 0 {
			if i > 0 {
				rates[i] = (s.Value - list[i-1].Value) / days(s.Time, list[i-1].Time)
			}
			continue
		}
		for add(s, 1); list[first].Time <= s.Time-window; first++ {
			add(list[first], -1)
		}
		if fills(list[first:i+1], window) {
			rates[i] = (ty - t*y/n) / (tt - t*t/n)
		}
	}
	return rates
}

func unmoved() MovementRow {
	none := math.NaN()
	return MovementRow{
		Rate: none, RateLow: none, RateHigh: none, Acceleration: none, AccelerationLow: none, AccelerationHigh: none,
		Angle: none, AngleLow: none, AngleHigh: none,
	}
}

func (r *MovementRow) moves(rate, err, freedom float64, q quantiles) {
	half := q.of(freedom) * err
	r.Rate, r.RateLow, r.RateHigh, r.rateError, r.freedom = rate, rate-half, rate+half, err, freedom
}

func (r *MovementRow) accelerates(acceleration, err, freedom float64, q quantiles) {
	half := q.of(freedom) * err
	r.Acceleration, r.AccelerationLow, r.AccelerationHigh = acceleration, acceleration-half, acceleration+half
}

// between returns the rate from the reading before the i-th one, and the acceleration over three readings.
func between(list []Sample, i int, scatter float64, q quantiles) MovementRow {
	row := unmoved()
	if i < 1 {
		return row
	}
	h := days(list[i].Time, list[i-1].Time)
	freedom := float64(max(len(list)-2, 1))
	row.moves((list[i].Value-list[i-1].Value)/h, scatter*math.Sqrt2/h, freedom, q)
	if i < 2 {
		return row
	}
	before := days(list[i-1].Time, list[i-2].Time)
	middle := (h + before) / 2
	row.accelerates((row.Rate-(list[i-1].Value-list[i-2].Value)/before)/middle,
		scatter/middle*math.Sqrt(1/(h*h)+(1/h+1/before)*(1/h+1/before)+1/(before*before)), freedom, q)
	return row
}

// inWindow fits a straight line and a parabola to the readings of a window.
func inWindow(part []Sample, window int64, q quantiles) MovementRow {
	row := unmoved()
	if !fills(part, window) {
		return row
	}
	n := len(part)
	var t, y float64
	for _, s := range part {
		t, y = t+days(s.Time, part[0].Time)/float64(n), y+s.Value/float64(n)
	}
	first := func(i int) float64 { return days(part[i].Time, part[0].Time) - t }
	var s2, s3, along float64
	for i, s := range part {
		d := first(i)
		s2, s3, along = s2+d*d, s3+d*d*d, along+d*(s.Value-y)
	}
	// The second polynomial is orthogonal to the constant and to the first one.
	second := func(i int) float64 { d := first(i); return d*d - s3/s2*d - s2/float64(n) }
	rate := along / s2
	rest := make([]float64, n)
	var q2, bent, squares float64
	for i, s := range part {
		rest[i] = s.Value - y - rate*first(i)
		p := second(i)
		q2, bent, squares = q2+p*p, bent+p*rest[i], squares+rest[i]*rest[i]
	}
	a := alikeOf(2, n, func(i int) float64 { return rest[i] })
	row.moves(rate, math.Sqrt(squares/float64(n-2)*a.inflated/s2), a.freedom, q)
	curve := bent / q2
	squares = 0
	for i := range rest {
		rest[i] -= curve * second(i)
		squares += rest[i] * rest[i]
	}
	a = alikeOf(3, n, func(i int) float64 { return rest[i] })
	row.accelerates(2*curve, 2*math.Sqrt(squares/float64(n-3)*a.inflated/q2), a.freedom, q)
	return row
}

// tilt computes the tangent angle. The errors of both rates count.
func (r *MovementRow) tilt(c *Creep, q quantiles) {
	if c == nil || !c.Determined || math.IsNaN(r.Rate) {
		return
	}
	ratio := r.Rate / c.Rate
	half := q.of(r.freedom) * math.Hypot(r.rateError, ratio*c.RateError) / math.Abs(c.Rate)
	degrees := func(v float64) float64 { return math.Atan(v) * 180 / math.Pi }
	r.Angle, r.AngleLow, r.AngleHigh = degrees(ratio), degrees(ratio-half), degrees(ratio+half)
}

// rate is the slope of a straight line in time, per day, with its standard error.
type rate struct {
	slope, err float64
	begin      float64 // value of the line at its first reading
	alike
}

func rateOf(list []Sample) (r rate, err error) {
	y := make([]float64, len(list))
	for i, s := range list {
		y[i] = s.Value
	}
	scale := max(days(list[len(list)-1].Time, list[0].Time), 1e-9)
	at := func(i int) float64 { return days(list[i].Time, list[0].Time) / scale }
	f, err := fit(y, 2, func(i int, into []float64) { into[0], into[1] = 1, at(i) })
	if err != nil {
		return r, err
	}
	r.alike = alikeOf(2, len(list), func(i int) float64 { return y[i] - f.coefficients[0] - f.coefficients[1]*at(i) })
	r.begin = f.coefficients[0]
	r.slope, r.err = f.coefficients[1]/scale, f.standardError(1)*math.Sqrt(r.inflated)/scale
	return r, nil
}

// scatterOf returns the standard deviation of single readings, from what they differ from the line between their neighbors.
func scatterOf(list []Sample) float64 {
	var sum float64
	for i := 1; i+1 < len(list); i++ {
		w := days(list[i].Time, list[i-1].Time) / days(list[i+1].Time, list[i-1].Time)
		d := list[i].Value - (1-w)*list[i-1].Value - w*list[i+1].Value
		sum += d * d / (1 + w*w + (1-w)*(1-w))
	}
	return math.Sqrt(sum / float64(max(len(list)-2, 1)))
}
