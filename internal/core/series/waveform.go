package series

import (
	"context"
	"database/sql"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/vibration"
)

// Waveform is a fragment of a record of a series.
type Waveform struct {
	Series ID
	vibration.Fragment
}

// Current returns the parts of one record that a reading refers to; the others are revisions.
func Current(parts []Waveform, columns *reading.Columns, values []float64) []Waveform {
	var list []Waveform
	for i := range parts {
		if c := columns.Index(parts[i].Column()); c >= 0 && values[c] == float64(parts[i].Content) {
			list = append(list, parts[i])
		}
	}
	return list
}

// Joined joins the parts of one record, in their order. All parts but the last have the same number of samples; those of
// a part that did not come are NaN.
func Joined(parts []Waveform) vibration.Record {
	if len(parts) == 0 {
		return vibration.Record{}
	}
	first := &parts[0]
	record := vibration.Record{Start: first.Time, Rate: first.Rate}
	size := Length(parts)
	for _, a := range first.Axes {
		samples := make([]float64, size.Total)
		for i := range samples {
			samples[i] = math.NaN()
		}
		record.Axes = append(record.Axes, vibration.Axis{Field: a.Field, Unit: a.Unit, Samples: samples})
	}
	for i := range parts {
		p := &parts[i]
		begin := max(0, int(p.Part)-1) * size.Part
		for k, a := range p.Axes {
			at := slices.Index(first.Axes, a)
			if at < 0 || p.Samples == nil {
				continue
			}
			to := record.Axes[at].Samples[min(begin, size.Total):]
			for n, v := range p.Samples[k][:min(len(p.Samples[k]), len(to))] {
				to[n] = p.Scaled(v)
			}
		}
	}
	return record
}

// Lengths are numbers of samples.
type Lengths struct {
	Total int // of the record, with gaps
	Part  int // of a part that is not the last
}

// Length returns the length of a record from those of its parts that came.
func Length(parts []Waveform) Lengths {
	var l Lengths
	last := -1
	for i := range parts {
		if p := &parts[i]; p.Part < p.Parts {
			l.Part = max(l.Part, p.Count)
		} else {
			last = p.Count
		}
	}
	if l.Part == 0 {
		l.Part = max(last, 0)
	}
	if len(parts) == 0 {
		return l
	}
	before := max(0, int(parts[0].Parts)-1) * l.Part
	if last < 0 {
		last = l.Part
	}
	l.Total = before + last
	return l
}

// WaveformReads is the part of a store that reads waveforms.
type WaveformReads interface {
	// Waveforms returns the parts of the records that begin in [from, to], by time and part, with those that were revised;
	// samples says whether with their samples.
	Waveforms(ctx context.Context, id ID, from, to int64, samples bool) ([]Waveform, error)
}

// WaveformStore is the part of a store that keeps waveforms. Batches store them.
type WaveformStore interface {
	WaveformReads

	// Records returns the records of a channel of a device, or of AllChannels, that began in [from, before), newest first, at
	// most limit and those that began with the last of them: the page before the last continues.
	Records(ctx context.Context, device int64, channel int32, from, before int64, limit int) ([]RecordKey, error)

	// SamplesSizes returns the size of the samples of devices' records that began in [from, to) and of which nothing was
	// received at to or later, by device. Devices without are left out.
	SamplesSizes(ctx context.Context, devices []int64, from, to int64) (map[int64]WaveformSize, error)

	// SamplesBetween returns the records that SamplesSizes counts of a device, as a transaction sees them, oldest first, at
	// most limit.
	SamplesBetween(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) ([]RecordKey, error)

	// DropSamples deletes the samples of a record that were received before a time and keeps summaries instead. It returns
	// their bytes.
	DropSamples(ctx context.Context, tx *sql.Tx, id ID, t, before int64, kept string) (bytes int64, err error)
}

// AllChannels stands for all channels of a device.
const AllChannels = -1

// WaveformSize is the size of the samples that are kept.
type WaveformSize struct {
	Records        int64
	Bytes          int64
	Oldest, Newest int64 // begin of records, UTC ms
}

// RecordKey identifies a record.
type RecordKey struct {
	Series ID
	Time   int64 // UTC ms
}
