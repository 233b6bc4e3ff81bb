package analysisapi

import (
	"context"
	"errors"
	"slices"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// CauseReadings are the observed values of a point that may cause a movement.
type CauseReadings struct {
	MeasuringPointID int64  `json:"measuringPointId" minimum:"1" doc:"Of the same project"`
	Field            string `json:"field" minLength:"1" maxLength:"64"`
	Node             int32  `json:"node,omitempty" minimum:"0" doc:"Of an array"`
}

// CauseLevel is a water level.
type CauseLevel struct {
	CauseReadings
	Powers int `json:"powers" minimum:"1" maximum:"3" doc:"Of the level: 1 to 3"`
}

// CauseRain is a gauge.
type CauseRain struct {
	CauseReadings
	Days []int `json:"days" minItems:"1" maxItems:"4" doc:"Of 1, 3, 7, 30: sums over so many days up to a reading"`
}

type residualInput struct {
	Body struct {
		AnalyzedReadings
		FitFrom     httpapi.AskedTime `json:"fitFrom,omitempty" doc:"UTC ms: the model is fitted to the readings from then on; default: start"`
		FitTo       httpapi.AskedTime `json:"fitTo,omitempty" doc:"UTC ms, inclusive; default: end. Later readings are held out and compared with the model"`
		Time        bool              `json:"time,omitempty" doc:"A term that is linear in time, in days since the first reading"`
		LogTime     bool              `json:"logTime,omitempty" doc:"ln(1 + t)"`
		Cycles      int               `json:"cycles,omitempty" minimum:"0" maximum:"2" doc:"Season: sine and cosine with so many cycles a year"`
		Temperature *CauseReadings    `json:"temperature,omitempty"`
		Level       *CauseLevel       `json:"level,omitempty"`
		Rain        *CauseRain        `json:"rain,omitempty"`
	}
}

// ModelTerm is a coefficient of an environmental model.
type ModelTerm struct {
	Kind          string  `json:"kind" enum:"constant,time,logTime,season,temperature,level,rain"`
	Number        int     `json:"number" doc:"Cycles a year, power of the level, or days of rain"`
	Cosine        bool    `json:"cosine" doc:"Of a season: the cosine, not the sine"`
	Unit          string  `json:"unit" doc:"Of its input: values are per this unit"`
	Value         float64 `json:"value"`
	StandardError float64 `json:"standardError" doc:"For as many readings as independent says"`
	About         float64 `json:"about" doc:"Temperature and level count from this, their mean in the fit"`
}

// ResidualRow is a reading with what the model expects.
type ResidualRow struct {
	Time     int64   `json:"time" doc:"UTC ms"`
	Value    float64 `json:"value"`
	Fitted   float64 `json:"fitted"`
	Low      float64 `json:"low" doc:"A reading lies between low and high with the probability confidence"`
	High     float64 `json:"high"`
	Residual float64 `json:"residual" doc:"value − fitted"`
	Held     bool    `json:"held" doc:"Not fitted"`
}

// Residual is what a movement does besides what the environment explains. It is never stored and never judged.
type Residual struct {
	Unit        string        `json:"unit" doc:"Of the values"`
	Decimals    int           `json:"decimals"`
	From        int64         `json:"from" doc:"First reading fitted, UTC ms"`
	To          int64         `json:"to" doc:"Last reading fitted, UTC ms"`
	Readings    int           `json:"readings" doc:"Fitted"`
	Dropped     int           `json:"dropped" doc:"Readings of the fit that are not used: without a value, or flagged"`
	Unmatched   int           `json:"unmatched" doc:"Readings of the fit without an input near them"`
	R2          float64       `json:"r2"`
	Deviation   float64       `json:"deviation" doc:"Standard deviation of the fitted residuals: control lines are at two and three of it"`
	Beyond      int           `json:"beyond" doc:"Readings outside of three of it, held out ones too"`
	Correlation float64       `json:"correlation" doc:"Of neighboring residuals"`
	Independent float64       `json:"independent" doc:"Readings that count as independent: readings·(1 − correlation)/(1 + correlation)"`
	Confidence  float64       `json:"confidence" doc:"Probability of bands"`
	Terms       []ModelTerm   `json:"terms"`
	Rows        []ResidualRow `json:"rows" doc:"At most 2,000: of more, those with the least and the greatest residuals"`
	Reduced     bool          `json:"reduced" doc:"Some readings have no row"`
	Later       LaterReadings `json:"later" doc:"Held out"`
}

// rainDays are the days over which rain is summed.
var rainDays = []int{1, 3, 7, 30}

func (s *server) monitorResidual(ctx context.Context, in *residualInput) (*httpapi.Output[Residual], error) {
	b := &in.Body
	found, _, span, err := s.fitReadings(ctx, b.AnalyzedReadings, b.FitFrom, b.FitTo)
	if err != nil {
		return nil, err
	}
	model := analysis.Environment{Time: b.Time, LogTime: b.LogTime, Cycles: b.Cycles}
	units := map[string]string{analysis.Time: "d"}
	cause := func(name string, one CauseReadings, days int) (*analysis.Cause, error) {
		list, unit, err := s.cause(ctx, b.AnalyzedReadings, one, span.From-int64(days+1)*24*hourMS)
		units[name] = unit
		var r errs.Refusals
		if err := r.Within(name, err); err != nil {
			return nil, err
		}
		return list, r.Err()
	}
	if b.Temperature != nil {
		if model.Temperature, err = cause(analysis.Temperature, *b.Temperature, 0); err != nil {
			return nil, err
		}
	}
	if b.Level != nil {
		if model.Level, err = cause(analysis.Level, b.Level.CauseReadings, 0); err != nil {
			return nil, err
		}
		model.Powers = b.Level.Powers
	}
	if b.Rain != nil {
		for _, n := range b.Rain.Days {
			if !slices.Contains(rainDays, n) {
				return nil, errs.OnField("rain.days", errs.NotOneOf, "allowed", "1, 3, 7, 30")
			}
		}
		if model.Rain, err = cause(analysis.Rain, b.Rain.CauseReadings, slices.Max(b.Rain.Days)); err != nil {
			return nil, err
		}
		model.RainDays = slices.Compact(slices.Sorted(slices.Values(b.Rain.Days)))
	}
	r, err := analysis.Explain(within(found.List, query.Span{From: span.From, To: b.End.Millis()}), span.To, &model)
	var wrong analysis.Undetermined
	if errors.As(err, &wrong) {
		return nil, errs.OnField(fieldOf(wrong), errs.NotDetermined)
	}
	if err != nil {
		return nil, unfit(err, model.Fewest())
	}
	shown := Residual{
		Unit: found.Column.Unit, Decimals: found.Column.Decimals, From: r.From, To: r.To, Readings: r.Readings, Unmatched: r.Unmatched,
		Dropped: droppedWithin(found.Dropped, span), R2: r.R2, Deviation: r.Deviation, Beyond: r.Beyond, Correlation: r.Correlation, Independent: r.Independent,
		Confidence: analysis.Confidence, Reduced: r.Reduced, Later: LaterReadings{Readings: r.Later, Inside: r.Inside},
		Rows: httpapi.ListOf(r.Rows, func(one analysis.ResidualRow) ResidualRow {
			return ResidualRow{one.Time, one.Value, one.Fitted, one.Low, one.High, one.Residual, one.Held}
		}),
		Terms: httpapi.ListOf(r.Terms, func(one analysis.Term) ModelTerm {
			return ModelTerm{one.Kind, one.Number, one.Cosine, units[one.Kind], one.Value, one.StandardError, one.About}
		}),
	}
	return httpapi.Reply(shown), nil
}

// fieldOf names the field of a request that asks for a term.
func fieldOf(e analysis.Undetermined) string {
	if e.Term == analysis.Season {
		return "cycles"
	}
	return e.Term
}

// cause returns the readings of a cause from a time up to the end of a request, and their unit.
func (s *server) cause(ctx context.Context, asked AnalyzedReadings, one CauseReadings, from int64) (*analysis.Cause, string, error) {
	found, interval, err := s.other(ctx, asked, AnalyzedReadings{
		MeasuringPointID: one.MeasuringPointID, Field: one.Field, Node: one.Node, ValueType: string(query.Observed),
		Start: httpapi.AskedTime(from), End: asked.End,
	})
	return &analysis.Cause{List: found.List, Interval: interval}, found.Column.Unit, err
}
