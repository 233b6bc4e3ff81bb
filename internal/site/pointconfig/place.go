package pointconfig

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/point"
)

// waterlevel is the measurement whose changes have a unit set on the point.
const waterlevel = "Waterlevel"

// place is what thresholds of a point depend on: engineering data and the unit of changes.
type place struct {
	engineering point.Engineering
	changeUnit  string
}

// places returns them for points of a project at a time; 0 is now.
func (s *Service) places(ctx context.Context, scope access.Scope, projectID int64, ids []int64, at int64) (map[int64]place, error) {
	if at == 0 {
		at = now()
	}
	filter := point.Filter{ProjectID: projectID, IDs: ids}
	known, err := s.store.InForce(ctx, scope, filter, point.AspectEngineering, at, true)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]place, len(ids))
	for _, c := range known.List {
		var e point.Engineering
		if c.Record.ID != 0 {
			if err := json.Unmarshal(c.Record.Value, &e); err != nil {
				return nil, fmt.Errorf("engineering configuration of point %d: %w", c.Point.ID, err)
			}
		}
		out[c.Point.ID] = place{engineering: e}
	}
	units, err := s.ChangeUnits(ctx, scope, projectID, ids, at)
	if err != nil {
		return nil, err
	}
	for id, unit := range units {
		at := out[id]
		at.changeUnit = unit
		out[id] = at
	}
	return out, nil
}

// ChangeUnits returns the units of water level changes at a time; 0 is now. Points whose changes have the unit of
// their field are left out.
func (s *Service) ChangeUnits(ctx context.Context, scope access.Scope, projectID int64, ids []int64, at int64) (map[int64]string, error) {
	units := map[int64]string{}
	if len(ids) == 0 {
		return units, nil
	}
	if at == 0 {
		at = now()
	}
	processors, err := s.store.InForce(ctx, scope, point.Filter{ProjectID: projectID, IDs: ids, Measurement: waterlevel}, definition.AspectProcessor, at, true)
	if err != nil {
		return nil, err
	}
	for _, c := range processors.List {
		var p definition.Processor
		if c.Record.ID == 0 {
			continue
		}
		if err := json.Unmarshal(c.Record.Value, &p); err != nil {
			return nil, fmt.Errorf("processor of point %d: %w", c.Point.ID, err)
		}
		if p.ChangeUnit != "" {
			units[c.Point.ID] = p.ChangeUnit
		}
	}
	return units, nil
}

// at completes an order with the data of one point.
func (o PresetOrder) at(p place) PresetOrder {
	if o.DepthH == 0 {
		o.DepthH = p.engineering.PitDepthH
	}
	design := maps.Clone(p.engineering.DesignValues)
	if design == nil {
		design = map[string]float64{}
	}
	maps.Copy(design, o.Design)
	o.Design, o.millimeters = design, p.changeUnit == "mm"
	return o
}
