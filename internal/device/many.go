package device

import (
	"context"
	"math"

	"plumbline/internal/access"
	"plumbline/internal/fault"
	"plumbline/internal/oplog"
)

// MaxMany is how many devices one call may change.
const MaxMany = 1000

// maxVolts is the highest voltage that a device reports (domain devices.md section 2).
const maxVolts = 36

// Health is when a device counts as ill (specification section 3, device-health threshold).
type Health struct {
	VoltageThreshold float64 // V
	LostThreshold    int     // missed collections
}

// SetHealth gives devices their thresholds, all or none, and answers how many.
func (s *Service) SetHealth(ctx context.Context, who oplog.Actor, ids []int64, h Health) (int, error) {
	var refusals fault.Refusals
	checkMany(&refusals, ids)
	if !(h.VoltageThreshold >= 0 && h.VoltageThreshold <= maxVolts) || math.IsNaN(h.VoltageThreshold) {
		refusals.Add("voltageThreshold", fault.OutOfRange, "min", 0, "max", maxVolts)
	}
	if h.LostThreshold < 1 || h.LostThreshold > MaxMany {
		refusals.Add("lostThreshold", fault.OutOfRange, "min", 1, "max", MaxMany)
	}
	if err := refusals.Err(); err != nil {
		return 0, err
	}
	return s.store.ChangeDevices(ctx, who, ids, func(d *Device) {
		d.VoltageThreshold, d.LostThreshold = &h.VoltageThreshold, h.LostThreshold
	})
}

// DeleteMany removes devices, all or none: those that feed a point, or that a sensor
// hangs on, are named.
func (s *Service) DeleteMany(ctx context.Context, who oplog.Actor, ids []int64) (n int, err error) {
	var refusals fault.Refusals
	checkMany(&refusals, ids)
	if err := refusals.Err(); err != nil {
		return 0, err
	}
	err = s.store.Exclusively(ctx, func() error {
		n, err = s.store.DeleteDevices(ctx, who, ids)
		return err
	})
	return n, err
}

// Placed answers the corporations and projects of devices; NothingHere unless all of
// them are in the scope.
func (s *Service) Placed(ctx context.Context, scope access.Scope, ids []int64) ([]Device, error) {
	return s.store.DevicesByID(ctx, scope, ids)
}

func checkMany(refusals *fault.Refusals, ids []int64) {
	switch {
	case len(ids) == 0:
		refusals.Add("ids", fault.Empty)
	case len(ids) > MaxMany:
		refusals.Add("ids", fault.TooManyEntries, "max", MaxMany)
	}
	seen := make(map[int64]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			refusals.Add("ids", fault.Duplicate)
			return
		}
		seen[id] = true
	}
}
