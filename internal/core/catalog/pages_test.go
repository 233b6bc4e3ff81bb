package catalog

import (
	"slices"
	"testing"
)

// A page of a device type needs no other rule: its points list it as soon as the web app has it.
func TestPointsListEveryPageOfTheirDeviceType(t *testing.T) {
	for _, device := range DeviceTypes() {
		if len(device.Measurements) == 0 {
			continue // feeds no point
		}
		listed := map[string]bool{}
		for _, measurement := range device.Measurements {
			for _, mode := range []string{"", "vertical", "horizontal", "circular"} {
				for _, fields := range []map[string]bool{nil, {"value": false}, {"x": true}, {"convergence": false, "chord": false, "offset": false, "settlement": false}} {
					v := Viewed{Category: device.Code, Kind: "normal", Measurement: measurement, Mode: mode, Fields: fields}
					for _, slug := range v.slugs() {
						listed[slug] = true
					}
				}
			}
		}
		for _, slug := range device.Pages {
			if !listed[slug] {
				t.Errorf("no point of %s lists %s", device.Code, slug)
			}
		}
	}
}

// Pages of a device type only come first if the type lists them first.
func TestPageOrderOfDeviceType(t *testing.T) {
	for _, test := range []struct {
		category, measurement, first, last string
	}{
		{"RDM", "DeepDisplacement", "rdm-change-chart", "adm-report"},
		{"SDMPRO", "DeepDisplacement", "adm-profile", "sdmpro-chart"},
		{"GNSS", "SurfaceDisplacement", "gnss-chart", "hda-report"},
	} {
		list := Viewed{Category: test.category, Kind: "normal", Measurement: test.measurement}.slugs()
		if list[0] != test.first || list[len(list)-1] != test.last {
			t.Errorf("%s lists %v, want %s first and %s last", test.category, list, test.first, test.last)
		}
		if slices.Sort(list); len(slices.Compact(list)) != len(list) {
			t.Errorf("%s lists a page twice: %v", test.category, list)
		}
	}
}
