// Package health judges devices by the data of their points: silence, low voltage, and identical readings.
package health

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Look judges one device from a time on. It is a pure function of the data of its points and its own channel, its
// configuration and the current time. The earlier state comes from the records and the last readings before that time.
type Look struct {
	Device alarm.Device
	Series series.Store
	Points []*compiled.Point
	From   int64 // UTC ms
}

var voltageColumn = []reading.Column{{Field: "voltage"}}

// Judge returns the episodes of each kind since From, and when silence will be due, UTC ms. stored are the records since
// From.
func (h *Look) Judge(ctx context.Context, stored []alarm.Record, now int64) (episodes map[alarm.Kind][]alarm.Episode, due int64, err error) {
	episodes = map[alarm.Kind][]alarm.Episode{}
	if h.Device.JudgesVoltage() {
		if episodes[alarm.OfLowVoltage], err = h.supply(ctx, stored); err != nil {
			return nil, 0, err
		}
	}
	silences, same, due, err := h.results(ctx, now)
	if err != nil {
		return nil, 0, err
	}
	episodes[alarm.OfDataLost] = silences
	if open := alarm.OpenAt(stored, alarm.OfDataRepeated, h.From); open != nil {
		for i := range same {
			if len(same[i]) > 0 && same[i][0].From < h.From { // continues an episode that was judged before
				same[i][0].From = open.Opened
			}
		}
	}
	episodes[alarm.OfDataRepeated] = alarm.Repetitions(alarm.Either(same))
	return episodes, due, nil
}

// JudgeSilence judges what time alone can change. Reports that are stored but not recorded yet must not change the
// other records, and one that ends a silence is left to the judgement that follows.
func (h *Look) JudgeSilence(
	ctx context.Context, stored []alarm.Record, now int64,
) (lost []alarm.Record, episodes map[alarm.Kind][]alarm.Episode, due int64, err error) {
	silences, _, due, err := h.results(ctx, now)
	if err != nil {
		return nil, nil, 0, err
	}
	open := alarm.OpenAt(stored, alarm.OfDataLost, h.From)
	if open != nil && !slices.ContainsFunc(silences, func(e alarm.Episode) bool { return e.Opened == open.Opened }) {
		return nil, nil, due, nil
	}
	lost = slices.DeleteFunc(stored, func(r alarm.Record) bool { return r.Kind != alarm.OfDataLost })
	return lost, map[alarm.Kind][]alarm.Episode{alarm.OfDataLost: silences}, due, nil
}

// results returns the silences, the repetitions of each point, and when the device falls silent next.
func (h *Look) results(ctx context.Context, now int64) (silences []alarm.Episode, same [][]alarm.Span, due int64, err error) {
	schedules := compiled.SchedulesOf(h.Device.ID, h.Points)
	shortest := int64(0)
	for _, s := range schedules {
		if s.Interval > 0 && (shortest == 0 || s.Interval < shortest) {
			shortest = s.Interval
		}
	}
	var gaps [][]alarm.Span
	for _, p := range h.Points {
		f := flow{device: h.Device.ID, point: p, least: h.Device.ShortestGap(shortest)}
		if err := f.read(ctx, h.Series, h.Device.Entered, h.From); err != nil {
			return nil, nil, 0, err
		}
		gaps, same = append(gaps, f.gaps), append(same, f.same)
	}
	silent := alarm.Between(gaps)
	if len(silent) > 0 && silent[0].From == math.MinInt64 {
		silent = silent[1:] // a device that never reported has not been installed yet
	}
	silences, due = h.Device.Silences(silent, schedules, now)
	return silences, same, due, nil
}

