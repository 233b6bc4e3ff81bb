package query

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

const (
	// MostArrivalDays is the longest period of arrivals.
	MostArrivalDays = 366
	// lateness is how much later than its time a reading may arrive to count (domain measurements.md section 5).
	lateness = 7 * dayMS
)

// ArrivalRequest selects the readings of a device.
type ArrivalRequest struct {
	Device     int64
	Created    int64   // UTC ms: nothing was due before, unless older readings were imported
	Points     []int64 // that may be fed by the device
	Start, End int64   // UTC ms, the end not included
	Zone       *time.Location
}

// DayArrival is what was due and came on a day.
type DayArrival struct {
	Day                int64 // UTC ms of its local midnight
	Expected, Received int64
	Voltage            float64 // the lowest of the day; NaN: none
}

// Arrivals describe the readings of a device in a period. Received counts scheduled readings, each once, that came within seven
// days; Expected is the period by the collection interval. Voltages are NaN without any.
type Arrivals struct {
	Expected, Received int64
	Readings           int64 // all that are stored
	Late               int64 // of those, readings that came later than seven days
	First, Last        int64 // UTC ms of readings; 0: none
	Results            int64 // of the points that the device feeds
	Abnormal           int64 // of those, not valid
	Interval           int64 // ms, the last one; 0: no readings were due
	Voltage            struct{ First, Min, Last float64 }
	Days               []DayArrival
}

// MainPoints returns the points whose main device each device is at any time, of those given.
func (s *Service) MainPoints(ctx context.Context, points []int64) (map[int64][]int64, error) {
	find, err := s.directory.FindAll(ctx, points)
	if err != nil {
		return nil, err
	}
	fed := map[int64][]int64{}
	for _, id := range points {
		p, ok := find(id)
		if !ok {
			continue
		}
		for i := range p.Mains {
			device := p.Mains[i].Device
			if n := len(fed[device]); n == 0 || fed[device][n-1] != id {
				fed[device] = append(fed[device], id)
			}
		}
	}
	return fed, nil
}

// Arrivals counts the readings of a device, day by day.
func (s *Service) Arrivals(ctx context.Context, r ArrivalRequest) (Arrivals, error) {
	a := &arrival{ArrivalRequest: r, service: s}
	a.made.Voltage.First, a.made.Voltage.Min, a.made.Voltage.Last = math.NaN(), math.NaN(), math.NaN()
	find, err := s.directory.FindAll(ctx, r.Points)
	if err != nil {
		return a.made, err
	}
	for _, id := range r.Points {
		if p, ok := find(id); ok {
			a.points = append(a.points, p)
		}
	}
	parts := a.parts()
	if err := a.begin(ctx, parts); err != nil {
		return a.made, err
	}
	for _, p := range parts {
		if err := s.series.Scan(ctx, p.id, p.from, p.to, noRawColumns, a.count); err != nil {
			return a.made, err
		}
	}
	a.sum()
	if err := a.judged(ctx); err != nil {
		return a.made, err
	}
	return a.made, a.voltages(ctx)
}

var noRawColumns = []reading.Column{}

// arrival counts the readings of one device.
type arrival struct {
	ArrivalRequest
	service *Service
	points  []*compiled.Point
	since   int64 // from which readings are due
	pieces  []scheduled
	made    Arrivals
}

// scheduled is a part of the period with one interval.
type scheduled struct {
	from, to int64 // UTC ms, the end not included
	interval int64 // ms
	phase    int64 // ms from the start to the first scheduled reading; -1: not known yet
	came     []uint64
}

// parts returns where the readings of the device are, without overlaps: its own channels, or those that carry them.
func (a *arrival) parts() (list []rawPart) {
	var all []rawPart
	for _, p := range a.points {
		_ = a.eachSpan(p, func(from, to int64) error { // never fails
			all = append(all, rawParts(p, from, to)...)
			return nil
		})
	}
	slices.SortFunc(all, func(x, y rawPart) int { return cmp.Or(cmp.Compare(x.id, y.id), cmp.Compare(x.from, y.from)) })
	for _, part := range all {
		if n := len(list); n > 0 && list[n-1].id == part.id && part.from <= list[n-1].to { // of another point
			list[n-1].to = max(list[n-1].to, part.to)
			continue
		}
		list = append(list, part)
	}
	return list
}

