package analysis

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"
)

// The terms of an environmental model, in the order of its columns.
const (
	Constant    = "constant"
	Time        = "time"
	LogOfTime   = "logTime"
	Season      = "season"
	Temperature = "temperature"
	Level       = "level"
	Rain        = "rain"
)

const (
	year = 365.2425 // days
	// freedomPerTerm is how many readings a fit has at least for each coefficient.
	freedomPerTerm = 3
	// determined is the share of a column that the columns before it do not explain; with less it counts as a sum of them.
	determined = 1e-6
	// leastRain is the share of expected rain readings with which a sum counts.
	leastRain = 0.9
)

// Cause is a series that may cause a movement. Interval, ms, is that of its readings.
type Cause struct {
	List     []Sample
	Interval int64
}

// Environment chooses the terms of a model: hydrostatic, seasonal and of time (Willm and Beaujoint 1967), with measured
// temperature and with rain.
type Environment struct {
	Time, LogTime bool
	Cycles        int    // per year: 0 to 2
	Temperature   *Cause // the reading nearest to the one it explains, within one interval
	Level         *Cause // likewise, in powers 1 to Powers
	Powers        int
	Rain          *Cause // amounts, summed over some days up to the reading
	RainDays      []int
}

// Undetermined is the error of a term that is a sum of those before it, as a temperature that never changes is.
type Undetermined struct{ Term string }

func (e Undetermined) Error() string {
	return fmt.Sprintf("the readings do not determine %s: other terms explain it", e.Term)
}

// Term is one coefficient of a model. Its input counts from About.
type Term struct {
	Kind          string
	Number        int // cycles per year, power of the level, or days of rain
	Cosine        bool
	Value         float64
	StandardError float64
	About         float64 // temperature and level: their mean in the fit
}

// ResidualRow is one reading with what the model expects.
type ResidualRow struct {
	Time             int64
	Value            float64
	Fitted           float64
	Low, High        float64 // a reading lies between them with probability Confidence
	Held             bool    // not fitted
	Residual, Spread float64 // Spread is half the band
}

// Residual is a fitted model with what it leaves.
type Residual struct {
	From, To    int64 // of the fitted readings, UTC ms
	Readings    int
	Unmatched   int // readings of the fit without an input near them
	Terms       []Term
	R2          float64
	Deviation   float64 // standard deviation of the fitted residuals
	Correlation float64 // of neighboring residuals
	Independent float64 // readings that count as independent
	Rows        []ResidualRow
	Reduced     bool // Rows are not all readings
	Beyond      int  // readings with a residual outside of three deviations
	Later       int  // readings after the fit
	Inside      int  // those of Later within their band
}

// Fewest is the number of readings from which a model is fitted.
func (e *Environment) Fewest() int { return freedomPerTerm * (1 + len(e.terms())) }

// terms returns the terms besides the constant.
func (e *Environment) terms() (list []Term) {
	if e.Time {
		list = append(list, Term{Kind: Time})
	}
	if e.LogTime {
		list = append(list, Term{Kind: LogOfTime})
	}
	for n := 1; n <= e.Cycles; n++ {
		list = append(list, Term{Kind: Season, Number: n}, Term{Kind: Season, Number: n, Cosine: true})
	}
	if e.Temperature != nil {
		list = append(list, Term{Kind: Temperature})
	}
	if e.Level != nil {
		for n := 1; n <= e.Powers; n++ {
			list = append(list, Term{Kind: Level, Number: n})
		}
	}
	if e.Rain != nil {
		for _, n := range e.RainDays {
			list = append(list, Term{Kind: Rain, Number: n})
		}
	}
	return list
}

