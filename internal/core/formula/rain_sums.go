package formula

import (
	"fmt"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/reading"
)

// backward is a unit that reads earlier results of some of its columns.
type backward interface {
	// remembers is given the position of the first column in Memory.Columns, and returns the columns, how far back, ms, and
	// whether only results of the present sources count.
	remembers(at int) (columns []int, span int64, own bool)
}

const (
	rainDay     = "rainDay"
	intensity   = "intensity"
	longestRain = int64(24 * time.Hour / time.Millisecond)
	// rainDayBegins is the hour at which a hydrological day begins, local time.
	rainDayBegins = 8
	// late is how many intervals may lie between two readings before one is missing.
	late = 1.5
	// even is how much longer than a span the time between readings may be, because clocks of instruments are not exact.
	even = 1.05
)

// rainSpans are the rolling sums, from the shortest.
var rainSpans = []struct {
	field, text string
	span        int64 // ms
}{
	{"rain10min", "10 min", 600_000},
	{"rain1h", "1 h", 3_600_000},
	{"rain3h", "3 h", 3 * 3_600_000},
	{"rain6h", "6 h", 6 * 3_600_000},
	{"rain12h", "12 h", 12 * 3_600_000},
	{"rain24h", "24 h", longestRain},
}

// rainSumFields are the fields of rainSums in the order of its columns.
var rainSumFields = func() (list []string) {
	for _, s := range rainSpans {
		list = append(list, s.field)
	}
	return append(list, rainDay, intensity)
}()

// rainSums are the sums of formulas.md section 21 that end at a reading at t, mm:
//
//	rain1h     Σ rain of readings in (t − 1 h, t]; the same for 10 min, 3, 6, 12 and 24 h
//	rainDay    Σ rain since 8:00 local, of the day that ends if t is 8:00
//	intensity  rain10min·6, mm/h
//
// If a reading is missing in a span, or the readings begin within it, the result is partial. A span shorter than the time
// between readings has no sum.
type rainSums struct {
	rain int   // observed column
	outs []int // by rainSumFields
	at   int   // position of rain in the past
}

// dayBegins returns when the hydrological day of a reading began, ms.
func dayBegins(t int64, zone *time.Location) int64 {
	local := time.UnixMilli(t - 1).In(zone) // a reading at 8:00 belongs to the day that ends
	begin := time.Date(local.Year(), local.Month(), local.Day(), rainDayBegins, 0, 0, 0, zone)
	if begin.UnixMilli() > t-1 {
		begin = time.Date(local.Year(), local.Month(), local.Day()-1, rainDayBegins, 0, 0, 0, zone)
	}
	return begin.UnixMilli()
}

func (e *Env) zone() *time.Location {
	if e.Zone == nil {
		return time.UTC
	}
	return e.Zone
}

// every returns the time between readings, ms: as configured, or since the previous reading; 0: not known.
func (e *Env) every() float64 {
	if e.Interval > 0 || math.IsNaN(e.Elapsed) {
		return float64(e.Interval)
	}
	return e.Elapsed * 1000
}

// sum adds the rain of the readings after a time to that of the reading. whole reports whether none is missing.
func (u *rainSums) sum(env *Env, rain, every float64, after int64) (total float64, readings int, whole bool) {
	total, readings, whole = rain, 1, true
	next := env.Time
	if past := env.Past; past != nil && len(past.Times) > 0 {
		width := len(past.Values) / len(past.Times)
		for i := len(past.Times) - 1; i >= 0 && past.Times[i] > after; i-- {
			v := past.Values[i*width+u.at]
			whole = whole && float64(next-past.Times[i]) <= late*every && v-v == 0
			if next = past.Times[i]; v-v == 0 {
				total, readings = total+v, readings+1
			}
		}
	}
	return total, readings, whole && float64(next-after) <= late*every
}

// run computes the sums.
func (u *rainSums) run(f frame) (flag reading.Flag) {
	rain := f.out[u.rain]
	if rain-rain != 0 {
		for _, out := range u.outs {
			f.out[out] = reading.Missing
		}
		return 0
	}
	every := f.env.every()
	set := func(i int, span, after int64) {
		if every > even*float64(span) {
			f.out[u.outs[i]] = reading.Missing
			return
		}
		var whole bool
		if f.out[u.outs[i]], _, whole = u.sum(f.env, rain, every, after); !whole {
			flag |= reading.Partial
		}
	}
	for i := range rainSpans {
		set(i, rainSpans[i].span, f.env.Time-rainSpans[i].span)
	}
	day := len(rainSpans)
	set(day, longestRain, dayBegins(f.env.Time, f.env.zone()))
	f.out[u.outs[day+1]] = reading.Missing
	if v := f.out[u.outs[0]]; v-v == 0 {
		f.out[u.outs[day+1]] = v * 6
	}
	return flag
}

// explain returns the step of one of the sums.
func (u *rainSums) explain(f frame, out int) []Step {
	at := slices.Index(u.outs, out)
	field, day := rainSumFields[at], len(rainSpans)
	step := Step{Field: field, Key: "RAIN", Unit: "mm", Value: f.out[out]}
	if at == day+1 {
		ten := u.explain(f, u.outs[0])
		step.Text, step.Unit = "intensity = rain10min·6", "mm/h"
		step.Inputs = []Term{{Name: rainSpans[0].field, Kind: ComputedTerm, Value: f.out[u.outs[0]], Unit: "mm"}}
		step.Reason = ten[0].Reason
		return append(ten, step)
	}
	rain := f.out[u.rain]
	after := dayBegins(f.env.Time, f.env.zone())
	step.Text = "rainDay = Σ rain since 8:00"
	if at < day {
		after = f.env.Time - rainSpans[at].span
		step.Text = fmt.Sprintf("%s = Σ rain in (t − %s, t]", field, rainSpans[at].text)
	}
	if reading.IsMissing(f.out[out]) {
		step.Reason = TooSparse
		if rain-rain != 0 {
			step.Reason = MissingValue + "rain"
		}
		return []Step{step}
	}
	_, readings, _ := u.sum(f.env, rain, f.env.every(), after)
	step.Inputs = []Term{{Name: "n", Kind: PreviousTerm, Value: float64(readings)}, {Name: "rain", Kind: ComputedTerm, Value: rain, Unit: "mm"}}
	return []Step{step}
}
