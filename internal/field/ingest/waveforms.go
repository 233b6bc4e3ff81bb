package ingest

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
)

// Definitions reads definitions of points; compiled.Loader implements it.
type Definitions interface {
	Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error)
}

// mostSamplesAtOnce bounds the samples that one transaction of the retention summarizes: others wait for it.
const mostSamplesAtOnce = 1 << 18

// MeasureWaveforms returns how many records of devices with samples began in [from, to) and were received before to, by
// device. Devices without are left out.
func (s *Service) MeasureWaveforms(ctx context.Context, devices []int64, from, to int64) (map[int64]Amount, error) {
	sizes, err := s.config.Series.SamplesSizes(ctx, devices, from, to)
	found := map[int64]Amount{}
	for device, size := range sizes {
		found[device] = Amount{Rows: size.Records, Bytes: size.Bytes, First: size.Oldest, Last: size.Newest}
	}
	return found, err
}

// DeleteWaveforms deletes the samples of up to limit records of a device that began in [from, to) and were received before
// to, the oldest first, and returns what it deleted; at least one record if there is any. Readings stay, and the summary of
// each record by the settings of the points that read it, so that they can be computed again.
func (s *Service) DeleteWaveforms(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) (deleted Amount, err error) {
	keys, err := s.config.Series.SamplesBetween(ctx, tx, device, from, to, limit)
	if err != nil {
		return deleted, err
	}
	keeper := keeper{settingsOfPoints: settingsOfPoints{Service: s}}
	for _, key := range keys {
		if keeper.samples > mostSamplesAtOnce {
			break
		}
		kept, err := keeper.summaries(ctx, key)
		if err != nil {
			return deleted, err
		}
		bytes, err := s.config.Series.DropSamples(ctx, tx, key.Series, key.Time, to, kept)
		if err != nil {
			return deleted, err
		}
		deleted.Add(Amount{Rows: 1, Bytes: bytes, First: key.Time, Last: key.Time})
	}
	return deleted, nil
}

// keeper computes the summaries that stay when samples are deleted.
type keeper struct {
	settingsOfPoints
	samples int // that were summarized
}

// summaries returns the summaries of a record by the default settings and by those of the points that read it, as JSON.
func (k *keeper) summaries(ctx context.Context, key series.RecordKey) (string, error) {
	parts, err := k.config.Series.Waveforms(ctx, key.Series, key.Time, key.Time, true)
	if err != nil {
		return "", err
	}
	for i := range parts {
		if kept := parts[i].Kept; kept != "" { // another part came after the deletion
			return kept, nil
		}
		k.samples += parts[i].Count * len(parts[i].Axes)
	}
	if parts, err = k.current(ctx, key, parts); err != nil {
		return "", err
	}
	settings, err := k.of(ctx, key)
	if err != nil {
		return "", err
	}
	summaries := map[string]vibration.Summary{}
	for _, one := range append(settings, pointSettings{}) {
		if summaries[one.Key()] != nil {
			continue
		}
		if summaries[one.Key()], err = compiled.SummaryOf(parts, one.Settings); err != nil {
			return "", fmt.Errorf("summary of the record at %d: %w", key.Time, err)
		}
	}
	text, err := json.Marshal(summaries)
	return string(text), err
}

// settingsOfPoints finds the settings by which points read records. It asks for each point once.
type settingsOfPoints struct {
	*Service
	points map[int64]*compiled.Point
}

// pointSettings are the settings of a point.
type pointSettings struct {
	point int64
	vibration.Settings
}

// of returns the settings of the points that read a record, by point.
func (s *settingsOfPoints) of(ctx context.Context, key series.RecordKey) (list []pointSettings, err error) {
	device, channel := key.Series.Channel()
	points := s.config.Feeds.AppendPoints(nil, device, channel, key.Time)
	slices.Sort(points)
	unknown := slices.DeleteFunc(slices.Clone(points), func(id int64) bool { return s.points[id] != nil })
	if len(unknown) > 0 {
		definitions, err := s.config.Definitions.Definitions(ctx, unknown)
		if err != nil {
			return nil, err
		}
		if s.points == nil {
			s.points = map[int64]*compiled.Point{}
		}
		for _, d := range definitions {
			s.points[d.Point.ID] = compiled.Compile(d)
		}
	}
	for _, id := range points {
		if p := s.points[id]; p != nil {
			if used := p.At(key.Time).Vibration; used != nil {
				list = append(list, pointSettings{id, *used})
			}
		}
	}
	return list, nil
}
