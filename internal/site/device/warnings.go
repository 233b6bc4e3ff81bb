package device

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Warning says that a device was ill: silent, low on voltage, or repeating itself. It
// is the record of the alarm, as the device shows it until somebody takes it off.
type Warning struct {
	ID     int64 // of the alert record
	Kind   string
	Opened int64 // UTC ms
	Ended  int64 // UTC ms; 0: it still is
}

// Warnings lists what a device warns of, the newest first, at most 200.
func (s *Service) Warnings(ctx context.Context, scope access.Scope, id int64) ([]Warning, error) {
	return s.store.DeviceWarnings(ctx, scope, id)
}

// DismissWarnings takes warnings off a device. The alert records stay in the books.
func (s *Service) DismissWarnings(ctx context.Context, who audit.Actor, id int64, warnings []int64) error {
	if len(warnings) == 0 {
		return errs.OnField("ids", errs.Empty)
	}
	return s.store.DismissWarnings(ctx, who, id, warnings)
}
