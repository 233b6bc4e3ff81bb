package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
)

// GBThresholds are the presets of GB 50497-2019.
type GBThresholds struct {
	SupportTypes []GBSupportType `json:"supportTypes"`
	List         []GBItem        `json:"list"`
}

// GBSupportType is a type of support.
type GBSupportType struct {
	Code  string     `json:"code"`
	Label i18n.Label `json:"label"`
}

// GBItem is an item of the standard. Review its values before use: the design takes precedence.
type GBItem struct {
	Item         string                `json:"item"`
	Label        i18n.Label            `json:"label"`
	Clause       string                `json:"clause" example:"8.0.4"`
	Measurements []string              `json:"measurements"`
	Field        string                `json:"field"`
	Also         string                `json:"also" doc:"A further field with the same values; empty: none"`
	Ref          string                `json:"ref" enum:",f1,f2,fy" doc:"The design value that ratios are of"`
	Unit         string                `json:"unit" doc:"Applies to the standard's values and to custom control values"`
	Lower        bool                  `json:"lower" doc:"With the design prestress fy also lower limits"`
	Supports     []pointconfig.Support `json:"supports"`
}

// GBOrder sets thresholds of points by the standard.
type GBOrder struct {
	MeasuringPointIDs []int64            `json:"measuringPointIds" minItems:"1" maxItems:"1000"`
	Item              string             `json:"item" minLength:"1" maxLength:"40"`
	SupportType       string             `json:"supportType,omitempty" maxLength:"40"`
	GBLevel           int                `json:"gbLevel" minimum:"1" maximum:"3" doc:"Grade of the pit"`
	DepthH            float64            `json:"depthH,omitempty" minimum:"0" maximum:"200" doc:"m; 0: from each point's engineering configuration"`
	DesignValues      map[string]float64 `json:"designValues,omitempty" doc:"f1, f2, fy; omitted ones are taken from each point's engineering configuration"`
	ControlMode       string             `json:"controlMode" enum:"default,strict,custom"`
	Custom            *GBCustom          `json:"custom,omitempty"`
	ValueTypes        []string           `json:"valueTypes" minItems:"1" maxItems:"3" enum:"observed,accumulated,rate"`
	ValidFrom         int64              `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	Note              string             `json:"note,omitempty" maxLength:"500"`
}

// GBCustom are entered control values and factors.
type GBCustom struct {
	Control         float64   `json:"control,omitempty" minimum:"0"`
	RateControl     float64   `json:"rateControl,omitempty" minimum:"0"`
	Multipliers     []float64 `json:"multipliers,omitempty" minItems:"4" maxItems:"4" doc:"Blue, yellow, orange, red: rising, to 1.5"`
	RateMultipliers []float64 `json:"rateMultipliers,omitempty" minItems:"4" maxItems:"4"`
	InRange         *float64  `json:"inRange,omitempty" minimum:"0" maximum:"1" doc:"Instead of control values: the place in each range of the standard, 0 lower end to 1 upper end"`
}

// GBResult is the result of an order.
type GBResult struct {
	Points  int         `json:"measuringPoints"`
	ByPoint []GBByPoint `json:"byPoint"`
}

// GBByPoint is the result of an order for one point.
type GBByPoint struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	DepthH           float64           `json:"depthH" doc:"m, used in the calculation; 0: none"`
	NoDepth          bool              `json:"noDepth" doc:"Values relative to the depth were omitted because the depth is not known"`
	Thresholds       []alarm.Threshold `json:"thresholds" doc:"In the unit of the point"`
}

// GBPreview is the effect of an order.
type GBPreview struct {
	preview.Consequences
	ByPoint []GBByPoint `json:"byPoint"`
}

type gbInput struct {
	httpapi.ProjectPath
	Body GBOrder
}

const gbExample = `{"measuringPointIds":[{settlementPointId}],"item":"groundSettlement","gbLevel":1,"controlMode":"default","valueTypes":["accumulated","rate"],"validFrom":1700000000000}`

func (s *server) gbThresholdCalls() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const tag = "configuration"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "gbThresholds", Method: http.MethodGet, Path: "/projects/{projectId}/gb-thresholds", Tag: tag, Need: need(access.Retrieve),
		Summary: "Threshold presets according to GB 50497-2019", Detail: "Review before use: the design documents take precedence.",
	}, s.gbThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "configThresholdByGB", Method: http.MethodPost, Path: "/projects/{projectId}/config-threshold-by-gb", Tag: tag, Need: need(access.Update),
		Example: gbExample,
		Summary: "Set thresholds of points according to GB 50497-2019",
		Detail:  "Overwrites existing thresholds of the same field and value type; all points or none.",
	}, s.configThresholdByGB)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewThresholdByGB", Method: http.MethodPost,
		Path: "/projects/{projectId}/config-threshold-by-gb/preview", Tag: tag, Need: need(access.Update), Unlogged: httpapi.ReadsOnly,
		Example: gbExample,
		Summary: "Preview setting thresholds according to GB 50497-2019",
	}, s.previewThresholdByGB)
	s.gbSiteCalls()
}

func (s *server) gbThresholds(context.Context, *httpapi.ProjectPath) (*httpapi.Output[GBThresholds], error) {
	return httpapi.Reply(GBThresholds{
		SupportTypes: httpapi.ListOf(pointconfig.SupportTypes(), func(t pointconfig.SupportType) GBSupportType { return GBSupportType(t) }),
		List: httpapi.ListOf(pointconfig.Presets(), func(p pointconfig.Preset) GBItem {
			return GBItem{
				Item: p.Code, Label: p.Label, Clause: p.Clause, Measurements: p.Measurements, Field: p.Field, Also: p.Also, Ref: p.Ref, Unit: p.Unit(),
				Lower: p.Lower,
				Supports: httpapi.ListOf(p.Rows, func(row pointconfig.Support) pointconfig.Support {
					row.Types = httpapi.ListOf(row.Types, httpapi.AsIs)
					return row
				}),
			}
		}),
	}), nil
}

func (s *server) configThresholdByGB(ctx context.Context, in *gbInput) (*httpapi.Output[GBResult], error) {
	results, err := s.Configuration.SetPreset(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.order())
	return httpapi.Reply(GBResult{Points: len(results), ByPoint: httpapi.ListOf(results, gbByPoint)}), err
}

func (s *server) previewThresholdByGB(ctx context.Context, in *gbInput) (*httpapi.Output[GBPreview], error) {
	results, plan, err := s.Configuration.PlanPreset(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Body.order())
	if err != nil {
		return nil, err
	}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(GBPreview{Consequences: found, ByPoint: httpapi.ListOf(results, gbByPoint)}), err
}

func gbByPoint(r pointconfig.PresetResult) GBByPoint {
	return GBByPoint{MeasuringPointID: r.PointID, DepthH: r.DepthH, NoDepth: r.NoDepth, Thresholds: httpapi.ListOf(r.Thresholds, httpapi.AsIs)}
}

func (o GBOrder) order() pointconfig.PresetOrder {
	return pointconfig.PresetOrder{
		PointIDs: o.MeasuringPointIDs, Item: o.Item, SupportType: o.SupportType, Grade: o.GBLevel, DepthH: o.DepthH,
		Design: o.DesignValues, Mode: o.ControlMode, Custom: o.Custom.custom(),
		ValueTypes: httpapi.ListOf(o.ValueTypes, func(kind string) alarm.ValueType { return alarm.ValueType(kind) }), ValidFrom: o.ValidFrom, Note: o.Note,
	}
}

func (c *GBCustom) custom() (custom pointconfig.Custom) {
	if c == nil {
		return custom
	}
	custom = pointconfig.Custom{Control: c.Control, RateControl: c.RateControl, InRange: c.InRange}
	copy(custom.Multipliers[:], c.Multipliers)
	copy(custom.RateMultipliers[:], c.RateMultipliers)
	return custom
}
