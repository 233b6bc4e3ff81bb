package compiled

import (
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
)

// fleet is the devices whose health is judged, and the points they feed; part of the directory and guarded by its
// lock.
type fleet struct {
	devices  map[int64]alarm.Device
	fed      map[int64][]*Point // by main device, at any time
	supplied map[series.ID]bool // series of the voltages that are judged
}

func newFleet() fleet {
	return fleet{devices: map[int64]alarm.Device{}, fed: map[int64][]*Point{}, supplied: map[series.ID]bool{}}
}

// keep replaces the devices with these ids.
func (f *fleet) keep(ids []int64, devices []alarm.Device) {
	for _, id := range ids {
		delete(f.devices, id)
		delete(f.supplied, series.RawID(id, 0))
	}
	for _, d := range devices {
		f.devices[d.ID] = d
		if d.JudgesVoltage() {
			f.supplied[series.RawID(d.ID, 0)] = true
		}
	}
}

func (f *fleet) bind(p *Point) {
	for _, id := range p.mainDevices() {
		f.fed[id] = append(f.fed[id], p) // readers of the list do not look past its end
	}
}

func (f *fleet) unbind(p *Point) {
	for _, id := range p.mainDevices() {
		drop(f.fed, id, func(other *Point) bool { return other == p })
	}
}

// Device returns a device whose health is judged.
func (d *Directory) Device(id int64) (alarm.Device, bool) {
	d.mu.RLock()
	defer d.mu.RUnlock()
	device, ok := d.devices[id]
	return device, ok
}

// Watched returns the devices with something to judge: a voltage, or points that they feed.
func (d *Directory) Watched() []int64 {
	d.mu.RLock()
	defer d.mu.RUnlock()
	var ids []int64
	for id, device := range d.devices {
		if device.JudgesVoltage() || len(d.fed[id]) > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// MainOf returns the points whose main device this is at any time.
func (d *Directory) MainOf(device int64) []*Point {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.fed[device]
}

// JudgesVoltage reports whether the voltages of a series are judged.
func (d *Directory) JudgesVoltage(id series.ID) bool {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.supplied[id]
}

// MainSource is the main device of a point in a time range, and its interval.
type MainSource struct {
	From, Until int64
	Device      int64
	interval    int64 // ms; 0: no readings are expected
}

// compileMains returns the main sources of a point over all time.
func compileMains(d *definition.Definition) []MainSource {
	if d.Point.Kind == catalog.ArtificialPoint {
		return nil
	}
	times := appendStarts(appendStarts(appendStarts([]int64{math.MinInt64}, d.Config.Binding), d.Config.Collect), d.Config.Monitoring)
	for _, v := range d.Config.Collect.Versions() {
		for _, t := range []int64{v.Value.Start, v.Value.End} {
			if t != 0 {
				times = append(times, t)
			}
		}
	}
	slices.Sort(times)
	times = slices.Compact(times)
	var list []MainSource
	for i, t := range times {
		binding, ok := d.Config.Binding.At(t)
		if !ok || len(binding.Value.Sources) == 0 || binding.Value.Sources[0].DeviceID == 0 {
			continue
		}
		m := MainSource{From: t, Until: Forever, Device: binding.Value.Sources[0].DeviceID}
		if i+1 < len(times) {
			m.Until = times[i+1]
		}
		m.interval = d.Config.Expected(t)
		if last := len(list) - 1; last >= 0 && list[last].Until == m.From && list[last].Device == m.Device && list[last].interval == m.interval {
			list[last].Until = m.Until
			continue
		}
		list = append(list, m)
	}
	return list
}

func (p *Point) mainDevices() []int64 {
	var ids []int64
	for i := range p.Mains {
		ids = append(ids, p.Mains[i].Device)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// SchedulesOf returns when readings of a device are due over all time: the shortest interval of its points.
func SchedulesOf(device int64, points []*Point) []alarm.Schedule {
	times := []int64{math.MinInt64}
	for _, p := range points {
		for _, m := range p.Mains {
			times = append(times, m.From)
			if m.Until != Forever {
				times = append(times, m.Until)
			}
		}
	}
	slices.Sort(times)
	var list []alarm.Schedule
	for _, t := range slices.Compact(times) {
		s := alarm.Schedule{From: t}
		for _, p := range points {
			for _, m := range p.Mains {
				if m.Device == device && m.From <= t && t < m.Until && m.interval > 0 && (s.Interval == 0 || m.interval < s.Interval) {
					s.Interval = m.interval
				}
			}
		}
		if last := len(list) - 1; last < 0 || list[last].Interval != s.Interval {
			list = append(list, s)
		}
	}
	return list
}

// schedule returns the main device of a point at a time and its reporting interval in ms; ok is false if no readings
// are expected.
func (p *Point) schedule(t int64) (device, interval int64, ok bool) {
	device, interval, ok = p.mainAt(t)
	return device, interval, ok && interval > 0
}

// mainAt returns the main device of a point at a time and its reporting interval in ms, 0 if no readings are expected.
func (p *Point) mainAt(t int64) (device, interval int64, ok bool) {
	for i := range p.Mains {
		if m := &p.Mains[i]; m.From <= t && t < m.Until {
			return m.Device, m.interval, true
		}
	}
	return 0, 0, false
}
