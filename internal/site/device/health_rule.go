package device

import (
	"context"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/health"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/versions"
)

// What an order for health thresholds is about.
const (
	HealthOfProject = "project"
	HealthOfType    = "type"
	HealthOfDevices = "device"
)

// HealthOrder sets the health thresholds of a project, of a device type in it, or of devices in it, from a time on.
type HealthOrder struct {
	About      string
	DeviceType string  // of HealthOfType
	IDs        []int64 // of HealthOfDevices
	Filter     *Filter // of HealthOfDevices, instead of IDs
	ValidFrom  int64   // UTC ms; 0: always
	Voltage    *float64
	Lost       *int
	Note       string
}

// HealthOf is a device of a project with its limits over all time.
type HealthOf struct {
	health.Judged
	Name, SNCode, Kind string
	Voltage            *float64 // last reported, V
	Limits             []alarm.HealthLimits
}

// ProjectHealth is the health thresholds of a project.
type ProjectHealth struct {
	Devices []HealthOf         // by serial number
	Rules   []alarm.HealthRule // superseded ones too, newest first
}

func (p *ProjectHealth) inEffect() health.Rules {
	standing := slices.DeleteFunc(slices.Clone(p.Rules), func(r alarm.HealthRule) bool { return r.SupersededAt != 0 })
	return health.Rules{}.With(standing...)
}

// HealthChange is the effect of an order on a device: its limits at the time from which the order is valid.
type HealthChange struct {
	Device        HealthOf
	Before, After alarm.HealthLimits
	Changed       bool // at any time
}

// HealthThresholds returns the health thresholds of a project's devices and where they come from.
func (s *Service) HealthThresholds(ctx context.Context, scope access.Scope, projectID int64) (ProjectHealth, error) {
	found, err := s.store.ProjectHealth(ctx, scope, projectID)
	if err != nil {
		return found, err
	}
	rules := found.inEffect()
	for i := range found.Devices {
		found.Devices[i].Limits = rules.Limits(found.Devices[i].Judged)
	}
	return found, nil
}

// PlanHealth returns the effect of an order on the devices that it is about, without executing it.
func (s *Service) PlanHealth(ctx context.Context, scope access.Scope, projectID int64, o HealthOrder) ([]HealthChange, error) {
	_, changes, err := s.planHealth(ctx, scope, projectID, o)
	return changes, err
}

// SetHealthRules executes an order for all of its devices or none. It returns the id of its first rule, and how many
// devices it changes.
func (s *Service) SetHealthRules(ctx context.Context, who audit.Actor, projectID int64, o HealthOrder) (id int64, n int, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		rules, changes, err := s.planHealth(ctx, who.Scope, projectID, o)
		if err != nil {
			return err
		}
		changed := changedDevices(changes)
		n = len(changed)
		id, err = s.store.RecordHealthRules(ctx, who, projectID, rules, changed)
		return err
	})
	return id, n, err
}

// RevokeHealthRule revokes a rule of a project, a type or a device, and returns how many devices that changes.
func (s *Service) RevokeHealthRule(ctx context.Context, who audit.Actor, projectID, ruleID int64) (n int, err error) {
	err = s.store.Exclusively(ctx, exclusion.Owners{Projects: []int64{projectID}}, func(ctx context.Context) error {
		found, err := s.HealthThresholds(ctx, who.Scope, projectID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(found.Rules, func(r alarm.HealthRule) bool { return r.ID == ruleID })
		switch {
		case at < 0:
			return errs.New(errs.NothingHere)
		case found.Rules[at].SupersededAt != 0:
			return errs.New(errs.Changed)
		}
		rule := found.Rules[at]
		changed := changedDevices(effects(found.Devices, found.inEffect().Without(rule), rule.ValidFrom))
		n = len(changed)
		return s.store.RevokeHealthRule(ctx, who, projectID, rule, changed)
	})
	return n, err
}

func changedDevices(changes []HealthChange) (ids []int64) {
	for i := range changes {
		if changes[i].Changed {
			ids = append(ids, changes[i].Device.ID)
		}
	}
	return ids
}

// effects compares the limits of devices with those by other rules.
func effects(devices []HealthOf, rules health.Rules, at int64) []HealthChange {
	changes := make([]HealthChange, len(devices))
	for i, d := range devices {
		after := rules.Limits(d.Judged)
		changes[i] = HealthChange{
			Device: d, Before: alarm.LimitsAt(d.Limits, at), After: alarm.LimitsAt(after, at), Changed: !slices.Equal(d.Limits, after),
		}
	}
	return changes
}

func (s *Service) planHealth(ctx context.Context, scope access.Scope, projectID int64, o HealthOrder) ([]alarm.HealthRule, []HealthChange, error) {
	if err := o.check(); err != nil {
		return nil, nil, err
	}
	found, err := s.HealthThresholds(ctx, scope, projectID)
	if err != nil {
		return nil, nil, err
	}
	rule := alarm.HealthRule{ProjectID: projectID, ValidFrom: o.ValidFrom, Voltage: o.Voltage, Lost: o.Lost, Note: o.Note}
	if o.About != HealthOfDevices {
		rule.DeviceType = o.DeviceType
		devices := found.Devices
		if o.About == HealthOfType {
			devices = slices.DeleteFunc(slices.Clone(devices), func(d HealthOf) bool { return d.Type != o.DeviceType })
		}
		return []alarm.HealthRule{rule}, effects(devices, found.inEffect().With(rule), o.ValidFrom), nil
	}
	ids := o.IDs
	if o.Filter != nil {
		filter := *o.Filter
		filter.ProjectID = projectID
		if ids, err = s.IDs(ctx, scope, filter); err != nil {
			return nil, nil, err
		}
		if len(ids) == 0 {
			return nil, nil, errs.OnField("filter", errs.NoDeviceFits)
		}
	}
	byID := make(map[int64]HealthOf, len(found.Devices))
	for _, d := range found.Devices {
		byID[d.ID] = d
	}
	rules, devices := make([]alarm.HealthRule, len(ids)), make([]HealthOf, len(ids))
	for i, id := range ids {
		d, ok := byID[id]
		if !ok {
			return nil, nil, errs.OnField("ids", errs.MustExist)
		}
		rules[i], devices[i] = rule, d
		rules[i].DeviceID = id
	}
	return rules, effects(devices, found.inEffect().With(rules...), o.ValidFrom), nil
}

func (o HealthOrder) check() error {
	var refusals errs.Refusals
	switch o.About {
	case HealthOfProject:
	case HealthOfType:
		if _, ok := catalog.DeviceTypeOf(o.DeviceType); !ok {
			refusals.Add("deviceType", errs.TypeUndefined)
		}
	case HealthOfDevices:
		if o.Filter == nil {
			checkMany(&refusals, o.IDs)
		} else if len(o.IDs) > 0 {
			refusals.Add("filter", errs.IDsOrFilter)
		}
	default:
		refusals.Add("about", errs.NotOneOf, "allowed", "project, type, device")
	}
	if v := o.Voltage; v != nil && !(*v >= 0 && *v <= maxVolts) {
		refusals.Add("voltageThreshold", errs.OutOfRange, "min", 0, "max", maxVolts)
	}
	if n := o.Lost; n != nil && (*n < 1 || *n > maxLost) {
		refusals.Add("lostThreshold", errs.OutOfRange, "min", 1, "max", maxLost)
	}
	if err := refusals.Merge("", versions.CheckDate(timeline.Draft{ValidFrom: o.ValidFrom, Note: o.Note})); err != nil {
		return err
	}
	return refusals.Err()
}
