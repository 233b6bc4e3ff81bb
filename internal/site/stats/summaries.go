package stats

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/platform/clock"
)

// Summaries summarizes the current values of points by a key.
func Summaries[K comparable](ctx context.Context, from query.Newest, places []Place, key func(Place) K) (map[K]*query.Summary, error) {
	return query.Summaries(ctx, from, PointIDs(places), clock.Now().UnixMilli(), func(i int) K { return key(places[i]) })
}

// PointIDs returns the ids of points, in order.
func PointIDs(places []Place) []int64 {
	ids := make([]int64, len(places))
	for i := range places {
		ids[i] = places[i].PointID
	}
	return ids
}
