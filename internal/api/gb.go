package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/configuration"
)

// GBThresholds are the presets of GB 50497-2019.
type GBThresholds struct {
	SupportTypes []GBSupportType `json:"supportTypes"`
	List         []GBItem        `json:"list"`
}

// GBSupportType is a type of support.
type GBSupportType struct {
	Code  string          `json:"code"`
	Label catalogue.Label `json:"label"`
}

// GBItem is an item of the standard. Its values are to be used after review: what the design
// says goes first.
type GBItem struct {
	Item         string                  `json:"item"`
	Label        catalogue.Label         `json:"label"`
	Clause       string                  `json:"clause" example:"8.0.4"`
	Measurements []string                `json:"measurements"`
	Field        string                  `json:"field"`
	Ref          string                  `json:"ref" enum:",f1,f2,fy" doc:"The design value that ratios are of"`
	Unit         string                  `json:"unit" doc:"Of the standard's values, and of control values of one's own"`
	Lower        bool                    `json:"lower" doc:"With the design prestress fy also lower limits"`
	Supports     []configuration.Support `json:"supports"`
}

// GBOrder sets thresholds of points by the standard.
type GBOrder struct {
	MeasuringPointIDs []int64            `json:"measuringPointIds" minItems:"1" maxItems:"1000"`
	Item              string             `json:"item" minLength:"1" maxLength:"40"`
	SupportType       string             `json:"supportType,omitempty" maxLength:"40"`
	GBLevel           int                `json:"gbLevel" minimum:"1" maximum:"3" doc:"Grade of the pit"`
	DepthH            float64            `json:"depthH,omitempty" minimum:"0" maximum:"200" doc:"m; 0: as the engineering configuration of each point says"`
	DesignValues      map[string]float64 `json:"designValues,omitempty" doc:"f1, f2, fy; those left out are as the engineering configuration of each point says"`
	ControlMode       string             `json:"controlMode" enum:"default,strict,custom"`
	Custom            *GBCustom          `json:"custom,omitempty"`
	ValueTypes        []string           `json:"valueTypes" minItems:"1" maxItems:"3" enum:"observed,accumulated,rate"`
	ValidFrom         int64              `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	Note              string             `json:"note,omitempty" maxLength:"500"`
}

// GBCustom are control values and factors of one's own.
type GBCustom struct {
	Control         float64   `json:"control,omitempty" minimum:"0"`
	RateControl     float64   `json:"rateControl,omitempty" minimum:"0"`
	Multipliers     []float64 `json:"multipliers,omitempty" minItems:"4" maxItems:"4" doc:"Blue, yellow, orange, red: rising, to 1.5"`
	RateMultipliers []float64 `json:"rateMultipliers,omitempty" minItems:"4" maxItems:"4"`
}

// GBResult is what an order comes to.
type GBResult struct {
	Points  int         `json:"measuringPoints"`
	ByPoint []GBByPoint `json:"byPoint"`
}

// GBByPoint is what an order comes to for one point.
type GBByPoint struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	DepthH           float64           `json:"depthH" doc:"m, that was reckoned with; 0: none"`
	NoDepth          bool              `json:"noDepth" doc:"Values relative to the depth were left out: the depth is not known"`
	Thresholds       []alarm.Threshold `json:"thresholds" doc:"In the unit of the point"`
}

// GBPreview is what an order would do.
type GBPreview struct {
	Consequences
	ByPoint []GBByPoint `json:"byPoint"`
}

type gbInput struct {
	ProjectPath
	Body GBOrder
}

func (s *server) gbThresholds() {
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.MeasuringPoint, Action: action}
	}
	const tag = "configuration"
	register(s, operation{
		id: "gbThresholds", method: http.MethodGet, path: "/projects/{projectId}/gb-thresholds", tag: tag, need: need(access.Retrieve),
		summary: "Presets of thresholds by GB 50497-2019", detail: "To be used after review: what the design says goes first.",
	}, func(context.Context, *ProjectPath) (*output[GBThresholds], error) {
		return answer(GBThresholds{
			SupportTypes: listOf(configuration.SupportTypes(), func(t configuration.SupportType) GBSupportType { return GBSupportType(t) }),
			List: listOf(configuration.Presets(), func(p configuration.Preset) GBItem {
				return GBItem{
					Item: p.Code, Label: p.Label, Clause: p.Clause, Measurements: p.Measurements, Field: p.Field, Ref: p.Ref, Unit: p.Unit(), Lower: p.Lower,
					Supports: listOf(p.Rows, func(row configuration.Support) configuration.Support {
						row.Types = listOf(row.Types, same)
						return row
					}),
				}
			}),
		}), nil
	})
	register(s, operation{
		id: "configThresholdByGB", method: http.MethodPost, path: "/projects/{projectId}/config-threshold-by-gb", tag: tag, need: need(access.Update),
		summary: "Set thresholds of points by GB 50497-2019", detail: "Overwrites the thresholds of the same field and value type that the points have; all points or none.",
	}, func(ctx context.Context, in *gbInput) (*output[GBResult], error) {
		results, err := s.Configuration.SetPreset(ctx, callerOf(ctx).actor(), in.ProjectID, in.Body.order())
		return answer(GBResult{Points: len(results), ByPoint: listOf(results, gbByPoint)}), err
	})
	register(s, operation{
		id: "previewThresholdByGB", method: http.MethodPost, path: "/projects/{projectId}/config-threshold-by-gb/preview", tag: tag, need: need(access.Update), unlogged: asks,
		summary: "What setting thresholds by GB 50497-2019 would do, without doing it",
	}, func(ctx context.Context, in *gbInput) (*output[GBPreview], error) {
		results, plan, err := s.Configuration.PlanPreset(ctx, callerOf(ctx).scope, in.ProjectID, in.Body.order())
		if err != nil {
			return nil, err
		}
		found, err := s.Previews.Plan(ctx, plan)
		return answer(GBPreview{Consequences: found, ByPoint: listOf(results, gbByPoint)}), err
	})
}

func gbByPoint(r configuration.PresetResult) GBByPoint {
	return GBByPoint{MeasuringPointID: r.PointID, DepthH: r.DepthH, NoDepth: r.NoDepth, Thresholds: listOf(r.Thresholds, same)}
}

func (o GBOrder) order() configuration.PresetOrder {
	order := configuration.PresetOrder{
		PointIDs: o.MeasuringPointIDs, Item: o.Item, SupportType: o.SupportType, Grade: o.GBLevel, DepthH: o.DepthH, Design: o.DesignValues, Mode: o.ControlMode,
		ValueTypes: listOf(o.ValueTypes, func(kind string) alarm.ValueType { return alarm.ValueType(kind) }), ValidFrom: o.ValidFrom, Note: o.Note,
	}
	if c := o.Custom; c != nil {
		order.Custom = configuration.Custom{Control: c.Control, RateControl: c.RateControl}
		copy(order.Custom.Multipliers[:], c.Multipliers)
		copy(order.Custom.RateMultipliers[:], c.RateMultipliers)
	}
	return order
}
