package computation

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/alarm"
	"plumbline/internal/database"
	"plumbline/internal/point"
	"plumbline/internal/reading"
	"plumbline/internal/series"
)

// watchEvery is how often the clock looks for silent devices.
const watchEvery = 30 * time.Second

// noCollect is the mode of a point that nobody expects readings of.
const noCollect = "NoCollect"

// watch opens records of devices that have fallen silent, run low on voltage or send
// the same again and again, and ends those of devices that are well again.
func (w *Worker) watch(ctx context.Context) error {
	now := w.now()
	watched, err := w.expected(ctx, now)
	if err != nil {
		return err
	}
	open, err := w.Alarms.DeviceRecords(ctx)
	if err != nil {
		return fmt.Errorf("records of ill devices: %w", err)
	}
	changes := alarm.Health(watched, open, now)
	if len(changes) == 0 {
		return nil
	}
	err = w.DB.Write(ctx, func(tx *database.Tx) error {
		if err := w.Alarms.SaveAlerts(ctx, tx.Tx, changes); err != nil {
			return err
		}
		if w.Notifier == nil {
			return nil
		}
		return w.Notifier.NotifyAlerts(ctx, tx.Tx, changes)
	})
	if err != nil {
		return fmt.Errorf("store records of ill devices: %w", err)
	}
	w.tell(ctx, &commit{alerts: changes})
	return nil
}

// expected lists the devices that are the main source of a point which is collected
// on a schedule, with their newest valid reading. One that never reported is still
// to be installed.
func (w *Worker) expected(ctx context.Context, now int64) ([]alarm.Watch, error) {
	var ids []series.ID
	var devices []alarm.Watch
	for _, p := range w.Directory.Points() {
		device, interval, ok := p.schedule(now)
		if !ok {
			continue
		}
		d := &p.Definition
		ids = append(ids, series.ResultID(d.Point.ID))
		devices = append(devices, alarm.Watch{
			Place: alarm.Place{
				CorporationID: d.Point.CorporationID, ProjectID: d.Point.ProjectID, StructureID: d.Point.StructureID,
				ItemID: d.Point.ItemID, PointID: d.Point.ID, Measurement: d.Point.Measurement,
			},
			DeviceID: device, Interval: interval, Lost: d.LostThreshold,
		})
	}
	latest, err := w.Series.Latest(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("latest results: %w", err)
	}
	byDevice := map[int64]int{}
	var list []alarm.Watch
	for i := range devices {
		if !latest[i].Found {
			continue
		}
		devices[i].Last = latest[i].Time
		// No rain again and again is no fault of the gauge.
		if latest[i].Flag&reading.Repeated != 0 && devices[i].Place.Measurement != "Rainfall" {
			devices[i].RepeatedFrom = latest[i].Time
		}
		at, known := byDevice[devices[i].DeviceID]
		if !known {
			byDevice[devices[i].DeviceID] = len(list)
			list = append(list, devices[i])
			continue
		}
		// A device with several points is silent when all of them are.
		one := &list[at]
		if devices[i].Place.PointID < one.Place.PointID {
			one.Place = devices[i].Place
		}
		one.Last = max(one.Last, devices[i].Last)
		one.Interval = min(one.Interval, devices[i].Interval)
		one.RepeatedFrom = max(one.RepeatedFrom, devices[i].RepeatedFrom)
	}
	low, err := w.Store.LowVoltages(ctx)
	if err != nil {
		return nil, fmt.Errorf("devices with a low voltage: %w", err)
	}
	for i := range low {
		at, known := byDevice[low[i].DeviceID]
		if !known { // a collector, or one that has no readings yet
			at = len(list)
			list = append(list, alarm.Watch{
				DeviceID: low[i].DeviceID, Place: alarm.Place{CorporationID: low[i].CorporationID, ProjectID: low[i].ProjectID},
			})
		}
		list[at].Voltage = &low[i]
	}
	return list, nil
}

// schedule is the main device of a point at a time and the interval in which it
// reports; ok is false when none is expected.
func (p *Point) schedule(t int64) (device, interval int64, ok bool) {
	collect, ok := p.Definition.Config.Collect.At(t)
	c := &collect.Value
	if !ok || c.Interval <= 0 || c.Mode == noCollect || c.Start != 0 && t < c.Start || c.End != 0 && t > c.End {
		return 0, 0, false
	}
	binding, ok := p.Definition.Config.Binding.At(t)
	if !ok || len(binding.Value.Sources) == 0 || binding.Value.Sources[0].DeviceID == 0 || p.Definition.Point.Kind == point.Artificial {
		return 0, 0, false
	}
	return binding.Value.Sources[0].DeviceID, c.Interval * 1000, true
}
