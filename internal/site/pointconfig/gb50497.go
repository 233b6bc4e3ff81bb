package pointconfig

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
)

// Control modes (specification section 9, domain thresholds.md 4.4).
const (
	DefaultMode = "default" // upper end of a range
	StrictMode  = "strict"  // lower end
	CustomMode  = "custom"  // entered values
)

// PresetOrder sets thresholds of points by GB 50497-2019; thresholds of the same field and value type are overwritten,
// others are kept.
type PresetOrder struct {
	PointIDs    []int64
	Item        string
	SupportType string
	Grade       int     // 1 to 3
	DepthH      float64 // m; 0: not entered, values relative to the depth are omitted
	Design      map[string]float64
	Mode        string
	Custom      Custom
	ValueTypes  []alarm.ValueType
	ValidFrom   int64
	Note        string

	millimeters bool // changes of a water level are in mm, as in the standard
}

// Custom are entered control values and factors; 0 omits a control value.
type Custom struct {
	Control         float64
	RateControl     float64
	Multipliers     [4]float64
	RateMultipliers [4]float64
	InRange         *float64 // instead of control values: the place in each range of the standard, 0 lower end to 1 upper end
}

// PresetResult is the result of an order, for one point or in general.
type PresetResult struct {
	PointID    int64
	Preset     Preset
	Thresholds []alarm.Threshold // with the field and unit of the point
	DepthH     float64           // m, as used
	NoDepth    bool              // values relative to the depth were omitted
}

var (
	defaultFactors = [4]float64{0.70, 0.80, 0.90, 1.00}
	strictFactors  = [4]float64{0.60, 0.70, 0.85, 1.00}
	// lowerFactors apply to the red lower limit, blue first.
	lowerFactors = [4]float64{1.15, 1.10, 1.05, 1.00}
)

const maxFactor = 1.5

// Thresholds computes the thresholds of an order (domain thresholds.md 4.4).
func (o PresetOrder) Thresholds() (PresetResult, error) {
	var refusals errs.Refusals
	at := slices.IndexFunc(Presets(), func(p Preset) bool { return p.Code == o.Item })
	if at < 0 {
		refusals.Add("item", errs.MustExist)
	}
	if o.Grade < 1 || o.Grade > 3 {
		refusals.Add("gbLevel", errs.OutOfRange, "min", 1, "max", 3)
	}
	if !slices.Contains([]string{DefaultMode, StrictMode, CustomMode}, o.Mode) {
		refusals.Add("controlMode", errs.NotOneOf, "allowed", "default, strict, custom")
	}
	if !(o.DepthH >= 0 && o.DepthH <= 200) {
		refusals.Add("depthH", errs.OutOfRange, "min", 0, "max", 200)
	}
	if len(o.ValueTypes) == 0 {
		refusals.Add("valueTypes", errs.Empty)
	}
	if err := refusals.Err(); err != nil {
		return PresetResult{}, err
	}
	preset := Presets()[at]
	row := slices.IndexFunc(preset.Rows, func(s Support) bool { return len(s.Types) == 0 || slices.Contains(s.Types, o.SupportType) })
	if o.Mode == CustomMode && o.Custom.InRange == nil {
		return o.custom(preset)
	}
	if row < 0 || !preset.Rows[row].Grades[o.Grade-1].Given() {
		return PresetResult{}, errs.OnField("supportType", errs.NothingPreset)
	}
	given := preset.Rows[row].Grades[o.Grade-1]
	place, factors, rateFactors := 1.0, defaultFactors, defaultFactors
	switch o.Mode {
	case StrictMode:
		place, factors, rateFactors = 0, strictFactors, strictFactors
	case CustomMode:
		if err := o.checkInRange(); err != nil {
			return PresetResult{}, err
		}
		place, factors, rateFactors = *o.Custom.InRange, o.Custom.Multipliers, o.Custom.RateMultipliers
	}
	in := func(r *Range) float64 { return r[0] + place*(r[1]-r[0]) }
	result := PresetResult{Preset: preset, DepthH: o.DepthH, NoDepth: given.PctH != nil && o.DepthH == 0}
	control := 0.0
	if given.Abs != nil {
		control = in(given.Abs)
	}
	if given.PctH != nil && o.DepthH > 0 {
		relative := in(given.PctH) * o.DepthH * 10 // % of m, in mm
		if control == 0 || relative < control {
			control = relative
		}
	}
	if given.Ratio != nil {
		design := o.Design[preset.Ref]
		if !(design > 0) {
			return PresetResult{}, errs.OnField("designValues."+preset.Ref, errs.DesignValue, "name", preset.Ref)
		}
		control = in(given.Ratio) / 100 * design
	}
	rate := 0.0
	if given.Rate != nil {
		rate = in(given.Rate)
	}
	return o.rows(preset, result, control, rate, factors, rateFactors)
}

