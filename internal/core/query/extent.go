package query

import (
	"context"
	"errors"
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Extent is the time range of a point's results; zeros if there are none.
type Extent struct {
	First, Last int64 // UTC ms
	Interval    int64 // ms expected between readings; 0: unknown
}

// Extent returns the time range of a point's results.
func (s *Service) Extent(ctx context.Context, pointID int64) (Extent, error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return Extent{}, err
	}
	id := series.ResultID(pointID)
	found := Extent{Interval: p.At(s.now().UnixMilli()).Interval}
	if found.First, err = s.first(ctx, id); err != nil {
		return Extent{}, err
	}
	newest, err := s.series.Latest(ctx, []series.ID{id})
	if err == nil && newest[0].Found {
		found.Last = newest[0].Time
	}
	return found, err
}

var errFound = errors.New("found")

// first returns the time of the oldest row of a series, 0 if there is none.
func (s *Service) first(ctx context.Context, id series.ID) (t int64, err error) {
	err = s.series.Scan(ctx, id, 0, math.MaxInt64, []reading.Column{}, func(b *series.Block) error {
		if len(b.Times) == 0 {
			return nil
		}
		t = b.Times[0]
		return errFound
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return t, err
}
