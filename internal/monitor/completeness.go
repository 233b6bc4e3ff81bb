package monitor

import (
	"context"
	"slices"
	"time"

	"plumbline/internal/reading"
	"plumbline/internal/series"
)

// DayHours is how many hours completeness is told for: those up to the present one.
const DayHours = 24

const (
	hourMs = int64(time.Hour / time.Millisecond)
	// recount is after how long the present hour is counted again, and reread after
	// how long the whole day is: late readings fill hours that are over.
	recount = 30 * time.Second
	reread  = 15 * time.Minute
	// longest bounds how far before the day a reading of a long interval is looked for.
	longest = 31 * 24 * hourMs
)

// Completeness is how much of what was expected of a point in each hour of the last
// day came, 0 to 1, the oldest hour first. Known is false without a collection interval.
type Completeness struct {
	Known bool
	Hours [DayHours]float64
}

// Share is that of the whole day.
func (c *Completeness) Share() float64 {
	sum := 0.0
	for _, h := range c.Hours {
		sum += h
	}
	return sum / DayHours
}

// day is what came from a point in the last hours.
type day struct {
	interval int64
	first    int64            // hour since 1970 of counts[0]
	counts   [DayHours]uint16 // readings in each hour
	times    []int64          // of intervals longer than an hour
	counted  int64            // ms, when the present hour was counted
	until    int64            // ms, when the whole day is read again
}

// Completeness answers in the order of ids how much of the last day came; what is
// known is remembered, so that only the present hour is read again.
func (s *Service) Completeness(ctx context.Context, ids []int64) ([]Completeness, error) {
	now := s.now().UnixMilli()
	s.dayMu.Lock() // who asks meanwhile finds it counted
	defer s.dayMu.Unlock()
	if err := s.countDays(ctx, ids, now); err != nil {
		return nil, err
	}
	out := make([]Completeness, len(ids))
	for i, id := range ids {
		if d := s.days[id]; d != nil && d.interval > 0 {
			out[i] = Completeness{Known: true, Hours: d.shares(now)}
		}
	}
	return out, nil
}

// countDays brings what is remembered of points up to date.
func (s *Service) countDays(ctx context.Context, ids []int64, now int64) error {
	first := now/hourMs - DayHours + 1
	whole, long, present := []series.ID{}, []series.ID{}, []series.ID{}
	reach, since := int64(0), now
	for _, id := range ids {
		p, ok := s.directory.Point(id)
		if !ok {
			delete(s.days, id)
			continue
		}
		interval := int64(0)
		if collect, ok := p.Definition.Config.Collect.At(now); ok {
			interval = max(collect.Value.Interval, 0) * 1000
		}
		d := s.days[id]
		switch {
		case d == nil || d.interval != interval || now >= d.until || first-d.first >= DayHours:
			spreadOut := int64(reread/time.Millisecond) * (id%spread + spread) / (2 * spread)
			s.days[id] = &day{interval: interval, first: first, counted: now, until: now + spreadOut}
			switch {
			case interval <= 0:
			case interval > hourMs:
				long, reach = append(long, series.ResultID(id)), max(reach, min(interval, longest))
			default:
				whole = append(whole, series.ResultID(id))
			}
		case interval > 0 && now-d.counted >= recount.Milliseconds():
			since = min(since, d.forgetFrom(first, d.counted))
			d.counted = now
			present = append(present, series.ResultID(id))
		default:
			d.forgetFrom(first, now+hourMs)
		}
	}
	for _, scan := range []struct {
		ids  []series.ID
		from int64
	}{{whole, first * hourMs}, {long, first*hourMs - reach}, {present, since}} {
		if len(scan.ids) == 0 {
			continue
		}
		slices.Sort(scan.ids)
		if err := s.series.ScanMany(ctx, slices.Compact(scan.ids), scan.from, now, []reading.Column{}, s.countBlock); err != nil {
			clear(s.days) // half of it is counted
			return err
		}
	}
	return nil
}

// forgetFrom moves the window on to first and forgets what came from the hour of a
// time on; it answers the begin of that hour, UTC ms.
func (d *day) forgetFrom(first, at int64) int64 {
	if moved := first - d.first; moved > 0 {
		copy(d.counts[:], d.counts[moved:])
		clear(d.counts[DayHours-moved:])
		d.first = first
	}
	hour := max(at/hourMs, first)
	if from := hour - first; from < DayHours {
		clear(d.counts[from:])
	}
	d.times = slices.DeleteFunc(d.times, func(t int64) bool { return t >= hour*hourMs || t < first*hourMs-longest })
	return hour * hourMs
}

func (s *Service) countBlock(id series.ID, b *series.Block) error {
	d := s.days[id.Point()]
	for i, t := range b.Times {
		if !b.Flags[i].Valid() {
			continue
		}
		if d.interval > hourMs {
			d.times = append(d.times, t)
		} else if h := t/hourMs - d.first; h >= 0 && h < DayHours {
			d.counts[h]++
		}
	}
	return nil
}

// shares is what came over what was expected, hour by hour. An interval longer than an
// hour expects one reading in as many hours: an hour is complete when a reading came
// within the interval before its end. The present hour expects what could have come.
func (d *day) shares(now int64) (hours [DayHours]float64) {
	for h := range hours {
		from := (d.first + int64(h)) * hourMs
		to := min(from+hourMs, now)
		if d.interval > hourMs {
			if slices.ContainsFunc(d.times, func(t int64) bool { return t > to-d.interval && t <= to }) {
				hours[h] = 1
			}
			continue
		}
		expected := (to - from) / d.interval
		if expected <= 0 { // the present hour is too young to say anything: it is taken to go on as before
			hours[h] = 1
			if h > 0 {
				hours[h] = hours[h-1]
			}
			continue
		}
		hours[h] = min(1, float64(d.counts[h])/float64(expected))
	}
	return hours
}
