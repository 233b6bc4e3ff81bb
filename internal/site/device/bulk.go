package device

import (
	"context"
	"math"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
)

// MaxMany is the maximum number of devices changed in one call.
const MaxMany = 5000

// maxLost is the maximum number of missed collections allowed.
const maxLost = 1000

// maxVolts is the maximum voltage that a device reports (domain devices.md section 2).
const maxVolts = 36

// Health is the thresholds of a device's health (specification section 3, device-health threshold).
type Health struct {
	VoltageThreshold float64 // V
	LostThreshold    int     // missed collections
	// RepeatedHours is the hours over which identical readings are a fault; 0: never; nil: by the rule of the type.
	RepeatedHours *float64
}

// IDs returns the ids of all devices that match a filter; TooManyItems if there are more than MaxMany.
func (s *Service) IDs(ctx context.Context, scope access.Scope, filter Filter) ([]int64, error) {
	ids, err := s.store.DeviceIDs(ctx, scope, filter, clock.Now().UnixMilli())
	if err == nil && len(ids) > MaxMany {
		return nil, errs.New(errs.TooManyItems, "max", MaxMany)
	}
	return ids, err
}

// SetHealth sets the thresholds of devices for all times, all or none, and returns their number. Rules of these devices
// are superseded.
func (s *Service) SetHealth(ctx context.Context, who audit.Actor, ids []int64, h Health) (int, error) {
	var refusals errs.Refusals
	checkMany(&refusals, ids)
	if !(h.VoltageThreshold >= 0 && h.VoltageThreshold <= maxVolts) || math.IsNaN(h.VoltageThreshold) {
		refusals.Add("voltageThreshold", errs.OutOfRange, "min", 0, "max", maxVolts)
	}
	if h.LostThreshold < 1 || h.LostThreshold > maxLost {
		refusals.Add("lostThreshold", errs.OutOfRange, "min", 1, "max", maxLost)
	}
	checkRepeated(&refusals, h.RepeatedHours)
	if err := refusals.Err(); err != nil {
		return 0, err
	}
	return s.store.SetDevicesHealth(ctx, who, ids, func(d *Device) {
		d.VoltageThreshold, d.LostThreshold, d.RepeatedHours = &h.VoltageThreshold, h.LostThreshold, h.RepeatedHours
	})
}

func checkRepeated(refusals *errs.Refusals, hours *float64) {
	if hours != nil && !(*hours >= 0 && *hours <= catalog.MostRepeatedHours) {
		refusals.Add("repeatedHours", errs.OutOfRange, "min", 0, "max", catalog.MostRepeatedHours)
	}
}

// DeleteMany deletes devices, all or none; the error names those bound to a point or connected to a sensor.
func (s *Service) DeleteMany(ctx context.Context, who audit.Actor, ids []int64) (n int, err error) {
	var refusals errs.Refusals
	checkMany(&refusals, ids)
	if err := refusals.Err(); err != nil {
		return 0, err
	}
	err = s.store.Exclusively(ctx, exclusion.Owners{Devices: ids}, func(ctx context.Context) error {
		n, err = s.store.DeleteDevices(ctx, who, ids)
		return err
	})
	return n, err
}

// Placed returns the corporations and projects of devices; NothingHere unless all are in the scope.
func (s *Service) Placed(ctx context.Context, scope access.Scope, ids []int64) ([]Device, error) {
	return s.store.DevicesByID(ctx, scope, ids)
}

func checkMany(refusals *errs.Refusals, ids []int64) {
	switch {
	case len(ids) == 0:
		refusals.Add("ids", errs.Empty)
	case len(ids) > MaxMany:
		refusals.Add("ids", errs.TooManyEntries, "max", MaxMany)
	}
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			refusals.Add("ids", errs.Duplicate)
			return
		}
		seen[id] = true
	}
}
