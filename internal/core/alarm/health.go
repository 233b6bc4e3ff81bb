package alarm

import "slices"

const (
	defaultLost = 3             // missed collections
	lostGrace   = 5 * 60 * 1000 // ms
	lowReports  = 2             // in a row below the threshold
)

// HealthKinds are the kinds of records about devices, the gravest first.
func HealthKinds() []Kind { return []Kind{OfDataLost, OfLowVoltage, OfDataRepeated} }

// Health reports whether records of this kind are about a device, not about a value.
func (k Kind) Health() bool { return slices.Contains(HealthKinds(), k) }

// The types of records: what is measured, and how the instruments are. They are counted,
// listed and coloured apart from each other.
const (
	TypeThreshold    = "threshold"
	TypeDeviceHealth = "deviceHealth"
	AllTypes         = "all" // in a filter
)

// Type is the type of records of this kind.
func (k Kind) Type() string {
	if k.Health() {
		return TypeDeviceHealth
	}
	return TypeThreshold
}

// Device is a device whose health is judged, with its rules as they are now. Its health
// begins when it is entered: what was brought from before says nothing about it.
type Device struct {
	ID, CorporationID, ProjectID int64
	Entered                      int64   // UTC ms
	VoltageThreshold             float64 // V; 0: the voltage is not judged
	LostThreshold                int     // missed collections; 0 takes 3
}

// Span is a time, UTC ms. Until 0: it goes on.
type Span struct{ From, Until int64 }

func (s Span) end() int64 {
	if s.Until == 0 {
		return maxTime
	}
	return s.Until
}

const maxTime = 1<<63 - 1

// Schedule is how often readings of a device are due from a time on; 0: none is due.
type Schedule struct{ From, Interval int64 }

// Gap is the time in which a device may be missed before it counts as silent.
func (d *Device) Gap(interval int64) int64 {
	lost := d.LostThreshold
	if lost <= 0 {
		lost = defaultLost
	}
	return int64(lost)*interval + lostGrace
}

// Silences judges the times between valid readings of a device (Span: the reading before,
// the one after), in order, by its schedules, in order. due is the moment from which the
// device will count as silent if nothing comes; 0: never.
func (d *Device) Silences(gaps []Span, schedules []Schedule, now int64) (episodes []Episode, due int64) {
	for _, gap := range gaps {
		end := gap.end()
		since, opened, waited := gap.From, int64(0), int64(0)
		for i, s := range schedules {
			until := int64(maxTime)
			if i+1 < len(schedules) {
				until = schedules[i+1].From
			}
			if until <= gap.From {
				continue
			}
			if s.From >= end {
				break
			}
			if s.Interval == 0 {
				if opened != 0 { // what nobody expects any more is not missed
					episodes = append(episodes, silence(opened, s.From, waited))
					opened = 0
				}
				since = until
				continue
			}
			if opened != 0 {
				continue
			}
			at := max(since+d.Gap(s.Interval), s.From)
			if at >= until || at >= end {
				continue
			}
			if at >= now {
				due = at
				break
			}
			opened, waited = at, at-since
		}
		if opened != 0 {
			episodes = append(episodes, silence(opened, gap.Until, waited))
		}
	}
	return episodes, due
}

func silence(from, until, waited int64) Episode {
	minutes := float64(waited / 60_000)
	return Episode{Opened: from, Ended: until, Steps: []Step{{Time: from, Value: minutes, Limit: minutes, Side: Upper}}}
}

// Between gives the times that lie in every one of some lists of times, each in order: a
// device with several points is silent while all of them are.
func Between(lists [][]Span) []Span {
	if len(lists) == 0 {
		return nil
	}
	common := lists[0]
	for _, list := range lists[1:] {
		var next []Span
		for i, j := 0, 0; i < len(common) && j < len(list); {
			a, b := common[i], list[j]
			from, until := max(a.From, b.From), min(a.end(), b.end())
			if from < until {
				if until == maxTime {
					until = 0
				}
				next = append(next, Span{from, until})
			}
			if a.end() <= b.end() {
				i++
			} else {
				j++
			}
		}
		common = next
	}
	return common
}

