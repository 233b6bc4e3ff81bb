package pointconfig

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/point"
)

// SiteOrder sets thresholds by GB 50497-2019 of all points of a project, or of a structure, that the standard names.
// Item, PointIDs and ValueTypes of the order do not count: they follow from the points.
type SiteOrder struct {
	PresetOrder
	StructureID int64      // 0: the project
	Items       []ItemsFor // instead of the usual items
}

// ItemsFor are the items of the standard for points of a measurement, or of an item of a structure.
type ItemsFor struct {
	Measurement string
	ItemID      int64    // 0: all with the measurement
	Items       []string // none: these points are left out
}

// usualItems are the items of a measurement, where there is only one way to read the standard.
var usualItems = map[string][]string{
	"SurfaceDisplacement": {"wallTopHorizontal", "wallTopVertical"},
	"DeepDisplacement":    {"deepHorizontal"},
	"DBCJ":                {"groundSettlement"},
	"AxialForce":          {"supportForce"},
	"AnchorForce":         {"anchorForce"},
	"SoilPressure":        {"soilPressure"},
	"ZCYL":                {"wallForce"},
	"Waterlevel":          {"groundwater"},
	"Tilt":                {"buildingTilt"},
}

// Why a point keeps its thresholds.
const (
	NotNamed   = "notNamed"   // the standard has no item for its measurement
	ChooseItem = "chooseItem" // it has several, and none is chosen
	LeftOut    = "leftOut"    // by choice
	NoValue    = "noValue"    // an empty cell of the table
	NoDesign   = "noDesign"   // a design value is missing
	SameField  = "sameField"  // another item of the point sets the same field
)

// SiteLine is the effect on a point of one item, one field and value type: New replaces Old. Without New, Skipped says
// why.
type SiteLine struct {
	Point    point.Point
	Item     string  // empty: none
	Preset   Preset  // of Item
	DepthH   float64 // m, as used
	NoDepth  bool    // values relative to the depth were omitted
	Old, New *alarm.Threshold
	Skipped  string
	Missing  string // the design value
}

// PlanSite returns the effect of an order on each point, and its plan.
func (s *Service) PlanSite(ctx context.Context, scope access.Scope, projectID int64, o SiteOrder) ([]SiteLine, Plan, error) {
	if err := o.checkSite(); err != nil {
		return nil, Plan{}, err
	}
	at := o.ValidFrom
	if at == 0 {
		at = now()
	}
	current, err := s.store.InForce(ctx, scope, point.Filter{ProjectID: projectID, StructureID: o.StructureID}, definition.AspectThresholds, at, true)
	if err != nil {
		return nil, Plan{}, err
	}
	if len(current.List) == 0 {
		return nil, Plan{}, errs.OnField("structureId", errs.AtLeastOnePoint)
	}
	ids := make([]int64, len(current.List))
	for i := range current.List {
		ids[i] = current.List[i].Point.ID
	}
	places, err := s.places(ctx, scope, projectID, ids, o.ValidFrom)
	if err != nil {
		return nil, Plan{}, err
	}
	bulk := Bulk{Aspect: definition.AspectThresholds, ValidFrom: o.ValidFrom, Note: o.Note}
	var lines []SiteLine
	for _, c := range current.List {
		var old alarm.Thresholds
		if c.Record.ID != 0 {
			if err := json.Unmarshal(c.Record.Value, &old); err != nil {
				return nil, Plan{}, fmt.Errorf("thresholds of point %d: %w", c.Point.ID, err)
			}
		}
		found, err := o.linesOf(c.Point, old, places[c.Point.ID])
		if err != nil {
			return nil, Plan{}, err
		}
		lines = append(lines, found...)
		var set []alarm.Threshold
		for _, line := range found {
			if line.New != nil {
				set = append(set, *line.New)
			}
		}
		if len(set) == 0 {
			continue
		}
		value, err := json.Marshal(replaced(old, set))
		if err != nil {
			return nil, Plan{}, fmt.Errorf("thresholds: %w", err)
		}
		bulk.Changes = append(bulk.Changes, Assignment{PointIDs: []int64{c.Point.ID}, Value: value})
	}
	switch n := len(bulk.Changes); {
	case n == 0:
		return lines, Plan{}, nil
	case n > MaxPoints:
		return nil, Plan{}, errs.OnField("structureId", errs.TooManyEntries, "max", MaxPoints)
	}
	plan, err := s.PlanBulk(ctx, scope, projectID, bulk)
	return lines, plan, err
}

