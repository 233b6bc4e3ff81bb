package alarm

import "testing"

func TestSilentDevicesAreFoundByTheClock(t *testing.T) {
	const minute = int64(60_000)
	w := Watch{DeviceID: 7, Interval: 10 * minute, Last: 1_000 * minute}
	limit := 1_035 * minute // 3 collections of 10 min and 5 min
	if changes := Health([]Watch{w}, nil, limit); len(changes) != 0 {
		t.Fatalf("silent too early: %+v", changes)
	}
	changes := Health([]Watch{w}, nil, limit+1)
	if len(changes) != 1 || changes[0].Record.Opened != limit || changes[0].Record.Status != Pending {
		t.Fatalf("%+v", changes)
	}
	record := changes[0].Record
	record.ID = 1
	if again := Health([]Watch{w}, []Record{record}, limit+30*minute); len(again) != 0 {
		t.Errorf("told twice: %+v", again)
	}
	confirmed := record
	confirmed.Status = Confirm
	if again := Health([]Watch{w}, []Record{confirmed}, limit+30*minute); len(again) != 0 {
		t.Errorf("told again after it was confirmed: %+v", again)
	}
	w.Last = limit + 40*minute
	back := Health([]Watch{w}, []Record{record}, limit+41*minute)
	if len(back) != 1 || back[0].Record.Status != Restore || back[0].Record.Ended != w.Last || back[0].Record.ID != 1 {
		t.Errorf("%+v", back)
	}
	back = Health([]Watch{w}, []Record{confirmed}, limit+41*minute)
	if len(back) != 1 || back[0].Record.Status != Confirm || back[0].Record.Ended != w.Last {
		t.Errorf("%+v", back)
	}
	if gone := Health(nil, []Record{record}, limit+minute); len(gone) != 1 || gone[0].Record.Status != Restore {
		t.Errorf("%+v", gone)
	}
}

// Low voltage and repeated data are records beside a silence, each once, and each
// ends by itself.
func TestAnIllDeviceHasARecordForEachOfItsIlls(t *testing.T) {
	const minute = int64(60_000)
	w := Watch{
		DeviceID: 7, Interval: 10 * minute, Last: 1_000 * minute, RepeatedFrom: 1_000 * minute,
		Voltage: &LowVoltage{Volts: 11.2, Limit: 11.5, At: 1_001 * minute},
	}
	changes := Health([]Watch{w}, nil, 1_002*minute)
	if len(changes) != 2 || changes[0].Record.Kind != OfLowVoltage || changes[1].Record.Kind != OfDataRepeated {
		t.Fatalf("%+v", changes)
	}
	low := changes[0].Record
	if step := low.Last(); low.Opened != w.Voltage.At || step.Value != 11.2 || step.Limit != 11.5 || step.Side != LowerLimit {
		t.Errorf("%+v", low)
	}
	var open []Record
	for i, c := range changes {
		c.Record.ID = int64(i + 1)
		open = append(open, c.Record)
	}
	if again := Health([]Watch{w}, open, 1_003*minute); len(again) != 0 {
		t.Errorf("told twice: %+v", again)
	}
	w.Voltage, w.Last = nil, 1_010*minute
	back := Health([]Watch{w}, open, 1_011*minute)
	if len(back) != 1 || back[0].Record.ID != 1 || back[0].Record.Status != Restore || back[0].Record.Ended != 1_011*minute {
		t.Errorf("%+v", back)
	}
	w.RepeatedFrom = 0
	if back = Health([]Watch{w}, open[1:], 1_011*minute); len(back) != 1 || back[0].Record.ID != 2 || back[0].Record.Ended != w.Last {
		t.Errorf("%+v", back)
	}
	// A device that nobody expects readings of is not silent.
	if changes = Health([]Watch{{DeviceID: 8}}, nil, 1<<50); len(changes) != 0 {
		t.Errorf("%+v", changes)
	}
}
