package alarm

const (
	defaultLost = 3             // missed collections
	lostGrace   = 5 * 60 * 1000 // ms
)

// Watch is a device that is expected to report (domain thresholds.md section 3).
type Watch struct {
	Place    Place // of one of its points; PointID is not used
	DeviceID int64
	Interval int64 // ms between readings
	Lost     int   // missed collections after which it counts as silent; 0 takes 3
	Last     int64 // UTC ms of its newest valid reading
}

// SilentFrom is the moment from which the device counts as silent.
func (w *Watch) SilentFrom() int64 {
	lost := w.Lost
	if lost <= 0 {
		lost = defaultLost
	}
	return w.Last + int64(lost)*w.Interval + lostGrace
}

// Silence is the clock's part of the alarms: it compares the devices that are
// expected to report with the records of silent ones that have not ended, and tells
// what is to be changed.
func Silence(watched []Watch, open []Record, now int64) []Change {
	records := make(map[int64]*Record, len(open))
	for i := range open {
		records[open[i].DeviceID] = &open[i]
	}
	var changes []Change
	for i := range watched {
		w := &watched[i]
		from := w.SilentFrom()
		record := records[w.DeviceID]
		delete(records, w.DeviceID)
		switch {
		case now > from && record == nil:
			changes = append(changes, lost(w, from, now))
		case now <= from && record != nil:
			changes = append(changes, found(*record, w.Last, now))
		}
	}
	// What is no longer watched ends with the configuration that watched it.
	for i := range open {
		if records[open[i].DeviceID] != nil {
			changes = append(changes, found(open[i], now, now))
		}
	}
	return changes
}

func lost(w *Watch, from, now int64) Change {
	const minute = 60 * 1000
	step := Step{Level: Blue, Time: from, Value: float64(now-w.Last) / minute, Limit: float64(from-w.Last) / minute, Side: Upper}
	record := Record{
		CorporationID: w.Place.CorporationID, ProjectID: w.Place.ProjectID, StructureID: w.Place.StructureID, ItemID: w.Place.ItemID,
		DeviceID: w.DeviceID, Kind: OfDataLost, Measurement: w.Place.Measurement, Status: Pending, Level: Blue, CurrentLevel: Blue,
		Opened: from, Steps: []Step{step}, FoundLate: now-from > lateAfter, RecordedAt: now, ChangedAt: now,
	}
	return Change{Record: record, Transitions: []Transition{{
		Kind: Raised, From: Pending, To: Pending, Level: Blue, Value: step.Value, Limit: step.Limit, Side: Upper, Time: from, RecordedAt: now,
	}}}
}

func found(record Record, at, now int64) Change {
	was := record.Status
	record.Ended, record.CurrentLevel, record.ChangedAt = at, Normal, now
	if was.Active() {
		record.Status = Restore
	}
	return Change{Record: record, Transitions: []Transition{{
		AlertID: record.ID, Kind: Restored, From: was, To: record.Status, Time: at, RecordedAt: now,
	}}}
}
