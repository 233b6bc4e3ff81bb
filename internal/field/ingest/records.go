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
	Samples   int                   // of each axis, with those that did not come
	Axes      []vibration.Component // as sent
	Peaks     []*float64            // by axis, mean removed, in the canonical unit; nil: no longer known
	Complete  bool                  // all parts came
	Deleted   bool                  // retention deleted the samples
	Triggered bool
	Trigger   *float64 // what triggered it; nil: not said

	parts []series.Waveform
}

// Waveform returns the samples of a record.
func (r *Record) Waveform() vibration.Record { return series.Joined(r.parts) }

// Records returns the records of a device that began in [from, before), newest first, at most limit. Those of a sensor are on
// its channel of the collector.
func (s *Service) Records(ctx context.Context, device, from, before int64, limit int) ([]Record, error) {
	owner, channel, sensor := s.carrierOf(device)
	keys, err := s.config.Series.Records(ctx, owner, from, before, limit)
	if err != nil {
		return nil, err
	}
	list := []Record{}
	for _, key := range keys {
		if _, own := key.Series.Channel(); sensor && own != channel {
			continue
		}
		record, found, err := s.record(ctx, key)
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
	return s.record(ctx, series.RecordKey{Series: series.RawID(owner, channel), Time: t})
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

func (s *Service) record(ctx context.Context, key series.RecordKey) (Record, bool, error) {
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
		Channel: channel, Time: key.Time, Duration: joined.Duration(), Rate: first.Rate, Samples: joined.Samples(), Axes: first.Axes,
		Complete: len(parts) == max(1, int(first.Parts)), Deleted: first.Bytes == 0, parts: parts,
	}
	sum, err := compiled.SummaryOf(parts, vibration.Settings{})
	if err != nil {
		return Record{}, false, err
	}
	for _, a := range joined.Axes {
		peak, known := sum["peak"+vibration.Letter(a.Field)]
		if !known && !r.Deleted {
			_, factor := a.Canonical()
			peak = vibration.StatisticsOf(a.Samples).Peak * factor
			known = reading.IsFinite(peak)
		}
		if known {
			r.Peaks = append(r.Peaks, &peak)
		} else {
			r.Peaks = append(r.Peaks, nil)
		}
	}
	want := []reading.Column{{Field: vibration.TriggerField}}
	err = s.config.Series.Scan(ctx, key.Series, key.Time, key.Time+r.Duration, want, func(b *series.Block) error {
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
	return r, true, err
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
