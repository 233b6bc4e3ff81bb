package preview

import (
	"context"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/bulk"
)

// Changes previews versions of points and devices that are recorded together; at least one.
func (s *Service) Changes(ctx context.Context, changes []bulk.Change) (Consequences, error) {
	var points, devices []int64
	from := changes[0].ValidFrom
	for _, c := range changes {
		from = min(from, c.ValidFrom)
		if c.Owner == timeline.OfPoint {
			points = append(points, c.ID)
		} else {
			devices = append(devices, c.ID)
		}
	}
	fed, err := s.Store.PointsOfDevices(ctx, devices)
	if err != nil {
		return Consequences{}, err
	}
	points = append(points, fed...)
	slices.Sort(points)
	return s.fold(ctx, slices.Compact(points), from, func(d definition.Definition) (definition.Definition, error) {
		var err error
		for _, c := range changes {
			switch {
			case c.Owner == timeline.OfDevice:
				d, err = d.WithDeviceDraft(c.ID, c.Draft, c.Supersedes)
			case c.ID == d.Point.ID:
				d, err = d.WithPointDraft(c.Draft, c.Supersedes)
			}
			if err != nil {
				return d, err
			}
		}
		return d, nil
	})
}