// supply judges the voltages reported on the device's own channel.
func (h *Look) supply(ctx context.Context, stored []alarm.Record) ([]alarm.Episode, error) {
	s := alarm.Supply{Limits: h.Device.Limits}
	id := series.RawID(h.Device.ID, 0)
	if h.From > h.Device.Entered {
		last, err := lastBefore(ctx, h.Series, id, h.From, h.Device.Entered, voltageColumn,
			func(b *series.Block, i int) bool { return !reading.IsMissing(voltageOf(b, i)) })
		if err != nil {
			return nil, err
		}
		if last != nil && last.value < h.Device.LimitsAt(last.time).Voltage {
			s.Low = 1
			if open := alarm.OpenAt(stored, alarm.OfLowVoltage, h.From); open != nil {
				e := open.Episode()
				s.Low, s.Open = 2, &e
			}
		}
	}
	err := h.Series.Scan(ctx, id, max(h.From, h.Device.Entered), compiled.Forever, voltageColumn, func(b *series.Block) error {
		for i, t := range b.Times {
			if v := voltageOf(b, i); !math.IsNaN(v) {
				s.Report(t, v)
			}
		}
		return nil
	})
	return s.All(), err
}

func voltageOf(b *series.Block, i int) float64 {
	at := b.Columns.Index(voltageColumn[0])
	if at < 0 || math.IsNaN(b.Values[at][i]) {
		return reading.Missing
	}
	return b.Values[at][i]
}

// flow judges one point's results as reports of its main device.
type flow struct {
	device int64
	point  *compiled.Point
	least  int64 // shorter gaps are ignored

	last      int64 // time of the last valid result; MinInt64: none
	repeating int64 // start of the repetition; 0: not repeating
	gaps      []alarm.Span
	same      []alarm.Span
}

var noColumns = []reading.Column{}

func (f *flow) read(ctx context.Context, from series.Store, entered, since int64) error {
	id := series.ResultID(f.point.Definition.Point.ID)
	f.last = math.MinInt64
	if since > entered {
		last, err := lastBefore(ctx, from, id, since, entered, noColumns, func(b *series.Block, i int) bool { return f.counts(b.Times[i], b.Flags[i]) })
		if err != nil {
			return err
		}
		if last != nil {
			f.last = last.time
			if last.flag&reading.Repeated != 0 {
				f.repeating = last.time
			}
		}
	}
	err := from.Scan(ctx, id, max(since, entered), compiled.Forever, noColumns, func(b *series.Block) error {
		for i, t := range b.Times {
			if f.counts(t, b.Flags[i]) {
				f.add(t, b.Flags[i]&reading.Repeated != 0)
			}
		}
		return nil
	})
	f.gaps = append(f.gaps, alarm.Span{From: f.last})
	if f.repeating != 0 {
		f.same = append(f.same, alarm.Span{From: f.repeating})
	}
	return err
}

// counts reports whether a result is valid and came from the device.
func (f *flow) counts(t int64, flag reading.Flag) bool {
	if !flag.Valid() {
		return false
	}
	for i := range f.point.Mains {
		if m := &f.point.Mains[i]; m.From <= t && t < m.Until {
			return m.Device == f.device
		}
	}
	return false
}

func (f *flow) add(t int64, repeats bool) {
	if f.last == math.MinInt64 || t-f.last > f.least {
		f.gaps = append(f.gaps, alarm.Span{From: f.last, Until: t})
	}
	f.last = t
	switch {
	case repeats && f.repeating == 0:
		f.repeating = t
	case !repeats && f.repeating != 0:
		f.same = append(f.same, alarm.Span{From: f.repeating, Until: t})
		f.repeating = 0
	}
}

// found is a row found in a series.
type found struct {
	time  int64
	flag  reading.Flag
	value float64
}

// lastBefore returns the newest wanted row of [oldest, t), or nil.
func lastBefore(ctx context.Context, from series.Store, id series.ID, t, oldest int64, columns []reading.Column,
	wanted func(*series.Block, int) bool,
) (*found, error) {
	var last *found
	for ask, end := 8, t; end > oldest; ask *= 8 {
		count, first := 0, end
		err := from.Before(ctx, id, end, ask, columns, func(b *series.Block) error {
			for i := len(b.Times) - 1; i >= 0; i-- {
				count++
				first = min(first, b.Times[i])
				if b.Times[i] < oldest || last != nil || !wanted(b, i) {
					continue
				}
				last = &found{time: b.Times[i], flag: b.Flags[i]}
				if len(columns) > 0 {
					last.value = b.Values[b.Columns.Index(columns[0])][i]
				}
			}
			return nil
		})
		if err != nil || last != nil || count < ask {
			return last, err
		}
		end = first
	}
	return nil, nil
}
