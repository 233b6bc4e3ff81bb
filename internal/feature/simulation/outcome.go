package simulation

import (
	"cmp"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/httpapi"
)

const (
	mostEpisodes = 1000 // in an answer
	mostLevels   = 2000 // parts of a strip
	levels       = int(alarm.Red)
	hourMS       = 3_600_000
)

// lengths are the upper limits of the classes of duration, ms; longer ones are the last class.
var lengths = []int64{hourMS, 6 * hourMS, 24 * hourMS, 7 * 24 * hourMS}

// Counts are the alerts of a set of thresholds in a span.
type Counts struct {
	Episodes int       `json:"episodes" doc:"Alerts that began in the span"`
	Alerts   []int     `json:"alerts" doc:"How often blue, yellow, orange and red were reached in the span, escalations included"`
	False    int       `json:"false" doc:"Of the episodes, those that people marked as false alarms; 0 if the caller may not see alerts"`
	Hours    []float64 `json:"hours" doc:"Time at normal, blue, yellow, orange and red, in hours"`
	Unjudged float64   `json:"unjudged" doc:"Time without a judgement, in hours"`
}

// SimulatedOutcome is what a set of thresholds does in a span.
type SimulatedOutcome struct {
	Counts
	ByHour   []int              `json:"byHour" doc:"Episodes that began in each hour of the day, in the time zone of the project"`
	ByLength []int              `json:"byLength" doc:"Episodes that began in the span and lasted less than 1 h, 6 h, 24 h, 7 days, or longer; open ones until the end of the span"`
	Levels   []LevelFrom        `json:"levels" doc:"Changes of the level in time order"`
	Reduced  bool               `json:"reduced" doc:"Levels has the highest level of each of 2,000 equal parts of the span"`
	List     []SimulatedEpisode `json:"list" doc:"Episodes that touch the span, the newest 1,000, oldest first"`
	More     int                `json:"more" doc:"Older ones that are not listed"`
}

// LevelFrom is a level and the time from which it holds.
type LevelFrom struct {
	Time  int64 `json:"time" doc:"UTC ms"`
	Level int   `json:"level" minimum:"-1" maximum:"4" doc:"-1: not judged"`
}

// SimulatedEpisode is one alert as it would have been.
type SimulatedEpisode struct {
	Opened int64   `json:"opened" doc:"UTC ms of the reading that opens it"`
	Ended  int64   `json:"ended" doc:"UTC ms; 0: ongoing"`
	Level  int     `json:"level" minimum:"1" maximum:"4" doc:"The highest reached"`
	Value  float64 `json:"value" doc:"The worst, signed"`
	Time   int64   `json:"time" doc:"UTC ms of that value"`
	Node   int32   `json:"node" doc:"0: no node"`
	False  bool    `json:"false" doc:"People marked an alert at this time as a false alarm, and confirmed none"`
}

// span is the time for which outcomes are counted. now ends open episodes and the newest level.
type span struct {
	from, to, now int64
	zone          *time.Location
}

func (s span) end() int64 { return min(s.to, s.now) }

// outcome sums up what thresholds did. decided are the alert records that people have decided on.
func (s span) outcome(r *compute.Replayed, decided []alarm.Record) SimulatedOutcome {
	o := SimulatedOutcome{ByHour: make([]int, 24), ByLength: make([]int, len(lengths)+1), List: []SimulatedEpisode{}}
	o.Alerts, o.Hours = make([]int, levels), make([]float64, levels+1)
	for i := range r.Episodes {
		e := &r.Episodes[i]
		if e.Opened > s.to || e.Ended != 0 && e.Ended < s.from {
			continue
		}
		for _, step := range e.Steps {
			if s.holds(step.Time) {
				o.Alerts[step.Level-1]++
			}
		}
		isFalse := falseAlarm(&e.Episode, decided)
		if s.holds(e.Opened) {
			o.Episodes++
			if isFalse {
				o.False++
			}
			o.ByHour[time.UnixMilli(e.Opened).In(s.zone).Hour()]++
			o.ByLength[s.class(e)]++
		}
		o.List = append(o.List, SimulatedEpisode{
			Opened: e.Opened, Ended: e.Ended, Level: int(e.Steps[len(e.Steps)-1].Level), Value: e.Worst.Value, Time: e.Worst.Time,
			Node: e.Worst.Node, False: isFalse,
		})
	}
	if o.More = max(len(o.List)-mostEpisodes, 0); o.More > 0 {
		o.List = o.List[o.More:]
	}
	held := s.held(r.Levels)
	s.hours(held, &o.Counts)
	o.Levels, o.Reduced = s.strip(held)
	return o
}

func (s span) holds(t int64) bool { return t >= s.from && t <= s.to }

// class returns the class of an episode's duration.
func (s span) class(e *alarm.Replayed) int {
	end := cmp.Or(e.Ended, s.end())
	at, _ := slices.BinarySearch(lengths, end-e.Opened+1)
	return at
}

// falseAlarm reports whether people marked an alert of the same quantity at the time of an episode as false, and
// confirmed none.
func falseAlarm(e *alarm.Episode, decided []alarm.Record) bool {
	found := false
	for i := range decided {
		r := &decided[i]
		if r.WithdrawnAt != 0 || r.Key.Field != e.Key.Field || r.Key.ValueType != e.Key.ValueType {
			continue
		}
		if r.Ended != 0 && r.Ended < e.Opened || e.Ended != 0 && r.Opened > e.Ended {
			continue
		}
		switch r.Status {
		case alarm.Confirm:
			return false
		case alarm.FalseAlarm:
			found = true
		}
	}
	return found
}

// held cuts levels to the span. The first one begins with the span, or with the first judgement.
func (s span) held(all []alarm.LevelSince) []alarm.LevelSince {
	var list []alarm.LevelSince
	if s.end() < s.from {
		return nil
	}
	for _, l := range all {
		switch {
		case l.Time > s.end():
			return list
		case l.Time <= s.from:
			list = append(list[:0], alarm.LevelSince{Time: s.from, Level: l.Level})
		default:
			list = append(list, l)
		}
	}
	return list
}

func (s span) hours(held []alarm.LevelSince, c *Counts) {
	for i, l := range held {
		until := s.end()
		if i+1 < len(held) {
			until = held[i+1].Time
		}
		hours := float64(until-l.Time) / hourMS
		if l.Level == alarm.NotJudged {
			c.Unjudged += hours
		} else {
			c.Hours[l.Level] += hours
		}
	}
}

// strip returns the levels for display: all changes while they are few, else the highest level of each of equal parts.
func (s span) strip(held []alarm.LevelSince) (list []LevelFrom, reduced bool) {
	if len(held) <= mostLevels {
		return httpapi.ListOf(held, func(l alarm.LevelSince) LevelFrom { return LevelFrom{l.Time, int(l.Level)} }), false
	}
	first := held[0].Time
	width := (s.end()-first)/mostLevels + 1
	highest := make([]int, (s.end()-first)/width+1)
	for i := range highest {
		highest[i] = int(alarm.NotJudged)
	}
	for i, l := range held {
		until := s.end()
		if i+1 < len(held) {
			until = held[i+1].Time - 1
		}
		for part := (l.Time - first) / width; part <= (until-first)/width; part++ {
			highest[part] = max(highest[part], int(l.Level))
		}
	}
	for part, level := range highest {
		if n := len(list); n == 0 || list[n-1].Level != level {
			list = append(list, LevelFrom{first + int64(part)*width, level})
		}
	}
	return list, true
}
