package device

import (
	"context"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// TypeRule is the number of hours over which identical readings of a device type, at least catalog.RepeatedReadings of
// them, are a fault (domain thresholds.md section 3). 0: never.
type TypeRule struct {
	Type    string
	Catalog float64  // the catalog's hours
	Own     *float64 // the corporation's hours; nil: the catalog's
	Devices int      // the corporation's devices of this type without their own hours
}

// TypeRules returns the rules of a corporation for all device types with readings, in the catalog's order.
func (s *Service) TypeRules(ctx context.Context, scope access.Scope, corporationID int64) ([]TypeRule, error) {
	own, err := s.store.TypeRules(ctx, scope, corporationID)
	if err != nil {
		return nil, err
	}
	types := catalog.DeviceTypes()
	list := make([]TypeRule, 0, len(types))
	for _, kind := range types {
		if kind.Kind == DTU { // does not measure
			continue
		}
		rule := TypeRule{Type: kind.Code}
		if i := slices.IndexFunc(own, func(r TypeRule) bool { return r.Type == kind.Code }); i >= 0 {
			rule = own[i]
		}
		rule.Catalog = kind.RepeatedHours
		list = append(list, rule)
	}
	return list, nil
}

// SetTypeRule sets the hours over which identical readings of a corporation's devices of a type are a fault; nil: as
// in the catalog. Their points are recomputed.
func (s *Service) SetTypeRule(ctx context.Context, who audit.Actor, corporationID int64, deviceType string, hours *float64) error {
	var refusals errs.Refusals
	if kind, ok := catalog.DeviceTypeOf(deviceType); !ok || kind.Kind == DTU {
		refusals.Add("deviceType", errs.TypeUndefined)
	}
	checkRepeated(&refusals, hours)
	if err := refusals.Err(); err != nil {
		return err
	}
	return s.store.SetTypeRule(ctx, who, corporationID, deviceType, hours)
}
