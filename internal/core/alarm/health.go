package alarm

import (
	"slices"

	"plumbline/internal/platform/i18n"
)

const (
	defaultLost = 3             // missed collections
	lostGrace   = 5 * 60 * 1000 // ms
	lowReports  = 2             // consecutive reports below the threshold
)

// HealthKinds returns the kinds of records about devices, most severe first.
func HealthKinds() []Kind { return []Kind{OfDataLost, OfLowVoltage, OfDataRepeated} }

// Health reports whether records of this kind are about device health.
func (k Kind) Health() bool { return slices.Contains(HealthKinds(), k) }

// faultNames are the names of device faults.
var faultNames = map[Kind]i18n.Label{
	OfDataLost:     {Zh: "数据缺失", En: "data lost", Tw: "資料缺失"},
	OfLowVoltage:   {Zh: "低电压", En: "low voltage", Tw: "低電壓"},
	OfDataRepeated: {Zh: "数据重复", En: "data repeated", Tw: "資料重複"},
}

// Fault returns the name of the fault of a device; ok is false for thresholds.
func (k Kind) Fault() (name i18n.Label, ok bool) {
	name, ok = faultNames[k]
	return name, ok
}

// The types of records, thresholds, device health and graded warnings, are counted, listed and colored separately.
const (
	TypeThreshold    = "threshold"
	TypeDeviceHealth = "deviceHealth"
	AllTypes         = "all" // in a filter
)

// Type returns the type of records of this kind.
func (k Kind) Type() string {
	switch {
	case k.Health():
		return TypeDeviceHealth
	case k == OfGraded:
		return TypeGraded
	}
	return TypeThreshold
}

// Device is a device whose health is judged, with its limits over time. Its health starts when it is added: imported
// earlier readings do not count.
type Device struct {
	ID, CorporationID, ProjectID int64
	Entered                      int64          // UTC ms
	Limits                       []HealthLimits // in time order; none: the defaults, and the voltage is not judged
}

// Span is a time range in UTC ms. Until 0: it is still open.
type Span struct{ From, Until int64 }

func (s Span) end() int64 {
	if s.Until == 0 {
		return maxTime
	}
	return s.Until
}

const maxTime = 1<<63 - 1

// Schedule is the interval at which readings of a device are due from a time on; 0: none are due.
type Schedule struct{ From, Interval int64 }

// Silences judges the gaps between valid readings of a device (Span: the reading before, the one after) by its
// schedules; both are in time order. due is the time at which the device becomes silent if nothing arrives; 0: never.
func (d *Device) Silences(gaps []Span, schedules []Schedule, now int64) (episodes []Episode, due int64) {
	dues := d.dues(schedules)
	for _, gap := range gaps {
		end := gap.end()
		since, opened, waited := gap.From, int64(0), int64(0)
		for i, s := range dues {
			until := int64(maxTime)
			if i+1 < len(dues) {
				until = dues[i+1].From
			}
			if until <= gap.From {
				continue
			}
			if s.From >= end {
				break
			}
			if s.Interval == 0 {
				if opened != 0 { // without a schedule nothing is missing
					episodes = append(episodes, silence(opened, s.From, waited))
					opened = 0
				}
				since = until
				continue
			}
			if opened != 0 {
				continue
			}
			at := max(since+Gap(s.Interval, s.lost), s.From)
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

// Between returns the times covered by every one of the lists, each in time order: a device with several points is
// silent while all of them are.
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

// Either returns the times covered by at least one of the lists.
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

// Repetitions turns times of identical readings into episodes.
func Repetitions(spans []Span) []Episode {
	var episodes []Episode
	for _, s := range spans {
		episodes = append(episodes, Episode{Opened: s.From, Ended: s.Until, Steps: []Step{{Time: s.From, Side: Upper}}})
	}
	return episodes
}

// Supply judges the voltages that a device reports, in time order: low after two consecutive reports below the
// threshold of their time.
type Supply struct {
	Limits   []HealthLimits // in time order
	Low      int            // consecutive reports below the threshold
	Open     *Episode       // the current episode
	Episodes []Episode
}

// Report judges the next voltage.
func (s *Supply) Report(t int64, volts float64) {
	limit := LimitsAt(s.Limits, t).Voltage // 0: nothing is below it
	if volts < limit {
		s.Low = min(s.Low+1, lowReports)
		if s.Low == lowReports && s.Open == nil {
			s.Open = &Episode{Opened: t, Steps: []Step{{Time: t, Value: volts, Limit: limit, Side: LowerLimit}}}
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

// All returns the episodes, the open one last.
func (s *Supply) All() []Episode {
	if s.Open == nil {
		return s.Episodes
	}
	return append(slices.Clip(s.Episodes), *s.Open)
}

// OpenAt returns the record of a kind that is open at a time, or nil.
func OpenAt(records []Record, kind Kind, t int64) *Record {
	for i := range records {
		if r := &records[i]; r.Kind == kind && r.WithdrawnAt == 0 && r.Opened < t && (r.Ended == 0 || r.Ended >= t) {
			return r
		}
	}
	return nil
}

// Episode returns the episode of a record as it was before its end.
func (r *Record) Episode() Episode {
	return Episode{Key: r.Key, Opened: r.Opened, Steps: r.Steps}
}

// ReconcileHealth compares a device's episodes from a time on with its records that had not ended by then, and returns
// the changes.
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

// End closes a record at a time.
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
