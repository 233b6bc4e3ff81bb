package health

import (
	"maps"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
)

// Judged is a device with its place and its own thresholds, which are valid before its first rule.
type Judged struct {
	ID, CorporationID, ProjectID int64
	Type                         string
	Entered                      int64 // UTC ms
	VoltageThreshold             *float64
	LostThreshold                int // 0: none
}

// Rules are the rules in effect by what they apply to.
type Rules map[Place][]alarm.HealthRule

// Place is what a rule applies to: a project, a type in it, or a device, which keeps its rules in another project.
type Place struct {
	Project int64
	Type    string
	Device  int64
}

// PlaceOf returns what a rule applies to.
func PlaceOf(r alarm.HealthRule) Place {
	if r.DeviceID != 0 {
		return Place{Device: r.DeviceID}
	}
	return Place{Project: r.ProjectID, Type: r.DeviceType}
}

// With returns the rules with others, each of which takes effect instead of one of the same place and time.
func (all Rules) With(list ...alarm.HealthRule) Rules {
	more := maps.Clone(all)
	for _, r := range list {
		place := PlaceOf(r)
		more[place] = append(slices.DeleteFunc(slices.Clone(more[place]), func(old alarm.HealthRule) bool { return old.ValidFrom == r.ValidFrom }), r)
	}
	return more
}

// Without returns the rules without one.
func (all Rules) Without(r alarm.HealthRule) Rules {
	left := maps.Clone(all)
	place := PlaceOf(r)
	left[place] = slices.DeleteFunc(slices.Clone(all[place]), func(old alarm.HealthRule) bool { return old.ID == r.ID })
	return left
}

// Limits returns the limits of a device over all time.
func (all Rules) Limits(d Judged) []alarm.HealthLimits {
	own := alarm.HealthRule{DeviceID: d.ID, ValidFrom: math.MinInt64, Voltage: d.VoltageThreshold}
	if d.LostThreshold > 0 {
		own.Lost = &d.LostThreshold
	}
	rules := slices.Concat([]alarm.HealthRule{own}, all[Place{Project: d.ProjectID}], all[Place{Project: d.ProjectID, Type: d.Type}], all[Place{Device: d.ID}])
	return alarm.ResolveHealth(catalog.LowVoltage(d.Type), rules)
}
