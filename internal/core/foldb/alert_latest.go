package foldb

import (
	"context"
	"fmt"

	"plumbline/internal/core/series"
)

func (s *Store) LatestResult(ctx context.Context, pointID int64) (int64, error) {
	latest, err := s.series.Latest(ctx, []series.ID{series.ResultID(pointID)})
	if err != nil {
		return 0, fmt.Errorf("latest result of point %d: %w", pointID, err)
	}
	if !latest[0].Found {
		return 0, nil
	}
	return latest[0].Time, nil
}
