package ingest

import (
	"context"
	"encoding/json"
	"fmt"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/database"
)

// Definitions reads definitions of points; compiled.Loader implements it.
type Definitions interface {
	Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error)
}

// SamplesSize returns the size of the samples of devices' records that began before a time (UTC ms).
func (s *Service) SamplesSize(ctx context.Context, devices []int64, before int64) (total series.WaveformSize, err error) {
	for _, device := range devices {
		size, err := s.config.Series.SamplesSize(ctx, device, before)
		if err != nil {
			return total, err
		}
		total.Records += size.Records
		total.Bytes += size.Bytes
		if size.Oldest != 0 && (total.Oldest == 0 || size.Oldest < total.Oldest) {
			total.Oldest = size.Oldest
		}
	}
	return total, nil
}

// DeleteSamples deletes the samples of devices' records that began before a time (UTC ms), the oldest of each device first,
// at most limit records in one transaction. Readings stay, and the summary of each record by the settings of the points that
// read it, so that they can be computed again. It returns the number of records; less than limit means that none is left.
func (s *Service) DeleteSamples(ctx context.Context, devices []int64, before int64, limit int) (deleted int, err error) {
	var keys []series.RecordKey
	for _, device := range devices {
		if len(keys) == limit {
			break
		}
		more, err := s.config.Series.SamplesBefore(ctx, device, before, limit-len(keys))
		if err != nil {
			return 0, err
		}
		keys = append(keys, more...)
	}
	if len(keys) == 0 {
		return 0, nil
	}
	kept := make([]string, len(keys))
	for i, key := range keys {
		if kept[i], err = s.summariesOf(ctx, key); err != nil {
			return 0, err
		}
	}
	err = s.config.Data.Write(ctx, func(tx *database.Tx) error {
		for i, key := range keys {
			if err := s.config.Series.DropSamples(ctx, tx.Tx, key.Series, key.Time, kept[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return len(keys), err
}

// summariesOf returns the summaries of a record by the default settings and by those of the points that read it, as JSON.
func (s *Service) summariesOf(ctx context.Context, key series.RecordKey) (string, error) {
	parts, err := s.config.Series.Waveforms(ctx, key.Series, key.Time, key.Time, true)
	if err != nil {
		return "", err
	}
	if parts, err = s.current(ctx, key, parts); err != nil {
		return "", err
	}
	device, channel := key.Series.Channel()
	settings := []vibration.Settings{{}}
	if points := s.config.Feeds.AppendPoints(nil, device, channel, key.Time); len(points) > 0 {
		list, err := s.config.Definitions.Definitions(ctx, points)
		if err != nil {
			return "", err
		}
		for _, d := range list {
			if used := compiled.Compile(d).At(key.Time).Vibration; used != nil {
				settings = append(settings, *used)
			}
		}
	}
	summaries := map[string]vibration.Summary{}
	for _, one := range settings {
		if summaries[one.Key()], err = compiled.SummaryOf(parts, one); err != nil {
			return "", fmt.Errorf("summary of the record at %d: %w", key.Time, err)
		}
	}
	text, err := json.Marshal(summaries)
	return string(text), err
}
