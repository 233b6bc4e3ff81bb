package storetest

import (
	"slices"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

// healthRules checks that health thresholds of a project, a type and devices reach what judges the devices, from their
// time on, and mark only the devices that change.
func healthRules(t *testing.T, s *apptest.Site) {
	admin, scope, project := apptest.Actor(s.Admin), s.Admin.Scope(), s.Project.ID
	const spring, summer = 1_750_000_000_000, 1_755_000_000_000
	volts := func(v float64) *float64 { return &v }
	times := func(n int) *int { return &n }
	at := func(id, when int64) alarm.HealthLimits {
		limits := must(s.Store.Watched(ctx, []int64{id}))(t)[0].LimitsAt(when)
		limits.From = 0
		return limits
	}
	set := func(o device.HealthOrder, want ...marks.Mark) (id int64) {
		t.Helper()
		count := 0
		for _, c := range must(s.Devices.PlanHealth(ctx, scope, project, o))(t) {
			if c.Changed {
				count++
			}
		}
		list := marked(t, s, func() {
			made, n, err := s.Devices.SetHealthRules(ctx, admin, project, o)
			ok(t, err)
			same(t, "devices that change, by the preview", n, count)
			id = made
		})
		slices.SortFunc(want, func(a, b marks.Mark) int { return int(a.Point - b.Point) })
		slices.SortFunc(list, func(a, b marks.Mark) int { return int(a.Point - b.Point) })
		same(t, "marks", list, want)
		return id
	}
	gauge, collector := s.Gauge.ID, s.Collector.ID

	set(device.HealthOrder{About: device.HealthOfProject, ValidFrom: spring, Voltage: volts(11), Lost: times(4)},
		marks.Mark{Point: gauge, From: spring}, marks.Mark{Point: collector, From: spring})
	same(t, "before", at(collector, spring-1), alarm.HealthLimits{Voltage: 11.5, Lost: 3, VoltageFrom: alarm.ByDefault, LostFrom: alarm.ByDefault})
	same(t, "of the project", at(collector, spring), alarm.HealthLimits{Voltage: 11, Lost: 4, VoltageFrom: alarm.FromProject, LostFrom: alarm.FromProject})

	ofType := device.HealthOrder{About: device.HealthOfType, DeviceType: s.Collector.Type, ValidFrom: spring, Voltage: volts(11.8)}
	set(ofType, marks.Mark{Point: collector, From: spring})
	same(t, "of the type", at(collector, spring), alarm.HealthLimits{Voltage: 11.8, Lost: 4, VoltageFrom: alarm.FromType, LostFrom: alarm.FromProject})
	set(ofType) // nothing changes, and nothing is judged again

	one := device.HealthOrder{About: device.HealthOfDevices, IDs: []int64{collector}, ValidFrom: summer, Lost: times(9), Note: "bad reception"}
	id := set(one, marks.Mark{Point: collector, From: summer})
	same(t, "of the device", at(collector, summer), alarm.HealthLimits{Voltage: 11.8, Lost: 9, VoltageFrom: alarm.FromType, LostFrom: alarm.FromDevice})
	one.Lost = times(8) // instead of the one before
	id2 := set(one, marks.Mark{Point: collector, From: summer})
	_, err := s.Devices.RevokeHealthRule(ctx, admin, project, id)
	refused(t, err, errs.Changed)
	_, err = s.Devices.RevokeHealthRule(ctx, apptest.Actor(s.Stranger), project, id2)
	refused(t, err, errs.NothingHere)
	same(t, "marks of a revoked rule", marked(t, s, func() {
		same(t, "devices", must(s.Devices.RevokeHealthRule(ctx, admin, project, id2))(t), 1)
	}), []marks.Mark{{Point: collector, From: summer}})
	same(t, "revoked", at(collector, summer).LostFrom, alarm.FromProject)

	filtered := device.HealthOrder{About: device.HealthOfDevices, Filter: &device.Filter{Type: s.Gauge.Type}, Voltage: volts(0)}
	set(filtered, marks.Mark{Point: gauge})
	same(t, "switched off", at(gauge, time.Now().UnixMilli()).Voltage, 0.0)
	must(s.Devices.SetHealth(ctx, admin, []int64{gauge}, device.Health{VoltageThreshold: 3.3, LostThreshold: 5}))(t)
	same(t, "for all times", at(gauge, 0), alarm.HealthLimits{Voltage: 3.3, Lost: 5, VoltageFrom: alarm.FromDevice, LostFrom: alarm.FromDevice})

	found := must(s.Devices.HealthThresholds(ctx, s.Guest.Scope(), project))(t)
	same(t, "rules, superseded ones too", len(found.Rules), 6)
	for name, c := range map[string]struct {
		order  device.HealthOrder
		want   *errs.Message
		fields []string
	}{
		"nothing":      {device.HealthOrder{}, errs.NotOneOf, []string{"about"}},
		"unknown type": {device.HealthOrder{About: device.HealthOfType, DeviceType: "Bread"}, errs.TypeUndefined, []string{"deviceType"}},
		"no devices":   {device.HealthOrder{About: device.HealthOfDevices}, errs.Empty, []string{"ids"}},
		"twice":        {device.HealthOrder{About: device.HealthOfDevices, IDs: []int64{gauge, gauge}}, errs.Duplicate, []string{"ids"}},
		"of the stock": {device.HealthOrder{About: device.HealthOfDevices, IDs: []int64{s.Spare.ID}}, errs.MustExist, []string{"ids"}},
		"both":         {device.HealthOrder{About: device.HealthOfDevices, IDs: []int64{gauge}, Filter: &device.Filter{}}, errs.IDsOrFilter, []string{"filter"}},
		"matches none": {device.HealthOrder{About: device.HealthOfDevices, Filter: &device.Filter{Type: "PAM"}}, errs.NoDeviceFits, []string{"filter"}},
		"out of range": {device.HealthOrder{About: device.HealthOfProject, Voltage: volts(37), Lost: times(0)}, errs.OutOfRange, []string{"voltageThreshold", "lostThreshold"}},
		"too long ago": {device.HealthOrder{About: device.HealthOfProject, ValidFrom: 1}, errs.TimeOutOfRange, []string{"validFrom"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Devices.PlanHealth(ctx, scope, project, c.order)
			refused(t, err, c.want, c.fields...)
		})
	}
	_, err = s.Devices.PlanHealth(ctx, s.Stranger.Scope(), project, one)
	refused(t, err, errs.NothingHere)
}
