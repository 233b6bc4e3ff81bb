package catalog

import "testing"

func TestPowerOnValueOfTemperatureStrings(t *testing.T) {
	raw, ok := RawFieldOf("DT", "temp")
	if !ok || raw.PowerOn == nil || *raw.PowerOn != 85 {
		t.Errorf("%+v", raw)
	}
	if raw, _ := RawFieldOf("SDMPRO", "temp"); raw.PowerOn != nil {
		t.Errorf("%+v", raw)
	}
}
