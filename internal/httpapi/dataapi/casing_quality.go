package dataapi

import (
	"context"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

type casingInput struct {
	Body struct {
		Known
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
		Time             httpapi.AskedTime `json:"time" doc:"UTC ms: the survey"`
		Base             httpapi.AskedTime `json:"base" doc:"UTC ms: the survey that it is compared with"`
		Terms            []string          `json:"terms" minItems:"1" maxItems:"4" enum:"bias,rotation,depth,settlement" doc:"Errors to estimate"`
		Stable           float64           `json:"stable,omitempty" minimum:"0" maximum:"10000" doc:"m above the lowest station that both read, where the casing does not move; 0: the lowest third"`
	}
}

// CasingQuality are the systematic errors of a survey of a casing. They are never applied by themselves: a correction of kind
// casing takes them out of the survey.
type CasingQuality struct {
	Survey     Survey             `json:"survey"`
	Base       Survey             `json:"base"`
	Zone       float64            `json:"zone" doc:"m: from this depth on the casing does not move"`
	From       float64            `json:"from" doc:"m: depth of the first station that both surveys read"`
	To         float64            `json:"to" doc:"m: depth of the last one"`
	Stations   int                `json:"stations" doc:"In the zone"`
	Readings   int                `json:"readings" doc:"Differences in the zone, of both axes"`
	Before     float64            `json:"before" doc:"Root mean square of the differences in the zone, digits"`
	Deviation  float64            `json:"deviation" doc:"Standard deviation of what the errors leave of them, digits"`
	Noise      *float64           `json:"noise" doc:"Standard deviation that a difference has by the checksums, digits; null: unknown"`
	Confidence float64            `json:"confidence" doc:"Probability with which low and high enclose an error"`
	Terms      []CasingTerm       `json:"terms"`
	Effect     CasingEffect       `json:"effect" doc:"Of all terms together"`
	Values     map[string]float64 `json:"values" doc:"The estimated errors as values of a correction of kind casing"`
	Conditions []CasingCondition  `json:"conditions" doc:"Under which the estimate may be used"`
	Rows       []CasingRow        `json:"rows" doc:"Nodes from the collar down"`
	Applied    *Correction        `json:"applied,omitempty" doc:"The correction of the survey in effect; omitted: none"`
}

// CasingTerm is one estimated error.
type CasingTerm struct {
	Name          string       `json:"name" enum:"biasA,biasB,rotationA,rotationB,depth,settlement"`
	Unit          string       `json:"unit"`
	Value         float64      `json:"value"`
	StandardError float64      `json:"standardError"`
	Low           float64      `json:"low"`
	High          float64      `json:"high"`
	Rival         string       `json:"rival" doc:"The term that is hardest to tell apart; empty: there is no other"`
	Correlation   float64      `json:"correlation" doc:"Of the two"`
	Effect        CasingEffect `json:"effect"`
}

// CasingEffect is what errors add to the change at the free end.
type CasingEffect struct {
	X      *float64 `json:"x" doc:"mm"`
	Y      *float64 `json:"y" doc:"mm; null: not surveyed"`
	ErrorX *float64 `json:"errorX" doc:"Standard error, mm"`
	ErrorY *float64 `json:"errorY" doc:"Standard error, mm"`
}

// CasingCondition is one condition of use.
type CasingCondition struct {
	Name  string   `json:"name" enum:"enough,separable,quiet" doc:"Differences more than terms; the largest correlation of two terms; the deviation as a multiple of the noise"`
	Met   bool     `json:"met"`
	Value *float64 `json:"value,omitempty"`
	Limit *float64 `json:"limit,omitempty" doc:"enough: the least value; separable and quiet: the largest"`
}

// CasingRow is one node.
type CasingRow struct {
	No          int32    `json:"no"`
	Depth       float64  `json:"depth" doc:"m"`
	DifferenceA *float64 `json:"differenceA" doc:"(A0 − A180)/2 of the survey less that of the base, digits; null: not read"`
	DifferenceB *float64 `json:"differenceB" doc:"The same along B"`
	OffA        *float64 `json:"offA" doc:"That by the estimated errors, digits"`
	OffB        *float64 `json:"offB" doc:"The same along B"`
	BeforeX     *float64 `json:"beforeX" doc:"mm since the base, as surveyed"`
	BeforeY     *float64 `json:"beforeY" doc:"mm since the base, as surveyed"`
	AfterX      *float64 `json:"afterX" doc:"mm since the base, without the estimated errors"`
	AfterY      *float64 `json:"afterY" doc:"mm since the base, without the estimated errors"`
}

func (s *server) casingQuality() {
	call := post("monitorRdmQuality", "rdm-quality", "Estimate the systematic errors of a survey with an inclinometer probe",
		"Least squares on the differences of two surveys at the stations of a zone that does not move: a bias of each axis, rotation of the sensors, an error of depth, and one that grows with depth. Readings are compared as sent, after amendments and without a casing correction of the survey; the base counts as corrected.", nil)
	call.Unmeasured = "compares two surveys on request, no screen of the bench loads it"
	httpapi.Register(s.Kernel,
		call.Sending(`{"measuringPointId":{measuringPointId},"time":1799900000000,"base":1799000000000,"terms":["bias"]}`), s.monitorRdmQuality)
}

func (s *server) monitorRdmQuality(ctx context.Context, in *casingInput) (*httpapi.Output[CasingQuality], error) {
	b := &in.Body
	p, err := s.seePoint(ctx, b.MeasuringPointID, seeData)
	if err != nil {
		return nil, err
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	q, err := from.CasingQuality(ctx, query.CasingRequest{Point: p.ID, Time: b.Time.Millis(), Base: b.Base.Millis(), Groups: b.Terms, Stable: b.Stable})
	if err != nil {
		return nil, err
	}
	imported := s.importedSurveys(ctx)
	show := func(one *query.Survey) Survey {
		shown := shownSurvey(one, true)
		shown.Imported = imported(one.DeviceID, one.Time)
		return shown
	}
	e := &q.Estimate
	shown := CasingQuality{
		Survey: show(&q.Survey), Base: show(&q.Base), Zone: q.Zone, From: q.From, To: q.To, Stations: e.Stations, Readings: e.Readings,
		Before: e.Before, Deviation: e.Deviation, Noise: httpapi.Finite(q.Noise), Confidence: analysis.Confidence, Terms: []CasingTerm{},
		Effect: casingEffectOf(q.Effect), Values: map[string]float64{},
		Conditions: httpapi.ListOf(e.Conditions, func(one analysis.Condition) CasingCondition { return CasingCondition(one) }),
		Rows:       httpapi.ListOf(q.Rows, casingRowOf),
	}
	for i, one := range e.Terms {
		name := formula.CasingTerms[one.Term]
		term := CasingTerm{
			Name: name, Unit: formula.CasingUnits[one.Term], Value: one.Value, StandardError: one.StandardError, Low: one.Low, High: one.High,
			Correlation: one.Correlation, Effect: casingEffectOf(q.Effects[i]),
		}
		if one.Rival >= 0 {
			term.Rival = formula.CasingTerms[one.Rival]
		}
		shown.Terms = append(shown.Terms, term)
		shown.Values[name] = one.Value
	}
	if q.Applied != nil {
		applied := correctionOf(*q.Applied)
		shown.Applied = &applied
	}
	return httpapi.Reply(shown), nil
}

func casingEffectOf(e query.CasingEffect) CasingEffect {
	return CasingEffect{
		X: httpapi.Finite(e.Value[0]), Y: httpapi.Finite(e.Value[1]),
		ErrorX: httpapi.Finite(e.StandardError[0]), ErrorY: httpapi.Finite(e.StandardError[1]),
	}
}

func casingRowOf(r query.CasingRow) CasingRow {
	return CasingRow{
		No: r.No, Depth: r.Depth, DifferenceA: httpapi.Finite(r.Difference[0]), DifferenceB: httpapi.Finite(r.Difference[1]),
		OffA: httpapi.Finite(r.Off[0]), OffB: httpapi.Finite(r.Off[1]),
		BeforeX: httpapi.Finite(r.Before[0]), BeforeY: httpapi.Finite(r.Before[1]),
		AfterX: httpapi.Finite(r.After[0]), AfterY: httpapi.Finite(r.After[1]),
	}
}
