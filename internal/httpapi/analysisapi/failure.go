package analysisapi

import (
	"slices"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

// earlierEstimates is how many estimates of the past are shown.
const earlierEstimates = 8

// Failure is the estimated time at which an accelerating movement fails.
type Failure struct {
	Accelerates bool         `json:"accelerates" doc:"False: the readings do not differ from a steady movement; there is no time then"`
	Time        int64        `json:"time" doc:"UTC ms; 0: none"`
	Low         int64        `json:"low" doc:"UTC ms: the failure is between low and high with the probability confidence; 0: none"`
	High        int64        `json:"high" doc:"UTC ms; 0: the readings set no upper limit"`
	Rate        *float64     `json:"rate" doc:"Of the fitted movement at the last reading, per day"`
	Inverse     []TimedValue `json:"inverse" doc:"Days per unit: the inverse of the mean rate before each reading of the range, where the movement goes on"`
	Line        []float64    `json:"line" doc:"Days per unit: the inverse of the fitted rate at from and to; empty without a time"`
	LineLow     []float64    `json:"lineLow" doc:"The same of the movement that fails at low; empty: none"`
	LineHigh    []float64    `json:"lineHigh" doc:"The same of the movement that fails at high; empty: none"`
	History     []Estimate   `json:"history" doc:"How the estimate moved, newest first: from the readings up to times a quarter of average apart"`
	Conditions  []Condition  `json:"conditions" doc:"Under which the method may be used"`
}

// Estimate is the failure time as estimated from the readings up to a time.
type Estimate struct {
	At          int64   `json:"at" doc:"UTC ms"`
	Readings    int     `json:"readings"`
	Accelerates bool    `json:"accelerates"`
	Time        int64   `json:"time" doc:"UTC ms; 0: none. low and high as in the estimate"`
	Low         int64   `json:"low"`
	High        int64   `json:"high"`
	R2          float64 `json:"r2"`
}

// Condition is one condition of use.
type Condition struct {
	Name  string   `json:"name" enum:"accelerates,rising,fit,complete,uncorrected,bounded,settled" doc:"The movement is not steady at 90 %; its rate rises from quarter to quarter of the fitted time; r2; received among expected readings; no correction or change of the point between the fitted readings; the interval has an end and is shorter than the fitted time; the last four estimates lie within the interval"`
	Met   bool     `json:"met"`
	Value *float64 `json:"value,omitempty" doc:"fit: r2; complete: the share, 0 to 1"`
	Limit *float64 `json:"limit,omitempty" doc:"The least value"`
}

// fitted are the readings of a range, those to which a curve is fitted, and what was left out among them.
type fitted struct {
	query.Sampled
	span     query.Span
	used     []analysis.Sample
	dropped  int
	interval int64 // of the point, ms; 0: unknown
}

// estimateFailure estimates the time of failure. average, ms, is the time over which rates are averaged.
func (p *Prediction) estimateFailure(r *fitted, average int64) error {
	f, err := analysis.InverseVelocity(r.used)
	if err != nil {
		return unfit(err, analysis.FewestToFail)
	}
	p.From, p.To, p.Readings, p.R2, p.Residual = f.From, f.To, f.Readings, f.R2, f.Residual
	p.Failure = &Failure{
		Accelerates: f.Accelerates, Time: f.Time, Low: f.Low, High: f.High, Inverse: timed(analysis.InverseRates(r.List, average, f.Direction)),
		Line: []float64{}, LineLow: []float64{}, LineHigh: []float64{},
	}
	if f.Accelerates {
		p.Failure.Rate, p.Failure.Line = &f.Rate, f.Line[:]
	}
	if f.LineLow != nil {
		p.Failure.LineLow = f.LineLow[:]
	}
	if f.LineHigh != nil {
		p.Failure.LineHigh = f.LineHigh[:]
	}
	for _, one := range f.Curve {
		p.Rows = append(p.Rows, PredictedValue{one.Time, one.Value, one.Value, one.Value})
	}
	history := analysis.History(r.used, average/4, earlierEstimates)
	p.Failure.History = httpapi.ListOf(history, func(one analysis.Estimate) Estimate { return Estimate(one) })
	changed := slices.ContainsFunc(r.Marks, func(m query.Mark) bool { return m.Time <= f.To && max(m.Time, m.Until) >= f.From })
	conditions := analysis.Conditions(&f, r.used, history, r.interval, changed)
	p.Failure.Conditions = httpapi.ListOf(conditions, func(one analysis.Condition) Condition { return Condition(one) })
	return nil
}
