package computation

import (
	"context"

	"plumbline/internal/alarm"
	"plumbline/internal/correction"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/point"
)

// Definition is everything that the results and alarms of a point depend on, apart
// from readings.
type Definition struct {
	Point       point.Point
	Config      point.Config
	Thresholds  dated.Timeline[alarm.Thresholds]
	Corrections []correction.Correction // those that stand
	// Actions are those of the point's processed alert records, withdrawn or not.
	Actions []alarm.Action
	// Devices are those that Config.Binding names, at any time, by id.
	Devices map[int64]Device

	ProjectZone     string // IANA name
	ProjectLanguage string
}

// Device is a device that feeds a point.
type Device struct {
	device.Device
	Config device.Config
	// TypeRepeatedHours is the corporation's rule for the type; nil: as in the catalogue.
	TypeRepeatedHours *float64
}

// Carrier is the collector and its channel through which the readings of a sensor come at
// a time. Collectors that hang on a DTU send under their own register and have none.
func (d Device) Carrier(at int64) (collector int64, channel int32, ok bool) {
	connection, ok := d.Config.Connection.At(at)
	if !ok || d.Kind != device.Measuring || connection.Value.CollectorID == 0 {
		return 0, 0, false
	}
	return connection.Value.CollectorID, connection.Value.ChannelNo, true
}

// Loader reads definitions; implemented by the store.
type Loader interface {
	// Definitions gives the definitions of points, or of all when ids is nil. What
	// does not exist (any more) is left out.
	Definitions(ctx context.Context, ids []int64) ([]Definition, error)
	// DefinitionKnown gives a definition as it was known at a time (UTC ms): versions
	// and corrections recorded before it and not superseded or taken back then.
	DefinitionKnown(ctx context.Context, id, known int64) (Definition, error)
	// PointsOfDevices lists the points whose binding names one of the devices at any time.
	PointsOfDevices(ctx context.Context, devices []int64) ([]int64, error)
	// Watched gives the devices in projects of these ids, or all when ids is nil.
	Watched(ctx context.Context, ids []int64) ([]alarm.Device, error)
}
