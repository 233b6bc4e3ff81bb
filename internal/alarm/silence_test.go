package alarm

import "testing"

func TestSilentDevicesAreFoundByTheClock(t *testing.T) {
	const minute = int64(60_000)
	w := Watch{DeviceID: 7, Interval: 10 * minute, Last: 1_000 * minute}
	limit := 1_035 * minute // 3 collections of 10 min and 5 min
	if changes := Silence([]Watch{w}, nil, limit); len(changes) != 0 {
		t.Fatalf("silent too early: %+v", changes)
	}
	changes := Silence([]Watch{w}, nil, limit+1)
	if len(changes) != 1 || changes[0].Record.Opened != limit || changes[0].Record.Status != Pending {
		t.Fatalf("%+v", changes)
	}
	record := changes[0].Record
	record.ID = 1
	if again := Silence([]Watch{w}, []Record{record}, limit+30*minute); len(again) != 0 {
		t.Errorf("told twice: %+v", again)
	}
	confirmed := record
	confirmed.Status = Confirm
	if again := Silence([]Watch{w}, []Record{confirmed}, limit+30*minute); len(again) != 0 {
		t.Errorf("told again after it was confirmed: %+v", again)
	}
	w.Last = limit + 40*minute
	back := Silence([]Watch{w}, []Record{record}, limit+41*minute)
	if len(back) != 1 || back[0].Record.Status != Restore || back[0].Record.Ended != w.Last || back[0].Record.ID != 1 {
		t.Errorf("%+v", back)
	}
	back = Silence([]Watch{w}, []Record{confirmed}, limit+41*minute)
	if len(back) != 1 || back[0].Record.Status != Confirm || back[0].Record.Ended != w.Last {
		t.Errorf("%+v", back)
	}
	if gone := Silence(nil, []Record{record}, limit+minute); len(gone) != 1 || gone[0].Record.Status != Restore {
		t.Errorf("%+v", gone)
	}
}
