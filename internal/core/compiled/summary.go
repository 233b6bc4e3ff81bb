package compiled

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
)

// Summarized completes a reading that refers to a waveform by the summary of its samples. Fields that the instrument sent
// itself stay as they are.
func (s *Segment) Summarized(ctx context.Context, from series.WaveformReads, t int64,
	columns *reading.Columns, raw []float64,
) (*reading.Columns, []float64, error) {
	if s.Vibration == nil || !slices.ContainsFunc(columns.List, func(c reading.Column) bool { return c.Field == vibration.BlockField }) {
		return columns, raw, nil
	}
	stored, err := from.Waveforms(ctx, s.Main, t, t, true)
	if err != nil {
		return nil, nil, err
	}
	sum, err := SummaryOf(series.Current(stored, columns, raw), *s.Vibration)
	if err != nil {
		return nil, nil, fmt.Errorf("summary of the record at %d: %w", t, err)
	}
	list, values := slices.Clone(columns.List), slices.Clone(raw[:columns.Len()])
	for _, field := range vibration.Fields() {
		v, ok := sum[field]
		if !ok {
			continue
		}
		switch at := columns.Index(reading.Column{Field: field}); {
		case at < 0:
			list, values = append(list, reading.Column{Field: field}), append(values, v)
		case reading.IsMissing(values[at]):
			values[at] = v
		}
	}
	return reading.Intern(list), values, nil
}

// SummaryOf returns the summary of a record from its parts. Of a record whose samples retention has deleted it is the one
// that was kept, by the default settings if there is none by these.
func SummaryOf(parts []series.Waveform, settings vibration.Settings) (vibration.Summary, error) {
	if len(parts) == 0 {
		return nil, nil
	}
	// A part that came after the deletion changes nothing: a summary of it alone would be of another movement.
	if i := slices.IndexFunc(parts, func(w series.Waveform) bool { return w.Kept != "" }); i >= 0 {
		kept := parts[i].Kept
		var summaries map[string]vibration.Summary
		if err := json.Unmarshal([]byte(kept), &summaries); err != nil {
			return nil, err
		}
		if sum, ok := summaries[settings.Key()]; ok {
			return sum, nil
		}
		return summaries[vibration.Settings{}.Key()], nil
	}
	record := series.Joined(parts)
	return vibration.Summarize(&record, settings), nil
}
