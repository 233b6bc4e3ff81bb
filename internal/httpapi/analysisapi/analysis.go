package analysisapi

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

const (
	inverseVelocity = "inverseVelocity"
	predictedRows   = 200
	// farthestAhead is how far a curve is extrapolated, as a multiple of the range of its readings.
	farthestAhead = 3
)

type predictInput struct {
	Body struct {
		AnalyzedReadings
		Curve   string            `json:"curve" enum:"linear,logTime,exponential,inverseVelocity" doc:"a + b·t; a + b·ln(1 + t); a + b·e^(−t/τ); or the time of failure by c − a·ln(tf − t). t is in days since the first reading"`
		FitFrom httpapi.AskedTime `json:"fitFrom,omitempty" doc:"UTC ms: the curve is fitted to the readings from then on; default: start"`
		FitTo   httpapi.AskedTime `json:"fitTo,omitempty" doc:"UTC ms, inclusive; default: end. Later readings show how well the curve predicts"`
		Until   httpapi.AskedTime `json:"until,omitempty" doc:"UTC ms, at most three times the fitted time after fitTo; default: a third of it after end. Not for inverseVelocity"`
		Average int64             `json:"average,omitempty" minimum:"0" maximum:"720" doc:"inverseVelocity: hours over which rates are averaged; default 24"`
	}
}

// TimedValue is a value at a time.
type TimedValue struct {
	Time  int64   `json:"time" doc:"UTC ms"`
	Value float64 `json:"value"`
}

// PredictedValue is the fitted curve at a time.
type PredictedValue struct {
	Time  int64   `json:"time" doc:"UTC ms"`
	Value float64 `json:"value"`
	Low   float64 `json:"low" doc:"A reading lies between low and high with the probability confidence"`
	High  float64 `json:"high"`
}

// LaterReadings are those after the fitted ones.
type LaterReadings struct {
	Readings int `json:"readings"`
	Inside   int `json:"inside" doc:"Within the band of the curve"`
}

// FittedNumber is a coefficient of a fitted curve.
type FittedNumber struct {
	Name          string  `json:"name" enum:"a,b,τ" doc:"τ is in days"`
	Value         float64 `json:"value"`
	StandardError float64 `json:"standardError"`
}

// Prediction is an estimate from readings. It is never stored and never judged.
type Prediction struct {
	Curve        string           `json:"curve"`
	Unit         string           `json:"unit" doc:"Of the values"`
	Decimals     int              `json:"decimals"`
	From         int64            `json:"from" doc:"First reading used, UTC ms"`
	To           int64            `json:"to" doc:"Last reading used, UTC ms"`
	Readings     int              `json:"readings" doc:"Fitted"`
	Dropped      int              `json:"dropped" doc:"Readings between fitFrom and fitTo that are not used: without a value, or flagged"`
	Later        LaterReadings    `json:"later" doc:"Not for inverseVelocity"`
	R2           float64          `json:"r2"`
	Residual     float64          `json:"residual" doc:"Standard deviation of the readings about the curve"`
	Confidence   float64          `json:"confidence" doc:"Probability of bands and intervals"`
	Coefficients []FittedNumber   `json:"coefficients" doc:"Empty for inverseVelocity"`
	Rows         []PredictedValue `json:"rows" doc:"The curve with its band; without a band, low and high are the value"`
	Failure      *Failure         `json:"failure" doc:"inverseVelocity only"`
}

type dealInput struct {
	Body struct {
		AnalyzedReadings
		Method     string  `json:"method" enum:"median,mean,kalman,interpolate,hampel"`
		Window     int     `json:"window,omitempty" minimum:"0" maximum:"999" doc:"median, mean, hampel: readings, an odd number from 3; default 5"`
		Ratio      float64 `json:"ratio,omitempty" minimum:"0" maximum:"100" doc:"kalman: drift of the level between readings as a multiple of the errors' variance; smaller is smoother; default 0.05"`
		Deviations float64 `json:"deviations,omitempty" minimum:"0" maximum:"100" doc:"hampel: scaled median deviations from which a reading is an outlier; default 3"`
		Step       int64   `json:"step,omitempty" minimum:"0" maximum:"31622400000" doc:"interpolate: ms between values, from 1000; default: the interval of the point. Gaps longer than three steps stay empty"`
	}
}

