package alarm

const (
	defaultLost = 3             // missed collections
	lostGrace   = 5 * 60 * 1000 // ms
)

// Watch is a device whose health the clock looks after (domain thresholds.md section
// 3), as it is now.
type Watch struct {
	Place    Place // of one of its points; PointID is not used
	DeviceID int64
	Interval int64 // ms between readings; 0: nobody expects any
	Lost     int   // missed collections after which it counts as silent; 0 takes 3
	Last     int64 // UTC ms of its newest valid reading; 0: none

	Voltage      *LowVoltage // nil: not low
	RepeatedFrom int64       // UTC ms of the reading that made its last ones identical; 0: they are not
}

// LowVoltage is a supply that was below its threshold in the last two reports.
type LowVoltage struct {
	DeviceID      int64
	CorporationID int64
	ProjectID     int64
	Volts, Limit  float64
	At            int64 // UTC ms of the last report
}

// SilentFrom is the moment from which the device counts as silent.
func (w *Watch) SilentFrom() int64 {
	lost := w.Lost
	if lost <= 0 {
		lost = defaultLost
	}
	return w.Last + int64(lost)*w.Interval + lostGrace
}

// HealthKinds are the kinds of records about devices, the gravest first.
func HealthKinds() []Kind { return []Kind{OfDataLost, OfLowVoltage, OfDataRepeated} }

type ill struct {
	device int64
	kind   Kind
}

// Health is the clock's part of the alarms: it compares how devices are with the
// records about them that have not ended, and tells what is to be changed.
func Health(watched []Watch, open []Record, now int64) []Change {
	records := make(map[ill]*Record, len(open))
	for i := range open {
		records[ill{open[i].DeviceID, open[i].Kind}] = &open[i]
	}
	var changes []Change
	for i := range watched {
		w := &watched[i]
		for _, kind := range HealthKinds() {
			key := ill{w.DeviceID, kind}
			record := records[key]
			delete(records, key)
			step, is := w.step(kind, now)
			switch {
			case is && record == nil:
				changes = append(changes, w.falls(kind, step, now))
			case !is && record != nil:
				changes = append(changes, recovers(*record, w.wellFrom(kind, record.Opened, now), now))
			}
		}
	}
	// What is no longer watched ends with the configuration that watched it.
	for i := range open {
		if records[ill{open[i].DeviceID, open[i].Kind}] != nil {
			changes = append(changes, recovers(open[i], now, now))
		}
	}
	return changes
}

// step is the moment at which a device fell ill, with what shows it; is is false while
// it is well.
func (w *Watch) step(kind Kind, now int64) (step Step, is bool) {
	const minute = 60 * 1000
	step = Step{Level: Blue, Side: Upper}
	switch kind {
	case OfDataLost:
		step.Time = w.SilentFrom()
		step.Value, step.Limit = float64(now-w.Last)/minute, float64(step.Time-w.Last)/minute
		return step, w.Interval > 0 && w.Last > 0 && now > step.Time
	case OfLowVoltage:
		if w.Voltage == nil {
			return step, false
		}
		step.Time, step.Value, step.Limit, step.Side = w.Voltage.At, w.Voltage.Volts, w.Voltage.Limit, LowerLimit
		return step, true
	case OfDataRepeated:
		step.Time = w.RepeatedFrom
		return step, w.RepeatedFrom > 0
	}
	return step, false
}

// wellFrom is when a device recovered: with its newest reading, as far as one tells.
func (w *Watch) wellFrom(kind Kind, opened, now int64) int64 {
	if kind != OfLowVoltage && w.Last > opened {
		return w.Last
	}
	return now
}

func (w *Watch) falls(kind Kind, step Step, now int64) Change {
	record := Record{
		CorporationID: w.Place.CorporationID, ProjectID: w.Place.ProjectID, StructureID: w.Place.StructureID, ItemID: w.Place.ItemID,
		DeviceID: w.DeviceID, Kind: kind, Measurement: w.Place.Measurement, Status: Pending, Level: Blue, CurrentLevel: Blue,
		Opened: step.Time, Steps: []Step{step}, FoundLate: now-step.Time > lateAfter, RecordedAt: now, ChangedAt: now,
	}
	return Change{Record: record, Transitions: []Transition{{
		Kind: Raised, From: Pending, To: Pending, Level: Blue, Value: step.Value, Limit: step.Limit, Side: step.Side, Time: step.Time, RecordedAt: now,
	}}}
}

func recovers(record Record, at, now int64) Change {
	was := record.Status
	record.Ended, record.CurrentLevel, record.ChangedAt = at, Normal, now
	if was.Active() {
		record.Status = Restore
	}
	return Change{Record: record, Transitions: []Transition{{
		AlertID: record.ID, Kind: Restored, From: was, To: record.Status, Time: at, RecordedAt: now,
	}}}
}
