package point

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/device"
)

// Aspects without effect on results. They are versioned too, so that last year's profile is drawn with last year's
// ground.
const (
	AspectEngineering definition.PointAspect = "engineering" // Engineering
	AspectChart       definition.PointAspect = "chart"       // Charts
)

// Engineering is the engineering data of a point (domain devices.md section 3.11). Depths are m below the collar;
// everything is optional.
type Engineering struct {
	Location        string             `json:"location,omitempty"`
	Section         string             `json:"section,omitempty" doc:"Name of the monitored section"`
	Chainage        string             `json:"chainage,omitempty" example:"K12+345"`
	Elevation       *float64           `json:"elevation,omitempty" doc:"m"`
	InstalledAt     int64              `json:"installedAt,omitempty" doc:"UTC ms; 0: not known"`
	CollarElevation *float64           `json:"collarElevation,omitempty" doc:"m; depths are also shown as elevations where it is known"`
	PitDepthH       float64            `json:"pitDepthH,omitempty" doc:"m, depth of the excavation; 0: not known"`
	SoilLayers      []SoilLayer        `json:"soilLayers,omitempty" doc:"From the top down, without overlaps"`
	Stages          []Stage            `json:"stages,omitempty" doc:"Stages of the excavation"`
	Marks           []DepthMark        `json:"marks,omitempty" doc:"Depths of interest, such as the toe of the pile"`
	DesignLine      []DesignStation    `json:"designLine,omitempty" doc:"The shape that a casing was designed with, at rising depths; straight between them"`
	GroundLine      []GroundStation    `json:"groundLine,omitempty" doc:"The ground above a pipe, at rising chainages; straight between them"`
	DesignValues    map[string]float64 `json:"designValues,omitempty" doc:"f1, f2, fy"`
	LockOffForce    float64            `json:"lockOffForce,omitempty" doc:"kN; 0: not known"`
	Control         *Control           `json:"control,omitempty"`
	Material        *Material          `json:"material,omitempty"`
	BoltCount       int                `json:"boltCount,omitempty"`
	PhotoURL        string             `json:"photoUrl,omitempty" doc:"An uploaded picture of the place"`
}

// SoilLayer is a stratum.
type SoilLayer struct {
	Name string  `json:"name"`
	From float64 `json:"from" doc:"m below the collar"`
	To   float64 `json:"to" doc:"m below the collar"`
}

// Stage is a stage of the excavation.
type Stage struct {
	Name  string  `json:"name"`
	Depth float64 `json:"depth" doc:"m, current depth of the excavation"`
	Date  int64   `json:"date" doc:"UTC ms; 0: not reached yet"`
}

// DepthMark is a depth of interest.
type DepthMark struct {
	Name  string  `json:"name"`
	Depth float64 `json:"depth" doc:"m below the collar"`
}

// DesignStation is a place of the design line of a casing.
type DesignStation struct {
	Depth   float64 `json:"depth" doc:"m below the collar"`
	OffsetA float64 `json:"offsetA" doc:"mm along A from the fixed end, as the surveyed shape"`
	OffsetB float64 `json:"offsetB,omitempty" doc:"mm along B from the fixed end"`
}

// GroundStation is a place of the ground above a pipe.
type GroundStation struct {
	Chainage  float64 `json:"chainage" doc:"m from the entry of the pipe"`
	Elevation float64 `json:"elevation" doc:"m, in the system of the pipe's levels"`
}

// Control are the control values of the design, in the unit of the main field (rate: per day).
type Control struct {
	Accumulated float64 `json:"accumulated,omitempty"`
	Rate        float64 `json:"rate,omitempty"`
}

// Material is the material of the monitored member.
type Material struct {
	E  float64 `json:"E,omitempty" doc:"GPa, elastic modulus"`
	A  float64 `json:"A,omitempty" doc:"mm2, area"`
	Ec float64 `json:"Ec,omitempty" doc:"GPa, of the concrete"`
	Es float64 `json:"Es,omitempty" doc:"GPa, of the steel"`
	As float64 `json:"As,omitempty" doc:"mm2, area of the steel"`
}

// Charts are the chart settings of a point, one for each data view with its own settings (specification sections 3
// and 7).
type Charts struct {
	List []Chart `json:"list"`
}

// Chart is the settings of one data view of a point.
type Chart struct {
	Chart   string       `json:"chart" doc:"Slug of the data view" example:"adm-profile"`
	Label   string       `json:"label,omitempty" doc:"Name of its tab; empty: its own"`
	Configs ChartConfigs `json:"configs"`
}

// ChartConfigs are the settings of a chart. Missing ones come from the device, else from the view.
type ChartConfigs struct {
	device.Chart
	Fields    []string `json:"fields,omitempty" doc:"Fields shown by default; empty: the main one"`
	ValueType string   `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Shown by default"`
}

// Over overlays the settings of a chart on those of the device.
func (c ChartConfigs) Over(base device.Chart) ChartConfigs {
	put(&c.Direction, base.Direction)
	put(&c.ReverseDepth, base.ReverseDepth)
	put(&c.Left, base.Left)
	put(&c.Right, base.Right)
	put(&c.YMin, base.YMin)
	put(&c.YMax, base.YMax)
	put(&c.Thresholds, base.Thresholds)
	put(&c.Palette, base.Palette)
	put(&c.Decimals, base.Decimals)
	if len(c.Nodes) == 0 {
		c.Nodes = base.Nodes
	}
	return c
}