// SetSite executes an order for all points that it names or none. It returns its effect, and the number of points.
func (s *Service) SetSite(ctx context.Context, who audit.Actor, projectID int64, o SiteOrder) (lines []SiteLine, points int, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		var plan Plan
		if lines, plan, err = s.PlanSite(ctx, who.Scope, projectID, o); err != nil {
			return err
		}
		if points = len(plan.Versions); points == 0 {
			return errs.OnField("items", errs.NothingPreset)
		}
		_, err = s.store.CarryOut(ctx, who, plan)
		return err
	})
	return lines, points, err
}

// checkSite checks what does not depend on a point.
func (o SiteOrder) checkSite() error {
	var refusals errs.Refusals
	for i, items := range o.Items {
		for k, code := range items.Items {
			at := slices.IndexFunc(Presets(), func(p Preset) bool { return p.Code == code })
			switch name := entry("items", i) + entry("items", k); {
			case at < 0:
				refusals.Add(name[:len(name)-1], errs.MustExist)
			case items.Measurement != "" && !slices.Contains(Presets()[at].Measurements, items.Measurement):
				refusals.Add(name[:len(name)-1], errs.CategoryMismatch)
			}
		}
	}
	if o.Mode == CustomMode && o.Custom.InRange == nil {
		refusals.Add("custom.inRange", errs.Empty) // one control value cannot suit all items
	}
	if o.SupportType != "" && !slices.ContainsFunc(SupportTypes(), func(t SupportType) bool { return t.Code == o.SupportType }) {
		refusals.Add("supportType", errs.MustExist)
	}
	if err := refusals.Err(); err != nil {
		return err
	}
	probe := o.PresetOrder // the rest is checked by any item
	probe.Item, probe.ValueTypes = "groundSettlement", []alarm.ValueType{alarm.Accumulated}
	_, err := probe.Thresholds()
	return err
}

// itemsOf returns the items for a point; skipped says why there are none. The most specific choice counts.
func (o SiteOrder) itemsOf(p point.Point) (items []string, skipped string) {
	for _, ofItem := range []bool{true, false} {
		for _, choice := range o.Items {
			if (choice.ItemID != 0) != ofItem || ofItem && choice.ItemID != p.ItemID || choice.Measurement != "" && choice.Measurement != p.Measurement {
				continue
			}
			if len(choice.Items) == 0 {
				return nil, LeftOut
			}
			return choice.Items, ""
		}
	}
	if usual, ok := usualItems[p.Measurement]; ok {
		return usual, ""
	}
	if slices.ContainsFunc(Presets(), func(preset Preset) bool { return slices.Contains(preset.Measurements, p.Measurement) }) {
		return nil, ChooseItem
	}
	return nil, NotNamed
}

func (o SiteOrder) linesOf(p point.Point, old alarm.Thresholds, at place) (lines []SiteLine, err error) {
	items, skipped := o.itemsOf(p)
	if skipped != "" {
		return []SiteLine{{Point: p, Skipped: skipped}}, nil
	}
	set := map[alarm.Key]bool{}
	for _, code := range items {
		order := o.at(at)
		order.Item = code
		preset := Presets()[slices.IndexFunc(Presets(), func(one Preset) bool { return one.Code == code })]
		if order.ValueTypes = []alarm.ValueType{alarm.Accumulated, alarm.Rate}; preset.Ref != "" {
			order.ValueTypes = []alarm.ValueType{alarm.Observed}
		}
		line := SiteLine{Point: p, Item: code, Preset: preset}
		result, err := order.Thresholds()
		switch {
		case !slices.Contains(preset.Measurements, p.Measurement):
			line.Skipped = NotNamed
		case errs.Is(err, errs.NothingPreset):
			line.Skipped = NoValue
		case errs.Is(err, errs.DesignValue):
			line.Skipped, line.Missing = NoDesign, preset.Ref
		case err != nil:
			return nil, err
		}
		if line.Skipped != "" {
			lines = append(lines, line)
			continue
		}
		line.DepthH, line.NoDepth = result.DepthH, result.NoDepth
		for _, made := range result.in(p.Measurement) {
			one := line
			if i := slices.IndexFunc(old.List, func(t alarm.Threshold) bool { return t.Field == made.Field && t.ValueType == made.ValueType }); i >= 0 {
				one.Old = &old.List[i]
			}
			if set[made.Key()] {
				one.Skipped = SameField
			} else {
				one.New = &made
			}
			set[made.Key()] = true
			lines = append(lines, one)
		}
	}
	return lines, nil
}
