package point

import (
	"context"
	"fmt"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/i18n"
)

// MainSource returns the device that is now the main source of a point; false if there is none.
func (s *Service) MainSource(ctx context.Context, scope access.Scope, id int64) (deviceID int64, ok bool, err error) {
	records, err := s.Versions(ctx, scope, id, definition.AspectBinding)
	if err != nil {
		return 0, false, err
	}
	versions, err := timeline.Decode[definition.Binding](records, string(definition.AspectBinding))
	if err != nil {
		return 0, false, fmt.Errorf("binding of point %d: %w", id, err)
	}
	binding, ok := timeline.Of(versions).At(clock.Now().UnixMilli())
	if !ok {
		return 0, false, nil
	}
	for _, source := range binding.Value.Sources {
		if source.Role == mainRole && source.DeviceID != 0 {
			return source.DeviceID, true, nil
		}
	}
	return 0, false, nil
}

// Input is a value available to the formula of a point.
type Input struct {
	Name  string // as in a formula: freq, barometer.pressure
	Label i18n.Label
	Unit  string
	Time  int64   // UTC ms of the newest reading that has it; 0: none yet
	Node  int32   // of Value; 0: no nodes
	Value float64 // in that reading
}

// Inputs returns what the formula of a point can use at a time: for each source device the fields of its newest
// readings or, before the first one, of its type; for each source point the fields of its results.
func (s *Service) Inputs(ctx context.Context, scope access.Scope, id, at int64) ([]Input, error) {
	p, err := s.store.Point(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	records, err := s.store.VersionsOf(ctx, scope, timeline.OfPoint, id)
	if err != nil {
		return nil, err
	}
	return s.store.FormulaInputs(ctx, p, records, at)
}
