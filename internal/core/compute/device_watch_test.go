package compute

import (
	"testing"

	"plumbline/internal/core/alarm"
)

// A kill must not lose reports: they are safe only from the earliest time that a row of marks covers.
func TestReportsAreSafeFromTheirMark(t *testing.T) {
	dirty := newDirtyRows()
	w := newDeviceWatch(newPlaced(Parts{}), dirty)
	const device, mark = 7, 41
	if w.safe(device, 100) {
		t.Error("safe before any report")
	}
	w.reported(device, 100, 0, "")
	if w.safe(device, 100) {
		t.Error("safe without a mark")
	}
	dirty.admit(mark)
	w.reported(device, 200, mark, "")
	if w.safe(device, 100) || !w.safe(device, 200) || !w.safe(device, 300) {
		t.Error("the mark covers reports from 200 on, and no earlier ones")
	}
	if w.safe(device+1, 300) {
		t.Error("the mark of one device covers another")
	}
	if dirty.idle(mark) {
		t.Error("the row of marks can be deleted before the device is judged")
	}
}

// A device is judged from its first new report on, and a known cause outlives later reports without one.
func TestADeviceIsJudgedFromItsFirstReport(t *testing.T) {
	w := newDeviceWatch(newPlaced(Parts{}), newDirtyRows())
	const device = 7
	w.reported(device, 300, 0, alarm.ByConfiguration)
	w.reported(device, 100, 0, "")
	w.reported(device, 200, 0, "")
	if n := w.notes[device]; n.from != 100 || n.cause != alarm.ByConfiguration {
		t.Errorf("judged from %d because of %q", n.from, n.cause)
	}
	w.reported(device, -5, 0, "")
	if n := w.notes[device]; n.from != 0 {
		t.Errorf("judged from %d, before any reading", n.from)
	}
}

func TestReportsOfABatchKeepTheEarliest(t *testing.T) {
	var r reports
	r.add(7, 300)
	r.add(8, 50)
	r.add(7, 100)
	r.add(7, 200)
	if len(r) != 2 || r[7] != 100 || r[8] != 50 {
		t.Errorf("reports %v", r)
	}
}