// Explain fits a model to the readings up to a time, UTC ms, by least squares, and compares the later ones with it. Readings
// without an input near them are left out.
//
// Neighboring residuals resemble each other, so n of them determine less than n independent ones. With r, the correlation of
// neighbors, they count as n·(1 − r)/(1 + r) (Bayley and Hammersley 1946, for large n). The variance of the coefficients grows
// by (n − p)/(that − p), as Santer et al. (2000, J. Geophys. Res. 105, 7337) do for trends. A negative r counts as 0. The band of
// a reading adds the variance of the residuals.
func Explain(list []Sample, fitTo int64, e *Environment) (out Residual, err error) {
	terms := e.terms()
	p := 1 + len(terms)
	var used []Sample
	var inputs [][]float64 // of each used reading, the constant first
	for _, s := range list {
		row := make([]float64, p)
		if e.inputs(s.Time, list[0].Time, terms, row) {
			used, inputs = append(used, s), append(inputs, row)
		} else if s.Time <= fitTo {
			out.Unmatched++
		}
	}
	n, _ := slices.BinarySearchFunc(used, fitTo+1, func(s Sample, t int64) int { return cmp.Compare(s.Time, t) })
	if n < e.Fewest() {
		return out, ErrTooFew
	}
	e.center(terms, inputs, n)
	scales, err := scale(terms, inputs, n)
	if err != nil {
		return out, err
	}
	y := make([]float64, n)
	for i := range y {
		y[i] = used[i].Value
	}
	f, err := fit(y, p, func(i int, into []float64) { copy(into, inputs[i]) })
	if err != nil {
		return out, err
	}
	out.From, out.To, out.Readings, out.R2, out.Deviation = used[0].Time, used[n-1].Time, n, f.r2, f.residual
	out.Rows = make([]ResidualRow, len(used))
	for i, s := range used {
		fitted := dot(inputs[i], f.coefficients)
		out.Rows[i] = ResidualRow{Time: s.Time, Value: s.Value, Fitted: fitted, Residual: s.Value - fitted, Held: i >= n}
	}
	alike := alikeOf(len(terms)+1, n, func(i int) float64 { return out.Rows[i].Residual })
	out.Correlation, out.Independent = alike.correlation, alike.independent
	for j, one := range append([]Term{{Kind: Constant}}, terms...) {
		one.Value = f.coefficients[j] / scales[j]
		one.StandardError = f.standardError(j) * math.Sqrt(alike.inflated) / scales[j]
		out.Terms = append(out.Terms, one)
	}
	t := alike.quantile()
	for i := range out.Rows {
		row := &out.Rows[i]
		row.Spread = t * f.residual * math.Sqrt(1+alike.inflated*f.leverage(inputs[i]))
		row.Low, row.High = row.Fitted-row.Spread, row.Fitted+row.Spread
		if math.Abs(row.Residual) > 3*f.residual {
			out.Beyond++
		}
		if row.Held {
			if out.Later++; math.Abs(row.Residual) <= row.Spread {
				out.Inside++
			}
		}
	}
	out.Rows, out.Reduced = extremes(out.Rows, func(r ResidualRow) float64 { return r.Residual })
	return out, nil
}

// inputs writes the inputs of a reading, and reports whether all are there.
func (e *Environment) inputs(t, since int64, terms []Term, into []float64) bool {
	into[0] = 1
	for i, one := range terms {
		value, ok := 0.0, true
		switch one.Kind {
		case Time:
			value = days(t, since)
		case LogOfTime:
			value = math.Log1p(days(t, since))
		case Season:
			angle := 2 * math.Pi * float64(one.Number) * days(t, 0) / year
			if value = math.Sin(angle); one.Cosine {
				value = math.Cos(angle)
			}
		case Temperature:
			value, ok = e.Temperature.near(t)
		case Level:
			value, ok = e.Level.near(t)
		case Rain:
			value, ok = e.Rain.sum(t, one.Number)
		}
		if !ok {
			return false
		}
		into[i+1] = value
	}
	return true
}

// center lets temperatures and levels count from their means in the fit, which keeps the powers of a level apart.
func (e *Environment) center(terms []Term, inputs [][]float64, n int) {
	for j := range terms {
		one := &terms[j]
		if one.Kind != Temperature && one.Kind != Level {
			continue
		}
		for _, row := range inputs[:n] {
			one.About += row[j+1] / float64(n)
		}
		for _, row := range inputs {
			row[j+1] = math.Pow(row[j+1]-one.About, float64(max(one.Number, 1)))
		}
	}
}

// scale divides the columns by their lengths in the fit, which it returns. A column that depends on those before it is an error.
func scale(terms []Term, inputs [][]float64, n int) ([]float64, error) {
	p := len(terms) + 1
	scales := make([]float64, p)
	var basis [][]float64 // of the columns so far, orthonormal
	for j := range p {
		column := make([]float64, n)
		for i := range column {
			column[i] = inputs[i][j]
		}
		length := math.Sqrt(dot(column, column))
		for range 2 { // once more for what rounding leaves
			for _, b := range basis {
				along := dot(column, b)
				for i := range column {
					column[i] -= along * b[i]
				}
			}
		}
		left := math.Sqrt(dot(column, column))
		if length == 0 || left <= determined*length {
			return nil, Undetermined{terms[j-1].Kind}
		}
		for i := range column {
			column[i] /= left
		}
		basis, scales[j] = append(basis, column), length
		for _, row := range inputs {
			row[j] /= length
		}
	}
	return scales, nil
}

// near returns the value nearest to a time, within one interval.
func (c *Cause) near(t int64) (float64, bool) {
	i, _ := slices.BinarySearchFunc(c.List, t, func(s Sample, t int64) int { return cmp.Compare(s.Time, t) })
	if i == len(c.List) || i > 0 && t-c.List[i-1].Time <= c.List[i].Time-t {
		i--
	}
	if i < 0 {
		return 0, false
	}
	away := max(c.List[i].Time-t, t-c.List[i].Time)
	return c.List[i].Value, away <= c.Interval
}

// sum returns what fell in some days up to a time. There is none where readings are missing.
func (c *Cause) sum(t int64, over int) (sum float64, ok bool) {
	at := func(t int64) int { // first reading after a time
		i, _ := slices.BinarySearchFunc(c.List, t+1, func(s Sample, t int64) int { return cmp.Compare(s.Time, t) })
		return i
	}
	span := int64(over) * int64(24*time.Hour/time.Millisecond)
	part := c.List[at(t-span):at(t)]
	for _, s := range part {
		sum += s.Value
	}
	return sum, float64(len(part))*float64(c.Interval) >= leastRain*float64(span)
}
