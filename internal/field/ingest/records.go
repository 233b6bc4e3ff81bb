package ingest

import (
	"context"
	"math"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/clock"
)

// Record is a waveform that a device sent. Times are UTC ms.
type Record struct {
	Channel   int32
	Time      int64 // of the first sample
	Duration  int64 // ms
	Rate      float64
	Samples   int // of each axis, with those that did not come
	Axes      []RecordAxis
	Complete  bool // all parts came
	Deleted   bool // retention deleted the samples
	Triggered bool
	Trigger   *float64 // what triggered it; nil: not said

	// Summary is what the record gives its point, by Settings: those of Point, the first one that reads the record, or the
	// default if none does (0).
	Summary  vibration.Summary
	Settings vibration.Settings
	Point    int64

	parts []series.Waveform
}

// RecordAxis is a component of a record. Numbers are in its canonical unit, without the mean; nil: not known.
type RecordAxis struct {
	vibration.Component // as sent
	Peak, RMS           *float64
	Frequency           *float64 // Hz, dominant
}

// Waveform returns the samples of a record.
func (r *Record) Waveform() vibration.Record { return series.Joined(r.parts) }

// Records returns the records of a device that began in [from, before), newest first, at most limit and those that began
// with the last of them. Those of a sensor are on its channel of the collector.
func (s *Service) Records(ctx context.Context, device, from, before int64, limit int) ([]Record, error) {
	owner, channel, sensor := s.carrierOf(device)
	if !sensor {
		channel = series.AllChannels
	}
	keys, err := s.config.Series.Records(ctx, owner, channel, from, before, limit)
	if err != nil {
		return nil, err
	}
	list, settings := []Record{}, settingsOfPoints{Service: s}
	for _, key := range keys {
		record, found, err := s.record(ctx, key, &settings)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, record)
		}
	}
	return list, nil
}

// Record returns a record of a device; false if there is none of that channel and time.
func (s *Service) Record(ctx context.Context, device int64, channel int32, t int64) (Record, bool, error) {
	owner, own, sensor := s.carrierOf(device)
	if sensor {
		channel = own
	}
	return s.record(ctx, series.RecordKey{Series: series.RawID(owner, channel), Time: t}, &settingsOfPoints{Service: s})
}

// carrierOf returns the device that stores the readings of a device, and the channel of a sensor.
func (s *Service) carrierOf(device int64) (owner int64, channel int32, sensor bool) {
	if d, ok := s.config.Directory.ByID(device); ok && d.Register == "" {
		if c, ok := d.Connection.At(clock.Now().UnixMilli()); ok && c.Value.CollectorID != 0 {
			return c.Value.CollectorID, c.Value.ChannelNo, true
		}
	}
	return device, 0, false
}

func (s *Service) record(ctx context.Context, key series.RecordKey, settings *settingsOfPoints) (Record, bool, error) {
	parts, err := s.config.Series.Waveforms(ctx, key.Series, key.Time, key.Time, true)
	if err != nil || len(parts) == 0 {
		return Record{}, false, err
	}
	if parts, err = s.current(ctx, key, parts); err != nil || len(parts) == 0 {
		return Record{}, false, err
	}
	first := &parts[0]
	_, channel := key.Series.Channel()
	joined := series.Joined(parts)
	r := Record{
		Channel: channel, Time: key.Time, Duration: joined.Duration(), Rate: first.Rate, Samples: joined.Samples(),
		Complete: len(parts) == max(1, int(first.Parts)), parts: parts,
	}
	for i := range parts {
		r.Deleted = r.Deleted || parts[i].Kept != ""
	}
	used, err := settings.of(ctx, key)
	if err != nil {
		return Record{}, false, err
	}
	if len(used) > 0 {
		r.Point, r.Settings = used[0].point, used[0].Settings
	}
	if r.Summary, err = compiled.SummaryOf(parts, r.Settings); err != nil {
		return Record{}, false, err
	}
	for i := range joined.Axes {
		r.Axes = append(r.Axes, r.axis(&joined.Axes[i]))
	}
	return r, true, s.triggers(ctx, key, &r)
}

// axis returns what is known of a component: without samples what the summary says of its letter.
func (r *Record) axis(a *vibration.Axis) RecordAxis {
	made, letter := RecordAxis{Component: vibration.Component{Field: a.Field, Unit: a.Unit}}, vibration.Letter(a.Field)
	if letter != "" {
		made.Peak, made.RMS, made.Frequency = r.Summary.Value("peak"+letter), r.Summary.Value("rms"+letter), r.Summary.Value("freq"+letter)
	}
	if !r.Deleted {
		_, factor := a.Canonical()
		statistics := vibration.StatisticsOf(a.Samples)
		made.Peak, made.RMS = finite(statistics.Peak*factor), finite(statistics.RMS*factor)
	}
	return made
}

func finite(v float64) *float64 {
	if !reading.IsFinite(v) {
		return nil
	}
	return &v
}

// triggers reads what triggered a record.
func (s *Service) triggers(ctx context.Context, key series.RecordKey, r *Record) error {
	want := []reading.Column{{Field: vibration.TriggerField}}
	return s.config.Series.Scan(ctx, key.Series, key.Time, key.Time+r.Duration, want, func(b *series.Block) error {
		at := b.Columns.Index(want[0])
		for k := range b.Times {
			if at < 0 || math.IsNaN(b.Values[at][k]) {
				continue
			}
			r.Triggered = true
			if v := b.Values[at][k]; v != 0 && (r.Trigger == nil || math.Abs(v) > math.Abs(*r.Trigger)) {
				r.Trigger = &v
			}
		}
		return nil
	})
}

// current returns the parts to which the reading of a record refers.
func (s *Service) current(ctx context.Context, key series.RecordKey, parts []series.Waveform) (list []series.Waveform, err error) {
	err = s.config.Series.Scan(ctx, key.Series, key.Time, key.Time, nil, func(b *series.Block) error {
		for k := range b.Times {
			values := make([]float64, len(b.Values))
			for c := range b.Values {
				values[c] = b.Values[c][k]
			}
			list = series.Current(parts, b.Columns, values)
		}
		return nil
	})
	return list, err
}
