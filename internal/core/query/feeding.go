package query

import (
	"context"
	"slices"

	"plumbline/internal/core/compiled"
)

// Feeding returns the devices that fed a point in a range, in the order in which they began: one after the other where
// a device was replaced. Nothing for an unknown or composite point.
func (s *Service) Feeding(ctx context.Context, pointID, start, end int64) ([]int64, error) {
	find, err := s.directory.FindAll(ctx, []int64{pointID})
	if err != nil {
		return nil, err
	}
	p, ok := find(pointID)
	if !ok {
		return nil, nil
	}
	var list []int64
	segments(p, start, end, func(one *compiled.Segment) {
		binding, ok := p.Definition.Config.Binding.At(max(one.From, start))
		if !ok {
			return
		}
		for _, source := range binding.Value.Sources {
			if source.DeviceID != 0 && !slices.Contains(list, source.DeviceID) {
				list = append(list, source.DeviceID)
			}
		}
	})
	return list, nil
}