// eachSpan passes the spans of the period in which the device is the main one of a point, ends included.
func (a *arrival) eachSpan(p *compiled.Point, visit func(from, to int64) error) error {
	for i := range p.Mains {
		m := &p.Mains[i]
		if from, to := max(m.From, a.Start), min(m.Until, a.End)-1; m.Device == a.Device && from <= to {
			if err := visit(from, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin finds from when readings are due, and the pieces of the period.
func (a *arrival) begin(ctx context.Context, parts []rawPart) error {
	first := a.Created
	for _, p := range parts {
		if first <= p.from {
			continue
		}
		err := a.service.series.Scan(ctx, p.id, p.from, min(p.to, first-1), noRawColumns, func(b *series.Block) error {
			first = min(first, b.Times[0])
			return errFound
		})
		if err != nil && !errors.Is(err, errFound) {
			return err
		}
	}
	a.since = max(a.Start, first)
	schedules := compiled.SchedulesOf(a.Device, a.points)
	for i := range schedules {
		from, to := max(schedules[i].From, a.since), a.End
		if i+1 < len(schedules) {
			to = min(to, schedules[i+1].From)
		}
		if every := schedules[i].Interval; every > 0 && from < to {
			a.pieces = append(a.pieces, scheduled{from: from, to: to, interval: every, phase: -1, came: make([]uint64, (to-from)/every/64+1)})
		}
	}
	return nil
}

// count counts a block of raw readings.
func (a *arrival) count(b *series.Block) error {
	for i, t := range b.Times {
		a.made.Readings++
		a.made.Last = max(a.made.Last, t)
		if a.made.First == 0 || t < a.made.First {
			a.made.First = t
		}
		if len(b.Received) > 0 && b.Received[i]-t > lateness {
			a.made.Late++
			continue
		}
		for k := range a.pieces {
			if p := &a.pieces[k]; p.from <= t && t < p.to {
				p.mark(t)
			}
		}
	}
	return nil
}

// mark notes that the scheduled reading nearest to a time came. The first reading of a piece shows when the others are due.
func (p *scheduled) mark(t int64) {
	if p.phase < 0 {
		p.phase = (t - p.from) % p.interval
	}
	slot := int64(math.Round(float64(t-p.from-p.phase) / float64(p.interval)))
	if slot >= 0 && slot < (p.to-p.from)/p.interval {
		p.came[slot/64] |= 1 << (slot % 64)
	}
}

// sum adds the pieces up by day. A scheduled reading belongs to the day in which its interval ends.
func (a *arrival) sum() {
	if a.since >= a.End {
		return
	}
	local := time.UnixMilli(a.since).In(a.Zone)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, a.Zone)
	for day.UnixMilli() < a.End {
		next := day.AddDate(0, 0, 1)
		one := DayArrival{Day: day.UnixMilli(), Voltage: math.NaN()}
		for k := range a.pieces {
			p := &a.pieces[k]
			from, to := p.dueBy(day.UnixMilli()), p.dueBy(next.UnixMilli())
			one.Expected += to - from
			for slot := from; slot < to; slot++ {
				if p.came[slot/64]&(1<<(slot%64)) != 0 {
					one.Received++
				}
			}
			a.made.Interval = p.interval
		}
		a.made.Expected, a.made.Received = a.made.Expected+one.Expected, a.made.Received+one.Received
		a.made.Days = append(a.made.Days, one)
		day = next
	}
}

// dueBy returns how many readings of a piece are due until a time.
func (p *scheduled) dueBy(t int64) int64 {
	return max(min(t, p.to)-p.from, 0) / p.interval
}

// judged counts the results of the points while the device feeds them.
func (a *arrival) judged(ctx context.Context) error {
	for _, p := range a.points {
		err := a.eachSpan(p, func(from, to int64) error {
			return a.service.series.Scan(ctx, series.ResultID(p.Definition.Point.ID), from, to, noRawColumns, func(b *series.Block) error {
				for _, flag := range b.Flags {
					a.made.Results++
					if !flag.Valid() {
						a.made.Abnormal++
					}
				}
				return nil
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var supplyColumn = []reading.Column{{Field: "voltage"}}

// voltages reads the supply that the device reports on its own channel.
func (a *arrival) voltages(ctx context.Context) error {
	v, days := &a.made.Voltage, a.made.Days
	return a.service.series.Scan(ctx, series.RawID(a.Device, 0), a.Start, a.End-1, supplyColumn, func(b *series.Block) error {
		at := b.Columns.Index(supplyColumn[0])
		if at < 0 {
			return nil
		}
		for i, volts := range b.Values[at] {
			if !reading.IsFinite(volts) {
				continue
			}
			for len(days) > 1 && days[1].Day <= b.Times[i] {
				days = days[1:]
			}
			if len(days) > 0 && days[0].Day <= b.Times[i] && !(days[0].Voltage <= volts) { // it is NaN at first
				days[0].Voltage = volts
			}
			if math.IsNaN(v.First) {
				v.First, v.Min = volts, volts
			}
			v.Min, v.Last = min(v.Min, volts), volts
		}
		return nil
	})
}
