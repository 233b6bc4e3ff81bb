package compiled

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
)

// Loader reads definitions.
type Loader interface {
	// PointsAfter returns the ids of points above one, in order, at most limit.
	PointsAfter(ctx context.Context, after int64, limit int) ([]int64, error)
	// Definitions returns the definitions of points. Deleted points are left out.
	Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error)
	// DefinitionsKnown returns definitions as known at a time (UTC ms): the versions and corrections recorded by then
	// and not yet superseded or withdrawn. Deleted points are left out.
	DefinitionsKnown(ctx context.Context, ids []int64, known int64) ([]definition.Definition, error)
	// PointsOfDevices returns the points whose binding names one of the devices at any time.
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
	// Watched returns the devices in projects with these ids.
	Watched(ctx context.Context, ids []int64) ([]alarm.Device, error)
	// WatchedAfter returns the devices in projects with ids above one, in order, at most limit.
	WatchedAfter(ctx context.Context, after int64, limit int) ([]alarm.Device, error)
}