// put sets an empty value.
func put[T comparable](to *T, other T) {
	var none T
	if *to == none {
		*to = other
	}
}

// inForce decodes the version of an aspect in effect at a time; without one it returns the zero value and 0.
func inForce[T any](records []timeline.Record, aspect definition.PointAspect, at int64) (value T, from int64, err error) {
	versions, err := timeline.Decode[T](records, string(aspect))
	if err != nil {
		return value, 0, err
	}
	version, _ := timeline.Of(versions).At(at)
	return version.Value, version.ValidFrom, nil
}

// EngineeringAt returns the engineering data of a point at a time, and its start.
func (s *Service) EngineeringAt(ctx context.Context, scope access.Scope, id, at int64) (Engineering, int64, error) {
	records, err := s.Versions(ctx, scope, id, AspectEngineering)
	if err != nil {
		return Engineering{}, 0, err
	}
	return inForce[Engineering](records, AspectEngineering, at)
}

// EngineeringOf returns the engineering data of points at a time. The caller sees the points.
func (s *Service) EngineeringOf(ctx context.Context, ids []int64, at int64) (map[int64]Engineering, error) {
	records, err := s.store.VersionsOfPoints(ctx, AspectEngineering, ids)
	if err != nil {
		return nil, err
	}
	known := make(map[int64]Engineering, len(ids))
	for first := 0; first < len(records); {
		id := records[first].OwnerID
		own := records[first:]
		if next := slices.IndexFunc(own, func(r timeline.Record) bool { return r.OwnerID != id }); next >= 0 {
			own = own[:next]
		}
		if known[id], _, err = inForce[Engineering](own, AspectEngineering, at); err != nil {
			return nil, err
		}
		first += len(own)
	}
	return known, nil
}

// Chainages returns where points are along their structure at a time, m; NaN: not known. The caller sees the points.
func (s *Service) Chainages(ctx context.Context, ids []int64, at int64) ([]float64, error) {
	known, err := s.EngineeringOf(ctx, ids, at)
	if err != nil {
		return nil, err
	}
	list := make([]float64, len(ids))
	for i, id := range ids {
		list[i] = math.NaN()
		if meters, ok := known[id].Meters(); ok {
			list[i] = meters
		}
	}
	return list, nil
}

// Drawn is the chart settings of a point at a time.
type Drawn struct {
	Base   device.Chart // of the point's device
	Charts []Chart      // of the point, overlaid on Base
}

// ChartsAt returns the chart settings of a point at a time.
func (s *Service) ChartsAt(ctx context.Context, scope access.Scope, id, at int64) (drawn Drawn, err error) {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return drawn, err
	}
	records, err := s.store.VersionsOf(ctx, scope, timeline.OfPoint, id)
	if err != nil {
		return drawn, err
	}
	binding, _, err := inForce[definition.Binding](records, definition.AspectBinding, at)
	if err != nil {
		return drawn, err
	}
	if len(binding.Sources) > 0 && binding.Sources[0].DeviceID != 0 {
		_, config, err := s.store.BoundDevice(ctx, p.CorporationID, binding.Sources[0].DeviceID)
		if err != nil && !errs.Is(err, errs.NothingHere) {
			return drawn, err
		}
		versions, err := timeline.Decode[device.Chart](config, string(device.AspectChart))
		if err != nil {
			return drawn, err
		}
		held, _ := timeline.Of(versions).At(at)
		drawn.Base = held.Value
	}
	own, _, err := inForce[Charts](records, AspectChart, at)
	if err != nil {
		return drawn, err
	}
	drawn.Charts = make([]Chart, len(own.List))
	for i, chart := range own.List {
		chart.Configs = chart.Configs.Over(drawn.Base)
		drawn.Charts[i] = chart
	}
	return drawn, nil
}

// SetChart records the settings of one view of a point from a time on; other views are not changed.
func (s *Service) SetChart(ctx context.Context, who audit.Actor, id int64, chart Chart, from int64, note string) (made timeline.Record, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Points: []int64{id}}, func(ctx context.Context) error {
		records, err := s.Versions(ctx, who.Scope, id, AspectChart)
		if err != nil {
			return err
		}
		charts, _, err := inForce[Charts](records, AspectChart, from)
		if err != nil {
			return err
		}
		list := slices.DeleteFunc(charts.List, func(c Chart) bool { return c.Chart == chart.Chart })
		value, err := json.Marshal(Charts{List: append(list, chart)})
		if err != nil {
			return fmt.Errorf("charts: %w", err)
		}
		draft := timeline.Draft{Aspect: string(AspectChart), ValidFrom: from, Value: value, Note: note}
		if err := s.Check(ctx, who.Scope, id, draft, 0); err != nil {
			return err
		}
		made, err = s.store.RecordVersion(ctx, who, timeline.OfPoint, id, draft, 0)
		return err
	})
	return made, err
}
