package statapi

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

// WeatherValue is the newest value of one weather element.
type WeatherValue struct {
	Field            string  `json:"field" enum:"airTemp,humidity,airPressure,windSpeed,windDir,windMax,rainDay,rain24h" doc:"rainDay: since midnight in the project's zone; rain24h: in the last 24 hours"`
	Value            float64 `json:"value"`
	Unit             string  `json:"unit"`
	Decimals         int     `json:"decimals"`
	Time             int64   `json:"time" doc:"UTC ms of the reading; of rain, of the gauge's newest"`
	Interval         int64   `json:"interval" doc:"ms, expected between readings; 0: unknown"`
	MeasuringPointID int64   `json:"measuringPointId"`
	Name             string  `json:"name" doc:"Of the point"`
	ProjectID        int64   `json:"projectId"`
	StructureID      int64   `json:"structureId"`
}

func (s *server) weather(ctx context.Context, in StatScope) (*httpapi.Output[httpapi.List[WeatherValue]], error) {
	if err := s.placeOf(ctx, in); err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	named := byPoint(places)
	var tell []int64
	for i := range places {
		if query.IsWeather(places[i].Measurement) {
			tell = append(tell, places[i].PointID)
		}
	}
	values, err := s.Monitor.Weather(ctx, tell)
	return httpapi.ReplyList(values, func(v query.WeatherValue) WeatherValue {
		p := named[v.Point]
		return WeatherValue{
			Field: v.Field, Value: v.Value, Unit: v.Unit, Decimals: v.Decimals, Time: v.Time, Interval: v.Interval,
			MeasuringPointID: v.Point, Name: p.Name, ProjectID: p.ProjectID, StructureID: p.StructureID,
		}
	}), err
}
