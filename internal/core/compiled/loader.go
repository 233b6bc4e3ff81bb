package compiled

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
)

// Loader reads definitions; implemented by the store.
type Loader interface {
	// Definitions gives the definitions of points, or of all when ids is nil. What
	// does not exist (any more) is left out.
	Definitions(ctx context.Context, ids []int64) ([]definition.Definition, error)
	// DefinitionKnown gives a definition as it was known at a time (UTC ms): versions
	// and corrections recorded before it and not superseded or withdrawn then.
	DefinitionKnown(ctx context.Context, id, known int64) (definition.Definition, error)
	// PointsOfDevices lists the points whose binding names one of the devices at any time.
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
	// Watched gives the devices in projects of these ids, or all when ids is nil.
	Watched(ctx context.Context, ids []int64) ([]alarm.Device, error)
}
