package device_test

import (
	"testing"
	"time"

	"plumbline/internal/site/device"
)

func TestDeviceState(t *testing.T) {
	now, minute := int64(1_700_000_000_000), time.Minute.Milliseconds()
	for _, c := range []struct {
		name  string
		state device.State
		want  string
	}{
		{"never seen", device.State{}, device.Offline},
		{"a packet a minute ago", device.State{LastSeen: now - minute}, device.Online},
		{"five minutes are still online", device.State{LastSeen: now - 5*minute}, device.Online},
		{"between the wake-ups of an hour", device.State{LastSeen: now - 70*minute, Interval: 60 * minute}, device.Sleep},
		{"a missed wake-up", device.State{LastSeen: now - 91*minute, Interval: 60 * minute}, device.Offline},
		{"no known interval", device.State{LastSeen: now - 6*minute}, device.Offline},
	} {
		if got := c.state.Online(now); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for want, state := range map[string]device.State{
		device.Unknown:      {},
		device.Healthy:      {LastSeen: 1},
		device.DataRepeated: {DataRepeated: true},
		device.LowVoltage:   {DataRepeated: true, LowVoltage: true},
		device.DataLost:     {DataRepeated: true, LowVoltage: true, DataLost: true},
	} {
		if got := state.Health(); got != want {
			t.Errorf("health %s, want %s", got, want)
		}
	}
}
