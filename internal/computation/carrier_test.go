package computation

import (
	"testing"

	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/point"
	"plumbline/internal/series"
)

// Readings of a sensor come under its collector; those of a collector's own channels
// under the collector, also where it hangs on a DTU itself.
func TestWhereTheReadingsOfASourceAre(t *testing.T) {
	const dtu, collector, sensor, alone = 1, 2, 3, 4
	on := func(id int64, channel int32) device.Config {
		return device.Config{Connection: dated.Of([]dated.Version[device.Connection]{{ID: 1, Value: device.Connection{CollectorID: id, ChannelNo: channel}}})}
	}
	p := &Point{Definition: Definition{Devices: map[int64]Device{
		collector: {Device: device.Device{ID: collector, Kind: device.Collector}, Config: on(dtu, 5)},
		sensor:    {Device: device.Device{ID: sensor, Kind: device.Measuring}, Config: on(collector, 7)},
		alone:     {Device: device.Device{ID: alone, Kind: device.Measuring}, Config: on(0, 0)},
	}}}
	for _, c := range []struct {
		name   string
		source point.Source
		want   series.ID
	}{
		{"a channel of a collector behind a DTU", point.Source{DeviceID: collector, ChannelNo: 11}, series.RawID(collector, 11)},
		{"a sensor on a collector", point.Source{DeviceID: sensor}, series.RawID(collector, 7)},
		{"a sensor that was taken off", point.Source{DeviceID: alone}, series.RawID(alone, 0)},
	} {
		if got := p.channel(c.source, 10); got != c.want {
			t.Errorf("%s: series %d, want %d", c.name, got, c.want)
		}
	}
}
