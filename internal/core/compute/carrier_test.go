package compute

import (
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
)

// Readings of a sensor and of a collector's own channels are stored under the collector, even if the collector is
// connected to a DTU.
func TestSeriesOfSource(t *testing.T) {
	const dtu, collector, sensor, alone = 1, 2, 3, 4
	on := func(id int64, channel int32) definition.DeviceConfig {
		return definition.DeviceConfig{
			Connection: timeline.Of([]timeline.Version[definition.Connection]{{ID: 1, Value: definition.Connection{CollectorID: id, ChannelNo: channel}}}),
		}
	}
	p := &compiled.Point{Definition: definition.Definition{Devices: map[int64]definition.Device{
		collector: {ID: collector, Kind: catalog.CollectorDevice, Config: on(dtu, 5)},
		sensor:    {ID: sensor, Kind: catalog.MeasuringDevice, Config: on(collector, 7)},
		alone:     {ID: alone, Kind: catalog.MeasuringDevice, Config: on(0, 0)},
	}}}
	for _, c := range []struct {
		name   string
		source definition.Source
		want   series.ID
	}{
		{"a channel of a collector behind a DTU", definition.Source{DeviceID: collector, ChannelNo: 11}, series.RawID(collector, 11)},
		{"a sensor on a collector", definition.Source{DeviceID: sensor}, series.RawID(collector, 7)},
		{"a disconnected sensor", definition.Source{DeviceID: alone}, series.RawID(alone, 0)},
	} {
		if got := p.Channel(c.source, 10); got != c.want {
			t.Errorf("%s: series %d, want %d", c.name, got, c.want)
		}
	}
}
