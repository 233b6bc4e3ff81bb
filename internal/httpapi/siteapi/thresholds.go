package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// Thresholds are the thresholds of a point in effect at a time.
type Thresholds struct {
	ValidFrom int64             `json:"validFrom" doc:"UTC ms; 0: never set"`
	List      []alarm.Threshold `json:"list"`
}

type thresholdsInput struct {
	httpapi.PointPath
	At httpapi.AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type thresholdsUpdate struct {
	httpapi.PointPath
	Body struct {
		ValidFrom int64             `json:"validFrom,omitempty" doc:"UTC ms; 0: from now on"`
		List      []alarm.Threshold `json:"list" maxItems:"200"`
		Note      string            `json:"note,omitempty" maxLength:"500"`
	}
}

func (s *server) thresholds() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/thresholds"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getThresholds", Method: http.MethodGet, Path: path, Tag: "measuring points",
		Need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, Summary: "Thresholds in force at a time",
	}, s.getThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setThresholds", Method: http.MethodPut, Path: path, Tag: "measuring points",
		Example:  `{"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`,
		NearMiss: httpapi.NearMiss{Body: `{"list":[{"field":"width","valueType":"observed","blue":1,"enable":true}]}`, Field: "list[0].red"},
		Need:     access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		Summary:  "Set the thresholds of a point from a time on",
		Detail:   "Records a version of the aspect thresholds; alerts are re-evaluated from that time on.",
	}, s.setThresholds)
}

func (s *server) getThresholds(ctx context.Context, in *thresholdsInput) (*httpapi.Output[Thresholds], error) {
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, definition.AspectThresholds)
	if err != nil {
		return nil, err
	}
	versions, err := timeline.Decode[alarm.Thresholds](records, string(definition.AspectThresholds))
	if err != nil {
		return nil, err
	}
	at := in.At.Millis()
	if at == 0 {
		at = clock.Now().UnixMilli()
	}
	version, _ := timeline.Of(versions).At(at)
	return httpapi.Reply(Thresholds{ValidFrom: version.ValidFrom, List: httpapi.ListOf(version.Value.List, httpapi.AsIs)}), nil
}

func (s *server) setThresholds(ctx context.Context, in *thresholdsUpdate) (*httpapi.Output[Version], error) {
	value, err := json.Marshal(alarm.Thresholds{List: in.Body.List})
	if err != nil {
		return nil, fmt.Errorf("encode thresholds: %w", err)
	}
	from := in.Body.ValidFrom
	if from == 0 {
		from = clock.Now().UnixMilli()
	}
	record, err := s.Points.Record(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID,
		timeline.Draft{Aspect: string(definition.AspectThresholds), ValidFrom: from, Value: value, Note: in.Body.Note})
	return httpapi.Reply(versionOf(record)), err
}
