package ingest

import (
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// WaveOf returns what the samples of a raw row of the trial have, by the default settings; nil: it has none.
func (t *Trial) WaveOf(row *series.Put) vibration.Summary {
	i := slices.IndexFunc(t.Waves, func(w series.Waveform) bool {
		return w.Series == row.Series && w.Time == row.Time && row.Columns.Index(w.Column()) >= 0
	})
	if i < 0 {
		return nil
	}
	record := alone(t.Waves[i].Fragment)
	return vibration.Summarize(&record, vibration.Settings{})
}

// alone returns a part as if it were the whole record.
func alone(part vibration.Fragment) vibration.Record {
	part.Part, part.Parts = 0, 0
	return series.Joined([]series.Waveform{{Fragment: part}})
}

// peakPrefix begins the fields of a block that can be changed: a component is scaled to another peak.
const peakPrefix = "peak"

// changedBlock returns the frame of a block whose components have other peaks.
func changedBlock(family *protocol.Family, m *protocol.Message, changes []Change) ([]byte, error) {
	unwritable := errs.OnField("changes", errs.FrameUnwritable)
	r := &m.Readings[0]
	if family.Record == nil || !r.HasTime || len(r.Name) > 0 {
		return nil, unwritable
	}
	made := *m.Waveform
	made.Time = r.Time
	record := alone(made)
	most := 0.0
	for _, c := range changes {
		letter, peak := strings.CutPrefix(c.Field, peakPrefix)
		i := slices.IndexFunc(record.Axes, func(a vibration.Axis) bool { return peak && vibration.Letter(a.Field) == letter })
		if c.Reading != 0 || c.Node != 0 || i < 0 {
			return nil, errs.OnField("changes", errs.MustExist)
		}
		a := &record.Axes[i]
		_, factor := a.Canonical()
		now := vibration.StatisticsOf(a.Samples)
		if now.Peak == 0 {
			return nil, unwritable // nothing moves
		}
		scale := c.Value / (now.Peak * factor)
		for k, v := range a.Samples {
			a.Samples[k] = now.Mean + (v-now.Mean)*scale
		}
	}
	for _, a := range record.Axes {
		for _, v := range a.Samples {
			most = max(most, math.Abs(v))
		}
	}
	// The scale stays unless the samples no longer fit.
	if step := most / math.MaxInt16; step > math.Abs(made.Scale) {
		made.Scale = step
	}
	made.Samples = make([][]int16, len(record.Axes))
	for i, a := range record.Axes {
		for _, v := range a.Samples {
			made.Samples[i] = append(made.Samples[i], int16(math.Round(v/made.Scale)))
		}
	}
	frames := family.Record(protocol.Recording{Fragment: made, Channel: r.Channel, Child: r.Child, History: r.History, Most: made.Count})
	return frames[0], nil
}
