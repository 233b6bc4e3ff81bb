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

// GBSiteOrder sets thresholds of all points that the standard names.
type GBSiteOrder struct {
	StructureID  int64              `json:"structureId,omitempty" minimum:"0" doc:"0: all structures of the project"`
	Items        []GBItemsFor       `json:"items,omitempty" maxItems:"200" doc:"Items for points whose measurement has several in the standard, or other than the usual ones"`
	SupportType  string             `json:"supportType,omitempty" maxLength:"40"`
	GBLevel      int                `json:"gbLevel" minimum:"1" maximum:"3" doc:"Grade of the pit"`
	DepthH       float64            `json:"depthH,omitempty" minimum:"0" maximum:"200" doc:"m; 0: from each point's engineering configuration"`
	DesignValues map[string]float64 `json:"designValues,omitempty" doc:"f1, f2, fy; omitted ones are taken from each point's engineering configuration"`
	ControlMode  string             `json:"controlMode" enum:"default,strict,custom"`
	Custom       *GBCustom          `json:"custom,omitempty" doc:"For custom; inRange is required, because one control value cannot suit all items"`
	ValidFrom    int64              `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	Note         string             `json:"note,omitempty" maxLength:"500"`
}

// GBItemsFor are the items of the standard for some points. Those of a structure's item precede those of a measurement.
type GBItemsFor struct {
	Measurement string   `json:"measurement,omitempty" maxLength:"40" doc:"Empty: any"`
	ItemID      int64    `json:"itemId,omitempty" minimum:"0" doc:"Item of a structure; 0: any"`
	Items       []string `json:"items" maxItems:"5" doc:"Empty: these points are left out"`
}

// GBSiteLine is the effect on a point of one item, one field and value type.
type GBSiteLine struct {
	MeasuringPointID int64            `json:"measuringPointId"`
	Name             string           `json:"name"`
	StructureID      int64            `json:"structureId"`
	Measurement      string           `json:"measurement"`
	Item             string           `json:"item" doc:"Empty: none"`
	Label            *i18n.Label      `json:"label,omitempty" doc:"Of the item"`
	Clause           string           `json:"clause"`
	DepthH           float64          `json:"depthH" doc:"m, as used; 0: none"`
	NoDepth          bool             `json:"noDepth" doc:"Values relative to the depth were omitted because the depth is not known"`
	Old              *alarm.Threshold `json:"old,omitempty" doc:"In force before"`
	New              *alarm.Threshold `json:"new,omitempty" doc:"Review before use; omitted: nothing changes"`
	Skipped          string           `json:"skipped" enum:",notNamed,chooseItem,leftOut,noValue,noDesign,sameField" doc:"Why nothing changes"`
	Missing          string           `json:"missing" enum:",f1,f2,fy" doc:"The missing design value"`
}

// GBSiteResult is the effect of an order.
type GBSiteResult struct {
	Set   int          `json:"measuringPoints" doc:"Points whose thresholds are set"`
	Lines []GBSiteLine `json:"lines"`
}

// GBSitePreview is the effect of an order, and its consequences.
type GBSitePreview struct {
	preview.Consequences
	GBSiteResult
}

type gbSiteInput struct {
	httpapi.ProjectPath
	Body GBSiteOrder
}

const gbSiteExample = `{"gbLevel":1,"controlMode":"default","supportType":"diaphragmWall","depthH":12.5,"validFrom":1700000000000}`

func (s *server) gbSiteCalls() {
	const path = "/projects/{projectId}/config-threshold-by-gb/all"
	need := access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "configThresholdsByGB", Method: http.MethodPost, Path: path, Tag: "configuration", Need: need, Example: gbSiteExample,
		Summary: "Set thresholds of all points of a project or structure according to GB 50497-2019",
		Detail:  "Overwrites existing thresholds of the same field and value type; all points that the standard names or none. Others keep theirs, and the response says why.",
	}, s.configThresholdsByGB)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewThresholdsByGB", Method: http.MethodPost, Path: path + "/preview", Tag: "configuration", Need: need, Unlogged: httpapi.ReadsOnly,
		Example: gbSiteExample, Summary: "Preview setting thresholds of all points according to GB 50497-2019",
	}, s.previewThresholdsByGB)
}

func (s *server) configThresholdsByGB(ctx context.Context, in *gbSiteInput) (*httpapi.Output[GBSiteResult], error) {
	lines, points, err := s.Configuration.SetSite(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.order())
	return httpapi.Reply(GBSiteResult{Set: points, Lines: httpapi.ListOf(lines, gbSiteLine)}), err
}

func (s *server) previewThresholdsByGB(ctx context.Context, in *gbSiteInput) (*httpapi.Output[GBSitePreview], error) {
	lines, plan, err := s.Configuration.PlanSite(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Body.order())
	if err != nil {
		return nil, err
	}
	result := GBSiteResult{Set: len(plan.Versions), Lines: httpapi.ListOf(lines, gbSiteLine)}
	found, err := s.Previews.Plan(ctx, plan)
	return httpapi.Reply(GBSitePreview{Consequences: found, GBSiteResult: result}), err
}

func gbSiteLine(l pointconfig.SiteLine) GBSiteLine {
	line := GBSiteLine{
		MeasuringPointID: l.Point.ID, Name: l.Point.Name, StructureID: l.Point.StructureID, Measurement: l.Point.Measurement, Item: l.Item,
		Clause: l.Preset.Clause, DepthH: l.DepthH, NoDepth: l.NoDepth, Old: l.Old, New: l.New, Skipped: l.Skipped, Missing: l.Missing,
	}
	if l.Item != "" {
		line.Label = &l.Preset.Label
	}
	return line
}

func (o GBSiteOrder) order() pointconfig.SiteOrder {
	return pointconfig.SiteOrder{
		PresetOrder: pointconfig.PresetOrder{
			SupportType: o.SupportType, Grade: o.GBLevel, DepthH: o.DepthH, Design: o.DesignValues, Mode: o.ControlMode, Custom: o.Custom.custom(),
			ValidFrom: o.ValidFrom, Note: o.Note,
		},
		StructureID: o.StructureID,
		Items:       httpapi.ListOf(o.Items, func(i GBItemsFor) pointconfig.ItemsFor { return pointconfig.ItemsFor(i) }),
	}
}
