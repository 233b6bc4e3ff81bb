package device

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Warning is a device alert (no data, low voltage, repeated data), shown on the device until somebody dismisses it.
type Warning struct {
	ID     int64 // of the alert record
	Kind   string
	Opened int64 // UTC ms
	Ended  int64 // UTC ms; 0: ongoing
}

// Warnings returns the warnings of a device, newest first, at most 200.
func (s *Service) Warnings(ctx context.Context, scope access.Scope, id int64) ([]Warning, error) {
	return s.store.DeviceWarnings(ctx, scope, id)
}

// DismissWarnings removes warnings from a device. The alert records are kept.
func (s *Service) DismissWarnings(ctx context.Context, who audit.Actor, id int64, warnings []int64) error {
	if len(warnings) == 0 {
		return errs.OnField("ids", errs.Empty)
	}
	return s.store.DismissWarnings(ctx, who, id, warnings)
}
