package app

import (
	"context"
	"slices"

	"plumbline/internal/api"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/site/action"
)

// Changes implements api.Previews: what versions of points and devices would change
// together.
func (p previews) Changes(ctx context.Context, changes []action.Change) (api.Consequences, error) {
	var points, devices []int64
	from := changes[0].ValidFrom
	for _, c := range changes {
		from = min(from, c.ValidFrom)
		if c.Owner == dated.OfPoint {
			points = append(points, c.ID)
		} else {
			devices = append(devices, c.ID)
		}
	}
	fed, err := p.Store.PointsOfDevices(ctx, devices)
	if err != nil {
		return api.Consequences{}, err
	}
	points = append(points, fed...)
	slices.Sort(points)
	return p.fold(ctx, slices.Compact(points), from, func(d definition.Definition) (definition.Definition, error) {
		var err error
		for _, c := range changes {
			switch {
			case c.Owner == dated.OfDevice:
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