func (o PresetOrder) custom(preset Preset) (PresetResult, error) {
	var refusals errs.Refusals
	check := func(field, factorField string, control float64, factors [4]float64) {
		if !(control >= 0) || math.IsInf(control, 0) {
			refusals.Add("custom."+field, errs.TooSmall, "min", 0)
		}
		if control > 0 {
			checkFactors(&refusals, factorField, factors)
		}
	}
	check("control", "multipliers", o.Custom.Control, o.Custom.Multipliers)
	check("rateControl", "rateMultipliers", o.Custom.RateControl, o.Custom.RateMultipliers)
	if err := refusals.Err(); err != nil {
		return PresetResult{}, err
	}
	return o.rows(preset, PresetResult{Preset: preset}, o.Custom.Control, o.Custom.RateControl, o.Custom.Multipliers, o.Custom.RateMultipliers)
}

// checkFactors checks that the factors of the levels rise.
func checkFactors(refusals *errs.Refusals, field string, factors [4]float64) {
	last := 0.0
	for _, f := range factors {
		if !(f > last && f <= maxFactor) {
			refusals.Add("custom."+field, errs.OutOfRange, "min", 0, "max", maxFactor)
			return
		}
		last = f
	}
}

func (o PresetOrder) checkInRange() error {
	var refusals errs.Refusals
	if place := *o.Custom.InRange; !(place >= 0 && place <= 1) {
		refusals.Add("custom.inRange", errs.OutOfRange, "min", 0, "max", 1)
	}
	checkFactors(&refusals, "multipliers", o.Custom.Multipliers)
	checkFactors(&refusals, "rateMultipliers", o.Custom.RateMultipliers)
	return refusals.Err()
}

// ofStandard sets how often the rate must reach a level (domain thresholds.md 4.1): the table value once, or 70 % of it,
// the first level, three times in a row; or on some days in a row.
func (p Preset) ofStandard(rate alarm.Threshold) alarm.Threshold {
	if rate.ConfirmDays = p.RateDays; p.RateDays == 0 {
		rate.ConfirmTimes, rate.AtOnce = 3, int(alarm.Red)
	}
	return rate
}

// in returns the thresholds for a point of a measurement.
func (r PresetResult) in(measurement string) (list []alarm.Threshold) {
	for _, t := range r.Thresholds {
		t.Field = r.Preset.FieldOf(measurement)
		list = append(list, t)
	}
	if r.Preset.Also == "" {
		return list
	}
	for _, t := range r.Thresholds {
		t.Field = r.Preset.Also
		list = append(list, t)
	}
	return list
}

// rows returns a threshold for each value type with a control value.
func (o PresetOrder) rows(preset Preset, result PresetResult, control, rate float64, factors, rateFactors [4]float64) (PresetResult, error) {
	scale := preset.scale()
	if o.millimeters && slices.Contains(preset.Measurements, waterlevel) && preset.Scale != 0 {
		scale = 1
	}
	for _, kind := range o.ValueTypes {
		c, f := control, factors
		if kind == alarm.Rate {
			c, f = rate, rateFactors
		}
		if c <= 0 {
			continue
		}
		levels := rounded(c, f, preset.Step, scale)
		t := alarm.Threshold{
			Field: preset.Field, ValueType: kind, Blue: &levels[0], Yellow: &levels[1], Orange: &levels[2],
			Red: &levels[3], Direction: preset.Direction, Enable: true, Source: "gb:" + o.Mode,
		}
		if fy := o.Design["fy"]; preset.Lower && fy > 0 && kind == alarm.Observed && o.Mode != CustomMode {
			// The range is 80 % to 100 % of the prestress. Both modes use the lower end; strict has tighter upper
			// limits.
			lower := rounded(0.8*fy, lowerFactors, preset.Step, scale)
			t.Lower = &alarm.Lower{Blue: &lower[0], Yellow: &lower[1], Orange: &lower[2], Red: &lower[3]}
		}
		if kind == alarm.Rate {
			t = preset.ofStandard(t)
		}
		result.Thresholds = append(result.Thresholds, t)
	}
	if len(result.Thresholds) == 0 {
		return result, errs.OnField("valueTypes", errs.NothingPreset)
	}
	return result, nil
}