// Either gives the times that lie in at least one of some lists of times.
func Either(lists [][]Span) []Span {
	all := slices.Concat(lists...)
	slices.SortFunc(all, func(a, b Span) int {
		if a.From < b.From {
			return -1
		}
		if a.From > b.From {
			return 1
		}
		return 0
	})
	var out []Span
	for _, s := range all {
		if last := len(out) - 1; last >= 0 && s.From <= out[last].end() {
			if out[last].Until != 0 && s.end() > out[last].Until {
				out[last].Until = s.Until
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// Repetitions are the episodes of readings that are identical again and again.
func Repetitions(spans []Span) []Episode {
	var episodes []Episode
	for _, s := range spans {
		episodes = append(episodes, Episode{Opened: s.From, Ended: s.Until, Steps: []Step{{Time: s.From, Side: Upper}}})
	}
	return episodes
}

// Supply judges the voltages that a device reports, in the order of their times: low when
// two in a row are below the threshold.
type Supply struct {
	Limit    float64
	Low      int      // reports in a row below the threshold
	Open     *Episode // goes on
	Episodes []Episode
}

// Report takes the next voltage.
func (s *Supply) Report(t int64, volts float64) {
	if volts < s.Limit {
		s.Low = min(s.Low+1, lowReports)
		if s.Low == lowReports && s.Open == nil {
			s.Open = &Episode{Opened: t, Steps: []Step{{Time: t, Value: volts, Limit: s.Limit, Side: LowerLimit}}}
		}
		return
	}
	s.Low = 0
	if s.Open != nil {
		s.Open.Ended, s.Open.RestoreValue = t, volts
		s.Episodes = append(s.Episodes, *s.Open)
		s.Open = nil
	}
}

// All lists the episodes, the one that goes on last.
func (s *Supply) All() []Episode {
	if s.Open == nil {
		return s.Episodes
	}
	return append(slices.Clip(s.Episodes), *s.Open)
}

// OpenAt finds the record of a kind that goes on at a time, as it was judged by then.
func OpenAt(records []Record, kind Kind, t int64) *Record {
	for i := range records {
		if r := &records[i]; r.Kind == kind && r.WithdrawnAt == 0 && r.Opened < t && (r.Ended == 0 || r.Ended >= t) {
			return r
		}
	}
	return nil
}

// Episode is the episode of a record as it was before a time: still going on.
func (r *Record) Episode() Episode {
	return Episode{Key: r.Key, Opened: r.Opened, Steps: r.Steps}
}

// ReconcileHealth compares how a device was from a time on with its records that have not
// ended before, and says what is to be changed.
func ReconcileHealth(stored []Record, device int64, place Place, from int64, episodes map[Kind][]Episode, cause Cause, now int64) []Change {
	place.PointID = 0
	var changes []Change
	for _, kind := range HealthKinds() {
		var records []Record
		for i := range stored {
			if stored[i].Kind == kind {
				records = append(records, stored[i])
			}
		}
		changes = append(changes, Reconcile(records, Refolded{
			Place: place, Kind: kind, DeviceID: device, From: from - 1, To: maxTime, JudgedFrom: from - 1, JudgedTo: maxTime,
			Progress: ToNewest, Episodes: episodes[kind], Now: now, By: cause,
		})...)
	}
	return changes
}

// End ends a record at a time.
func End(record Record, at int64) Change {
	was := record.Status
	record.Ended, record.CurrentLevel, record.ChangedAt = at, Normal, at
	if was.Active() {
		record.Status = Restore
	}
	return Change{Record: record, Transitions: []Transition{{
		AlertID: record.ID, Kind: Restored, From: was, To: record.Status, Time: at, RecordedAt: at,
	}}}
}
