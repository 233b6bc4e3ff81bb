package analysisapi

import (
	"cmp"
	"context"
	"errors"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// OtherReadings are those with which the analyzed ones are compared.
type OtherReadings struct {
	CauseReadings
	ValueType string `json:"valueType,omitempty" enum:"observed,accumulated" doc:"Default: that of the analyzed readings"`
}

// ComparedReadings are the readings of two columns.
type ComparedReadings struct {
	AnalyzedReadings
	Other     OtherReadings `json:"other"`
	Tolerance int64         `json:"tolerance,omitempty" minimum:"0" maximum:"86400000" doc:"ms between readings that belong together, the nearest ones; default: the interval of the other point"`
}

type relationInput struct {
	Body struct {
		ComparedReadings
		Lag    float64 `json:"lag,omitempty" minimum:"-720" maximum:"720" doc:"Hours by which the readings follow the other ones"`
		Search float64 `json:"search,omitempty" minimum:"0" maximum:"720" doc:"Hours: the lag is the one within ± so many with the largest correlation, positive or negative; 0: it is lag"`
	}
}

// Paired is how the readings of two columns were paired.
type Paired struct {
	Unit          string `json:"unit" doc:"Of the values"`
	Decimals      int    `json:"decimals"`
	OtherUnit     string `json:"otherUnit"`
	OtherDecimals int    `json:"otherDecimals"`
	From          int64  `json:"from" doc:"First reading with a pair, UTC ms"`
	To            int64  `json:"to" doc:"Last reading with a pair, UTC ms"`
	Pairs         int    `json:"pairs"`
	Unpaired      int    `json:"unpaired" doc:"Readings without another one within the tolerance"`
	Dropped       int    `json:"dropped" doc:"Readings in the range that are not used: without a value, or flagged"`
	Tolerance     int64  `json:"tolerance" doc:"ms"`
}

// RelationRow is a pair with what the line leaves of it.
type RelationRow struct {
	Time     int64   `json:"time" doc:"Of the reading, UTC ms"`
	Value    float64 `json:"value"`
	Other    float64 `json:"other"`
	Residual float64 `json:"residual" doc:"value − (intercept + slope·other)"`
}

// LinePoint is a point of the fitted line.
type LinePoint struct {
	Other float64 `json:"other"`
	Value float64 `json:"value"`
	Low   float64 `json:"low" doc:"A reading lies between low and high with the probability confidence"`
	High  float64 `json:"high"`
}

// LaggedCorrelation is the correlation at a lag.
type LaggedCorrelation struct {
	Lag   float64 `json:"lag" doc:"Hours"`
	R     float64 `json:"r" doc:"Of what a straight line in time leaves of both"`
	Pairs int     `json:"pairs"`
}

// LagSearch is how the lag was found.
type LagSearch struct {
	Lags  []LaggedCorrelation `json:"lags"`
	Step  int64               `json:"step" doc:"Between lags, ms"`
	Limit float64             `json:"limit" doc:"The largest correlation of unrelated readings at these lags is smaller with the probability confidence"`
	AtEnd bool                `json:"atEnd" doc:"The lag is at an end of the search: a longer one may explain more"`
}

// Relation is the straight line of readings against other ones. It is never stored and never judged.
type Relation struct {
	Paired
	Lag            float64       `json:"lag" doc:"Hours by which the readings follow the other ones"`
	Search         *LagSearch    `json:"search,omitempty" doc:"Omitted with a given lag"`
	Slope          float64       `json:"slope" doc:"Per unit of the other readings"`
	SlopeError     float64       `json:"slopeError" doc:"Standard error, for as many pairs as independent says"`
	SlopeLow       float64       `json:"slopeLow" doc:"The slope lies between low and high with the probability confidence"`
	SlopeHigh      float64       `json:"slopeHigh"`
	Intercept      float64       `json:"intercept"`
	InterceptError float64       `json:"interceptError"`
	R              float64       `json:"r"`
	R2             float64       `json:"r2"`
	Deviation      float64       `json:"deviation" doc:"Standard deviation of the residuals"`
	Correlation    float64       `json:"correlation" doc:"Of neighboring residuals"`
	Independent    float64       `json:"independent" doc:"Pairs that count as independent: pairs·(1 − correlation)/(1 + correlation)"`
	Confidence     float64       `json:"confidence"`
	Rows           []RelationRow `json:"rows" doc:"At most 2,000: of more, those with the least and the greatest residuals"`
	Reduced        bool          `json:"reduced" doc:"Some pairs have no row"`
	Line           []LinePoint   `json:"line"`
}

type differenceInput struct {
	Body struct {
		ComparedReadings
		Distance float64 `json:"distance,omitempty" minimum:"0" maximum:"100000" doc:"m between the points: differences are also divided by it, ‰; 0: they are not"`
	}
}

// DifferenceRow is a pair with its difference.
type DifferenceRow struct {
	Time       int64    `json:"time" doc:"UTC ms"`
	Value      float64  `json:"value"`
	Other      float64  `json:"other"`
	Difference float64  `json:"difference" doc:"value − other"`
	Distortion *float64 `json:"distortion" doc:"difference / distance, ‰; null without a distance"`
}

// Difference is how far the readings of one point are from those of another. It is never stored and never judged.
type Difference struct {
	Paired
	Rate       float64         `json:"rate" doc:"Of a straight line through the differences, per day"`
	RateError  float64         `json:"rateError" doc:"Standard error; similar neighbors count as fewer readings"`
	Value      float64         `json:"value" doc:"Of the line at from"`
	RateLow    float64         `json:"rateLow" doc:"The rate lies between low and high with the probability confidence"`
	RateHigh   float64         `json:"rateHigh"`
	Scatter    float64         `json:"scatter" doc:"Standard deviation of one difference about those next to it"`
	Confidence float64         `json:"confidence"`
	Last       DifferenceRow   `json:"last"`
	Least      DifferenceRow   `json:"least"`
	Largest    DifferenceRow   `json:"largest"`
	Rows       []DifferenceRow `json:"rows" doc:"At most 2,000: of more, the least and the largest"`
	Reduced    bool            `json:"reduced" doc:"Some pairs have no row"`
}

func (s *server) relations() {
	const pair = `{"measuringPointId":{measuringPointId},"field":"width","valueType":"observed","start":1799000000000,"end":1799900000000,"other":{"measuringPointId":{measuringPointId},"field":"temp"}}`
	httpapi.Register(s.Kernel,
		post("monitorRelation", "relation", "Relate the readings of a point to those of another one",
			"Least squares on pairs of the nearest readings, at a given lag or at the one with the largest correlation. Errors and bands allow for residuals that resemble their neighbors. At least 8 pairs, at most 50,000 readings.").
			Sending(pair),
		s.monitorRelation)
	httpapi.Register(s.Kernel,
		post("monitorDifference", "difference", "Subtract the readings of another point from those of a point",
			"Differential settlement and angular distortion: pairs of the nearest readings, which have the same unit. At least 8 pairs, at most 50,000 readings.").
			Sending(pair),
		s.monitorDifference)
}

// compared are the readings of two columns.
type compared struct {
	own, other query.Sampled
	interval   int64 // of the other point, ms
	tolerance  int64
}

// compare reads both columns. The other one is read farther by the longest lag, hours.
func (s *server) compare(ctx context.Context, b *ComparedReadings, lag float64) (c compared, err error) {
	o := &b.Other
	if o.MeasuringPointID == b.MeasuringPointID && o.Field == b.Field && o.Node == b.Node {
		return c, errs.OnField("other.field", errs.Duplicate)
	}
	if c.own, _, err = s.samples(ctx, b.AnalyzedReadings); err != nil {
		return c, err
	}
	asked := AnalyzedReadings{
		MeasuringPointID: o.MeasuringPointID, Field: o.Field, Node: o.Node, ValueType: cmp.Or(o.ValueType, b.ValueType),
	}
	if asked.ValueType != string(query.Observed) {
		asked.Base = b.Base
	}
	read := func(tolerance int64) (err error) {
		farther := httpapi.AskedTime(lag*hourMS) + httpapi.AskedTime(tolerance)
		asked.Start, asked.End = max(b.Start-farther, 1), b.End+farther
		c.other, c.interval, err = s.other(ctx, b.AnalyzedReadings, asked)
		return err
	}
	const usual = 24 * hourMS
	var r errs.Refusals
	err = read(cmp.Or(b.Tolerance, usual))
	if c.tolerance = cmp.Or(b.Tolerance, c.interval); err == nil && c.tolerance > max(b.Tolerance, usual) {
		err = read(c.tolerance) // a point that is rarely read
	}
	if err := r.Within("other", err); err != nil {
		return c, err
	}
	return c, r.Err()
}

// paired describes the pairs.
func (c *compared) paired(from, to int64, pairs int) Paired {
	own, other := c.own.Column, c.other.Column
	return Paired{
		Unit: own.Unit, Decimals: own.Decimals, OtherUnit: other.Unit, OtherDecimals: other.Decimals, From: from, To: to,
		Pairs: pairs, Unpaired: len(c.own.List) - pairs, Dropped: len(c.own.Dropped), Tolerance: c.tolerance,
	}
}

func (s *server) monitorRelation(ctx context.Context, in *relationInput) (*httpapi.Output[Relation], error) {
	b := &in.Body
	c, err := s.compare(ctx, &b.ComparedReadings, max(b.Search, b.Lag, -b.Lag))
	if err != nil {
		return nil, err
	}
	lag := int64(b.Lag * hourMS)
	var search *LagSearch
	if b.Search > 0 {
		var found analysis.LagSearch
		lag, found, err = analysis.SearchLag(c.own.List, c.other.List, int64(b.Search*hourMS), c.interval, c.tolerance)
		switch {
		case errors.Is(err, analysis.ErrStill):
			return nil, errs.OnField("field", errs.OnALine)
		case errors.Is(err, analysis.ErrUnsolvable):
			return nil, errs.OnField("other", errs.OnALine)
		case err != nil:
			return nil, unfit(err, analysis.FewestPairs)
		}
		search = &LagSearch{Step: found.Step, Limit: found.Limit, AtEnd: found.AtEnd}
		search.Lags = httpapi.ListOf(found.Lags, func(one analysis.Lagged) LaggedCorrelation {
			return LaggedCorrelation{float64(one.Lag) / hourMS, one.R, one.Pairs}
		})
	}
	r, err := analysis.Relate(analysis.PairsOf(c.own.List, c.other.List, lag, c.tolerance))
	if errors.Is(err, analysis.ErrUnsolvable) {
		return nil, errs.OnField("other", errs.NotDetermined)
	}
	if err != nil {
		return nil, unfit(err, analysis.FewestPairs)
	}
	return httpapi.Reply(Relation{
		Paired: c.paired(r.From, r.To, r.Pairs), Lag: float64(lag) / hourMS, Search: search,
		Slope: r.Slope, SlopeError: r.SlopeError, SlopeLow: r.SlopeLow, SlopeHigh: r.SlopeHigh, Intercept: r.Intercept, InterceptError: r.InterceptError,
		R: r.R, R2: r.R2, Deviation: r.Deviation, Correlation: r.Correlation, Independent: r.Independent, Confidence: analysis.Confidence,
		Rows: httpapi.ListOf(r.Rows, func(one analysis.RelationRow) RelationRow {
			return RelationRow{one.Time, one.Value, one.Other, one.Residual}
		}),
		Reduced: r.Reduced, Line: httpapi.ListOf(r.Line, func(one analysis.LinePoint) LinePoint { return LinePoint(one) }),
	}), nil
}

// metres are the units of lengths.
var metres = map[string]float64{"mm": 0.001, "cm": 0.01, "m": 1}

func (s *server) monitorDifference(ctx context.Context, in *differenceInput) (*httpapi.Output[Difference], error) {
	b := &in.Body
	c, err := s.compare(ctx, &b.ComparedReadings, 0)
	if err != nil {
		return nil, err
	}
	unit := c.own.Column.Unit
	switch {
	case c.other.Column.Unit != unit:
		return nil, errs.OnField("other.field", errs.OtherUnit, "unit", cmp.Or(unit, "1"))
	case b.Distance > 0 && metres[unit] == 0:
		return nil, errs.OnField("distance", errs.NoLength)
	}
	d, err := analysis.Differ(analysis.PairsOf(c.own.List, c.other.List, 0, c.tolerance))
	if err != nil {
		return nil, unfit(err, analysis.FewestPairs)
	}
	row := func(one analysis.DifferenceRow) DifferenceRow {
		shown := DifferenceRow{Time: one.Time, Value: one.Value, Other: one.Other, Difference: one.Difference}
		if b.Distance > 0 {
			shown.Distortion = httpapi.Finite(one.Difference * metres[unit] / b.Distance * 1000)
		}
		return shown
	}
	return httpapi.Reply(Difference{
		Paired: c.paired(d.From, d.To, d.Pairs), Rate: d.Rate, RateError: d.RateError, Value: d.Value,
		RateLow: d.RateLow, RateHigh: d.RateHigh, Scatter: d.Scatter, Confidence: analysis.Confidence,
		Last: row(d.Last), Least: row(d.Least), Largest: row(d.Largest), Rows: httpapi.ListOf(d.Rows, row), Reduced: d.Reduced,
	}), nil
}