// Processed is a processed series. The readings themselves stay as they are.
type Processed struct {
	Unit     string       `json:"unit"`
	Decimals int          `json:"decimals"`
	Readings int          `json:"readings"`
	Dropped  int          `json:"dropped" doc:"Readings in the range that are not used: without a value, or flagged"`
	Rows     []TimedValue `json:"rows" doc:"Empty for hampel"`
	Spread   *float64     `json:"spread" doc:"Standard deviation of the readings about the processed values at their times; null for interpolate and hampel"`
	Outliers []TimedValue `json:"outliers" doc:"hampel: readings that differ from those around them"`
}

func (s *server) analyses() {
	httpapi.Register(s.Kernel,
		post("monitorPredict", "predict", "Extrapolate the readings of a point, or estimate when it fails",
			"A curve is fitted by least squares, with the band in which a reading lies with probability 0.9. inverseVelocity estimates the time of failure after Fukuzono (1985) and Voight (1988) with α = 2. At least 8 readings, 12 for inverseVelocity, at most 50,000.").
			Sending(`{"measuringPointId":{measuringPointId},"field":"width","valueType":"observed","start":1799000000000,"end":1799900000000,"curve":"linear"}`),
		s.monitorPredict)
	httpapi.Register(s.Kernel,
		post("monitorDeal", "deal", "Smooth or interpolate the readings of a point, or find their outliers",
			"The readings are not changed: outliers can be flagged as suspect, or withdrawn, by corrections. At most 50,000 readings.").
			Sending(`{"measuringPointId":{measuringPointId},"field":"width","valueType":"observed","start":1799000000000,"end":1799900000000,"method":"median"}`),
		s.monitorDeal)
	httpapi.Register(s.Kernel,
		post("monitorResidual", "residual", "Explain the readings of a point by its environment, and show what is left",
			"Least squares on time, season, temperature, water level and sums of rain. Inputs are the nearest reading within one interval of their point. Standard errors and bands allow for residuals that resemble their neighbors. At least three readings for each coefficient, at most 50,000.").
			Sending(`{"measuringPointId":{measuringPointId},"field":"width","valueType":"observed","start":1799000000000,"end":1799900000000,"time":true}`),
		s.monitorResidual)
}

// unfit translates the errors of an analysis.
func unfit(err error, fewest int) error {
	switch {
	case errors.Is(err, analysis.ErrTooFew):
		return errs.New(errs.TooFewReadings, "min", fewest)
	case errors.Is(err, analysis.ErrUnsolvable):
		return errs.New(errs.NothingToFit)
	}
	return err
}

// fitSpan returns the fitted part of a range.
func fitSpan(a AnalyzedReadings, from, to httpapi.AskedTime) (query.Span, error) {
	fit := query.Span{From: cmp.Or(from, a.Start).Millis(), To: cmp.Or(to, a.End).Millis()}
	switch {
	case fit.From < a.Start.Millis():
		return fit, errs.OnField("fitFrom", errs.StartAfterEnd)
	case fit.To > a.End.Millis() || fit.To < fit.From:
		return fit, errs.OnField("fitTo", errs.StartAfterEnd)
	}
	return fit, nil
}

// fitReadings returns the readings of a range, the interval of their point, ms, and the fitted part of the range.
func (s *server) fitReadings(
	ctx context.Context, a AnalyzedReadings, from, to httpapi.AskedTime,
) (found query.Sampled, interval int64, fit query.Span, err error) {
	if fit, err = fitSpan(a, from, to); err == nil {
		found, interval, err = s.samples(ctx, a)
	}
	return found, interval, fit, err
}

// droppedWithin counts the times in a span.
func droppedWithin(times []int64, span query.Span) (count int) {
	for _, t := range times {
		if t >= span.From && t <= span.To {
			count++
		}
	}
	return count
}

