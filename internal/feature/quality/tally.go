package quality

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
)

// tally gathers the alerts of a span, in any order.
type tally struct {
	f       Figures
	days    map[string]int // places in Days
	windows map[int64]int  // alerts by the start of their window
	actors  map[int64]*actor
	delays  []int64              // ms from the raise of an alert to the decision
	reached map[side]alarm.Level // the highest level of alerts that overlap the span
}

// actor is a point with the times of its alerts by threshold.
type actor struct {
	Actor
	opened map[alarm.Key][]int64
}

// side is the limits of a threshold on one side.
type side struct {
	point int64
	key   alarm.Key
	side  alarm.Side
}

func newTally(span Span) *tally {
	t := &tally{
		f: Figures{Span: span, Health: map[alarm.Kind]int{}}, days: map[string]int{}, windows: map[int64]int{},
		actors: map[int64]*actor{}, reached: map[side]alarm.Level{},
	}
	first := time.UnixMilli(span.From).In(span.Zone)
	for i := 0; ; i++ {
		day := time.Date(first.Year(), first.Month(), first.Day()+i, 0, 0, 0, 0, span.Zone)
		if day.UnixMilli() >= span.Until {
			return t
		}
		date := day.Format(time.DateOnly)
		t.days[date] = len(t.f.Days)
		t.f.Days = append(t.f.Days, Day{Date: date})
	}
}

func (s *Span) contains(at int64) bool { return at >= s.From && at < s.Until }

func (t *tally) add(alert *alarm.Listed, history []alarm.Transition) {
	r := &alert.Record
	f := &t.f
	within := f.contains(r.Opened)
	if r.Kind == alarm.OfGraded {
		return // the figures are those of thresholds and devices
	}
	if r.Kind.Health() {
		if within && r.WithdrawnAt == 0 {
			f.Health[r.Kind]++
			f.Days[t.dayOf(r.Opened)].Levels[0]++
		}
		return
	}
	if r.WithdrawnAt != 0 {
		if within {
			f.Withdrawn++
		}
		return
	}
	if r.Opened < f.Until && (r.Ended == 0 || r.Ended >= f.From) {
		for _, step := range r.Steps {
			at := side{r.PointID, r.Key, step.Side}
			t.reached[at] = max(t.reached[at], step.Level)
		}
	}
	if r.Active() && r.Opened < f.Until-staleAfter.Milliseconds() {
		f.Stale = append(f.Stale, *alert)
	}
	if within {
		t.count(alert, history)
	}
}

// count adds an alert of a threshold in the span.
func (t *tally) count(alert *alarm.Listed, history []alarm.Transition) {
	r := &alert.Record
	t.f.Alerts++
	t.f.Levels[r.Level]++
	t.f.Days[t.dayOf(r.Opened)].Levels[r.Level]++
	t.windows[r.Opened-r.Opened%window.Milliseconds()]++
	a := t.actors[r.PointID]
	if a == nil {
		a = &actor{Actor: Actor{PointID: r.PointID, StructureID: r.StructureID, Name: alert.PointName}, opened: map[alarm.Key][]int64{}}
		t.actors[r.PointID] = a
	}
	a.Alerts++
	a.opened[r.Key] = append(a.opened[r.Key], r.Opened)
	d := &t.f.Decided
	switch {
	case r.Status.Processed():
		d.Decided++
		if r.Status == alarm.FalseAlarm {
			d.False++
			a.False++
		}
		t.delays = append(t.delays, delayOf(r, history))
	case r.Status == alarm.Restore:
		d.Restored++
	default:
		d.Waiting++
	}
}

func (t *tally) dayOf(at int64) int {
	return t.days[time.UnixMilli(at).In(t.f.Zone).Format(time.DateOnly)]
}

// delayOf returns the time from the raise of an alert to the first decision of a person. Both are by the clock of the
// product: nobody can decide about readings that have not arrived.
func delayOf(r *alarm.Record, history []alarm.Transition) int64 {
	raised, decided := r.RecordedAt, r.ProcessedAt
	for i := range history {
		if h := &history[i]; h.Kind == alarm.Processed && h.RecordedBy != 0 {
			decided = min(decided, h.Time)
		}
	}
	return max(0, decided-raised)
}

// figures returns what was gathered, without limits.
func (t *tally) figures() Figures {
	f := t.f
	f.Decided.Median, f.Decided.Ninety = middle(t.delays), rank(t.delays, 90)
	for start, count := range t.windows {
		if count > floodAbove {
			f.Floods++
		}
		if count > f.Peak.Count || count == f.Peak.Count && start < f.Peak.Start {
			f.Peak = Window{start, count}
		}
	}
	for _, a := range t.actors {
		for _, opened := range a.opened {
			a.Most = max(a.Most, densest(opened, chatterSpan.Milliseconds()))
		}
		if a.Chatters() {
			f.Chatters++
		}
		f.Worst = append(f.Worst, a.Actor)
	}
	slices.SortFunc(f.Worst, func(a, b Actor) int {
		return cmp.Or(cmp.Compare(b.Alerts, a.Alerts), cmp.Compare(b.Most, a.Most), cmp.Compare(a.PointID, b.PointID))
	})
	f.Worst = f.Worst[:min(len(f.Worst), mostActors)]
	slices.SortFunc(f.Stale, func(a, b alarm.Listed) int {
		return cmp.Or(cmp.Compare(a.Opened, b.Opened), cmp.Compare(a.PointID, b.PointID), cmp.Compare(a.ID, b.ID))
	})
	f.Stales = len(f.Stale)
	f.Stale = f.Stale[:min(len(f.Stale), mostListed)]
	return f
}

// densest returns the largest number of times that lie within a length of time, both ends included.
func densest(times []int64, length int64) (most int) {
	slices.Sort(times)
	first := 0
	for i, at := range times {
		for at-times[first] > length {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// middle returns the median: of an even number of values the mean of the two in the middle; 0 without values.
func middle(values []int64) int64 {
	slices.Sort(values)
	n := len(values)
	switch {
	case n == 0:
		return 0
	case n%2 == 1:
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}

// rank returns the percentile of the nearest rank: the smallest value that percent of the values do not exceed; 0
// without values.
func rank(values []int64, percent int) int64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[(len(values)*percent+99)/100-1]
}
