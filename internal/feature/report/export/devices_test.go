package export_test

import (
	"fmt"
	"testing"
)

func TestDeviceResearchCountsReadings(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		cells := sheets(t, s.made(t, "device-research",
			s.fill(fmt.Sprintf(`{"projectId":{project},"deviceIds":[{logger}],"start":{begin},"end":%d,"format":"xlsx"}`, s.end+hour))))
		lines := under(t, cells["Devices"], "Device")
		want := map[string]string{
			"Device": "Logger", "Serial number": "HDA3-110742", "Measuring points": "3", "Interval (min)": "60", "Expected": "6", "Received": "5",
			"Arrival (%)": "83.33", "First reading": s.serial(s.begin), "Last reading": s.serial(s.end), "First voltage (V)": "12.5",
			"Lowest voltage (V)": "12", "Last voltage (V)": "12", "Results of points": "15", "Abnormal (%)": "0", "Later than 7 days": "0",
		}
		for name, v := range want {
			if lines[0][name] != v {
				t.Errorf("%s is %q, want %q", name, lines[0][name], v)
			}
		}
		expected := 0
		for _, day := range under(t, cells["Arrival by day"], "Device") {
			var n int
			if _, err := fmt.Sscan(day["Expected"], &n); err == nil {
				expected += n
			}
		}
		if expected != 6 || cells["Health events"] == nil {
			t.Errorf("%d readings were expected on all days: %v", expected, cells)
		}
		volts := map[string]bool{}
		for _, day := range under(t, cells["Lowest voltage by day"], "Day") {
			volts[day["Logger (V)"]] = true
		}
		if _, drawn := cells["Curves"]; !volts["12"] || !drawn {
			t.Errorf("voltages: %v", cells["Lowest voltage by day"])
		}
		if w := s.Call(t.Context(), t, "member", "POST", "/api/exports/device-research", s.fill(`{"projectId":{project},"start":{begin},"end":{end},"format":"csv"}`)); w.Code != 202 {
			t.Errorf("all devices: %d %s", w.Code, w.Body)
		}
	})
}
