package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// EngineeringConfig is the engineering data of a point.
type EngineeringConfig struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	ValidFrom        int64             `json:"validFrom" doc:"UTC ms; 0: always, or never set"`
	Value            point.Engineering `json:"value"`
}

// PointChartConfig are the chart settings of a point.
type PointChartConfig struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	Pages            dataapi.PageSlugs `json:"pages"`
	Base             device.Chart      `json:"base" doc:"The device's setting, used if the point has none"`
	List             []ChartSetting    `json:"list" doc:"Data views with their own setting"`
}

// ChartSetting is the settings of one data view.
type ChartSetting struct {
	MeasuringPointID int64              `json:"measuringPointId"`
	Chart            string             `json:"chart" doc:"Slug of the data view"`
	Label            string             `json:"label" doc:"Name of its tab; empty: its own"`
	Configs          point.ChartConfigs `json:"configs" doc:"The device's own values"`
}

type shownAt struct {
	httpapi.PointPath
	At httpapi.AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

func (in shownAt) at() int64 {
	if in.At == 0 {
		return clock.Now().UnixMilli()
	}
	return in.At.Millis()
}

type engineeringUpdate struct {
	httpapi.PointPath
	Body struct {
		ValidFrom int64             `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
		Value     point.Engineering `json:"value"`
		Note      string            `json:"note,omitempty" maxLength:"500"`
	}
}

type chartUpdate struct {
	httpapi.PointPath
	Body struct {
		point.Chart
		ValidFrom int64  `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
		Note      string `json:"note,omitempty" maxLength:"500"`
	}
}

// pointShown registers the calls about aspects without effect on results: engineering data and chart settings.
func (s *server) pointShown() {
	const base = "/structures/{structureId}/measuring-points/{measuringPointId}"
	see, act := access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getEngineeringConfig", Method: http.MethodGet, Path: base + "/engineering-config", Tag: "measuring points", Need: see,
		Summary: "Site conditions of a point at a time: soil layers, excavation, design values",
	}, s.getEngineeringConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateEngineeringConfig", Method: http.MethodPatch, Path: base + "/engineering-config", Tag: "measuring points", Need: act,
		Example: `{"value":{"pitDepthH":12,"soilLayers":[{"name":"clay","from":0,"to":4}]}}`,
		Summary: "Set the site conditions of a point from a time on", Detail: "Records a version of the aspect engineering; it does not affect results.",
	}, s.updateEngineeringConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getPointChartConfig", Method: http.MethodGet, Path: base + "/chart-config", Tag: "measuring points", Need: see,
		Summary: "Chart settings of a point at a time",
	}, s.getPointChartConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updatePointChartConfig", Method: http.MethodPatch, Path: base + "/chart-config", Tag: "measuring points", Need: act,
		Example: `{"chart":"hda-chart","configs":{}}`,
		Summary: "Change how one data view of a point is drawn from a time on", Detail: "Records a version of the aspect chart; other views are unchanged.",
	}, s.updatePointChartConfig)
}

func (s *server) getEngineeringConfig(ctx context.Context, in *shownAt) (*httpapi.Output[EngineeringConfig], error) {
	value, from, err := s.Points.EngineeringAt(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, in.at())
	value.PhotoURL = s.Uploads.Sign(value.PhotoURL)
	return httpapi.Reply(EngineeringConfig{MeasuringPointID: in.MeasuringPointID, ValidFrom: from, Value: value}), err
}

func (s *server) updateEngineeringConfig(ctx context.Context, in *engineeringUpdate) (*httpapi.Output[Version], error) {
	value, err := json.Marshal(in.Body.Value)
	if err != nil {
		return nil, fmt.Errorf("encode engineering: %w", err)
	}
	draft, err := s.keptPhoto(ctx, in.MeasuringPointID,
		timeline.Draft{Aspect: string(point.AspectEngineering), ValidFrom: in.Body.ValidFrom, Value: value, Note: in.Body.Note})
	if err != nil {
		return nil, err
	}
	record, err := s.Points.Record(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, draft)
	return httpapi.Reply(versionOf(record)), err
}

func (s *server) getPointChartConfig(ctx context.Context, in *shownAt) (*httpapi.Output[PointChartConfig], error) {
	drawn, err := s.Points.ChartsAt(ctx, httpapi.CallerOf(ctx).Scope, in.MeasuringPointID, in.at())
	if err != nil {
		return nil, err
	}
	pages, err := s.Monitor.Pages(ctx, []int64{in.MeasuringPointID})
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(PointChartConfig{
		MeasuringPointID: in.MeasuringPointID, Pages: httpapi.ListOf(pages[0], httpapi.AsIs), Base: drawn.Base,
		List: httpapi.ListOf(drawn.Charts, func(c point.Chart) ChartSetting {
			return ChartSetting{MeasuringPointID: in.MeasuringPointID, Chart: c.Chart, Label: c.Label, Configs: c.Configs}
		}),
	}), err
}

func (s *server) updatePointChartConfig(ctx context.Context, in *chartUpdate) (*httpapi.Output[Version], error) {
	record, err := s.Points.SetChart(ctx, httpapi.CallerOf(ctx).Actor(), in.MeasuringPointID, in.Body.Chart, in.Body.ValidFrom, in.Body.Note)
	return httpapi.Reply(versionOf(record)), err
}
