package query

import (
	"cmp"
	"context"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Reading is one row of a series: a reading of a channel, or the observed values of a point.
type Reading struct {
	Time   int64 // UTC ms
	Values map[reading.Column]float64
}

// RawBefore returns the last n readings of a device channel before a time (UTC ms), newest first.
func (s *Service) RawBefore(ctx context.Context, device int64, channel int32, before int64, n int) ([]Reading, error) {
	return s.lastRows(ctx, series.RawID(device, channel), before, n)
}

// ObservedBefore returns the last n valid observed values of a point before a time (UTC ms), newest first: the basis
// of an initial value.
func (s *Service) ObservedBefore(ctx context.Context, pointID, before int64, n int) ([]Reading, error) {
	return s.lastRows(ctx, series.ResultID(pointID), before, n)
}

// LastTimes returns the times of the newest valid and of the newest result of a point before a time (UTC ms); 0: none.
func (s *Service) LastTimes(ctx context.Context, pointID, before int64) (valid, newest int64, err error) {
	id := series.ResultID(pointID)
	found, _, err := s.before(ctx, id, before)
	if err != nil {
		return 0, 0, err
	}
	err = s.series.Before(ctx, id, before, 1, []reading.Column{}, func(b *series.Block) error {
		for _, t := range b.Times {
			newest = max(newest, t)
		}
		return nil
	})
	return found.time, newest, err
}

// lookedBack is the number of rows searched for valid ones.
const lookedBack = 50

func (s *Service) lastRows(ctx context.Context, id series.ID, before int64, n int) ([]Reading, error) {
	list := make([]Reading, 0, n)
	err := s.series.Before(ctx, id, before, n+lookedBack, nil, func(b *series.Block) error {
		for i := len(b.Times) - 1; i >= 0 && len(list) < n; i-- {
			if !id.IsRaw() && !b.Flags[i].Valid() {
				continue
			}
			row := Reading{Time: b.Times[i], Values: make(map[reading.Column]float64, b.Columns.Len())}
			for c, column := range b.Columns.List {
				if v := b.Values[c][i]; !math.IsNaN(v) {
					row.Values[column] = v
				}
			}
			list = append(list, row)
		}
		return nil
	})
	return list, err
}

// Mean returns the mean of each column.
func Mean(readings []Reading) map[reading.Column]float64 {
	sum, n := map[reading.Column]float64{}, map[reading.Column]float64{}
	for _, r := range readings {
		for column, v := range r.Values {
			sum[column] += v
			n[column]++
		}
	}
	for column := range sum {
		sum[column] /= n[column]
	}
	return sum
}

// Columns returns the columns of readings, by field and node.
func Columns(readings []Reading) []reading.Column {
	var list []reading.Column
	for _, r := range readings {
		for column := range r.Values {
			if !slices.Contains(list, column) {
				list = append(list, column)
			}
		}
	}
	slices.SortFunc(list, func(a, b reading.Column) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Field, b.Field))
	})
	return list
}
