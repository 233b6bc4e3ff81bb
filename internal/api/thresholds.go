package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
)

// Thresholds are the thresholds of a point in force at a time.
type Thresholds struct {
	ValidFrom int64             `json:"validFrom" doc:"UTC ms; 0: none were ever set"`
	List      []alarm.Threshold `json:"list"`
}

type thresholdsInput struct {
	PointPath
	At AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

type thresholdsUpdate struct {
	PointPath
	Body struct {
		ValidFrom int64             `json:"validFrom,omitempty" doc:"UTC ms; 0: from now on"`
		List      []alarm.Threshold `json:"list" maxItems:"200"`
		Note      string            `json:"note,omitempty" maxLength:"500"`
	}
}

func (s *server) thresholds() {
	const path = "/structures/{structureId}/measuring-points/{measuringPointId}/thresholds"
	register(s, operation{
		id: "getThresholds", method: http.MethodGet, path: path, tag: "measuring points",
		need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, summary: "Thresholds in force at a time",
	}, func(ctx context.Context, in *thresholdsInput) (*output[Thresholds], error) {
		records, err := s.Points.Versions(ctx, callerOf(ctx).scope, in.MeasuringPointID, definition.AspectThresholds)
		if err != nil {
			return nil, err
		}
		versions, err := dated.Decode[alarm.Thresholds](records, string(definition.AspectThresholds))
		if err != nil {
			return nil, err
		}
		at := in.At.ms()
		if at == 0 {
			at = time.Now().UnixMilli()
		}
		version, _ := dated.Of(versions).At(at)
		return answer(Thresholds{ValidFrom: version.ValidFrom, List: listOf(version.Value.List, same)}), nil
	})
	register(s, operation{
		id: "setThresholds", method: http.MethodPut, path: path, tag: "measuring points",
		need:    access.Permission{Area: access.MeasuringPoint, Action: access.Update},
		summary: "Set the thresholds of a point from a time on", detail: "Records a version of the aspect thresholds; alerts are found again from that time on.",
	}, func(ctx context.Context, in *thresholdsUpdate) (*output[Version], error) {
		value, err := json.Marshal(alarm.Thresholds{List: in.Body.List})
		if err != nil {
			return nil, fmt.Errorf("encode thresholds: %w", err)
		}
		from := in.Body.ValidFrom
		if from == 0 {
			from = time.Now().UnixMilli()
		}
		record, err := s.Points.Record(ctx, callerOf(ctx).actor(), in.MeasuringPointID,
			dated.Draft{Aspect: string(definition.AspectThresholds), ValidFrom: from, Value: value, Note: in.Body.Note})
		return answer(versionOf(record)), err
	})
}
