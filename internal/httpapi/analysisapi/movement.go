package analysisapi

import (
	"context"

	"plumbline/internal/core/analysis"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

type movementInput struct {
	Body struct {
		AnalyzedReadings
		Window    float64           `json:"window,omitempty" minimum:"0" maximum:"8784" doc:"Hours before each reading, through whose readings a line and a parabola are fitted; 0: rates are those between adjacent readings"`
		CreepFrom httpapi.AskedTime `json:"creepFrom,omitempty" doc:"UTC ms: tangent angles relate to the mean rate from then on, that of uniform creep; 0 with creepTo: there are none"`
		CreepTo   httpapi.AskedTime `json:"creepTo,omitempty" doc:"UTC ms, inclusive"`
	}
}

// MovementRow is how a point moves at a reading. Numbers are null where they cannot be computed.
type MovementRow struct {
	Time             int64    `json:"time" doc:"UTC ms"`
	Value            float64  `json:"value"`
	Rate             *float64 `json:"rate" doc:"Per day"`
	RateLow          *float64 `json:"rateLow" doc:"Rates, accelerations and angles lie between low and high with the probability confidence"`
	RateHigh         *float64 `json:"rateHigh"`
	Acceleration     *float64 `json:"acceleration" doc:"Per day²"`
	AccelerationLow  *float64 `json:"accelerationLow"`
	AccelerationHigh *float64 `json:"accelerationHigh"`
	Angle            *float64 `json:"angle" doc:"Tangent angle, degrees: arctan(rate / rate of uniform creep)"`
	AngleLow         *float64 `json:"angleLow"`
	AngleHigh        *float64 `json:"angleHigh"`
}

// Creep is the rate of uniform creep.
type Creep struct {
	From       int64   `json:"from" doc:"First reading used, UTC ms"`
	To         int64   `json:"to" doc:"Last reading used, UTC ms"`
	Readings   int     `json:"readings"`
	Value      float64 `json:"value" doc:"Of the line at from"`
	Rate       float64 `json:"rate" doc:"Per day"`
	RateError  float64 `json:"rateError" doc:"Standard error; similar neighbors count as fewer readings"`
	Determined bool    `json:"determined" doc:"The rate differs from 0 at the probability confidence; there are no angles otherwise"`
	Stage      string  `json:"stage" enum:",slowing,uniform,initial,medium,near" doc:"By the last angle: from 85° near failure, from 80° medium acceleration; below, initial acceleration, uniform or slowing by whether its interval is above 45°, contains it, or is below. Empty without an angle"`
}

// Movement is the rate of a point, its acceleration and its tangent angle. It is never stored and never judged.
type Movement struct {
	Unit       string        `json:"unit" doc:"Of the values"`
	Decimals   int           `json:"decimals"`
	From       int64         `json:"from" doc:"First reading, UTC ms"`
	To         int64         `json:"to" doc:"Last reading, UTC ms"`
	Readings   int           `json:"readings"`
	Dropped    int           `json:"dropped" doc:"Readings in the range that are not used: without a value, or flagged"`
	Without    int           `json:"without" doc:"Readings without a rate: a window needs 4 readings that span half of it"`
	Scatter    float64       `json:"scatter" doc:"Standard deviation of one reading about those next to it"`
	Confidence float64       `json:"confidence"`
	Creep      *Creep        `json:"creep,omitempty" doc:"Omitted without a span of uniform creep"`
	Last       *MovementRow  `json:"last,omitempty" doc:"The last with a rate"`
	Fastest    *MovementRow  `json:"fastest,omitempty" doc:"The one with the largest rate, positive or negative"`
	Rows       []MovementRow `json:"rows" doc:"At most 2,000: of more, equally spaced ones, or the least and the largest rates between adjacent readings"`
	Reduced    bool          `json:"reduced" doc:"Some readings have no row"`
}

func (s *server) movements() {
	httpapi.Register(s.Kernel,
		post("monitorMovement", "movement", "How fast a point moves: rate, acceleration and tangent angle",
			"Rates are those between adjacent readings or of a moving regression. Tangent angles after Xu Qiang et al. (2009). At least 8 readings, and 8 of uniform creep, at most 50,000.").
			Sending(`{"measuringPointId":{measuringPointId},"field":"width","valueType":"observed","start":1799000000000,"end":1799900000000,"window":24}`),
		s.monitorMovement)
}

func (s *server) monitorMovement(ctx context.Context, in *movementInput) (*httpapi.Output[Movement], error) {
	b := &in.Body
	var span *[2]int64
	if b.CreepFrom != 0 || b.CreepTo != 0 {
		switch {
		case b.CreepFrom < b.Start:
			return nil, errs.OnField("creepFrom", errs.SpanNotAllowed)
		case b.CreepTo > b.End:
			return nil, errs.OnField("creepTo", errs.SpanNotAllowed)
		case b.CreepTo < b.CreepFrom:
			return nil, errs.OnField("creepTo", errs.StartAfterEnd)
		}
		span = &[2]int64{b.CreepFrom.Millis(), b.CreepTo.Millis()}
	}
	found, _, err := s.samples(ctx, b.AnalyzedReadings)
	if err != nil {
		return nil, err
	}
	m, err := analysis.Move(found.List, int64(b.Window*hourMS), span)
	if err != nil {
		return nil, unfit(err, analysis.FewestToMove)
	}
	shown := Movement{
		Unit: found.Column.Unit, Decimals: found.Column.Decimals, From: m.From, To: m.To, Readings: m.Readings, Dropped: len(found.Dropped),
		Without: m.Without, Scatter: m.Scatter, Confidence: analysis.Confidence, Last: movementRowOf(m.Last), Fastest: movementRowOf(m.Fastest),
		Rows: httpapi.ListOf(m.Rows, func(one analysis.MovementRow) MovementRow { return *movementRowOf(&one) }), Reduced: m.Reduced,
	}
	if c := m.Creep; c != nil {
		shown.Creep = &Creep{From: c.From, To: c.To, Readings: c.Readings, Value: c.Value, Rate: c.Rate, RateError: c.RateError, Determined: c.Determined}
		if c.Determined && m.Last != nil {
			shown.Creep.Stage = string(m.Last.Stage())
		}
	}
	return httpapi.Reply(shown), nil
}

func movementRowOf(r *analysis.MovementRow) *MovementRow {
	if r == nil {
		return nil
	}
	return &MovementRow{
		Time: r.Time, Value: r.Value, Rate: httpapi.Finite(r.Rate), RateLow: httpapi.Finite(r.RateLow), RateHigh: httpapi.Finite(r.RateHigh),
		Acceleration: httpapi.Finite(r.Acceleration), AccelerationLow: httpapi.Finite(r.AccelerationLow), AccelerationHigh: httpapi.Finite(r.AccelerationHigh),
		Angle: httpapi.Finite(r.Angle), AngleLow: httpapi.Finite(r.AngleLow), AngleHigh: httpapi.Finite(r.AngleHigh),
	}
}