func (p Preset) scale() float64 {
	if p.Scale == 0 {
		return 1
	}
	return p.Scale
}

// rounded returns the levels of a control value, rounded to the step, or finer if two would be equal.
func rounded(control float64, factors [4]float64, step, scale float64) [4]float64 {
	for ; ; step /= 10 {
		var levels [4]float64
		distinct := true
		for i, f := range factors {
			n := math.Round(control * f / step)
			levels[i] = math.Round(n*step*scale*1e9) / 1e9
			distinct = distinct && levels[i] > 0 && (i == 0 || levels[i] != levels[i-1])
		}
		if distinct || step < 1e-9 {
			return levels
		}
	}
}

// PlanPreset returns the plan of an order: thresholds of the same field and value type are replaced. Missing depth and
// design values come from the engineering data of each point when the thresholds start. There is a result for each
// point.
func (s *Service) PlanPreset(ctx context.Context, scope access.Scope, projectID int64, o PresetOrder) ([]PresetResult, Plan, error) {
	switch {
	case len(o.PointIDs) == 0:
		return nil, Plan{}, errs.OnField("measuringPointIds", errs.AtLeastOnePoint)
	case len(o.PointIDs) > MaxPoints:
		return nil, Plan{}, errs.OnField("measuringPointIds", errs.TooManyEntries, "max", MaxPoints)
	}
	known, err := s.store.PointsNamed(ctx, projectID, o.PointIDs)
	if err != nil {
		return nil, Plan{}, err
	}
	places, err := s.places(ctx, scope, projectID, o.PointIDs, o.ValidFrom)
	if err != nil {
		return nil, Plan{}, err
	}
	var refusals errs.Refusals
	var results []PresetResult
	bulk := Bulk{Aspect: definition.AspectThresholds, ValidFrom: o.ValidFrom, Note: o.Note}
	for i, id := range o.PointIDs {
		p, ok := known[id]
		if !ok {
			refusals.Add(fmt.Sprintf("measuringPointIds[%d]", i), errs.MustExist)
			continue
		}
		result, err := o.at(places[id]).Thresholds()
		if err != nil {
			return nil, Plan{}, err
		}
		if !slices.Contains(result.Preset.Measurements, p.Measurement) {
			refusals.Add(fmt.Sprintf("measuringPointIds[%d]", i), errs.CategoryMismatch)
			continue
		}
		result.PointID = id
		result.Thresholds = result.in(p.Measurement)
		results = append(results, result)
		value, err := s.overwritten(ctx, scope, id, o.ValidFrom, result.Thresholds)
		if err != nil {
			return nil, Plan{}, err
		}
		bulk.Changes = append(bulk.Changes, Assignment{PointIDs: []int64{id}, Value: value})
	}
	if err := refusals.Err(); err != nil {
		return nil, Plan{}, err
	}
	plan, err := s.PlanBulk(ctx, scope, projectID, bulk)
	return results, plan, err
}

// overwritten returns the thresholds of a point at a time with those of the preset replaced.
func (s *Service) overwritten(ctx context.Context, scope access.Scope, id, at int64, preset []alarm.Threshold) (json.RawMessage, error) {
	records, err := s.points.Versions(ctx, scope, id, definition.AspectThresholds)
	if err != nil {
		return nil, err
	}
	versions, err := timeline.Decode[alarm.Thresholds](records, string(definition.AspectThresholds))
	if err != nil {
		return nil, err
	}
	current, _ := timeline.Of(versions).At(at)
	value, err := json.Marshal(replaced(current.Value, preset))
	if err != nil {
		return nil, fmt.Errorf("thresholds: %w", err)
	}
	return value, nil
}

// replaced returns thresholds with those of the same field and value type replaced.
func replaced(current alarm.Thresholds, by []alarm.Threshold) alarm.Thresholds {
	list := slices.DeleteFunc(slices.Clone(current.List), func(t alarm.Threshold) bool {
		return slices.ContainsFunc(by, func(p alarm.Threshold) bool { return p.Field == t.Field && p.ValueType == t.ValueType })
	})
	return alarm.Thresholds{List: append(list, by...)}
}

// SetPreset executes an order for all of its points or none.
func (s *Service) SetPreset(ctx context.Context, who audit.Actor, projectID int64, o PresetOrder) (results []PresetResult, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		var plan Plan
		if results, plan, err = s.PlanPreset(ctx, who.Scope, projectID, o); err != nil {
			return err
		}
		_, err = s.store.CarryOut(ctx, who, plan)
		return err
	})
	return results, err
}
