package compute_test

import (
	"slices"
	"testing"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
)

// The hours of repeated data come from the device, else from the rule of its type, else from the catalog.
func TestPrecedenceOfRepeatHours(t *testing.T) {
	tests := []struct {
		name, kind  string
		field       string
		own, ofType *float64
		marked      int // from which hour on; 0: never
	}{
		{"the catalog", "STRAIN", "strain", nil, nil, 24},
		{"sooner by the type", "STRAIN", "strain", nil, new(12.0), 12},
		{"later by the type", "STRAIN", "strain", nil, new(30.0), 30},
		{"never by the type", "STRAIN", "strain", nil, new(0.0), 0},
		{"the device before its type", "STRAIN", "strain", new(6.0), new(12.0), 6},
		{"never by the device, whatever its type", "STRAIN", "strain", new(0.0), new(12.0), 0},
		{"a field that may repeat", "STRAIN", "disp", nil, new(12.0), 0},
		{"a field that may repeat, of a device that may not", "STRAIN", "disp", new(12.0), nil, 12},
		{"a type that may repeat by the catalog", "Rain", "rain", nil, nil, 0},
		{"a type that may not repeat by its rule", "Rain", "rain", nil, new(12.0), 12},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := openHarness(t)
			d, raw := gauge(h)
			d.Config.Formula = versions(h, at(0, formulaOf(test.field+"*2")))
			main, _ := raw.Channel()
			d.Devices[main] = definition.Device{
				ID: main, Kind: catalog.MeasuringDevice, Type: test.kind, RepeatedHours: test.own, TypeRepeatedHours: test.ofType,
			}
			s := newSite(t, h, d)
			columns := reading.Intern([]reading.Column{{Field: test.field}})
			for i := range 40 {
				one := put(raw, start+int64(i)*hour, 7)
				one.Columns = columns
				s.send(true, one)
			}
			s.drain()
			got := max(0, slices.IndexFunc(flags(s.results(d.Point.ID)), func(f reading.Flag) bool { return f&reading.Repeated != 0 }))
			if got != test.marked {
				t.Errorf("marked from hour %d on, want %d", got, test.marked)
			}
		})
	}
}
