package query

import (
	"context"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// DayHours is the number of hours of completeness, up to the current one.
const DayHours = 24

const (
	hourMs = int64(time.Hour / time.Millisecond)
	// recount is the interval at which the current hour is counted again; reread the one for the whole day, since late
	// readings fill earlier hours.
	recount = 30 * time.Second
	reread  = 15 * time.Minute
	// longest bounds how far before the day a reading of a long interval is looked for.
	longest = 31 * 24 * hourMs
)

// Completeness is the share of expected readings that a point received in each hour of the last day, 0 to 1, oldest
// hour first. An hour in which nothing was due, such as before the point existed, is NaN. Known is false if all are
// NaN, and without a collection interval.
type Completeness struct {
	Known    bool
	Interval time.Duration
	Hours    [DayHours]float64
}

// Share returns the mean of the hours in which readings were due.
func (c *Completeness) Share() float64 {
	var mean MeanShare
	for _, h := range c.Hours {
		mean.Add(h)
	}
	return mean.Value()
}

// MeanShare is the mean of known shares.
type MeanShare struct {
	sum float64
	n   int
}

// Add adds a share to the mean unless it is NaN.
func (m *MeanShare) Add(share float64) {
	if !math.IsNaN(share) {
		m.sum += share
		m.n++
	}
}

// Value returns the mean, or NaN if nothing was added.
func (m *MeanShare) Value() float64 { return m.sum / float64(m.n) }

// day is what a point received in the last hours.
type day struct {
	interval int64
	created  int64            // ms, when the point was created
	first    int64            // hour since 1970 of counts[0]
	counts   [DayHours]uint16 // readings in each hour
	times    []int64          // for intervals longer than an hour
	counted  int64            // ms, when the current hour was counted
	until    int64            // ms, when the whole day is to be read again
}

// Completeness returns the completeness of points in the order of ids. Counts are cached, so that only the current
// hour is read again.
func (s *Service) Completeness(ctx context.Context, ids []int64) ([]Completeness, error) {
	now := s.now().UnixMilli()
	s.dayMu.Lock() // concurrent callers wait and use the counts
	defer s.dayMu.Unlock()
	if err := s.countDays(ctx, ids, now); err != nil {
		return nil, err
	}
	out := make([]Completeness, len(ids))
	for i, id := range ids {
		if d := s.days[id]; d != nil && d.interval > 0 {
			out[i] = Completeness{Interval: time.Duration(d.interval) * time.Millisecond, Hours: d.shares(now)}
			out[i].Known = !math.IsNaN(out[i].Share())
		}
	}
	return out, nil
}

// countDays updates the cached counts of points.
func (s *Service) countDays(ctx context.Context, ids []int64, now int64) error {
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return err
	}
	first := now/hourMs - DayHours + 1
	whole, long, present := []series.ID{}, []series.ID{}, []series.ID{}
	reach, since := int64(0), now
	for _, id := range ids {
		p, ok := find(id)
		if !ok {
			delete(s.days, id)
			continue
		}
		interval := int64(0)
		if collect, ok := p.Definition.Config.Collect.At(now); ok && !p.Definition.Config.Off(now) {
			interval = max(collect.Value.Interval, 0) * 1000
		}
		d := s.days[id]
		switch {
		case d == nil || d.interval != interval || now >= d.until || first-d.first >= DayHours:
			spreadOut := int64(reread/time.Millisecond) * (id%spread + spread) / (2 * spread)
			s.days[id] = &day{interval: interval, created: p.Definition.Point.CreatedAt, first: first, counted: now, until: now + spreadOut}
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
			clear(s.days) // half of them are counted
			return err
		}
	}
	return nil
}

// forgetFrom advances the window to first and drops the counts from the hour of a time on; it returns the start of
// that hour, UTC ms.
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

// since returns the time from which readings were due: when the point was created, or its first reading if that is
// older (imported records).
func (d *day) since() int64 {
	since := d.created
	if d.interval > hourMs {
		for _, t := range d.times {
			since = min(since, t)
		}
		return since
	}
	for h, n := range d.counts {
		if n > 0 {
			return min(since, (d.first+int64(h))*hourMs)
		}
	}
	return since
}

// shares returns received readings divided by due readings, by hour, NaN if none were due. With an interval longer
// than an hour, an hour is complete if a reading arrived within the interval before its end. The current hour expects
// only what could have arrived.
func (d *day) shares(now int64) (hours [DayHours]float64) {
	since := d.since()
	for h := range hours {
		from := (d.first + int64(h)) * hourMs
		to := min(from+hourMs, now)
		if d.interval > hourMs {
			switch {
			case slices.ContainsFunc(d.times, func(t int64) bool { return t > to-d.interval && t <= to }):
				hours[h] = 1
			case to < since+d.interval:
				hours[h] = math.NaN()
			}
			continue
		}
		expected := (to - max(from, since)) / d.interval
		switch {
		case expected > 0:
			hours[h] = min(1, float64(d.counts[h])/float64(expected))
		case h > 0 && since < from: // the current hour has just begun: assume it continues as before
			hours[h] = hours[h-1]
		default:
			hours[h] = math.NaN()
		}
	}
	return hours
}