func (s *server) monitorPredict(ctx context.Context, in *predictInput) (*httpapi.Output[Prediction], error) {
	b := &in.Body
	found, interval, fit, err := s.fitReadings(ctx, b.AnalyzedReadings, b.FitFrom, b.FitTo)
	if err != nil {
		return nil, err
	}
	chosen := &fitted{Sampled: found, span: fit, used: within(found.List, fit), dropped: droppedWithin(found.Dropped, fit), interval: interval}
	shown := Prediction{
		Curve: b.Curve, Unit: found.Column.Unit, Decimals: found.Column.Decimals, Dropped: chosen.dropped, Confidence: analysis.Confidence,
		Coefficients: []FittedNumber{}, Rows: []PredictedValue{},
	}
	if b.Curve == inverseVelocity {
		err = shown.estimateFailure(chosen, cmp.Or(b.Average, 24)*hourMS)
		return httpapi.Reply(shown), err
	}
	length := max(fit.To-fit.From, 1)
	until := b.Until.Millis()
	switch {
	case until == 0:
		until = max(b.End.Millis(), fit.To+farthestAhead*length)
		until = min(until, b.End.Millis()+length/3)
	case until < fit.To:
		return nil, errs.OnField("until", errs.StartAfterEnd)
	case until > max(b.End.Millis(), fit.To+farthestAhead*length):
		return nil, errs.OnField("until", errs.SpanNotAllowed)
	}
	p, err := analysis.Predict(chosen.used, analysis.Curve(b.Curve), until, predictedRows)
	if err != nil {
		return nil, unfit(err, analysis.FewestToPredict)
	}
	shown.From, shown.To, shown.Readings, shown.R2, shown.Residual = p.From, p.To, p.Readings, p.R2, p.Residual
	for _, one := range p.Coefficients {
		shown.Coefficients = append(shown.Coefficients, FittedNumber(one))
	}
	for _, one := range p.Rows {
		shown.Rows = append(shown.Rows, PredictedValue(one))
	}
	for _, one := range found.List {
		if one.Time <= fit.To || one.Time > until {
			continue
		}
		shown.Later.Readings++
		if at := p.At(one.Time); one.Value >= at.Low && one.Value <= at.High {
			shown.Later.Inside++
		}
	}
	return httpapi.Reply(shown), nil
}

// within returns the samples of a span.
func within(list []analysis.Sample, span query.Span) []analysis.Sample {
	index := func(t int64) int {
		i, _ := slices.BinarySearchFunc(list, t, func(s analysis.Sample, t int64) int { return cmp.Compare(s.Time, t) })
		return i
	}
	return list[index(span.From):index(span.To+1)]
}

func timed(list []analysis.Sample) []TimedValue {
	return httpapi.ListOf(list, func(one analysis.Sample) TimedValue { return TimedValue(one) })
}

// smooth shows values that replace the readings one for one.
func (p *Processed) smooth(list, smoothed []analysis.Sample) {
	p.Rows = timed(smoothed)
	p.Spread = httpapi.Finite(analysis.Spread(list, smoothed))
}

func (s *server) monitorDeal(ctx context.Context, in *dealInput) (*httpapi.Output[Processed], error) {
	b := &in.Body
	window := cmp.Or(b.Window, 5)
	if window < 3 || window%2 == 0 {
		return nil, errs.OnField("window", errs.OddNumber, "min", 3, "max", 999)
	}
	if b.Step != 0 && b.Step < 1000 {
		return nil, errs.OnField("step", errs.TooSmall, "min", 1000)
	}
	found, interval, err := s.samples(ctx, b.AnalyzedReadings)
	if err != nil {
		return nil, err
	}
	list, column := found.List, found.Column
	shown := Processed{
		Unit: column.Unit, Decimals: column.Decimals, Readings: len(list), Dropped: len(found.Dropped), Rows: []TimedValue{}, Outliers: []TimedValue{},
	}
	switch b.Method {
	case "median":
		shown.smooth(list, analysis.MovingMedian(list, window))
	case "mean":
		shown.smooth(list, analysis.MovingMean(list, window))
	case "kalman":
		shown.smooth(list, analysis.Kalman(list, cmp.Or(b.Ratio, 0.05)))
	case "interpolate":
		step := cmp.Or(b.Step, interval, hourMS)
		if (b.End.Millis()-b.Start.Millis())/step > query.MostSamples {
			return nil, errs.New(errs.TooManyReadings, "max", query.MostSamples)
		}
		shown.Rows = timed(analysis.Interpolate(list, step, 3*step))
	case "hampel":
		for _, i := range analysis.Hampel(list, window, cmp.Or(b.Deviations, 3), column.Resolution()) {
			shown.Outliers = append(shown.Outliers, TimedValue(list[i]))
		}
	}
	return httpapi.Reply(shown), nil
}
