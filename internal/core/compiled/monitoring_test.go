package compiled_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
)

// A switched-off point expects no readings and has no thresholds, until it is switched on.
func TestSwitchedOffPointExpectsNothing(t *testing.T) {
	const off, on, device = change, change + 86_400_000, 7
	blue := 1.0
	d := definition.Definition{Point: definition.Point{ID: 1, Kind: catalog.NormalPoint, Measurement: "Crack", Category: "Crack"}}
	d.Config.Binding = timeline.Of([]timeline.Version[definition.Binding]{{ID: 1, Value: definition.Binding{Sources: []definition.Source{{DeviceID: device}}}}})
	d.Config.Collect = timeline.Of([]timeline.Version[definition.Collect]{{ID: 2, Value: definition.Collect{Mode: definition.CommandCollect, Interval: 600}}})
	d.Thresholds = timeline.Of([]timeline.Version[alarm.Thresholds]{{ID: 3, Value: alarm.Thresholds{
		List: []alarm.Threshold{{Field: "width", ValueType: alarm.Observed, Blue: &blue, Enable: true}},
	}}})
	d.Config.Monitoring = timeline.Of([]timeline.Version[definition.Monitoring]{
		{ID: 4, ValidFrom: off - 1000, Value: definition.Monitoring{Off: true}},
		{ID: 5, ValidFrom: off, Value: definition.Monitoring{Off: true}},
		{ID: 6, ValidFrom: on},
	})
	p := compiled.Compile(d)
	want := []alarm.Schedule{{From: math.MinInt64}, {From: 0, Interval: 600_000}, {From: off - 1000}, {From: on, Interval: 600_000}}
	if diff := cmp.Diff(want, compiled.SchedulesOf(device, []*compiled.Point{p})); diff != "" {
		t.Errorf("schedules: %s", diff)
	}
	if p.At(off).Panel != nil || p.At(off).Repeats.After != 0 {
		t.Error("thresholds while off")
	}
	if p.At(on).Panel == nil || p.At(off-2000).Panel == nil {
		t.Error("no thresholds while on")
	}
	if since := d.Config.OffSince(on - 1); since != off-1000 {
		t.Errorf("off since %d", since)
	}
}
