package alarm

import (
	"cmp"
	"math"
	"slices"
)

// Origin is where a limit of a device's health comes from.
type Origin string

// The origins, most specific first.
const (
	FromDevice  Origin = "device"
	FromType    Origin = "type" // the device type, in the project
	FromProject Origin = "project"
	ByDefault   Origin = "default" // by the battery of the device type
)

// HealthRule is a version of the health thresholds of a project, of a device type in it, or of a device. Without a
// value, the less specific rule applies.
type HealthRule struct {
	ID           int64
	ProjectID    int64
	DeviceType   string // empty: all types
	DeviceID     int64  // 0: all devices of the type
	ValidFrom    int64  // UTC ms
	Voltage      *float64
	Lost         *int
	Note         string
	RecordedAt   int64
	RecordedBy   int64
	SupersededAt int64 // 0 while in effect
}

// Origin returns what kind of rule it is.
func (r *HealthRule) Origin() Origin {
	switch {
	case r.DeviceID != 0:
		return FromDevice
	case r.DeviceType != "":
		return FromType
	}
	return FromProject
}

// HealthLimits are the limits of a device's health from a time on.
type HealthLimits struct {
	From        int64   // UTC ms
	Voltage     float64 // V; 0: the voltage is not judged
	Lost        int     // missed collections
	VoltageFrom Origin
	LostFrom    Origin
}

// ResolveHealth returns the limits of a device over all time, the first from the beginning of time: of the rules valid
// at a time the most specific one that has a value counts, else the default. rules are those of the device, of its type
// in the project and of the project, none superseded; voltage is the default of the type, 0: none.
func ResolveHealth(voltage float64, rules []HealthRule) []HealthLimits {
	rules = slices.Clone(rules)
	slices.SortFunc(rules, func(a, b HealthRule) int {
		return cmp.Or(cmp.Compare(a.ValidFrom, b.ValidFrom), cmp.Compare(a.RecordedAt, b.RecordedAt), cmp.Compare(a.ID, b.ID))
	})
	var inForce [3]HealthRule // device, type, project
	place := map[Origin]int{FromDevice: 0, FromType: 1, FromProject: 2}
	resolve := func(from int64) HealthLimits {
		l := HealthLimits{From: from, Voltage: voltage, Lost: defaultLost, VoltageFrom: ByDefault, LostFrom: ByDefault}
		for i := len(inForce) - 1; i >= 0; i-- {
			r := &inForce[i]
			if r.Voltage != nil {
				l.Voltage, l.VoltageFrom = *r.Voltage, r.Origin()
			}
			if r.Lost != nil {
				l.Lost, l.LostFrom = *r.Lost, r.Origin()
			}
		}
		return l
	}
	list := []HealthLimits{resolve(math.MinInt64)}
	for i := range rules {
		inForce[place[rules[i].Origin()]] = rules[i]
		next := resolve(rules[i].ValidFrom)
		last := list[len(list)-1]
		if last.From == next.From {
			list = list[:len(list)-1]
			if len(list) > 0 {
				last = list[len(list)-1]
			}
		}
		if last.From = next.From; len(list) == 0 || last != next {
			list = append(list, next)
		}
	}
	return list
}

// LimitsAt returns the limits of a time.
func (d *Device) LimitsAt(t int64) HealthLimits { return LimitsAt(d.Limits, t) }

// LimitsAt returns the limits of a time from a list in time order; the defaults without any.
func LimitsAt(list []HealthLimits, t int64) HealthLimits {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].From <= t {
			return list[i]
		}
	}
	return HealthLimits{From: math.MinInt64, Lost: defaultLost, VoltageFrom: ByDefault, LostFrom: ByDefault}
}

// JudgesVoltage reports whether the voltage of the device is judged at any time.
func (d *Device) JudgesVoltage() bool {
	return slices.ContainsFunc(d.Limits, func(l HealthLimits) bool { return l.Voltage > 0 })
}

// ShortestGap returns the shortest time in ms after which a device with this interval may be silent.
func (d *Device) ShortestGap(interval int64) int64 {
	least := Gap(interval, d.LimitsAt(math.MinInt64).Lost)
	for _, l := range d.Limits {
		least = min(least, Gap(interval, l.Lost))
	}
	return least
}

// Gap returns the time in ms after which a device without readings is silent: lost missed collections and a grace time.
func Gap(interval int64, lost int) int64 { return int64(lost)*interval + lostGrace }

// due is an interval at which readings are due, and how many may be missed.
type due struct {
	Schedule
	lost int
}

// dues divides schedules where the limits change.
func (d *Device) dues(schedules []Schedule) (list []due) {
	for i, s := range schedules {
		until := int64(maxTime)
		if i+1 < len(schedules) {
			until = schedules[i+1].From
		}
		list = append(list, due{s, d.LimitsAt(s.From).Lost})
		for _, l := range d.Limits {
			if l.From > s.From && l.From < until && l.Lost != list[len(list)-1].lost {
				list = append(list, due{Schedule{From: l.From, Interval: s.Interval}, l.Lost})
			}
		}
	}
	return list
}
