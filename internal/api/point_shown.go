package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"plumbline/internal/core/dated"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// EngineeringConfig is what the engineers of the site know of a point's place.
type EngineeringConfig struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	ValidFrom        int64             `json:"validFrom" doc:"UTC ms; 0: always, or nothing was ever set"`
	Value            point.Engineering `json:"value"`
}

// PointChartConfig are the chart settings of a point.
type PointChartConfig struct {
	MeasuringPointID int64          `json:"measuringPointId"`
	Pages            PageSlugs      `json:"pages"`
	Base             device.Chart   `json:"base" doc:"What holds where the point has no setting of its own: that of its device"`
	List             []ChartSetting `json:"list" doc:"Data views with a setting of their own"`
}

// ChartSetting is how one data view is drawn.
type ChartSetting struct {
	MeasuringPointID int64              `json:"measuringPointId"`
	Chart            string             `json:"chart" doc:"Slug of the data view"`
	Label            string             `json:"label" doc:"Name of its tab; empty: its own"`
	Configs          point.ChartConfigs `json:"configs" doc:"Those of the device underneath"`
}

type shownAt struct {
	PointPath
	At AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

func (in shownAt) at() int64 {
	if in.At == 0 {
		return time.Now().UnixMilli()
	}
	return in.At.ms()
}

type engineeringUpdate struct {
	PointPath
	Body struct {
		ValidFrom int64             `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
		Value     point.Engineering `json:"value"`
		Note      string            `json:"note,omitempty" maxLength:"500"`
	}
}

type chartUpdate struct {
	PointPath
	Body struct {
		point.Chart
		ValidFrom int64  `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
		Note      string `json:"note,omitempty" maxLength:"500"`
	}
}

// pointShown are the calls about what no result depends on: the ground that a point stands
// in, and how its data views are drawn.
func (s *server) pointShown() {
	const base = "/structures/{structureId}/measuring-points/{measuringPointId}"
	see, act := access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	register(s, operation{
		id: "getEngineeringConfig", method: http.MethodGet, path: base + "/engineering-config", tag: "measuring points", need: see,
		summary: "What is known of a point's place at a time: soil layers, excavation, design values",
	}, func(ctx context.Context, in *shownAt) (*output[EngineeringConfig], error) {
		value, from, err := s.Points.EngineeringAt(ctx, callerOf(ctx).scope, in.MeasuringPointID, in.at())
		value.PhotoURL = s.Uploads.Sign(value.PhotoURL)
		return answer(EngineeringConfig{MeasuringPointID: in.MeasuringPointID, ValidFrom: from, Value: value}), err
	})
	register(s, operation{
		id: "updateEngineeringConfig", method: http.MethodPatch, path: base + "/engineering-config", tag: "measuring points", need: act,
		summary: "Say what is known of a point's place from a time on", detail: "Records a version of the aspect engineering; no result depends on it.",
	}, func(ctx context.Context, in *engineeringUpdate) (*output[Version], error) {
		value, err := json.Marshal(in.Body.Value)
		if err != nil {
			return nil, fmt.Errorf("encode engineering: %w", err)
		}
		draft, err := s.keptPhoto(ctx, in.MeasuringPointID, dated.Draft{Aspect: string(point.AspectEngineering), ValidFrom: in.Body.ValidFrom, Value: value, Note: in.Body.Note})
		if err != nil {
			return nil, err
		}
		record, err := s.Points.Record(ctx, callerOf(ctx).actor(), in.MeasuringPointID, draft)
		return answer(versionOf(record)), err
	})
	register(s, operation{
		id: "getPointChartConfig", method: http.MethodGet, path: base + "/chart-config", tag: "measuring points", need: see,
		summary: "Chart settings of a point at a time",
	}, func(ctx context.Context, in *shownAt) (*output[PointChartConfig], error) {
		drawn, err := s.Points.ChartsAt(ctx, callerOf(ctx).scope, in.MeasuringPointID, in.at())
		return answer(PointChartConfig{
			MeasuringPointID: in.MeasuringPointID, Pages: listOf(s.Monitor.Pages([]int64{in.MeasuringPointID})[0], same), Base: drawn.Base,
			List: listOf(drawn.Charts, func(c point.Chart) ChartSetting {
				return ChartSetting{MeasuringPointID: in.MeasuringPointID, Chart: c.Chart, Label: c.Label, Configs: c.Configs}
			}),
		}), err
	})
	register(s, operation{
		id: "updatePointChartConfig", method: http.MethodPatch, path: base + "/chart-config", tag: "measuring points", need: act,
		summary: "Change how one data view of a point is drawn from a time on", detail: "Records a version of the aspect chart; the other views stay as they are.",
	}, func(ctx context.Context, in *chartUpdate) (*output[Version], error) {
		record, err := s.Points.SetChart(ctx, callerOf(ctx).actor(), in.MeasuringPointID, in.Body.Chart, in.Body.ValidFrom, in.Body.Note)
		return answer(versionOf(record)), err
	})
}
